//! Carrying out a commit: check what it relied on, write all of it, log the operation. Runs inside a transaction.

use std::collections::BTreeMap;

use cofio_domain::evidence::Evidence;
use cofio_domain::id::{Id, MemoryId, VersionId, tail};
use cofio_domain::memory::Memory;
use cofio_domain::operation::{Commit, Committed, Guard, NewOperation, NewRow};
use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::ports::StoreError;
use cofio_domain::record::{Record, Retired, Row, RowRef, Seq};
use cofio_domain::space::SpaceKey;
use cofio_domain::time::Timestamp;
use rusqlite::{Connection, OptionalExtension};

use crate::checksum::RowHasher;
use crate::entities;
use crate::erase;
use crate::error::store_error;
use crate::operations::insert_operation;
use crate::rows::insert_row;
use crate::sessions;
use crate::table::retire;

/// The counters of a space while a commit is being carried out.
struct SpaceRow {
    key: SpaceKey,
    salt: Salt,
    seq: i64,
    clock: i64,
    rules: i64,
}

impl SpaceRow {
    fn next_seq(&mut self) -> Seq {
        self.seq += 1;
        Seq(self.seq)
    }
}

/// A commit that was carried out.
pub(crate) struct Applied {
    pub(crate) committed: Committed,
    /// The words that were removed for good, to look for in the files.
    pub(crate) erased_words: Vec<String>,
}

/// Carries out a commit.
pub(crate) fn apply(connection: &Connection, space: SpaceKey, commit: Commit) -> Result<Applied, StoreError> {
    let mut row = load_space(connection, space)?;
    let at = commit.at.max(Timestamp::from_micros(row.clock).next());
    for guard in &commit.guards {
        check(connection, &row, guard)?;
    }
    if let Some(step) = commit.learned {
        sessions::advance(connection, space, step)?;
    }
    let rules_change = commit.retire.iter().any(|row| row.noun.changes_the_rules())
        || commit.record.iter().any(|new| new.row.changes_the_rules());
    let (recorded, revived) = numbered(&mut row, &commit.operation, at, commit.record);
    let operation = commit.operation.logged(row.next_seq(), at, commit.retire, &recorded, revived);

    // The operation goes first: its rows refer to it, and looking for rows that refer to something not yet there
    // would take a walk through every table.
    insert_operation(connection, space, &operation)?;
    for memory in &commit.memories {
        insert_memory(connection, space, memory)?;
    }
    for retiring in &operation.before {
        retire(connection, space, *retiring, Retired { at, by: operation.id })?;
    }
    let spoke: Vec<Seq> =
        operation.before.iter().filter(|row| row.noun.speaks_of_entities()).map(|row| row.seq).collect();
    entities::let_go(connection, space, &spoke)?;
    for record in &recorded {
        insert_row(connection, space, row.salt, record)?;
    }
    insert_evidence(connection, &mut row, &recorded, &commit.evidence)?;
    let removal = match commit.erase.as_slice() {
        [] => None,
        erasures => Some(erase::remove(connection, space, erasures, &operation)?),
    };
    store_space(connection, &row, at, rules_change)?;
    let (erased, erased_words) = removal.map_or((None, Vec::new()), |(receipt, words)| (Some(receipt), words));
    Ok(Applied { committed: Committed { operation, recorded, erased }, erased_words })
}

/// Gives each row its place and its time; returns them with what they bring back.
fn numbered(
    space: &mut SpaceRow,
    operation: &NewOperation,
    at: Timestamp,
    rows: Vec<NewRow>,
) -> (Vec<Record<Row>>, Vec<(RowRef, RowRef)>) {
    let mut revived = Vec::new();
    let recorded = rows
        .into_iter()
        .map(|new| {
            let seq = space.next_seq();
            let copy = RowRef { noun: new.row.noun(), seq };
            revived.extend(new.revives.map(|earlier| (earlier, copy)));
            Record {
                seq,
                operation: operation.id,
                recorded_at: new.recorded_at.map_or(at, |before| before.min(at)),
                retired: None,
                body: new.row,
            }
        })
        .collect();
    (recorded, revived)
}

fn load_space(connection: &Connection, space: SpaceKey) -> Result<SpaceRow, StoreError> {
    connection
        .prepare_cached("SELECT salt, seq, clock, rules FROM space WHERE space = ?1")
        .and_then(|mut statement| {
            statement.query_row([space.0], |row| {
                Ok(SpaceRow {
                    key: space,
                    salt: Salt(row.get(0)?),
                    seq: row.get(1)?,
                    clock: row.get(2)?,
                    rules: row.get(3)?,
                })
            })
        })
        .optional()
        .map_err(store_error)?
        .ok_or(StoreError::Stale)
}

fn store_space(connection: &Connection, space: &SpaceRow, at: Timestamp, rules_change: bool) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE space SET seq = ?2, clock = ?3, rules = rules + ?4 WHERE space = ?1")
        .and_then(|mut statement| statement.execute((space.key.0, space.seq, at.as_micros(), rules_change)))
        .map_err(store_error)?;
    Ok(())
}

