//! Candidates: evidence too thin to be a memory. They are never injected, and fade unless more comes.

use crate::axes::axis;
use crate::evidence::Evidence;
use crate::id::CandidateId;
use crate::memory::Claim;
use crate::time::Timestamp;

axis! {
    /// What became of a candidate.
    CandidateStatus {
        /// Collects evidence.
        Waiting = "candidate",
        /// Became a memory.
        Promoted = "promoted",
        /// The person said no.
        Rejected = "rejected",
        /// Nothing more came in time.
        Dropped = "dropped",
    }
}

impl Candidate {
    /// Returns whether it still waits: undecided, and its time is not up.
    pub fn waits_at(&self, now: Timestamp) -> bool {
        self.status == CandidateStatus::Waiting && self.expires_at.is_none_or(|expiry| now < expiry)
    }
}

/// A claim that waits for more evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its public id.
    pub id: CandidateId,
    /// What it would say as a memory.
    pub claim: Claim,
    /// What became of it.
    pub status: CandidateStatus,
    /// How often it was seen.
    pub occurrences: u32,
    /// In how many conversations.
    pub sessions: u32,
    /// When it was first seen.
    pub first_at: Timestamp,
    /// When it was last seen.
    pub last_at: Timestamp,
    /// When it is dropped; never where it waits for the person.
    pub expires_at: Option<Timestamp>,
    /// What speaks for it.
    pub evidence: Vec<Evidence>,
}
