//! Consolidation: what is done with memory while nobody is looking, so that it gets better instead of noisier.
//!
//! Everything here adds, supersedes what was learned in passing, or sets aside; nothing deletes, and what the person
//! stands behind is never touched. Each change is an operation of its run and can be undone by it. Nothing is decided
//! twice: what a run did, the next one finds done.

mod absorb;
mod calibrate;
mod candidates;
mod pairs;
mod patterns;
mod relations;
mod settle;
mod view;

use cofio_domain::record::Seq;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::{Engine, Error};

pub use view::{Consolidated, Depth, StepKind, StepView};

/// The jobs that consolidate.
pub(crate) const DAILY: &str = "consolidate.daily";
/// See [`DAILY`].
pub(crate) const DEEP: &str = "consolidate.deep";

impl Engine {
    /// Consolidates now. Where nothing is to be changed, says what would be.
    pub fn consolidate(&self, space: &SpaceHandle, depth: Depth) -> Result<Consolidated, Error> {
        self.may_write(space)?;
        let run = self.new_run();
        let since = if depth == Depth::Deep { Seq(0) } else { self.consolidated_through(space)? };
        let name = if depth == Depth::Deep { DEEP } else { DAILY };
        let steps = self.as_job(name, run).consolidate_since(space, since, self.now(), depth)?;
        let changed = steps.iter().any(|step| step.op_id.is_some());
        Ok(Consolidated { run: Some(run).filter(|_| changed), steps, dry_run: self.settings.dry_run })
    }

    /// Does the work, on what was recorded after a place and everything it meets.
    pub(crate) fn consolidate_since(
        &self,
        space: &SpaceHandle,
        since: Seq,
        as_of: Timestamp,
        depth: Depth,
    ) -> Result<Vec<StepView>, Error> {
        let mut steps = self.consolidate_pairs(space, since, as_of)?;
        steps.extend(self.consolidate_candidates(space, as_of)?);
        steps.extend(self.consolidate_patterns(space, as_of)?);
        steps.extend(self.absorb_episodes(space, as_of)?);
        if depth == Depth::Deep {
            steps.extend(self.consolidate_relations(space)?);
        }
        if !self.settings.dry_run {
            self.compile_as_of(space, as_of)?;
            self.keep_entities(space)?;
            if depth == Depth::Deep {
                self.keep_clusters(space)?;
            }
        }
        Ok(steps)
    }

    fn consolidate_candidates(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<Vec<StepView>, Error> {
        let plan = self.plan_candidates(space, as_of)?;
        let promoted = plan.promote.iter().map(|draft| StepView {
            because: "it was seen often enough".into(),
            ..StepView::of(StepKind::Promoted, &draft.content)
        });
        let dropped = plan.drop.iter().map(|(_, candidate)| StepView {
            because: "nothing more came for it in time".into(),
            ..StepView::of(StepKind::Dropped, &candidate.claim.content)
        });
        let mut steps: Vec<StepView> = promoted.chain(dropped).collect();
        if !self.settings.dry_run && !plan.is_empty() {
            self.settle_candidates(space, &plan)?;
            steps.iter_mut().for_each(|step| step.op_id = self.run.as_ref().map(|run| run.job.to_string()));
        }
        Ok(steps)
    }

    /// Returns up to where the order of a space was consolidated by the nightly run.
    pub(crate) fn consolidated_through(&self, space: &SpaceHandle) -> Result<Seq, Error> {
        let key = crate::jobs::key_in(space);
        let jobs = self.store.jobs(space)?;
        let own = jobs.iter().find(|job| job.kind == DAILY && job.key == key);
        Ok(Seq(own.and_then(|job| job.stats["through"].as_i64()).unwrap_or(0)))
    }
}

/// How many of each sort of step a run took, by their names.
pub(crate) fn counted(steps: &[StepView]) -> serde_json::Map<String, serde_json::Value> {
    let mut counts = serde_json::Map::new();
    for kind in StepKind::ALL {
        let count = steps.iter().filter(|step| step.kind == *kind).count();
        if count > 0 {
            counts.insert(kind.word().to_owned(), count.into());
        }
    }
    counts
}
