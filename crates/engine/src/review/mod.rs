//! Review: one card at a time, what a person might want to look at, always optional. Every answer is an ordinary step:
//! it can be undone by itself, or all of them by their run.

mod answer;
mod cards;
mod offer;

use cofio_domain::axes::axis;
use cofio_domain::domains::DomainName;
use cofio_domain::time::Timestamp;
use serde::Serialize;

pub use answer::Answer;
pub use offer::Offer;

axis! {
    /// Why a card is in the deck, in the order of the deck.
    CardKind {
        /// Two that cannot both hold.
        Conflict = "conflict",
        /// A suggestion.
        Proposal = "proposal",
        /// A maybe that no machine may decide.
        Sensitive = "sensitive",
        /// A maybe that is used as one.
        Tentative = "tentative",
        /// Nobody said for long that it still holds.
        Stale = "stale",
        /// It was learned lately.
        Recent = "recent",
    }
}

/// One card.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Card {
    /// What it is about: the id of a conflict, a proposal, a candidate or a memory.
    pub id: String,
    /// Why it is in the deck.
    pub kind: CardKind,
    /// What it says.
    pub content: String,
    /// What stands against it, for a conflict: what was said instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// How sure it is, in the words people see: you said, sure, maybe.
    pub sure: &'static str,
    /// The area of life.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<DomainName>,
    /// When it was learned.
    pub learned_at: Timestamp,
    /// The conversations it was learned from, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// Why it is believed, in a sentence.
    pub because: String,
}

/// The deck.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Deck {
    /// The cards, in order.
    pub cards: Vec<Card>,
    /// How many minutes it may take.
    pub minutes: usize,
}
