//! Undo: taking back any operation. What it recorded is retired, what it retired is recorded again; both stay in the
//! log. Where something later rests on it, that is said first, and can be taken back along with it.

use std::collections::BTreeSet;

use cofio_domain::axes::Status;
use cofio_domain::id::{JobId, MemoryId, OperationId};
use cofio_domain::memory::{Claim, Version};
use cofio_domain::operation::{Commit, NewRow, Operation, OperationKind};
use cofio_domain::ports::OperationFilter;
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::space::{Actor, SpaceHandle};

use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, Written};

/// What to take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undo<'a> {
    /// An operation or a job by id or part of one; nothing is the last operation.
    pub which: Option<&'a str>,
    /// Whether to take back, too, what rests on it.
    pub cascade: bool,
}

/// What became of a record that an operation made.
enum Fate {
    /// It is believed, or its copy is that a later undo brought back.
    Stands(RowRef),
    /// An operation that was not taken back has retired it.
    ChangedBy(OperationId),
    /// It was erased.
    Gone,
}

impl Engine {
    /// Takes back an operation, or all operations of a job.
    pub fn undo(&self, space: &SpaceHandle, undo: Undo<'_>) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let asked_for = self.meant(space, undo.which)?;
            for operation in &asked_for {
                self.may_undo(space, operation)?;
            }
            let operations = self.with_what_rests_on(space, asked_for, undo.cascade)?;
            self.take_back(space, &operations)
        })
    }

    fn meant(&self, space: &SpaceHandle, which: Option<&str>) -> Result<Vec<Operation>, Error> {
        if let Some(job) = which.and_then(|which| which.trim().parse::<JobId>().ok()) {
            let filter = OperationFilter { job: Some(job), ..OperationFilter::default() };
            let mut of_job = Vec::new();
            for operation in self.store.operations(space, &filter)? {
                if operation.undoes.is_empty() && !self.is_undone(space, operation.id)? {
                    of_job.push(operation);
                }
            }
            if of_job.is_empty() {
                return Err(Error::not_found("job that could be undone", job.to_string()));
            }
            return Ok(of_job);
        }
        let id = match which {
            Some(which) => self.find_operation(space, which)?,
            None => self.last_undoable(space)?,
        };
        let operation = self.store.operation(space, id)?;
        Ok(vec![operation.ok_or_else(|| Error::not_found("operation", id.to_string()))?])
    }

    fn may_undo(&self, space: &SpaceHandle, operation: &Operation) -> Result<(), Error> {
        let own = operation.actor == Actor::User(space.user()) || matches!(operation.actor, Actor::Automation(_));
        if !own {
            self.may_govern(space)?;
        }
        match operation.kind {
            OperationKind::Erase => Err(Error::conflict(
                "what was erased is gone for good; other steps can still be undone by name (see the activity)",
            )),
            OperationKind::CreateSpace => Err(Error::conflict("making a space cannot be undone")),
            _ if self.is_erased(space, operation)? => {
                Err(Error::conflict("what it was about was erased since, and cannot be brought back"))
            }
            _ if self.is_undone(space, operation.id)? => {
                Err(Error::conflict(format!("{} was undone already", operation.id)))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether all the memories an operation was about are erased since.
    fn is_erased(&self, space: &SpaceHandle, operation: &Operation) -> Result<bool, Error> {
        let rows = operation.before.iter().chain(&operation.after);
        let versions: Vec<RowRef> = rows.filter(|row| row.noun == Noun::Version).copied().collect();
        Ok(!versions.is_empty() && self.store.rows_at(space, &versions)?.is_empty())
    }

    /// Returns whether an operation is taken back, and its taking back is not.
    pub(crate) fn is_undone(&self, space: &SpaceHandle, id: OperationId) -> Result<bool, Error> {
        Ok(self.undone_by(space, id)?.is_some())
    }

    /// Returns the operation that took this one back, if that one stands.
    fn undone_by(&self, space: &SpaceHandle, id: OperationId) -> Result<Option<Operation>, Error> {
        for undo in self.store.undos_of(space, id)? {
            if self.undone_by(space, undo.id)?.is_none() {
                return Ok(Some(undo));
            }
        }
        Ok(None)
    }

    /// Returns the operations with all that would have to be taken back before them, newest first.
    fn with_what_rests_on(
        &self,
        space: &SpaceHandle,
        operations: Vec<Operation>,
        cascade: bool,
    ) -> Result<Vec<Operation>, Error> {
        let asked_for: BTreeSet<OperationId> = operations.iter().map(|operation| operation.id).collect();
        let mut all = operations;
        let mut looked_at = 0;
        while looked_at < all.len() {
            for id in self.resting_on(space, &all[looked_at])? {
                if all.iter().any(|known| known.id == id) {
                    continue;
                }
                all.extend(self.store.operation(space, id)?);
            }
            looked_at += 1;
        }
        let resting: Vec<OperationId> =
            all.iter().map(|operation| operation.id).filter(|id| !asked_for.contains(id)).collect();
        if !resting.is_empty() && !cascade {
            let what = match resting.len() {
                1 => "a later operation rests on it; take that back first, or both with --cascade".to_owned(),
                many => format!("{many} later operations rest on it; take them back first, or all with --cascade"),
            };
            return Err(Error::Conflict { message: what, operations: resting });
        }
        for operation in &all {
            self.may_undo(space, operation)?;
        }
        all.sort_by_key(|operation| std::cmp::Reverse(operation.seq));
        Ok(all)
    }

    /// Returns the operations that changed what this one recorded, or tied something to a memory it made.
    fn resting_on(&self, space: &SpaceHandle, operation: &Operation) -> Result<BTreeSet<OperationId>, Error> {
        let mut ids = BTreeSet::new();
        for row in &operation.after {
            if let Fate::ChangedBy(id) = self.fate_of(space, *row)? {
                ids.insert(id);
            }
        }
        let recorded = self.store.rows_at(space, &operation.after)?;
        for memory in made_by(operation, &recorded) {
            let links = self.store.links_of(space, memory, Belief::Now)?;
            ids.extend(links.into_iter().map(|link| link.operation));
            ids.extend(self.sharing(space, memory)?);
        }
        // Where it only changed a domain or a project, what was there before comes back and carries the rest.
        let made = |noun: Noun| !operation.before.iter().any(|row| row.noun == noun);
        for record in recorded.iter().filter(|record| made(record.body.noun())) {
            match &record.body {
                Row::Domain(domain) => {
                    ids.extend(self.recording(space, |claim| claim.domain == domain.name)?);
                }
                Row::Project(project) => {
                    ids.extend(self.recording(space, |claim| claim.project == Some(project.id))?);
                }
                _ => {}
            }
        }
        ids.remove(&operation.id);
        Ok(ids)
    }

    /// Returns the operations that shared a memory, where the copy still stands.
    fn sharing(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<OperationId>, Error> {
        let shares = self.store.rows(space, Noun::Share, Belief::Now)?.records;
        let of_memory = shares.into_iter().filter(|record| match &record.body {
            Row::Share(share) => share.memory == memory,
            _ => false,
        });
        Ok(of_memory.map(|record| record.operation).collect())
    }

    /// Returns the operations that recorded what is believed now of claims that fit.
    fn recording(&self, space: &SpaceHandle, fits: impl Fn(&Claim) -> bool) -> Result<Vec<OperationId>, Error> {
        let versions = self.store.versions(space, Belief::Now)?.records;
        Ok(versions.into_iter().filter(|record| fits(&record.body.claim)).map(|record| record.operation).collect())
    }

    /// Follows a record through the undos that brought it back.
    fn fate_of(&self, space: &SpaceHandle, row: RowRef) -> Result<Fate, Error> {
        let mut row = row;
        loop {
            let Some(record) = self.store.rows_at(space, &[row])?.pop() else { return Ok(Fate::Gone) };
            let Some(retired) = record.retired else { return Ok(Fate::Stands(row)) };
            let Some(undo) = self.undone_by(space, retired.by)? else { return Ok(Fate::ChangedBy(retired.by)) };
            match undo.revived.iter().find(|(earlier, _)| *earlier == row) {
                Some((_, copy)) => row = *copy,
                None => return Ok(Fate::ChangedBy(undo.id)),
            }
        }
    }

    /// Follows a record back through the undos that brought it back, to the one it was at first.
    fn origin_of(&self, space: &SpaceHandle, row: RowRef) -> Result<RowRef, Error> {
        let mut row = row;
        loop {
            let Some(record) = self.store.rows_at(space, &[row])?.pop() else { return Ok(row) };
            let Some(operation) = self.store.operation(space, record.operation)? else { return Ok(row) };
            match operation.revived.iter().find(|(_, copy)| *copy == row) {
                Some((earlier, _)) => row = *earlier,
                None => return Ok(row),
            }
        }
    }

    fn take_back(&self, space: &SpaceHandle, operations: &[Operation]) -> Result<Written, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let mut commit = self.commit_of(space, OperationKind::Undo);
        commit.operation.undoes = operations.iter().map(|operation| operation.id).collect();
        commit.operation.job = operations.first().and_then(|operation| operation.job);
        commit.guards.push(book.guard());
        self.reverse(space, operations, &mut commit)?;
        self.may_bring_back(space, &commit)?;
        // Nothing can have come in the way of the last step since.
        let last = self.last_done(space).ok();
        if !operations.iter().any(|operation| Some(operation.id) == last) {
            self.check_present(space, &commit)?;
        }
        if !self.settings.dry_run {
            for operation in operations {
                self.reverse_elsewhere(space, operation)?;
            }
        }
        let done = self.commit(space, commit)?;
        let memory = self.recorded_view(space, &done, &book);
        let what = match operations {
            [only] => format!("Undone: {}", only.kind),
            several => format!("Undone: {} operations", several.len()),
        };
        let count = operations.len();
        Ok(self.written(&done, Action::Undone, what).about(memory).counting(count).because("you took it back"))
    }

    /// Puts into a commit the reverse of operations, newest first. What one of them recorded and another retired
    /// cancels out.
    fn reverse(&self, space: &SpaceHandle, operations: &[Operation], commit: &mut Commit) -> Result<(), Error> {
        for row in operations.iter().flat_map(|operation| &operation.after) {
            if let Fate::Stands(row) = self.fate_of(space, *row)?
                && !commit.retire.contains(&row)
            {
                commit.retire.push(row);
            }
        }
        let retired = self.retired_by(space, operations)?;
        let again = self.store.rows_at(space, &retired)?;
        if again.len() < retired.len() {
            return Err(Error::conflict("part of what it changed was erased since, and cannot be brought back"));
        }
        for record in again {
            let revives = RowRef { noun: record.body.noun(), seq: record.seq };
            commit.record.push(NewRow { row: record.body, recorded_at: None, revives: Some(revives) });
        }
        Ok(())
    }

    /// Returns what operations retired that none of them had recorded: what their undo brings back.
    fn retired_by(&self, space: &SpaceHandle, operations: &[Operation]) -> Result<Vec<RowRef>, Error> {
        let mut recorded = BTreeSet::new();
        for row in operations.iter().flat_map(|operation| &operation.after) {
            recorded.insert(self.origin_of(space, *row)?);
        }
        let mut retired = Vec::new();
        for row in operations.iter().flat_map(|operation| &operation.before) {
            if !recorded.contains(&self.origin_of(space, *row)?) {
                retired.push(*row);
            }
        }
        Ok(retired)
    }

    /// Fails where what would come back is not this person's to decide.
    fn may_bring_back(&self, space: &SpaceHandle, commit: &Commit) -> Result<(), Error> {
        let governs = |noun: Noun| matches!(noun, Noun::Membership | Noun::Consent | Noun::Domain);
        let retired = commit.retire.iter().map(|row| row.noun);
        let recorded = commit.record.iter().map(|new| new.row.noun());
        if retired.chain(recorded).any(governs) { self.may_govern(space) } else { Ok(()) }
    }

    /// Fails where what would come back clashes with what is there by now.
    fn check_present(&self, space: &SpaceHandle, commit: &Commit) -> Result<(), Error> {
        for new in &commit.record {
            if let Row::Version(version) = &new.row
                && version.status == Status::Active
                && !self.says_so_already(space, version)?
                && let Some(other) = self.clashing(space, version)?
                && !commit.retire.contains(&RowRef::version(other.seq))
            {
                return Err(Error::conflict(format!(
                    "another memory says the same by now: {} ({})",
                    other.body.claim.content, other.body.memory
                )));
            }
        }
        Ok(())
    }

    /// Returns whether a memory says now what it would say again: then nothing new can clash.
    fn says_so_already(&self, space: &SpaceHandle, version: &Version) -> Result<bool, Error> {
        let head = self.head_of(space, version.memory)?.filter(|head| head.body.is_live(self.now()));
        Ok(head.is_some_and(|head| {
            head.body.claim.content == version.claim.content && head.body.claim.key == version.claim.key
        }))
    }

    /// Returns another memory in force that says the same as a version, or has its key.
    pub(crate) fn clashing(&self, space: &SpaceHandle, version: &Version) -> Result<Option<Record<Version>>, Error> {
        let now = self.now();
        let claim = &version.claim;
        let fingerprint = self.fingerprint_of(space, &claim.content)?;
        let mut same = self.store.by_fingerprint(space, fingerprint)?;
        if let Some(key) = &claim.key {
            same.extend(self.store.by_key(space, &claim.domain, key)?);
        }
        Ok(same.into_iter().find(|other| {
            other.body.memory != version.memory
                && other.body.is_live(now)
                && other.body.claim.domain == claim.domain
                && other.body.claim.project == claim.project
        }))
    }
}

/// Returns the memories whose first version an operation recorded.
fn made_by(operation: &Operation, recorded: &[Record<Row>]) -> Vec<MemoryId> {
    let changed_versions = operation.before.iter().any(|row| row.noun == Noun::Version);
    let first = |record: &Record<Row>| match &record.body {
        Row::Version(version) if version.n == 1 && !changed_versions => Some(version.memory),
        _ => None,
    };
    recorded.iter().filter_map(first).collect()
}
