//! From a message to its claims.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::lexicon::Lexicon;
use crate::tongues::{self, Tongue};

use super::claim::{Act, Extracted, Message, Role};
use super::commands::{self, Command};
use super::ellipsis::{self, Question};
use super::pasted;
use super::people::People;
use super::reading::Reading;
use super::signs::{self, Worth};
use super::words::Words;

/// What is worth less is left out.
pub const WORTH_KEEPING: f64 = 0.29;

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
    words: Words::read(&|_, _| true),
    phrases: Lexicon::read(&signs::PHRASES),
    worth: Worth::read(),
});

/// What people say when they begin to speak for somebody else, and when they are done.
pub(super) const FRAME_FILES: [&str; 1] = [include_str!("phrases/frames.txt")];

static FRAMES: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FRAME_FILES));

/// In what spirit the messages from here on are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// In a part: what "I" says is no claim about the person.
    Play,
    /// As themselves again.
    Earnest,
}

/// What is known when a text is read.
#[derive(Clone)]
pub(super) struct Context<'c> {
    pub(super) message: &'c Message<'c>,
    /// Who is spoken to.
    pub(super) listener: &'c str,
    pub(super) question: Option<Question>,
    /// What the speaker said lately, before this message, the last first.
    pub(super) earlier: Vec<&'c str>,
    pub(super) people: People,
    /// The words of the messages before.
    pub(super) heard: HashSet<String>,
    /// Whether an assistant listens, as far as can be told, whom one can tell what to do.
    pub(super) to_assistant: bool,
    /// Where the text stands in the message, where it is not the message itself.
    pub(super) stands_for: Option<Range<usize>>,
}

