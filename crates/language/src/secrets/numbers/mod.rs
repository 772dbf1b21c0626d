//! Is this number one that money hangs on: a card, a bank account, an identity?
//!
//! A card or an IBAN proves itself by its check digits and is recognised anywhere. Routing numbers, account numbers and
//! identity numbers are too short for that: they count only after a word that says what they are.

mod card;
mod iban;
mod identity;
mod labelled;

use std::ops::Range;

use super::placeholder::is_published;
use super::reading::{mentions, sentence};
use super::view::View;
use super::words::{SECRET_CUES, TRIALS};
use super::{Finding, SecretKind};

pub(super) use labelled::announced;

/// Adds the card numbers and IBANs of the view.
pub(super) fn find(view: &View, found: &mut Vec<Finding>) {
    let before = found.len();
    card::find(view, found);
    iban::find(view, found);
    if found.len() > before {
        let ours = found.split_off(before);
        found.extend(ours.into_iter().filter(|finding| !is_for_trial(view, &finding.span)));
    }
    find_key_bytes(view, found);
    find_disk_keys(view, found);
}

/// A number that is printed for everybody to try, in a text that says so.
fn is_for_trial(view: &View, span: &Range<usize>) -> bool {
    is_published(&view.text()[span.clone()]) && mentions(view.lower(), sentence(view.lower(), span.start), &TRIALS)
}

/// Adds rows of eight groups of six digits, the recovery key of an encrypted disk.
fn find_disk_keys(view: &View, found: &mut Vec<Finding>) {
    for chain in chains(view.text(), |gap| gap == "-") {
        if chain.groups.len() == 8 && chain.groups.iter().all(|group| group.len() == 6) {
            let span = chain.groups[0].start..chain.groups[7].end;
            found.push(Finding {
                kind: SecretKind::RecoveryCode,
                span,
                reason: "looks like the recovery key of a disk",
            });
        }
    }
}

/// Adds rows of 32 or 64 bytes in brackets, the form in which some wallets write a private key, if keys are spoken of.
fn find_key_bytes(view: &View, found: &mut Vec<Finding>) {
    let text = view.text();
    for chain in chains(text, |gap| matches!(gap, "," | ", " | ",\n")) {
        let bytes = chain.groups.iter().all(|group| text[group.clone()].parse::<u8>().is_ok());
        let (Some(first), Some(last)) = (chain.groups.first(), chain.groups.last()) else {
            continue;
        };
        let bracketed = text[..first.start].trim_end().ends_with('[') && text[last.end..].trim_start().starts_with(']');
        if matches!(chain.groups.len(), 32 | 64)
            && bytes
            && bracketed
            && mentions(view.lower(), sentence(view.lower(), first.start), &SECRET_CUES)
        {
            let span = first.start..last.end;
            found.push(Finding { kind: SecretKind::PrivateKey, span, reason: "looks like the bytes of a private key" });
        }
    }
}

/// Digits in groups, with little between them.
struct Chain {
    groups: Vec<Range<usize>>,
}

impl Chain {
    /// The digits of the groups `from..to`.
    fn digits(&self, text: &str, groups: Range<usize>) -> Vec<u8> {
        self.groups[groups].iter().flat_map(|group| text[group.clone()].bytes().map(|byte| byte - b'0')).collect()
    }
}

/// The chains of digit groups in `text` that are separated by at most a few signs for which `joins` holds.
fn chains<'t>(text: &'t str, joins: impl Fn(&str) -> bool + 't) -> impl Iterator<Item = Chain> + 't {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut pending: Option<Range<usize>> = None;
    std::iter::from_fn(move || {
        let mut groups: Vec<Range<usize>> = pending.take().into_iter().collect();
        while let Some(offset) = bytes[at..].iter().position(u8::is_ascii_digit) {
            let start = at + offset;
            let end = bytes[start..].iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |n| start + n);
            at = end;
            let continues = groups.last().is_none_or(|last| joins(&text[last.end..start]));
            if continues && groups.len() < MOST_GROUPS {
                groups.push(start..end);
            } else {
                pending = Some(start..end);
                break;
            }
        }
        (!groups.is_empty()).then_some(Chain { groups })
    })
}

/// A longer row is a table, not a number.
const MOST_GROUPS: usize = 96;

/// The check that cards, and some identity numbers, carry in their last digit.
fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &digit)| match at % 2 {
            0 => u32::from(digit),
            _ => u32::from(digit) * 2 - if digit > 4 { 9 } else { 0 },
        })
        .sum();
    sum.is_multiple_of(10)
}
