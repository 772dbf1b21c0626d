//! Finds who or what a clause is about, and the verbs that go with it.

use std::ops::Range;

use crate::lexicon::Pause;

use super::group::{self, Group};
use super::lead::{after_lead, before_vocative};
use super::reading::Reading;
use super::words::Class;

/// A clause with its parts found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parsed {
    /// Its words, without what leads into it.
    pub(super) range: Range<usize>,
    pub(super) who: Who,
    /// The words of the subject; empty where it was left out.
    pub(super) subject: Range<usize>,
    pub(super) group: Group,
    /// The first word of a condition, a time or a reason put in front.
    pub(super) fronted: Option<usize>,
}

/// Who a clause is about, as far as its own words tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// "I", or nobody named: "Just relaxing."
    Me,
    /// "we", "my wife and I".
    Us,
    You,
    /// "he", "she", "they".
    They,
    /// "my wife", "our dog".
    Related,
    /// "my job", "our house".
    Mine,
    Named,
    /// "it", "this", "there".
    It,
    /// Anybody: "people".
    Generic,
    /// Any other noun.
    Other,
}

/// How many words a subject may take before its verb.
const LONGEST_SUBJECT: usize = 9;

/// How far in front of its subject a clause may begin: "After twelve long years in the city".
const LONGEST_FRONT: usize = 16;

/// Reads the clause in these words, if it has a subject and a verb.
pub(super) fn parse(reading: &Reading<'_>, range: Range<usize>) -> Option<Parsed> {
    let start = after_lead(reading, range.clone());
    let range = range.start..before_vocative(reading, range.clone());
    if start >= range.end {
        return None;
    }
    let whole = start..range.end;
    // "My last day is Friday", "last day is Friday": a time can be what is spoken of.
    let time = is_time(reading, start) && !reading.is(start + 2, Class::Be);
    if reading.is_any(start, &[Class::Preposition, Class::Subordinator, Class::Wh]) || time {
        // A subject can begin like a front ("That is…", "Like me, she…"), so both are tried.
        if !reading.is(start, Class::It) || reading.word(start) == "that" && !reading.is_finite(start + 1) {
            return behind_front(reading, whole);
        }
    }
    at_subject(reading, whole.clone(), start)
        .or_else(|| left_out(reading, whole.clone()))
        .or_else(|| behind_front(reading, whole))
}

/// "Last year I …", "One day we …": a stretch of time put first.
fn is_time(reading: &Reading<'_>, at: usize) -> bool {
    matches!(
        reading.word(at),
        "last"
            | "next"
            | "today"
            | "yesterday"
            | "tomorrow"
            | "tonight"
            | "lately"
            | "recently"
            | "now"
            | "currently"
            | "sometimes"
            | "usually"
            | "every"
            | "once"
    )
}

/// Reads a clause whose subject begins at `start`.
fn at_subject(reading: &Reading<'_>, range: Range<usize>, start: usize) -> Option<Parsed> {
    let end = range.end;
    let parsed =
        |who, subject: Range<usize>, group| Some(Parsed { range: range.clone(), who, subject, group, fronted: None });
    let pronoun = |who| {
        let group = group::read(reading, start + 1, end)?;
        parsed(who, start..start + 1, group)
    };
    match reading.word(start) {
        "i" => return pronoun(Who::Me),
        "we" => return pronoun(Who::Us),
        _ => {}
    }
    if reading.is(start, Class::TheySubject) {
        return pronoun(Who::They);
    }
    if reading.is(start, Class::You) && !matches!(reading.word(start), "your" | "ur") {
        return pronoun(Who::You);
    }
    if reading.is(start, Class::It) && reading.is_finite(start + 1) {
        return pronoun(Who::It);
    }
    if reading.is_adverb(start) {
        return None;
    }
    let (verb, joined_with_me) = verb_after(reading, start, end)?;
    // "Give me ideas for slow walks" asks for something; "me and my brother share one" tells.
    let joined =
        |at: usize| reading.is(at + 1, Class::Coordinator) || at > start && reading.is(at - 1, Class::Coordinator);
    if (start..verb).any(|at| reading.is(at, Class::MeObject) && !joined(at)) {
        return None;
    }
    let group = group::read(reading, verb, end)?;
    let subject = start..verb;
    let who = if joined_with_me { Who::Us } else { who_is(reading, subject.clone()) };
    parsed(who, subject, group)
}

