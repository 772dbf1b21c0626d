//! Proposals.

use cofio_domain::ports::StoreError;
use cofio_domain::proposal::Proposal;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Proposal {
    type Body = Proposal;
    const NOUN: Noun = Noun::Proposal;
    const COLUMNS: &'static [&'static str] =
        &["id", "draft", "reasoning", "evidence", "status", "decided_by", "expires_at"];

    fn write(proposal: &Proposal, columns: &mut Columns) {
        columns
            .id(proposal.id)
            .json(&proposal.change)
            .optional_text(proposal.reasoning.as_deref())
            .json(&proposal.evidence)
            .text(proposal.status.word())
            .optional_text(proposal.decided_by.as_ref().map(ToString::to_string))
            .optional_time(proposal.expires_at);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Proposal, StoreError> {
        Ok(Proposal {
            id: fields.id("id")?,
            change: fields.json("draft")?,
            reasoning: fields.optional_text("reasoning")?,
            evidence: fields.json("evidence")?,
            status: fields.word("status")?,
            decided_by: fields.optional_word("decided_by")?,
            expires_at: fields.optional_time("expires_at")?,
        })
    }
}
