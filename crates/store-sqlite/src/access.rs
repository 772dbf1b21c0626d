//! API keys, and requests that may come twice.

use cofio_domain::id::{Id, KeyId, UserId};
use cofio_domain::key::ApiKey;
use cofio_domain::ports::{Keys, Retries, StoreError};
use cofio_domain::retry::{Attempt, Begun, Outcome};
use cofio_domain::time::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row};

use crate::SqliteStore;
use crate::error::store_error;
use crate::table::list;

impl Keys for SqliteStore {
    fn add_key(&self, key: ApiKey) -> Result<(), StoreError> {
        self.write(move |connection| insert_key(connection, &key))
    }

    fn key_by_hash(&self, hash: [u8; 32]) -> Result<Option<ApiKey>, StoreError> {
        self.read(|connection| {
            let row = connection
                .prepare_cached(&format!("{SELECT_KEY} WHERE hash = ?1"))
                .and_then(|mut statement| statement.query_row([hash], KeyRow::read).optional())
                .map_err(store_error)?;
            row.map(KeyRow::into_key).transpose()
        })
    }

    fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{SELECT_KEY} ORDER BY id")).map_err(store_error)?;
            let rows = statement.query_map([], KeyRow::read).map_err(store_error)?;
            rows.map(|row| row.map_err(store_error)?.into_key()).collect()
        })
    }

    fn revoke_key(&self, id: KeyId, at: Timestamp) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let changed = connection
                .execute(
                    "UPDATE api_key SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL",
                    (id.bits().to_be_bytes(), at.as_micros()),
                )
                .map_err(store_error)?;
            Ok(changed > 0)
        })
    }

    fn note_key_use(&self, id: KeyId, at: Timestamp) -> Result<(), StoreError> {
        self.write_later(move |connection| {
            connection
                .execute(
                    "UPDATE api_key SET last_used_at = max(?2, ifnull(last_used_at, ?2)) WHERE id = ?1",
                    (id.bits().to_be_bytes(), at.as_micros()),
                )
                .map_err(store_error)?;
            Ok(())
        })
    }
}

impl Retries for SqliteStore {
    fn begin_once(&self, attempt: Attempt) -> Result<Begun, StoreError> {
        self.write(move |connection| {
            let there = attempt_there(connection, attempt.user, &attempt.key)?;
            let begun = match there {
                None => Begun::Fresh,
                Some(there) if there.request != attempt.request => Begun::Other,
                Some(There { status: Some(status), answer, .. }) => Begun::Done(Outcome { status, answer }),
                Some(there) if there.process == attempt.process => Begun::InFlight,
                Some(there) => Begun::Again(there.at),
            };
            match begun {
                Begun::Fresh => insert_attempt(connection, &attempt)?,
                Begun::Again(_) => take_over(connection, &attempt)?,
                Begun::InFlight | Begun::Other | Begun::Done(_) => {}
            }
            Ok(begun)
        })
    }

    fn finish_once(&self, user: UserId, key: &str, outcome: Outcome) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.write(move |connection| {
            connection
                .execute(
                    "UPDATE api_retry SET status = ?3, answer = ?4 WHERE user = ?1 AND key = ?2",
                    (user.bits().to_be_bytes(), key, outcome.status, outcome.answer),
                )
                .map_err(store_error)?;
            Ok(())
        })
    }

    fn abandon_once(&self, user: UserId, key: &str) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.write(move |connection| {
            connection
                .execute(
                    "DELETE FROM api_retry WHERE user = ?1 AND key = ?2 AND status IS NULL",
                    (user.bits().to_be_bytes(), key),
                )
                .map_err(store_error)?;
            Ok(())
        })
    }

    fn drop_retries(&self, before: Timestamp) -> Result<u64, StoreError> {
        self.write(move |connection| {
            let dropped =
                connection.execute("DELETE FROM api_retry WHERE at < ?1", [before.as_micros()]).map_err(store_error)?;
            Ok(dropped as u64)
        })
    }
}

/// Takes the words out of every kept answer: one of them may have what is being erased.
pub(crate) fn drop_answers(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("UPDATE api_retry SET answer = NULL", []).map_err(store_error)?;
    Ok(())
}

