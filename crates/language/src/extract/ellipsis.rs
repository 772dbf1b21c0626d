//! Fills in what an answer leaves to its question: "Do you have pets?" – "Two cats." says "I have two cats".

use std::ops::Range;

use crate::lexicon::Pause;

use super::reading::Reading;
use super::subject;
use super::words::{Class, Words};

/// A longer answer says itself what it is about.
const LONGEST_FRAGMENT: usize = 9;

/// A question put to the speaker, taken apart: "Do | you | like country music".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Question {
    /// The word it asks with: "what", "where"; none where yes or no is asked for.
    asks: Option<String>,
    /// What is counted or chosen from: "how many | dogs | do you have".
    of_what: String,
    auxiliary: String,
    /// The subject as the one who answers says it: "I", "my wife".
    subject: String,
    rest: String,
}

/// Reads the last question of a message.
pub(super) fn question(text: &str, words: &Words) -> Option<Question> {
    let reading = Reading::of(text, words);
    let sentence = reading.sentences().into_iter().rev().find(|sentence| is_asked(&reading, sentence))?;
    let mut at = sentence.start;
    if let Some(any) = any_of(&reading, sentence.clone()) {
        return Some(any);
    }
    while at < sentence.end && !(reading.is(at, Class::Wh) || reading.is_auxiliary(at)) {
        at += 1;
    }
    let asks = reading.is(at, Class::Wh).then(|| reading.word(at).to_owned());
    let auxiliary = (at..sentence.end.min(at + 8)).find(|at| reading.is_auxiliary(*at))?;
    let of_what = asks.as_ref().map_or_else(String::new, |_| written(&reading, at + 1..auxiliary));
    let start = auxiliary + 1;
    let (subject, rest) = match reading.word(start) {
        "you" | "u" | "ya" => ("I".to_owned(), start + 1),
        "anyone" | "anybody" | "somebody" | "someone" if asks.is_none() && reading.is(auxiliary, Class::Be) => {
            let rest = written(&reading, start + 1..sentence.end);
            let (of_what, subject) = (ANYBODY.to_owned(), "I".to_owned());
            return Some(Question { asks: None, of_what, auxiliary: "are".to_owned(), subject, rest });
        }
        "your" | "ur" => {
            let end = (start + 1..sentence.end).find(|at| !reading.is_any(*at, &[Class::Kin, Class::Acquaintance]))?;
            if end == start + 1 && asks.is_none() {
                return None;
            }
            // "What is your name": everything behind is what is asked for.
            let end = if asks.is_some() && reading.is(auxiliary, Class::Be) { sentence.end } else { end };
            (format!("my {}", written(&reading, start + 1..end)), end)
        }
        _ => return None,
    };
    let alternatives = (rest..sentence.end).any(|at| reading.word(at) == "or");
    let rest = written(&reading, rest..sentence.end);
    (!alternatives).then(|| Question { asks, of_what, auxiliary: reading.word(auxiliary).to_owned(), subject, rest })
}

/// Marks a question that is put to everybody, so that only "me" answers it for the speaker.
const ANYBODY: &str = "anybody";

/// "Any pets?" asks "Do you have pets", "Any allergies?" what somebody is allergic to.
fn any_of(reading: &Reading<'_>, sentence: Range<usize>) -> Option<Question> {
    let at = sentence.clone().find(|at| !reading.is_any(*at, &[Class::Coordinator, Class::Interjection]))?;
    if reading.word(at) != "any" {
        return None;
    }
    let ends = |at: &usize| {
        reading.is_any(*at, &[Class::Preposition, Class::Wh, Class::Generic, Class::You, Class::Coordinator])
            || reading.is_finite(*at)
    };
    let end = (at + 1..sentence.end).find(ends).unwrap_or(sentence.end);
    let things = written(reading, at + 1..end);
    let question = |asks: Option<&str>, auxiliary: &str, rest: String| Question {
        asks: asks.map(str::to_owned),
        of_what: String::new(),
        auxiliary: auxiliary.to_owned(),
        subject: "I".to_owned(),
        rest,
    };
    match things.to_lowercase().as_str() {
        "" => None,
        "allergies" | "food allergies" => Some(question(Some("what"), "are", "allergic to".to_owned())),
        _ => Some(question(None, "do", format!("have {things}"))),
    }
}

