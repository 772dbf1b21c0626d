//! `calibrate`: moves the floors of kinds by what the person keeps and corrects, once a week.

use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct Calibrate;

impl JobKind for Calibrate {
    fn name(&self) -> &'static str {
        "calibrate"
    }

    fn about(&self) -> &'static str {
        "moves how sure things must be by what you keep and correct"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Sundays { hour: 4 }
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        if work.is_large()? {
            return Ok(Load::Much);
        }
        let moves = work.engine.would_calibrate(work.space)?;
        Ok(if moves { Load::Little } else { Load::Nothing })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        Ok(json!({ "moved": work.engine.calibrate(work.space)? }))
    }
}
