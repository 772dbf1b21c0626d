//! Remember and update: the person's word, taken in.

use cofio_domain::axes::{Authority, Flag, Kind, Retention};
use cofio_domain::domains::DomainName;
use cofio_domain::memory::Claim;
use cofio_domain::policy::retention::DEADLINE_GRACE_DAYS;
use cofio_domain::space::SpaceHandle;

use crate::admit::{Draft, Expiry, expiry_that_stays};
use crate::find::{Head, Looking};
use crate::rulebook::Rulebook;
use crate::{Engine, Error, Written, reading};

impl Engine {
    /// Takes in a claim: see the write policy for what becomes of it.
    pub fn remember(&self, space: &SpaceHandle, draft: &Draft) -> Result<Written, Error> {
        self.until_settled(|| self.admit(space, draft, None))
    }

    /// Gives a memory a new version. What the draft leaves open stays as it was, except what described the old words.
    pub fn update(&self, space: &SpaceHandle, which: &str, draft: &Draft) -> Result<Written, Error> {
        self.until_settled(|| {
            let head = self.find(space, which, Looking::Active)?;
            let draft = self.carried_over(space, &head, draft)?;
            self.admit(space, &draft, Some(head))
        })
    }

    /// Fills what a correction leaves open from the version it corrects. What had been read off the old words is read
    /// off the new ones; what somebody had said about the memory stays.
    fn carried_over(&self, space: &SpaceHandle, head: &Head, draft: &Draft) -> Result<Draft, Error> {
        let old = &head.body.claim;
        let book = Rulebook::read(&*self.store, space)?;
        let kind = draft.kind.unwrap_or_else(|| kind_after(old, draft));
        let task = old.task.as_ref().filter(|_| kind == Kind::Task);
        let by_default = if old.kind == Kind::Constraint { Authority::Hard } else { Authority::Soft };
        let said_authority = Some(old.authority).filter(|authority| *authority != by_default);
        let read_due = reading::deadline_in(&old.content, head.body.window.from, &self.settings.zone);
        let read_end = read_due.map(|due| due.plus_days(DEADLINE_GRACE_DAYS));
        let expires = match draft.expires {
            // A task that had no end had none on purpose.
            Expiry::Unsaid if task.is_some() && old.expires_at.is_none() => Expiry::Never,
            // An end that came from the old words goes with them.
            Expiry::Unsaid if old.retention == Retention::Deadline && old.expires_at == read_end => Expiry::Unsaid,
            Expiry::Unsaid => expiry_that_stays(old),
            said => said,
        };
        let was_due = task.and_then(|task| task.due_at);
        Ok(Draft {
            kind: Some(kind),
            authority: draft.authority.or(said_authority),
            domain: draft.domain.clone().or_else(|| domain_after(old, draft, &book)),
            key: draft.key.clone().or_else(|| old.key.clone()),
            tags: old.tags.union(&draft.tags).cloned().collect(),
            importance: draft.importance.or(Some(old.importance)),
            project: draft.project.clone().or_else(|| book.project_name(old.project)),
            visibility: draft.visibility.or(Some(old.visibility)),
            pinned: draft.pinned || old.flags.contains(&Flag::Pinned),
            state: draft.state.or(task.map(|task| task.state)),
            due_at: draft.due_at.or(was_due.filter(|_| was_due != read_due)),
            next_step: draft.next_step.clone().or_else(|| task.and_then(|task| task.next_step.clone())),
            expires,
            ..draft.clone()
        })
    }
}

/// Returns the kind of a corrected memory.
fn kind_after(old: &Claim, draft: &Draft) -> Kind {
    let was_read = reading::kind_of(&old.content) == old.kind;
    if was_read { reading::kind_of(&draft.content) } else { old.kind }
}

/// Returns the domain a corrected memory stays in, or nothing where its new words speak for one themselves.
fn domain_after(old: &Claim, draft: &Draft, book: &Rulebook) -> Option<DomainName> {
    let read = |text: &str| reading::domain_of(text, &book.domains);
    let was_read = read(&old.content).unwrap_or(DomainName::GENERAL) == old.domain;
    if was_read && read(&draft.content).is_some() { None } else { Some(old.domain.clone()) }
}
