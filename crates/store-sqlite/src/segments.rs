//! Segments of an index: bytes that can be made again.

use cofio_domain::ports::{ModelId, Segment, Segments, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::space::{SpaceHandle, SpaceKey};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use crate::SqliteStore;
use crate::checksum::RowHasher;
use crate::error::store_error;

impl Segments for SqliteStore {
    fn segments(&self, space: &SpaceHandle) -> Result<Vec<Segment>, StoreError> {
        self.read(|connection| {
            let mut statement = connection
                .prepare_cached(
                    "SELECT number, model, from_seq, to_seq, blob, checksum FROM segment WHERE space = ?1 ORDER BY number",
                )
                .map_err(store_error)?;
            let mut rows = statement.query([space.key().0]).map_err(store_error)?;
            let mut found = Vec::new();
            while let Some(row) = rows.next().map_err(store_error)? {
                found.extend(sound(space.key(), row));
            }
            Ok(found)
        })
    }

    fn keep_segments(&self, space: &SpaceHandle, keep: Vec<Segment>, drop: &[u32]) -> Result<(), StoreError> {
        let (key, drop) = (space.key(), drop.to_vec());
        self.write(move |connection| {
            for number in drop.iter().copied().chain(keep.iter().map(|segment| segment.number)) {
                connection
                    .execute("DELETE FROM segment WHERE space = ?1 AND number = ?2", (key.0, number))
                    .map_err(store_error)?;
            }
            for segment in &keep {
                connection
                    .execute(
                        "INSERT INTO segment (space, number, model, from_seq, to_seq, blob, checksum)
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                        (
                            key.0,
                            segment.number,
                            segment.model.as_ref().map(ModelId::as_str),
                            segment.from.0,
                            segment.to.0,
                            &segment.bytes,
                            checksum_of(key, segment),
                        ),
                    )
                    .map_err(store_error)?;
            }
            Ok(())
        })
    }
}

/// Reads a segment; nothing where it cannot be read or does not match its checksum: it is made again.
fn sound(space: SpaceKey, row: &Row<'_>) -> Option<Segment> {
    let read = || -> rusqlite::Result<(Segment, Vec<u8>)> {
        let model: Option<String> = row.get(1)?;
        let segment = Segment {
            number: row.get(0)?,
            model: model.map(ModelId::new),
            from: Seq(row.get(2)?),
            to: Seq(row.get(3)?),
            bytes: row.get(4)?,
        };
        Ok((segment, row.get(5)?))
    };
    let (segment, checksum) = read().ok()?;
    (checksum == checksum_of(space, &segment)).then_some(segment)
}

/// Reads every segment of every space. Returns how many there are and how many are damaged.
pub(crate) fn survey(connection: &Connection) -> Result<(usize, usize), StoreError> {
    let mut statement = connection
        .prepare("SELECT number, model, from_seq, to_seq, blob, checksum, space FROM segment")
        .map_err(store_error)?;
    let mut rows = statement.query([]).map_err(store_error)?;
    let (mut all, mut damaged) = (0, 0);
    while let Some(row) = rows.next().map_err(store_error)? {
        all += 1;
        let space: Option<i64> = row.get(6).ok();
        damaged += usize::from(space.is_none_or(|space| sound(SpaceKey(space), row).is_none()));
    }
    Ok((all, damaged))
}

fn checksum_of(space: SpaceKey, segment: &Segment) -> [u8; 16] {
    let mut hasher = RowHasher::bare("segment");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Integer(i64::from(segment.number)));
    hasher.add(segment.model.as_ref().map_or(ValueRef::Null, |model| ValueRef::Text(model.as_str().as_bytes())));
    hasher.add(ValueRef::Integer(segment.from.0));
    hasher.add(ValueRef::Integer(segment.to.0));
    hasher.add(ValueRef::Blob(&segment.bytes));
    hasher.finish()
}