fn is_asked(reading: &Reading<'_>, sentence: &Range<usize>) -> bool {
    reading.gap_after(sentence.end - 1).contains('?')
}

fn written(reading: &Reading<'_>, range: Range<usize>) -> String {
    if range.is_empty() {
        return String::new();
    }
    reading.tokens.text.get(reading.tokens.span(range)).unwrap_or_default().to_owned()
}

/// Returns the sentence that an answer stands for, and which words of it were the answer.
pub(super) fn answer(question: &Question, reading: &Reading<'_>) -> Option<(String, Range<usize>)> {
    let sentence = reading.sentences().into_iter().next()?;
    if is_asked(reading, &sentence) {
        return None;
    }
    let (said, start) = yes_or_no(reading, sentence.clone());
    let me = reading.is(start, Class::MeObject);
    if question.of_what == ANYBODY {
        let alone = me && start + 1 == sentence.end;
        return alone.then(|| question.settled(true)).flatten().map(|statement| (statement, sentence));
    }
    // "Me, peanuts": who answers is no part of the answer.
    let fragment = start + usize::from(me)..sentence.end;
    if fragment.is_empty() {
        let statement = question.settled(said?)?;
        return Some((statement, sentence));
    }
    if subject::parse(reading, fragment.clone()).is_some() {
        // "I do", "I have not": an auxiliary that stands alone repeats the question.
        let short =
            fragment.len() <= 3 && reading.word(fragment.start) == "i" && reading.is_auxiliary(fragment.start + 1);
        let denied = (fragment.start..fragment.end).any(|at| reading.is(at, Class::Negation));
        let whole = short && (fragment.len() == 2 || denied);
        return if whole { Some((question.settled(!denied)?, sentence)) } else { None };
    }
    if said == Some(false) && question.asks.is_none() && reading.pause(fragment.start) < Pause::Sentence {
        return Some((question.settled(false)?, sentence));
    }
    if fragment.len() > LONGEST_FRAGMENT || said == Some(false) || !is_nominal(reading, fragment.clone()) {
        return None;
    }
    let end = (fragment.start + 1..fragment.end).find(|at| reading.pause(*at) >= Pause::Strong).unwrap_or(fragment.end);
    let statement = question.completed(&written(reading, fragment.start..end), reading, fragment.start)?;
    Some((statement, sentence))
}

/// Skips "yes" and "no" and their kind; returns which it was.
fn yes_or_no(reading: &Reading<'_>, sentence: Range<usize>) -> (Option<bool>, usize) {
    let mut said = None;
    let mut at = sentence.start;
    while at < sentence.end {
        match reading.word(at) {
            "yes" | "yeah" | "yep" | "yup" | "yea" | "sure" | "definitely" | "absolutely" | "certainly" | "totally" => {
                said = said.or(Some(true));
            }
            "nope" | "nah" => said = said.or(Some(false)),
            "no" if !reading.is_number(at + 1) && (at + 1 == sentence.end || reading.pause(at + 1) >= Pause::Comma) => {
                said = said.or(Some(false));
            }
            "not" if matches!(reading.word(at + 1), "really" | "yet" | "anymore" | "at") && sentence.end - at <= 3 => {
                return (Some(false), sentence.end);
            }
            "of" if reading.word(at + 1) == "course" => {
                said = said.or(Some(true));
                at += 1;
            }
            _ if reading.is(at, Class::Interjection) => {}
            _ => break,
        }
        at += 1;
    }
    (said, at)
}

/// Whether a fragment can be a thing: it begins like one, and is not only an exclamation.
fn is_nominal(reading: &Reading<'_>, range: Range<usize>) -> bool {
    let telling = range.clone().any(|at| super::signs::is_telling(reading, at) || reading.is_number(at));
    let you = reading.any(range.clone(), &[Class::You, Class::It]);
    telling && !you && !reading.gap_after(range.end - 1).contains('!')
}

