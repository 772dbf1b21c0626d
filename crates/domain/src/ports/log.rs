//! The raw log, the sessions it belongs to, and the feeds from which an index is kept up to date.

use crate::event::{ChainReport, Event, NewMessage};
use crate::evidence::Evidence;
use crate::id::{MemoryId, SessionId, VersionId};
use crate::memory::Version;
use crate::operation::Operation;
use crate::ports::{Listing, StoreError};
use crate::record::{Noun, Record, Row, Seq};
use crate::session::{NewSession, Session, SessionChange, SessionNumber, SessionStatus};
use crate::space::SpaceHandle;
use crate::time::Timestamp;

/// Messages to be added to a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Append {
    /// The session, which is made if there is none of that name.
    pub session: NewSession,
    /// What time it is. The store moves it forward where the space already has something recorded at or after it.
    pub at: Timestamp,
    /// The rules by which it was decided what of the messages may be kept. If they changed since, nothing is written.
    pub rules: i64,
    /// The messages, in the order they were said.
    pub messages: Vec<NewMessage>,
}

/// What became of messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Appended {
    /// The session as it is now.
    pub session: Session,
    /// Whether it was made for them.
    pub opened: bool,
    /// What was recorded, in order.
    pub events: Vec<Event>,
    /// The places, in what was given, of messages that were there already.
    pub known: Vec<usize>,
}

/// Events that were asked for, and those that cannot be shown because they are damaged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EventListing {
    /// The sound ones, in order.
    pub events: Vec<Event>,
    /// The damaged ones.
    pub damaged: Vec<Seq>,
}

/// What was said: append-only.
pub trait Log {
    /// Adds messages to a session, all or none, durably. A message of which the session has one with the same time,
    /// role, name and words is not added again: whoever is not sure whether a write went through may write again. One
    /// whose words were erased counts as the same by its time and role, so that it does not come back.
    ///
    /// Fails with [`StoreError::Stale`] where the rules have changed or the session is in the trash.
    fn append(&self, space: &SpaceHandle, append: Append) -> Result<Appended, StoreError>;

    /// Returns up to `limit` messages of a session from a place on, also of one in the trash.
    fn events_of(
        &self,
        space: &SpaceHandle,
        session: SessionNumber,
        from: u64,
        limit: usize,
    ) -> Result<EventListing, StoreError>;

    /// Returns these events, in order. What is not there is left out, and so is what is in the trash.
    fn events_at(&self, space: &SpaceHandle, at: &[Seq]) -> Result<EventListing, StoreError>;

    /// Walks the whole chain of a space.
    fn verify_chain(&self, space: &SpaceHandle) -> Result<ChainReport, StoreError>;
}

/// Which session is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionRef<'a> {
    /// By its public id.
    Id(SessionId),
    /// By its name.
    Name(&'a str),
    /// By its number.
    Number(SessionNumber),
}

/// Which sessions are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionFilter {
    /// Those that have come this far.
    pub status: Option<SessionStatus>,
    /// Those in the trash instead of the others.
    pub in_trash: bool,
    /// Those in which nothing happened since; of those in the trash, those that came there before.
    pub before: Option<Timestamp>,
    /// At most this many, the last touched first.
    pub limit: Option<usize>,
}

/// Sessions that were asked for, and how many cannot be shown because they are damaged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SessionListing {
    /// The sound ones, the last touched first.
    pub sessions: Vec<Session>,
    /// How many are damaged.
    pub damaged: usize,
}

