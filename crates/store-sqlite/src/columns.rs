//! One row on its way into a table, and on its way out.

use cofio_domain::id::Id;
use cofio_domain::ports::StoreError;
use cofio_domain::space::SpaceKey;
use cofio_domain::time::Timestamp;
use rusqlite::types::{Value, ValueRef};

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

    pub(crate) fn unreadable(&self, column: &'static str) -> StoreError {
        StoreError::Unreadable { table: self.table, column, row: self.place.to_string() }
    }
}
