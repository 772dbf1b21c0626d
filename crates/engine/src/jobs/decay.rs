//! `decay`: notes what has faded too far. How sure something is, is a function of time and is never rewritten; what is left
//! to do is to set aside what fell too low, visibly, and to count what is not loaded any more.

use cofio_domain::axes::Status;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::decay::{ARCHIVE_BELOW, confidence_at};
use cofio_domain::record::RowRef;
use cofio_domain::time::Timestamp;
use serde_json::{Value, json};

use crate::Error;
use crate::find::Head;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct Decay;

/// Below this a guess is not loaded by itself.
const LOADED: f64 = 0.7;

impl JobKind for Decay {
    fn name(&self) -> &'static str {
        "decay"
    }

    fn about(&self) -> &'static str {
        "sets aside what has faded too far"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Daily { hour: 3 }
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        if work.is_large()? {
            return Ok(Load::Much);
        }
        Ok(if faded(work)?.is_empty() { Load::Nothing } else { Load::Little })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let going = faded(work)?;
        if !going.is_empty() {
            let mut commit = work.commit_of(OperationKind::Archive);
            commit.operation.reason = Some(format!("not sure enough any more: below {ARCHIVE_BELOW}"));
            for head in &going {
                commit.retire.push(RowRef::version(head.seq));
                commit.record.push(head.body.clone().ended(Status::Archived, commit.at).into());
            }
            work.engine.commit(work.space, commit)?;
        }
        Ok(json!({ "archived": going.len(), "faded": no_longer_loaded(work)? }))
    }
}

fn guesses(work: &Work<'_>) -> Result<Vec<Head>, Error> {
    let guess = |head: &Head| head.body.is_live(work.as_of) && !head.body.claim.source.is_explicit();
    Ok(work.engine.heads(work.space)?.into_iter().filter(guess).collect())
}

/// Returns what has fallen so low that it is set aside.
fn faded(work: &Work<'_>) -> Result<Vec<Head>, Error> {
    let low = |head: &Head| confidence_at(&head.body, head.recorded_at, work.as_of) < ARCHIVE_BELOW;
    Ok(guesses(work)?.into_iter().filter(low).collect())
}

/// Counts what fell under the floor since the last run.
fn no_longer_loaded(work: &Work<'_>) -> Result<usize, Error> {
    let jobs = work.engine.store.jobs(work.space)?;
    let last: Option<Timestamp> = jobs.into_iter().find(|job| job.kind == "decay").and_then(|job| job.ended_at);
    let crossed = |head: &Head| {
        let at = |moment| confidence_at(&head.body, head.recorded_at, moment);
        at(last.unwrap_or(head.recorded_at)) >= LOADED && at(work.as_of) < LOADED
    };
    Ok(guesses(work)?.iter().filter(|head| crossed(head)).count())
}
