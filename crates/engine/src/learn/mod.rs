//! Learning: what a conversation leaves behind.
//!
//! Whatever the person said since the last time is read in order; each claim goes through the write policy like any
//! other, as one step that is taken once. At the end of a stretch an episode says what it came to. Whoever is killed in
//! between leaves a session that was learned from up to a place, and the next one goes on from there.

mod alone;
mod asked;
mod block;
mod change;
mod claims;
mod episode;
mod forget;
mod lasting;
mod lesson;
mod plan;

use cofio_domain::event::{Event, EventKind, MessageRole};
use cofio_domain::id::JobId;
use cofio_domain::operation::OperationKind;
use cofio_domain::ports::{SessionRef, StoreError};
use cofio_domain::session::{Learned, Progress, Session};
use cofio_domain::space::{Actor, SpaceHandle, SpaceKind};
use cofio_language::extract::{Extracted, Message, Role, Speaker};
use jiff::Zoned;

use crate::admit::{Heard, LEARNING};
use crate::{Action, Engine, Error, Written};

pub(crate) use asked::STRETCH;
pub(crate) use block::{says_nothing, without_block};
pub use episode::EpisodeView;
pub use lesson::{Lesson, Told};

/// How many messages before one are read to understand it.
const BEFORE: usize = 10;

/// A message with what the extractor needs to know of it.
pub(crate) struct Line {
    pub(crate) event: Event,
    text: String,
    at: Zoned,
}

impl Line {
    fn message(&self) -> Message<'_> {
        let role = if self.event.role == MessageRole::User { Role::Person } else { Role::Assistant };
        let name = self.event.said().and_then(|said| said.name.as_deref());
        Message { text: &self.text, speaker: Speaker { name, role }, at: &self.at }
    }

    /// Whether anything may be learned from it: the person said it, and learning was not paused.
    fn teaches(&self) -> bool {
        self.event.role == MessageRole::User && self.event.kind == EventKind::Message
    }
}

/// What becomes of a stretch of a conversation that was learned from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stretch {
    /// It ends here, and is summed up.
    Ends,
    /// It goes on: how far it was read is noted, and nothing else.
    GoesOn,
}

impl Engine {
    /// Learns from what was said in a session since the last time.
    pub(crate) fn learn_from(&self, space: &SpaceHandle, session: &Session) -> Result<Lesson, Error> {
        let run = self.run.as_ref().map_or_else(|| self.mint::<JobId>(), |run| run.job);
        self.learn_in(space, session, Stretch::Ends, run)
    }

    /// The same as part of a run, and for a conversation that goes on.
    pub(crate) fn learn_in(
        &self,
        space: &SpaceHandle,
        session: &Session,
        stretch: Stretch,
        run: JobId,
    ) -> Result<Lesson, Error> {
        let mut lesson = Lesson::default();
        if self.settings.knobs.learning_paused || !self.is_own(space, session) {
            return Ok(lesson);
        }
        let first = session.learned.messages.saturating_sub(BEFORE as u64);
        let mut lines = self.lines_of(space, session, first)?;
        // What came in since the session was looked at is for the next time: it would be learned, and not summed up.
        lines.retain(|line| line.event.index < session.messages);
        let session = session.clone();
        let mut learning = Learning { engine: self, space, session, run, lesson: &mut lesson, again: false };
        match self.llm.as_deref() {
            Some(llm) => self.learn_asking(llm, &mut learning, &lines)?,
            None => learning.read_by_grammar(&[], &lines)?,
        }
        match stretch {
            Stretch::Ends => learning.finish(&lines)?,
            Stretch::GoesOn => learning.go_on()?,
        }
        lesson.run = Some(run);
        Ok(lesson)
    }

    /// Everybody in a shared space has their own conversations.
    fn is_own(&self, space: &SpaceHandle, session: &Session) -> bool {
        space.kind() != SpaceKind::Shared || session.user == space.user()
    }

    /// Returns the messages of a session from a place on, without what came out of our own blocks.
    fn lines_of(&self, space: &SpaceHandle, session: &Session, from: u64) -> Result<Vec<Line>, Error> {
        let events = self.store.events_of(space, session.number, from, usize::MAX)?.events;
        let line = |event: Event| {
            let text = block::without_block(event.text()?);
            Some(Line { at: event.at.to_jiff().to_zoned(self.settings.zone.clone()), text, event })
        };
        Ok(events.into_iter().filter_map(line).collect())
    }
}

/// Learning from one session, step by step.
struct Learning<'a> {
    engine: &'a Engine,
    space: &'a SpaceHandle,
    /// The session as it was last seen, with how far it was learned from.
    session: Session,
    run: JobId,
    lesson: &'a mut Lesson,
    /// Whether this was learned from before: then it gets no further by it.
    again: bool,
}

