//! Running jobs: take one on, do it, say how it ended.

use cofio_domain::id::JobId;
use cofio_domain::job::{Ending, Job, Taking, Which};
use cofio_domain::ports::StoreError;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::jobs::view::row_of;
use crate::jobs::{JobKind, KINDS, Load, Work, key_in, kind_named};
use crate::{Engine, Error};

/// For how long nobody else may do a job that somebody has taken on: longer than any run takes, and short enough that
/// what a killed process left is soon taken up.
const LEASE_MINUTES: i64 = 10;

/// How long to wait before a failed run is tried again, each time. After the last, it is given up until its next turn.
const RETRY_MINUTES: [i64; 4] = [1, 5, 30, 120];

/// How a run came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Somebody named the job.
    ByName,
    /// Its time had come.
    ByTime,
}

/// What running a job came to.
#[derive(Debug, Clone, Serialize)]
pub struct Ran {
    /// Which.
    pub kind: &'static str,
    /// `done`, `failed` or `busy`: somebody else is at it.
    pub outcome: &'static str,
    /// The run: what its operations carry.
    pub run: Option<JobId>,
    /// What it did, in numbers.
    pub stats: serde_json::Value,
    /// Why it went wrong.
    pub error: Option<String>,
}

impl Engine {
    /// Runs a job now, whether it is due or not, as if it were `as_of`.
    pub fn run_job(&self, space: &SpaceHandle, name: &str, as_of: Option<Timestamp>) -> Result<Ran, Error> {
        self.may_write(space)?;
        self.run_kind(space, kind_named(name)?, as_of.unwrap_or_else(|| self.now()), Asked::ByName)
    }

    /// Runs every job that is due, one after the other. A job that fails does not keep the others from being done.
    pub fn run_due_jobs(&self, space: &SpaceHandle, as_of: Option<Timestamp>) -> Result<Vec<Ran>, Error> {
        self.may_write(space)?;
        let as_of = as_of.unwrap_or_else(|| self.now());
        let mut ran = Vec::new();
        for kind in self.due_kinds(space, as_of)? {
            ran.push(self.run_kind(space, kind, as_of, Asked::ByTime)?);
        }
        Ok(ran)
    }

    /// Runs what is due and takes no time, until `until_over` says that time is up. What there is nothing to do for is
    /// passed over without a trace.
    pub fn run_short_jobs(&self, space: &SpaceHandle, until_over: &dyn Fn() -> bool) -> Result<Vec<Ran>, Error> {
        if !space.role().may_write() || self.settings.dry_run {
            return Ok(Vec::new());
        }
        let now = self.now();
        let mut ran = Vec::new();
        for kind in self.due_kinds(space, now)? {
            if until_over() {
                break;
            }
            let work = Work { engine: self, space, as_of: now, job: self.mint(), by_name: false, kind: kind.name() };
            if kind.load(&work)? == Load::Little {
                ran.push(self.run_kind(space, kind, now, Asked::ByTime)?);
            }
        }
        Ok(ran)
    }

    fn due_kinds(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<Vec<&'static dyn JobKind>, Error> {
        let rows = self.store.jobs(space)?;
        let mut due = Vec::new();
        for kind in KINDS {
            if self.due_at(space, *kind, row_of(&rows, space, kind.name()))? <= as_of {
                due.push(*kind);
            }
        }
        Ok(due)
    }

    fn run_kind(
        &self,
        space: &SpaceHandle,
        kind: &'static dyn JobKind,
        as_of: Timestamp,
        asked: Asked,
    ) -> Result<Ran, Error> {
        let ran = |outcome| Ran { kind: kind.name(), outcome, run: None, stats: serde_json::Value::Null, error: None };
        if self.settings.dry_run {
            return Err(Error::Invalid("a job cannot be tried without doing it".into()));
        }
        let Some(job) = self.take_on(space, kind)? else { return Ok(ran("busy")) };
        let by_name = asked == Asked::ByName;
        let engine = self.as_job(kind.name(), job.id);
        let work = Work { engine: &engine, space, as_of, job: job.id, by_name, kind: kind.name() };
        match kind.run(&work) {
            Ok(stats) => {
                let next = Some(kind.schedule().next_after(self.now(), &self.settings.zone));
                self.end_run(space, &job, Ending::Done { stats: stats.clone(), next })?;
                Ok(Ran { run: Some(job.id), stats, ..ran("done") })
            }
            Err(error) => {
                let error = told(&error);
                tracing::warn!(job.kind = kind.name(), "a job failed: {error}");
                let pause = RETRY_MINUTES.get(usize::try_from(job.attempts).unwrap_or(usize::MAX).saturating_sub(1));
                let retry = pause.map(|minutes| self.now().plus_minutes(*minutes));
                self.end_run(space, &job, Ending::Failed { error: error.clone(), retry })?;
                Ok(Ran { run: Some(job.id), error: Some(error), ..ran("failed") })
            }
        }
    }

    /// Takes a job on, unless somebody else is at it.
    fn take_on(&self, space: &SpaceHandle, kind: &'static dyn JobKind) -> Result<Option<Job>, Error> {
        let now = self.now();
        let taking = Taking {
            owner: self.mint::<JobId>().to_string(),
            now,
            until: now.plus_minutes(LEASE_MINUTES),
            id: self.mint(),
            which: Which::Anyway(kind.name().into(), key_in(space)),
        };
        Ok(self.store.take_job(space, taking)?)
    }

    /// Says how a run ended. Where somebody else has the job by now, they will say.
    fn end_run(&self, space: &SpaceHandle, job: &Job, ending: Ending) -> Result<(), Error> {
        match self.store.end_job(space, job, ending, self.now()) {
            Ok(_) | Err(StoreError::Stale) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Says what went wrong without a word of anybody's: this is kept and shown.
fn told(error: &Error) -> String {
    match error {
        Error::Store(error) => error.to_string(),
        Error::Model(error) => error.to_string(),
        Error::NotFound { what, .. } => format!("no {what} matches"),
        Error::Ambiguous { what, .. } => format!("several {what} match"),
        Error::Conflict { .. } => "something is in the way".into(),
        Error::Forbidden(_) => "not allowed here".into(),
        Error::Erased { .. } | Error::Refused(_) | Error::DomainOff { .. } | Error::Invalid(_) => "refused".into(),
    }
}
