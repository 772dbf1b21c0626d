//! Sessions: rows that are changed in place, each under a checksum.

use cofio_domain::id::{Id, tail};
use cofio_domain::ports::{SessionFilter, SessionListing, SessionRef, Sessions, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::session::{Learned, Progress, Session, SessionChange, SessionNumber};
use cofio_domain::space::{SpaceHandle, SpaceKey, SpaceKind};
use cofio_domain::time::Timestamp;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Row};

use crate::SqliteStore;
use crate::checksum::RowHasher;
use crate::columns::{Columns, Fields, Place};
use crate::error::store_error;
use crate::log::{limit_of, own, tick};
use crate::memories::owner;

/// Its columns after the space and the number, in the order they are written and read.
const COLUMNS: &str = "id, name, user, project, surface, title, status, opened_at, touched_at, first_at, last_at, \
                       archived_at, deleted_at, shredded_at, messages, extracted_through, extracted_claims, moved";

impl Sessions for SqliteStore {
    fn session(&self, space: &SpaceHandle, which: SessionRef<'_>) -> Result<Option<Session>, StoreError> {
        self.read(|connection| {
            let found = one(connection, space.key(), which)?;
            Ok(found.filter(|session| space.kind() != SpaceKind::Shared || session.user == space.user()))
        })
    }

    fn sessions(&self, space: &SpaceHandle, filter: &SessionFilter) -> Result<SessionListing, StoreError> {
        let (sight, since) = if filter.in_trash { ("IS NOT NULL", "deleted_at") } else { ("IS NULL", "touched_at") };
        let condition = format!(
            "space = ?1 {own} AND deleted_at {sight} AND (?3 IS NULL OR status = ?3) AND (?4 IS NULL OR {since} <= ?4)
             ORDER BY touched_at DESC, number DESC LIMIT ?5",
            own = own(space)
        );
        let parameters = (
            space.key().0,
            owner(space),
            filter.status.map(cofio_domain::session::SessionStatus::word),
            filter.before.map(Timestamp::as_micros),
            filter.limit.map_or(-1, limit_of),
        );
        self.read(|connection| select(connection, space.key(), &condition, parameters))
    }

    fn change_session(
        &self,
        space: &SpaceHandle,
        seen: &Session,
        change: SessionChange,
        at: Timestamp,
    ) -> Result<Session, StoreError> {
        self.may_change(space)?;
        let (space, seen) = (space.clone(), seen.clone());
        self.write(move |connection| {
            let key = space.key();
            let there = one(connection, key, SessionRef::Number(seen.number))?;
            let is_own = space.kind() != SpaceKind::Shared || seen.user == space.user();
            if there.as_ref() != Some(&seen) || !is_own {
                return Err(StoreError::Stale);
            }
            let Some(mut next) = seen.changed(change, at) else { return Ok(seen) };
            if next.deleted_at != seen.deleted_at {
                next.moved = tick(connection, key, at)?;
            }
            update(connection, key, &next)?;
            Ok(next)
        })
    }

    fn title_session(&self, space: &SpaceHandle, seen: &Session, title: Option<String>) -> Result<(), StoreError> {
        self.may_change(space)?;
        let (space, seen) = (space.clone(), seen.clone());
        self.write(move |connection| {
            let there = one(connection, space.key(), SessionRef::Number(seen.number))?;
            let is_own = space.kind() != SpaceKind::Shared || seen.user == space.user();
            let there = there.filter(|there| is_own && there.is_visible() && there.title == seen.title);
            let there = there.ok_or(StoreError::Stale)?;
            update(connection, space.key(), &Session { title, ..there })
        })
    }
}

/// Takes a step of learning, unless it was taken already or the session is gone.
pub(crate) fn advance(connection: &Connection, space: SpaceKey, step: Learned) -> Result<(), StoreError> {
    let there = one(connection, space, SessionRef::Number(step.session))?;
    let session = there.filter(|session| session.is_visible() && session.learned == step.from);
    let session = session.ok_or(StoreError::Stale)?;
    update(connection, space, &Session { learned: step.to, ..session })
}

/// Returns a session, whosever it is.
pub(crate) fn one(
    connection: &Connection,
    space: SpaceKey,
    which: SessionRef<'_>,
) -> Result<Option<Session>, StoreError> {
    let (column, value) = match which {
        SessionRef::Id(id) => ("id", Value::Blob(id.bits().to_be_bytes().to_vec())),
        SessionRef::Name(name) => ("name", Value::Text(name.to_owned())),
        SessionRef::Number(number) => ("number", Value::Integer(number.0)),
    };
    let condition = format!("space = ?1 AND {column} = ?2");
    let found = select(connection, space, &condition, (space.0, value))?;
    if found.damaged > 0 {
        return Err(StoreError::Damaged { table: "session", row: format!("{}", space.0) });
    }
    Ok(found.sessions.into_iter().next())
}

