//! Checksums of rows: a changed byte is noticed wherever it is read.

use cofio_domain::id::{Id, OperationId};
use cofio_domain::record::Retired;
use cofio_domain::space::SpaceKey;
use cofio_domain::time::Timestamp;
use rusqlite::types::ValueRef;

/// A checksum of a record: half of a BLAKE3 hash.
pub(crate) type Hash = [u8; 16];

/// Returns the checksum of a record's end: nobody can retire a record, or bring one back, by changing a date.
pub(crate) fn seal_of(hash: &Hash, retired: Retired) -> Hash {
    let mut bytes = [0; 40];
    bytes[..16].copy_from_slice(hash);
    bytes[16..24].copy_from_slice(&retired.at.as_micros().to_le_bytes());
    bytes[24..].copy_from_slice(&retired.by.bits().to_be_bytes());
    short(&bytes)
}

/// Hashes a row column by column. Every value is framed by its type and length, so that no two rows hash alike by
/// having their text cut differently.
pub(crate) struct RowHasher(Vec<u8>);

/// What most rows come to: hashing them at once is several times faster than column by column.
const ROW_BYTES: usize = 1024;

impl RowHasher {
    pub(crate) fn new(
        table: &str,
        space: SpaceKey,
        seq: i64,
        operation: OperationId,
        recorded_at: Timestamp,
    ) -> RowHasher {
        let mut hasher = RowHasher::bare(table);
        hasher.add(ValueRef::Integer(space.0));
        hasher.add(ValueRef::Integer(seq));
        hasher.add(ValueRef::Blob(&operation.bits().to_be_bytes()));
        hasher.add(ValueRef::Integer(recorded_at.as_micros()));
        hasher
    }

    /// A hasher for tables that are not records.
    pub(crate) fn bare(table: &str) -> RowHasher {
        let mut hasher = RowHasher(Vec::with_capacity(ROW_BYTES));
        hasher.add(ValueRef::Text(table.as_bytes()));
        hasher
    }

    pub(crate) fn add(&mut self, value: ValueRef<'_>) {
        match value {
            ValueRef::Null => self.0.push(0),
            ValueRef::Integer(number) => self.frame(1, number.to_le_bytes(), &[]),
            ValueRef::Real(number) => self.frame(2, number.to_le_bytes(), &[]),
            ValueRef::Text(bytes) => self.frame(3, length_of(bytes), bytes),
            ValueRef::Blob(bytes) => self.frame(4, length_of(bytes), bytes),
        }
    }

    fn frame<const N: usize>(&mut self, tag: u8, head: [u8; N], bytes: &[u8]) {
        self.0.push(tag);
        self.0.extend_from_slice(&head);
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn finish(&self) -> Hash {
        short(&self.0)
    }
}

/// The length of a text. SQLite keeps none that four bytes could not count.
fn length_of(bytes: &[u8]) -> [u8; 4] {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes()
}

fn short(bytes: &[u8]) -> Hash {
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    hash
}
