//! Looking a data folder over without touching it: what `doctor` reports about the store.

use std::path::Path;

use cofio_domain::axes::axis;
use cofio_domain::ports::{Listing, StoreError};
use cofio_domain::record::{Noun, Record, Row};
use cofio_domain::space::SpaceKey;
use rusqlite::Connection;

use crate::connection::Location;
use crate::error::store_error;
use crate::files::Files;
use crate::rows::select_rows;
use crate::{events, migrate, operations, readable_location, segments, sessions};

axis! {
    /// How a check went.
    Verdict {
        /// Nothing to do.
        Sound = "ok",
        /// Works, and should be looked at.
        Warning = "warning",
        /// Does not work, or must not be trusted.
        Broken = "broken",
    }
}

/// What one check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was checked.
    pub check: &'static str,
    /// How it went.
    pub verdict: Verdict,
    /// What was seen, in a sentence.
    pub detail: String,
    /// What to do about it.
    pub advice: Option<String>,
}

impl Finding {
    fn sound(check: &'static str, detail: impl Into<String>) -> Finding {
        Finding { check, verdict: Verdict::Sound, detail: detail.into(), advice: None }
    }

    fn warning(check: &'static str, detail: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { check, verdict: Verdict::Warning, detail: detail.into(), advice: Some(advice.into()) }
    }

    fn broken(check: &'static str, detail: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { check, verdict: Verdict::Broken, detail: detail.into(), advice: Some(advice.into()) }
    }
}

/// Everything that was found.
#[derive(Debug, Clone, Default)]
pub struct Inspection {
    /// In the order it was checked.
    pub findings: Vec<Finding>,
}

/// What to do about a database that cannot be trusted. Copying first, because every repair can make it worse.
const RESTORE: &str = "copy the whole data folder somewhere safe before anything else, then put back the newest copy \
                       you have of it; `cofio list --all --json` still shows every record that is sound";

/// What to do about a database that cannot even be opened.
const RESCUE: &str = "copy the whole data folder somewhere safe before anything else, then put back the newest copy \
                      you have of it; without one, `sqlite3 cofio.db .recover` on a copy may save most of it";

/// Below this much free space a person should know.
const LITTLE_ROOM: u64 = 100 << 20;

/// Looks a data folder over. Reads only.
pub fn inspect(folder: &Path) -> Inspection {
    let files = Files::new(folder, 0);
    let mut findings = Vec::new();
    if !folder.exists() {
        findings.push(Finding::sound("data folder", "nothing here yet; it is made with the first memory"));
        return Inspection { findings };
    }
    findings.push(check_permissions(&files));
    findings.push(check_disk(&files));
    if !files.database().exists() {
        findings.push(Finding::sound("database", "none yet; it is made with the first memory"));
        return Inspection { findings };
    }
    if files.was_emptied() {
        findings.push(Finding::broken("database", "the file is empty, and it was not always so", RESCUE));
        return Inspection { findings };
    }
    findings.extend(look_at_database(&files));
    Inspection { findings }
}

/// Looks at the database. Where no log lies beside it, it is read as a file that nobody changes, because the usual way
/// would leave an empty log and its index behind; if somebody did change it meanwhile, it is read in the usual way.
fn look_at_database(files: &Files) -> Vec<Finding> {
    let state =
        || [files.database(), files.wal()].map(|path| std::fs::metadata(path).and_then(|it| it.modified()).ok());
    let before = state();
    if files.log_is_empty() {
        let findings = look(files, Ok(Location::Immutable(files.database())));
        if state() == before {
            return findings;
        }
    }
    look(files, readable_location(files))
}

fn look(files: &Files, location: Result<Location, StoreError>) -> Vec<Finding> {
    let opened = location.and_then(|location| location.open_reader()).and_then(|connection| {
        migrate::schema_of(&connection)?;
        Ok(connection)
    });
    match opened {
        Ok(connection) => check_database(&connection, files),
        Err(error) => vec![cannot_open(&error)],
    }
}

fn cannot_open(error: &StoreError) -> Finding {
    match error {
        StoreError::TooNew { .. } => {
            Finding::broken("database", error.to_string(), "use the newer cofio that wrote it; nothing was changed")
        }
        StoreError::Unavailable(source) => Finding::broken("database", format!("cannot be read: {source}"), RESCUE),
        other => Finding::broken("database", format!("cannot be read: {other}"), RESCUE),
    }
}