impl Question {
    /// The statement of somebody who says yes, or no, to it.
    fn settled(&self, yes: bool) -> Option<String> {
        if self.asks.is_some() {
            return None;
        }
        let rest = self.rest.trim_start_matches("ever ").replace(" ever ", " ");
        if rest.split_whitespace().count() == 0 {
            return None;
        }
        let rest = rest.replace(" your ", " my ").replace(" any ", if yes { " " } else { " any " });
        let not = if yes { "" } else { " not" };
        let subject = &self.subject;
        Some(match self.auxiliary.as_str() {
            "do" if yes => format!("{subject} {rest}"),
            "are" if subject == "I" => format!("{subject} am{not} {rest}"),
            "does" if yes => format!("{subject} does {rest}"),
            auxiliary => format!("{subject} {auxiliary}{not} {rest}"),
        })
    }

    /// The statement of somebody who answers it with a thing.
    fn completed(&self, fragment: &str, reading: &Reading<'_>, at: usize) -> Option<String> {
        let with_preposition = reading.is(at, Class::Preposition);
        let verb = self.rest.split_whitespace().next().unwrap_or_default();
        let subject = &self.subject;
        // It was written at the beginning of a sentence and now is inside one.
        let fragment = match fragment.char_indices().nth(1) {
            Some((rest, _)) if !reading.is_name(at) => fragment[..rest].to_lowercase() + &fragment[rest..],
            _ => fragment.to_owned(),
        };
        let statement = match (self.asks.as_deref(), self.auxiliary.as_str()) {
            (Some("why"), _) => return None,
            (Some("how"), "are") if self.of_what == "old" => {
                let age = fragment.split_whitespace().next().filter(|_| reading.is_number(at))?;
                format!("I am {age} years old")
            }
            (Some("how"), "do" | "have") if self.of_what.starts_with("many") => {
                let counted = self.of_what.trim_start_matches("many").trim();
                // "Two, a boy and a girl": what is counted stands after the number.
                match fragment.split_once(',') {
                    Some((number, which)) if !number.contains(' ') => {
                        format!("{subject} {} {number} {counted},{which}", self.rest)
                    }
                    None if !fragment.contains(' ') => format!("{subject} {} {fragment} {counted}", self.rest),
                    _ => format!("{subject} {} {fragment}", self.rest),
                }
            }
            (Some("how"), "have" | "has") if self.of_what == "long" => {
                format!("{subject} have {} {fragment}", self.rest)
            }
            (Some("how"), _) => return None,
            (Some(_), "is" | "are" | "'s" | "was") if subject != "I" => {
                let called = subject.strip_suffix(" called").or_else(|| subject.strip_suffix(" named"));
                match called {
                    Some(subject) => format!("{subject} is called {fragment}"),
                    None => format!("{subject} is {fragment}"),
                }
            }
            (Some("what"), "do") if verb == "do" => format!("I work as {fragment}"),
            (Some("where"), "do") if !with_preposition => format!("{subject} {verb} in {fragment}"),
            (Some(_), "do") | (None, "do") => {
                format!("{subject} {} {fragment}", if self.asks.is_none() { verb } else { &self.rest })
            }
            (Some("where"), "are") if !with_preposition => format!("{subject} am {} in {fragment}", self.rest),
            (Some(_), "are") => format!("{subject} am {} {fragment}", self.rest),
            (Some(_), "did") if !verb.is_empty() => {
                let rest = self.rest.strip_prefix(verb).unwrap_or_default();
                format!("{subject} {}{rest} {fragment}", reading.words.past(verb))
            }
            (Some(_), auxiliary) => format!("{subject} {auxiliary} {} {fragment}", self.rest),
            (None, "have") => format!("{subject} have {verb} {fragment}"),
            (None, _) => return None,
        };
        Some(statement.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// What it asks about: the object of its verb.
    pub(super) fn object(&self) -> Option<&str> {
        let (_, object) = self.rest.split_once(' ')?;
        let words = object.split_whitespace().count();
        let of_you = object.split_whitespace().any(|word| matches!(word, "you" | "your" | "yours"));
        (self.asks.is_none() && (1..=5).contains(&words) && !of_you).then_some(object)
    }
}
