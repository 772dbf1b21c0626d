//! `consolidate.daily` and `consolidate.deep`: what is new is held against what is known every night, everything against
//! everything once a week.

use cofio_domain::record::Seq;
use serde_json::{Value, json};

use crate::consolidate::{DAILY, DEEP, Depth, counted};
use crate::jobs::{JobKind, Load, Schedule, Work};
use crate::{Engine, Error};

/// See the module.
pub(super) struct Consolidate {
    name: &'static str,
    schedule: Schedule,
}

/// Every night.
pub(super) const CONSOLIDATE_DAILY: Consolidate = Consolidate { name: DAILY, schedule: Schedule::Daily { hour: 3 } };

/// Once a week.
pub(super) const CONSOLIDATE_DEEP: Consolidate = Consolidate { name: DEEP, schedule: Schedule::Sundays { hour: 4 } };

impl JobKind for Consolidate {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        match self.name {
            DEEP => "holds everything known against everything else: merges, what follows, clusters",
            _ => "holds what is new against what is known: merges, contradictions, patterns",
        }
    }

    fn schedule(&self) -> Schedule {
        self.schedule
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        let revision = work.engine.store.state(work.space)?.revision.0;
        if revision <= self.done_through(work)? {
            return Ok(Load::Nothing);
        }
        if work.is_large()? {
            return Ok(Load::Much);
        }
        // Reading meaning takes its time; without it, what there is to do is seen at once.
        let heads = work.engine.heads(work.space)?;
        let reads_meaning = work.engine.models.embedder.is_some();
        let few = heads.iter().filter(|head| head.body.is_live(work.as_of)).count() < 2;
        if reads_meaning && !few {
            return Ok(Load::Much);
        }
        let mut trying: Engine = work.engine.clone();
        trying.settings.dry_run = true;
        let steps = trying.consolidate_since(work.space, Seq(self.done_through(work)?), work.as_of, self.depth())?;
        Ok(if steps.is_empty() { Load::Nothing } else { Load::Little })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let revision = work.engine.store.state(work.space)?.revision.0;
        let since = if self.name == DEEP { 0 } else { self.done_through(work)? };
        let steps = work.engine.consolidate_since(work.space, Seq(since), work.as_of, self.depth())?;
        let mut stats = counted(&steps);
        stats.insert("through".into(), json!(revision));
        Ok(Value::Object(stats))
    }
}

impl Consolidate {
    fn depth(&self) -> Depth {
        if self.name == DEEP { Depth::Deep } else { Depth::Daily }
    }

    /// Up to which place in the order of the space this has been done.
    fn done_through(&self, work: &Work<'_>) -> Result<i64, Error> {
        let key = crate::jobs::key_in(work.space);
        let jobs = work.engine.store.jobs(work.space)?;
        let own = jobs.iter().find(|job| job.kind == self.name && job.key == key);
        Ok(own.and_then(|job| job.stats["through"].as_i64()).unwrap_or(0))
    }
}
