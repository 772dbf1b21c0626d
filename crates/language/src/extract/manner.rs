//! How a clause is meant, how sure its speaker is, and whether it claims anything about anybody at all.

use std::ops::Range;

use crate::lexicon::{Hit, Lexicon, Pause};

use super::claim::Modality;
use super::group::Tense;
use super::reading::Reading;
use super::subject::{Parsed, Who};
use super::words::Class;

/// How sure somebody is who says so plainly.
const PLAIN: f64 = 0.9;

/// The sections of the phrase lists that were found in a clause.
#[derive(Debug, Clone, Default)]
pub(super) struct Sections {
    pub(super) names: Vec<&'static str>,
    /// Those that begin the clause, with its subject.
    leading: Vec<&'static str>,
    /// The least sure phrase of those that say how sure somebody is.
    surety: Option<f64>,
}

impl Sections {
    /// Those of a clause, what leads into it from `start` on included.
    pub(super) fn of(lexicon: &Lexicon, hits: &[Hit], parsed: &Parsed, start: usize) -> Sections {
        let mut sections = Sections::default();
        for hit in within(hits, &(start.min(parsed.range.start)..parsed.range.end)) {
            let name = lexicon.sections[hit.section].name;
            if !sections.names.contains(&name) {
                sections.names.push(name);
            }
            if hit.at.start <= parsed.subject.start.max(parsed.range.start) {
                sections.leading.push(name);
            }
            if matches!(name, "hedge" | "wish" | "plan") {
                let weight = f64::from(hit.weight);
                sections.surety = Some(sections.surety.map_or(weight, |least: f64| least.min(weight)));
            }
        }
        sections
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// Whether the clause begins with such a phrase, so that all of it is meant so.
    pub(super) fn leads_with(&self, name: &str) -> bool {
        self.leading.contains(&name)
    }

    /// How the clause is meant.
    pub(super) fn modality(&self, parsed: &Parsed) -> Modality {
        if self.has("hypothetical") {
            Modality::Hypothetical
        } else if self.leads_with("reported") {
            Modality::Reported
        } else if self.has("hedge") {
            Modality::Hedge
        } else if self.has("wish") {
            Modality::Wish
        } else if self.has("plan") || parsed.group.tense == Tense::Future {
            Modality::Plan
        } else {
            Modality::Fact
        }
    }

    /// How sure the speaker is, from 0 to 1.
    pub(super) fn confidence(&self) -> f64 {
        // Weights are written with one digit; as they are read they have a tail.
        self.surety.map_or(PLAIN, |surety| (surety * 100.0).round() / 100.0)
    }
}

/// The phrases that begin within a range, of all that were found, in order.
pub(super) fn within<'h>(hits: &'h [Hit], range: &Range<usize>) -> &'h [Hit] {
    let first = hits.partition_point(|hit| hit.at.start < range.start);
    let last = hits.partition_point(|hit| hit.at.start < range.end);
    hits.get(first..last).unwrap_or_default()
}

/// Whether a clause says nothing of anybody worth knowing: of the listener, of everybody, of nobody.
/// What has a day to come concerns whoever tells it.
pub(super) fn is_no_claim(reading: &Reading<'_>, parsed: &Parsed, sections: &Sections, dated: bool) -> bool {
    let me = [Class::MeSubject, Class::MeObject, Class::MePossessive, Class::MeReflexive, Class::MeIndependent];
    let of_me = parsed.subject.is_empty() || reading.any(parsed.range.clone(), &me);
    let nobody = matches!(parsed.who, Who::It | Who::Generic | Who::Other) && !of_me && !dated;
    nobody
        || parsed.who == Who::You
        || sections.leads_with("small_talk")
        || sections.leads_with("request")
        || sections.leads_with("opinion_of_you")
        || sections.leads_with("reported")
        || sections.has("hypothetical")
        || sections.leads_with("generic") && !of_me
}

/// Whether a clause, said to an assistant, is only imagined or says nothing.
pub(super) fn is_idle(reading: &Reading<'_>, parsed: &Parsed, sections: &Sections) -> bool {
    says_nothing(reading, parsed) || is_imagined(reading, parsed, sections)
}

/// "I would name him Rex" is no more than imagined; "I would love to" is a wish.
fn is_imagined(reading: &Reading<'_>, parsed: &Parsed, sections: &Sections) -> bool {
    let would = parsed.group.modal.is_some_and(|modal| matches!(reading.word(modal), "would" | "'d"));
    would && matches!(parsed.who, Who::Me | Who::Us) && !sections.has("wish") && !parsed.group.perfect
}

/// "I like", "I have two", "I know that one": verbs that say nothing by themselves, and nothing behind them.
fn says_nothing(reading: &Reading<'_>, parsed: &Parsed) -> bool {
    const EMPTY: [&str; 15] = [
        "have", "has", "had", "like", "love", "want", "need", "know", "see", "do", "did", "get", "got", "said", "mean",
    ];
    let main = parsed.group.main;
    let told = (main + 1..parsed.range.end).any(|at| super::signs::is_telling(reading, at) || reading.is_name(at));
    let plain = parsed.subject.start.saturating_sub(parsed.range.start) <= 2 && parsed.subject.len() <= 1;
    plain && EMPTY.contains(&reading.word(main)) && !told
}

/// Whether a sentence asks: by its mark, or by a verb before its subject.
pub(super) fn is_question(reading: &Reading<'_>, sentence: &Range<usize>) -> bool {
    if reading.gap_after(sentence.end - 1).contains(['?', '？']) {
        return true;
    }
    let lead =
        |at: &usize| !reading.is_any(*at, &[Class::Interjection, Class::Coordinator]) || reading.is(*at, Class::Wh);
    let at = sentence.clone().find(lead).unwrap_or(sentence.start);
    let subject = |at: usize| {
        reading.is_any(at, &[Class::You, Class::TheySubject, Class::MeSubject])
            || matches!(reading.word(at), "it" | "there")
    };
    let asks_what = reading.is(at, Class::Wh) && reading.is_auxiliary(at + 1) && subject(at + 2);
    let turned = reading.is_auxiliary(at) && subject(at + 1) && reading.pause(at + 1) == Pause::None;
    asks_what || turned && reading.word(at) != "had"
}

/// What is told in a sentence before it turns to asking: "I like tea and you?".
pub(super) fn before_question(reading: &Reading<'_>, sentence: &Range<usize>) -> Range<usize> {
    let you = |at: usize| matches!(reading.word(at), "you" | "your" | "u" | "ya" | "yours");
    let asks = |at: usize| {
        let joined = reading.pause(at) >= Pause::Comma || reading.is(at - 1, Class::Coordinator);
        let wh = reading.is(at, Class::Wh);
        let turned = reading.is_auxiliary(at)
            && (you(at + 1)
                || joined
                    && reading.is_any(at + 1, &[Class::It, Class::TheySubject, Class::MeSubject, Class::Determiner]));
        let of_you = wh
            && (at + 1..at + 4).any(you)
            && (joined || reading.is_auxiliary(at + 1) || reading.word(at + 1) == "about");
        turned || of_you || joined && (wh || you(at))
    };
    match (sentence.start + 2..sentence.end).find(|at| asks(*at)) {
        Some(at) => {
            let joins = reading.is(at - 1, Class::Coordinator);
            sentence.start..if joins { at - 1 } else { at }
        }
        None => sentence.start..sentence.start,
    }
}
