//! `sweep.expire`: counts what expired, and removes what did so long ago.
//!
//! Expiring needs no sweeper: it is a matter of looking at the clock, and what expired is not used from that moment on.
//! What is left to do is to tell, and in the end to remove it.

use std::collections::BTreeSet;

use cofio_domain::id::MemoryId;
use cofio_domain::memory::Version;
use cofio_domain::record::Record;
use cofio_domain::time::Timestamp;
use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct SweepExpire;

impl JobKind for SweepExpire {
    fn name(&self) -> &'static str {
        "sweep.expire"
    }

    fn about(&self) -> &'static str {
        "counts what expired, and removes what did so long ago"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Minutes(60)
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        Ok(if to_remove(work)?.is_empty() { Load::Nothing } else { Load::Much })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let going = to_remove(work)?;
        if !going.is_empty() {
            work.erase_memories(&going)?;
        }
        let expired = heads_among(work, work.engine.store.expired_by(work.space, work.as_of)?)?;
        Ok(json!({ "expired": expired.len(), "removed": going.len() }))
    }
}

/// Returns the memories that expired so long ago that they go for good.
fn to_remove(work: &Work<'_>) -> Result<BTreeSet<MemoryId>, Error> {
    let days = i64::from(work.engine.settings.knobs.expired_purge_days);
    let by: Timestamp = work.as_of.plus_days(-days);
    heads_among(work, work.engine.store.expired_by(work.space, by)?)
}

/// Old versions of what lives are history and stay: only a memory whose current state expired is meant.
fn heads_among(work: &Work<'_>, records: Vec<Record<Version>>) -> Result<BTreeSet<MemoryId>, Error> {
    let mut heads = BTreeSet::new();
    for record in records {
        let head = work.engine.head_of(work.space, record.body.memory)?;
        if head.is_some_and(|head| head.seq == record.seq) {
            heads.insert(record.body.memory);
        }
    }
    Ok(heads)
}
