//! The log of what memories were used for, and what is counted of it.

use cofio_domain::id::{Id, MemoryId, SessionId};
use cofio_domain::ports::{StoreError, UsageLog};
use cofio_domain::space::{SpaceHandle, SpaceKey};
use cofio_domain::time::Timestamp;
use cofio_domain::usage::{UsageCount, Use};
use rusqlite::{Connection, Rows};

use crate::SqliteStore;
use crate::columns::{Fields, Place};
use crate::error::store_error;

impl UsageLog for SqliteStore {
    fn note_uses(&self, space: &SpaceHandle, uses: Vec<Use>) -> Result<(), StoreError> {
        if uses.is_empty() {
            return Ok(());
        }
        let key = space.key();
        self.write_later(move |connection| uses.iter().try_for_each(|one| note(connection, key, one)))
    }

    fn uses_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Use>, StoreError> {
        self.read_settled(|connection| {
            let mut statement = connection
                .prepare_cached(
                    "SELECT at, memory, user, session, usage, influence FROM usage
                      WHERE space = ?1 AND memory = ?2 ORDER BY at, n",
                )
                .map_err(store_error)?;
            let rows = statement.query((space.key().0, memory.bits().to_be_bytes())).map_err(store_error)?;
            read(rows, space)
        })
    }

    fn uses_in(&self, space: &SpaceHandle, session: SessionId, since: Timestamp) -> Result<Vec<Use>, StoreError> {
        self.read_settled(|connection| {
            let mut statement = connection
                .prepare_cached(
                    "SELECT at, memory, user, session, usage, influence FROM usage
                      WHERE space = ?1 AND at >= ?2 AND session = ?3 ORDER BY at, n",
                )
                .map_err(store_error)?;
            let asked = (space.key().0, since.as_micros(), session.bits().to_be_bytes());
            read(statement.query(asked).map_err(store_error)?, space)
        })
    }

    fn usage_counts(&self, space: &SpaceHandle) -> Result<Vec<UsageCount>, StoreError> {
        self.read_settled(|connection| {
            let mut statement = connection
                .prepare_cached(
                    "SELECT memory, usage, count, last_at FROM usage_count WHERE space = ?1 ORDER BY memory, usage",
                )
                .map_err(store_error)?;
            let mut rows = statement.query([space.key().0]).map_err(store_error)?;
            let mut found = Vec::new();
            while let Some(row) = rows.next().map_err(store_error)? {
                let mut fields = Fields::starting_at(row, 0, "usage_count", Place { space: space.key(), seq: 0 });
                found.push(UsageCount {
                    memory: fields.id("memory")?,
                    usage: fields.word("usage")?,
                    count: fields.number("count")?,
                    last_at: fields.time("last_at")?,
                });
            }
            Ok(found)
        })
    }

    fn fold_uses(&self, space: &SpaceHandle, before: Timestamp) -> Result<u64, StoreError> {
        let key = space.key();
        self.later.settle();
        self.write(move |connection| {
            connection
                .execute(
                    "INSERT INTO usage_count (space, memory, usage, count, last_at)
                     SELECT space, memory, usage, count(*), max(at)
                       FROM usage
                      WHERE space = ?1 AND at < ?2
                      GROUP BY memory, usage
                         ON CONFLICT DO UPDATE
                        SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)",
                    (key.0, before.as_micros()),
                )
                .map_err(store_error)?;
            let folded = connection
                .execute("DELETE FROM usage WHERE space = ?1 AND at < ?2", (key.0, before.as_micros()))
                .map_err(store_error)?;
            Ok(folded as u64)
        })
    }

    fn has_uses_before(&self, space: &SpaceHandle, before: Timestamp) -> Result<bool, StoreError> {
        self.read_settled(|connection| {
            connection
                .prepare_cached("SELECT 1 FROM usage WHERE space = ?1 AND at < ?2 LIMIT 1")
                .and_then(|mut statement| statement.exists((space.key().0, before.as_micros())))
                .map_err(store_error)
        })
    }
}

fn read(mut rows: Rows<'_>, space: &SpaceHandle) -> Result<Vec<Use>, StoreError> {
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(store_error)? {
        let mut fields = Fields::starting_at(row, 0, "usage", Place { space: space.key(), seq: 0 });
        found.push(Use {
            at: fields.time("at")?,
            memory: fields.id("memory")?,
            user: fields.id("user")?,
            session: fields.optional_id("session")?,
            usage: fields.word("usage")?,
            influence: fields.optional_text("influence")?,
        });
    }
    Ok(found)
}

fn note(connection: &Connection, space: SpaceKey, one: &Use) -> Result<(), StoreError> {
    // A memory that was erased since it was found leaves no trace of having been used either.
    connection
        .prepare_cached(
            "INSERT INTO usage (space, at, n, memory, user, session, usage, influence)
             SELECT ?1, ?2, (SELECT coalesce(max(n), 0) + 1 FROM usage WHERE space = ?1 AND at = ?2), ?3, ?4, ?5, ?6, ?7
              WHERE EXISTS (SELECT 1 FROM memory WHERE space = ?1 AND id = ?3)",
        )
        .and_then(|mut statement| {
            statement.execute((
                space.0,
                one.at.as_micros(),
                one.memory.bits().to_be_bytes(),
                one.user.bits().to_be_bytes(),
                one.session.map(|session| session.bits().to_be_bytes()),
                one.usage.word(),
                one.influence.as_deref(),
            ))
        })
        .map_err(store_error)?;
    Ok(())
}
