//! Erasing: taking something out of every table, and then out of the files.
//!
//! Deleting a row is not enough. The write-ahead log keeps the pages as they were, and a page keeps what was moved
//! about on it. So the log is cut to nothing, the file is rewritten from what is alive, and then both are searched
//! for the words. Where another process's reader is in the way, the receipt says so and it is tried again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Duration;

use cofio_domain::id::{CandidateId, ConflictId, EpisodeId, Id, LinkId, MemoryId, OperationId, ProjectId, ProposalId};
use cofio_domain::operation::{Erasure, ErasureReceipt, Operation};
use cofio_domain::ports::StoreError;
use cofio_domain::proposal::ProposedChange;
use cofio_domain::record::{Noun, Row, RowRef, Seq};
use cofio_domain::session::SessionNumber;
use cofio_domain::space::{Actor, SpaceKey};
use cofio_domain::time::Timestamp;
use rusqlite::Connection;

use crate::access;
use crate::beside;
use crate::entities;
use crate::error::store_error;
use crate::files::Files;
use crate::keepsakes;
use crate::operations::{self, erase_reason};
use crate::rows::{VersionTable, select_rows};
use crate::shred;
use crate::table::{Where, select_sound};

/// How long an erasure waits for readers before it reports itself pending.
const PATIENCE: Duration = Duration::from_secs(2);

/// Up to this size a file is always rewritten; above it, only if the words are still found in it.
const REWRITE_ALWAYS: u64 = 64 << 20;

/// Removes things from every table. Returns what was removed and the words to look for in the files.
pub(crate) fn remove(
    connection: &Connection,
    space: SpaceKey,
    erasures: &[Erasure],
    operation: &Operation,
) -> Result<(ErasureReceipt, Vec<String>), StoreError> {
    let mut removal = Removal {
        connection,
        space,
        actor: &operation.actor,
        at: operation.at,
        moved: operation.seq,
        removed: BTreeMap::new(),
        words: BTreeSet::new(),
        places: Vec::new(),
    };
    for erasure in erasures {
        match erasure {
            Erasure::Memory(memory) => removal.memory(*memory)?,
            Erasure::Row(row) => removal.row(*row)?,
            Erasure::Reason(operation) => removal.reason(*operation)?,
            Erasure::Message { seq, spans } => removal.message(*seq, spans)?,
            Erasure::Session(number) => removal.session(*number)?,
            Erasure::Vectors(texts) => {
                let count = shred::vectors(connection, space, texts)?;
                removal.count("embedding", count);
            }
            Erasure::Quotes { memory, words } => {
                let count = shred::quotes(connection, space, *memory, words)?;
                removal.count("quote", count);
                removal.words.extend(words.iter().cloned());
            }
        }
    }
    access::drop_answers(connection)?;
    keepsakes::drop_of(connection, space)?;
    let dropped = shred::segments(connection, space, &removal.places)?;
    removal.count("segment", dropped);
    let mentions = entities::let_go(connection, space, &removal.places)?;
    removal.count("mention", mentions);
    connection
        .execute(
            "INSERT INTO scrub (requested_at, needs_vacuum) VALUES (?1, 1) ON CONFLICT DO NOTHING",
            [operation.at.as_micros()],
        )
        .map_err(store_error)?;
    let receipt = ErasureReceipt { removed: removal.removed.into_iter().collect(), ..ErasureReceipt::default() };
    Ok((receipt, removal.words.into_iter().collect()))
}

struct Removal<'a> {
    connection: &'a Connection,
    space: SpaceKey,
    actor: &'a Actor,
    at: Timestamp,
    /// The place of the operation that does it.
    moved: Seq,
    removed: BTreeMap<&'static str, u64>,
    words: BTreeSet<String>,
    /// Where something was removed: what an index keeps of it must go, too.
    places: Vec<Seq>,
}

