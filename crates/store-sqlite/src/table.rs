//! Tables of records: how a body becomes columns and comes back, and the checksum that proves it came back unchanged.

use cofio_domain::id::{Id, OperationId};
use cofio_domain::ports::{Listing, StoreError};
use cofio_domain::record::{Noun, Record, Retired, Row, RowRef, Seq};
use cofio_domain::space::SpaceKey;
use cofio_domain::time::Timestamp;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Params};

use crate::error::store_error;

/// A checksum of a record: half of a BLAKE3 hash.
pub(crate) type Hash = [u8; 16];

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

/// The columns of one row on their way in.
#[derive(Default)]
pub(crate) struct Columns(pub(crate) Vec<Value>);

impl Columns {
    pub(crate) fn text(&mut self, text: impl Into<String>) -> &mut Self {
        self.push(Value::Text(text.into()))
    }

    pub(crate) fn optional_text(&mut self, text: Option<impl Into<String>>) -> &mut Self {
        self.push(text.map_or(Value::Null, |text| Value::Text(text.into())))
    }

    pub(crate) fn integer(&mut self, number: impl Into<i64>) -> &mut Self {
        self.push(Value::Integer(number.into()))
    }

    pub(crate) fn optional_integer(&mut self, number: Option<impl Into<i64>>) -> &mut Self {
        self.push(number.map_or(Value::Null, |number| Value::Integer(number.into())))
    }

    pub(crate) fn real(&mut self, number: f64) -> &mut Self {
        self.push(Value::Real(number))
    }

    pub(crate) fn optional_real(&mut self, number: Option<f64>) -> &mut Self {
        self.push(number.map_or(Value::Null, Value::Real))
    }

    pub(crate) fn time(&mut self, at: Timestamp) -> &mut Self {
        self.integer(at.as_micros())
    }

    pub(crate) fn optional_time(&mut self, at: Option<Timestamp>) -> &mut Self {
        self.optional_integer(at.map(Timestamp::as_micros))
    }

    pub(crate) fn id(&mut self, id: impl Id) -> &mut Self {
        self.blob(&id.bits().to_be_bytes())
    }

    pub(crate) fn optional_id(&mut self, id: Option<impl Id>) -> &mut Self {
        match id {
            Some(id) => self.id(id),
            None => self.push(Value::Null),
        }
    }

    pub(crate) fn blob(&mut self, bytes: &[u8]) -> &mut Self {
        self.push(Value::Blob(bytes.to_vec()))
    }

    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> &mut Self {
        self.text(serde_json::to_string(value).expect("our own types have string keys and finite numbers"))
    }

    fn push(&mut self, value: Value) -> &mut Self {
        self.0.push(value);
        self
    }
}

/// The columns of one row on their way out, read from left to right.
pub(crate) struct Fields<'row> {
    row: &'row rusqlite::Row<'row>,
    next: usize,
    pub(crate) table: &'static str,
    pub(crate) place: Place,
}

/// Where a row is, for messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) space: SpaceKey,
    pub(crate) seq: i64,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.space.0, self.seq)
    }
}

