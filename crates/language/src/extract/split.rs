//! Divides a sentence into the clauses that say something of their own.
//!
//! A reason, a time and a relative clause stay with what they explain. What has a subject of its own after "and", "but",
//! a comma or a dash stands alone, and so does a second thing done by the same subject.

use std::ops::Range;

use crate::lexicon::Pause;

use super::group;
use super::reading::Reading;
use super::words::Class;

/// A clause before its parts are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    /// It goes on with the subject of the part before it.
    pub(super) shares_subject: bool,
}

/// Divides a sentence.
pub(super) fn split(reading: &Reading<'_>, sentence: Range<usize>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut start = sentence.start;
    let mut shares = false;
    for at in sentence.start + 1..sentence.end {
        let Some(opening) = opening(reading, start, at, sentence.end) else { continue };
        parts.push(Part { range: start..at, shares_subject: shares });
        start = at;
        shares = opening == Opening::SharedSubject;
    }
    parts.push(Part { range: start..sentence.end, shares_subject: shares });
    parts
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    OwnSubject,
    SharedSubject,
}

/// Tells whether a clause begins at `at`, given that the current one began at `start`.
fn opening(reading: &Reading<'_>, start: usize, at: usize, end: usize) -> Option<Opening> {
    let pause = reading.pause(at);
    if runs_on(reading, start, at, end) {
        return Some(Opening::OwnSubject);
    }
    let coordinator = reading.is(at, Class::Coordinator);
    if pause < Pause::Comma && !coordinator || !has_verb(reading, start..at) {
        return None;
    }
    // "When I was young, I…": the front belongs to what follows it.
    if pause == Pause::Comma && !coordinator && in_front(reading, start, at) {
        return None;
    }
    let mut first = at;
    while first < end && reading.is_any(first, &[Class::Coordinator, Class::Interjection]) | reading.is_adverb(first) {
        first += 1;
    }
    if begins_with_subject(reading, first, end) {
        return Some(Opening::OwnSubject);
    }
    let goes_on = coordinator
        && reading.word(at) != "or"
        && first < end
        && reading.words.base(reading.word(at - 1)).is_none()
        && end - first >= 3
        && reading.is(first, Class::Lasting)
        && shared_verb(reading, start, first);
    goes_on.then_some(Opening::SharedSubject)
}

/// "I am tired I work all week": a second "I" after words that no relative clause hangs on.
fn runs_on(reading: &Reading<'_>, start: usize, at: usize, end: usize) -> bool {
    let before = at - 1;
    let closed = reading.is_any(before, &[Class::It, Class::MeObject, Class::TheyObject])
        || reading.is_adverb(before) && !reading.is(before, Class::Negation)
        || matches!(reading.word(before), "lol" | "haha");
    reading.word(at) == "i"
        && closed
        && before > start + 1
        && !reading.is_any(before, &[Class::Subordinator, Class::Wh, Class::Mental, Class::Determiner])
        && has_verb(reading, start..before)
        && !reading.is_any(start, &[Class::Subordinator, Class::Preposition])
        && group::read(reading, at + 1, end).is_some()
}

fn has_verb(reading: &Reading<'_>, range: Range<usize>) -> bool {
    range.into_iter().any(|at| reading.is_finite(at) || reading.is(at, Class::Verb) || reading.is_gerund(at))
}

/// Whether the words from `start` are a condition, a time or a place that only leads to the clause at `at`.
fn in_front(reading: &Reading<'_>, start: usize, at: usize) -> bool {
    let mut first = start;
    while first < at
        && reading.is_any(first, &[Class::Coordinator, Class::Interjection])
        && !reading.is(first, Class::Subordinator)
    {
        first += 1;
    }
    reading.is_any(first, &[Class::Subordinator, Class::Preposition]) && !reading.is(first, Class::It)
}

/// Whether a subject with its verb begins at `at`.
fn begins_with_subject(reading: &Reading<'_>, at: usize, end: usize) -> bool {
    if reading.is_any(at, &[Class::MeSubject, Class::TheySubject])
        || matches!(reading.word(at), "you" | "it" | "this" | "that" | "there")
    {
        return reading.is_finite(at + 1) || group::read(reading, at + 1, end).is_some();
    }
    if reading.is(at, Class::Weekday) {
        return reading.is_finite(at + 1);
    }
    let begins =
        reading.is_any(at, &[Class::MePossessive, Class::TheyPossessive, Class::Determiner]) || reading.is_name(at);
    if !begins {
        return false;
    }
    let limit = end.min(at + 6);
    let stops = |at: usize| reading.pause(at) >= Pause::Comma || reading.is_any(at, &[Class::Preposition, Class::Wh]);
    for verb in at + 1..limit {
        if stops(verb) {
            return false;
        }
        let told = reading.is_third_person(verb) || reading.is_past(verb);
        if reading.is_auxiliary(verb) && reading.word(verb) != "'s" || told && verb > at + 1 {
            return true;
        }
    }
    false
}

/// Whether the word at `at` is a verb in the same form as the first one after `start`: "have a dog and love it".
fn shared_verb(reading: &Reading<'_>, start: usize, at: usize) -> bool {
    let verb = (start..at).find(|at| reading.is_finite(*at) || reading.is(*at, Class::Verb));
    let Some(verb) = verb else { return false };
    let to_before = (start..at).any(|at| reading.word(at) == "to" && reading.is(at + 1, Class::Verb));
    if reading.is_past(verb) {
        return reading.is_past(at);
    }
    let present = reading.is_any(at, &[Class::Be, Class::Have, Class::Do, Class::Modal])
        || reading.is(at, Class::Verb) && !to_before;
    present && !reading.is_gerund(at)
}
