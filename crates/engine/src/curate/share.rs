//! Sharing: a copy of a memory, with its evidence, in a space of several people.
//!
//! Two spaces are two worlds, so this is two commits: the copy there, then the note here of where it is. If the second
//! fails, the first is taken back.

use cofio_domain::axes::{Grounding, Source, Visibility};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{MemoryId, SpaceId, VersionId};
use cofio_domain::memory::{Memory, Version};
use cofio_domain::operation::{Operation, OperationKind};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::scope::Share;
use cofio_domain::space::{Actor, SpaceHandle, SpaceKind};
use cofio_domain::time::Window;

use crate::find::{Head, Looking};
use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, Undo, Written, reading};

impl Engine {
    /// Copies a memory to a shared space.
    pub fn share(&self, space: &SpaceHandle, which: &str, to: &SpaceHandle) -> Result<Written, Error> {
        self.may_write(space)?;
        self.may_write(to)?;
        if to.kind() != SpaceKind::Shared || to.key() == space.key() {
            return Err(Error::Forbidden("only another, shared space can be given a copy".into()));
        }
        let head = self.find(space, which, Looking::Active)?;
        let memory = head.body.memory;
        if head.body.claim.grounding == Grounding::Act {
            return Err(Error::Refused("what permits an action holds for you alone and is not shared".into()));
        }
        if self.shares_of(space, memory)?.iter().any(|(_, share)| share.to_space == to.id()) {
            return Ok(Written::nothing(Action::Skipped, "It is shared there already", "nothing to do"));
        }
        let copy = self.until_settled(|| self.copy_to(space, &head, to))?;
        let noted = self.until_settled(|| {
            let mut commit = self.commit_of(space, OperationKind::Share);
            commit.record.push(Share { memory, to_space: to.id(), copy }.into());
            self.commit(space, commit)
        });
        let done = match noted {
            Ok(done) => done,
            Err(error) => {
                self.withdraw(to, copy)?;
                return Err(error);
            }
        };
        let book = Rulebook::read(&*self.store, space)?;
        let message = format!("Shared: {}", head.body.claim.content);
        Ok(self
            .written(&done, Action::Shared, message)
            .about(self.view(space, &head, &book))
            .making(copy)
            .because("you said so"))
    }

    /// Withdraws the copy of a memory from a shared space.
    pub fn unshare(&self, space: &SpaceHandle, which: &str, to: &SpaceHandle) -> Result<Written, Error> {
        self.may_write(space)?;
        let head = self.find(space, which, Looking::Any)?;
        let shares = self.shares_of(space, head.body.memory)?;
        let Some((row, share)) = shares.into_iter().find(|(_, share)| share.to_space == to.id()) else {
            return Err(Error::not_found("copy of this memory in that space", which));
        };
        if !self.settings.dry_run {
            self.withdraw(to, share.copy)?;
        }
        let done = self.until_settled(|| {
            let mut commit = self.commit_of(space, OperationKind::Unshare);
            commit.retire.push(row);
            self.commit(space, commit)
        })?;
        let message = format!("No longer shared: {}", head.body.claim.content);
        Ok(self.written(&done, Action::Unshared, message).because("you said so"))
    }

    /// Returns where copies of a memory are.
    pub(crate) fn shares_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<(RowRef, Share)>, Error> {
        let shares = self.store.rows(space, Noun::Share, Belief::Now)?.records.into_iter();
        Ok(shares
            .filter_map(|record| match record.body {
                Row::Share(share) if share.memory == memory => {
                    Some((RowRef { noun: Noun::Share, seq: record.seq }, share))
                }
                _ => None,
            })
            .collect())
    }

