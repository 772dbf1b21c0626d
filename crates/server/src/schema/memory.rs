//! Memories and what they are tied to.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A claim: what is known, and how it is kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct Claim {
    #[schema(example = "allergic to peanuts")]
    content: String,
    summary: Option<String>,
    body: Option<String>,
    #[schema(example = "preference")]
    kind: String,
    #[schema(example = "hard")]
    authority: String,
    #[schema(example = "food")]
    domain: String,
    key: Option<String>,
    #[schema(value_type = Option<Value>)]
    value: Option<Value>,
    tags: Vec<String>,
    importance: f64,
    /// 1 where the person stands behind it.
    confidence: f64,
    explicit: bool,
    #[schema(example = "confirmed")]
    tier: String,
    #[schema(example = "user_direct")]
    source: String,
    trust: u8,
    evidence_type: String,
    grounding: String,
    retention: String,
    expires_at: Option<String>,
    /// The name of the project.
    project: Option<String>,
    visibility: String,
    app: Option<String>,
    state: Option<String>,
    due_at: Option<String>,
    next_step: Option<String>,
    flags: Vec<String>,
}

/// A version of a memory.
#[derive(Serialize, ToSchema)]
pub(crate) struct Memory {
    /// Always `memory`.
    #[serde(rename = "type")]
    #[schema(pattern = "^memory$", example = "memory")]
    noun: String,
    #[schema(example = "mem_01KA4XZ3W8E5T9V2QH6N7Q4KRD")]
    id: String,
    version: u32,
    version_id: String,
    #[serde(flatten)]
    claim: Claim,
    #[schema(example = "active")]
    status: String,
    superseded_by: Option<String>,
    valid_from: String,
    valid_until: Option<String>,
    recorded_at: String,
    retired_at: Option<String>,
    confirmed_at: Option<String>,
    last_confirmed_at: Option<String>,
    /// Who said so; nobody where it was worked out.
    by: Option<String>,
    space: String,
    /// Whether it is out of sight because its domain is off.
    hidden: Option<bool>,
    evidence: Option<Vec<Evidence>>,
}

/// What something was learned from.
#[derive(Serialize, ToSchema)]
pub(crate) struct Evidence {
    /// What it points to: operation, message, import or memory.
    #[schema(example = "message")]
    cites: String,
    operation: Option<String>,
    session: Option<String>,
    index: Option<u64>,
    file: Option<String>,
    line: Option<u64>,
    memory: Option<String>,
    quote: Option<String>,
    weight: f64,
}

/// A memory in full.
#[derive(Serialize, ToSchema)]
pub(crate) struct MemoryInFull {
    #[serde(flatten)]
    memory: Memory,
    created_at: String,
    owner: String,
    /// How many versions there are.
    versions: u32,
    links: Vec<Link>,
    shared_with: Vec<Share>,
}

/// A link as it is seen from one of its ends.
#[derive(Serialize, ToSchema)]
pub(crate) struct Link {
    id: String,
    #[schema(example = "supports")]
    relation: String,
    /// `to` where this memory is the start, `from` where it is the end.
    direction: String,
    memory: String,
    version: u32,
    content: String,
    since: String,
    /// Whether nobody said it: it follows from both together. To be shown dashed.
    inferred: Option<bool>,
    /// How likely it is, where it was inferred.
    confidence: Option<f64>,
    /// What follows, and why, where it was inferred.
    because: Option<String>,
}

/// A copy of a memory in another space.
#[derive(Serialize, ToSchema)]
pub(crate) struct Share {
    space: String,
    copy: String,
}
