//! What was done, and what it was done to.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::memory::{Evidence, Memory};

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
    #[schema(value_type = Option<Value>)]
    before: Value,
    #[schema(value_type = Option<Value>)]
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
