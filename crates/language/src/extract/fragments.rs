//! What is said without a subject and a verb: "lactose intolerant", "one cat called Kevin", "goal for the year: ten pull-ups".

use std::ops::Range;
use std::sync::LazyLock;

use cofio_domain::policy::importance::{self, TimeFrame};

use crate::lexicon::{Hit, Lexicon, Pause};
use crate::{domains, kinds};

use super::claim::{Act, Clause, Extracted, Modality, Polarity, Subject, Tense};
use super::extractor::Context;
use super::manner;
use super::reading::Reading;
use super::rephrase;
use super::words::Class;

pub(super) const FILES: [&str; 1] = [include_str!("phrases/fill.txt")];

static FILL: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// How far into a sentence a label may reach.
const LONGEST_LABEL: usize = 10;

/// How sure and how worth keeping a label is.
const CONFIDENCE: f64 = 0.8;

/// A label's section; the other sections have remarks that are put before what they find.
const LABEL: &str = "label";

/// Finds the fragments and labels of a whole text.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Hit> {
    let mut hits = FILL.find(&reading.tokens);
    hits.sort_by_key(|hit| hit.at.start);
    hits
}

/// Returns the statement that a sentence stands for that begins with a fragment, and where the fragment ends.
pub(super) fn filled(reading: &Reading<'_>, hits: &[Hit], sentence: &Range<usize>) -> Option<(String, usize)> {
    let start = sentence.clone().find(|at| !reading.is(*at, Class::Interjection) || is_number(reading, *at))?;
    let here = |hit: &&Hit| hit.at.start == start && hit.at.end <= sentence.end;
    let hit = manner::within(hits, sentence).iter().filter(here).find(|hit| FILL.sections[hit.section].name != LABEL);
    let (before, end) = match hit {
        Some(hit) => {
            let section = &FILL.sections[hit.section];
            let stops = |at: &usize| {
                reading.pause(*at) >= Pause::Strong
                    || reading.pause(*at) == Pause::Comma && section.name == "have"
                    || reading.is_any(*at, &[Class::MeSubject, Class::TheySubject])
            };
            (section.remark, (hit.at.end.max(start + 1)..sentence.end).find(stops).unwrap_or(sentence.end))
        }
        // "Ana here": who writes.
        None if reading.is_name(start) && reading.word(start + 1) == "here" && sentence.end <= start + 3 => {
            return Some((format!("My name is {}", written(reading, start..start + 1)), sentence.end));
        }
        None => return None,
    };
    // "Currently" says no more than the verb that is put in.
    let start = if reading.word(start) == "currently" { start + 1 } else { start };
    let fragment = written(reading, start..end);
    let mut letters = fragment.chars();
    let first = letters.next().filter(|_| !reading.is_name(start))?.to_lowercase().collect::<String>();
    Some((format!("{before} {first}{}", letters.as_str()), end))
}

fn is_number(reading: &Reading<'_>, at: usize) -> bool {
    reading.is_number(at) || reading.word(at) == "no" && reading.pause(at + 1) == Pause::None
}

fn written(reading: &Reading<'_>, words: Range<usize>) -> String {
    reading.tokens.text.get(reading.tokens.span(words)).unwrap_or_default().to_owned()
}

/// Where a sentence goes on after what it is only headed by: "for the record: …".
pub(super) fn after_label(reading: &Reading<'_>, sentence: &Range<usize>) -> Option<usize> {
    let last = sentence.end.min(sentence.start + LONGEST_LABEL);
    (sentence.start + 1..last).find(|at| {
        let gap = reading.gap_after(at - 1);
        gap.contains(':') && gap.len() > 1
    })
}

/// The claim of a label that is the speaker's own, with everything behind it.
pub(super) fn labelled(
    reading: &Reading<'_>,
    hits: &[Hit],
    sentence: &Range<usize>,
    context: &Context<'_>,
) -> Option<Extracted> {
    let value = after_label(reading, sentence)?;
    let label = sentence.start..value;
    manner::within(hits, &label).iter().find(|hit| {
        FILL.sections[hit.section].name == LABEL && label.contains(&hit.at.start) && hit.at.end <= label.end
    })?;
    let start = label.clone().find(|at| !reading.is_any(*at, &[Class::Interjection, Class::MePossessive]))?;
    let me = context.message.speaker.name.unwrap_or("User");
    let end = (value + 1..sentence.end).find(|at| reading.is(*at, Class::Subordinator)).unwrap_or(sentence.end);
    let what = rephrase::tidy(&written(reading, value..end));
    let of = written(reading, start..value);
    let lower = of.chars().next()?.to_lowercase().collect::<String>() + of.get(of.chars().next()?.len_utf8()..)?;
    let said = format!("My {lower}: {what}");
    let kind = kinds::guess(&said);
    Some(Extracted {
        act: Act::Add,
        content: format!("{me}'s {lower}: {what}"),
        kind,
        domain: domains::detect(&said, &[]).into_iter().next().map(|found| found.domain),
        key: Some(lower.to_lowercase()),
        value: Some(what),
        confidence: CONFIDENCE,
        importance: importance::by_default(kind, TimeFrame::Absent, false),
        worth: CONFIDENCE,
        times: Vec::new(),
        clause: Clause {
            subject: Subject::Speaker,
            polarity: Polarity::Affirmed,
            modality: Modality::Fact,
            tense: Tense::Present,
            verb: String::new(),
            span: context.stands_for.clone().unwrap_or_else(|| reading.tokens.span(sentence.clone())),
        },
        signs: vec![LABEL],
        said,
    })
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

    #[test]
    fn a_fragment_stands_for_a_sentence() {
        let words = Words::read(&|_, _| true);
        for (text, statement) in [
            ("lactose intolerant and tired of it", Some("I am lactose intolerant and tired of it")),
            ("yes, still vegan", Some("I am still vegan")),
            ("two dogs called Rex and Bo, both old", Some("I have two dogs called Rex and Bo")),
            ("no kids of my own, thank god", Some("I have no kids of my own")),
            ("Nadia here.", Some("My name is Nadia")),
            ("nice weather", None),
        ] {
            let reading = Reading::of(text, &words);
            let found = filled(&reading, &find(&reading), &(0..reading.len()));
            assert_eq!(found.map(|(statement, _)| statement).as_deref(), statement, "{text}");
        }
    }
}
