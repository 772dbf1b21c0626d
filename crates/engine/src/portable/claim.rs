//! What a line claims: its own word for everything it says, and the usual defaults for the rest.

use cofio_domain::axes::{Authority, Kind, Retention, Source, TaskState, Tier};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::memory::{Claim, Task};
use cofio_domain::policy::importance::{self, TimeFrame};
use cofio_domain::policy::retention;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::admit::Draft;
use crate::portable::line::ImportLine;
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

impl Engine {
    /// Takes a line's word for everything it says; fills in the rest as for any claim.
    pub(super) fn imported_claim(
        &self,
        space: &SpaceHandle,
        line: &ImportLine,
        draft: &Draft,
        book: &Rulebook,
        now: Timestamp,
    ) -> Result<Claim, Error> {
        let mut claim = self.interpret(space, draft, book, now)?;
        let explicit = claim.source.is_explicit();
        claim.tier = line.tier.unwrap_or(if explicit { Tier::Confirmed } else { Tier::Strong });
        claim.authority = line.authority.unwrap_or(claim.authority);
        // Only the person's word makes a rule; what was picked up elsewhere has it only from there.
        if !explicit && claim.tier != Tier::Confirmed {
            claim.authority = Authority::Soft;
        }
        claim.confidence = line.confidence.filter(|_| !explicit).or(claim.confidence);
        claim.importance = line
            .importance
            .and_then(aliases_importance)
            .unwrap_or_else(|| importance::by_default(claim.kind, TimeFrame::Absent, explicit));
        claim.flags = line.flags.clone();
        claim.expires_at = line.expires_at.or(claim.expires_at);
        claim.retention = line.retention.unwrap_or(claim.retention);
        if claim.expires_at.is_none() && line.retention.is_none() && claim.retention == Retention::Deadline {
            claim.retention = retention::default_class(claim.kind);
        }
        if claim.kind == Kind::Task {
            claim.task = Some(Task {
                state: line.state.unwrap_or(TaskState::Open),
                due_at: line.due_at,
                next_step: line.next_step.clone(),
            });
        }
        Ok(claim)
    }
}

fn aliases_importance(number: f64) -> Option<f64> {
    cofio_domain::aliases::importance(number)
}

/// The draft a line amounts to. A file cannot speak with more authority than the person who imports it.
pub(super) fn draft_of(line: &ImportLine) -> Draft {
    let given = line.source.unwrap_or(Source::Imported);
    let source = if given.trust() > Source::Imported.trust() { Source::Imported } else { given };
    let said_by_person = given.trust() > Source::Imported.trust();
    Draft {
        summary: line.summary.clone(),
        body: line.body.clone(),
        kind: line.kind,
        authority: line.authority,
        domain: line.domain.clone(),
        key: line.key.clone(),
        value: line.value.clone(),
        tags: line.tags.clone(),
        confidence: line.confidence,
        source,
        evidence_type: line.evidence_type,
        grounding: line.grounding,
        project: line.project.clone(),
        visibility: line.visibility,
        app: line.app.clone(),
        next_step: line.next_step.clone(),
        evidence: line.evidence.clone(),
        authored_by_person: said_by_person,
        ..Draft::said(line.content.clone())
    }
}

pub(super) fn evidence_of(line: &ImportLine, file: &str, number: u64) -> Vec<Evidence> {
    let from_file = Evidence::of(Cited::Import { file: file.to_owned(), line: number });
    line.evidence.iter().cloned().chain([from_file]).collect()
}