impl Removal<'_> {
    fn message(&mut self, seq: Seq, spans: &[Range<usize>]) -> Result<(), StoreError> {
        let gone = shred::message(self.connection, self.space, seq, spans, self.at)?;
        self.count("event_payload", usize::from(!gone.is_empty()));
        self.words.extend(gone);
        self.places.push(seq);
        Ok(())
    }

    fn session(&mut self, number: SessionNumber) -> Result<(), StoreError> {
        let (gone, places) = shred::session(self.connection, self.space, number, (self.moved, self.at))?;
        self.count("event_payload", places.len());
        self.words.extend(gone);
        self.places.extend(places);
        Ok(())
    }

    fn memory(&mut self, memory: MemoryId) -> Result<(), StoreError> {
        let id = memory.bits().to_be_bytes();
        let versions = select_sound::<VersionTable>(
            self.connection,
            self.space,
            Where::by("memory_version_memory", "space = ?1 AND memory = ?2"),
            (self.space.0, id),
        )?;
        let mut operations = BTreeSet::new();
        for record in &versions {
            self.words.extend(record.body.claim.texts().map(str::to_owned));
            self.places.push(record.seq);
            operations.insert(record.operation);
            operations.extend(record.retired.map(|retired| retired.by));
        }
        for operation in operations {
            self.reason(operation)?;
        }
        self.quotes(memory)?;
        let clusters = entities::let_go_of_clusters(self.connection, self.space, memory)?;
        self.count("cluster", clusters);
        self.suppressions(memory)?;
        self.proposals_about(memory)?;
        for (table, condition) in [
            ("usage", "memory = ?2"),
            ("usage_count", "memory = ?2"),
            ("evidence", "memory = ?2"),
            ("link", "(from_memory = ?2 OR to_memory = ?2)"),
            ("share", "memory = ?2"),
            ("conflict", "left_memory = ?2"),
            ("memory_version", "memory = ?2"),
            ("memory", "id = ?2"),
        ] {
            if table == "conflict" {
                self.conflict_words(memory)?;
            }
            let sql = format!("DELETE FROM {table} WHERE space = ?1 AND {condition}");
            let count = self.connection.execute(&sql, (self.space.0, id)).map_err(store_error)?;
            self.count(table, count);
        }
        self.tombstone(&memory.to_string(), "memory")
    }

    fn row(&mut self, at: RowRef) -> Result<(), StoreError> {
        let found =
            select_rows(self.connection, self.space, at.noun, "space = ?1 AND seq = ?2", (self.space.0, at.seq.0))?;
        let Some(record) = found.records.into_iter().next() else { return Ok(()) };
        self.words.extend(words_of(&record.body));
        self.places.push(record.seq);
        self.reason(record.operation)?;
        let sql = format!("DELETE FROM {} WHERE space = ?1 AND seq = ?2", at.noun);
        let count = self.connection.execute(&sql, (self.space.0, at.seq.0)).map_err(store_error)?;
        self.count(at.noun.word(), count);
        match public_id(&record.body) {
            Some(id) => self.tombstone(&id, at.noun.word()),
            None => Ok(()),
        }
    }

    fn reason(&mut self, operation: OperationId) -> Result<(), StoreError> {
        let found = operations::select(
            self.connection,
            self.space,
            "space = ?1 AND id = ?2",
            (self.space.0, operation.bits().to_be_bytes()),
        )?;
        for operation in found {
            if let Some(reason) = operation.reason.clone() {
                self.words.insert(reason);
                erase_reason(self.connection, self.space, operation)?;
                self.count("operation", 1);
            }
        }
        Ok(())
    }

    fn quotes(&mut self, memory: MemoryId) -> Result<(), StoreError> {
        let quotes: Vec<String> = self
            .connection
            .prepare_cached("SELECT quote FROM evidence WHERE space = ?1 AND memory = ?2 AND quote IS NOT NULL")
            .and_then(|mut statement| {
                statement.query_map((self.space.0, memory.bits().to_be_bytes()), |row| row.get(0))?.collect()
            })
            .map_err(store_error)?;
        self.words.extend(quotes);
        Ok(())
    }

    /// A fingerprint is no word, but with the space's key beside it a guess could be tried against it.
    fn suppressions(&mut self, memory: MemoryId) -> Result<(), StoreError> {
        let count = self
            .connection
            .execute(
                "DELETE FROM suppression
                  WHERE space = ?1
                    AND fingerprint IN (SELECT fingerprint FROM memory_version WHERE space = ?1 AND memory = ?2)",
                (self.space.0, memory.bits().to_be_bytes()),
            )
            .map_err(store_error)?;
        self.count("suppression", count);
        Ok(())
    }

    fn proposals_about(&mut self, memory: MemoryId) -> Result<(), StoreError> {
        let listing = select_rows(self.connection, self.space, Noun::Proposal, "space = ?1", [self.space.0])?;
        for record in listing.records {
            let about = matches!(&record.body, Row::Proposal(proposal) if concerns(&proposal.change, memory));
            if about {
                self.row(RowRef { noun: Noun::Proposal, seq: record.seq })?;
            }
        }
        Ok(())
    }

    fn conflict_words(&mut self, memory: MemoryId) -> Result<(), StoreError> {
        let listing = select_rows(
            self.connection,
            self.space,
            Noun::Conflict,
            "space = ?1 AND left_memory = ?2",
            (self.space.0, memory.bits().to_be_bytes()),
        )?;
        for record in &listing.records {
            self.words.extend(words_of(&record.body));
        }
        Ok(())
    }

    fn tombstone(&mut self, id: &str, noun: &'static str) -> Result<(), StoreError> {
        self.connection
            .execute(
                "INSERT INTO tombstone (space, id, noun, at, actor) VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO NOTHING",
                (self.space.0, id, noun, self.at.as_micros(), self.actor.to_string()),
            )
            .map_err(store_error)?;
        Ok(())
    }

    fn count(&mut self, layer: &'static str, rows: usize) {
        if rows > 0 {
            *self.removed.entry(layer).or_default() += rows as u64;
        }
    }
}

