//! Candidates.

use cofio_domain::candidate::Candidate;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Candidate {
    type Body = Candidate;
    const NOUN: Noun = Noun::Candidate;
    const COLUMNS: &'static [&'static str] =
        &["id", "claim", "status", "occurrences", "sessions", "first_at", "last_at", "expires_at", "evidence"];

    fn write(candidate: &Candidate, columns: &mut Columns) {
        columns
            .id(candidate.id)
            .json(&candidate.claim)
            .text(candidate.status.word())
            .integer(candidate.occurrences)
            .integer(candidate.sessions)
            .time(candidate.first_at)
            .time(candidate.last_at)
            .optional_time(candidate.expires_at)
            .json(&candidate.evidence);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Candidate, StoreError> {
        Ok(Candidate {
            id: fields.id("id")?,
            claim: fields.json("claim")?,
            status: fields.word("status")?,
            occurrences: fields.number("occurrences")?,
            sessions: fields.number("sessions")?,
            first_at: fields.time("first_at")?,
            last_at: fields.time("last_at")?,
            expires_at: fields.optional_time("expires_at")?,
            evidence: fields.json("evidence")?,
        })
    }
}
