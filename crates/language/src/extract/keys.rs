//! Tells what a claim gives a value for, where it is something that has one: `home`, `wife.name`, `allergy`.
//!
//! A key and its value are what lets a later claim replace an earlier one without comparing sentences.

use std::ops::Range;
use std::sync::LazyLock;

use crate::lexicon::{Hit, Lexicon, Pause};

use super::manner;
use super::reading::Reading;
use super::words::Class;

const FILES: [&str; 1] = [include_str!("phrases/keys.txt")];

static KEYS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// A value of more words than this is a story.
const LONGEST_VALUE: usize = 8;

/// A key and what it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) key: String,
    /// One value; several where every part of a list is one.
    pub(super) values: Vec<Value>,
    /// The domain it belongs to, where the list says.
    pub(super) domain: Option<&'static str>,
}

/// Of these one has one at a time, so that a new name replaces the old.
pub(super) const ONLY_ONES: [&str; 12] = [
    "wife",
    "husband",
    "partner",
    "girlfriend",
    "boyfriend",
    "fiance",
    "fiancee",
    "spouse",
    "mother",
    "father",
    "boss",
    "manager",
];

/// Returns whether the value of a key changes in the course of a life, so that what is said last holds: where one lives.
pub fn changes(key: &str) -> bool {
    let named = |section: &&crate::lexicon::Section| match section.name.strip_prefix('*') {
        Some(ending) => key.ends_with(ending),
        None => key == section.name,
    };
    let section = KEYS.sections.iter().find(named);
    section.is_some_and(|section| section.remark.split(' ').any(|word| word == "changes"))
}

/// Returns whether several values of a key hold side by side: whoever is allergic to eggs may be allergic to nuts.
pub fn holds_many(key: &str) -> bool {
    let of_whom = key.strip_suffix(".name");
    let section = KEYS.sections.iter().find(|section| section.name == key);
    let marked = section.is_some_and(|section| section.remark.split(' ').any(|word| matches!(word, "each" | "many")));
    marked || of_whom.is_some_and(|whose| !ONLY_ONES.contains(&whose))
}

/// A value and the words it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) words: Range<usize>,
}

/// Finds the phrases that give a value to something, in a whole text.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Hit> {
    let mut hits = KEYS.find(&reading.tokens);
    hits.sort_by_key(|hit| hit.at.start);
    hits
}

/// Returns what the clause in these words gives a value for, if anything.
pub(super) fn given(reading: &Reading<'_>, hits: &[Hit], range: &Range<usize>) -> Option<Given> {
    let inside = manner::within(hits, range).iter().filter(|hit| hit.at.end <= range.end);
    let hit = inside.max_by_key(|hit| hit.at.len())?;
    let section = &KEYS.sections[hit.section];
    let start = hit.at.end;
    let end = value_end(reading, start, range.end);
    // Where the phrase holds its value itself it is the last number or word of it: "I am 33 years old", "I am vegan".
    let inside = || hit.at.clone().rev().find(|at| reading.is_number(*at)).unwrap_or(hit.at.end - 1);
    let words = if start == end { inside()..inside() + 1 } else { start..end };
    if words.len() > LONGEST_VALUE {
        return None;
    }
    let remarks = || section.remark.split(' ').filter(|word| !word.is_empty());
    let values = if remarks().any(|word| word == "each") { list(reading, words) } else { vec![words] };
    let domain = remarks().find(|word| !matches!(*word, "each" | "many" | "changes"));
    let value = |words: Range<usize>| {
        let text = reading.tokens.text.get(reading.tokens.span(words.clone())).unwrap_or_default().to_owned();
        Value { text, words }
    };
    Some(Given { key: key(reading, section.name, hit), values: values.into_iter().map(value).collect(), domain })
}

/// The key with the word it is about put in.
fn key(reading: &Reading<'_>, name: &str, hit: &Hit) -> String {
    if !name.contains('*') {
        return name.to_owned();
    }
    let is_favorite = |at: &usize| matches!(reading.word(*at), "favorite" | "favourite" | "fave");
    let about = match hit.at.clone().find(is_favorite) {
        Some(favorite) => {
            let words = favorite + 1..hit.at.end.saturating_sub(1).max(favorite + 1);
            words.map(|at| reading.word(at)).collect::<Vec<_>>().join(" ")
        }
        None => {
            let kin = hit.at.clone().find(|at| reading.is_any(*at, &[Class::Kin, Class::Acquaintance]));
            kin.map_or_else(String::new, |at| reading.word(at).to_owned())
        }
    };
    name.replace('*', &about)
}

/// Words that begin something else about a value: when, why, with whom.
const VALUE_ENDS: [&str; 16] = [
    "with",
    "so",
    "for",
    "since",
    "now",
    "too",
    "as",
    "on",
    "yesterday",
    "today",
    "tomorrow",
    "tonight",
    "last",
    "next",
    "until",
    "btw",
];

/// A value ends with the clause, before a pause that no list goes on after, a reason, or another verb.
fn value_end(reading: &Reading<'_>, start: usize, end: usize) -> usize {
    let stops = |at: usize| {
        let ends = reading.is_any(at, &[Class::Subordinator, Class::Wh, Class::Contrast])
            && !reading.is(at, Class::Preposition);
        let told = at > start && reading.is_any(at, &[Class::MeSubject, Class::TheySubject, Class::You]);
        let with = at > start && VALUE_ENDS.contains(&reading.word(at));
        let goes_on = at > start
            && reading.is(at, Class::Coordinator)
            && (reading.is_finite(at + 1) || reading.is(at + 1, Class::Lasting));
        ends || told || with || goes_on || at > start && reading.pause(at) >= Pause::Strong
    };
    let found = (start..end).find(|at| stops(*at)).unwrap_or(end);
    // "Berlin and": nothing ends in a conjunction.
    if found > start && reading.is(found - 1, Class::Coordinator) { found - 1 } else { found }
}

/// The parts of a list: "peanuts, eggs and shellfish".
fn list(reading: &Reading<'_>, words: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = words.start;
    for at in words.clone() {
        let joins = reading.is(at, Class::Coordinator);
        if (joins || reading.pause(at) == Pause::Comma) && at > start {
            parts.push(start..at);
        }
        if joins {
            start = at + 1;
        } else if reading.pause(at) == Pause::Comma && at > words.start {
            start = at;
        }
    }
    if start < words.end {
        parts.push(start..words.end);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::words::Words;
    use crate::lexicon::misread;

    #[test]
    fn the_word_list_is_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
    }

    /// Keys and values (PRODUCT §1.3, C24): lists give several values of one key.
    #[test]
    fn a_clause_gives_a_value_to_a_key() {
        let words = Words::read(&|_, _| true);
        for (text, key, values) in [
            ("I live in Berlin with my wife", "home", &["Berlin"][..]),
            ("I'm allergic to peanuts and shellfish", "allergy", &["peanuts", "shellfish"]),
            ("I am allergic to eggs, nuts and milk", "allergy", &["eggs", "nuts", "milk"]),
            ("My wife is called Jane", "wife.name", &["Jane"]),
            ("My favorite food is pizza", "favorite.food", &["pizza"]),
            ("I work as a nurse", "job", &["nurse"]),
            ("I am vegan", "diet", &["vegan"]),
        ] {
            let reading = Reading::of(text, &words);
            let given = given(&reading, &find(&reading), &(0..reading.len())).unwrap_or_else(|| panic!("{text}"));
            let texts: Vec<&str> = given.values.iter().map(|value| value.text.as_str()).collect();
            assert_eq!((given.key.as_str(), &texts[..]), (key, values), "{text}");
        }
    }
}
