//! Usage: which memory was used when, and how. Kept for a while, then counted.

use crate::axes::axis;
use crate::id::{MemoryId, SessionId, UserId};
use crate::time::Timestamp;

axis! {
    /// How a memory was used.
    UsageKind {
        /// A search found it.
        Retrieved = "retrieved",
        /// It was put before a model.
        Injected = "injected",
        /// An answer went by it.
        Applied = "applied",
        /// An answer named it.
        Cited = "cited",
        /// It stood against something else.
        Conflicted = "conflicted",
        /// Something else was followed instead.
        Overridden = "overridden",
        /// Somebody asked for it.
        Recalled = "recalled",
        /// What followed showed that it holds.
        Confirmed = "confirmed",
        /// What followed showed that it does not.
        Contradicted = "contradicted",
    }
}

/// One use of a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Which memory.
    pub memory: MemoryId,
    /// Who it was used for.
    pub user: UserId,
    /// In which session.
    pub session: Option<SessionId>,
    /// How.
    pub usage: UsageKind,
    /// When.
    pub at: Timestamp,
    /// What it changed, in a sentence.
    pub influence: Option<String>,
}

/// How often a memory was used in one way, in all the time there is no log of any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageCount {
    /// Which memory.
    pub memory: MemoryId,
    /// How.
    pub usage: UsageKind,
    /// How often.
    pub count: u64,
    /// When last.
    pub last_at: Timestamp,
}
