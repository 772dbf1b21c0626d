//! What the server keeps for a while.

use cofio_domain::id::Id;
use cofio_domain::keepsake::{Keepsake, KeepsakeKind};
use cofio_domain::ports::{Keepsakes, StoreError};
use cofio_domain::space::{SpaceHandle, SpaceKey};
use cofio_domain::time::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row};

use crate::SqliteStore;
use crate::error::store_error;

impl Keepsakes for SqliteStore {
    fn keep(&self, space: &SpaceHandle, kind: KeepsakeKind, one: Keepsake) -> Result<(), StoreError> {
        let (key, user) = (space.key(), space.user().bits().to_be_bytes());
        self.write_later(move |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO keepsake (space, user, kind, key, at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT DO UPDATE SET at = excluded.at, body = excluded.body",
                )
                .and_then(|mut statement| {
                    statement.execute((key.0, user, kind.as_str(), one.key, one.at.as_micros(), one.body))
                })
                .map_err(store_error)?;
            Ok(())
        })
    }

    fn kept(&self, space: &SpaceHandle, kind: KeepsakeKind, keys: &[Vec<u8>]) -> Result<Vec<Keepsake>, StoreError> {
        let user = space.user().bits().to_be_bytes();
        self.read(|connection| {
            let mut statement = connection
                .prepare_cached(
                    "SELECT key, at, body FROM keepsake WHERE space = ?1 AND user = ?2 AND kind = ?3 AND key = ?4",
                )
                .map_err(store_error)?;
            let mut found = Vec::new();
            for key in keys {
                let row = statement.query_row((space.key().0, user, kind.as_str(), key), read).optional();
                found.extend(row.map_err(store_error)?);
            }
            found.sort_by_key(|one| std::cmp::Reverse(one.at));
            Ok(found)
        })
    }

    fn kept_last(&self, space: &SpaceHandle, kind: KeepsakeKind) -> Result<Option<Keepsake>, StoreError> {
        let user = space.user().bits().to_be_bytes();
        self.read_settled(|connection| {
            connection
                .prepare_cached(
                    "SELECT key, at, body FROM keepsake WHERE space = ?1 AND user = ?2 AND kind = ?3
                      ORDER BY at DESC LIMIT 1",
                )
                .and_then(|mut statement| statement.query_row((space.key().0, user, kind.as_str()), read).optional())
                .map_err(store_error)
        })
    }

    fn drop_kept(&self, kind: KeepsakeKind, before: Timestamp) -> Result<u64, StoreError> {
        self.write(move |connection| {
            let dropped = connection
                .execute("DELETE FROM keepsake WHERE kind = ?1 AND at < ?2", (kind.as_str(), before.as_micros()))
                .map_err(store_error)?;
            Ok(dropped as u64)
        })
    }
}

/// Drops everything kept of a space: among it may be the name of what is being erased.
pub(crate) fn drop_of(connection: &Connection, space: SpaceKey) -> Result<(), StoreError> {
    connection.execute("DELETE FROM keepsake WHERE space = ?1", [space.0]).map_err(store_error)?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Keepsake> {
    Ok(Keepsake { key: row.get(0)?, at: Timestamp::from_micros(row.get(1)?), body: row.get(2)? })
}