/// Finds the verb after a subject that is more than a pronoun, and whether the speaker is part of it.
fn verb_after(reading: &Reading<'_>, start: usize, end: usize) -> Option<(usize, bool)> {
    let mut joined = false;
    for at in start..end.min(start + LONGEST_SUBJECT) {
        // "Ana (9) and Ben (6) have…": an age in brackets does not end a subject.
        let bracket =
            at > start && reading.pause(at) == Pause::Strong && (reading.is_number(at) || reading.is_number(at - 1));
        if at > start && reading.pause(at) >= Pause::Comma && !reading.is(at, Class::Coordinator) && !bracket {
            return None;
        }
        if reading.word(at) == "i" {
            if at > start && reading.is(at - 1, Class::Coordinator) {
                joined = true;
                continue;
            }
            return None;
        }
        if at > start && reading.is_any(at, &[Class::TheySubject, Class::Wh]) && !reading.is(at - 1, Class::Coordinator)
        {
            return None;
        }
        let after_noun = at > start
            && !reading.is_any(
                at - 1,
                &[Class::Determiner, Class::MePossessive, Class::Preposition, Class::TheyPossessive, Class::You],
            );
        // "'s" is a verb only where no noun follows that it could own.
        let owns = reading.word(at) == "'s" && !owner_is_subject(reading, at);
        let plain = joined && at > start && reading.may_be_verb(at) && !reading.is_adverb(at);
        let plural = at > start && reading.is(at, Class::Verb) && is_plural(reading, at - 1);
        if after_noun && !owns && (reading.is_finite(at) || plain || plural) && !reading.is_number(at) {
            return Some((at, joined));
        }
    }
    None
}

/// "Ann's a teacher", "my dad's from Rome" against "my dad's house".
fn owner_is_subject(reading: &Reading<'_>, at: usize) -> bool {
    let next = at + 1;
    reading.is_any(next, &[Class::Determiner, Class::Preposition, Class::Negation])
        || reading.is_gerund(next)
        || reading.is_adverb(next)
        || reading.is_past(next)
        || reading.is_number(next)
}

fn is_plural(reading: &Reading<'_>, at: usize) -> bool {
    let word = reading.word(at);
    reading.is(at, Class::PluralNoun) || (word.len() > 3 && word.ends_with('s') && !word.ends_with("ss"))
}

/// Tells who the words of a subject stand for.
fn who_is(reading: &Reading<'_>, subject: Range<usize>) -> Who {
    let related = [Class::Kin, Class::Acquaintance];
    // What follows "of", "who" or "that" only describes.
    let described =
        |at: &usize| matches!(reading.word(*at), "of" | "who" | "that" | "with" | "in" | "at" | "from" | "for");
    let head_end = subject.clone().skip(1).find(described).unwrap_or(subject.end);
    let head = subject.start..head_end;
    if reading.is(subject.start, Class::MePossessive) {
        // "my son's school" is no person, though a son is in it.
        let owned = head.clone().any(|at| reading.word(at) == "'s") || head.end - head.start > 4;
        let last_is_person = head.clone().rev().take(2).any(|at| reading.is_any(at, &related) || reading.is_name(at));
        return if last_is_person && !owned || reading.any(head.clone(), &[Class::Kin]) {
            Who::Related
        } else {
            Who::Mine
        };
    }
    if reading.any(head.clone(), &[Class::MePossessive]) {
        return if reading.any(head, &related) { Who::Related } else { Who::Mine };
    }
    if reading.is_any(subject.start, &[Class::TheyPossessive]) {
        return Who::They;
    }
    if reading.is_name(subject.start) {
        return Who::Named;
    }
    if reading.is(subject.start, Class::Kin) && subject.len() <= 2 && !reading.is(subject.start, Class::Generic) {
        return Who::Related;
    }
    if reading.is(subject.start, Class::Generic) {
        return Who::Generic;
    }
    if reading.is(subject.start, Class::You) {
        return Who::You;
    }
    Who::Other
}

