//! What comes out: the text for the prompt, and an account of every line in it and of what was left out.

use std::borrow::Cow;
use std::fmt;

use cofio_domain::axes::Tier;
use cofio_domain::domains::DomainName;
use cofio_domain::id::MemoryId;
use cofio_domain::time::Timestamp;
use serde::{Serialize, Serializer};

use super::budget::Budget;
use super::held::Section;
use super::knobs::Template;
use crate::recall::CacheUse;

/// A context block and everything about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Context {
    /// The whole as one block, for callers with one place to put it. It begins with what the baseline begins with.
    pub text: String,
    /// The baseline as a block of its own: the same bytes for the whole session. For the end of the system message.
    pub baseline: String,
    /// The rest as a block of its own, for just before the last message. Empty where there is nothing to say.
    pub tail: String,
    /// The lines of the routed domains.
    pub routed: String,
    /// What changed since the session began.
    pub delta: String,
    /// The lines that were found for this message.
    pub dynamic: String,
    /// What each part takes.
    pub tokens: LaneTokens,
    /// What each may take.
    pub budget: Budget,
    /// How it is written.
    pub template: Template,
    /// The session it is for.
    pub session: Option<String>,
    /// The moment at which the baseline was taken.
    pub as_of: Timestamp,
    /// The domains that the message speaks of.
    pub domains: Vec<Routed>,
    /// How much was looked up for this message.
    pub lookup: Lookup,
    /// Whether it was searched for or was at hand; nothing where nothing was looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheUse>,
    /// Every line, in the order in which handles count.
    pub loaded: Vec<Line>,
    /// Everything that was considered and is not in it.
    pub left_out: Vec<LeftOut>,
    /// What could not be done. The rest is as it would have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// Tokens by lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[allow(missing_docs, reason = "each is the lane it is named for")]
pub struct LaneTokens {
    pub total: usize,
    pub baseline: usize,
    pub routed: usize,
    pub delta: usize,
    pub dynamic: usize,
}

/// A part of the block with a budget and a time of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// Always on, taken when the session began.
    Baseline,
    /// What belongs to the domains of the message.
    Routed,
    /// What changed since the session began.
    Delta,
    /// What was found for this message.
    Dynamic,
}

/// A line of the block.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// What the line is called in the block: `m1`.
    pub handle: String,
    /// What it is a line of: a memory, or something that was said.
    pub id: String,
    /// Which version of the memory.
    pub version: Option<u32>,
    /// The lane it is in.
    pub lane: Lane,
    /// The part of the block it stands in.
    pub section: Section,
    /// The line as it stands there, without the handle.
    pub text: String,
    /// What it takes.
    pub tokens: usize,
    /// How sure it is.
    pub tier: Option<Tier>,
    /// How much it matters.
    pub importance: f64,
    /// How likely it is to be right.
    pub confidence: f64,
    /// How well it fits the message, where it was found for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevance: Option<f64>,
    /// Why it is there.
    pub why: Cow<'static, str>,
    /// Whether its text was too long for a line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// Whether it does not hold any more, which the delta says.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
}

/// Something that was considered and not loaded.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeftOut {
    /// What it was.
    pub id: LeftOutId,
    /// The lane that had no place for it.
    pub lane: Lane,
    /// Why.
    pub why: Cow<'static, str>,
}

/// What was left out. Of ten thousand memories nearly all are, and hardly anybody reads their ids: a memory's is not
/// written before somebody does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftOutId {
    /// A memory.
    Memory(MemoryId),
    /// Something that recall found, by its id.
    Found(String),
}

impl fmt::Display for LeftOutId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftOutId::Memory(id) => id.fmt(f),
            LeftOutId::Found(id) => f.write_str(id),
        }
    }
}

impl Serialize for LeftOutId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A domain that a message speaks of.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Routed {
    /// Which.
    pub domain: DomainName,
    /// How much speaks for it.
    pub score: f32,
    /// What speaks for it.
    pub why: String,
}

/// How much was looked up for a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lookup {
    /// At most this many. Nothing is looked up for none.
    pub limit: usize,
    /// Why.
    pub why: &'static str,
}
