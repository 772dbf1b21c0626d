//! Remembers whom a speaker has mentioned, so that "she" can be told from "he" and "they".

use super::reading::Reading;
use super::words::Class;

/// How many mentions back somebody can be meant.
const LATELY: usize = 40;

/// Somebody or something mentioned, as the speaker calls them: "my wife", "Jane".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mentioned {
    pub(super) called: String,
    sort: Sort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Male,
    Female,
    Several,
    Unknown,
}

/// Everybody a speaker has mentioned lately, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct People {
    list: Vec<Mentioned>,
}

impl People {
    /// Notes whom the words of a message up to `end` mention.
    pub(super) fn note(&mut self, reading: &Reading<'_>, from: usize, end: usize) {
        for at in from..end {
            let related = reading.is_any(at, &[Class::Kin, Class::Acquaintance]);
            let owner = (at.saturating_sub(2)..at).rev().find(|at| reading.is(*at, Class::MePossessive));
            // "Ann is not my aunt": she goes on to be meant.
            let said_of = |owner: usize| {
                owner > from
                    && (reading.is(owner - 1, Class::Be)
                        || owner > from + 1
                            && reading.is(owner - 1, Class::Negation)
                            && reading.is(owner - 2, Class::Be))
            };
            if owner.is_some_and(|owner| related && said_of(owner)) {
                continue;
            }
            if let Some(owner) = owner.filter(|_| related && reading.word(at + 1) != "'s") {
                let span = reading.tokens.span(owner..at + 1);
                let called = reading.tokens.text.get(span).unwrap_or_default().to_lowercase();
                self.list.push(Mentioned { called, sort: sort(reading, at) });
            } else if reading.is_name(at)
                && at > from
                && reading.is_any(at - 1, &[Class::Kin, Class::Acquaintance])
                && let Some(last) = self.list.last_mut()
            {
                let name = reading.tokens.text.get(reading.tokens.span(at..at + 1)).unwrap_or_default();
                last.called = format!("{} {name}", last.called);
            } else if is_somebody(reading, at) {
                let called = reading.tokens.text.get(reading.tokens.span(at..at + 1)).unwrap_or_default().to_owned();
                let same = |person: &Mentioned| person.called.split(' ').any(|word| word == called);
                let known = self.list.iter().rev().take(LATELY).position(same);
                let person = match known {
                    Some(back) => self.list.remove(self.list.len() - 1 - back),
                    None => Mentioned { called, sort: Sort::Unknown },
                };
                self.list.push(person);
            }
        }
    }

    /// How many were mentioned so far.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Whether somebody was called so among the first `count` who were mentioned.
    pub(super) fn had_mentioned(&self, noun: &str, count: usize) -> bool {
        self.list.iter().take(count).rev().take(LATELY).any(|person| person.called.split(' ').any(|word| word == noun))
    }

    /// Returns whom a pronoun stands for: the last mentioned that it fits.
    pub(super) fn meant_by(&self, reading: &Reading<'_>, at: usize) -> Option<&Mentioned> {
        let fits = |person: &&Mentioned| match person.sort {
            Sort::Male => reading.is(at, Class::Male),
            Sort::Female => reading.is(at, Class::Female),
            Sort::Several => reading.is(at, Class::Plural),
            Sort::Unknown => true,
        };
        self.list.iter().rev().take(LATELY).find(fits)
    }
}

/// Whether a name is that of somebody: one does something, or has something done to one. Places are gone to.
fn is_somebody(reading: &Reading<'_>, at: usize) -> bool {
    if !reading.is_name(at) || at == 0 && !reading.is_finite(at + 1) || reading.is_name(at + 1) {
        return false;
    }
    let before = at.saturating_sub(1);
    let doing = at > 1
        && (reading.is_any(at - 2, &[Class::MeSubject, Class::You, Class::Modal]) || reading.word(at - 2) == "to")
        && reading.may_be_verb(before);
    let known = reading.is(before, Class::Do) || reading.words.base(reading.word(before)).is_some();
    let done_to = at > 0 && (known || doing);
    let with = at > 0 && matches!(reading.word(before), "with" | "and" | "for");
    let does = reading.is_finite(at + 1) && !reading.is(before, Class::Preposition);
    reading.pause(at) < crate::lexicon::Pause::Comma && (done_to || with) || does
}

fn sort(reading: &Reading<'_>, at: usize) -> Sort {
    let word = reading.word(at);
    if reading.is(at, Class::MaleNoun) {
        Sort::Male
    } else if reading.is(at, Class::FemaleNoun) {
        Sort::Female
    } else if reading.is(at, Class::PluralNoun) || word.ends_with('s') && !word.ends_with("ss") {
        Sort::Several
    } else {
        Sort::Unknown
    }
}
