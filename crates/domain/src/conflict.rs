//! Conflicts: a memory and a claim that cannot both hold, waiting for the person to pick.

use crate::axes::axis;
use crate::evidence::Evidence;
use crate::id::{ConflictId, MemoryId};
use crate::memory::Claim;

axis! {
    /// What the person said is true.
    Resolution {
        /// The memory stands; the other claim goes.
        Left = "left",
        /// The other claim is true; it replaces the memory.
        Right = "right",
        /// Both: the memory was true until now, the other claim is from now on.
        Both = "both",
        /// Neither.
        Neither = "neither",
    }
}

/// A memory and a claim that contradicts it.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// Its public id.
    pub id: ConflictId,
    /// The memory that stands.
    pub left: MemoryId,
    /// The claim against it.
    pub right: Claim,
    /// What speaks for the claim.
    pub evidence: Vec<Evidence>,
    /// The rung of the contradiction ladder that could not decide.
    pub rung: u8,
    /// In how many conversations the claim was made.
    pub sessions: u32,
    /// What the person said.
    pub resolution: Option<Resolution>,
}
