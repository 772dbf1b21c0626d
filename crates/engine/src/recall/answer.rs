//! What recall answers: hits, each with what its place is made of, and what was left out and why.

use cofio_domain::event::{Event, MessageRole};
use cofio_domain::id::{EventId, MemoryId, SessionId, SpaceId};
use cofio_domain::time::Timestamp;
use cofio_language::question::Question;
use serde::Serialize;

use crate::browse::Item;
use crate::recall::rerank::Reread;
use crate::recall::shelf::Talk;

/// An answer.
#[derive(Debug, Clone, Serialize)]
pub struct Recalled {
    /// What was found, best first.
    pub hits: Vec<Found>,
    /// What came close and was left out, and why.
    pub cut: Vec<Cut>,
    /// How the question was understood.
    pub understood: Question,
    /// How many things were looked at.
    pub searched: usize,
    /// How many records are damaged and were not.
    pub damaged: usize,
    /// What was not done that usually is.
    pub degraded: Option<String>,
}

/// Something that was found, and why.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    /// What was found.
    #[serde(flatten)]
    pub item: Item,
    /// How well it fits.
    pub score: f64,
    /// What the score is made of.
    pub factors: Factors,
    /// What a reranker will read of it, where one will.
    #[serde(skip)]
    pub(crate) reread: Option<Reread>,
}

impl Found {
    /// Returns the memory it is, and where that is kept.
    pub(crate) fn memory(&self) -> Option<(SpaceId, MemoryId)> {
        match &self.item {
            Item::Memory(view) => Some((view.space, view.id)),
            _ => None,
        }
    }
}

/// What a score is made of.
#[derive(Debug, Clone, Serialize)]
pub struct Factors {
    /// What each arm says.
    pub arms: Vec<ArmShare>,
    /// What each word added to the keyword arm.
    pub words: Vec<(String, f64)>,
    /// What came from the turns around it and from its conversation.
    pub inherited: f64,
    /// What came from what the text is like: who speaks, how long, a time, a number.
    pub manner: f64,
    /// Arms, what was inherited and what the text is like, together.
    pub fused: f64,
    /// How much it matters.
    pub importance: f64,
    /// How fresh it is.
    pub recency: f64,
    /// How sure it is.
    pub tier: f64,
    /// What the reranker said, where it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reranked: Option<f64>,
}

/// What one way of looking says about a document.
#[derive(Debug, Clone, Serialize)]
pub struct ArmShare {
    /// Which way.
    pub arm: &'static str,
    /// Its place among everything that may be found, from 1; none where the arm says nothing about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// What the arm says, 0 to 1.
    pub score: f64,
    /// What of that is in the total.
    pub share: f64,
}

/// Something that came close and was left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cut {
    /// What: an id.
    pub id: String,
    /// How well it would have fit.
    pub score: f64,
    /// Why it is not there.
    pub why: String,
}

/// A message as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MessageHit {
    /// What it is: `message`.
    #[serde(rename = "type")]
    pub noun: &'static str,
    /// Its id.
    pub id: EventId,
    /// The conversation it is from.
    pub session: SessionId,
    /// What the conversation is known by.
    pub session_name: String,
    /// Its place in the conversation, from 0.
    pub index: u64,
    /// Who spoke.
    pub role: MessageRole,
    /// What the speaker is called, where they have a name.
    pub name: Option<String>,
    /// What was said.
    pub text: String,
    /// When.
    pub at: Timestamp,
    /// What a reader should know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The memory that has the newer value, where this one was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newer: Option<MemoryId>,
    /// The space it is in.
    pub space: SpaceId,
}

/// What is said of words that nobody in the conversation said.
const READ: &str = "from something you read";

impl MessageHit {
    /// Nothing is shown of a message whose words are gone.
    pub(crate) fn of(event: &Event, talk: &Talk, space: SpaceId) -> Option<MessageHit> {
        let said = event.said()?;
        Some(MessageHit {
            noun: "message",
            id: event.id,
            session: talk.id,
            session_name: talk.name.clone(),
            index: event.index,
            role: event.role,
            name: said.name.clone(),
            text: said.text.clone(),
            at: event.at,
            label: (!event.role.is_said()).then(|| READ.to_owned()),
            newer: None,
            space,
        })
    }
}
