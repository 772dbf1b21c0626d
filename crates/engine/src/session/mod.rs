//! Sessions: looking at them, closing, putting away, deleting and bringing back.
//!
//! A message makes a session and wakes one that slept; see [`record`](crate::Engine::record). Before a session is closed
//! what was said in it since the last time is learned from. Closing twice closes once, and learns once.

mod forget;
mod title;
mod view;

use cofio_domain::event::ChainReport;
use cofio_domain::id::{Id, IdPart, SessionId};
use cofio_domain::ports::{IdLookup, SessionFilter, SessionRef, StoreError};
use cofio_domain::session::{Session, SessionChange, SessionStatus};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::learn::{Lesson, Stretch};
use crate::rulebook::Rulebook;
use crate::{Engine, Error, Match};

pub use view::{MessageView, SessionView, Transcript};

/// Which sessions are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SessionQuery {
    /// Those that have come this far.
    pub status: Option<SessionStatus>,
    /// Those in the trash.
    pub in_trash: bool,
    /// At most this many, the last touched first.
    pub limit: Option<usize>,
}

/// What a change to a session did.
#[derive(Debug, Clone, serde::Serialize)]
pub struct SessionChanged {
    /// A sentence for a person.
    pub message: String,
    /// Whether anything changed.
    pub changed: bool,
    /// The session as it is now.
    pub session: SessionView,
    /// What was learned from it on the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<Lesson>,
    /// Whether this only shows what would happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

/// How many sessions may fit what somebody typed before it is no use to name them.
const MANY: usize = 20;

impl Engine {
    /// Returns sessions, the last touched first, and how many are damaged.
    pub fn sessions(&self, space: &SpaceHandle, query: SessionQuery) -> Result<(Vec<SessionView>, usize), Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let filter = SessionFilter { status: query.status, in_trash: query.in_trash, before: None, limit: query.limit };
        let listing = self.store.sessions(space, &filter)?;
        let now = self.now();
        let shown = listing.sessions.iter().filter(|session| !self.is_beyond(session, now));
        Ok((shown.map(|session| SessionView::of(session, &book)).collect(), listing.damaged))
    }

    /// Returns a session with what was said in it from a place on.
    pub fn transcript(&self, space: &SpaceHandle, which: &str, from: u64, limit: usize) -> Result<Transcript, Error> {
        let session = self.find_session(space, which)?;
        let book = Rulebook::read(&*self.store, space)?;
        let listing = self.store.events_of(space, session.number, from, limit)?;
        Ok(Transcript {
            session: SessionView::of(&session, &book),
            transcript: listing.events.into_iter().map(Into::into).collect(),
            damaged: listing.damaged.len(),
        })
    }

    /// Closes a session: learns from what was said since the last time, then lets it rest. Closing one that is closed
    /// changes nothing.
    pub fn close_session(&self, space: &SpaceHandle, which: &str) -> Result<SessionChanged, Error> {
        self.may_write(space)?;
        let run = self.run.as_ref().map_or_else(|| self.new_run(), |run| run.job);
        let mut lesson = Lesson::default();
        let changed = self.until_settled(|| {
            let session = self.find_session(space, which)?;
            self.may_change_session(&session, SessionChange::Close)?;
            lesson.add(self.learn_in(space, &session, Stretch::Ends, run)?);
            // What somebody says meanwhile is learned before the session rests: nobody would come back for it.
            let there = self.store.session(space, SessionRef::Number(session.number))?;
            if there.is_none_or(|there| there.messages != session.messages) {
                return Err(Error::Store(StoreError::Stale));
            }
            self.change_seen_session(space, which, SessionChange::Close, Some(session.messages))
        })?;
        let mut changed = SessionChanged { learned: Some(lesson), ..changed };
        if let Some(session) = self.store.session(space, SessionRef::Id(changed.session.id))? {
            changed.session.title = self.give_title_by_the_way(space, &session);
        }
        self.keep_entities_by_the_way(space);
        Ok(changed)
    }

    /// Puts a session away. One more message brings it back.
    pub fn archive_session(&self, space: &SpaceHandle, which: &str) -> Result<SessionChanged, Error> {
        self.change_session(space, which, SessionChange::Archive)
    }

    /// Puts a session in the trash: what was said in it is out of sight at once, what was learned from it stays.
    pub fn delete_session(&self, space: &SpaceHandle, which: &str) -> Result<SessionChanged, Error> {
        self.change_session(space, which, SessionChange::Delete)
    }

    /// Brings a session back from the trash.
    pub fn restore_session(&self, space: &SpaceHandle, which: &str) -> Result<SessionChanged, Error> {
        self.change_session(space, which, SessionChange::Restore)
    }

    pub(super) fn change_session(
        &self,
        space: &SpaceHandle,
        which: &str,
        change: SessionChange,
    ) -> Result<SessionChanged, Error> {
        self.until_settled(|| self.change_seen_session(space, which, change, None))
    }

    /// Changes a session, if it has as many messages as were seen.
    fn change_seen_session(
        &self,
        space: &SpaceHandle,
        which: &str,
        change: SessionChange,
        messages: Option<u64>,
    ) -> Result<SessionChanged, Error> {
        self.may_write(space)?;
        let seen = self.find_session(space, which)?;
        if messages.is_some_and(|messages| messages != seen.messages) {
            return Err(Error::Store(StoreError::Stale));
        }
        self.may_change_session(&seen, change)?;
        let book = Rulebook::read(&*self.store, space)?;
        let now = self.now();
        let next = match seen.changed(change, now) {
            None => seen.clone(),
            Some(next) if self.settings.dry_run => next,
            Some(_) => self.store.change_session(space, &seen, change, now)?,
        };
        let changed = next != seen;
        Ok(SessionChanged {
            message: told(&next, change, changed),
            changed,
            session: SessionView::of(&next, &book),
            learned: None,
            dry_run: self.settings.dry_run,
        })
    }

