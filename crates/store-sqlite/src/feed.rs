//! What happened since: the feeds an index is kept up to date by, and what the sweeps look for.

use cofio_domain::evidence::Cited;
use cofio_domain::memory::Version;
use cofio_domain::operation::Operation;
use cofio_domain::ports::{Citation, EventListing, Feed, Listing, StoreError, Sweeps};
use cofio_domain::record::{Noun, Record, Row, Seq};
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use rusqlite::{Connection, OptionalExtension};

use crate::SqliteStore;
use crate::error::store_error;
use crate::log::{in_sight, limit_of, own};
use crate::memories::{owner, select_evidence, visible};
use crate::rows::{VersionTable, select_rows};
use crate::table::{Where, list, select, select_sound};
use crate::{events, operations, sessions};

impl Feed for SqliteStore {
    fn versions_since(&self, space: &SpaceHandle, after: Seq, limit: usize) -> Result<Listing<Version>, StoreError> {
        let condition = format!("space = ?1 {} AND seq > ?3 ORDER BY seq LIMIT ?4", visible(space));
        let parameters = (space.key().0, owner(space), after.0, limit_of(limit));
        self.read(|connection| select::<VersionTable>(connection, space.key(), condition.as_str(), parameters))
    }

    fn rows_since(&self, space: &SpaceHandle, noun: Noun, after: Seq) -> Result<Listing<Row>, StoreError> {
        self.read(|connection| {
            select_rows(connection, space.key(), noun, "space = ?1 AND seq > ?2", (space.key().0, after.0))
        })
    }

    fn retired_since(&self, space: &SpaceHandle, noun: Noun, after: Seq) -> Result<Vec<(Seq, Timestamp)>, StoreError> {
        self.read(|connection| {
            let since = time_of(connection, space, after)?;
            let by = if noun == Noun::Version { " INDEXED BY memory_version_retired" } else { "" };
            let sql = format!(
                "SELECT seq, retired_at FROM {noun}{by}
                  WHERE space = ?1 AND retired_at IS NOT NULL AND retired_at > ?2
                  ORDER BY retired_at, seq"
            );
            connection
                .prepare_cached(&sql)
                .and_then(|mut statement| {
                    statement
                        .query_map((space.key().0, since), |row| {
                            Ok((Seq(row.get(0)?), Timestamp::from_micros(row.get(1)?)))
                        })?
                        .collect()
                })
                .map_err(store_error)
        })
    }

    fn place_at(&self, space: &SpaceHandle, moment: Timestamp) -> Result<Seq, StoreError> {
        self.read(|connection| {
            let found: Option<i64> = connection
                .prepare_cached("SELECT seq FROM operation WHERE space = ?1 AND at <= ?2 ORDER BY seq DESC LIMIT 1")
                .and_then(|mut statement| {
                    statement.query_row((space.key().0, moment.as_micros()), |row| row.get(0)).optional()
                })
                .map_err(store_error)?;
            Ok(Seq(found.unwrap_or(0)))
        })
    }

    fn versions_ended_since(&self, space: &SpaceHandle, moment: Timestamp) -> Result<Listing<Version>, StoreError> {
        let condition = format!(
            "space = ?1 {} AND retired_at IS NOT NULL AND retired_at > ?3 AND recorded_at <= ?3",
            visible(space)
        );
        let parameters = (space.key().0, owner(space), moment.as_micros());
        self.read(|connection| {
            let which = Where::by("memory_version_retired", &condition);
            select::<VersionTable>(connection, space.key(), which, parameters)
        })
    }

    fn events_since(&self, space: &SpaceHandle, after: Seq, limit: usize) -> Result<EventListing, StoreError> {
        let condition = format!("event.space = ?1 {} AND event.seq > ?3 ORDER BY event.seq LIMIT ?4", in_sight(space));
        let parameters = (space.key().0, owner(space), after.0, limit_of(limit));
        self.read(|connection| events::select(connection, space.key(), &condition, parameters))
    }

