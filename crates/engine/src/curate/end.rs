//! Forget and delete: two ways to stop using a memory, both of which can be taken back.

use std::collections::BTreeSet;

use cofio_domain::axes::Status;
use cofio_domain::id::{MemoryId, VersionId};
use cofio_domain::link::Relation;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::record::{Belief, RowRef};
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::space::SpaceHandle;

use crate::admit::Draft;
use crate::find::{Head, Looking};
use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, Written};

impl Engine {
    /// Stops using a memory. It stays in history and can be restored; it is not learned again from what was said.
    pub fn forget(&self, space: &SpaceHandle, which: &str, reason: Option<&str>) -> Result<Written, Error> {
        self.end(space, which, reason, Ending::Forget)
    }

    /// Puts a memory in the trash, where it can be found for thirty days and nowhere else.
    pub fn delete(&self, space: &SpaceHandle, which: &str, reason: Option<&str>) -> Result<Written, Error> {
        self.end(space, which, reason, Ending::Delete)
    }

    fn end(&self, space: &SpaceHandle, which: &str, reason: Option<&str>, ending: Ending) -> Result<Written, Error> {
        self.check_reason(reason)?;
        self.until_settled(|| {
            self.may_write(space)?;
            let head = self.find(space, which, ending.looking())?;
            if head.body.status == ending.status() {
                return Err(Error::conflict(format!("it is {} already", ending.status())));
            }
            let draft = Draft { reason: reason.map(str::to_owned), ..Draft::said("") };
            self.end_heads(space, &[head], ending.kind(), ending.status(), &draft)
        })
    }

    /// Returns the memories that were merged into one: what is done to it is done to them. What it merely followed, because
    /// things have changed, is another matter.
    pub(crate) fn merged_into(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Head>, Error> {
        let versions: BTreeSet<VersionId> =
            self.store.records_of(space, memory)?.into_iter().map(|record| record.body.id).collect();
        let links = self.store.links_of(space, memory, Belief::Now)?;
        let followed: BTreeSet<MemoryId> = links
            .into_iter()
            .filter(|link| link.body.relation == Relation::Follows && link.body.from == memory)
            .map(|link| link.body.to)
            .collect();
        let merged = |head: &Head| {
            head.body.memory != memory
                && head.body.status == Status::Superseded
                && head.body.superseded_by.is_some_and(|by| versions.contains(&by))
                && !followed.contains(&head.body.memory)
        };
        Ok(self.heads(space)?.into_iter().filter(merged).collect())
    }

    /// Ends several memories at once, as one operation; the draft says why, and where it was heard.
    pub(crate) fn end_heads(
        &self,
        space: &SpaceHandle,
        heads: &[Head],
        kind: OperationKind,
        status: Status,
        draft: &Draft,
    ) -> Result<Written, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let mut commit = self.commit_of(space, kind);
        commit.operation.reason = draft.reason.clone();
        draft.sign(&mut commit);
        let why = if status == Status::Trashed { SuppressionReason::Trashed } else { SuppressionReason::Forgotten };
        let mut ending = heads.to_vec();
        for head in heads {
            ending.extend(self.merged_into(space, head.body.memory)?);
        }
        for head in &ending {
            commit.retire.push(RowRef::version(head.seq));
            commit.record.push(head.body.clone().ended(status, commit.at).into());
            let fingerprint = Fingerprint::of(book.state.salt, &head.body.claim.content);
            if self.store.suppressions_of(space, fingerprint)?.is_empty() {
                commit.record.push(Suppression { fingerprint, reason: why }.into());
            }
        }
        let done = self.commit(space, commit)?;
        let (action, verb) = match status {
            Status::Trashed => (Action::Deleted, "In the trash"),
            _ => (Action::Forgotten, "Forgotten"),
        };
        let written = match heads {
            [head] => {
                let before = self.view(space, head, &book);
                self.written(&done, action, format!("{verb}: {}", head.body.claim.content))
                    .about(self.recorded_view(space, &done, &book))
                    .instead_of(before)
            }
            several => {
                self.written(&done, action, format!("{verb}: {} memories", several.len())).counting(several.len())
            }
        };
        Ok(written.because(draft.reason.as_deref().unwrap_or("you said so")))
    }
}

/// How a memory is ended.
#[derive(Debug, Clone, Copy)]
enum Ending {
    Forget,
    Delete,
}

impl Ending {
    fn kind(self) -> OperationKind {
        match self {
            Ending::Forget => OperationKind::Forget,
            Ending::Delete => OperationKind::Delete,
        }
    }

    fn status(self) -> Status {
        match self {
            Ending::Forget => Status::Forgotten,
            Ending::Delete => Status::Trashed,
        }
    }

    /// What is forgotten, expired or archived can still be deleted.
    fn looking(self) -> Looking {
        match self {
            Ending::Forget => Looking::Active,
            Ending::Delete => Looking::Any,
        }
    }
}
