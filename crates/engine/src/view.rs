//! Memories and the rest as they are shown: one flat shape for the command line, the API and files.

use std::collections::BTreeSet;

use cofio_domain::axes::{
    Authority, EvidenceType, Flag, Grounding, Kind, Retention, Source, Status, TaskState, Tier, Visibility,
};
use cofio_domain::candidate::Candidate;
use cofio_domain::conflict::{Conflict, Resolution};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{CandidateId, ConflictId, MemoryId, ProposalId, SpaceId, UserId, VersionId};
use cofio_domain::memory::{Claim, Version};
use cofio_domain::proposal::{Proposal, ProposedChange};
use cofio_domain::record::Record;
use cofio_domain::space::Actor;
use cofio_domain::time::Timestamp;
use serde::Serialize;
use serde_json::Value;

/// A version of a memory as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the claim and the version, flattened")]
pub struct MemoryView {
    #[serde(rename = "type")]
    pub noun: &'static str,
    pub id: MemoryId,
    pub version: u32,
    pub version_id: VersionId,
    #[serde(flatten)]
    pub claim: ClaimView,
    pub status: Status,
    pub superseded_by: Option<VersionId>,
    pub valid_from: Timestamp,
    pub valid_until: Option<Timestamp>,
    pub recorded_at: Timestamp,
    pub retired_at: Option<Timestamp>,
    pub confirmed_at: Option<Timestamp>,
    pub last_confirmed_at: Option<Timestamp>,
    /// Who said so; nobody where it was worked out.
    pub by: Option<UserId>,
    pub space: SpaceId,
    /// Whether it is out of sight because its domain is off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

/// A claim as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the claim")]
pub struct ClaimView {
    pub content: String,
    pub summary: Option<String>,
    pub body: Option<String>,
    pub kind: Kind,
    pub authority: Authority,
    pub domain: DomainName,
    pub key: Option<String>,
    pub value: Option<Value>,
    pub tags: BTreeSet<String>,
    pub importance: f64,
    /// 1 where the person stands behind it; see `explicit`.
    pub confidence: f64,
    pub explicit: bool,
    pub tier: Tier,
    pub source: Source,
    pub trust: u8,
    pub evidence_type: EvidenceType,
    pub grounding: Grounding,
    pub retention: Retention,
    pub expires_at: Option<Timestamp>,
    /// The name of the project.
    pub project: Option<String>,
    pub visibility: Visibility,
    pub app: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<TaskState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_step: Option<String>,
    pub flags: BTreeSet<Flag>,
}

impl ClaimView {
    pub(crate) fn of(claim: Claim, project: Option<String>) -> ClaimView {
        let task = claim.task;
        ClaimView {
            content: claim.content,
            summary: claim.summary,
            body: claim.body,
            kind: claim.kind,
            authority: claim.authority,
            domain: claim.domain,
            key: claim.key,
            value: claim.value,
            tags: claim.tags,
            importance: claim.importance,
            confidence: claim.confidence.unwrap_or(1.0),
            explicit: claim.source.is_explicit(),
            tier: claim.tier,
            source: claim.source,
            trust: claim.source.trust(),
            evidence_type: claim.evidence_type,
            grounding: claim.grounding,
            retention: claim.retention,
            expires_at: claim.expires_at,
            project,
            visibility: claim.visibility,
            app: claim.app,
            state: task.as_ref().map(|task| task.state),
            due_at: task.as_ref().and_then(|task| task.due_at),
            next_step: task.and_then(|task| task.next_step),
            flags: claim.flags,
        }
    }
}

impl MemoryView {
    pub(crate) fn of(record: Record<Version>, space: SpaceId, project: Option<String>, now: Timestamp) -> MemoryView {
        let version = record.body;
        MemoryView {
            noun: "memory",
            id: version.memory,
            version: version.n,
            version_id: version.id,
            status: version.status_at(now),
            claim: ClaimView::of(version.claim, project),
            superseded_by: version.superseded_by,
            valid_from: version.window.from,
            valid_until: version.window.until,
            recorded_at: record.recorded_at,
            retired_at: record.retired.map(|retired| retired.at),
            confirmed_at: version.confirmed_at,
            last_confirmed_at: version.last_confirmed_at,
            by: match version.actor {
                Actor::User(user) => Some(user),
                Actor::Automation(_) => None,
            },
            space,
            hidden: false,
            evidence: Vec::new(),
        }
    }
}

/// A candidate as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the candidate")]
pub struct CandidateView {
    #[serde(rename = "type")]
    pub noun: &'static str,
    pub id: CandidateId,
    pub status: &'static str,
    #[serde(flatten)]
    pub claim: ClaimView,
    pub occurrences: u32,
    pub sessions: u32,
    pub first_at: Timestamp,
    pub last_at: Timestamp,
    pub dropped_at: Option<Timestamp>,
    pub evidence: Vec<Evidence>,
}

impl CandidateView {
    pub(crate) fn of(candidate: &Candidate, project: Option<String>) -> CandidateView {
        CandidateView {
            noun: "candidate",
            id: candidate.id,
            status: candidate.status.word(),
            claim: ClaimView::of(candidate.claim.clone(), project),
            occurrences: candidate.occurrences,
            sessions: candidate.sessions,
            first_at: candidate.first_at,
            last_at: candidate.last_at,
            dropped_at: candidate.expires_at,
            evidence: candidate.evidence.clone(),
        }
    }
}

/// A proposal as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the proposal")]
pub struct ProposalView {
    #[serde(rename = "type")]
    pub noun: &'static str,
    pub id: ProposalId,
    pub status: &'static str,
    pub action: &'static str,
    #[serde(flatten)]
    pub claim: Option<ClaimView>,
    /// The memories it is about.
    pub memories: Vec<MemoryId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_domain: Option<DomainName>,
    pub reasoning: Option<String>,
    pub proposed_at: Timestamp,
    pub decided_by: Option<String>,
    pub evidence: Vec<Evidence>,
}

impl ProposalView {
    pub(crate) fn of(record: &Record<Proposal>, project: Option<String>) -> ProposalView {
        let proposal = &record.body;
        let (memories, relation, enable_domain) = match &proposal.change {
            ProposedChange::Create { .. } => (vec![], None, None),
            ProposedChange::Update { memory, .. } | ProposedChange::Forget { memory } => (vec![*memory], None, None),
            ProposedChange::Link { from, to, relation } => (vec![*from, *to], Some(relation.word()), None),
            ProposedChange::Merge { keep, drop } => (vec![*keep, *drop], None, None),
            ProposedChange::EnableDomain { domain } => (vec![], None, Some(domain.clone())),
        };
        ProposalView {
            noun: "proposal",
            id: proposal.id,
            status: proposal.status.word(),
            action: proposal.change.action(),
            claim: proposal.change.claim().map(|claim| ClaimView::of(claim.clone(), project)),
            memories,
            relation,
            enable_domain,
            reasoning: proposal.reasoning.clone(),
            proposed_at: record.recorded_at,
            decided_by: proposal.decided_by.as_ref().map(ToString::to_string),
            evidence: proposal.evidence.clone(),
        }
    }
}

/// A conflict as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the conflict")]
pub struct ConflictView {
    #[serde(rename = "type")]
    pub noun: &'static str,
    pub id: ConflictId,
    pub status: &'static str,
    /// The memory that stands, if it still can be seen.
    pub left: Option<MemoryView>,
    /// The claim against it.
    pub right: ClaimView,
    pub rung: u8,
    pub sessions: u32,
    pub detected_at: Timestamp,
    pub resolution: Option<Resolution>,
    pub evidence: Vec<Evidence>,
}

impl ConflictView {
    pub(crate) fn of(record: &Record<Conflict>, left: Option<MemoryView>, project: Option<String>) -> ConflictView {
        let conflict = &record.body;
        ConflictView {
            noun: "conflict",
            id: conflict.id,
            status: if conflict.resolution.is_some() { "resolved" } else { "open" },
            left,
            right: ClaimView::of(conflict.right.clone(), project),
            rung: conflict.rung,
            sessions: conflict.sessions,
            detected_at: record.recorded_at,
            resolution: conflict.resolution,
            evidence: conflict.evidence.clone(),
        }
    }
}

/// What an erasure removed, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReceiptView {
    /// How many records of each layer are gone.
    pub removed: std::collections::BTreeMap<String, u64>,
    /// Whether the files are clean: `clean`, or `pending` with what is waited for.
    pub files: &'static str,
    /// What is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<String>,
    /// How often pieces of the words were still found in the files afterwards: in other records that were not erased.
    pub residue: u64,
    /// Where the same words stand elsewhere.
    pub elsewhere: Vec<Elsewhere>,
}

/// A place where erased words stand too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Elsewhere {
    /// What it is: a memory, a proposal, a message, the reason of an operation.
    pub noun: String,
    /// Its id.
    pub id: String,
    /// The space it is in.
    pub space: SpaceId,
}
