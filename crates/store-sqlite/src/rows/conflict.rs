//! Conflicts.

use cofio_domain::conflict::{Conflict, Resolution};
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Conflict {
    type Body = Conflict;
    const NOUN: Noun = Noun::Conflict;
    const COLUMNS: &'static [&'static str] =
        &["id", "left_memory", "right_claim", "evidence", "rung", "sessions", "resolution"];

    fn write(conflict: &Conflict, columns: &mut Columns) {
        columns
            .id(conflict.id)
            .id(conflict.left)
            .json(&conflict.right)
            .json(&conflict.evidence)
            .integer(conflict.rung)
            .integer(conflict.sessions)
            .optional_text(conflict.resolution.map(Resolution::word));
    }

    fn read(fields: &mut Fields<'_>) -> Result<Conflict, StoreError> {
        Ok(Conflict {
            id: fields.id("id")?,
            left: fields.id("left_memory")?,
            right: fields.json("right_claim")?,
            evidence: fields.json("evidence")?,
            rung: fields.number("rung")?,
            sessions: fields.number("sessions")?,
            resolution: fields.optional_word("resolution")?,
        })
    }
}