impl<'row> Fields<'row> {
    pub(crate) fn starting_at(
        row: &'row rusqlite::Row<'row>,
        next: usize,
        table: &'static str,
        place: Place,
    ) -> Fields<'row> {
        Fields { row, next, table, place }
    }

    pub(crate) fn text(&mut self, column: &'static str) -> Result<String, StoreError> {
        self.optional_text(column)?.ok_or_else(|| self.unreadable(column))
    }

    pub(crate) fn optional_text(&mut self, column: &'static str) -> Result<Option<String>, StoreError> {
        match self.take(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => Ok(Some(text.to_owned())),
                Err(_) => Err(self.unreadable(column)),
            },
            _ => Err(self.unreadable(column)),
        }
    }

    /// Reads a word of a closed set, an id, or anything else that is kept as text.
    pub(crate) fn word<T: std::str::FromStr>(&mut self, column: &'static str) -> Result<T, StoreError> {
        self.optional_word(column)?.ok_or_else(|| self.unreadable(column))
    }

    pub(crate) fn optional_word<T: std::str::FromStr>(
        &mut self,
        column: &'static str,
    ) -> Result<Option<T>, StoreError> {
        match self.take(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(bytes) => {
                let word = std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
                word.map(Some).ok_or_else(|| self.unreadable(column))
            }
            _ => Err(self.unreadable(column)),
        }
    }

    pub(crate) fn integer(&mut self, column: &'static str) -> Result<i64, StoreError> {
        self.optional_integer(column)?.ok_or_else(|| self.unreadable(column))
    }

    pub(crate) fn optional_integer(&mut self, column: &'static str) -> Result<Option<i64>, StoreError> {
        match self.take(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Integer(number) => Ok(Some(number)),
            _ => Err(self.unreadable(column)),
        }
    }

    pub(crate) fn number<T: TryFrom<i64>>(&mut self, column: &'static str) -> Result<T, StoreError> {
        let number = self.integer(column)?;
        T::try_from(number).map_err(|_| self.unreadable(column))
    }

    pub(crate) fn optional_number<T: TryFrom<i64>>(&mut self, column: &'static str) -> Result<Option<T>, StoreError> {
        let Some(number) = self.optional_integer(column)? else { return Ok(None) };
        T::try_from(number).map(Some).map_err(|_| self.unreadable(column))
    }

    pub(crate) fn flag(&mut self, column: &'static str) -> Result<bool, StoreError> {
        Ok(self.integer(column)? != 0)
    }

    pub(crate) fn real(&mut self, column: &'static str) -> Result<f64, StoreError> {
        self.optional_real(column)?.ok_or_else(|| self.unreadable(column))
    }

    pub(crate) fn optional_real(&mut self, column: &'static str) -> Result<Option<f64>, StoreError> {
        match self.take(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Real(number) => Ok(Some(number)),
            _ => Err(self.unreadable(column)),
        }
    }

    pub(crate) fn time(&mut self, column: &'static str) -> Result<Timestamp, StoreError> {
        self.integer(column).map(Timestamp::from_micros)
    }

    pub(crate) fn optional_time(&mut self, column: &'static str) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.optional_integer(column)?.map(Timestamp::from_micros))
    }

    pub(crate) fn id<I: Id>(&mut self, column: &'static str) -> Result<I, StoreError> {
        self.optional_id(column)?.ok_or_else(|| self.unreadable(column))
    }

    pub(crate) fn optional_id<I: Id>(&mut self, column: &'static str) -> Result<Option<I>, StoreError> {
        Ok(self.optional_bytes(column)?.map(|bytes| I::from_bits(u128::from_be_bytes(bytes))))
    }

    pub(crate) fn bytes<const N: usize>(&mut self, column: &'static str) -> Result<[u8; N], StoreError> {
        self.optional_bytes(column)?.ok_or_else(|| self.unreadable(column))
    }

    pub(crate) fn optional_bytes<const N: usize>(
        &mut self,
        column: &'static str,
    ) -> Result<Option<[u8; N]>, StoreError> {
        match self.take(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Blob(bytes) => bytes.try_into().map(Some).map_err(|_| self.unreadable(column)),
            _ => Err(self.unreadable(column)),
        }
    }

    pub(crate) fn json<T: serde::de::DeserializeOwned>(&mut self, column: &'static str) -> Result<T, StoreError> {
        self.optional_json(column)?.ok_or_else(|| self.unreadable(column))
    }

    pub(crate) fn optional_json<T: serde::de::DeserializeOwned>(
        &mut self,
        column: &'static str,
    ) -> Result<Option<T>, StoreError> {
        match self.take(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(bytes) => serde_json::from_slice(bytes).map(Some).map_err(|_| self.unreadable(column)),
            _ => Err(self.unreadable(column)),
        }
    }

    fn take(&mut self, column: &'static str) -> Result<ValueRef<'row>, StoreError> {
        let value = self.row.get_ref(self.next).map_err(|_| self.unreadable(column))?;
        self.next += 1;
        Ok(value)
    }

    fn unreadable(&self, column: &'static str) -> StoreError {
        StoreError::Unreadable { table: self.table, column, row: self.place.to_string() }
    }
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

fn seal_of(hash: &Hash, retired: Retired) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(hash);
    hasher.update(&retired.at.as_micros().to_le_bytes());
    hasher.update(&retired.by.bits().to_be_bytes());
    short(&hasher)
}

/// Hashes a row column by column. Every value is framed by its type and length, so that no two rows hash alike by
/// having their text cut differently.
pub(crate) struct RowHasher(blake3::Hasher);

impl RowHasher {
    pub(crate) fn new(
        table: &str,
        space: SpaceKey,
        seq: i64,
        operation: OperationId,
        recorded_at: Timestamp,
    ) -> RowHasher {
        let mut hasher = RowHasher(blake3::Hasher::new());
        hasher.add(ValueRef::Text(table.as_bytes()));
        hasher.add(ValueRef::Integer(space.0));
        hasher.add(ValueRef::Integer(seq));
        hasher.add(ValueRef::Blob(&operation.bits().to_be_bytes()));
        hasher.add(ValueRef::Integer(recorded_at.as_micros()));
        hasher
    }

    /// A hasher for tables that are not records.
    pub(crate) fn bare(table: &str) -> RowHasher {
        let mut hasher = RowHasher(blake3::Hasher::new());
        hasher.add(ValueRef::Text(table.as_bytes()));
        hasher
    }

    pub(crate) fn add(&mut self, value: ValueRef<'_>) {
        let (tag, number, bytes): (u8, u64, &[u8]) = match value {
            ValueRef::Null => (0, 0, &[]),
            ValueRef::Integer(number) => (1, number.cast_unsigned(), &[]),
            ValueRef::Real(number) => (2, number.to_bits(), &[]),
            ValueRef::Text(bytes) => (3, bytes.len() as u64, bytes),
            ValueRef::Blob(bytes) => (4, bytes.len() as u64, bytes),
        };
        let mut frame = [0; 9];
        frame[0] = tag;
        frame[1..].copy_from_slice(&number.to_le_bytes());
        self.0.update(&frame);
        self.0.update(bytes);
    }

    pub(crate) fn finish(&self) -> Hash {
        short(&self.0)
    }
}

fn short(hasher: &blake3::Hasher) -> Hash {
    let mut hash = [0; 16];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    hash
}