    fn copy_to(&self, space: &SpaceHandle, head: &Head, to: &SpaceHandle) -> Result<MemoryId, Error> {
        let book = Rulebook::read(&*self.store, to)?;
        self.must_be_on(&head.body.claim.domain, &book)?;
        for text in head.body.claim.texts() {
            for domain in reading::sensitive_domains(text, &book.domains) {
                self.must_be_on(&domain, &book)?;
            }
        }
        let mut commit = self.commit_of(to, OperationKind::Share);
        commit.guards.push(book.guard());
        let memory = Memory { id: self.mint(), owner: to.user(), created_at: commit.at };
        let mut claim = head.body.claim.clone();
        claim.visibility = Visibility::Space;
        claim.project = None;
        // Who said it to the others is the person who shares it.
        claim.source = if claim.source.is_explicit() { Source::UserStated } else { claim.source };
        let version = Version {
            id: self.mint::<VersionId>(),
            memory: memory.id,
            n: 1,
            claim,
            window: Window::starting(head.body.window.from),
            superseded_by: None,
            actor: Actor::User(to.user()),
            ..head.body.clone()
        };
        self.must_not_clash(to, &version)?;
        let evidence = self.store.evidence_of(space, head.body.memory)?.into_iter();
        let own = evidence.filter(|(of, _)| *of == head.body.id).map(|(_, evidence)| evidence);
        let origin = Evidence::of(Cited::Memory { memory: head.body.memory });
        commit.evidence.extend(own.chain([origin]).map(|evidence| (version.id, evidence)));
        commit.record.push(version.into());
        let id = memory.id;
        commit.memories.push(memory);
        self.commit(to, commit)?;
        Ok(id)
    }

    /// Takes a copy out of a space again. What others made of it meanwhile is theirs.
    fn withdraw(&self, to: &SpaceHandle, copy: MemoryId) -> Result<(), Error> {
        self.until_settled(|| {
            self.may_write(to)?;
            let believed: Vec<Record<Version>> =
                self.store.records_of(to, copy)?.into_iter().filter(|record| record.retired.is_none()).collect();
            let changed =
                believed.iter().any(|record| record.body.n > 1 || record.body.actor != Actor::User(to.user()));
            if changed {
                return Err(Error::conflict(
                    "the copy was changed by others since; ask them, or forget it in that space",
                ));
            }
            if believed.is_empty() {
                return Ok(());
            }
            let mut commit = self.commit_of(to, OperationKind::Unshare);
            commit.retire.extend(believed.iter().map(|record| RowRef::version(record.seq)));
            self.commit(to, commit).map(drop)
        })
    }

    /// Puts a withdrawn copy back.
    fn reinstate(&self, to: &SpaceHandle, copy: MemoryId) -> Result<(), Error> {
        let records = self.store.records_of(to, copy)?;
        if records.iter().any(|record| record.retired.is_none()) {
            return Ok(());
        }
        let withdrawn = records.iter().filter_map(|record| record.retired).max_by_key(|retired| retired.at);
        let Some(retired) = withdrawn else { return Err(Error::not_found("copy", copy.to_string())) };
        let which = retired.by.to_string();
        self.undo(to, Undo { which: Some(&which), cascade: false }).map(drop)
    }

    /// Takes back what an operation did in other spaces.
    pub(crate) fn reverse_elsewhere(&self, space: &SpaceHandle, operation: &Operation) -> Result<(), Error> {
        match operation.kind {
            OperationKind::Share => self.for_each_copy(space, &operation.after, |to, copy| self.withdraw(to, copy)),
            OperationKind::Unshare => self.for_each_copy(space, &operation.before, |to, copy| self.reinstate(to, copy)),
            OperationKind::Undo => {
                for id in &operation.undoes {
                    match self.store.operation(space, *id)? {
                        Some(undone) if undone.kind == OperationKind::Share => {
                            self.for_each_copy(space, &undone.after, |to, copy| self.reinstate(to, copy))?;
                        }
                        Some(undone) if undone.kind == OperationKind::Unshare => {
                            self.for_each_copy(space, &undone.before, |to, copy| self.withdraw(to, copy))?;
                        }
                        _ => {}
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn for_each_copy(
        &self,
        space: &SpaceHandle,
        rows: &[RowRef],
        act: impl Fn(&SpaceHandle, MemoryId) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for record in self.store.rows_at(space, rows)? {
            if let Row::Share(share) = record.body {
                act(&self.seat_in(space, share.to_space)?, share.copy)?;
            }
        }
        Ok(())
    }

    fn seat_in(&self, space: &SpaceHandle, wanted: SpaceId) -> Result<SpaceHandle, Error> {
        let seats = self.store.spaces_of(space.user())?.into_iter();
        let found = seats
            .filter(|(space, _)| space.id == wanted)
            .find_map(|(space, seat)| seat.map(|seat| SpaceHandle::for_member(&space, &seat)));
        found.ok_or_else(|| Error::not_found("space", wanted.to_string()))
    }
}
