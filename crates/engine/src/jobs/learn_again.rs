//! `learn.again`: asks the language model about what it gave no usable answer to before.

use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct LearnAgain;

impl JobKind for LearnAgain {
    fn name(&self) -> &'static str {
        "learn.again"
    }

    fn about(&self) -> &'static str {
        "asks the model about what it could not answer before"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Minutes(30)
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        let waiting = work.engine.asides(work.space, false)?;
        Ok(if waiting.is_empty() { Load::Nothing } else { Load::Much })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let done = work.engine.ask_again(work.space, work.by_name)?;
        Ok(json!({ "read": done.read, "failed": done.failed }))
    }
}
