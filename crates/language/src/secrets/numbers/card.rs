//! Payment card numbers: a known issuer, the length it uses and a valid check digit.

use std::ops::Range;

use super::super::reading::{mentions, sentence, words};
use super::super::view::View;
use super::super::words::{CARD_WORDS, NUMBERED_THINGS};
use super::super::{Finding, SecretKind};
use super::{Chain, chains, luhn};

/// Adds the card numbers of the view.
pub(super) fn find(view: &View, found: &mut Vec<Finding>) {
    let text = view.text();
    for chain in chains(text, is_separator) {
        if let Some(span) = card_in(view, &chain) {
            found.push(Finding {
                kind: SecretKind::CardNumber,
                span,
                reason: "looks like a payment card number",
            });
        }
    }
    if !words(view.lower(), 0..text.len()).any(|word| CARD_WORDS.contains(&view.lower()[word])) {
        return;
    }
    // "4111, then 1111, then 1111 and 1111": words between the groups, in a sentence about a card.
    for chain in chains(text, is_spoken_gap) {
        let chain = Chain {
            groups: chain
                .groups
                .into_iter()
                .filter(|group| group.len() >= 3)
                .collect(),
        };
        if chain.groups.len() >= 3
            && let Some(span) = card_in(view, &chain)
        {
            found.push(Finding {
                kind: SecretKind::CardNumber,
                span,
                reason: "looks like a payment card number",
            });
        }
    }
}

fn is_separator(gap: &str) -> bool {
    gap.len() <= 3
        && gap
            .bytes()
            .all(|byte| b" -./_|,*:()\n\t\r'\"+x".contains(&byte))
}

fn is_spoken_gap(gap: &str) -> bool {
    gap.len() <= 28 && !gap.contains("\n\n")
}

/// The first stretch of whole groups that is a card number.
fn card_in(view: &View, chain: &Chain) -> Option<Range<usize>> {
    let text = view.text();
    let total: usize = chain.groups.iter().map(Range::len).sum();
    if total < 13 {
        return None;
    }
    let context = Context::of(view, chain.groups.first()?.start);
    let starts = if context == Context::Card {
        chain.groups.len()
    } else {
        1
    };
    for from in 0..starts {
        for to in from + 1..=chain.groups.len() {
            let length: usize = chain.groups[from..to].iter().map(Range::len).sum();
            if length > 19 {
                break;
            }
            let groups = &chain.groups[from..to];
            let whole = groups[0].start..groups[groups.len() - 1].end;
            if length >= 13
                && stands_alone(text, &whole)
                && luhn(&chain.digits(text, from..to))
                && is_plausible(text, groups, &chain.digits(text, from..to), context)
            {
                return Some(whole);
            }
        }
    }
    None
}

/// What the sentence says the number is.
#[derive(Clone, Copy, PartialEq)]
enum Context {
    Card,
    Other,
    None,
}

impl Context {
    fn of(view: &View, at: usize) -> Self {
        let lower = view.lower();
        let around = sentence(lower, at);
        if mentions(lower, around.clone(), &CARD_WORDS) {
            return Self::Card;
        }
        let before: Vec<_> = words(lower, around.start..at).collect();
        let near = before
            .iter()
            .rev()
            .take(5)
            .any(|word| NUMBERED_THINGS.contains(&lower[word.clone()]));
        if near { Self::Other } else { Self::None }
    }
}

fn stands_alone(text: &str, span: &Range<usize>) -> bool {
    let before = text[..span.start].chars().next_back();
    let after = text[span.end..].chars().next();
    let touches = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    // A decimal or a longer number in front of it is part of it.
    !touches(before) && !touches(after) && !matches!(before, Some('.' | '$' | '€' | '£'))
}

