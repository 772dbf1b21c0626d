//! `learn.turns`: learns from long conversations while they go on, every ten turns of the person.

use cofio_domain::event::MessageRole;
use cofio_domain::ports::SessionFilter;
use cofio_domain::session::{Session, SessionStatus, Surface};
use cofio_domain::space::SpaceHandle;
use serde_json::{Value, json};

use crate::jobs::{JobKind, Load, Schedule, Work};
use crate::learn::Stretch;
use crate::{Engine, Error};

/// See the module.
pub(super) struct LearnTurns;

impl JobKind for LearnTurns {
    fn name(&self) -> &'static str {
        "learn.turns"
    }

    fn about(&self) -> &'static str {
        "learns from long conversations while they go on"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Minutes(1)
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        if work.engine.long_conversations(work.space)?.is_empty() {
            return Ok(Load::Nothing);
        }
        // A language model takes its time over what was said.
        Ok(if work.engine.llm.is_some() { Load::Much } else { Load::Little })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let (mut sessions, mut taken_in) = (0, 0);
        for session in work.engine.long_conversations(work.space)? {
            let lesson = work.engine.learn_in(work.space, &session, Stretch::GoesOn, work.job)?;
            sessions += 1;
            taken_in += lesson.told.len();
        }
        Ok(json!({ "sessions": sessions, "learned": taken_in }))
    }
}

impl Engine {
    /// Returns the conversations that go on, and in which the person took so many turns since they were last learned from.
    /// What is brought in from a file is whole, and is learned from when it is closed.
    fn long_conversations(&self, space: &SpaceHandle) -> Result<Vec<Session>, Error> {
        let turns = self.settings.knobs.extract_every_turns as usize;
        if turns == 0 || self.settings.knobs.learning_paused {
            return Ok(Vec::new());
        }
        let active = SessionFilter { status: Some(SessionStatus::Active), ..SessionFilter::default() };
        let mut long = Vec::new();
        for session in self.store.sessions(space, &active)?.sessions {
            let goes_on = !matches!(session.surface, Surface::Cli | Surface::Import);
            let new = session.messages.saturating_sub(session.learned.messages);
            if !goes_on || (new as usize) < turns {
                continue;
            }
            let events = self.store.events_of(space, session.number, session.learned.messages, usize::MAX)?.events;
            let unread = events.iter().filter(|event| !session.learned.covers(event.index));
            if unread.filter(|event| event.role == MessageRole::User).count() >= turns {
                long.push(session);
            }
        }
        Ok(long)
    }
}
