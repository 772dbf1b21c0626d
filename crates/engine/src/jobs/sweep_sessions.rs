//! `sweep.stale_sessions`: closes what nobody closed, and puts away what slept for long.

use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct SweepSessions;

impl JobKind for SweepSessions {
    fn name(&self) -> &'static str {
        "sweep.stale_sessions"
    }

    fn about(&self) -> &'static str {
        "closes sessions nobody closed, and puts old ones away"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Minutes(5)
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        if !work.engine.has_stale_sessions(work.space, work.as_of)? {
            return Ok(Load::Nothing);
        }
        // A language model takes its time over what was said.
        Ok(if work.engine.llm.is_some() { Load::Much } else { Load::Little })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let (closed, archived) = work.engine.sweep_sessions(work.space, work.as_of)?;
        Ok(json!({ "closed": closed, "archived": archived }))
    }
}
