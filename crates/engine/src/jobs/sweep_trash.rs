//! `sweep.trash`: what was in the trash for long enough goes for good, with the words it was learned from.

use std::collections::BTreeSet;

use cofio_domain::id::MemoryId;
use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::ports::SessionFilter;
use cofio_domain::session::Session;
use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct SweepTrash;

/// So many memories go in one transaction.
const BATCH: usize = 100;

impl JobKind for SweepTrash {
    fn name(&self) -> &'static str {
        "sweep.trash"
    }

    fn about(&self) -> &'static str {
        "empties the trash of what was long enough in it"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Daily { hour: 3 }
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        let nothing = memories(work)?.is_empty() && sessions(work)?.is_empty();
        // Erasing rewrites files, which takes longer than anybody waits for a prompt.
        Ok(if nothing { Load::Nothing } else { Load::Much })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let memories: Vec<MemoryId> = memories(work)?.into_iter().collect();
        for batch in memories.chunks(BATCH) {
            work.erase_memories(&batch.iter().copied().collect())?;
        }
        let sessions = sessions(work)?;
        for session in &sessions {
            let mut commit = work.commit_of(OperationKind::Erase);
            commit.erase = session_erasures(work, session)?;
            work.engine.commit(work.space, commit)?;
        }
        Ok(json!({ "memories": memories.len(), "sessions": sessions.len() }))
    }
}

fn memories(work: &Work<'_>) -> Result<BTreeSet<MemoryId>, Error> {
    let days = i64::from(work.engine.settings.knobs.trash_days);
    let trashed = work.engine.store.trashed_by(work.space, work.as_of.plus_days(-days))?;
    Ok(trashed.into_iter().map(|record| record.body.memory).collect())
}

fn sessions(work: &Work<'_>) -> Result<Vec<Session>, Error> {
    let days = i64::from(work.engine.settings.knobs.trash_days);
    let before = Some(work.as_of.plus_days(-days));
    let filter = SessionFilter { in_trash: true, before, ..SessionFilter::default() };
    let listing = work.engine.store.sessions(work.space, &filter)?;
    Ok(listing.sessions.into_iter().filter(|session| session.shredded_at.is_none()).collect())
}

fn session_erasures(work: &Work<'_>, session: &Session) -> Result<Vec<Erasure>, Error> {
    let engine = work.engine;
    let events = engine.store.events_of(work.space, session.number, 0, usize::MAX)?.events;
    let salt = engine.store.state(work.space)?.salt;
    let vectors = engine.message_erasures(salt, &events).into_iter();
    let vectors = vectors.filter(|erasure| matches!(erasure, Erasure::Vectors(_)));
    let derived = engine.session_derived_erasures(work.space, &session.name)?;
    Ok(std::iter::once(Erasure::Session(session.number)).chain(vectors).chain(derived).collect())
}

impl Work<'_> {
    /// Erases memories and the words they were learned from, as part of this run.
    pub(super) fn erase_memories(&self, memories: &BTreeSet<MemoryId>) -> Result<(), Error> {
        let mut commit = self.commit_of(OperationKind::Erase);
        commit.erase = self.engine.erasures_of(self.space, memories)?;
        self.engine.commit(self.space, commit)?;
        Ok(())
    }
}
