//! Restore: bringing back what was forgotten, deleted, archived or expired, or an earlier version of what is there.

use cofio_domain::axes::{Source, Status};
use cofio_domain::memory::Version;
use cofio_domain::operation::{Guard, OperationKind};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::record::{Noun, Record, RowRef};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Window;

use crate::find::{Head, Looking};
use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, TakesEffect, Written};

impl Engine {
    /// Brings a memory back into use, as it was before it ended.
    pub fn restore(&self, space: &SpaceHandle, which: &str) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let head = match self.find(space, which, Looking::Ended) {
                Err(Error::NotFound { .. }) if self.find(space, which, Looking::Active).is_ok() => {
                    return Err(Error::conflict("it is in use; there is nothing to restore"));
                }
                found => found?,
            };
            self.restore_head(space, &head)
        })
    }

    fn restore_head(&self, space: &SpaceHandle, head: &Head) -> Result<Written, Error> {
        let now = self.now();
        let book = Rulebook::read(&*self.store, space)?;
        self.must_be_on(&head.body.claim.domain, &book)?;
        let records = self.store.records_of(space, head.body.memory)?;
        let mut restored = head.body.clone();
        restored.status = Status::Active;
        restored.window = open_window(head, &records);
        if restored.window.until.is_some_and(|until| until <= now) {
            restored.window.until = None;
        }
        // What expired by itself would expire again at once.
        restored.claim.expires_at = restored.claim.expires_at.filter(|expiry| *expiry > now);
        if let Some(task) = restored.claim.task.as_mut().filter(|task| task.state.is_finished()) {
            task.state = cofio_domain::axes::TaskState::Open;
        }
        self.must_not_clash(space, &restored)?;
        let fingerprint = Fingerprint::of(book.state.salt, &restored.claim.content);
        let mut commit = self.restate(space, OperationKind::Restore, head, restored);
        commit.guards.push(Guard::Rules(book.state.rules));
        let lifted = self.store.suppressions_of(space, fingerprint)?;
        commit.retire.extend(lifted.iter().map(|record| RowRef { noun: Noun::Suppression, seq: record.seq }));
        let done = self.commit(space, commit)?;
        Ok(self
            .written(&done, Action::Restored, format!("Restored: {}", head.body.claim.content))
            .about(self.recorded_view(space, &done, &book))
            .because("you brought it back")
            .from(TakesEffect::NextSession))
    }

    /// Makes an earlier version of a memory the current one again: as a new version, so that history stays whole.
    pub fn restore_version(&self, space: &SpaceHandle, which: &str, n: u32) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let head = self.find(space, which, Looking::Active)?;
            let records = self.store.records_of(space, head.body.memory)?;
            let earlier = records.iter().filter(|record| record.body.n == n).max_by_key(|record| record.seq);
            let Some(earlier) = earlier else { return Err(Error::not_found("version", n.to_string())) };
            if earlier.body.n == head.body.n {
                return Err(Error::conflict(format!("version {n} is the current one")));
            }
            let book = Rulebook::read(&*self.store, space)?;
            self.must_be_on(&earlier.body.claim.domain, &book)?;
            let mut claim = earlier.body.claim.clone();
            claim.source = Source::UserDirect;
            claim.confidence = None;
            claim.expires_at = claim.expires_at.filter(|expiry| *expiry > self.now());
            let mut commit = self.commit_of(space, OperationKind::Update);
            let window = Window::starting(commit.at);
            let operation = commit.operation.id;
            let version = self.next_version(space, &head, claim, window, &mut commit)?;
            let cites = cofio_domain::evidence::Cited::Operation { operation };
            commit.evidence.push((version, cofio_domain::evidence::Evidence::of(cites)));
            let done = self.commit(space, commit)?;
            let message = format!("Restored version {n}: {}", earlier.body.claim.content);
            Ok(self
                .written(&done, Action::Updated, message)
                .about(self.recorded_view(space, &done, &book))
                .instead_of(self.view(space, &head, &book))
                .because("you brought it back"))
        })
    }

    /// Fails where something in force says the same, or has the same key.
    pub(crate) fn must_not_clash(&self, space: &SpaceHandle, version: &Version) -> Result<(), Error> {
        match self.clashing(space, version)? {
            None => Ok(()),
            Some(other) => Err(Error::conflict(format!(
                "another memory says the same or has the same key: {} ({})",
                other.body.claim.content, other.body.memory
            ))),
        }
    }
}

/// Returns the window a version had before it was ended.
fn open_window(head: &Head, records: &[Record<Version>]) -> Window {
    records
        .iter()
        .filter(|record| record.body.n == head.body.n && record.body.status == Status::Active)
        .max_by_key(|record| record.seq)
        .map_or(Window::starting(head.body.window.from), |record| record.body.window)
}
