//! Reads a group of verbs: its auxiliaries, its main verb, and what they say of time, denial and certainty.

use super::reading::Reading;
use super::words::Class;

/// "have been thinking", "don't like", "will go".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    /// The verb that agrees with the subject.
    pub(super) first: usize,
    /// The verb that says what happens.
    pub(super) main: usize,
    pub(super) tense: Tense,
    pub(super) negated: bool,
    /// A modal, where there is one.
    pub(super) modal: Option<usize>,
    pub(super) progressive: bool,
    pub(super) perfect: bool,
}

/// When what a clause says is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tense {
    /// It was so, or has come to be.
    Past,
    /// It is so, or is so again and again.
    Present,
    /// It is to come.
    Future,
}

/// How many words a group of verbs may take, adverbs included.
const LONGEST: usize = 8;

/// Reads the group that begins at or just after word `at`, if the words there can be verbs.
pub(super) fn read(reading: &Reading<'_>, at: usize, end: usize) -> Option<Group> {
    let end = end.min(at + LONGEST);
    let mut first = at;
    let mut negated = false;
    while first < end && reading.is_adverb(first) && !reading.is_auxiliary(first) {
        negated |= reading.is(first, Class::Negation);
        let no_longer = reading.word(first) == "no" && reading.word(first + 1) == "longer";
        first += if no_longer { 2 } else { 1 };
    }
    if first >= end || !(reading.may_be_verb(first) || reading.is_past(first)) {
        return None;
    }
    // "Going to move to Rome": the verb of being was left out with the subject.
    let going_to = reading.word(first) == "going" && reading.word(first + 1) == "to" && reading.may_be_verb(first + 2);
    let mut group = Group {
        first,
        main: if going_to { first + 2 } else { first },
        tense: if going_to { Tense::Future } else { tense_of(reading, first) },
        negated,
        modal: reading.is(first, Class::Modal).then_some(first),
        progressive: false,
        perfect: false,
    };
    let mut at = first;
    while let Some(next) = next_verb(reading, &mut group, at, end) {
        group.main = next;
        at = next;
    }
    Some(group)
}

/// Follows an auxiliary at `at` to the verb it helps.
fn next_verb(reading: &Reading<'_>, group: &mut Group, at: usize, end: usize) -> Option<usize> {
    if !reading.is_auxiliary(at) {
        return None;
    }
    let mut next = at + 1;
    while next < end && reading.is_adverb(next) && reading.pause(next) < crate::lexicon::Pause::Comma {
        group.negated |= reading.is(next, Class::Negation) && reading.word(next) != "no";
        next += 1;
    }
    if next >= end || reading.pause(next) >= crate::lexicon::Pause::Comma {
        return None;
    }
    let word = reading.word(next);
    let helps = if reading.is(at, Class::Modal) {
        reading.may_be_verb(next)
    } else if reading.is(at, Class::Be) {
        let going_to = word == "going" && reading.word(next + 1) == "to";
        if going_to && reading.may_be_verb(next + 2) {
            group.tense = Tense::Future;
            return Some(next + 2);
        }
        let progressive = reading.is_gerund(next) || word == "being";
        group.progressive |= progressive;
        progressive || word == "been"
    } else if reading.is(at, Class::Have) {
        let perfect = reading.is_past(next)
            || matches!(word, "been" | "had" | "done" | "got" | "read" | "put" | "become" | "come" | "run");
        group.perfect |= perfect;
        perfect
    } else {
        // After "do" anything that can be a verb is one.
        group.negated || (reading.words.base(word).is_some() && reading.may_be_verb(next))
    };
    (helps && (reading.may_be_verb(next) || reading.is_past(next))).then_some(next)
}

fn tense_of(reading: &Reading<'_>, at: usize) -> Tense {
    match reading.word(at) {
        "will" | "'ll" | "shall" => Tense::Future,
        "was" | "were" | "had" | "did" => Tense::Past,
        "read" | "put" | "cut" | "hit" | "set" | "let" | "quit" => Tense::Present,
        _ if reading.is_past(at) => Tense::Past,
        _ => Tense::Present,
    }
}
