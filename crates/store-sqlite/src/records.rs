//! Everything else that is recorded in a space.

use std::collections::{BTreeSet, HashMap};

use cofio_domain::id::{Id, LinkId, MemoryId};
use cofio_domain::link::Link;
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::{Listing, Records, StoreError};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::scope::{Suppression, Tombstone};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use rusqlite::OptionalExtension;

use crate::SqliteStore;
use crate::columns::Place;
use crate::error::store_error;
use crate::rows::select_rows;
use crate::table::{Where, list, select_sound};

/// Returns the condition for what was believed. Its instant is the third parameter.
pub(crate) fn believed(belief: Belief) -> &'static str {
    match belief {
        Belief::Now => "retired_at IS NULL AND ?3 IS NULL",
        Belief::At(_) => "recorded_at <= ?3 AND (retired_at IS NULL OR retired_at > ?3)",
        Belief::Ever => "?3 IS NULL",
    }
}

/// Returns the parameter of [`believed`].
pub(crate) fn instant(belief: Belief) -> Option<i64> {
    match belief {
        Belief::At(at) => Some(at.as_micros()),
        Belief::Now | Belief::Ever => None,
    }
}

impl Records for SqliteStore {
    fn rows(&self, space: &SpaceHandle, noun: Noun, belief: Belief) -> Result<Listing<Row>, StoreError> {
        let condition = format!("space = ?1 AND ?2 AND {}", believed(belief));
        self.read(|connection| {
            select_rows(connection, space.key(), noun, condition.as_str(), (space.key().0, true, instant(belief)))
        })
    }

    fn rows_at(&self, space: &SpaceHandle, at: &[RowRef]) -> Result<Vec<Record<Row>>, StoreError> {
        const AT: &str = "space = ?1 AND seq IN (SELECT value FROM json_each(?2))";
        let nouns: BTreeSet<Noun> = at.iter().map(|row| row.noun).collect();
        self.read(|connection| {
            let mut found = HashMap::with_capacity(at.len());
            for noun in nouns {
                let places = list(at.iter().filter(|row| row.noun == noun).map(|row| row.seq.0));
                let listing = select_rows(connection, space.key(), noun, AT, (space.key().0, places))?;
                if let Some(damaged) = listing.damaged.first() {
                    let place = Place { space: space.key(), seq: damaged.seq.0 };
                    return Err(StoreError::Damaged { table: noun.word(), row: place.to_string() });
                }
                found.extend(listing.records.into_iter().map(|record| (RowRef { noun, seq: record.seq }, record)));
            }
            Ok(at.iter().filter_map(|row| found.remove(row)).collect())
        })
    }

    fn links_of(&self, space: &SpaceHandle, memory: MemoryId, belief: Belief) -> Result<Vec<Record<Link>>, StoreError> {
        self.read(|connection| {
            let mut links = Vec::new();
            for (index, end) in [("link_from", "from_memory"), ("link_to", "to_memory")] {
                let condition = format!("space = ?1 AND {end} = ?2 AND {}", believed(belief));
                links.extend(select_sound::<Link>(
                    connection,
                    space.key(),
                    Where::by(index, &condition),
                    (space.key().0, memory.bits().to_be_bytes(), instant(belief)),
                )?);
            }
            links.sort_by_key(|link| link.seq);
            Ok(links)
        })
    }

    fn link(&self, space: &SpaceHandle, id: LinkId) -> Result<Option<Record<Link>>, StoreError> {
        self.read(|connection| {
            let found = select_sound::<Link>(
                connection,
                space.key(),
                "space = ?1 AND id = ?2 AND retired_at IS NULL",
                (space.key().0, id.bits().to_be_bytes()),
            )?;
            Ok(found.into_iter().next())
        })
    }

    fn suppressions_of(
        &self,
        space: &SpaceHandle,
        fingerprint: Fingerprint,
    ) -> Result<Vec<Record<Suppression>>, StoreError> {
        self.read(|connection| {
            select_sound::<Suppression>(
                connection,
                space.key(),
                Where::by("suppression_words", "space = ?1 AND fingerprint = ?2 AND retired_at IS NULL"),
                (space.key().0, fingerprint.0),
            )
        })
    }

    fn tombstone(&self, space: &SpaceHandle, id: &str) -> Result<Option<Tombstone>, StoreError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT id, noun, at FROM tombstone WHERE space = ?1 AND id = ?2")
                .and_then(|mut statement| {
                    statement
                        .query_row((space.key().0, id), |row| {
                            Ok(Tombstone {
                                id: row.get(0)?,
                                noun: row.get(1)?,
                                at: Timestamp::from_micros(row.get(2)?),
                            })
                        })
                        .optional()
                })
                .map_err(store_error)
        })
    }
}