fn check_permissions(files: &Files) -> Finding {
    let mut open_to_others = Vec::new();
    let mut locked = Vec::new();
    for path in [files.folder().to_owned(), files.database(), files.wal()] {
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions());
            if mode & 0o077 != 0 {
                open_to_others.push(name.clone());
            }
        }
        if metadata.permissions().readonly() || rustix::fs::access(&path, rustix::fs::Access::WRITE_OK).is_err() {
            locked.push(name);
        }
    }
    if !locked.is_empty() {
        return Finding::broken(
            "permissions",
            format!("{} cannot be written: reading works, saving does not", locked.join(", ")),
            format!("give yourself write access, for example: chmod u+w on {}", files.folder().display()),
        );
    }
    if !open_to_others.is_empty() {
        return Finding::warning(
            "permissions",
            format!("{} can be read by other users of this machine", open_to_others.join(", ")),
            "cofio doctor --fix",
        );
    }
    Finding::sound("permissions", "only you can read and write the files")
}

fn check_disk(files: &Files) -> Finding {
    let Some(free) = files.free_bytes() else {
        return Finding::sound("disk", "free space is unknown on this file system");
    };
    let held_back = files.held_back();
    let detail = format!("{} MiB free, {} MiB held back", free >> 20, held_back >> 20);
    if free < LITTLE_ROOM / 10 {
        Finding::broken("disk", format!("{detail}: the disk is full"), "free some space; nothing saved so far is lost")
    } else if free < LITTLE_ROOM {
        Finding::warning("disk", format!("{detail}: the disk is nearly full"), "free some space")
    } else {
        Finding::sound("disk", detail)
    }
}

fn check_database(connection: &Connection, files: &Files) -> Vec<Finding> {
    let mut findings = vec![check_schema(connection), check_pages(connection)];
    if findings.iter().any(|finding| finding.verdict == Verdict::Broken) {
        return findings;
    }
    findings.push(check_references(connection));
    findings.push(check_records(connection));
    findings.push(check_log(connection));
    findings.push(check_index(connection));
    findings.push(check_jobs(connection));
    findings.push(check_erasures(connection, files));
    findings
}

fn check_schema(connection: &Connection) -> Finding {
    let found = match migrate::schema_of(connection) {
        Ok(found) => found,
        Err(error) => return cannot_open(&error),
    };
    match migrate::changed_since(connection) {
        _ if found < migrate::KNOWN => Finding::warning(
            "schema",
            format!("{found}, this cofio has {}", migrate::KNOWN),
            "it is brought up to date by the next command that saves",
        ),
        Ok(changed) if changed.is_empty() => Finding::sound("schema", format!("{found}, up to date")),
        Ok(changed) => {
            Finding::warning("schema", format!("made by a different build: {}", changed.join(", ")), "report this")
        }
        Err(error) => cannot_open(&error),
    }
}

fn check_pages(connection: &Connection) -> Finding {
    let problems: Result<Vec<String>, _> = connection
        .prepare("PRAGMA integrity_check(5)")
        .and_then(|mut statement| statement.query_map([], |row| row.get(0))?.collect());
    match problems {
        Ok(problems) if problems == ["ok"] => Finding::sound("database", "every page is sound"),
        Ok(problems) => Finding::broken("database", format!("damaged: {}", problems.join("; ")), RESTORE),
        Err(error) => Finding::broken("database", format!("damaged: {error}"), RESTORE),
    }
}

fn check_references(connection: &Connection) -> Finding {
    let broken: Result<i64, _> =
        connection.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0));
    match broken {
        Ok(0) => Finding::sound("references", "every record points to something that is there"),
        Ok(count) => Finding::broken("references", format!("{count} records point to nothing"), RESTORE),
        Err(error) => Finding::broken("references", error.to_string(), RESTORE),
    }
}

/// Reads every record of every space, which verifies every checksum, and looks for versions that overlap.
fn check_records(connection: &Connection) -> Finding {
    match survey(connection) {
        Ok(Survey { records, damaged, overlaps }) if damaged.is_empty() && overlaps.is_empty() => {
            Finding::sound("records", format!("{records} records match their checksums"))
        }
        Ok(Survey { damaged, overlaps, .. }) => {
            let mut what = Vec::new();
            if !damaged.is_empty() {
                what.push(format!("{} do not match their checksums: {}", damaged.len(), some_of(&damaged)));
            }
            if !overlaps.is_empty() {
                what.push(format!("{} memories hold twice at once: {}", overlaps.len(), some_of(&overlaps)));
            }
            Finding::broken("records", what.join("; "), RESTORE)
        }
        Err(error) => Finding::broken("records", error.to_string(), RESTORE),
    }
}

fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { format!("{shown}, …") } else { shown }
}

#[derive(Default)]
struct Survey {
    records: usize,
    damaged: Vec<String>,
    overlaps: Vec<String>,
}

fn all_spaces(connection: &Connection) -> Result<Vec<SpaceKey>, StoreError> {
    connection
        .prepare("SELECT space FROM space ORDER BY space")
        .and_then(|mut statement| statement.query_map([], |row| row.get(0).map(SpaceKey))?.collect())
        .map_err(store_error)
}

