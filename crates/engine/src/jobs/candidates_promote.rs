//! `candidates.promote`: maybes that were seen often enough become memories, those that nothing more came for are dropped.

use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct CandidatesPromote;

impl JobKind for CandidatesPromote {
    fn name(&self) -> &'static str {
        "candidates.promote"
    }

    fn about(&self) -> &'static str {
        "makes memories of maybes that were seen often, drops those that were not"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Daily { hour: 3 }
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        let plan = work.engine.plan_candidates(work.space, work.as_of)?;
        Ok(if plan.is_empty() { Load::Nothing } else { Load::Little })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let plan = work.engine.plan_candidates(work.space, work.as_of)?;
        let (promoted, dropped) = work.engine.settle_candidates(work.space, &plan)?;
        Ok(json!({ "promoted": promoted, "dropped": dropped }))
    }
}
