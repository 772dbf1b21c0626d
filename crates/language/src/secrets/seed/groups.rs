//! Was a seed phrase cut into groups, with other words between them?
//!
//! "The first six are …, my sister has the rest: …". A group is a row of listed words that does not begin or end with
//! one that every sentence has. Groups that add up to a phrase are one; others are only if the text around them speaks
//! of wallets or backups.

use std::ops::Range;

use super::super::reading::{floor, mentions, words};
use super::super::view::View;
use super::super::words::{CHATTER, WALLETS};
use super::{Run, joins, list};

/// Fewer listed words in a row are found in any sentence.
const SHORTEST_GROUP: usize = 3;
/// A phrase has twelve words; one or two may have been misheard or stand alone.
const FEWEST_WORDS: usize = 10;
/// What may be said between two groups, in bytes.
const LONGEST_GAP: usize = 100;
/// How far around the groups it is said what they are.
const NEARBY: usize = 150;

/// The spans of the groups of phrases that were cut up.
pub(super) fn of(view: &View) -> Vec<Range<usize>> {
    let lower = view.lower();
    let groups = all(lower);
    groups
        .chunk_by(|one, next| next.span.start - one.span.end <= LONGEST_GAP)
        .filter(|cluster| is_phrase(lower, cluster))
        .flatten()
        .map(|group| group.span.clone())
        .collect()
}

/// Whether groups that stand together are one phrase.
fn is_phrase(lower: &str, cluster: &[Run]) -> bool {
    let [first, .., last] = cluster else {
        return false;
    };
    let mut places: Vec<u16> = cluster.iter().flat_map(|group| group.places.iter().copied()).collect();
    let adds_up = list::adds_up(&places);
    let listed = places.len();
    places.sort_unstable();
    places.dedup();
    let said = words(lower, first.span.start..last.span.end).count();
    if listed < FEWEST_WORDS || listed * 2 < said || places.len() * 4 < listed * 3 {
        return false;
    }
    let before = floor(lower, first.span.start.saturating_sub(NEARBY))..first.span.start;
    let after = last.span.end..floor(lower, last.span.end + NEARBY);
    let between = cluster.windows(2).map(|pair| pair[0].span.end..pair[1].span.start);
    adds_up || [before, after].into_iter().chain(between).any(|part| mentions(lower, part, &WALLETS))
}

/// The rows of listed words, without the everyday ones at their ends.
fn all(lower: &str) -> Vec<Run> {
    let mut groups: Vec<Run> = Vec::new();
    let mut open: Option<Run> = None;
    // Everyday words that count only if the row goes on after them.
    let mut held: Vec<u16> = Vec::new();
    let mut last = 0;
    for word in words(lower, 0..lower.len()) {
        let spelled = &lower[word.clone()];
        if spelled.len() <= 2 && spelled.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let follows = joins(&lower[last..word.start]);
        let place = list::place(spelled);
        let is_everyday = CHATTER.contains(spelled);
        last = word.end;
        match (&mut open, place) {
            (Some(_), Some(place)) if follows && is_everyday => held.push(place),
            (Some(run), Some(place)) if follows => {
                run.places.append(&mut held);
                run.places.push(place);
                run.span.end = word.end;
            }
            _ => {
                held.clear();
                groups.extend(open.take().filter(is_group));
                open = place.filter(|_| !is_everyday).map(|place| Run { span: word, places: vec![place] });
            }
        }
    }
    groups.extend(open.filter(is_group));
    groups
}

fn is_group(run: &Run) -> bool {
    run.places.len() >= SHORTEST_GROUP
}
