//! Card numbers that are called so, whether or not their check digit holds: people mistype, and half a card is a card.

use std::ops::Range;

use super::super::super::reading::{ceil, floor, is_date_or_time, words};
use super::super::super::view::View;
use super::super::super::words::{CARD_EXPIRY, CARD_OTHERS};
use super::super::super::{Finding, SecretKind};
use super::super::{Chain, chains};
use super::{Network, is_card_word, is_separator, stands_alone};

/// How far from a number the words about it may stand.
const REACH: usize = 90;
/// From this sum on a number is a card's.
const ENOUGH: i32 = 5;

/// Adds the numbers that their surroundings call a card's.
pub(super) fn find(view: &View, found: &mut Vec<Finding>) {
    for chain in chains(view.text(), is_separator) {
        found.extend(card(view, &chain, false));
    }
    for chain in chains(view.text(), is_dictated_gap) {
        found.extend(card(view, &chain, true));
    }
}

/// ", then ", " and the last four are ".
fn is_dictated_gap(gap: &str) -> bool {
    const SAID: &str = "then and next last first four digits are is it ends with finally second third the group dann und \
        zuletzt letzten ersten vier puis et les derniers luego y despues poi e quattro finisce endet en dan";
    gap.len() <= 30
        && words(&gap.to_ascii_lowercase(), 0..gap.len())
            .all(|word| SAID.split(' ').any(|said| said == gap[word.clone()].to_ascii_lowercase()))
}

fn card(view: &View, chain: &Chain, dictated: bool) -> Option<Finding> {
    let text = view.text();
    let count = grouped_as_card(chain)?;
    let span = chain.groups[0].start..chain.groups[count - 1].end;
    let is_solid = count == 1;
    if dictated && (is_solid || is_separator(&text[chain.groups[0].end..chain.groups[1].start])) {
        return None;
    }
    let sum = about(view, &span)?
        + i32::from(Network::of(&chain.digits(text, 0..count)).is_some())
        + i32::from(!is_solid)
        + i32::from(dictated);
    (sum >= ENOUGH && stands_alone(text, &span)).then_some(Finding {
        kind: SecretKind::CardNumber,
        span,
        reason: "looks like a payment card number",
    })
}

/// How many of the first groups are written like a card number.
fn grouped_as_card(chain: &Chain) -> Option<usize> {
    let sizes: Vec<usize> = chain.groups.iter().map(Range::len).take(5).collect();
    match sizes.as_slice() {
        [4, 4, 4, 4, 1..=3] => Some(5),
        [4, 4, 4, 4, ..] => Some(4),
        [4, 6, 5, ..] => Some(3),
        [15 | 16, ..] => Some(1),
        _ => None,
    }
}

/// What the words around a number count for, or `None` if they say that it is something else.
fn about(view: &View, span: &Range<usize>) -> Option<i32> {
    let lower = view.lower();
    let before = ceil(lower, span.start.saturating_sub(REACH))..span.start;
    let after = span.end..floor(lower, span.end + REACH);
    let (mut is_card, mut is_owned, mut expires) = (false, false, false);
    for word in words(lower, before).chain(words(lower, after.clone())) {
        let word = &lower[word];
        if CARD_OTHERS.contains(word) {
            return None;
        }
        is_card |= is_card_word(word);
        is_owned |= matches!(
            word,
            "my" | "mum"
                | "mum's"
                | "dad"
                | "dad's"
                | "his"
                | "her"
                | "our"
                | "meine"
                | "mon"
                | "ma"
                | "mi"
                | "mia"
                | "minha"
                | "mijn"
                | "kartennummer"
                | "number"
        );
        expires |= CARD_EXPIRY.contains(word);
    }
    expires |= lower[after].split_whitespace().any(is_month_and_year);
    is_card.then_some(2 + i32::from(is_owned) + 2 * i32::from(expires))
}

/// "09/27", "11/2026".
fn is_month_and_year(token: &str) -> bool {
    let token = token.trim_matches(|c: char| !c.is_ascii_digit());
    let Some((month, year)) = token.split_once('/') else {
        return false;
    };
    let is_month = month.len() <= 2 && month.parse::<u8>().is_ok_and(|month| (1..=12).contains(&month));
    is_month && matches!(year.len(), 2 | 4) && year.bytes().all(|b| b.is_ascii_digit()) && !is_date_or_time(token)
}
