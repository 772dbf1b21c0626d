//! Jobs as they are shown.

use cofio_domain::axes::axis;
use cofio_domain::id::JobId;
use cofio_domain::job::{Job, JobState};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::jobs::{JobKind, KINDS, Load, Work, key_in};
use crate::learn::STRETCH;
use crate::{Engine, Error};

axis! {
    /// Where a job stands, for people.
    Standing {
        /// It is not due yet.
        Waiting = "waiting",
        /// It is due.
        Due = "due",
        /// It is due, and there is nothing to do.
        Nothing = "nothing to do",
        /// Somebody is at it.
        Running = "running",
        /// It was tried often enough.
        Failed = "failed",
    }
}

/// A job as it is shown.
#[derive(Debug, Clone, Serialize)]
pub struct JobView {
    /// What it is called.
    pub kind: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Where it stands.
    pub state: Standing,
    /// When it is due.
    pub due_at: Timestamp,
    /// When it was last begun.
    pub started_at: Option<Timestamp>,
    /// When it was last done, or given up.
    pub ended_at: Option<Timestamp>,
    /// The last run: what its operations carry.
    pub run: Option<JobId>,
    /// How often this run was tried.
    pub attempts: u32,
    /// What it did the last time, in numbers.
    pub stats: serde_json::Value,
    /// Why it went wrong the last time.
    pub error: Option<String>,
}

impl Engine {
    /// Returns every job of a space and where it stands.
    pub fn jobs(&self, space: &SpaceHandle) -> Result<Vec<JobView>, Error> {
        let rows = self.store.jobs(space)?;
        let now = self.now();
        let kinds = KINDS.iter().map(|kind| self.job_view(space, *kind, row_of(&rows, space, kind.name()), now));
        // What was put aside is shown one by one, until it is done.
        let asides = rows.iter().filter(|job| job.kind == STRETCH && job.state != JobState::Done);
        kinds.chain(asides.map(|job| Ok(aside_view(job, now)))).collect()
    }

    fn job_view(
        &self,
        space: &SpaceHandle,
        kind: &'static dyn JobKind,
        row: Option<&Job>,
        now: Timestamp,
    ) -> Result<JobView, Error> {
        let due_at = self.due_at(space, kind, row)?;
        let held = row.and_then(|job| job.lease.as_ref()).is_some_and(|lease| lease.until > now);
        let state = match row.map(|job| job.state) {
            Some(JobState::Running) if held => Standing::Running,
            Some(JobState::Failed) if due_at > now => Standing::Failed,
            _ if due_at > now => Standing::Waiting,
            _ => {
                let work =
                    Work { engine: self, space, as_of: now, job: self.mint(), by_name: false, kind: kind.name() };
                if kind.load(&work)? == Load::Nothing { Standing::Nothing } else { Standing::Due }
            }
        };
        Ok(JobView {
            kind: kind.name(),
            about: kind.about(),
            state,
            due_at,
            started_at: row.and_then(|job| job.started_at),
            ended_at: row.and_then(|job| job.ended_at),
            run: row.filter(|job| job.started_at.is_some()).map(|job| job.id),
            attempts: row.map_or(0, |job| job.attempts),
            stats: row.map_or(serde_json::Value::Null, |job| job.stats.clone()),
            error: row.and_then(|job| job.error.clone()),
        })
    }

    /// Returns when a job is due. One that was never asked for is due a turn after the space was made, so that nothing has
    /// to be written before there is something to do; one that failed, a turn after it was given up.
    pub(crate) fn due_at(
        &self,
        space: &SpaceHandle,
        kind: &'static dyn JobKind,
        row: Option<&Job>,
    ) -> Result<Timestamp, Error> {
        let zone = &self.settings.zone;
        Ok(match row {
            Some(job) if job.state == JobState::Queued => job.due_at,
            Some(job) if job.state == JobState::Running => job.lease.as_ref().map_or(job.due_at, |lease| lease.until),
            Some(job) => kind.schedule().next_after(job.ended_at.unwrap_or(job.due_at), zone),
            None => {
                let spaces = self.store.spaces_of(space.user())?;
                let made = spaces.iter().find(|(known, _)| known.id == space.id()).map(|(known, _)| known.created_at);
                kind.schedule().next_after(made.unwrap_or_else(|| self.now()), zone)
            }
        })
    }
}

/// Shows a stretch of a conversation that was put aside.
fn aside_view(job: &Job, now: Timestamp) -> JobView {
    let state = match job.state {
        JobState::Failed => Standing::Failed,
        _ if job.is_held(now) => Standing::Running,
        _ if job.due_at > now => Standing::Waiting,
        _ => Standing::Due,
    };
    let [session, from, to] = ["session", "from", "to"].map(|field| job.payload[field].clone());
    JobView {
        kind: STRETCH,
        about: "messages the model could not read; by hand: cofio jobs run learn.again",
        state,
        due_at: job.due_at,
        started_at: job.started_at,
        ended_at: job.ended_at,
        run: job.started_at.map(|_| job.id),
        attempts: job.attempts,
        stats: serde_json::json!({ "session": session, "from": from, "to": to }),
        error: job.error.clone(),
    }
}

/// Returns the row of a kind, where there is one.
pub(crate) fn row_of<'a>(rows: &'a [Job], space: &SpaceHandle, kind: &str) -> Option<&'a Job> {
    let key = key_in(space);
    rows.iter().find(|job| job.kind == kind && job.key == key)
}