/// Walks the chain of every space, and reads every session.
fn check_log(connection: &Connection) -> Finding {
    if !migrate::schema_of(connection).is_ok_and(|schema| schema >= 2) {
        return Finding::sound("raw log", "none yet");
    }
    let mut events = 0;
    let mut broken = Vec::new();
    let walked = all_spaces(connection).and_then(|spaces| {
        for space in spaces {
            let report = events::walk(connection, space)?;
            events += report.events;
            broken.extend(report.breaks.iter().map(|found| format!("{}:{} ({})", space.0, found.seq.0, found.fault)));
            let damaged = sessions::select(connection, space, "space = ?1", [space.0])?.damaged;
            broken.extend((0..damaged).map(|_| format!("a session of {}", space.0)));
        }
        Ok(())
    });
    match walked {
        Err(error) => Finding::broken("raw log", error.to_string(), RESTORE),
        Ok(()) if broken.is_empty() => Finding::sound("raw log", format!("{events} messages, the chain holds")),
        Ok(()) => {
            let what = format!("{} places do not hold: {}", broken.len(), some_of(&broken));
            Finding::broken("raw log", what, RESTORE)
        }
    }
}

/// Looks at what is kept of the search index. It is derived: the next question makes it again.
fn check_index(connection: &Connection) -> Finding {
    if !migrate::schema_of(connection).is_ok_and(|schema| schema >= 2) {
        return Finding::sound("index", "none kept yet");
    }
    match segments::survey(connection) {
        Ok((0, _)) => Finding::sound("index", "none kept yet"),
        Ok((all, 0)) => Finding::sound("index", format!("{all} segments match their checksums")),
        Ok((all, damaged)) => Finding::warning(
            "index",
            format!("{damaged} of {all} segments are damaged; nothing is lost"),
            "they are made again by the next cofio recall",
        ),
        Err(error) => Finding::warning("index", error.to_string(), "cofio recall makes it again"),
    }
}

/// Looks for jobs that were given up.
fn check_jobs(connection: &Connection) -> Finding {
    if !migrate::schema_of(connection).is_ok_and(|schema| schema >= 2) {
        return Finding::sound("jobs", "none yet");
    }
    let failed: Result<Vec<String>, _> = connection
        .prepare("SELECT DISTINCT kind FROM job WHERE state = 'failed' ORDER BY kind")
        .and_then(|mut statement| statement.query_map([], |row| row.get(0))?.collect());
    match failed {
        Ok(failed) if failed.is_empty() => Finding::sound("jobs", "none failed"),
        Ok(failed) => Finding::warning("jobs", format!("failed: {}", some_of(&failed)), "cofio jobs"),
        Err(error) => Finding::broken("jobs", error.to_string(), RESTORE),
    }
}

fn survey(connection: &Connection) -> Result<Survey, StoreError> {
    let mut survey = Survey::default();
    for space in all_spaces(connection)? {
        for noun in Noun::ALL {
            let listing: Listing<Row> = select_rows(connection, space, *noun, "space = ?1", [space.0])?;
            survey.records += listing.records.len();
            survey.damaged.extend(listing.damaged.iter().map(|row| format!("{}:{row}", space.0)));
            if *noun == Noun::Version {
                survey.overlaps.extend(overlapping(&listing.records));
            }
        }
        match operations::select(connection, space, "space = ?1", [space.0]) {
            Ok(operations) => survey.records += operations.len(),
            Err(StoreError::Damaged { table, row }) => survey.damaged.push(format!("{table} {row}")),
            Err(error) => return Err(error),
        }
    }
    Ok(survey)
}

/// Returns the memories of which two believed versions hold at the same time.
fn overlapping(records: &[Record<Row>]) -> Vec<String> {
    let mut believed: Vec<_> = records
        .iter()
        .filter(|record| record.retired.is_none())
        .filter_map(|record| match &record.body {
            Row::Version(version) => Some((version.memory, version.window)),
            _ => None,
        })
        .collect();
    believed.sort_by_key(|(memory, window)| (*memory, window.from));
    let mut found: Vec<String> = believed
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0 && pair[0].1.overlaps(&pair[1].1))
        .map(|pair| pair[0].0.to_string())
        .collect();
    found.dedup();
    found
}

fn check_erasures(connection: &Connection, files: &Files) -> Finding {
    let pending: Result<bool, _> = connection.query_row("SELECT EXISTS (SELECT 1 FROM scrub)", [], |row| row.get(0));
    match pending {
        Ok(false) => {
            let log = std::fs::metadata(files.wal()).map_or(0, |log| log.len());
            Finding::sound("erasures", format!("none pending, log {} KiB", log >> 10))
        }
        Ok(true) => Finding::warning(
            "erasures",
            "one waits for another process to finish reading before the files are cleaned",
            "close other cofio processes, then: cofio doctor --fix",
        ),
        Err(error) => Finding::broken("erasures", error.to_string(), RESTORE),
    }
}
