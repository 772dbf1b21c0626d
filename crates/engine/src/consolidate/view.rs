//! What consolidating did, step by step, with why.

use cofio_domain::axes::axis;
use cofio_domain::id::{JobId, MemoryId};
use serde::Serialize;

axis! {
    /// How much is looked at.
    Depth {
        /// What is new, and what it meets.
        Daily = "daily",
        /// Everything.
        Deep = "deep",
    }
}

axis! {
    /// What a step did.
    StepKind {
        /// One memory where there were two that said the same.
        Merged = "merged",
        /// What was true before gave way to what is true now.
        Superseded = "superseded",
        /// Two that cannot both hold were put before the person.
        Disputed = "disputed",
        /// A maybe became a memory.
        Promoted = "promoted",
        /// A maybe that nothing more came for went.
        Dropped = "dropped",
        /// Something that keeps coming up was noticed.
        Noticed = "noticed",
        /// Something that keeps being asked for became a way of doing things.
        Learned = "learned",
        /// An old episode was taken into the briefs.
        Absorbed = "absorbed",
        /// Two memories from which something follows were linked.
        Related = "related",
        /// A memory was set aside.
        Archived = "archived",
    }
}

/// One step.
#[derive(Debug, Clone, Serialize)]
pub struct StepView {
    /// What it did.
    #[serde(rename = "action")]
    pub kind: StepKind,
    /// The memory that stands after it, or what it is about.
    pub content: String,
    /// What gave way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Why.
    pub because: String,
    /// The memories it is about, the one that stands first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<MemoryId>,
    /// The operation, or the run it is part of; nothing where nothing was changed.
    pub op_id: Option<String>,
}

impl StepView {
    pub(crate) fn of(kind: StepKind, content: &str) -> StepView {
        StepView {
            kind,
            content: content.to_owned(),
            before: None,
            because: String::new(),
            memories: Vec::new(),
            op_id: None,
        }
    }
}

/// What consolidating did.
#[derive(Debug, Clone, Serialize)]
pub struct Consolidated {
    /// The run, by which all of it can be undone.
    pub run: Option<JobId>,
    /// What was done, in order.
    pub steps: Vec<StepView>,
    /// Whether this only shows what would happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}
