//! The history of a memory: every state it was ever believed to be in, and what was done to bring it there.

use cofio_domain::axes::Status;
use cofio_domain::id::{MemoryId, OperationId, VersionId};
use cofio_domain::operation::OperationKind;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::find::Looking;
use crate::rulebook::Rulebook;
use crate::view::MemoryView;
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
        for record in records {
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
            });
        }
        Ok(HistoryView { id: head.body.memory, versions, entries })
    }
}
