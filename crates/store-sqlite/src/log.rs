//! Adding to the raw log, and reading it.

use cofio_domain::event::{ChainReport, Digest, NewMessage, already_there};
use cofio_domain::ports::{Append, Appended, EventListing, Log, SessionRef, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::session::{Session, SessionNumber};
use cofio_domain::space::{SpaceHandle, SpaceKey, SpaceKind};
use cofio_domain::time::Timestamp;
use rusqlite::Connection;

use crate::SqliteStore;
use crate::error::store_error;
use crate::events::{self, place_of};
use crate::memories::owner;
use crate::sessions;
use crate::table::list;

/// The condition on events that keeps what is in the trash out, and other members' conversations. Its last two
/// parameters are the space and the user.
pub(crate) fn in_sight(space: &SpaceHandle) -> String {
    format!(
        "AND EXISTS (SELECT 1 FROM session
                      WHERE session.space = event.space AND session.number = event.session
                        AND session.deleted_at IS NULL {})",
        own(space)
    )
}

/// The condition on sessions that keeps other members' conversations out, where there are other members.
pub(crate) fn own(space: &SpaceHandle) -> &'static str {
    match space.kind() {
        SpaceKind::Shared => "AND session.user = ?2",
        // Mentions the parameter so that every condition takes the same ones.
        SpaceKind::Personal | SpaceKind::Builtin | SpaceKind::Demo => "AND ?2 IS NOT NULL",
    }
}

impl Log for SqliteStore {
    fn append(&self, space: &SpaceHandle, append: Append) -> Result<Appended, StoreError> {
        self.may_change(space)?;
        let space = space.clone();
        self.write(move |connection| add(connection, &space, append))
    }

    fn events_of(
        &self,
        space: &SpaceHandle,
        session: SessionNumber,
        from: u64,
        limit: usize,
    ) -> Result<EventListing, StoreError> {
        let condition = format!(
            "event.space = ?1 AND event.session = ?3 AND event.idx >= ?4
             AND EXISTS (SELECT 1 FROM session
                          WHERE session.space = event.space AND session.number = event.session {})
             ORDER BY event.idx LIMIT ?5",
            own(space)
        );
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        let parameters = (space.key().0, owner(space), session.0, from, limit_of(limit));
        self.read(|connection| events::select(connection, space.key(), &condition, parameters))
    }

    fn events_at(&self, space: &SpaceHandle, at: &[Seq]) -> Result<EventListing, StoreError> {
        if at.is_empty() {
            return Ok(EventListing::default());
        }
        let condition = format!(
            "event.space = ?1 {} AND event.seq IN (SELECT value FROM json_each(?3)) ORDER BY event.seq",
            in_sight(space)
        );
        let parameters = (space.key().0, owner(space), list(at.iter().map(|seq| seq.0)));
        self.read(|connection| events::select(connection, space.key(), &condition, parameters))
    }

    fn verify_chain(&self, space: &SpaceHandle) -> Result<ChainReport, StoreError> {
        self.read(|connection| events::walk(connection, space.key()))
    }
}

/// Returns a limit as SQLite takes it.
pub(crate) fn limit_of(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(-1)
}

/// The end of the chain of a space, and its counters.
struct End {
    seq: i64,
    clock: Timestamp,
    rules: i64,
    events: i64,
    chain: Digest,
}

