//! From a draft to a claim: what the caller left open is read off the words, or takes the default of its kind.

use std::collections::BTreeSet;

use cofio_domain::axes::{Authority, EvidenceType, Flag, Kind, Retention, Source, TaskState, Tier, Visibility};
use cofio_domain::domains::DomainName;
use cofio_domain::memory::{Claim, Task};
use cofio_domain::policy::importance::{self, TimeFrame};
use cofio_domain::policy::retention::{self, Lifetime};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;

use crate::admit::{Draft, Expiry};
use crate::rulebook::Rulebook;
use crate::{Engine, Error, reading};

/// The confidence of a claim that was picked up by somebody who does not say how sure they are.
const UNSTATED_CONFIDENCE: f64 = 0.7;

impl Engine {
    /// Fills in a draft.
    pub(crate) fn interpret(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        book: &Rulebook,
        now: Timestamp,
    ) -> Result<Claim, Error> {
        let content = draft.content.trim().to_owned();
        let explicit = draft.source.is_explicit();
        let kind = draft.kind.or(draft.state.map(|_| Kind::Task)).unwrap_or_else(|| reading::kind_of(&content));
        let domain = domain_of(draft, &content, book)?;
        let deadline = reading::deadline_in(&content, now, &self.settings.zone);
        let authority = authority_of(draft, kind);
        let project = draft.project.as_deref().map(|name| book.project(name)).transpose()?.map(|project| project.id);
        let task = (kind == Kind::Task).then(|| Task {
            state: draft.state.unwrap_or(TaskState::Open),
            due_at: draft.due_at.or(deadline),
            next_step: draft.next_step.clone(),
        });
        let (retention, expires_at) = self.lifetime_of(draft, kind, authority, &domain, deadline, book, now);
        let time_frame = if deadline.is_some() { TimeFrame::Carried } else { TimeFrame::Absent };
        let visibility = if space.kind() == SpaceKind::Shared { Visibility::Space } else { Visibility::Private };
        Ok(Claim {
            summary: draft.summary.clone(),
            body: draft.body.clone(),
            kind,
            authority,
            domain,
            key: draft.key.clone(),
            value: draft.value.clone(),
            tags: draft.tags.clone(),
            importance: draft.importance.unwrap_or_else(|| importance::by_default(kind, time_frame, explicit)),
            confidence: if explicit { None } else { draft.confidence.or(Some(UNSTATED_CONFIDENCE)) },
            tier: if explicit { Tier::Confirmed } else { Tier::Tentative },
            source: draft.source,
            evidence_type: draft.evidence_type.unwrap_or_else(|| evidence_type_of(draft.source)),
            grounding: draft.grounding.unwrap_or_else(|| reading::grounding_of(&content)),
            retention,
            expires_at,
            project,
            visibility: draft.visibility.unwrap_or(visibility),
            app: draft.app.clone().or_else(|| self.settings.app.clone()),
            task,
            flags: if draft.pinned { BTreeSet::from([Flag::Pinned]) } else { BTreeSet::new() },
            content,
        })
    }

    #[allow(clippy::too_many_arguments, reason = "a lifetime depends on everything about a claim")]
    fn lifetime_of(
        &self,
        draft: &Draft,
        kind: Kind,
        authority: Authority,
        domain: &DomainName,
        frame: Option<Timestamp>,
        book: &Rulebook,
        now: Timestamp,
    ) -> (Retention, Option<Timestamp>) {
        let explicit = draft.source.is_explicit();
        let by_words = frame.map(|_| Retention::Deadline);
        let by_kind = if explicit { Retention::Permanent } else { retention::default_class(kind) };
        let class = draft.retention.or(by_words).unwrap_or(by_kind);
        match draft.expires {
            Expiry::At(at) => (class, Some(at)),
            Expiry::Never => (Retention::Permanent, None),
            Expiry::Unsaid => {
                let domain_days = book.domain(domain).ok().and_then(|domain| domain.default_expiry_days);
                let lifetime =
                    Lifetime { retention: class, recorded_at: now, deadline: frame, explicit, authority, domain_days };
                (class, retention::expiry(&lifetime))
            }
        }
    }
}

/// Returns the domain the caller named, or the one the words speak for.
fn domain_of(draft: &Draft, content: &str, book: &Rulebook) -> Result<DomainName, Error> {
    match &draft.domain {
        Some(name) => book.domain(name).map(|domain| domain.name.clone()),
        None => Ok(reading::domain_of(content, &book.domains).unwrap_or(DomainName::GENERAL)),
    }
}

/// A constraint the person states is a rule. What was only picked up is no rule before they accept it.
fn authority_of(draft: &Draft, kind: Kind) -> Authority {
    if !draft.source.is_explicit() {
        return Authority::Soft;
    }
    let by_kind = if kind == Kind::Constraint { Authority::Hard } else { Authority::Soft };
    draft.authority.unwrap_or(by_kind)
}

fn evidence_type_of(source: Source) -> EvidenceType {
    match source {
        Source::AgentProposed | Source::Derived => EvidenceType::Inferred,
        _ => EvidenceType::Stated,
    }
}
