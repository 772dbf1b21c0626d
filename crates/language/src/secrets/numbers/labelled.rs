//! Which number follows a word that says what it is?

use std::ops::Range;

use super::super::prose::Class;
use super::super::reading::{floor, is_whole_word, mentions};
use super::super::view::{BARRIER, View};
use super::super::words::BANK_WORDS;
use super::super::{Finding, SecretKind};
use super::identity::{
    is_aadhaar, is_clabe, is_cpf, is_routing_number, is_social_insurance, is_social_security,
};
use super::{Chain, chains};

/// How far from its label a number may stand.
const REACH: usize = 90;

/// Adds the number that the label over `label` announces.
pub(in super::super) fn announced(
    view: &View,
    label: Range<usize>,
    class: Class,
    found: &mut Vec<Finding>,
) {
    if !is_whole_word(view.lower(), &label) && !view.lower()[..label.end].ends_with(['.', '#', ':'])
    {
        return;
    }
    let span = match class {
        Class::NationalInsurance => national_insurance(view, &label),
        Class::BankAccount => bank_account(view, &label),
        _ => number_near(view, &label, |digits| match class {
            Class::Routing => is_routing_number(digits),
            Class::Clabe => is_clabe(digits),
            Class::SocialSecurity => is_social_security(digits),
            Class::SocialInsurance => is_social_insurance(digits),
            Class::Aadhaar => is_aadhaar(digits),
            Class::Cpf => is_cpf(digits),
            _ => false,
        }),
    };
    let Some(span) = span else { return };
    let (kind, reason) = match class {
        Class::Routing | Class::BankAccount | Class::Clabe => {
            (SecretKind::BankAccount, "looks like a bank account number")
        }
        Class::SocialSecurity => (
            SecretKind::NationalId,
            "looks like a social security number",
        ),
        _ => (
            SecretKind::NationalId,
            "looks like a national identity number",
        ),
    };
    found.push(Finding { kind, span, reason });
}

/// The first number after the label, or the last before it, that passes `check`.
fn number_near(
    view: &View,
    label: &Range<usize>,
    check: impl Fn(&[u8]) -> bool,
) -> Option<Range<usize>> {
    let text = view.text();
    let passing = |window: Range<usize>| {
        let offset = window.start;
        let part = text[window].split(BARRIER).next().unwrap_or_default();
        chains(part, |gap| gap.len() == 1 && " -./".contains(gap))
            .filter_map(|chain| stretch(part, &chain, &check))
            .map(move |span| span.start + offset..span.end + offset)
            .collect::<Vec<_>>()
    };
    let after = passing(label.end..floor(text, label.end + REACH))
        .into_iter()
        .next();
    after.or_else(|| passing(floor(text, label.start.saturating_sub(REACH))..label.start).pop())
}

/// The groups of a chain that pass `check` together.
fn stretch(text: &str, chain: &Chain, check: impl Fn(&[u8]) -> bool) -> Option<Range<usize>> {
    let count = chain.groups.len();
    (0..count)
        .flat_map(|from| (from + 1..=count.min(from + 6)).map(move |to| from..to))
        .find_map(|groups| {
            let span = chain.groups[groups.start].start..chain.groups[groups.end - 1].end;
            let alone = is_whole_word(text, &span);
            (alone && check(&chain.digits(text, groups))).then_some(span)
        })
}

/// Account numbers have no check digit: a bank has to be spoken of nearby.
fn bank_account(view: &View, label: &Range<usize>) -> Option<Range<usize>> {
    let (text, lower) = (view.text(), view.lower());
    let around =
        floor(lower, label.start.saturating_sub(2 * REACH))..floor(lower, label.end + 2 * REACH);
    if !mentions(lower, around, &BANK_WORDS) {
        return None;
    }
    let rest = text[label.end..floor(text, label.end + REACH)]
        .split(BARRIER)
        .next()?;
    let chain = chains(rest, |gap| gap.len() == 1 && " -".contains(gap)).find(|chain| {
        let digits: usize = chain.groups.iter().map(Range::len).sum();
        (6..=17).contains(&digits)
    })?;
    let span = chain.groups.first()?.start..chain.groups.last()?.end;
    let words_between = rest[..span.start].split_whitespace().count();
    let ends_in = rest[..span.start].contains("ending");
    let is_phone =
        matches!(chain.groups.as_slice(), [area, line] if area.len() == 3 && line.len() == 4);
    (words_between <= 8 && !ends_in && !is_phone && is_whole_word(rest, &span))
        .then_some(span.start + label.end..span.end + label.end)
}

/// Two letters, six digits and a letter from A to D.
fn national_insurance(view: &View, label: &Range<usize>) -> Option<Range<usize>> {
    let text = view.text();
    let end = floor(text, label.end + REACH);
    let bytes = &text.as_bytes()[..end];
    (label.end..end).find_map(|start| {
        if start > 0 && bytes[start - 1].is_ascii_alphanumeric()
            || !bytes[start].is_ascii_alphabetic()
        {
            return None;
        }
        let mut at = start;
        for position in 0..9 {
            while at > start && bytes.get(at).is_some_and(|byte| b" -".contains(byte)) {
                at += 1;
            }
            let byte = *bytes.get(at)?;
            let fits = match position {
                0 | 1 => byte.is_ascii_alphabetic(),
                8 => b"ABCDabcd".contains(&byte),
                _ => byte.is_ascii_digit(),
            };
            if !fits {
                return None;
            }
            at += 1;
        }
        bytes
            .get(at)
            .is_none_or(|byte| !byte.is_ascii_alphanumeric())
            .then_some(start..at)
    })
}
