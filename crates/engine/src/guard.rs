//! What work that nobody watches may not do, checked where everything is committed.

use cofio_domain::memory::Version;
use cofio_domain::operation::Commit;
use cofio_domain::policy::trust::unattended;
use cofio_domain::record::{Noun, Row, RowRef};
use cofio_domain::space::{Actor, SpaceHandle};

use crate::{Engine, Error};

/// The jobs that carry out what the person has deleted, or let expire.
const SWEEPS: &str = "sweep.";

impl Engine {
    /// Fails where a job is about to change what the person stands behind, or to delete anything. Taking in what the
    /// person said is no such work: there, their own words decide, by the write policy and the ladder.
    pub(crate) fn guard_unattended(&self, space: &SpaceHandle, commit: &Commit) -> Result<(), Error> {
        let Actor::Automation(job) = &commit.operation.actor else { return Ok(()) };
        if commit.learned.is_some() {
            return Ok(());
        }
        let forbidden = |why: String| Err(Error::Forbidden(format!("{job}: {why}")));
        if !commit.erase.is_empty() && !job.starts_with(SWEEPS) {
            return forbidden("nothing is erased unless you do it".into());
        }
        let ended: Vec<RowRef> = commit.retire.iter().filter(|row| row.noun == Noun::Version).copied().collect();
        for record in self.store.rows_at(space, &ended)? {
            let Row::Version(old) = record.body else { continue };
            if let Err(why) = unattended(&old, next_of(&old, commit)) {
                return forbidden(why.to_string());
            }
        }
        Ok(())
    }
}

/// Returns what a commit records in the place of a version.
fn next_of<'a>(old: &Version, commit: &'a Commit) -> Option<&'a Version> {
    commit.record.iter().find_map(|new| match &new.row {
        Row::Version(version) if version.id == old.id => Some(&**version),
        _ => None,
    })
}
