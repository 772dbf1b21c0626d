//! The smaller things that a space keeps beside its memories: projects, copies shared elsewhere, and what must not be
//! learned again.

use crate::axes::axis;
use crate::id::{MemoryId, ProjectId, SpaceId};
use crate::policy::fingerprint::Fingerprint;
use crate::time::Timestamp;

/// Something the person works on, to which memories can belong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// Its public id.
    pub id: ProjectId,
    /// What it is called; unique in a space.
    pub name: String,
    /// When it was put away.
    pub archived_at: Option<Timestamp>,
}

/// A copy of a memory in another space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The memory here.
    pub memory: MemoryId,
    /// The space that has the copy.
    pub to_space: SpaceId,
    /// The copy.
    pub copy: MemoryId,
}

axis! {
    /// Why something must not be learned again.
    SuppressionReason {
        /// The person said to forget it.
        Forgotten = "forgotten",
        /// It was put in the trash.
        Trashed = "trashed",
        /// A proposal or candidate was declined.
        Rejected = "rejected",
        /// It was erased.
        Erased = "erased",
    }
}

/// Something that must not be learned again by itself. Holds no words, only a keyed fingerprint of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// The fingerprint of the words.
    pub fingerprint: Fingerprint,
    /// Why.
    pub reason: SuppressionReason,
}

/// What is left of something erased: that it was, and nothing of what it said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tombstone {
    /// The public id of what was erased.
    pub id: String,
    /// What it was: `memory`, `proposal`, …
    pub noun: String,
    /// When.
    pub at: Timestamp,
}
