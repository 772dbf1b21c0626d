//! `usage.rollup`: adds what memories were used for long ago to their counts.

use cofio_domain::time::Timestamp;
use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct UsageRollup;

impl JobKind for UsageRollup {
    fn name(&self) -> &'static str {
        "usage.rollup"
    }

    fn about(&self) -> &'static str {
        "counts old uses of memories instead of keeping each"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Daily { hour: 3 }
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        let old = work.engine.store.has_uses_before(work.space, before(work))?;
        Ok(if old { Load::Little } else { Load::Nothing })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let folded = work.engine.store.fold_uses(work.space, before(work))?;
        Ok(json!({ "uses": folded }))
    }
}

fn before(work: &Work<'_>) -> Timestamp {
    work.as_of.plus_days(-i64::from(work.engine.settings.knobs.usage_log_days))
}
