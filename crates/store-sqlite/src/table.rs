//! Tables of records: how a body becomes columns and comes back, and the checksum that proves it came back unchanged.

use cofio_domain::id::{Id, OperationId};
use cofio_domain::ports::{Listing, StoreError};
use cofio_domain::record::{Noun, Record, Retired, Row, RowRef, Seq};
use cofio_domain::space::SpaceKey;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Params};

use crate::checksum::{Hash, RowHasher, seal_of};
use crate::columns::{Columns, Fields, Place};
use crate::error::store_error;

/// A noun that is kept in a table of its own.
pub(crate) trait Table {
    /// What its rows are.
    type Body;
    /// Which noun.
    const NOUN: Noun;
    /// Its columns beside those every record has, in the order they are written and read.
    const COLUMNS: &'static [&'static str];

    /// Writes a body as columns.
    fn write(body: &Self::Body, columns: &mut Columns);

    /// Reads a body back.
    fn read(fields: &mut Fields<'_>) -> Result<Self::Body, StoreError>;
}

/// How many columns every record has before its own: seq, op, recorded_at, retired_at, retired_by, hash, seal.
const COMMON: usize = 7;

/// Which records of a table are read, and how they are found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Where<'a> {
    /// The index to look them up by. Without being told, SQLite would rather walk a whole space.
    pub(crate) index: Option<&'static str>,
    /// What they must meet.
    pub(crate) condition: &'a str,
}

impl<'a> Where<'a> {
    pub(crate) fn by(index: &'static str, condition: &'a str) -> Where<'a> {
        Where { index: Some(index), condition }
    }
}

impl<'a> From<&'a str> for Where<'a> {
    fn from(condition: &'a str) -> Where<'a> {
        Where { index: None, condition }
    }
}

/// Returns values as a statement takes many: `IN (SELECT value FROM json_each(?))`. One statement looks at one state of
/// the database, and is far quicker than one for each.
pub(crate) fn list<V: serde::Serialize>(values: impl Iterator<Item = V>) -> String {
    serde_json::to_string(&values.collect::<Vec<_>>()).expect("numbers and texts are JSON")
}

/// Reads records of a table in the order they were committed. A damaged one is set apart.
pub(crate) fn select<'a, T: Table>(
    connection: &Connection,
    space: SpaceKey,
    which: impl Into<Where<'a>>,
    parameters: impl Params,
) -> Result<Listing<T::Body>, StoreError> {
    let Where { index, condition } = which.into();
    let sql = format!(
        "SELECT seq, op, recorded_at, retired_at, retired_by, hash, seal, {columns}
           FROM {table}{by}
          WHERE {condition}",
        columns = T::COLUMNS.join(", "),
        table = T::NOUN,
        by = index.map_or(String::new(), |index| format!(" INDEXED BY {index}")),
    );
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    let mut rows = statement.query(parameters).map_err(store_error)?;
    let mut listing: Listing<T::Body> = Listing::default();
    while let Some(row) = rows.next().map_err(store_error)? {
        match read_record::<T>(row, space) {
            Ok(record) => listing.records.push(record),
            Err(StoreError::Damaged { .. } | StoreError::Unreadable { .. }) => {
                let seq = row.get::<_, i64>(0).unwrap_or(-1);
                listing.damaged.push(RowRef { noun: T::NOUN, seq: Seq(seq) });
            }
            Err(other) => return Err(other),
        }
    }
    // An index does not keep the order of commits.
    listing.records.sort_by_key(|record| record.seq);
    Ok(listing)
}

/// Like [`select`], for callers that decide something: a damaged record is an error.
pub(crate) fn select_sound<'a, T: Table>(
    connection: &Connection,
    space: SpaceKey,
    which: impl Into<Where<'a>>,
    parameters: impl Params,
) -> Result<Vec<Record<T::Body>>, StoreError> {
    let listing = select::<T>(connection, space, which, parameters)?;
    match listing.damaged.first() {
        None => Ok(listing.records),
        Some(first) => {
            Err(StoreError::Damaged { table: T::NOUN.word(), row: Place { space, seq: first.seq.0 }.to_string() })
        }
    }
}

