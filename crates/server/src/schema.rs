//! The shapes of answers, for the document. The answers themselves are the engine's views, which are one flat shape for
//! the command line, the API and files; a test compares every answer it gets with what is said here.

#![allow(dead_code, reason = "shapes are described here and made elsewhere")]

use std::collections::BTreeMap;

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
    #[schema(value_type = Option<Object>)]
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
}

/// A copy of a memory in another space.
#[derive(Serialize, ToSchema)]
pub(crate) struct Share {
    space: String,
    copy: String,
}

/// A candidate: evidence too thin to be a memory.
#[derive(Serialize, ToSchema)]
pub(crate) struct Candidate {
    #[serde(rename = "type")]
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
    #[schema(value_type = Option<Object>)]
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

/// What a write did.
#[derive(Serialize, ToSchema)]
pub(crate) struct Written {
    /// A sentence for a person or a model.
    #[schema(example = "Saved: allergic to peanuts")]
    message: String,
    event: Event,
    /// Whether this only shows what would happen.
    dry_run: Option<bool>,
    /// The operation, for undoing; nothing where nothing was changed.
    operation_id: Option<String>,
}

/// A write as data.
#[derive(Serialize, ToSchema)]
pub(crate) struct Event {
    op_id: Option<String>,
    #[schema(example = "saved")]
    action: String,
    memory: Option<Memory>,
    before: Option<Memory>,
    reason: String,
    #[schema(example = "now")]
    takes_effect: String,
    undo_until: Option<String>,
    /// The domain that would have to be turned on first.
    ask_domain: Option<String>,
    receipt: Option<Receipt>,
    /// Ids of things beside memories that the write made.
    made: Option<Vec<String>>,
    count: Option<usize>,
}

/// What an erasure removed.
#[derive(Serialize, ToSchema)]
pub(crate) struct Receipt {
    removed: BTreeMap<String, u64>,
    /// `clean`, or `pending` with what is waited for.
    files: String,
    pending: Option<String>,
    residue: u64,
    elsewhere: Vec<Elsewhere>,
}

/// A place where erased words stand, too.
#[derive(Serialize, ToSchema)]
pub(crate) struct Elsewhere {
    noun: String,
    id: String,
    space: String,
}

/// The history of a memory.
#[derive(Serialize, ToSchema)]
pub(crate) struct History {
    id: String,
    /// Its versions as they are believed now, oldest first.
    versions: Vec<Memory>,
    /// Everything that was recorded about it, oldest first.
    entries: Vec<HistoryEntry>,
}

/// One thing that was recorded about a memory.
#[derive(Serialize, ToSchema)]
pub(crate) struct HistoryEntry {
    version: u32,
    version_id: String,
    action: String,
    operation: String,
    by: String,
    reason: Option<String>,
    content: String,
    status: String,
    superseded_by: Option<String>,
    valid_from: String,
    valid_until: Option<String>,
    recorded_at: String,
    retired_at: Option<String>,
    retired_by: Option<String>,
    changed: Option<Vec<Changed>>,
}

/// Something that changed about a version.
#[derive(Serialize, ToSchema)]
pub(crate) struct Changed {
    field: String,
    #[schema(value_type = Option<Object>)]
    before: Value,
    #[schema(value_type = Option<Object>)]
    after: Value,
}

/// Where a memory comes from.
#[derive(Serialize, ToSchema)]
pub(crate) struct Why {
    memory: Memory,
    /// In a sentence.
    because: String,
    said_by: String,
    app: Option<String>,
    at: String,
    operation: String,
    reason: Option<String>,
    evidence: Vec<Evidence>,
    rests_on: Vec<Memory>,
}

/// An operation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Operation {
    op_id: String,
    #[schema(example = "remember")]
    kind: String,
    at: String,
    by: String,
    app: Option<String>,
    reason: Option<String>,
    job: Option<String>,
    undoes: Vec<String>,
    undone: bool,
    /// Whether what it was about has been erased since.
    erased: bool,
    can_undo: bool,
    items: Vec<OperationItem>,
}

/// Something an operation was about.
#[derive(Serialize, ToSchema)]
pub(crate) struct OperationItem {
    noun: String,
    memory: Option<String>,
    after: Option<String>,
    before: Option<String>,
}

/// A session: one conversation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    id: String,
    name: String,
    title: Option<String>,
    #[schema(example = "active")]
    status: String,
    #[schema(example = "api")]
    surface: String,
    project: Option<String>,
    messages: u64,
    first_at: String,
    last_at: String,
    opened_at: String,
    touched_at: String,
    archived_at: Option<String>,
    deleted_at: Option<String>,
    shredded_at: Option<String>,
}

/// A message.
#[derive(Serialize, ToSchema)]
pub(crate) struct Message {
    id: String,
    index: u64,
    #[schema(example = "user")]
    role: String,
    name: Option<String>,
    at: String,
    recorded_at: String,
    /// Nothing where it was erased.
    text: Option<String>,
    erased: Option<bool>,
}