fn add(connection: &Connection, space: &SpaceHandle, append: Append) -> Result<Appended, StoreError> {
    let key = space.key();
    let mut end = load_end(connection, key)?;
    if end.rules != append.rules {
        return Err(StoreError::Stale);
    }
    let at = append.at.max(end.clock.next());
    let there = sessions::one(connection, space.key(), SessionRef::Name(&append.session.name))?;
    if there.as_ref().is_some_and(|session| session.user != space.user()) {
        return Err(StoreError::ReadOnly { why: "another member has a session of this name; use another name".into() });
    }
    if there.as_ref().is_some_and(|session| session.deleted_at.is_some()) {
        return Err(StoreError::Stale);
    }
    let opened = there.is_none();
    let known = match &there {
        Some(session) => known_messages(connection, key, session, &append.messages)?,
        None => Vec::new(),
    };
    let mut session = match there {
        Some(session) => session,
        None => {
            let number = sessions::next_number(connection, key)?;
            append.session.opened(number, space.user(), at)
        }
    };
    if known.len() == append.messages.len() && !opened {
        return Ok(Appended { session, opened, events: Vec::new(), known });
    }
    // The session goes first: its events refer to it.
    let first_index = session.messages;
    let news: Vec<NewMessage> = {
        let is_known = |place: &usize| known.binary_search(place).is_ok();
        append.messages.into_iter().enumerate().filter(|(place, _)| !is_known(place)).map(|(_, new)| new).collect()
    };
    let said_at: Vec<Timestamp> = news.iter().map(|message| message.at).collect();
    session = session.with_messages(&said_at, at);
    if opened {
        sessions::insert(connection, key, &session)?;
    } else {
        sessions::update(connection, key, &session)?;
    }
    let mut recorded = Vec::with_capacity(news.len());
    for (index, message) in (first_index..).zip(news) {
        end.seq += 1;
        let salt = message.salt;
        let event = message.recorded(key, Seq(end.seq), (session.number, index), at, end.chain);
        events::insert(connection, key, &event, &salt)?;
        end.chain = event.hash;
        recorded.push(event);
    }
    end.events += i64::try_from(recorded.len()).unwrap_or(i64::MAX);
    store_end(connection, key, &end, at)?;
    Ok(Appended { session, opened, events: recorded, known })
}

/// Looks for messages that are there already. What was said after everything else in the session cannot be.
fn known_messages(
    connection: &Connection,
    space: SpaceKey,
    session: &Session,
    messages: &[NewMessage],
) -> Result<Vec<usize>, StoreError> {
    let Some(earliest) = messages.iter().map(|message| message.at).min() else { return Ok(Vec::new()) };
    if session.messages == 0 || earliest > session.last_at {
        return Ok(Vec::new());
    }
    let latest = messages.iter().map(|message| message.at).max().unwrap_or(earliest);
    let listing = events::select(
        connection,
        space,
        "event.space = ?1 AND event.session = ?2 AND event.at BETWEEN ?3 AND ?4",
        (space.0, session.number.0, earliest.as_micros(), latest.as_micros()),
    )?;
    Ok(already_there(messages, &listing.events))
}

fn load_end(connection: &Connection, space: SpaceKey) -> Result<End, StoreError> {
    connection
        .prepare_cached("SELECT seq, clock, rules, events, chain FROM space WHERE space = ?1")
        .and_then(|mut statement| {
            statement.query_row([space.0], |row| {
                Ok(End {
                    seq: row.get(0)?,
                    clock: Timestamp::from_micros(row.get(1)?),
                    rules: row.get(2)?,
                    events: row.get(3)?,
                    chain: Digest(row.get(4)?),
                })
            })
        })
        .map_err(store_error)
}

fn store_end(connection: &Connection, space: SpaceKey, end: &End, at: Timestamp) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE space SET seq = ?2, clock = ?3, events = ?4, chain = ?5 WHERE space = ?1")
        .and_then(|mut statement| statement.execute((space.0, end.seq, at.as_micros(), end.events, end.chain.0)))
        .map_err(store_error)?;
    Ok(())
}

/// Moves a space on by one place, because something in it came into sight or went out of it.
pub(crate) fn tick(connection: &Connection, space: SpaceKey, at: Timestamp) -> Result<Seq, StoreError> {
    let mut end = load_end(connection, space)?;
    end.seq += 1;
    store_end(connection, space, &end, at.max(end.clock.next()))?;
    Ok(Seq(end.seq))
}

/// Returns the words of a message, for whoever shreds them.
pub(crate) fn words_of(
    connection: &Connection,
    space: SpaceKey,
    seq: Seq,
) -> Result<Option<(Option<String>, String)>, StoreError> {
    use rusqlite::OptionalExtension;
    connection
        .prepare_cached("SELECT name, body FROM event_payload WHERE place = ?1")
        .and_then(|mut statement| {
            statement.query_row([place_of(space, seq)], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })
        .map_err(store_error)
}
