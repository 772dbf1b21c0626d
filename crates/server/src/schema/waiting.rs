//! What waits for the person.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::memory::{Claim, Evidence, Memory};

/// A candidate: evidence too thin to be a memory.
#[derive(Serialize, ToSchema)]
pub(crate) struct Candidate {
    #[serde(rename = "type")]
    #[schema(pattern = "^candidate$", example = "candidate")]
    noun: String,
    id: String,
    status: String,
    #[serde(flatten)]
    claim: Claim,
    occurrences: u32,
    sessions: u32,
    first_at: String,
    last_at: String,
    dropped_at: Option<String>,
    evidence: Vec<Evidence>,
}

/// A proposal: a suggested change that waits for a person. One that is about no claim has none of the claim's fields.
#[derive(Serialize, ToSchema)]
pub(crate) struct Proposal {
    #[serde(rename = "type")]
    #[schema(pattern = "^proposal$", example = "proposal")]
    noun: String,
    id: String,
    status: String,
    #[schema(example = "create")]
    action: String,
    content: Option<String>,
    summary: Option<String>,
    body: Option<String>,
    kind: Option<String>,
    authority: Option<String>,
    domain: Option<String>,
    key: Option<String>,
    #[schema(value_type = Option<Value>)]
    value: Option<Value>,
    tags: Option<Vec<String>>,
    importance: Option<f64>,
    confidence: Option<f64>,
    explicit: Option<bool>,
    tier: Option<String>,
    source: Option<String>,
    trust: Option<u8>,
    evidence_type: Option<String>,
    grounding: Option<String>,
    retention: Option<String>,
    expires_at: Option<String>,
    project: Option<String>,
    visibility: Option<String>,
    app: Option<String>,
    state: Option<String>,
    due_at: Option<String>,
    next_step: Option<String>,
    flags: Option<Vec<String>>,
    /// The memories it is about.
    memories: Vec<String>,
    relation: Option<String>,
    enable_domain: Option<String>,
    reasoning: Option<String>,
    proposed_at: String,
    decided_by: Option<String>,
    evidence: Vec<Evidence>,
}

/// A conflict: claims that cannot both hold.
#[derive(Serialize, ToSchema)]
pub(crate) struct Conflict {
    #[serde(rename = "type")]
    #[schema(pattern = "^conflict$", example = "conflict")]
    noun: String,
    id: String,
    #[schema(example = "open")]
    status: String,
    /// The memory that stands, if it can be seen.
    left: Option<Memory>,
    right: Claim,
    rung: u8,
    sessions: u32,
    detected_at: String,
    resolution: Option<String>,
    evidence: Vec<Evidence>,
}