fn concerns(change: &ProposedChange, memory: MemoryId) -> bool {
    match change {
        ProposedChange::Update { memory: about, .. } | ProposedChange::Forget { memory: about } => *about == memory,
        ProposedChange::Link { from, to, .. } => *from == memory || *to == memory,
        ProposedChange::Merge { keep, drop } => *keep == memory || *drop == memory,
        ProposedChange::Create { .. } | ProposedChange::EnableDomain { .. } => false,
    }
}

/// Every piece of free text in a row.
fn words_of(row: &Row) -> Vec<String> {
    let quotes = |evidence: &[cofio_domain::evidence::Evidence]| -> Vec<String> {
        evidence.iter().filter_map(|evidence| evidence.quote.clone()).collect()
    };
    let claim = |claim: &cofio_domain::memory::Claim| claim.texts().map(str::to_owned).collect::<Vec<_>>();
    match row {
        Row::Version(version) => claim(&version.claim),
        Row::Candidate(candidate) => [claim(&candidate.claim), quotes(&candidate.evidence)].concat(),
        Row::Proposal(proposal) => {
            let drafted = proposal.change.claim().map(claim).unwrap_or_default();
            [drafted, quotes(&proposal.evidence), proposal.reasoning.clone().into_iter().collect()].concat()
        }
        Row::Conflict(conflict) => [claim(&conflict.right), quotes(&conflict.evidence)].concat(),
        Row::Project(project) => vec![project.name.clone()],
        Row::Domain(domain) => domain.keywords.clone(),
        Row::Episode(episode) => episode.lines.iter().map(|line| line.text.clone()).collect(),
        Row::Brief(brief) => brief.lines.iter().map(|line| line.text.clone()).collect(),
        Row::Link(_) | Row::Consent(_) | Row::Suppression(_) | Row::Membership(_) | Row::Share(_) => Vec::new(),
    }
}

fn public_id(row: &Row) -> Option<String> {
    fn shown<I: Id>(id: I) -> Option<String> {
        Some(id.to_string())
    }
    match row {
        Row::Link(link) => shown::<LinkId>(link.id),
        Row::Candidate(candidate) => shown::<CandidateId>(candidate.id),
        Row::Proposal(proposal) => shown::<ProposalId>(proposal.id),
        Row::Conflict(conflict) => shown::<ConflictId>(conflict.id),
        Row::Project(project) => shown::<ProjectId>(project.id),
        Row::Episode(episode) => shown::<EpisodeId>(episode.id),
        // A brief is compiled again under the same id.
        _ => None,
    }
}

