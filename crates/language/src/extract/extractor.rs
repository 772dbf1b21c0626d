//! From a message to its claims.

use std::ops::Range;
use std::sync::LazyLock;

use crate::lexicon::Lexicon;
use crate::tongues::{self, Tongue};

use super::claim::{Extracted, Message, Role};
use super::commands;
use super::ellipsis::{self, Question};
use super::pasted;
use super::people::People;
use super::reading::Reading;
use super::signs::{self, Worth};
use super::words::Words;

/// What is worth less is left out.
pub const WORTH_KEEPING: f64 = 0.4;

/// How far back somebody can be meant by "she".
const REMEMBERED: usize = 4;

/// Everything the extractor knows before it has read a message.
#[derive(Debug)]
pub struct Extractor {
    pub(super) words: Words,
    pub(super) phrases: Lexicon,
    pub(super) worth: Worth,
}

static STANDARD: LazyLock<Extractor> = LazyLock::new(|| Extractor {
    words: Words::read(&|_| true),
    phrases: Lexicon::read(&signs::PHRASES),
    worth: Worth::read(),
});

/// What is known when a text is read.
pub(super) struct Context<'c> {
    pub(super) message: &'c Message<'c>,
    /// Who is spoken to.
    pub(super) listener: &'c str,
    pub(super) question: Option<&'c Question>,
    pub(super) people: People,
    /// Where the text stands in the message, where it is not the message itself.
    pub(super) stands_for: Option<Range<usize>>,
}

impl Extractor {
    /// Returns the extractor with all its lists.
    pub fn standard() -> &'static Extractor {
        &STANDARD
    }

    /// Returns the extractor without those words and phrases of its open lists that `keep` refuses.
    ///
    /// For measuring how much hangs on the lists. The words of the grammar always stay.
    pub fn thinned(keep: &dyn Fn(&str) -> bool) -> Extractor {
        let is_phrase = |line: &str| line.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '.' | '!'));
        let thin = |list: &'static str| {
            let lines: Vec<&str> = list.lines().filter(|line| !is_phrase(line) || keep(line)).collect();
            // The lists live as long as the program; so does what is left of them for a measurement.
            &*Box::leak(lines.join("\n").into_boxed_str())
        };
        Extractor {
            words: Words::read(keep),
            phrases: Lexicon::read(&signs::PHRASES.map(thin)),
            worth: Worth::read(),
        }
    }

    /// Returns what a message claims, given the few messages before it.
    pub fn extract(&self, message: &Message<'_>, before: &[Message<'_>]) -> Vec<Extracted> {
        let mut found = self.candidates(message, before);
        found.retain(|claim| claim.worth >= WORTH_KEEPING);
        found
    }

    /// Returns every clause of a message that could be a claim, with what it is worth.
    pub fn candidates(&self, message: &Message<'_>, before: &[Message<'_>]) -> Vec<Extracted> {
        if message.speaker.role == Role::Assistant {
            return Vec::new();
        }
        let text = without_pasted(message.text);
        if tongues::detect(&text).is_some_and(|tongue| tongue != Tongue::ENGLISH) {
            return commands::find(self, message, &text);
        }
        let last = before.last().filter(|last| last.speaker != message.speaker);
        let question = last.and_then(|last| ellipsis::question(last.text, &self.words));
        let listener = match last.map(|last| last.speaker) {
            Some(speaker) if speaker.role == Role::Assistant => "the assistant",
            Some(speaker) => speaker.name.unwrap_or("the other person"),
            None => "the other person",
        };
        let mut people = People::default();
        let own = before.iter().rev().take(REMEMBERED).filter(|earlier| earlier.speaker == message.speaker);
        for earlier in own.collect::<Vec<_>>().into_iter().rev() {
            let reading = Reading::of(earlier.text, &self.words);
            people.note(&reading, 0, reading.len());
        }
        let context = Context { message, listener, question: question.as_ref(), people, stands_for: None };
        let mut found = self.read(&text, context);
        found.extend(commands::find(self, message, &text));
        found
    }
}

/// Replaces what was pasted by line breaks, so that places stay the same.
fn without_pasted(text: &str) -> String {
    let mut letters = text.as_bytes().to_vec();
    for range in pasted::find(text) {
        letters[range].fill(b'\n');
    }
    String::from_utf8(letters).unwrap_or_default()
}