/// Conversations. In a space of several people each sees their own.
pub trait Sessions {
    /// Returns a session, also one in the trash.
    fn session(&self, space: &SpaceHandle, which: SessionRef<'_>) -> Result<Option<Session>, StoreError>;

    /// Returns sessions.
    fn sessions(&self, space: &SpaceHandle, filter: &SessionFilter) -> Result<SessionListing, StoreError>;

    /// Changes a session that is still as it was seen, durably; returns it as it is then. Where the change changes
    /// nothing, nothing is written.
    ///
    /// Fails with [`StoreError::Stale`] where it is not as it was seen.
    fn change_session(
        &self,
        space: &SpaceHandle,
        seen: &Session,
        change: SessionChange,
        at: Timestamp,
    ) -> Result<Session, StoreError>;

    /// Gives a session a title, or takes it off, if it has the one that was seen. It does not move a space on: a title says
    /// nothing that was not said. Erasing words of a message takes the title off its session.
    ///
    /// Fails with [`StoreError::Stale`] where it has another.
    fn title_session(&self, space: &SpaceHandle, seen: &Session, title: Option<String>) -> Result<(), StoreError>;
}

/// A version that was learned from a message.
#[derive(Debug, Clone, PartialEq)]
pub struct Citation {
    /// The memory.
    pub memory: MemoryId,
    /// Its version.
    pub version: VersionId,
    /// What it cites: always a message.
    pub evidence: Evidence,
}

/// What happened since. Events, versions and operations share one order in a space, so whoever has seen everything up
/// to a place asks for what comes after it.
pub trait Feed {
    /// Returns up to `limit` versions recorded after a place, retired or not, in order.
    fn versions_since(&self, space: &SpaceHandle, after: Seq, limit: usize) -> Result<Listing<Version>, StoreError>;

    /// Returns the records of another noun made after a place, retired or not, in order.
    fn rows_since(&self, space: &SpaceHandle, noun: Noun, after: Seq) -> Result<Listing<Row>, StoreError>;

    /// Returns which records of a noun ceased to be believed after a place, and when.
    fn retired_since(&self, space: &SpaceHandle, noun: Noun, after: Seq) -> Result<Vec<(Seq, Timestamp)>, StoreError>;

    /// Returns the place of the last operation there was at a moment; what a later one recorded comes after it, whatever
    /// date it was given.
    fn place_at(&self, space: &SpaceHandle, moment: Timestamp) -> Result<Seq, StoreError>;

    /// Returns the versions that were believed at a moment and are not any more, in order.
    fn versions_ended_since(&self, space: &SpaceHandle, moment: Timestamp) -> Result<Listing<Version>, StoreError>;

    /// Returns up to `limit` events recorded after a place, in order. What is in the trash is left out.
    fn events_since(&self, space: &SpaceHandle, after: Seq, limit: usize) -> Result<EventListing, StoreError>;

    /// Returns the operations after a place, in order.
    fn operations_since(&self, space: &SpaceHandle, after: Seq) -> Result<Vec<Operation>, StoreError>;

    /// Returns the sessions that were put in the trash, or taken out of it, after a place.
    fn sessions_since(&self, space: &SpaceHandle, after: Seq) -> Result<Vec<Session>, StoreError>;

    /// Returns the believed records of memories that are forgotten or in the trash.
    fn dropped(&self, space: &SpaceHandle) -> Result<Vec<Record<Version>>, StoreError>;

    /// Returns the versions that were learned from some messages, each given by the name of its session and its place.
    fn citations_of(&self, space: &SpaceHandle, messages: &[(&str, u64)]) -> Result<Vec<Citation>, StoreError>;

    /// Returns every citation of a message.
    fn message_citations(&self, space: &SpaceHandle) -> Result<Vec<Citation>, StoreError>;
}

/// What the sweeps look for, without reading a whole space.
pub trait Sweeps {
    /// Returns the believed records of memories that were put in the trash by a time.
    fn trashed_by(&self, space: &SpaceHandle, at: Timestamp) -> Result<Vec<Record<Version>>, StoreError>;

    /// Returns the believed records, in use or superseded, that expired by a time. A window that ended is no expiry.
    fn expired_by(&self, space: &SpaceHandle, at: Timestamp) -> Result<Vec<Record<Version>>, StoreError>;
}
