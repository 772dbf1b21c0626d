//! Jobs: work that nobody waits for. A job is kept until it is done, is done by one process at a time, and can be seen.

use serde_json::Value;

use crate::axes::axis;
use crate::id::JobId;
use crate::time::Timestamp;

axis! {
    /// Where a job stands.
    JobState {
        /// It waits until it is due.
        Queued = "queued",
        /// Somebody has taken it on.
        Running = "running",
        /// It was done, and is not to be done again.
        Done = "done",
        /// It was tried often enough.
        Failed = "failed",
    }
}

/// A job as it is kept. There is one of each kind and key in a space.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The run it is at, or was at last: what its operations carry.
    pub id: JobId,
    /// What is to be done: `sweep.trash`.
    pub kind: String,
    /// What it is about, where there can be several of a kind: a session, a member.
    pub key: String,
    /// Where it stands.
    pub state: JobState,
    /// When it is to be done.
    pub due_at: Timestamp,
    /// How often this run was taken on.
    pub attempts: u32,
    /// Who has taken it on, and until when nobody else may.
    pub lease: Option<Lease>,
    /// When it was last taken on.
    pub started_at: Option<Timestamp>,
    /// When it was last done, or given up.
    pub ended_at: Option<Timestamp>,
    /// What it did, in numbers.
    pub stats: Value,
    /// Why it went wrong the last time.
    pub error: Option<String>,
    /// What it has to know.
    pub payload: Value,
    /// When it is to be done once more, because somebody asked for it while it ran.
    pub again_at: Option<Timestamp>,
}

/// The right to do a job, for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Who has it.
    pub owner: String,
    /// Until when.
    pub until: Timestamp,
}

/// A job that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    /// The id of its first run.
    pub id: JobId,
    /// What is to be done.
    pub kind: String,
    /// What it is about.
    pub key: String,
    /// When.
    pub due_at: Timestamp,
    /// What it has to know.
    pub payload: Value,
}

/// Somebody who is free to do a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taking {
    /// Who.
    pub owner: String,
    /// What time it is.
    pub now: Timestamp,
    /// For how long nobody else may.
    pub until: Timestamp,
    /// The id of the run, should it be a new one. A run that somebody else left unfinished keeps its own.
    pub id: JobId,
    /// Which job.
    pub which: Which,
}

/// Which job somebody takes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// The one that has been due for longest.
    Due,
    /// The one of this kind and key, if it is due.
    OfKind(String, String),
    /// The one of this kind and key, due or not. It is made if there is none.
    Anyway(String, String),
}

/// How a run of a job ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// It was done. What is done again and again is due again at a time.
    Done {
        /// What it did, in numbers.
        stats: Value,
        /// When it is to be done again.
        next: Option<Timestamp>,
    },
    /// It went wrong, and is tried again later, or not.
    Failed {
        /// Why.
        error: String,
        /// When it is tried again.
        retry: Option<Timestamp>,
    },
}

impl Job {
    /// Returns a job as it is first kept.
    pub fn asked_for(new: NewJob) -> Job {
        Job {
            id: new.id,
            kind: new.kind,
            key: new.key,
            state: JobState::Queued,
            due_at: new.due_at,
            attempts: 0,
            lease: None,
            started_at: None,
            ended_at: None,
            stats: Value::Null,
            error: None,
            payload: new.payload,
            again_at: None,
        }
    }

    /// Returns the job after it was asked for again: one that waits is brought forward, one that is over waits again,
    /// and one that runs is run once more.
    pub fn asked_again(mut self, new: NewJob) -> Job {
        match self.state {
            JobState::Queued => self.due_at = self.due_at.min(new.due_at),
            JobState::Running => {
                self.again_at = Some(self.again_at.map_or(new.due_at, |again| again.min(new.due_at)));
            }
            JobState::Done | JobState::Failed => {
                self = Job {
                    started_at: self.started_at,
                    ended_at: self.ended_at,
                    stats: self.stats,
                    error: self.error,
                    ..Job::asked_for(new)
                };
            }
        }
        self
    }

    /// Returns whether somebody may take it on: it is due and waits, or whoever had it let their time run out.
    pub fn is_free(&self, now: Timestamp) -> bool {
        match (self.state, &self.lease) {
            (JobState::Queued, _) => self.due_at <= now,
            (JobState::Running, Some(lease)) => lease.until <= now,
            (JobState::Running, None) => true,
            (JobState::Done | JobState::Failed, _) => false,
        }
    }

    /// Returns whether somebody is at it.
    pub fn is_held(&self, now: Timestamp) -> bool {
        self.state == JobState::Running && self.lease.as_ref().is_some_and(|lease| lease.until > now)
    }

    /// Returns the job of a kind that somebody takes on, out of all there are, or one that is made for it.
    pub fn taken_from(jobs: impl IntoIterator<Item = Job>, taking: &Taking) -> Option<Job> {
        let mut jobs = jobs.into_iter();
        let is = |job: &Job, kind: &str, key: &str| job.kind == kind && job.key == key;
        let found = match &taking.which {
            Which::Due => jobs.filter(|job| job.is_free(taking.now)).min_by_key(|job| job.due_at),
            Which::OfKind(kind, key) => jobs.find(|job| is(job, kind, key)).filter(|job| job.is_free(taking.now)),
            Which::Anyway(kind, key) => {
                let there = jobs.find(|job| is(job, kind, key));
                let made = || {
                    let (kind, key) = (kind.clone(), key.clone());
                    Job::asked_for(NewJob { id: taking.id, kind, key, due_at: taking.now, payload: Value::Null })
                };
                Some(there.unwrap_or_else(made)).filter(|job| !job.is_held(taking.now))
            }
        };
        found.map(|job| job.taken(taking))
    }

    /// Returns the job as somebody has taken it on. What somebody else left, or what failed and is tried again, is the
    /// same run.
    fn taken(mut self, taking: &Taking) -> Job {
        let is_new = match self.state {
            JobState::Queued => self.attempts == 0,
            JobState::Running => false,
            JobState::Done | JobState::Failed => true,
        };
        if is_new {
            self.id = taking.id;
            self.attempts = 0;
        }
        self.state = JobState::Running;
        self.attempts += 1;
        self.started_at = Some(taking.now);
        self.lease = Some(Lease { owner: taking.owner.clone(), until: taking.until });
        self
    }

    /// Returns the job after a run.
    pub fn ended(mut self, ending: Ending, at: Timestamp) -> Job {
        self.lease = None;
        self.ended_at = Some(at);
        let again = self.again_at.take();
        match ending {
            Ending::Done { stats, next } => {
                self.stats = stats;
                self.error = None;
                self.attempts = 0;
                let due = [next, again].into_iter().flatten().min();
                self.state = if due.is_some() { JobState::Queued } else { JobState::Done };
                self.due_at = due.unwrap_or(self.due_at);
            }
            Ending::Failed { error, retry } => {
                self.error = Some(error);
                if retry.is_none() {
                    self.attempts = 0;
                }
                let due = retry.or(again);
                self.state = if due.is_some() { JobState::Queued } else { JobState::Failed };
                self.due_at = due.unwrap_or(self.due_at);
            }
        }
        self
    }
}
