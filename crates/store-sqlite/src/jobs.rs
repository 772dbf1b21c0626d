//! Jobs: rows that are changed in place, each under a checksum, and taken on by one process at a time.

use cofio_domain::job::{Ending, Job, Lease, NewJob, Taking};
use cofio_domain::ports::{Jobs, StoreError};
use cofio_domain::space::{SpaceHandle, SpaceKey};
use cofio_domain::time::Timestamp;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Row};

use crate::SqliteStore;
use crate::checksum::RowHasher;
use crate::columns::{Columns, Fields, Place};
use crate::error::store_error;

const COLUMNS: &str = "kind, key, id, state, due_at, attempts, leased_by, leased_until, started_at, ended_at, stats, \
                       error, payload, again_at";

impl Jobs for SqliteStore {
    fn enqueue(&self, space: &SpaceHandle, new: NewJob) -> Result<Job, StoreError> {
        self.may_change(space)?;
        let key = space.key();
        self.write(move |connection| {
            let job = match find(connection, key, &new.kind, &new.key)? {
                Some(there) => there.asked_again(new),
                None => Job::asked_for(new),
            };
            store(connection, key, &job)?;
            Ok(job)
        })
    }

    fn take_job(&self, space: &SpaceHandle, taking: Taking) -> Result<Option<Job>, StoreError> {
        self.may_change(space)?;
        let key = space.key();
        self.write(move |connection| {
            let Some(job) = Job::taken_from(all(connection, key)?, &taking) else { return Ok(None) };
            store(connection, key, &job)?;
            Ok(Some(job))
        })
    }

    fn renew_job(&self, space: &SpaceHandle, job: &Job, until: Timestamp) -> Result<Job, StoreError> {
        let (key, mine) = (space.key(), job.clone());
        self.write(move |connection| {
            let mut job = held(connection, key, &mine)?;
            job.lease = job.lease.map(|lease| Lease { until, ..lease });
            store(connection, key, &job)?;
            Ok(job)
        })
    }

    fn end_job(&self, space: &SpaceHandle, job: &Job, ending: Ending, at: Timestamp) -> Result<Job, StoreError> {
        let (key, mine) = (space.key(), job.clone());
        self.write(move |connection| {
            let job = held(connection, key, &mine)?.ended(ending, at);
            store(connection, key, &job)?;
            Ok(job)
        })
    }

    fn jobs(&self, space: &SpaceHandle) -> Result<Vec<Job>, StoreError> {
        self.read(|connection| all(connection, space.key()))
    }
}

/// Returns the job as it is now, if whoever asks still holds it.
fn held(connection: &Connection, space: SpaceKey, mine: &Job) -> Result<Job, StoreError> {
    let owner = |job: &Job| job.lease.as_ref().map(|lease| lease.owner.clone());
    find(connection, space, &mine.kind, &mine.key)?
        .filter(|there| there.id == mine.id && owner(there).is_some() && owner(there) == owner(mine))
        .ok_or(StoreError::Stale)
}

fn find(connection: &Connection, space: SpaceKey, kind: &str, key: &str) -> Result<Option<Job>, StoreError> {
    let found = select(connection, space, "space = ?1 AND kind = ?2 AND key = ?3", (space.0, kind, key))?;
    Ok(found.into_iter().next())
}

fn all(connection: &Connection, space: SpaceKey) -> Result<Vec<Job>, StoreError> {
    select(connection, space, "space = ?1 ORDER BY kind, key", [space.0])
}

fn select(
    connection: &Connection,
    space: SpaceKey,
    condition: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<Job>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, hash FROM job WHERE {condition}");
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    let mut rows = statement.query(parameters).map_err(store_error)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(store_error)? {
        match read(row, space) {
            Ok(job) => found.push(job),
            // A job can be asked for again; what cannot be read must not keep the others from being done.
            Err(StoreError::Damaged { .. } | StoreError::Unreadable { .. }) => {
                tracing::warn!("a job is damaged and was passed over");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

fn read(row: &Row<'_>, space: SpaceKey) -> Result<Job, StoreError> {
    let mut fields = Fields::starting_at(row, 0, "job", Place { space, seq: 0 });
    let (kind, key) = (fields.text("kind")?, fields.text("key")?);
    let (id, state, due_at) = (fields.id("id")?, fields.word("state")?, fields.time("due_at")?);
    let attempts = fields.number("attempts")?;
    let (owner, until) = (fields.optional_text("leased_by")?, fields.optional_time("leased_until")?);
    let job = Job {
        id,
        kind,
        key,
        state,
        due_at,
        attempts,
        lease: owner.zip(until).map(|(owner, until)| Lease { owner, until }),
        started_at: fields.optional_time("started_at")?,
        ended_at: fields.optional_time("ended_at")?,
        stats: fields.json("stats")?,
        error: fields.optional_text("error")?,
        payload: fields.json("payload")?,
        again_at: fields.optional_time("again_at")?,
    };
    let hash: [u8; 16] = fields.bytes("hash")?;
    if hash == hash_of(space, &columns_of(&job)) {
        Ok(job)
    } else {
        Err(StoreError::Damaged { table: "job", row: job.kind })
    }
}

fn columns_of(job: &Job) -> Vec<Value> {
    let mut columns = Columns::default();
    columns
        .text(job.kind.as_str())
        .text(job.key.as_str())
        .id(job.id)
        .text(job.state.word())
        .time(job.due_at)
        .integer(job.attempts)
        .optional_text(job.lease.as_ref().map(|lease| lease.owner.as_str()))
        .optional_time(job.lease.as_ref().map(|lease| lease.until))
        .optional_time(job.started_at)
        .optional_time(job.ended_at)
        .json(&job.stats)
        .optional_text(job.error.as_deref())
        .json(&job.payload)
        .optional_time(job.again_at);
    columns.0
}

fn hash_of(space: SpaceKey, columns: &[Value]) -> [u8; 16] {
    let mut hasher = RowHasher::bare("job");
    hasher.add(ValueRef::Integer(space.0));
    for column in columns {
        hasher.add(ValueRef::from(column));
    }
    hasher.finish()
}

fn store(connection: &Connection, space: SpaceKey, job: &Job) -> Result<(), StoreError> {
    let columns = columns_of(job);
    let place = [Value::Integer(space.0), Value::Blob(hash_of(space, &columns).to_vec())];
    let sql =
        format!("INSERT OR REPLACE INTO job (space, hash, {COLUMNS}) VALUES (?, ?{})", ", ?".repeat(columns.len()));
    connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.execute(rusqlite::params_from_iter(place.into_iter().chain(columns))))
        .map_err(store_error)?;
    Ok(())
}