impl Learning<'_> {
    /// Takes in what grammar reads in lines, each understood by those before it.
    fn read_by_grammar(&mut self, before: &[Line], lines: &[Line]) -> Result<(), Error> {
        let all: Vec<&Line> = before.iter().chain(lines).collect();
        let now = self.engine.now();
        let live = self.engine.heads(self.space)?.into_iter().filter(|head| head.body.is_live(now));
        let known: Vec<String> = live.map(|head| head.body.claim.content).collect();
        let planned = plan::plan(&all, self.session.learned, &known);
        for planned in planned.into_iter().filter(|planned| planned.at >= before.len()) {
            self.take_in(all[planned.at], &planned.claims)?;
        }
        Ok(())
    }

    /// Takes the next step about a message, whichever number that is.
    fn next_step<T: Step>(
        &mut self,
        message: u64,
        take: impl Fn(&Engine, &SpaceHandle, &Session, Heard) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let learned = self.session.learned;
        if !self.again {
            let claims = if learned.messages == message { learned.claims.saturating_add(1) } else { 1 };
            return self.step(Progress { messages: message, claims }, take);
        }
        let (engine, space) = (self.engine, self.space);
        engine.until_settled(|| {
            let there = engine.store.session(space, SessionRef::Number(self.session.number))?;
            self.session = there.ok_or_else(|| Error::not_found("session", self.session.name.clone()))?;
            let step = Learned { session: self.session.number, from: self.session.learned, to: self.session.learned };
            let heard = Heard { at: self.session.last_at, step, run: self.run };
            take(engine, space, &self.session, heard).map(Some)
        })
    }

    /// Takes in the claims of a message, each unless it was taken in before.
    fn take_in(&mut self, line: &Line, claims: &[Extracted]) -> Result<(), Error> {
        for (number, claim) in claims.iter().enumerate() {
            let to = Progress { messages: line.event.index, claims: u32::try_from(number + 1).unwrap_or(u32::MAX) };
            let written =
                self.step(to, |engine, space, session, heard| engine.take_claim(space, session, line, claim, heard))?;
            if let Some(written) = written {
                self.lesson.note(&written);
            }
        }
        Ok(())
    }

    /// Writes down what the stretch came to, and that all of it was read.
    fn finish(&mut self, lines: &[Line]) -> Result<(), Error> {
        let to = Progress { messages: self.session.messages, claims: 0 };
        let run = self.run;
        let written = self
            .step(to, |engine, space, session, heard| engine.write_episode(space, session, lines, heard.step, run))?;
        self.lesson.episode = written.flatten();
        Ok(())
    }

    /// Notes that all of it was read so far.
    fn go_on(&mut self) -> Result<(), Error> {
        let Some(last) = self.session.messages.checked_sub(1) else { return Ok(()) };
        let run = self.run;
        self.step(Progress { messages: last, claims: Progress::WHOLE }, |engine, space, _, heard| {
            let mut commit = engine.commit_of(space, OperationKind::Learn);
            commit.operation.actor = Actor::Automation(LEARNING.into());
            commit.operation.job = Some(run);
            commit.learned = Some(heard.step);
            engine.commit(space, commit)?;
            Ok(None::<EpisodeView>)
        })?;
        Ok(())
    }

    /// Takes a step, unless somebody took it before us. Where somebody else is at it at the same time, looks again.
    fn step<T: Step>(
        &mut self,
        to: Progress,
        take: impl Fn(&Engine, &SpaceHandle, &Session, Heard) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let (engine, space) = (self.engine, self.space);
        engine.until_settled(|| {
            if to <= self.session.learned {
                return Ok(None);
            }
            let step = Learned { session: self.session.number, from: self.session.learned, to };
            let heard = Heard { at: self.session.last_at, step, run: self.run };
            match take(engine, space, &self.session, heard) {
                Ok(taken) => {
                    if taken.is_kept() && !engine.settings.dry_run {
                        self.session.learned = to;
                    }
                    Ok(Some(taken))
                }
                Err(Error::Store(StoreError::Stale)) => {
                    let there = engine.store.session(space, SessionRef::Number(self.session.number))?;
                    self.session = there.ok_or_else(|| Error::not_found("session", self.session.name.clone()))?;
                    Err(Error::Store(StoreError::Stale))
                }
                Err(error) => Err(error),
            }
        })
    }
}

/// What a step came to.
trait Step {
    /// Whether anything was committed, and the step with it.
    fn is_kept(&self) -> bool;
}

impl Step for Written {
    fn is_kept(&self) -> bool {
        self.event.op_id.is_some() && self.event.action != Action::Skipped
    }
}

impl Step for Option<EpisodeView> {
    fn is_kept(&self) -> bool {
        true
    }
}