/// Reads a clause whose subject was left out, which is then the speaker: "Just got back", "Loving this", "Not into cars".
fn left_out(reading: &Reading<'_>, range: Range<usize>) -> Option<Parsed> {
    let mut at = range.start;
    while at < range.end && (reading.is_adverb(at) || reading.is(at, Class::Negation)) {
        at += 1;
    }
    let is_verb = reading.is_past(at) && !reading.is(at + 1, Class::Be)
        || reading.is_gerund(at)
        || matches!(
            reading.word(at),
            "been"
                | "am"
                | "love"
                | "like"
                | "hate"
                | "hope"
                | "need"
                | "want"
                | "enjoy"
                | "prefer"
                | "miss"
                | "have"
                | "had"
                | "can"
                | "could"
                | "was"
                | "used"
                | "planning"
        );
    if !is_verb || at >= range.end || reading.is_any(at + 1, &[Class::MeSubject, Class::TheySubject]) {
        return None;
    }
    // "Having friends who share it is fun": what is done is itself the subject.
    let is_subject = |verb: &usize| {
        let governed =
            reading.is_any(verb - 1, &[Class::MeSubject, Class::TheySubject, Class::You, Class::It, Class::Wh]);
        reading.is_any(*verb, &[Class::Be, Class::Modal]) && !governed && !reading.is_adverb(verb - 1)
    };
    if reading.is_gerund(at)
        && let Some(verb) = (at + 2..range.end.min(at + 12)).find(is_subject)
    {
        let group = group::read(reading, verb, range.end)?;
        return Some(Parsed { range: range.clone(), who: Who::Other, subject: at..verb, group, fronted: None });
    }
    let group = group::read(reading, at, range.end)?;
    Some(Parsed { range: range.clone(), who: Who::Me, subject: range.start..range.start, group, fronted: None })
}

/// Reads a clause that begins with a time, a place or a condition, to the subject behind it.
fn behind_front(reading: &Reading<'_>, range: Range<usize>) -> Option<Parsed> {
    let front = range.start;
    let mut inside = reading.is(front, Class::Subordinator) && !reading.is_gerund(front + 1);
    for at in front + 1..range.end.min(front + LONGEST_FRONT) {
        let paused = reading.pause(at) >= Pause::Comma;
        let begins =
            reading.is_any(at, &[Class::MeSubject, Class::MePossessive, Class::TheySubject, Class::It]) || paused;
        // "my" after a preposition is no subject: "in my spare time I…".
        let governed = reading.is_any(at - 1, &[Class::Preposition, Class::Determiner, Class::Coordinator]) && !paused;
        if !begins || governed {
            continue;
        }
        let after = if paused { after_lead(reading, at..range.end) } else { at };
        let Some(parsed) = at_subject(reading, front..range.end, after) else { continue };
        // The first subject behind "when" and "if" is the condition's own.
        if inside && !paused {
            inside = false;
            continue;
        }
        return Some(Parsed { fronted: Some(front), ..parsed });
    }
    // "Although I don't smoke": a clause that only leans on what was said before it.
    let leans = matches!(reading.word(front), "although" | "though" | "because" | "cause" | "cuz" | "except" | "since");
    leans.then(|| at_subject(reading, front + 1..range.end, front + 1)).flatten()
}
