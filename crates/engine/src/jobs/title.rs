//! `title`: says in three to five words what each conversation is about, where nobody has yet.

use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct Title;

impl JobKind for Title {
    fn name(&self) -> &'static str {
        "title"
    }

    fn about(&self) -> &'static str {
        "gives conversations a title of three to five words"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Daily { hour: 3 }
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        Ok(if work.engine.untitled(work.space)?.is_empty() { Load::Nothing } else { Load::Little })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        Ok(json!({ "titled": work.engine.give_titles(work.space)? }))
    }
}
