//! What people do by hand: remember, update, confirm, forget, restore, delete, erase, link, set, share, undo.

mod confirm;
mod conflicts;
mod domains;
mod end;
mod erase;
mod link;
mod outcome;
mod places;
mod projects;
mod proposals;
mod remember;
mod restore;
mod set;
mod share;
mod undo;

use cofio_domain::memory::Version;
use cofio_domain::operation::{Commit, Committed, OperationKind};
use cofio_domain::record::{Row, RowRef};
use cofio_domain::space::SpaceHandle;

use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::view::MemoryView;
use crate::{Engine, Error};

pub use domains::{DomainView, Existing, NewDomain};
pub use erase::ErasePlan;
pub use projects::ProjectView;
pub(crate) use proposals::may_see_waiting;
pub use set::Change;
pub use undo::Undo;

impl Engine {
    /// Shows a record of a version.
    pub(crate) fn view(&self, space: &SpaceHandle, head: &Head, book: &Rulebook) -> MemoryView {
        let project = book.project_name(head.body.claim.project);
        MemoryView::of(head.clone(), space.id(), project, self.now())
    }

    /// Shows the newest version that a commit recorded.
    pub(crate) fn recorded_view(&self, space: &SpaceHandle, done: &Committed, book: &Rulebook) -> Option<MemoryView> {
        let versions = done.recorded.iter().filter_map(|record| match &record.body {
            Row::Version(version) => Some(record.clone().map(|_| (**version).clone())),
            _ => None,
        });
        let newest = versions.max_by_key(|record| record.body.n)?;
        Some(self.view(space, &newest, book))
    }

    /// Begins a commit that records a memory's current version anew, changed: the same version, another state.
    pub(crate) fn restate(&self, space: &SpaceHandle, kind: OperationKind, head: &Head, changed: Version) -> Commit {
        let mut commit = self.commit_of(space, kind);
        commit.retire.push(RowRef::version(head.seq));
        commit.record.push(changed.into());
        commit
    }

    /// Fails where a reason cannot be kept.
    pub(crate) fn check_reason(&self, reason: Option<&str>) -> Result<(), Error> {
        self.refuse_secrets(reason)
    }
}
