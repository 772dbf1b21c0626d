//! Remember and update: the person's word, taken in.

use cofio_domain::axes::{Flag, Retention};
use cofio_domain::space::SpaceHandle;

use crate::admit::{Draft, Expiry};
use crate::find::{Head, Looking};
use crate::{Engine, Error, Written};

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

    fn carried_over(&self, space: &SpaceHandle, head: &Head, draft: &Draft) -> Result<Draft, Error> {
        let old = &head.body.claim;
        let book = crate::rulebook::Rulebook::read(&*self.store, space)?;
        // An expiry the person set stays; one that came from the old words goes with them.
        let expires = match draft.expires {
            Expiry::Unsaid if old.retention != Retention::Deadline => old.expires_at.map_or(Expiry::Unsaid, Expiry::At),
            said => said,
        };
        let task = old.task.as_ref();
        Ok(Draft {
            kind: draft.kind.or(Some(old.kind)),
            authority: draft.authority.or(Some(old.authority)),
            domain: draft.domain.clone().or_else(|| Some(old.domain.clone())),
            key: draft.key.clone().or_else(|| old.key.clone()),
            tags: old.tags.union(&draft.tags).cloned().collect(),
            importance: draft.importance.or(Some(old.importance)),
            project: draft.project.clone().or_else(|| book.project_name(old.project)),
            visibility: draft.visibility.or(Some(old.visibility)),
            pinned: draft.pinned || old.flags.contains(&Flag::Pinned),
            state: draft.state.or(task.map(|task| task.state)),
            due_at: draft.due_at.or(task.and_then(|task| task.due_at)),
            next_step: draft.next_step.clone().or_else(|| task.and_then(|task| task.next_step.clone())),
            expires,
            ..draft.clone()
        })
    }
}
