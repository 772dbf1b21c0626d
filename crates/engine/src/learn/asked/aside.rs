//! Stretches the model gave no usable answer about: put aside as jobs, to be seen and asked about again.
//!
//! One that was not answered is asked about again by itself; one whose answer could not be used, when somebody runs
//! `learn.again`, or when the model or the prompt is another. What is kept says which messages, never what they say.

use cofio_domain::id::JobId;
use cofio_domain::job::{Ending, Job, JobState, NewJob, Taking, Which};
use cofio_domain::ports::{Llm, ModelError, SessionRef};
use cofio_domain::session::{Session, SessionNumber};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Failed, Parts, prompt};
use crate::learn::{BEFORE, Learning, Lesson, Line};
use crate::{Engine, Error};

/// The kind of these jobs.
pub(crate) const STRETCH: &str = "learn.stretch";

/// How long nobody else asks about a stretch that somebody is at.
const LEASE_MINUTES: i64 = 30;

/// When one that was not answered is asked about again, each time.
const RETRY_MINUTES: [i64; 4] = [5, 30, 120, 720];

/// Which messages were put aside, and who could not read them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Aside {
    session: i64,
    from: u64,
    to: u64,
    model: String,
    prompt: String,
}

/// What asking again came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct AskedAgain {
    pub(crate) read: u64,
    pub(crate) failed: u64,
}

impl Engine {
    /// Puts a stretch aside.
    pub(super) fn put_aside(
        &self,
        space: &SpaceHandle,
        session: &Session,
        stretch: &[Line],
        llm: &dyn Llm,
        failed: &Failed,
    ) -> Result<(), Error> {
        let (Some(first), Some(last)) = (stretch.first(), stretch.last()) else { return Ok(()) };
        if self.settings.dry_run {
            return Ok(());
        }
        let aside = Aside {
            session: session.number.0,
            from: first.event.index,
            to: last.event.index,
            model: llm.model().to_string(),
            prompt: prompt::VERSION.to_owned(),
        };
        let key = format!("{}:{}-{}", aside.session, aside.from, aside.to);
        let now = self.now();
        let payload = json!(aside);
        self.store
            .enqueue(space, NewJob { id: self.mint(), kind: STRETCH.into(), key: key.clone(), due_at: now, payload })?;
        // It was tried just now: that is its first run.
        if let Some(job) = self.take_stretch(space, &key)? {
            self.end_stretch(space, &job, failed)?;
        }
        Ok(())
    }

    /// Asks again about what was put aside: what is due, what another model or prompt may read, and with `all` the rest.
    pub(crate) fn ask_again(&self, space: &SpaceHandle, all: bool) -> Result<AskedAgain, Error> {
        let mut done = AskedAgain::default();
        let Some(llm) = self.llm.clone() else { return Ok(done) };
        for job in self.asides(space, all)? {
            let Ok(aside) = serde_json::from_value::<Aside>(job.payload.clone()) else { continue };
            let Some(job) = self.take_stretch(space, &job.key)? else { continue };
            match self.ask_about_aside(space, &*llm, &aside)? {
                None => {
                    let ending = Ending::Done { stats: json!({ "from": aside.from, "to": aside.to }), next: None };
                    self.store.end_job(space, &job, ending, self.now())?;
                    done.read += 1;
                }
                Some(failed) => {
                    self.end_stretch(space, &job, &failed)?;
                    done.failed += 1;
                }
            }
        }
        Ok(done)
    }

    /// Returns what was put aside and is worth asking about now.
    pub(crate) fn asides(&self, space: &SpaceHandle, all: bool) -> Result<Vec<Job>, Error> {
        let Some(llm) = self.llm.as_deref().filter(|_| !self.settings.knobs.learning_paused) else {
            return Ok(Vec::new());
        };
        let now = self.now();
        let is_worth_it = |job: &Job| match job.state {
            JobState::Failed => all || !was_read_by(job, llm),
            JobState::Queued => all || job.is_free(now),
            JobState::Running => job.is_free(now),
            JobState::Done => false,
        };
        let jobs = self.store.jobs(space)?.into_iter();
        Ok(jobs.filter(|job| job.kind == STRETCH && is_worth_it(job)).collect())
    }

    /// Asks about a stretch that was put aside. What grammar read in it stays; what is the same is known already.
    fn ask_about_aside(&self, space: &SpaceHandle, llm: &dyn Llm, aside: &Aside) -> Result<Option<Failed>, Error> {
        let session = self.store.session(space, SessionRef::Number(SessionNumber(aside.session)))?;
        let Some(session) = session.filter(|session| session.is_visible() && self.is_own(space, session)) else {
            return Ok(None);
        };
        let lines = self.lines_of(space, &session, aside.from.saturating_sub(BEFORE as u64))?;
        let place = |index: u64| lines.iter().position(|line| line.event.index >= index).unwrap_or(lines.len());
        let (start, end) = (place(aside.from), place(aside.to + 1));
        let (before, stretch) = (&lines[start.saturating_sub(BEFORE)..start], &lines[start..end]);
        match self.ask_about(llm, space, &session, before, stretch, Parts::Whole)? {
            Err(failed) => Ok(Some(failed)),
            Ok(heeded) => {
                let mut lesson = Lesson::default();
                let run = self.mint::<JobId>();
                let mut learning = Learning { engine: self, space, session, run, lesson: &mut lesson, again: true };
                self.heed(llm, &mut learning, before, stretch, &heeded)?;
                Ok(None)
            }
        }
    }

    fn take_stretch(&self, space: &SpaceHandle, key: &str) -> Result<Option<Job>, Error> {
        let now = self.now();
        let taking = Taking {
            owner: self.mint::<JobId>().to_string(),
            now,
            until: now.plus_minutes(LEASE_MINUTES),
            id: self.mint(),
            which: Which::Anyway(STRETCH.into(), key.to_owned()),
        };
        Ok(self.store.take_job(space, taking)?)
    }

    fn end_stretch(&self, space: &SpaceHandle, job: &Job, failed: &Failed) -> Result<(), Error> {
        let now = self.now();
        let (error, retry): (String, Option<Timestamp>) = match failed {
            Failed::Unusable(why) => (format!("the model's answer cannot be used: {why}"), None),
            Failed::NotAnswered(error) => {
                let tries = usize::try_from(job.attempts).unwrap_or(usize::MAX).saturating_sub(1);
                let retry = match error {
                    ModelError::Spent { .. } => Some(now.plus_days(1)),
                    _ => RETRY_MINUTES.get(tries).map(|minutes| now.plus_minutes(*minutes)),
                };
                (error.to_string(), retry)
            }
        };
        tracing::warn!(job.kind = STRETCH, "a stretch was read by grammar: {error}");
        self.store.end_job(space, job, Ending::Failed { error, retry }, now)?;
        Ok(())
    }
}

/// Whether it was this model, asked in these words, that could not read it.
fn was_read_by(job: &Job, llm: &dyn Llm) -> bool {
    job.payload["model"] == llm.model().as_str() && job.payload["prompt"] == prompt::VERSION
}
