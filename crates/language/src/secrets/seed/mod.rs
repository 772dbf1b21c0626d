//! Is this run of words the seed phrase of a wallet?
//!
//! The words of a seed phrase come from a fixed list of 2,048 that leaves out nearly all of the words that hold an English
//! sentence together, so twelve members in a row are hardly ever prose. The last of them carries a checksum: words that
//! add up are a phrase whatever is said of them.

mod groups;
mod list;
mod sha256;

use std::collections::HashSet;
use std::ops::Range;

use super::reading::{floor, mentions, words};
use super::view::View;
use super::words::{ACTIONS, CREATURES, FUNCTION_WORDS, GROCERIES, LISTS, List, WALLETS};
use super::{Finding, SecretKind};

/// Seed phrases have 12, 15, 18, 21 or 24 words.
const SHORTEST: usize = 12;
/// After words that announce a phrase, a list in another language or with slips of the pen will do.
const SHORTEST_ANNOUNCED: usize = 11;

const REASON: &str = "looks like the seed phrase of a wallet";

/// Adds the runs of at least twelve listed words, and the groups of a phrase that was cut up.
pub(super) fn find(view: &View, found: &mut Vec<Finding>) {
    let lower = view.lower();
    let before = found.len();
    let mut run: Option<Run> = None;
    let mut close = |run: Option<Run>| {
        let is_seed = |run: &Run| list::adds_up(&run.places) || !is_ordinary_list(lower, &run.span);
        let phrase = run.filter(|run| run.is_phrase() && is_seed(run));
        found.extend(phrase.map(|run| finding(run.span)));
    };
    for word in words(lower, 0..lower.len()) {
        let spelled = &lower[word.clone()];
        if spelled.bytes().all(|byte| byte.is_ascii_digit()) && spelled.len() <= 2 {
            continue;
        }
        let follows = run.as_ref().is_none_or(|run| joins(&lower[run.span.end..word.start]));
        run = match (run, list::place(spelled)) {
            (Some(mut run), Some(place)) if follows => {
                run.span.end = word.end;
                run.places.push(place);
                Some(run)
            }
            (ended, place) => {
                close(ended);
                place.map(|place| Run { span: word, places: vec![place] })
            }
        };
    }
    close(run);
    if found.len() == before {
        found.extend(groups::of(view).into_iter().map(finding));
    }
}

fn finding(span: Range<usize>) -> Finding {
    Finding { kind: SecretKind::SeedPhrase, span, reason: REASON }
}

/// Listed words in a row.
struct Run {
    span: Range<usize>,
    /// Where each of them stands in the list.
    places: Vec<u16>,
}

impl Run {
    /// Long enough, and not the same few words over and over as in a table.
    fn is_phrase(&self) -> bool {
        let mut distinct = self.places.clone();
        distinct.sort_unstable();
        distinct.dedup();
        self.places.len() >= SHORTEST && distinct.len() * 3 >= self.places.len() * 2
    }
}

/// Whether the words are of one kind, as on a shopping list, or the text says what list they are; chance alone puts no
/// more than one word in six into any of these kinds.
fn is_ordinary_list(lower: &str, span: &Range<usize>) -> bool {
    const NEARBY: usize = 120;
    let near = floor(lower, span.start.saturating_sub(NEARBY))..floor(lower, span.end + NEARBY);
    if mentions(lower, near.start..span.start, &WALLETS) || mentions(lower, span.end..near.end, &WALLETS) {
        return false;
    }
    let members: Vec<&str> = words(lower, span.clone()).map(|word| &lower[word]).collect();
    let share = |list: &List| members.iter().filter(|word| list.contains(*word)).count();
    [&GROCERIES, &CREATURES, &ACTIONS].iter().any(|list| share(list) * 2 >= members.len())
        || mentions(lower, near.start..span.start, &LISTS)
}

/// Spaces, commas, numbers and the like between two words of a list; a sentence that ends there ends the list.
fn joins(gap: &str) -> bool {
    let is_list = gap.bytes().any(|byte| byte.is_ascii_digit());
    let plain =
        gap.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b",.)-|/:_+*#(".contains(&byte));
    gap.len() <= 16 && plain && (is_list || !gap.contains(". ") && !gap.contains('('))
}

/// Adds the words after a label such as "seed phrase", if they are a list and not a sentence.
pub(super) fn announced(view: &View, label: Range<usize>, found: &mut Vec<Finding>) {
    const REACH: usize = 420;
    let lower = view.lower();
    let until = floor(lower, label.end + REACH);
    let mut span: Option<Range<usize>> = None;
    let mut count = 0;
    for word in words(lower, label.end..until) {
        let spelled = &lower[word.clone()];
        if spelled.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let gap = span.as_ref().map_or("", |span| &lower[span.end..word.start]);
        let plain = spelled.chars().all(char::is_alphabetic) && (3..=24).contains(&spelled.len());
        if plain && !FUNCTION_WORDS.contains(spelled) && joins(gap) {
            span = Some(span.map_or(word.start, |span| span.start)..word.end);
            count += 1;
        } else if count >= SHORTEST_ANNOUNCED {
            break;
        } else {
            (span, count) = (None, 0);
        }
    }
    let listed = span.as_ref().map_or(0, |span| {
        words(lower, span.clone()).filter(|word| list::place(&lower[word.clone()]).is_some()).count()
    });
    let foreign = span.as_ref().is_some_and(|span| !lower[span.clone()].is_ascii()) || listed * 4 < count;
    // In English most words are on the list even if one or two were misheard.
    let is_varied = span.as_ref().is_some_and(|span| {
        let distinct: HashSet<&str> = words(lower, span.clone()).map(|word| &lower[word]).collect();
        distinct.len() * 2 >= count
    });
    let is_phrase =
        is_varied && count >= SHORTEST_ANNOUNCED && (foreign && count >= SHORTEST || listed * 3 >= count * 2);
    if let Some(span) = span.filter(|_| is_phrase) {
        found.push(finding(span));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_listed_words_are_a_phrase_and_a_sentence_is_not() {
        let found = |text: &str| {
            let mut found = Vec::new();
            find(&View::of(text), &mut found);
            found.len()
        };
        assert_eq!(
            found(
                "1. ladder 2. ocean 3. velvet 4. cousin 5. rapid 6. orphan 7. guitar 8. maple 9. swift 10. tunnel 11. crisp 12. behave"
            ),
            1
        );
        assert_eq!(found("you will also want to bring this old picture when they visit about then"), 0);
    }
}
