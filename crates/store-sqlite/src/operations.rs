//! The log of operations.

use cofio_domain::id::{Id, OperationId, tail};
use cofio_domain::operation::Operation;
use cofio_domain::ports::{OperationFilter, Operations, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::space::{SpaceHandle, SpaceKey};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Params, Row};

use crate::SqliteStore;
use crate::checksum::RowHasher;
use crate::columns::{Columns, Fields, Place};
use crate::error::store_error;

const COLUMNS: &str = "seq, id, kind, at, actor, app, reason, undoes, job, before, after, revived, hash";

impl Operations for SqliteStore {
    fn operation(&self, space: &SpaceHandle, id: OperationId) -> Result<Option<Operation>, StoreError> {
        self.read(|connection| {
            let found =
                select(connection, space.key(), "space = ?1 AND id = ?2", (space.key().0, id.bits().to_be_bytes()))?;
            Ok(found.into_iter().next())
        })
    }

    fn operations(&self, space: &SpaceHandle, filter: &OperationFilter) -> Result<Vec<Operation>, StoreError> {
        let mut condition = String::from("space = ?1");
        let mut parameters = vec![Value::Integer(space.key().0)];
        let mut narrow = |column: &str, value: Value| {
            parameters.push(value);
            condition.push_str(&format!(" AND {column} ?{}", parameters.len()));
        };
        if let Some(since) = filter.since {
            narrow("at >=", Value::Integer(since.as_micros()));
        }
        if let Some(actor) = &filter.actor {
            narrow("actor =", Value::Text(actor.to_string()));
        }
        if let Some(job) = filter.job {
            narrow("job =", Value::Blob(job.bits().to_be_bytes().to_vec()));
        }
        condition.push_str(" ORDER BY seq DESC");
        if let Some(limit) = filter.limit {
            condition.push_str(&format!(" LIMIT {limit}"));
        }
        self.read(|connection| select(connection, space.key(), &condition, rusqlite::params_from_iter(parameters)))
    }

    fn undos_of(&self, space: &SpaceHandle, id: OperationId) -> Result<Vec<Operation>, StoreError> {
        self.read(|connection| {
            select(
                connection,
                space.key(),
                "space = ?1 AND seq IN (SELECT seq FROM operation_undo WHERE space = ?1 AND undone = ?2) ORDER BY seq",
                (space.key().0, id.bits().to_be_bytes()),
            )
        })
    }
}

pub(crate) fn select(
    connection: &Connection,
    space: SpaceKey,
    condition: &str,
    parameters: impl Params,
) -> Result<Vec<Operation>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM operation WHERE {condition}");
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    let mut rows = statement.query(parameters).map_err(store_error)?;
    let mut operations = Vec::new();
    while let Some(row) = rows.next().map_err(store_error)? {
        operations.push(read_operation(row, space)?);
    }
    Ok(operations)
}

fn read_operation(row: &Row<'_>, space: SpaceKey) -> Result<Operation, StoreError> {
    let seq: i64 = row.get(0).map_err(store_error)?;
    let place = Place { space, seq };
    let mut fields = Fields::starting_at(row, 1, "operation", place);
    let operation = Operation {
        seq: Seq(seq),
        id: fields.id("id")?,
        kind: fields.word("kind")?,
        at: fields.time("at")?,
        actor: fields.word("actor")?,
        app: fields.optional_text("app")?,
        reason: fields.optional_text("reason")?,
        undoes: fields.json("undoes")?,
        job: fields.optional_id("job")?,
        before: fields.json("before")?,
        after: fields.json("after")?,
        revived: fields.json("revived")?,
    };
    let hash: [u8; 16] = fields.bytes("hash")?;
    if hash == hash_of(space, &operation) {
        Ok(operation)
    } else {
        Err(StoreError::Damaged { table: "operation", row: place.to_string() })
    }
}

fn columns_of(operation: &Operation) -> Vec<Value> {
    let mut columns = Columns::default();
    columns
        .id(operation.id)
        .text(operation.kind.word())
        .time(operation.at)
        .text(operation.actor.to_string())
        .optional_text(operation.app.as_deref())
        .optional_text(operation.reason.as_deref())
        .json(&operation.undoes)
        .optional_id(operation.job)
        .json(&operation.before)
        .json(&operation.after)
        .json(&operation.revived);
    columns.0
}

fn hash_of(space: SpaceKey, operation: &Operation) -> [u8; 16] {
    let mut hasher = RowHasher::bare("operation");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Integer(operation.seq.0));
    for column in &columns_of(operation) {
        hasher.add(ValueRef::from(column));
    }
    hasher.finish()
}

pub(crate) fn insert_operation(
    connection: &Connection,
    space: SpaceKey,
    operation: &Operation,
) -> Result<(), StoreError> {
    let place = [
        Value::Integer(space.0),
        Value::Integer(operation.seq.0),
        Value::Integer(tail(operation.id.bits())),
        Value::Blob(hash_of(space, operation).to_vec()),
    ];
    connection
        .prepare_cached(
            "INSERT INTO operation
                    (space, seq, tail, hash, id, kind, at, actor, app, reason, undoes, job, before, after,
                     revived)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .and_then(|mut statement| {
            statement.execute(rusqlite::params_from_iter(place.into_iter().chain(columns_of(operation))))
        })
        .map_err(store_error)?;
    for undone in &operation.undoes {
        connection
            .prepare_cached("INSERT INTO operation_undo (space, undone, seq) VALUES (?1, ?2, ?3)")
            .and_then(|mut statement| statement.execute((space.0, undone.bits().to_be_bytes(), operation.seq.0)))
            .map_err(store_error)?;
    }
    Ok(())
}

/// Takes the reason out of an operation: the one thing in it that is in somebody's words.
pub(crate) fn erase_reason(
    connection: &Connection,
    space: SpaceKey,
    mut operation: Operation,
) -> Result<(), StoreError> {
    operation.reason = None;
    connection
        .prepare_cached("UPDATE operation SET reason = NULL, hash = ?3 WHERE space = ?1 AND seq = ?2")
        .and_then(|mut statement| statement.execute((space.0, operation.seq.0, hash_of(space, &operation))))
        .map_err(store_error)?;
    Ok(())
}
