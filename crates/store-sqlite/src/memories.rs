//! Memories, their versions and their evidence.

use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{Id, IdEnd, IdPart, LETTERS, MemoryId, VersionId, shared_suffix, tail, tail_range};
use cofio_domain::memory::{Memory, Version};
use cofio_domain::policy::fingerprint::{Fingerprint, Salt};
use cofio_domain::ports::{Citation, IdLookup, Listing, Memories, SpaceState, StoreError};
use cofio_domain::record::{Belief, Record, Seq};
use cofio_domain::space::{SpaceHandle, SpaceKey, SpaceKind};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};

use crate::SqliteStore;
use crate::columns::{Fields, Place};
use crate::commit::{evidence_hash, memory_hash};
use crate::error::store_error;
use crate::records::{believed, instant};
use crate::rows::VersionTable;
use crate::table::{Where, select, select_sound};

/// In a space of several people, what somebody keeps to themselves is not there for the others. Ends a condition whose
/// last two parameters are the space and the user.
const VISIBLE: &str = "AND (visibility <> 'private'
     OR EXISTS (SELECT 1 FROM memory
                 WHERE memory.space = memory_version.space
                   AND memory.id = memory_version.memory
                   AND memory.owner = ?2))";

/// Returns the condition that keeps other members' private memories out of sight, where there are other members.
pub(crate) fn visible(space: &SpaceHandle) -> &'static str {
    match space.kind() {
        SpaceKind::Shared => VISIBLE,
        // Mentions the parameter so that every condition takes the same ones.
        SpaceKind::Personal | SpaceKind::Builtin | SpaceKind::Demo => "AND ?2 IS NOT NULL",
    }
}

pub(crate) fn owner(space: &SpaceHandle) -> [u8; 16] {
    space.user().bits().to_be_bytes()
}

impl Memories for SqliteStore {
    fn state(&self, space: &SpaceHandle) -> Result<SpaceState, StoreError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT seq, rules, salt FROM space WHERE space = ?1")
                .and_then(|mut statement| {
                    statement.query_row([space.key().0], |row| {
                        Ok(SpaceState { revision: Seq(row.get(0)?), rules: row.get(1)?, salt: Salt(row.get(2)?) })
                    })
                })
                .map_err(store_error)
        })
    }

    fn memory(&self, space: &SpaceHandle, id: MemoryId) -> Result<Option<Memory>, StoreError> {
        self.read(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT id, owner, created_at, hash FROM memory WHERE space = ?1 AND id = ?2")
                .map_err(store_error)?;
            let mut rows = statement.query((space.key().0, id.bits().to_be_bytes())).map_err(store_error)?;
            let Some(row) = rows.next().map_err(store_error)? else { return Ok(None) };
            let mut fields = Fields::starting_at(row, 0, "memory", Place { space: space.key(), seq: 0 });
            let memory =
                Memory { id: fields.id("id")?, owner: fields.id("owner")?, created_at: fields.time("created_at")? };
            let hash: [u8; 16] = fields.bytes("hash")?;
            if hash == memory_hash(space.key(), &memory) {
                Ok(Some(memory))
            } else {
                Err(StoreError::Damaged { table: "memory", row: id.to_string() })
            }
        })
    }

    fn records_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Record<Version>>, StoreError> {
        let condition = format!("space = ?1 {} AND memory = ?3", visible(space));
        self.read(|connection| {
            select_sound::<VersionTable>(
                connection,
                space.key(),
                Where::by("memory_version_memory", &condition),
                (space.key().0, owner(space), memory.bits().to_be_bytes()),
            )
        })
    }

    fn versions(&self, space: &SpaceHandle, belief: Belief) -> Result<Listing<Version>, StoreError> {
        let condition = format!("space = ?1 {} AND {}", visible(space), believed(belief));
        self.read(|connection| {
            select::<VersionTable>(
                connection,
                space.key(),
                condition.as_str(),
                (space.key().0, owner(space), instant(belief)),
            )
        })
    }

    fn by_fingerprint(
        &self,
        space: &SpaceHandle,
        fingerprint: Fingerprint,
    ) -> Result<Vec<Record<Version>>, StoreError> {
        let condition =
            format!("space = ?1 {} AND fingerprint = ?3 AND retired_at IS NULL AND status = 'active'", visible(space));
        self.read(|connection| {
            select_sound::<VersionTable>(
                connection,
                space.key(),
                Where::by("memory_version_words", &condition),
                (space.key().0, owner(space), fingerprint.0),
            )
        })
    }

    fn by_key(&self, space: &SpaceHandle, domain: &DomainName, key: &str) -> Result<Vec<Record<Version>>, StoreError> {
        let condition = format!(
            "space = ?1 {} AND domain = ?3 AND key = ?4 AND key IS NOT NULL AND retired_at IS NULL AND status = 'active'",
            visible(space)
        );
        self.read(|connection| {
            select_sound::<VersionTable>(
                connection,
                space.key(),
                Where::by("memory_version_key", &condition),
                (space.key().0, owner(space), domain.as_str(), key),
            )
        })
    }

    fn evidence(&self, space: &SpaceHandle) -> Result<Vec<(VersionId, Evidence)>, StoreError> {
        self.read(|connection| {
            let found = select_evidence(connection, space.key(), "evidence WHERE space = ?1", [space.key().0])?;
            Ok(found.into_iter().map(|citation| (citation.version, citation.evidence)).collect())
        })
    }

    fn evidence_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<(VersionId, Evidence)>, StoreError> {
        self.read(|connection| {
            let parameters = (space.key().0, memory.bits().to_be_bytes());
            let found =
                select_evidence(connection, space.key(), "evidence WHERE space = ?1 AND memory = ?2", parameters)?;
            Ok(found.into_iter().map(|citation| (citation.version, citation.evidence)).collect())
        })
    }

    fn ids_like(
        &self,
        space: &SpaceHandle,
        what: IdLookup,
        part: &IdPart,
        limit: usize,
    ) -> Result<Vec<u128>, StoreError> {
        self.read(|connection| {
            let mut found = ids_ending(connection, space, what, part)?;
            if part.end == IdEnd::Either {
                found.extend(ids_beginning(connection, space, what, part)?);
            }
            found.sort_unstable();
            found.dedup();
            found.truncate(limit);
            Ok(found)
        })
    }

    fn telling_letters(&self, space: &SpaceHandle, what: IdLookup, id: u128) -> Result<usize, StoreError> {
        let table = table_of(what);
        let neighbour = |connection: &Connection, comparison: &str, order: &str| {
            let sql = format!(
                "SELECT id FROM {table}
                  WHERE space = ?1 AND (tail, id) {comparison} (?2, ?3)
                  ORDER BY tail {order}, id {order} LIMIT 1"
            );
            connection
                .prepare_cached(&sql)
                .and_then(|mut statement| {
                    statement.query_row((space.key().0, tail(id), id.to_be_bytes()), |row| row.get::<_, [u8; 16]>(0))
                })
                .optional()
                .map_err(store_error)
        };
        self.read(|connection| {
            let before = neighbour(connection, "<", "DESC")?;
            let after = neighbour(connection, ">", "ASC")?;
            let shared = [before, after]
                .into_iter()
                .flatten()
                .map(|other| shared_suffix(id, u128::from_be_bytes(other)))
                .max()
                .unwrap_or(0);
            Ok((shared + 1).min(LETTERS))
        })
    }
}

