//! Proposals: suggested changes that wait for a person.

use serde::{Deserialize, Serialize};

use crate::axes::axis;
use crate::domains::DomainName;
use crate::evidence::Evidence;
use crate::id::{MemoryId, ProposalId};
use crate::link::Relation;
use crate::memory::Claim;
use crate::space::Actor;
use crate::time::Timestamp;

axis! {
    /// Where a proposal stands.
    ProposalStatus {
        /// Waits for a person.
        Proposed = "proposed",
        /// Accepted, perhaps with changes.
        Accepted = "accepted",
        /// Declined; not to be suggested again.
        Rejected = "rejected",
    }
}

/// What is suggested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum ProposedChange {
    /// A new memory.
    Create {
        /// What it would say.
        claim: Box<Claim>,
    },
    /// A new version of a memory.
    Update {
        /// Which memory.
        memory: MemoryId,
        /// What it would say.
        claim: Box<Claim>,
    },
    /// An end to a memory.
    Forget {
        /// Which memory.
        memory: MemoryId,
    },
    /// A relation between two memories.
    Link {
        /// Where it starts.
        from: MemoryId,
        /// Where it points.
        to: MemoryId,
        /// What it says.
        relation: Relation,
    },
    /// One memory where there were two.
    Merge {
        /// The one that stays.
        keep: MemoryId,
        /// The one that goes.
        drop: MemoryId,
    },
    /// Turning a domain on. Carries no words: nothing of a domain that is off is kept.
    EnableDomain {
        /// Which domain.
        domain: DomainName,
    },
}

impl ProposedChange {
    /// Returns the word for what is suggested.
    pub fn action(&self) -> &'static str {
        match self {
            ProposedChange::Create { .. } => "create",
            ProposedChange::Update { .. } => "update",
            ProposedChange::Forget { .. } => "forget",
            ProposedChange::Link { .. } => "link",
            ProposedChange::Merge { .. } => "merge",
            ProposedChange::EnableDomain { .. } => "enable_domain",
        }
    }

    /// Returns the claim that would be recorded, if one would.
    pub fn claim(&self) -> Option<&Claim> {
        match self {
            ProposedChange::Create { claim } | ProposedChange::Update { claim, .. } => Some(claim),
            _ => None,
        }
    }
}

/// A suggested change.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// Its public id.
    pub id: ProposalId,
    /// What is suggested.
    pub change: ProposedChange,
    /// Why, in a sentence.
    pub reasoning: Option<String>,
    /// What speaks for it.
    pub evidence: Vec<Evidence>,
    /// Where it stands.
    pub status: ProposalStatus,
    /// Who decided.
    pub decided_by: Option<Actor>,
    /// When it lapses, if it does.
    pub expires_at: Option<Timestamp>,
}