pub(crate) fn select(
    connection: &Connection,
    space: SpaceKey,
    condition: &str,
    parameters: impl rusqlite::Params,
) -> Result<SessionListing, StoreError> {
    let sql = format!("SELECT number, {COLUMNS}, hash FROM session WHERE {condition}");
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    let mut rows = statement.query(parameters).map_err(store_error)?;
    let mut listing = SessionListing::default();
    while let Some(row) = rows.next().map_err(store_error)? {
        match read(row, space) {
            Ok(session) => listing.sessions.push(session),
            Err(StoreError::Damaged { .. } | StoreError::Unreadable { .. }) => listing.damaged += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(listing)
}

fn read(row: &Row<'_>, space: SpaceKey) -> Result<Session, StoreError> {
    let number: i64 = row.get(0).map_err(store_error)?;
    let place = Place { space, seq: number };
    let mut fields = Fields::starting_at(row, 1, "session", place);
    let session = Session {
        number: SessionNumber(number),
        id: fields.id("id")?,
        name: fields.text("name")?,
        user: fields.id("user")?,
        project: fields.optional_id("project")?,
        surface: fields.word("surface")?,
        title: fields.optional_text("title")?,
        status: fields.word("status")?,
        opened_at: fields.time("opened_at")?,
        touched_at: fields.time("touched_at")?,
        first_at: fields.time("first_at")?,
        last_at: fields.time("last_at")?,
        archived_at: fields.optional_time("archived_at")?,
        deleted_at: fields.optional_time("deleted_at")?,
        shredded_at: fields.optional_time("shredded_at")?,
        messages: fields.number("messages")?,
        learned: Progress { messages: fields.number("extracted_through")?, claims: fields.number("extracted_claims")? },
        moved: Seq(fields.integer("moved")?),
    };
    let hash: [u8; 16] = fields.bytes("hash")?;
    if hash == hash_of(space, session.number, &columns_of(&session)) {
        Ok(session)
    } else {
        Err(StoreError::Damaged { table: "session", row: place.to_string() })
    }
}

fn columns_of(session: &Session) -> Vec<Value> {
    let mut columns = Columns::default();
    columns
        .id(session.id)
        .text(session.name.as_str())
        .id(session.user)
        .optional_id(session.project)
        .text(session.surface.word())
        .optional_text(session.title.as_deref())
        .text(session.status.word())
        .time(session.opened_at)
        .time(session.touched_at)
        .time(session.first_at)
        .time(session.last_at)
        .optional_time(session.archived_at)
        .optional_time(session.deleted_at)
        .optional_time(session.shredded_at)
        .integer(i64::try_from(session.messages).unwrap_or(i64::MAX))
        .integer(i64::try_from(session.learned.messages).unwrap_or(i64::MAX))
        .integer(session.learned.claims)
        .integer(session.moved.0);
    columns.0
}

fn hash_of(space: SpaceKey, number: SessionNumber, columns: &[Value]) -> [u8; 16] {
    let mut hasher = RowHasher::bare("session");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Integer(number.0));
    for (place, column) in columns.iter().enumerate() {
        // A column that came later counts from the first time it says something: rows from before stay sound.
        if place != CLAIMS || *column != Value::Integer(0) {
            hasher.add(ValueRef::from(column));
        }
    }
    hasher.finish()
}

/// The place among the columns of how many claims of the next message were learned.
const CLAIMS: usize = 16;

pub(crate) fn next_number(connection: &Connection, space: SpaceKey) -> Result<SessionNumber, StoreError> {
    connection
        .prepare_cached("SELECT coalesce(max(number), 0) + 1 FROM session WHERE space = ?1")
        .and_then(|mut statement| statement.query_row([space.0], |row| row.get(0)))
        .map(SessionNumber)
        .map_err(store_error)
}

pub(crate) fn insert(connection: &Connection, space: SpaceKey, session: &Session) -> Result<(), StoreError> {
    let columns = columns_of(session);
    let place = [
        Value::Integer(space.0),
        Value::Integer(session.number.0),
        Value::Integer(tail(session.id.bits())),
        Value::Blob(hash_of(space, session.number, &columns).to_vec()),
    ];
    let sql = format!(
        "INSERT INTO session (space, number, tail, hash, {COLUMNS}) VALUES (?, ?, ?, ?{})",
        ", ?".repeat(columns.len())
    );
    connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.execute(rusqlite::params_from_iter(place.into_iter().chain(columns))))
        .map_err(store_error)?;
    Ok(())
}

/// Writes the columns of a session that can change.
pub(crate) fn update(connection: &Connection, space: SpaceKey, session: &Session) -> Result<(), StoreError> {
    let hash = hash_of(space, session.number, &columns_of(session));
    connection
        .prepare_cached(
            "UPDATE session
                SET title = ?3, status = ?4, touched_at = ?5, first_at = ?6, last_at = ?7, archived_at = ?8,
                    deleted_at = ?9, shredded_at = ?10, messages = ?11, extracted_through = ?12, moved = ?13, hash = ?14,
                    extracted_claims = ?15
              WHERE space = ?1 AND number = ?2",
        )
        .and_then(|mut statement| {
            statement.execute((
                space.0,
                session.number.0,
                session.title.as_deref(),
                session.status.word(),
                session.touched_at.as_micros(),
                session.first_at.as_micros(),
                session.last_at.as_micros(),
                session.archived_at.map(Timestamp::as_micros),
                session.deleted_at.map(Timestamp::as_micros),
                session.shredded_at.map(Timestamp::as_micros),
                i64::try_from(session.messages).unwrap_or(i64::MAX),
                i64::try_from(session.learned.messages).unwrap_or(i64::MAX),
                session.moved.0,
                hash,
                session.learned.claims,
            ))
        })
        .map_err(store_error)?;
    Ok(())
}
