//! `compile.briefs`: compiles what is known for reading, every day and whenever something a brief cites has changed.

use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct CompileBriefs;

impl JobKind for CompileBriefs {
    fn name(&self) -> &'static str {
        crate::compile::JOB
    }

    fn about(&self) -> &'static str {
        "compiles the briefs: who you are, how to help, what is going on"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Daily { hour: 3 }
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        // Whoever never asked for briefs, by a command or by letting the nightly jobs run, does not get them in passing.
        if work.engine.briefs_believed(work.space)?.is_empty() {
            return Ok(Load::Nothing);
        }
        if work.is_large()? {
            return Ok(Load::Much);
        }
        let worth = work.engine.is_worth_compiling(work.space, work.as_of)?;
        Ok(if worth { Load::Little } else { Load::Nothing })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let compiled = work.engine.compile_as_of(work.space, work.as_of)?;
        Ok(json!({ "compiled": compiled.written.len(), "unchanged": compiled.unchanged, "dropped": compiled.dropped }))
    }
}
