//! Titles: what a conversation is about, in three to five of its own words.
//!
//! A title is made once both sides have spoken, or when the conversation is closed; from what was said first and may be
//! shown. Forgetting what it was made of makes it again, erasing takes it off at once.

use cofio_domain::event::MessageRole;
use cofio_domain::ports::{SessionFilter, SessionRef, StoreError};
use cofio_domain::session::{Session, SessionStatus};
use cofio_domain::space::SpaceHandle;
use cofio_language::titles::title;

use crate::learn::without_block;
use crate::raw::MessageRef;
use crate::record::Closed;
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// So many messages at the beginning of a conversation say what it is about.
const FIRST: usize = 8;

impl Engine {
    /// Gives a session a title, if it has none and enough was said. Returns the one it has then.
    pub(crate) fn give_title(&self, space: &SpaceHandle, session: &Session) -> Result<Option<String>, Error> {
        if session.title.is_some() || !session.is_visible() || self.settings.dry_run {
            return Ok(session.title.clone());
        }
        let Some(title) = self.title_made(space, session)? else { return Ok(None) };
        match self.store.title_session(space, session, Some(title.clone())) {
            Ok(()) => Ok(Some(title)),
            // Somebody else was first.
            Err(StoreError::Stale) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The same where nobody waits for it.
    pub(crate) fn give_title_by_the_way(&self, space: &SpaceHandle, session: &Session) -> Option<String> {
        self.give_title(space, session).unwrap_or_else(|error| {
            tracing::warn!("a session has no title for now: {error}");
            None
        })
    }

    /// Gives every session a title that has none. Returns how many got one.
    pub(crate) fn give_titles(&self, space: &SpaceHandle) -> Result<u64, Error> {
        let mut count = 0;
        for session in self.untitled(space)? {
            count += u64::from(self.give_title(space, &session)?.is_some());
        }
        Ok(count)
    }

    /// Returns the sessions that have no title and could have one.
    pub(crate) fn untitled(&self, space: &SpaceHandle) -> Result<Vec<Session>, Error> {
        let mut sessions = self.store.sessions(space, &SessionFilter::default())?.sessions;
        sessions.retain(|session| session.title.is_none() && session.messages > 0);
        Ok(sessions)
    }

    /// Makes the titles of these sessions again: something that was said in them is forgotten.
    pub(crate) fn title_again(&self, space: &SpaceHandle, names: impl Iterator<Item = String>) -> Result<(), Error> {
        for name in names {
            let there = self.store.session(space, SessionRef::Name(&name))?;
            let Some(session) = there.filter(|session| session.title.is_some() && session.is_visible()) else {
                continue;
            };
            let made = self.title_made(space, &session)?;
            if made != session.title {
                match self.store.title_session(space, &session, made) {
                    Ok(()) | Err(StoreError::Stale) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }

    /// What a session would be called now, by what was said first in it and may be shown.
    fn title_made(&self, space: &SpaceHandle, session: &Session) -> Result<Option<String>, Error> {
        let events = self.store.events_of(space, session.number, 0, FIRST)?.events;
        let answered = events.iter().any(|event| event.role == MessageRole::Assistant);
        if !answered && session.status == SessionStatus::Active {
            return Ok(None);
        }
        let places: Vec<(&str, u64)> = events.iter().map(|event| (session.name.as_str(), event.index)).collect();
        let book = Rulebook::read(&*self.store, space)?;
        let (marks, closed) = (self.marks_of(space, &places, &book)?, Closed::of(&book));
        let mut texts = Vec::new();
        for event in events.iter().filter(|event| event.role == MessageRole::User) {
            let Some(text) = event.text() else { continue };
            let message = MessageRef { session: session.name.clone(), index: event.index };
            if marks.withheld(&message, text).is_empty() && closed.clauses(text).is_empty() {
                texts.push(without_block(text));
            }
        }
        Ok(title(texts.iter().map(String::as_str)))
    }
}