/// What became of messages.
#[derive(Serialize, ToSchema)]
pub(crate) struct Recorded {
    session: Option<Session>,
    lines: Vec<RecordedLine>,
    secrets_removed: u64,
    /// How many clauses of domains that are off were taken out.
    not_kept: BTreeMap<String, u64>,
    incognito: Option<bool>,
    dry_run: Option<bool>,
}

/// What became of a message.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordedLine {
    line: u64,
    /// `recorded`, `known`, `skipped`, `dropped` or `failed`.
    #[schema(example = "recorded")]
    action: String,
    id: Option<String>,
    index: Option<u64>,
    reason: Option<String>,
}

/// What a change to a session did.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionChanged {
    message: String,
    changed: bool,
    session: Session,
    learned: Option<Lesson>,
    dry_run: Option<bool>,
}

/// What was learned from a conversation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Lesson {
    /// The run, by which all of it can be undone.
    run: Option<String>,
    told: Vec<Told>,
    passed_over: usize,
    #[schema(value_type = Option<Object>)]
    episode: Option<Value>,
}

/// One thing that was taken in.
#[derive(Serialize, ToSchema)]
pub(crate) struct Told {
    #[schema(example = "saved")]
    action: String,
    message: String,
    reason: String,
}

/// A job.
#[derive(Serialize, ToSchema)]
pub(crate) struct Job {
    #[schema(example = "sweep.expire")]
    kind: String,
    about: String,
    #[schema(example = "waiting")]
    state: String,
    due_at: String,
    started_at: Option<String>,
    ended_at: Option<String>,
    run: Option<String>,
    attempts: u32,
    #[schema(value_type = Option<Object>)]
    stats: Value,
    error: Option<String>,
}

/// A domain.
#[derive(Serialize, ToSchema)]
pub(crate) struct Domain {
    #[schema(example = "health")]
    name: String,
    display_name: String,
    enabled: bool,
    #[schema(example = "high")]
    sensitivity: String,
    opt_in: bool,
    auto_promote: bool,
    default_expiry_days: Option<u32>,
    keywords: Vec<String>,
    memories: usize,
    /// How many are out of sight because it is off.
    hidden: usize,
}

/// A project.
#[derive(Serialize, ToSchema)]
pub(crate) struct Project {
    id: String,
    name: String,
    archived_at: Option<String>,
    memories: usize,
}

/// A space.
#[derive(Serialize, ToSchema)]
pub(crate) struct Space {
    id: String,
    name: String,
    #[schema(example = "shared")]
    kind: String,
    #[schema(example = "owner")]
    role: String,
    recalled: bool,
    created_at: String,
    members: Vec<Member>,
}

/// A member of a space.
#[derive(Serialize, ToSchema)]
pub(crate) struct Member {
    user: String,
    name: String,
    role: String,
}

/// A key: never its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct Key {
    id: String,
    name: String,
    user: String,
    scopes: Vec<String>,
    /// Nothing is all of them.
    domains: Option<Vec<String>>,
    may_impersonate: bool,
    created_at: String,
    last_used_at: Option<String>,
    revoked_at: Option<String>,
}

/// A user.
#[derive(Serialize, ToSchema)]
pub(crate) struct User {
    id: String,
    name: String,
    created_at: String,
    keys: usize,
}

macro_rules! pages {
    ($($(#[$doc:meta])* $name:ident of $item:ty;)+) => {$(
        $(#[$doc])*
        #[derive(Serialize, ToSchema)]
        pub(crate) struct $name {
            items: Vec<$item>,
            /// Where the list goes on; nothing at the end.
            next_cursor: Option<String>,
        }
    )+};
}

pages! {
    /// A part of a list of proposals.
    Proposals of Proposal;
    /// A part of a list of candidates.
    Candidates of Candidate;
    /// A part of a list of conflicts.
    Conflicts of Conflict;
    /// A part of a list of operations.
    Operations of Operation;
    /// A part of a list of sessions.
    Sessions of Session;
    /// A part of what was said.
    Messages of Message;
    /// Every job.
    Jobs of Job;
    /// Every domain.
    Domains of Domain;
    /// Every project.
    Projects of Project;
    /// Every space.
    Spaces of Space;
    /// Every key.
    Keys of Key;
    /// Everybody.
    Users of User;
    /// Every link of a memory.
    Links of Link;
}

/// Something in a list: a memory, candidate, proposal or conflict, by its `type`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Item {
    Memory(Box<Memory>),
    Candidate(Box<Candidate>),
    Proposal(Box<Proposal>),
    Conflict(Box<Conflict>),
}

/// A part of a list of memories.
#[derive(Serialize, ToSchema)]
pub(crate) struct Items {
    items: Vec<Item>,
    /// Where the list goes on; nothing at the end.
    next_cursor: Option<String>,
    /// How many records are damaged and not shown.
    damaged: usize,
}
