//! Connections: the one place that opens the database, so that every connection keeps the same promises.

use std::path::Path;
use std::time::{Duration, Instant};

use cofio_domain::ports::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::{BUSY_SECONDS, store_error};

/// Marks a database file as Cofio's: "COFI".
pub(crate) const APPLICATION_ID: i64 = 0x434f_4649;

/// How a database is reached.
#[derive(Debug, Clone)]
pub(crate) enum Location {
    /// A file in a folder that can be written.
    File(std::path::PathBuf),
    /// A file in a folder that cannot be written and has no log beside it.
    Immutable(std::path::PathBuf),
    /// Memory, shared by the connections of this process that know its name.
    Memory(String),
}

impl Location {
    /// Opens a connection that may write.
    pub(crate) fn open_writer(&self) -> Result<Connection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_URI;
        let connection = self.open(flags)?;
        self.promise_durability(&connection)?;
        Ok(connection)
    }

    /// Opens a connection that only reads.
    pub(crate) fn open_reader(&self) -> Result<Connection, StoreError> {
        let flags = match self {
            Location::Memory(_) => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Location::File(_) | Location::Immutable(_) => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        let connection = self.open(flags | OpenFlags::SQLITE_OPEN_URI)?;
        connection.pragma_update(None, "query_only", true).map_err(store_error)?;
        Ok(connection)
    }

    fn open(&self, flags: OpenFlags) -> Result<Connection, StoreError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = match self {
            Location::File(path) => Connection::open_with_flags(path, flags),
            Location::Immutable(path) => {
                Connection::open_with_flags(format!("file:{}?immutable=1", escaped(path)), flags)
            }
            Location::Memory(name) => {
                let flags = flags | OpenFlags::SQLITE_OPEN_CREATE;
                Connection::open_with_flags(format!("file:/{name}?vfs=memdb"), flags)
            }
        }
        .map_err(store_error)?;
        wait_in_turn(&mut connection).map_err(store_error)?;
        set_up(&connection).map_err(store_error)?;
        Ok(connection)
    }

    /// Makes a commit mean what it says, and checks that SQLite agreed.
    fn promise_durability(&self, connection: &Connection) -> Result<(), StoreError> {
        if matches!(self, Location::Memory(_)) {
            return Ok(());
        }
        let journal: String =
            connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(store_error)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(store_error)?;
        connection.pragma_update(None, "wal_autocheckpoint", 1_000).map_err(store_error)?;
        let synchronous: i64 = connection.query_row("PRAGMA synchronous", [], |row| row.get(0)).map_err(store_error)?;
        if journal != "wal" || synchronous != 2 {
            let why = format!("the file system does not support a write-ahead log (got {journal}, {synchronous})");
            return Err(StoreError::ReadOnly { why });
        }
        Ok(())
    }
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // Deleted content is overwritten, and sorting never spills it to a temporary file.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // Left to itself, SQLite looks at what is bound to a LIMIT and plans such a statement anew every time it is used.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(128);
    Ok(())
}

fn escaped(path: &Path) -> String {
    path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

/// Makes a connection wait for its turn among other processes.
pub(crate) fn wait_in_turn(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(wait_a_little))
}

/// Waits for another process to finish its write. Short waits of uneven length, so that nobody starves: a write holds
/// the file for a few milliseconds at most.
fn wait_a_little(attempt: i32) -> bool {
    thread_local! {
        static SINCE: std::cell::Cell<Option<Instant>> = const { std::cell::Cell::new(None) };
    }
    let now = Instant::now();
    let since = SINCE.with(|cell| {
        if attempt == 0 || cell.get().is_none() {
            cell.set(Some(now));
        }
        cell.get().unwrap_or(now)
    });
    if now.duration_since(since) > Duration::from_secs(BUSY_SECONDS) {
        return false;
    }
    let uneven = u64::from(now.duration_since(since).subsec_nanos() ^ std::process::id().wrapping_mul(2_654_435_761));
    std::thread::sleep(Duration::from_micros(200 + uneven % 1_800 + 100 * u64::from(attempt.unsigned_abs().min(20))));
    true
}