fn read_record<T: Table>(row: &rusqlite::Row<'_>, space: SpaceKey) -> Result<Record<T::Body>, StoreError> {
    let table = T::NOUN.word();
    let seq: i64 = row.get(0).map_err(store_error)?;
    let place = Place { space, seq };
    let mut fields = Fields::starting_at(row, 1, table, place);
    let operation: OperationId = fields.id("op")?;
    let recorded_at = fields.time("recorded_at")?;
    let retired_at = fields.optional_time("retired_at")?;
    let retired_by: Option<OperationId> = fields.optional_id("retired_by")?;
    let hash: Hash = fields.bytes("hash")?;
    let seal: Option<Hash> = fields.optional_bytes("seal")?;

    let mut hasher = RowHasher::new(table, space, seq, operation, recorded_at);
    for column in COMMON..COMMON + T::COLUMNS.len() {
        hasher.add(row.get_ref(column).map_err(store_error)?);
    }
    let retired = match (retired_at, retired_by) {
        (Some(at), Some(by)) => Some(Retired { at, by }),
        _ => None,
    };
    let sound = hasher.finish() == hash
        && seal == retired.map(|retired| seal_of(&hash, retired))
        && retired_at.is_some() == retired_by.is_some();
    if !sound {
        return Err(StoreError::Damaged { table, row: place.to_string() });
    }
    Ok(Record { seq: Seq(seq), operation, recorded_at, retired, body: T::read(&mut fields)? })
}

/// Writes a record.
pub(crate) fn insert<T: Table>(
    connection: &Connection,
    space: SpaceKey,
    record: &Record<Row>,
    columns: Columns,
) -> Result<(), StoreError> {
    debug_assert_eq!(columns.0.len(), T::COLUMNS.len(), "{}: every column is written", T::NOUN);
    let table = T::NOUN.word();
    let sql = format!(
        "INSERT INTO {table} (space, seq, op, recorded_at, hash, {columns}) VALUES (?, ?, ?, ?, ?{marks})",
        columns = T::COLUMNS.join(", "),
        marks = ", ?".repeat(T::COLUMNS.len()),
    );
    let mut hasher = RowHasher::new(table, space, record.seq.0, record.operation, record.recorded_at);
    for value in &columns.0 {
        hasher.add(ValueRef::from(value));
    }
    let common = [
        Value::Integer(space.0),
        Value::Integer(record.seq.0),
        Value::Blob(record.operation.bits().to_be_bytes().to_vec()),
        Value::Integer(record.recorded_at.as_micros()),
        Value::Blob(hasher.finish().to_vec()),
    ];
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    statement.execute(rusqlite::params_from_iter(common.into_iter().chain(columns.0))).map_err(store_error)?;
    Ok(())
}

/// Retires a record that is still believed.
pub(crate) fn retire(
    connection: &Connection,
    space: SpaceKey,
    row: RowRef,
    retired: Retired,
) -> Result<(), StoreError> {
    let table = row.noun;
    let sql = format!("SELECT hash FROM {table} WHERE space = ?1 AND seq = ?2 AND retired_at IS NULL");
    let hash: Hash = connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.query_row((space.0, row.seq.0), |row| row.get(0)))
        .map_err(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => StoreError::Stale,
            other => store_error(other),
        })?;
    let sql = format!("UPDATE {table} SET retired_at = ?3, retired_by = ?4, seal = ?5 WHERE space = ?1 AND seq = ?2");
    connection
        .prepare_cached(&sql)
        .and_then(|mut statement| {
            statement.execute((
                space.0,
                row.seq.0,
                retired.at.as_micros(),
                retired.by.bits().to_be_bytes(),
                seal_of(&hash, retired),
            ))
        })
        .map_err(store_error)?;
    Ok(())
}
