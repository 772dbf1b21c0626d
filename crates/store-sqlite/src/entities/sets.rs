//! What is kept of a set besides its rows: how far it was made, and the checksum over all of it.

use cofio_domain::id::Id;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Seq;
use cofio_domain::space::{SpaceHandle, SpaceKey};
use rusqlite::{Connection, OptionalExtension};

use super::revision;
use crate::checksum::Hash;
use crate::error::store_error;

/// Whose set: a member of a space.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    pub(super) space: SpaceKey,
    pub(super) user: [u8; 16],
}

impl Owner {
    pub(super) fn of(space: &SpaceHandle) -> Owner {
        Owner { space: space.key(), user: space.user().bits().to_be_bytes() }
    }
}

/// How a set was kept.
pub(super) struct Kept {
    pub(super) through: Seq,
    pub(super) checksum: Hash,
}

/// Returns how a set was kept; nothing where none was.
pub(super) fn kept(connection: &Connection, owner: Owner, kind: &str) -> Result<Option<Kept>, StoreError> {
    let found = connection
        .prepare_cached("SELECT through, checksum FROM derived_set WHERE space = ?1 AND user = ?2 AND kind = ?3")
        .and_then(|mut statement| {
            statement
                .query_row((owner.space.0, owner.user, kind), |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?)))
                .optional()
        })
        .map_err(store_error)?;
    Ok(found.and_then(|(through, checksum)| Some(Kept { through: Seq(through), checksum: checksum.try_into().ok()? })))
}

/// Makes room for a set in the place of the one there is. Fails where the space has moved on from where it was made: what
/// it was made from may have been erased since.
pub(super) fn replace(
    connection: &Connection,
    owner: Owner,
    kind: &str,
    kept: &Kept,
    tables: &[&str],
) -> Result<(), StoreError> {
    if revision(connection, owner.space)? != Some(kept.through) {
        return Err(StoreError::Stale);
    }
    for table in tables {
        connection
            .execute(&format!("DELETE FROM {table} WHERE space = ?1 AND user = ?2"), (owner.space.0, owner.user))
            .map_err(store_error)?;
    }
    connection
        .prepare_cached(
            "INSERT INTO derived_set (space, user, kind, through, checksum) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT DO UPDATE SET through = excluded.through, checksum = excluded.checksum",
        )
        .and_then(|mut statement| statement.execute((owner.space.0, owner.user, kind, kept.through.0, kept.checksum)))
        .map_err(store_error)?;
    Ok(())
}