const SELECT_KEY: &str = "
    SELECT id, hash, user, name, scopes, domains, may_impersonate, created_at, last_used_at, revoked_at
      FROM api_key";

struct KeyRow {
    id: [u8; 16],
    hash: [u8; 32],
    user: [u8; 16],
    name: String,
    scopes: String,
    domains: Option<String>,
    may_impersonate: bool,
    created_at: i64,
    last_used_at: Option<i64>,
    revoked_at: Option<i64>,
}

impl KeyRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<KeyRow> {
        Ok(KeyRow {
            id: row.get(0)?,
            hash: row.get(1)?,
            user: row.get(2)?,
            name: row.get(3)?,
            scopes: row.get(4)?,
            domains: row.get(5)?,
            may_impersonate: row.get(6)?,
            created_at: row.get(7)?,
            last_used_at: row.get(8)?,
            revoked_at: row.get(9)?,
        })
    }

    fn into_key(self) -> Result<ApiKey, StoreError> {
        let id = KeyId::from_bits(u128::from_be_bytes(self.id));
        let unreadable = |column| StoreError::Unreadable { table: "api_key", column, row: id.to_string() };
        Ok(ApiKey {
            id,
            hash: self.hash,
            user: UserId::from_bits(u128::from_be_bytes(self.user)),
            name: self.name,
            scopes: serde_json::from_str(&self.scopes).map_err(|_| unreadable("scopes"))?,
            domains: self
                .domains
                .map(|domains| serde_json::from_str(&domains))
                .transpose()
                .map_err(|_| unreadable("domains"))?,
            may_impersonate: self.may_impersonate,
            created_at: Timestamp::from_micros(self.created_at),
            last_used_at: self.last_used_at.map(Timestamp::from_micros),
            revoked_at: self.revoked_at.map(Timestamp::from_micros),
        })
    }
}

fn insert_key(connection: &Connection, key: &ApiKey) -> Result<(), StoreError> {
    connection
        .execute(
            "INSERT INTO api_key (id, hash, user, name, scopes, domains, may_impersonate, created_at, last_used_at,
                                  revoked_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            (
                key.id.bits().to_be_bytes(),
                key.hash,
                key.user.bits().to_be_bytes(),
                &key.name,
                list(key.scopes.iter()),
                key.domains.as_ref().map(|domains| list(domains.iter())),
                key.may_impersonate,
                key.created_at.as_micros(),
                key.last_used_at.map(Timestamp::as_micros),
                key.revoked_at.map(Timestamp::as_micros),
            ),
        )
        .map_err(store_error)?;
    Ok(())
}

/// A request that came before.
struct There {
    request: [u8; 32],
    process: [u8; 16],
    at: Timestamp,
    status: Option<u16>,
    answer: Option<Vec<u8>>,
}

fn attempt_there(connection: &Connection, user: UserId, key: &str) -> Result<Option<There>, StoreError> {
    connection
        .prepare_cached("SELECT request, process, at, status, answer FROM api_retry WHERE user = ?1 AND key = ?2")
        .and_then(|mut statement| {
            statement
                .query_row((user.bits().to_be_bytes(), key), |row| {
                    Ok(There {
                        request: row.get(0)?,
                        process: row.get(1)?,
                        at: Timestamp::from_micros(row.get(2)?),
                        status: row.get(3)?,
                        answer: row.get(4)?,
                    })
                })
                .optional()
        })
        .map_err(store_error)
}

/// Says that another process is at it now; when it first came stays.
fn take_over(connection: &Connection, attempt: &Attempt) -> Result<(), StoreError> {
    connection
        .execute(
            "UPDATE api_retry SET process = ?3 WHERE user = ?1 AND key = ?2",
            (attempt.user.bits().to_be_bytes(), &attempt.key, attempt.process),
        )
        .map_err(store_error)?;
    Ok(())
}

fn insert_attempt(connection: &Connection, attempt: &Attempt) -> Result<(), StoreError> {
    connection
        .execute(
            "INSERT OR REPLACE INTO api_retry (user, key, request, process, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            (attempt.user.bits().to_be_bytes(), &attempt.key, attempt.request, attempt.process, attempt.at.as_micros()),
        )
        .map_err(store_error)?;
    Ok(())
}