impl Extractor {
    /// Returns the extractor with all its lists.
    pub fn standard() -> &'static Extractor {
        &STANDARD
    }

    /// Returns the extractor without those entries of its open lists that `keep` refuses, given their section and words.
    ///
    /// For measuring how much hangs on the lists. The words of the grammar always stay, and so does how much signs count.
    pub fn thinned(keep: &dyn Fn(&str, &str) -> bool) -> Extractor {
        let thin = |list: &'static str| {
            let mut section = "";
            let mut kept = String::with_capacity(list.len());
            for line in list.lines() {
                section = line.strip_prefix('[').and_then(|line| line.split(']').next()).unwrap_or(section);
                let is_phrase = line.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '.' | '!'));
                if !is_phrase || keep(section, line) {
                    kept.push_str(line);
                    kept.push('\n');
                }
            }
            // Lists live as long as the program, and so does what is left of them for a measurement.
            &*Box::leak(kept.into_boxed_str())
        };
        let phrases = Lexicon::read(&signs::PHRASES.map(thin));
        Extractor { words: Words::read(keep), phrases, worth: Worth::read() }
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
        let mut text = without(message.text, &pasted::find(message.text));
        let reading = Reading::of(&text, &self.words);
        let in_play = frame_of(&reading) == Some(Frame::Play);
        let commands = commands::find(&reading);
        text = without(&text, &commands.iter().map(|command| command.sentence.clone()).collect::<Vec<_>>());
        let is_english = self.is_english(message.text);
        let mut found = Vec::new();
        if is_english && !in_play {
            found = self.read(&text, self.context(message, before, None));
            self.worth.rank(&mut found);
        }
        for command in &commands {
            match command.act {
                Act::TakeBack => take_back(command, message, &mut found),
                _ => found.extend(self.obey(command, message, before, is_english)),
            }
        }
        found
    }

    /// Returns a text in which names that are known begin with a capital, so that they are read as names: "arjun quit". A
    /// name that is a word besides stays as it was written.
    pub fn with_names(&self, text: &str, names: &[String]) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        for name in names.iter().filter(|name| name.is_ascii() && name.len() > 2) {
            let small = name.to_ascii_lowercase();
            if self.words.classes(&small) != 0 || self.words.base(&small).is_some() {
                continue;
            }
            for (at, _) in text.match_indices(&small) {
                let before = text[..at].chars().next_back();
                let after = text[at + small.len()..].chars().next();
                if !before.is_some_and(is_letter) && !after.is_some_and(is_letter) {
                    bytes[at].make_ascii_uppercase();
                }
            }
        }
        String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
    }

    /// Tells whether a message begins a play, in which nobody speaks for themselves, or ends one.
    pub fn frame(&self, text: &str) -> Option<Frame> {
        frame_of(&Reading::of(text, &self.words))
    }

    /// Whether a text is to be read as English: it is, or it cannot be told and has English grammar.
    fn is_english(&self, text: &str) -> bool {
        /// In English about half of all words are of the grammar; in other languages hardly any happen to look so.
        const GRAMMAR: f64 = 0.3;
        if tongues::detect(text).is_none_or(|tongue| tongue == Tongue::ENGLISH) {
            return true;
        }
        let words: Vec<String> = words_of(text).filter(|word| !word.is_empty()).take(200).collect();
        let grammar = words.iter().filter(|word| self.words.is_grammar(word)).count();
        grammar as f64 >= GRAMMAR * words.len() as f64
    }

    /// The claims of a command: what is to be kept in the third person where it can be read, else as it was said.
    fn obey(&self, command: &Command, message: &Message<'_>, before: &[Message<'_>], english: bool) -> Vec<Extracted> {
        let what = message.text.get(command.what.clone()).unwrap_or_default();
        let context = self.context(message, before, Some(command.sentence.clone()));
        let read = if english && command.act == Act::Remember { self.read(what, context) } else { Vec::new() };
        if read.is_empty() {
            return vec![commands::verbatim(command, message)];
        }
        let kept = |claim: Extracted| Extracted { act: Act::Remember, confidence: 1.0, worth: 1.0, ..claim };
        read.into_iter().map(kept).collect()
    }

    /// What is known before a message is read.
    fn context<'c>(
        &self,
        message: &'c Message<'c>,
        before: &'c [Message<'c>],
        stands_for: Option<Range<usize>>,
    ) -> Context<'c> {
        let last = before.last().filter(|last| last.speaker != message.speaker);
        let question = last.and_then(|last| ellipsis::question(last.text, &self.words));
        let to_assistant = last.is_none_or(|last| last.speaker.role == Role::Assistant);
        let listener = match last.map(|last| last.speaker) {
            Some(speaker) if speaker.role == Role::Assistant => "the assistant",
            Some(speaker) => speaker.name.unwrap_or("the other person"),
            None => "the other person",
        };
        let mut own: Vec<&Message<'_>> = before.iter().filter(|earlier| earlier.speaker == message.speaker).collect();
        own.drain(..own.len().saturating_sub(REMEMBERED));
        let mut people = People::default();
        for earlier in &own {
            let reading = Reading::of(earlier.text, &self.words);
            people.note(&reading, 0, reading.len());
        }
        let earlier = own.iter().rev().map(|message| message.text).collect();
        let heard = before.iter().flat_map(|earlier| words_of(earlier.text)).collect();
        Context { message, listener, question, earlier, people, heard, to_assistant, stands_for }
    }
}

fn frame_of(reading: &Reading<'_>) -> Option<Frame> {
    let hits = FRAMES.find(&reading.tokens);
    let last = hits.iter().max_by_key(|hit| hit.at.start)?;
    Some(if FRAMES.sections[last.section].name == "play" { Frame::Play } else { Frame::Earnest })
}

/// Drops what a message takes back itself; where that is nothing, it is what was said in the message before.
fn take_back(command: &Command, message: &Message<'_>, found: &mut Vec<Extracted>) {
    let start = command.sentence.start;
    let outside = [message.text.get(..start), message.text.get(command.sentence.end..)];
    let more = outside.iter().flatten().any(|text| text.chars().any(char::is_alphanumeric)) || !command.what.is_empty();
    if command.private && more {
        return found.clear();
    }
    let before = found.iter().map(|claim| claim.clause.span.start).filter(|at| *at < start).max();
    let Some(last) = before else { return found.push(commands::verbatim(command, message)) };
    // What was said in the sentence before the command, or the last that claimed anything.
    let sentence = message.text.get(..last).and_then(|text| text.rfind(['.', '!', '?', '\n'])).unwrap_or(0);
    found.retain(|claim| claim.clause.span.start > start || claim.clause.span.start < sentence);
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase)
}

/// Replaces parts of a text by line breaks, so that places stay the same.
pub(super) fn without(text: &str, parts: &[Range<usize>]) -> String {
    let mut letters = text.as_bytes().to_vec();
    for part in parts {
        letters[part.clone()].fill(b'\n');
    }
    String::from_utf8(letters).unwrap_or_default()
}