/// Whether a number that passes the check would be written like this for a card.
fn is_plausible(text: &str, groups: &[Range<usize>], digits: &[u8], context: Context) -> bool {
    let Some(network) = Network::of(digits) else {
        return context == Context::Card && is_any_issuer(digits);
    };
    if context == Context::Card {
        return true;
    }
    let sizes: Vec<usize> = groups.iter().map(Range::len).collect();
    let gaps: Vec<&str> = groups
        .windows(2)
        .map(|pair| &text[pair[0].end..pair[1].start])
        .collect();
    let even =
        gaps.windows(2).all(|pair| pair[0] == pair[1]) && gaps.iter().all(|gap| !gap.contains(','));
    // Four groups of four are a card even if somebody was careless between them.
    let in_fours = sizes == [4, 4, 4, 4]
        && gaps
            .iter()
            .all(|gap| matches!(*gap, " " | "-" | "." | "_" | "/"));
    let card_like = matches!(
        sizes.as_slice(),
        [4, 4, 4, 4]
            | [4, 6, 5]
            | [4, 6, 4]
            | [4, 4, 4, 4, 3]
            | [8, 8]
            | [4, 4, 8]
            | [4, 4, 4, 3]
            | [2, 2, 2, 2, 2, 2, 2, 2]
    );
    let solid = sizes.len() == 1 && network.is_known_by_digits_alone(digits.len());
    in_fours || even && (card_like || solid && context == Context::None)
}

/// Debit cards of many smaller networks begin with 50 and 56 to 69.
fn is_any_issuer(digits: &[u8]) -> bool {
    digits.len() >= 15 && matches!(digits, [5, 0 | 6..=9, ..] | [6, ..])
}

#[derive(Clone, Copy, PartialEq)]
enum Network {
    Visa,
    Mastercard,
    Amex,
    Discover,
    Diners,
    Jcb,
    UnionPay,
    Mir,
    RuPay,
    Troy,
}

impl Network {
    /// The network whose first digits and length fit.
    fn of(digits: &[u8]) -> Option<Self> {
        let head = |count: usize| {
            digits
                .iter()
                .take(count)
                .fold(0u32, |n, &digit| n * 10 + u32::from(digit))
        };
        let (two, three, four) = (head(2), head(3), head(4));
        let length = digits.len();
        let network = match (two, four) {
            (40..=49, _) if matches!(length, 13 | 16 | 19) => Self::Visa,
            (51..=55, _) if length == 16 => Self::Mastercard,
            (_, 2221..=2720) if length == 16 => Self::Mastercard,
            (_, 2200..=2204) if (16..=19).contains(&length) => Self::Mir,
            (34 | 37, _) if length == 15 => Self::Amex,
            (_, 6011) | (65, _) if (16..=19).contains(&length) => Self::Discover,
            (64, _) if three >= 644 && (16..=19).contains(&length) => Self::Discover,
            (36 | 38 | 39, _) if (14..=19).contains(&length) => Self::Diners,
            (30, _) if three <= 305 && (14..=19).contains(&length) => Self::Diners,
            (_, 3528..=3589) if (16..=19).contains(&length) => Self::Jcb,
            (62, _) if (16..=19).contains(&length) => Self::UnionPay,
            (60 | 81 | 82, _) if length == 16 => Self::RuPay,
            (_, 9792) if length == 16 => Self::Troy,
            _ => return None,
        };
        Some(network)
    }

    /// Without groups or a word about cards, only lengths that few other numbers share are trusted.
    fn is_known_by_digits_alone(self, length: usize) -> bool {
        match self {
            Self::Amex => length == 15,
            Self::Diners => false,
            Self::RuPay => false,
            _ => length == 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_card(text: &str) -> bool {
        let mut found = Vec::new();
        find(&View::of(text), &mut found);
        !found.is_empty()
    }

    #[test]
    fn a_valid_card_number_is_found_however_it_is_grouped() {
        for text in [
            "4111111111111111",
            "4111 1111 1111 1111",
            "5500-0000-0000-0004",
            "3782 822463 10005",
            "my visa is 4111.1111.1111.1111 exp 04/27",
            "card: 4111, then 1111, then 1111 and finally 1111",
        ] {
            assert!(is_card(text), "{text}");
        }
    }

    #[test]
    fn numbers_that_fail_the_check_or_say_what_they_are_pass() {
        for text in [
            "4111 1111 1111 1112",
            "order 4111111111111111 has shipped",
            "ISBN 978-3-16-148410-0",
            "IMEI 490154203237518",
            "1700000000000",
        ] {
            assert!(!is_card(text), "{text}");
        }
    }
}
