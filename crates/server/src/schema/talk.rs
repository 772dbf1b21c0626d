//! What was said.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

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
    /// How many stretches a language model gave no usable answer for; grammar read them.
    put_aside: Option<usize>,
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
