//! The history of a memory: every state it was ever believed to be in, and what was done to bring it there.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::Status;
use cofio_domain::id::{MemoryId, OperationId, VersionId};
use cofio_domain::operation::OperationKind;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde::Serialize;
use serde_json::Value;

use crate::find::Looking;
use crate::rulebook::Rulebook;
use crate::view::{ClaimView, MemoryView};
use crate::{Engine, Error};

/// A memory's history.
#[derive(Debug, Clone, Serialize)]
pub struct HistoryView {
    /// The memory.
    pub id: MemoryId,
    /// Its versions as they are believed now, oldest first.
    pub versions: Vec<MemoryView>,
    /// Everything that was recorded about it, oldest first.
    pub entries: Vec<HistoryEntry>,
}

/// One thing that was recorded about a memory.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the record and its operation")]
pub struct HistoryEntry {
    pub version: u32,
    pub version_id: VersionId,
    pub action: OperationKind,
    pub operation: OperationId,
    pub by: String,
    pub reason: Option<String>,
    pub content: String,
    pub status: Status,
    pub superseded_by: Option<VersionId>,
    pub valid_from: Timestamp,
    pub valid_until: Option<Timestamp>,
    pub recorded_at: Timestamp,
    /// When it ceased to be believed.
    pub retired_at: Option<Timestamp>,
    /// The operation that ended it.
    pub retired_by: Option<OperationId>,
    /// What else changed about this version since the record before: how it is kept, not what it says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
}

/// Something that changed about a version.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Changed {
    /// What, by the name it has in lists.
    pub field: String,
    /// How it was.
    pub before: Value,
    /// How it is.
    pub after: Value,
}

impl Engine {
    /// Tells a memory's history.
    pub fn history(&self, space: &SpaceHandle, which: &str) -> Result<HistoryView, Error> {
        let head = self.find(space, which, Looking::Any)?;
        let book = Rulebook::read(&*self.store, space)?;
        let records = self.store.records_of(space, head.body.memory)?;
        let mut versions: Vec<MemoryView> = records
            .iter()
            .filter(|record| record.retired.is_none())
            .map(|record| self.view(space, record, &book))
            .collect();
        versions.sort_by_key(|view| view.version);
        let mut entries = Vec::with_capacity(records.len());
        let mut shown: BTreeMap<VersionId, Value> = BTreeMap::new();
        for record in records {
            let claim = ClaimView::of(record.body.claim.clone(), book.project_name(record.body.claim.project));
            let claim = serde_json::to_value(claim).unwrap_or_default();
            let changed = shown.get(&record.body.id).map_or(Vec::new(), |before| changes(before, &claim));
            shown.insert(record.body.id, claim);
            let operation = self.store.operation(space, record.operation)?;
            let by = match &operation {
                Some(operation) => self.name_of(&operation.actor)?,
                None => self.name_of(&record.body.actor)?,
            };
            entries.push(HistoryEntry {
                version: record.body.n,
                version_id: record.body.id,
                action: operation.as_ref().map_or(OperationKind::Remember, |operation| operation.kind),
                operation: record.operation,
                by,
                reason: operation.and_then(|operation| operation.reason),
                content: record.body.claim.content,
                status: record.body.status,
                superseded_by: record.body.superseded_by,
                valid_from: record.body.window.from,
                valid_until: record.body.window.until,
                recorded_at: record.recorded_at,
                retired_at: record.retired.map(|retired| retired.at),
                retired_by: record.retired.map(|retired| retired.by),
                changed,
            });
        }
        Ok(HistoryView { id: head.body.memory, versions, entries })
    }
}

/// Compares two claims as they are shown, but for their words.
fn changes(before: &Value, after: &Value) -> Vec<Changed> {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return Vec::new() };
    let fields: BTreeSet<&String> = before.keys().chain(after.keys()).filter(|field| *field != "content").collect();
    let value = |claim: &serde_json::Map<String, Value>, field: &str| claim.get(field).cloned().unwrap_or_default();
    fields
        .into_iter()
        .map(|field| Changed { field: field.clone(), before: value(before, field), after: value(after, field) })
        .filter(|changed| changed.before != changed.after)
        .collect()
}
