//! Finds what somebody is in a statement about them, so that what they have become can take its place: "User is night
//! auditor at a Marriott", and then "I got promoted. Front office manager."

use std::ops::Range;
use std::sync::LazyLock;

use crate::lexicon::Pause;

use super::extractor::Extractor;
use super::reading::Reading;
use super::words::Class;

/// A longer phrase is a description.
const LONGEST: usize = 4;

/// Shorter words end so by chance.
const SHORTEST: usize = 5;

static ROLES: LazyLock<(Vec<&str>, Vec<&str>)> = LazyLock::new(|| {
    let lines = include_str!("words/roles.txt").lines().filter(|line| !line.starts_with('#'));
    let (endings, words): (Vec<&str>, Vec<&str>) =
        lines.flat_map(str::split_whitespace).partition(|word| word.starts_with('-'));
    (endings.into_iter().map(|ending| ending.trim_start_matches('-')).collect(), words)
});

/// Returns where the words begin and end that say what somebody is, if they begin here: "night auditor", "the head nurse".
pub(super) fn named_from(reading: &Reading<'_>, start: usize, end: usize) -> Option<Range<usize>> {
    let first = if reading.is(start, Class::Determiner) { start + 1 } else { start };
    let grammar = [Class::Preposition, Class::Coordinator, Class::Subordinator, Class::Be, Class::Wh, Class::Adverb];
    let stops = |at: &usize| at > &first && reading.pause(*at) >= Pause::Comma || reading.is_any(*at, &grammar);
    let last = (first..end).find(stops).unwrap_or(end);
    let is_role = last > first && last - first <= LONGEST && is_role(reading.word(last - 1));
    is_role.then_some(first..last)
}

fn is_role(word: &str) -> bool {
    let (endings, words) = &*ROLES;
    words.contains(&word) || word.len() >= SHORTEST && endings.iter().any(|ending| word.ends_with(ending))
}

/// Returns what a statement says somebody is.
pub fn role_of(statement: &str) -> Option<&str> {
    statement.get(place_of(statement)?)
}

/// Returns a statement with what somebody is replaced by what they are now; none where it says nothing of the sort.
pub fn with_role(statement: &str, role: &str) -> Option<String> {
    let place = place_of(statement)?;
    let before = statement.get(..place.start)?;
    let before = if before.ends_with(" a ") || before.ends_with(" an ") {
        let vowel = role.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
        let bare = before.trim_end().trim_end_matches('n').trim_end_matches('a');
        format!("{bare}{}", if vowel { "an " } else { "a " })
    } else {
        before.to_owned()
    };
    Some(format!("{before}{role}{}", statement.get(place.end..)?))
}

fn place_of(statement: &str) -> Option<Range<usize>> {
    let words = &Extractor::standard().words;
    let reading = Reading::of(statement, words);
    let links = |at: &usize| reading.is(*at, Class::Be) || reading.word(*at) == "as";
    let said = (0..reading.len()).filter(links).find_map(|at| named_from(&reading, at + 1, reading.len()));
    let plays = |at: &usize| matches!(reading.word(*at), "plays" | "play");
    let played = || {
        let role = |at: usize| named_from(&reading, at + 1, reading.len());
        let listed = |role: &Range<usize>| ROLES.1.contains(&reading.word(role.end - 1));
        (0..reading.len()).filter(plays).find_map(|at| role(at).filter(listed))
    };
    said.or_else(played).map(|role| reading.tokens.span(role))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_is_gives_way_to_what_they_are_now() {
        for (known, role, expected) in [
            (
                "User is night auditor at a Marriott",
                "front office manager",
                Some("User is front office manager at a Marriott"),
            ),
            ("User is a locksmith", "engineer", Some("User is an engineer")),
            ("User plays keeper for the village side", "defender", Some("User plays defender for the village side")),
            ("User works as a nurse in Graz", "midwife", Some("User works as a midwife in Graz")),
            ("User plays soccer on Fridays", "nurse", None),
            ("User is tired", "nurse", None),
            ("User likes tea", "nurse", None),
        ] {
            assert_eq!(with_role(known, role).as_deref(), expected, "{known}");
        }
    }
}
