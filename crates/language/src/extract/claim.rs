//! What goes in and what comes out.

use std::ops::Range;

use cofio_domain::axes::Kind;
use jiff::Zoned;
use serde::Serialize;

use crate::dates::Mention;

pub use super::group::Tense;

/// One message, and when it was said.
#[derive(Debug, Clone, Copy)]
pub struct Message<'m> {
    /// Its words.
    pub text: &'m str,
    /// Who says it.
    pub speaker: Speaker<'m>,
    /// When it was said, in the speaker's zone.
    pub at: &'m Zoned,
}

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Speaker<'m> {
    /// What they are called; without a name a person is "User".
    pub name: Option<&'m str>,
    /// What they are.
    pub role: Role,
}

/// What a speaker is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A person: what they say of themselves is worth knowing.
    Person,
    /// An assistant or a tool: what it says is read only to understand the person's answer.
    Assistant,
}

/// One thing a message does to what is known.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Extracted {
    /// What is to be done with it.
    pub act: Act,
    /// The claim in the third person, readable on its own: "User's wife is named Jane".
    pub content: String,
    /// The claim in the speaker's own words, with what they left out filled in: "I have two cats".
    pub said: String,
    /// What sort of claim it is.
    pub kind: Kind,
    /// The area of life it belongs to, where anything speaks for one.
    pub domain: Option<String>,
    /// What it is about, where it gives a value for something that has one: `home`, `wife.name`, `allergy`.
    pub key: Option<String>,
    /// That value.
    pub value: Option<String>,
    /// How sure the speaker is, from 0 to 1.
    pub confidence: f64,
    /// How much it matters, by its kind.
    pub importance: f64,
    /// How likely it is to be worth keeping, from 0 to 1.
    pub worth: f64,
    /// The times it names.
    pub times: Vec<Mention>,
    /// The clause it was read from.
    pub clause: Clause,
    /// What spoke for and against keeping it.
    pub signs: Vec<&'static str>,
}

/// What is to be done with a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// It is said for the first time.
    Add,
    /// It replaces something said before: "actually, make that 55".
    Correct,
    /// It no longer holds, or was never meant: "I no longer smoke", "forget what I said about Rome".
    Retract,
    /// It was said before and is said again.
    Affirm,
    /// The person asks for it to be kept.
    Remember,
    /// The person asks for it to be forgotten; the content says what.
    Forget,
    /// What they said just before was not meant, or is not to be kept: "just kidding", "don't save that".
    TakeBack,
}

/// The clause a claim was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// Who or what it is about.
    pub subject: Subject,
    /// Whether it says that something is so.
    pub polarity: Polarity,
    /// How it is meant.
    pub modality: Modality,
    /// When it is so.
    pub tense: Tense,
    /// Its main verb, in small letters.
    pub verb: String,
    /// Where it stands in the message, in bytes.
    pub span: Range<usize>,
}

/// Who or what a clause is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// The speaker, alone or with others.
    Speaker,
    /// Somebody they know, as named in the clause: "wife", "Jane".
    Person(String),
    /// Something else that concerns the speaker.
    Other,
}

/// Whether a clause says that something is so, or that it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Polarity {
    /// It is so.
    Affirmed,
    /// It is not so.
    Denied,
}

/// How a clause is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Modality {
    /// It is so.
    Fact,
    /// It may be so, or is being thought about.
    Hedge,
    /// It is wanted.
    Wish,
    /// It is going to be done.
    Plan,
    /// It is imagined.
    Hypothetical,
    /// It is asked.
    Question,
    /// It is to be done.
    Imperative,
    /// Somebody else says so.
    Reported,
}
