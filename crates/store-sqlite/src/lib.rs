//! The store on SQLite: one file, one writer, durable before it is acknowledged.
//!
//! A store is a folder. Several processes may open the same one at once: each has one connection that writes, writes
//! take turns by SQLite's lock, and reads never wait. Nothing about ranking or policy is known here.

mod access;
mod beside;
mod checksum;
mod columns;
mod commit;
mod connection;
mod directory;
mod entities;
mod erase;
mod error;
mod events;
mod feed;
mod files;
mod inspect;
mod jobs;
mod keepsakes;
mod later;
mod log;
mod memories;
mod migrate;
mod operations;
mod readers;
mod records;
mod rows;
mod segments;
mod sessions;
mod shred;
mod table;
mod usage;
mod vectors;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cofio_domain::operation::{Commit, Committed, ErasureReceipt};
use cofio_domain::ports::StoreError;
use cofio_domain::space::SpaceHandle;
use rusqlite::Connection;

use crate::connection::Location;
use crate::error::file_error;
use crate::files::Files;
use crate::later::Later;
use crate::readers::Readers;
use crate::writer::Writer;

pub use crate::inspect::{Finding, Inspection, Verdict, inspect};
pub use crate::writer::{Observer, Phase};

/// How much room is held back for a full disk unless somebody says otherwise.
pub const DEFAULT_BALLAST: u64 = 64 << 20;

/// How to open a store.
#[derive(Clone)]
pub struct Options {
    /// The folder it lives in.
    pub folder: PathBuf,
    /// How many bytes to hold back so that erasing works on a full disk.
    pub ballast_bytes: u64,
    /// Who wants to know where a write has come to.
    pub observer: Option<Observer>,
}

impl Options {
    /// The usual way to open a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Options {
        Options { folder: folder.into(), ballast_bytes: DEFAULT_BALLAST, observer: None }
    }
}

/// A store in a folder, or in memory.
pub struct SqliteStore {
    // What was put off is written before anything closes.
    later: Later,
    // Readers close before the writer: the last connection to close folds the log into the database.
    readers: Readers,
    writer: Arc<Writer>,
    files: Option<Files>,
    read_only: bool,
}

impl SqliteStore {
    /// Opens the store in a folder, making it if it is not there. A folder that cannot be written is opened for
    /// reading.
    pub fn open(options: Options) -> Result<SqliteStore, StoreError> {
        let files = Files::new(&options.folder, options.ballast_bytes);
        match Self::prepare(&files) {
            Ok(()) => {
                files.keep_ballast();
                Ok(Self::at(Location::File(files.database()), Some(files), options.observer, false))
            }
            Err(StoreError::ReadOnly { .. }) if files.database().exists() => Self::open_read_only(&options.folder),
            Err(StoreError::Full) if files.database().exists() => Self::open_on_full_disk(files, options.observer),
            Err(error) => Err(error),
        }
    }

    /// Opens a store on a disk that does not even have room for the index of the log. What is there can be read, and
    /// erased: for that, room is held back.
    fn open_on_full_disk(files: Files, observer: Option<Observer>) -> Result<SqliteStore, StoreError> {
        let location = readable_location(&files)?;
        if migrate::schema_of(&location.open_reader()?)? != migrate::KNOWN {
            return Err(StoreError::Full);
        }
        let writer = Arc::new(Writer::new(Location::File(files.database()), Some(files.clone()), observer));
        let later = Later::new(Arc::clone(&writer));
        Ok(SqliteStore { later, readers: Readers::new(location), writer, files: Some(files), read_only: false })
    }

    /// Returns whether a folder has a store in it.
    pub fn exists(folder: &Path) -> bool {
        Files::new(folder, 0).database().exists()
    }

    /// Opens a store for reading alone: nothing in the folder is changed.
    pub fn open_read_only(folder: &Path) -> Result<SqliteStore, StoreError> {
        let files = Files::new(folder, 0);
        let location = readable_location(&files)?;
        let connection = location.open_reader()?;
        match migrate::schema_of(&connection)? {
            migrate::KNOWN => Ok(Self::at(location, Some(files), None, true)),
            found => Err(StoreError::ReadOnly {
                why: format!("the folder cannot be written, and its schema {found} would have to be migrated"),
            }),
        }
    }