    fn operations_since(&self, space: &SpaceHandle, after: Seq) -> Result<Vec<Operation>, StoreError> {
        self.read(|connection| {
            let parameters = (space.key().0, after.0);
            operations::select(connection, space.key(), "space = ?1 AND seq > ?2 ORDER BY seq", parameters)
        })
    }

    fn sessions_since(&self, space: &SpaceHandle, after: Seq) -> Result<Vec<Session>, StoreError> {
        let condition = format!("space = ?1 {} AND moved > 0 AND moved > ?3 ORDER BY moved", own(space));
        let parameters = (space.key().0, owner(space), after.0);
        self.read(|connection| sessions::select(connection, space.key(), &condition, parameters))
            .map(|listing| listing.sessions)
    }

    fn dropped(&self, space: &SpaceHandle) -> Result<Vec<Record<Version>>, StoreError> {
        let condition =
            format!("space = ?1 {} AND retired_at IS NULL AND status IN ('forgotten', 'trashed')", visible(space));
        let parameters = (space.key().0, owner(space));
        self.read(|connection| {
            let which = Where::by("memory_version_dropped", &condition);
            select_sound::<VersionTable>(connection, space.key(), which, parameters)
        })
    }

    fn citations_of(&self, space: &SpaceHandle, messages: &[(&str, u64)]) -> Result<Vec<Citation>, StoreError> {
        const FROM: &str = "evidence INDEXED BY evidence_message
              WHERE space = ?1 AND cites IN (SELECT value FROM json_each(?2))
                AND cites >= '{\"cites\":\"message\"' AND cites < '{\"cites\":\"message#'";
        if messages.is_empty() {
            return Ok(Vec::new());
        }
        // As it is written: the same type gives the same letters.
        let written = |(session, index): &(&str, u64)| {
            let cited = Cited::Message { session: (*session).to_owned(), index: *index };
            serde_json::to_string(&cited).expect("names and numbers are JSON")
        };
        let cites = list(messages.iter().map(written));
        self.read(|connection| select_evidence(connection, space.key(), FROM, (space.key().0, &cites)))
    }

    fn message_citations(&self, space: &SpaceHandle) -> Result<Vec<Citation>, StoreError> {
        const FROM: &str = "evidence INDEXED BY evidence_message
              WHERE space = ?1 AND cites >= '{\"cites\":\"message\"' AND cites < '{\"cites\":\"message#'";
        self.read(|connection| select_evidence(connection, space.key(), FROM, [space.key().0]))
    }
}

/// Returns the time of the last operation up to a place. What was retired later was retired by a later operation: recorded
/// time never runs backwards in a space.
fn time_of(connection: &Connection, space: &SpaceHandle, place: Seq) -> Result<i64, StoreError> {
    let found: Option<i64> = connection
        .prepare_cached("SELECT at FROM operation WHERE space = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1")
        .and_then(|mut statement| statement.query_row((space.key().0, place.0), |row| row.get(0)).optional())
        .map_err(store_error)?;
    Ok(found.unwrap_or(i64::MIN))
}

impl Sweeps for SqliteStore {
    fn trashed_by(&self, space: &SpaceHandle, at: Timestamp) -> Result<Vec<Record<Version>>, StoreError> {
        let condition = format!(
            "space = ?1 {} AND retired_at IS NULL AND status = 'trashed' AND recorded_at <= ?3",
            visible(space)
        );
        let parameters = (space.key().0, owner(space), at.as_micros());
        self.read(|connection| {
            let which = Where::by("memory_version_trashed", &condition);
            select_sound::<VersionTable>(connection, space.key(), which, parameters)
        })
    }

    fn expired_by(&self, space: &SpaceHandle, at: Timestamp) -> Result<Vec<Record<Version>>, StoreError> {
        let condition = format!(
            "space = ?1 {} AND retired_at IS NULL AND expires_at IS NOT NULL AND expires_at <= ?3
             AND status IN ('active', 'superseded')",
            visible(space)
        );
        let parameters = (space.key().0, owner(space), at.as_micros());
        self.read(|connection| {
            let which = Where::by("memory_version_expiring", &condition);
            select_sound::<VersionTable>(connection, space.key(), which, parameters)
        })
    }
}