/// Cleans the files after an erasure. Returns what is still in the way, if anything is.
pub(crate) fn scrub(connection: &mut Connection, files: Option<&Files>, words: &[String]) -> ErasureReceipt {
    let Some(files) = files else { return ErasureReceipt::default() };
    match try_scrub(connection, files, words) {
        Ok(residue) => ErasureReceipt { residue, ..ErasureReceipt::default() },
        Err(pending) => ErasureReceipt { pending: Some(pending), ..ErasureReceipt::default() },
    }
}

fn try_scrub(connection: &mut Connection, files: &Files, words: &[String]) -> Result<u64, String> {
    let readable = |error: rusqlite::Error| error.to_string();
    connection.busy_timeout(PATIENCE).map_err(readable)?;
    let result = (|| {
        truncate_log(connection)?;
        let small = std::fs::metadata(files.database()).is_ok_and(|file| file.len() <= REWRITE_ALWAYS);
        if small || words.is_empty() || count_in_files(files, words) > 0 {
            rewrite(connection, files)?;
            truncate_log(connection)?;
        }
        connection.execute("DELETE FROM scrub", []).map_err(readable)?;
        Ok(count_in_files(files, words))
    })();
    // Whatever happened, the connection goes back to waiting its turn.
    crate::connection::wait_in_turn(connection).map_err(readable)?;
    result
}

fn truncate_log(connection: &Connection) -> Result<(), String> {
    let busy: i64 = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map_err(|error| error.to_string())?;
    if busy == 0 { Ok(()) } else { Err("another process is reading; the log will be cut when it is done".into()) }
}

/// Rewrites the file from what is alive. Where there is no room for a second copy, the reserve is let go first.
fn rewrite(connection: &Connection, files: &Files) -> Result<(), String> {
    let full = |error: &rusqlite::Error| error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull);
    match connection.execute_batch("VACUUM") {
        Err(error) if full(&error) && files.release_ballast() => {
            connection.execute_batch("VACUUM").map_err(|error| error.to_string())
        }
        Err(error) if full(&error) => Err("the disk is full; the file will be rewritten when there is room".into()),
        other => other.map_err(|error| error.to_string()),
    }
}

/// Counts the erased words in the raw bytes of the database and its log.
fn count_in_files(files: &Files, words: &[String]) -> u64 {
    let probes = probes(words);
    if probes.is_empty() {
        return 0;
    }
    let Ok(search) = aho_corasick::AhoCorasick::new(probes) else { return 0 };
    // The log has no locks that could be lost.
    let log = std::fs::File::open(files.wal()).map_or(0, |file| count_in(&search, file));
    log + beside::reader(&files.database()).map_or(0, |file| count_in(&search, file))
}

fn count_in(search: &aho_corasick::AhoCorasick, file: impl std::io::Read) -> u64 {
    search.stream_find_iter(file).filter(Result::is_ok).count() as u64
}

/// Shorter texts would be found by chance.
const SHORTEST_PROBE: usize = 6;

/// Longer ones may be torn over two pages, and a part would be missed.
const LONGEST_PROBE: usize = 32;

/// How many pieces are looked for at most.
const MOST_PROBES: usize = 20_000;

/// Cuts the words into pieces that a search can find even when only part of a text is left.
fn probes(words: &[String]) -> Vec<Vec<u8>> {
    let mut probes: Vec<Vec<u8>> = words
        .iter()
        .flat_map(|text| text.as_bytes().chunks(LONGEST_PROBE))
        .filter(|piece| piece.len() >= SHORTEST_PROBE)
        .map(<[u8]>::to_vec)
        .collect();
    probes.sort();
    probes.dedup();
    // A whole session can hold more pieces than a search can be made for; every so many of them tells as much.
    let step = probes.len().div_ceil(MOST_PROBES).max(1);
    probes.into_iter().step_by(step).collect()
}