    fn may_change_session(&self, session: &Session, change: SessionChange) -> Result<(), Error> {
        if self.is_beyond(session, self.now()) {
            return Err(Error::conflict("it was in the trash for too long and is gone"));
        }
        if session.deleted_at.is_some() && matches!(change, SessionChange::Close | SessionChange::Archive) {
            return Err(Error::conflict("it is in the trash; bring it back first: cofio sessions restore"));
        }
        Ok(())
    }

    /// Returns whether a session was in the trash for so long that it only waits to be swept, or was swept.
    pub(crate) fn is_beyond(&self, session: &Session, now: Timestamp) -> bool {
        let days = i64::from(self.settings.knobs.trash_days);
        session.shredded_at.is_some() || session.deleted_at.is_some_and(|at| now >= at.plus_days(days))
    }

    /// Finds the session that is meant: by its name, its id or part of its id; `last` is the last touched.
    pub(crate) fn find_session(&self, space: &SpaceHandle, which: &str) -> Result<Session, Error> {
        let text = which.trim();
        if text.is_empty() {
            return Err(Error::Invalid("say which session: its name, or its id".into()));
        }
        if let Some(session) = self.store.session(space, SessionRef::Name(text))? {
            return Ok(session);
        }
        if text == "last" {
            let newest = SessionFilter { limit: Some(1), ..SessionFilter::default() };
            let found = self.store.sessions(space, &newest)?.sessions.into_iter().next();
            return found.ok_or_else(|| Error::not_found("session", text));
        }
        let Some(part) = IdPart::parse(text, SessionId::PREFIX) else { return Err(Error::not_found("session", text)) };
        let mut found = Vec::new();
        for bits in self.store.ids_like(space, IdLookup::Session, &part, MANY)? {
            found.extend(self.store.session(space, SessionRef::Id(SessionId::from_bits(bits)))?);
        }
        match found.len() {
            0 => Err(Error::not_found("session", text)),
            1 => Ok(found.remove(0)),
            _ => {
                let candidate = |session: &Session| Match {
                    id: session.id.to_string(),
                    content: session.name.clone(),
                    domain: None,
                };
                Err(Error::ambiguous("sessions", text, found.iter().map(candidate)))
            }
        }
    }

    /// Closes the sessions in which nothing was said for a while and puts away those that slept for long. Returns how many.
    pub(crate) fn sweep_sessions(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<(u64, u64), Error> {
        let [to_close, to_archive] = self.stale_sessions(as_of);
        // One that cannot be learned from now stays open for the next time, and keeps no other from being closed.
        let mut failed = None;
        let closed = self.change_all(space, &to_close, SessionChange::Close, |session| {
            let learned = self.learn_from(space, session);
            let go_on = learned.is_ok();
            failed = failed.take().or(learned.err());
            go_on
        })?;
        let archived = self.change_all(space, &to_archive, SessionChange::Archive, |_| true)?;
        failed.map_or(Ok((closed, archived)), Err)
    }

    /// Returns whether any session waits to be closed or put away.
    pub(crate) fn has_stale_sessions(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<bool, Error> {
        for filter in self.stale_sessions(as_of) {
            if !self.store.sessions(space, &SessionFilter { limit: Some(1), ..filter })?.sessions.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn stale_sessions(&self, as_of: Timestamp) -> [SessionFilter; 2] {
        let knobs = &self.settings.knobs;
        let silent_since = as_of.plus_minutes(-i64::from(knobs.session_idle_minutes));
        let asleep_since = as_of.plus_days(-i64::from(knobs.session_archive_days));
        let stale =
            |status, before| SessionFilter { status: Some(status), before: Some(before), ..SessionFilter::default() };
        [stale(SessionStatus::Active, silent_since), stale(SessionStatus::Idle, asleep_since)]
    }

    /// Changes the sessions that fit and are ready for it. Returns how many.
    fn change_all(
        &self,
        space: &SpaceHandle,
        filter: &SessionFilter,
        change: SessionChange,
        mut is_ready: impl FnMut(&Session) -> bool,
    ) -> Result<u64, Error> {
        let mut count = 0;
        for session in self.store.sessions(space, filter)?.sessions {
            if !is_ready(&session) {
                continue;
            }
            // What was learned moved it on; what somebody said meanwhile is not learned yet.
            let there = self.store.session(space, SessionRef::Number(session.number))?;
            let Some(session) = there.filter(|there| there.touched_at == session.touched_at) else { continue };
            match self.store.change_session(space, &session, change, self.now()) {
                Ok(_) => count += 1,
                // Somebody said something in it just now: it is not stale any more.
                Err(StoreError::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(count)
    }

    /// Walks the chain of the raw log.
    pub fn verify(&self, space: &SpaceHandle) -> Result<ChainReport, Error> {
        Ok(self.store.verify_chain(space)?)
    }
}

/// Says what became of a session.
fn told(session: &Session, change: SessionChange, changed: bool) -> String {
    let name = &session.name;
    match (change, changed) {
        (SessionChange::Close, true) => format!("Closed: {name}"),
        (SessionChange::Close, false) => format!("{name} is closed already"),
        (SessionChange::Archive, true) => format!("Put away: {name}"),
        (SessionChange::Archive, false) => format!("{name} is put away already"),
        (SessionChange::Delete, true) => format!("In the trash: {name}; what was learned from it stays"),
        (SessionChange::Delete, false) => format!("{name} is in the trash already"),
        (SessionChange::Restore, true) => format!("Restored: {name}"),
        (SessionChange::Restore, false) => format!("{name} is not in the trash"),
    }
}