fn table_of(what: IdLookup) -> &'static str {
    match what {
        IdLookup::Memory => "memory",
        IdLookup::Operation => "operation",
        IdLookup::Session => "session",
    }
}

fn ids_ending(
    connection: &Connection,
    space: &SpaceHandle,
    what: IdLookup,
    part: &IdPart,
) -> Result<Vec<u128>, StoreError> {
    let Some(range) = tail_range(&part.letters) else { return Ok(Vec::new()) };
    let sql = format!("SELECT id FROM {} WHERE space = ?1 AND tail BETWEEN ?2 AND ?3", table_of(what));
    let found = ids(connection, &sql, &[space.key().0.into(), (*range.start()).into(), (*range.end()).into()])?;
    Ok(found.into_iter().filter(|bits| part.matches(MemoryId::from_bits(*bits))).collect())
}

fn ids_beginning(
    connection: &Connection,
    space: &SpaceHandle,
    what: IdLookup,
    part: &IdPart,
) -> Result<Vec<u128>, StoreError> {
    let full = |filler: &str| {
        let letters = format!("{}{}", part.letters, filler.repeat(LETTERS - part.letters.len()));
        format!("mem_{letters}").parse::<MemoryId>().ok().map(Id::bits)
    };
    let (Some(first), Some(last)) = (full("0"), full("Z")) else { return Ok(Vec::new()) };
    let sql = format!("SELECT id FROM {} WHERE space = ?1 AND id BETWEEN ?2 AND ?3", table_of(what));
    let bytes = |bits: u128| Value::Blob(bits.to_be_bytes().to_vec());
    ids(connection, &sql, &[space.key().0.into(), bytes(first), bytes(last)])
}

fn ids(connection: &Connection, sql: &str, parameters: &[Value]) -> Result<Vec<u128>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| {
            statement
                .query_map(rusqlite::params_from_iter(parameters), |row| {
                    row.get::<_, [u8; 16]>(0).map(u128::from_be_bytes)
                })?
                .collect()
        })
        .map_err(store_error)
}

/// Reads evidence from a table and a condition, by memory and in the order it was recorded.
pub(crate) fn select_evidence(
    connection: &Connection,
    space: SpaceKey,
    from: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<Citation>, StoreError> {
    let sql = format!("SELECT seq, memory, version, cites, quote, weight, hash FROM {from} ORDER BY memory, seq");
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    let mut rows = statement.query(parameters).map_err(store_error)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(store_error)? {
        let seq: i64 = row.get(0).map_err(store_error)?;
        let place = Place { space, seq };
        let mut fields = Fields::starting_at(row, 1, "evidence", place);
        let (memory, version): (MemoryId, VersionId) = (fields.id("memory")?, fields.id("version")?);
        let cites = fields.text("cites")?;
        let parsed = serde_json::from_str(&cites).map_err(|_| StoreError::Unreadable {
            table: "evidence",
            column: "cites",
            row: place.to_string(),
        })?;
        let evidence =
            Evidence { cites: parsed, quote: fields.optional_text("quote")?, weight: fields.real("weight")? };
        let hash: [u8; 16] = fields.bytes("hash")?;
        if hash != evidence_hash(space, Seq(seq), memory, version, &cites, &evidence) {
            return Err(StoreError::Damaged { table: "evidence", row: place.to_string() });
        }
        found.push(Citation { memory, version, evidence });
    }
    Ok(found)
}
