//! Standing orders to an assistant: "always answer in German" says how the person wants to be helped.

use std::ops::Range;

use cofio_domain::axes::Kind;
use cofio_domain::policy::importance::{self, TimeFrame};

use crate::domains;
use crate::kinds;
use crate::lexicon::Pause;
use crate::marks::{self, Mark};

use super::claim::{Act, Clause, Extracted, Modality, Polarity, Role, Subject, Tense};
use super::extractor::Context;
use super::reading::Reading;
use super::rephrase;
use super::subject::{self, Who};
use super::words::Class;

/// How sure somebody is who says what they want done.
const CONFIDENCE: f64 = 0.9;

/// Reads a sentence as an order that holds from now on, if it is one.
///
/// `ordered` where a phrase says so by itself: "no bullet points".
pub(super) fn claim(
    reading: &Reading<'_>,
    sentence: Range<usize>,
    context: &Context<'_>,
    ordered: bool,
) -> Option<Extracted> {
    // "My oven is American, use Fahrenheit from now on": the order comes last.
    let order = (sentence.start + 1..sentence.end).rev().find(|at| {
        let verb = reading.is(*at, Class::Verb) || reading.is(*at, Class::Do) || reading.word(*at) == "always";
        reading.pause(*at) >= Pause::Comma && verb
    });
    whole(reading, sentence.clone(), context, ordered)
        .or_else(|| whole(reading, order?..sentence.end, context, ordered))
}

fn whole(reading: &Reading<'_>, sentence: Range<usize>, context: &Context<'_>, ordered: bool) -> Option<Extracted> {
    if !context.to_assistant || context.message.speaker.role != Role::Person {
        return None;
    }
    let span = reading.tokens.span(sentence.clone());
    let text = reading.tokens.text.get(span.clone())?;
    let lasting = ordered
        || Mark::Instruction.is_in(marks::notice(text))
        || sentence.clone().any(|at| is_of_answers(reading, at) || is_from_now_on(reading, at));
    // "Whenever I mention Rome" only leads to something.
    let unfinished = reading.is_any(sentence.start, &[Class::Subordinator, Class::Wh])
        && !sentence.clone().skip(1).any(|at| reading.pause(at) >= Pause::Comma);
    let parsed = subject::parse(reading, sentence);
    if !lasting || unfinished || parsed.is_some_and(|parsed| !matches!(parsed.who, Who::Other | Who::You)) {
        return None;
    }
    let kind = if ordered { Kind::Style } else { kinds::guess(text) };
    if !matches!(
        kind,
        Kind::Style | Kind::Procedure | Kind::Constraint | Kind::Identity | Kind::Preference | Kind::Fact
    ) {
        return None;
    }
    let said = rephrase::tidy(text);
    let me = context.message.speaker.name.unwrap_or("User");
    Some(Extracted {
        act: Act::Add,
        content: format!("{me} asks: {}", said.replace(" me ", " them ").replace(" my ", " their ")),
        kind,
        domain: domains::detect(&said, &[]).into_iter().next().map(|found| found.domain),
        key: None,
        value: None,
        confidence: CONFIDENCE,
        importance: importance::by_default(kind, TimeFrame::Absent, false),
        worth: CONFIDENCE,
        times: Vec::new(),
        clause: Clause {
            subject: Subject::Speaker,
            polarity: Polarity::Affirmed,
            modality: Modality::Imperative,
            tense: Tense::Present,
            verb: String::new(),
            span: context.stands_for.clone().unwrap_or(span),
        },
        signs: vec!["instruction"],
        said,
    })
}

fn is_from_now_on(reading: &Reading<'_>, at: usize) -> bool {
    reading.word(at) == "from" && matches!(reading.word(at + 1), "now" | "here") && reading.word(at + 2) == "on"
}

/// "your answers", "your tone": how the assistant is to speak in general.
fn is_of_answers(reading: &Reading<'_>, at: usize) -> bool {
    let plural = ["answers", "replies", "responses", "tone", "messages", "explanations", "style", "wording"];
    matches!(reading.word(at), "your" | "all" | "every") && plural.contains(&reading.word(at + 1))
        || reading.word(at) == "call" && reading.word(at + 1) == "me"
}