    /// Opens a store in memory. It is gone when it is dropped.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("cofio-{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let location = Location::Memory(name);
        let mut connection = location.open_writer()?;
        migrate::migrate(&mut connection)?;
        let store = Self::at(location, None, None, false);
        // The memory lives as long as one connection does: the first reader is this one.
        store.readers.keep(connection);
        Ok(store)
    }

    fn at(location: Location, files: Option<Files>, observer: Option<Observer>, read_only: bool) -> SqliteStore {
        let writer = Arc::new(Writer::new(location.clone(), files.clone(), observer));
        let later = Later::new(Arc::clone(&writer));
        SqliteStore { later, readers: Readers::new(location), writer, files, read_only }
    }

    /// Makes the files and brings their schema up to date. Processes that start together take turns.
    fn prepare(files: &Files) -> Result<(), StoreError> {
        let location = Location::File(files.database());
        if files.was_emptied() {
            return Err(StoreError::Unavailable("the database file is empty, and it was not always so".into()));
        }
        if files.database().exists() {
            // Asked first: a folder that cannot be written cannot be read in the usual way either.
            files.check_writable().map_err(file_error)?;
            if let Ok(connection) = location.open_reader()
                && migrate::schema_of(&connection)? == migrate::KNOWN
            {
                return Ok(());
            }
        }
        files.create().map_err(file_error)?;
        let _turn = files.lock_setup().map_err(file_error)?;
        migrate::migrate(&mut location.open_writer()?)
    }

    pub(crate) fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.readers.read(read)
    }

    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.may_write()?;
        self.writer.write(work)
    }

    /// Writes something that nobody waits for.
    pub(crate) fn write_later(
        &self,
        work: impl FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        self.may_write()?;
        self.later.add(work)
    }

    /// Reads what may have been put off.
    pub(crate) fn read_settled<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.later.settle();
        self.read(read)
    }

    /// Fails unless whoever holds the handle may change things in its space.
    pub(crate) fn may_change(&self, space: &SpaceHandle) -> Result<(), StoreError> {
        if space.role().may_write() {
            return Ok(());
        }
        Err(StoreError::ReadOnly { why: "you may read this space and not change it".into() })
    }

    fn may_write(&self) -> Result<(), StoreError> {
        if self.read_only {
            return Err(StoreError::ReadOnly { why: "its folder cannot be written".into() });
        }
        Ok(())
    }

    fn erase(&self, space: &SpaceHandle, commit: Commit) -> Result<Committed, StoreError> {
        let key = space.key();
        let files = self.files.clone();
        let applied = self.writer.write_then(
            move |connection| commit::apply(connection, key, commit),
            move |connection, applied: &mut commit::Applied| {
                let scrubbed = erase::scrub(connection, files.as_ref(), &applied.erased_words);
                if let Some(receipt) = &mut applied.committed.erased {
                    receipt.pending = scrubbed.pending;
                    receipt.residue = scrubbed.residue;
                }
            },
        )?;
        Ok(applied.committed)
    }

    /// Returns whether an erasure still waits for its files to be cleaned.
    pub fn has_pending_erasure(&self) -> Result<bool, StoreError> {
        self.read(|connection| {
            connection
                .query_row("SELECT EXISTS (SELECT 1 FROM scrub)", [], |row| row.get(0))
                .map_err(error::store_error)
        })
    }

    /// Tries again to clean the files after an erasure that had to wait. Returns what is still in the way.
    pub fn finish_erasures(&self) -> Result<Option<String>, StoreError> {
        self.may_write()?;
        if !self.has_pending_erasure()? {
            return Ok(None);
        }
        let files = self.files.clone();
        self.readers.close_idle();
        let receipt = self.writer.write_then(
            |_| Ok(ErasureReceipt::default()),
            move |connection, receipt: &mut ErasureReceipt| {
                *receipt = erase::scrub(connection, files.as_ref(), &[]);
            },
        )?;
        Ok(receipt.pending)
    }

    /// Returns whether the store takes no writes.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }
}

impl cofio_domain::ports::Writer for SqliteStore {
    fn commit(&self, space: &SpaceHandle, commit: Commit) -> Result<Committed, StoreError> {
        if !commit.is_allowed(space) {
            return Err(StoreError::ReadOnly { why: "you may read this space and not change it".into() });
        }
        if commit.erase.is_empty() {
            let key = space.key();
            return self.write(move |connection| commit::apply(connection, key, commit)).map(|done| done.committed);
        }
        self.may_write()?;
        self.readers.close_idle();
        match self.erase(space, commit.clone()) {
            // The reserve is there for exactly this.
            Err(StoreError::Full) if self.files.as_ref().is_some_and(Files::release_ballast) => {
                self.erase(space, commit)
            }
            other => other,
        }
    }
}

/// Finds a way to read a folder that may not be written.
///
/// A log beside the database holds the newest writes. Without being able to use it we would show an older state as if
/// it were the present, so then nothing is shown at all.
fn readable_location(files: &Files) -> Result<Location, StoreError> {
    let location = Location::File(files.database());
    let usable = location.open_reader().and_then(|connection| migrate::schema_of(&connection));
    match usable {
        Ok(_) | Err(StoreError::TooNew { .. }) => Ok(location),
        Err(error) => {
            if files.log_is_empty() {
                Ok(Location::Immutable(files.database()))
            } else {
                Err(error)
            }
        }
    }
}