fn insert_memory(connection: &Connection, space: SpaceKey, memory: &Memory) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO memory (space, id, tail, owner, created_at, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .and_then(|mut statement| {
            statement.execute((
                space.0,
                memory.id.bits().to_be_bytes(),
                tail(memory.id.bits()),
                memory.owner.bits().to_be_bytes(),
                memory.created_at.as_micros(),
                memory_hash(space, memory),
            ))
        })
        .map_err(store_error)?;
    Ok(())
}

/// Returns the checksum of a memory's row.
pub(crate) fn memory_hash(space: SpaceKey, memory: &Memory) -> [u8; 16] {
    use rusqlite::types::ValueRef;
    let mut hasher = RowHasher::bare("memory");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Blob(&memory.id.bits().to_be_bytes()));
    hasher.add(ValueRef::Blob(&memory.owner.bits().to_be_bytes()));
    hasher.add(ValueRef::Integer(memory.created_at.as_micros()));
    hasher.finish()
}

fn insert_evidence(
    connection: &Connection,
    space: &mut SpaceRow,
    recorded: &[Record<Row>],
    evidence: &[(VersionId, Evidence)],
) -> Result<(), StoreError> {
    let memories: BTreeMap<VersionId, MemoryId> = recorded
        .iter()
        .filter_map(|record| match &record.body {
            Row::Version(version) => Some((version.id, version.memory)),
            _ => None,
        })
        .collect();
    for (version, evidence) in evidence {
        let Some(memory) = memories.get(version) else { continue };
        let seq = space.next_seq();
        let cites = serde_json::to_string(&evidence.cites).expect("ids and names are JSON");
        let hash = evidence_hash(space.key, seq, *memory, *version, &cites, evidence);
        connection
            .prepare_cached(
                "INSERT INTO evidence (space, seq, memory, version, cites, quote, weight, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )
            .and_then(|mut statement| {
                statement.execute((
                    space.key.0,
                    seq.0,
                    memory.bits().to_be_bytes(),
                    version.bits().to_be_bytes(),
                    &cites,
                    evidence.quote.as_deref(),
                    evidence.weight,
                    hash,
                ))
            })
            .map_err(store_error)?;
    }
    Ok(())
}

/// Returns the checksum of a piece of evidence.
pub(crate) fn evidence_hash(
    space: SpaceKey,
    seq: Seq,
    memory: MemoryId,
    version: VersionId,
    cites: &str,
    evidence: &Evidence,
) -> [u8; 16] {
    use rusqlite::types::ValueRef;
    let mut hasher = RowHasher::bare("evidence");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Integer(seq.0));
    hasher.add(ValueRef::Blob(&memory.bits().to_be_bytes()));
    hasher.add(ValueRef::Blob(&version.bits().to_be_bytes()));
    hasher.add(ValueRef::Text(cites.as_bytes()));
    hasher.add(evidence.quote.as_deref().map_or(ValueRef::Null, |quote| ValueRef::Text(quote.as_bytes())));
    hasher.add(ValueRef::Real(evidence.weight));
    hasher.finish()
}

/// Fails with [`StoreError::Stale`] if what a step relied on is not so any more.
fn check(connection: &Connection, space: &SpaceRow, guard: &Guard) -> Result<(), StoreError> {
    let holds = match guard {
        Guard::Current(row) => is_current(connection, space.key, *row)?,
        Guard::Rules(rules) => space.rules == *rules,
        Guard::Fingerprint { fingerprint, domain, since } => !exists(
            connection,
            "SELECT 1 FROM memory_version INDEXED BY memory_version_words
              WHERE space = ?1 AND fingerprint = ?2 AND domain = ?3 AND seq > ?4
                AND retired_at IS NULL AND status = 'active'",
            (space.key.0, fingerprint.0, domain.as_str(), since.0),
        )?,
        Guard::Key { domain, key, since } => !exists(
            connection,
            "SELECT 1 FROM memory_version INDEXED BY memory_version_key
              WHERE space = ?1 AND domain = ?2 AND key = ?3 AND key IS NOT NULL AND seq > ?4
                AND retired_at IS NULL AND status = 'active'",
            (space.key.0, domain.as_str(), key, since.0),
        )?,
    };
    if holds { Ok(()) } else { Err(StoreError::Stale) }
}

fn is_current(connection: &Connection, space: SpaceKey, row: RowRef) -> Result<bool, StoreError> {
    let sql = format!("SELECT 1 FROM {} WHERE space = ?1 AND seq = ?2 AND retired_at IS NULL", row.noun);
    exists(connection, &sql, (space.0, row.seq.0))
}

fn exists(connection: &Connection, sql: &str, parameters: impl rusqlite::Params) -> Result<bool, StoreError> {
    connection.prepare_cached(sql).and_then(|mut statement| statement.exists(parameters)).map_err(store_error)
}
