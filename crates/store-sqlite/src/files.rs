//! The files of a data folder: who may read them, and the reserve that keeps erasing possible on a full disk.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The database.
pub(crate) const DATABASE: &str = "cofio.db";

/// A file that is locked while the database is made or migrated, so that processes starting together take turns.
const SETUP_LOCK: &str = "setup.lock";

/// Room held back for the day the disk is full.
const BALLAST: &str = "ballast";

/// The files of one store.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    folder: PathBuf,
    ballast_bytes: u64,
}

impl Files {
    pub(crate) fn new(folder: &Path, ballast_bytes: u64) -> Files {
        Files { folder: folder.to_owned(), ballast_bytes }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.join(DATABASE)
    }

    pub(crate) fn wal(&self) -> PathBuf {
        self.folder.join(format!("{DATABASE}-wal"))
    }

    /// Returns whether everything that was written is in the database itself.
    pub(crate) fn log_is_empty(&self) -> bool {
        fs::metadata(self.wal()).map_or(true, |log| log.len() == 0)
    }

    /// Whether the database was emptied behind our back. The reserve is made after the database, so an empty file beside
    /// it is not a beginning but a loss.
    pub(crate) fn was_emptied(&self) -> bool {
        self.ballast().exists() && fs::metadata(self.database()).is_ok_and(|file| file.len() == 0)
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join(BALLAST)
    }

    /// Makes the folder and an empty database file that only their owner can read.
    pub(crate) fn create(&self) -> io::Result<()> {
        create_private_folder(&self.folder)?;
        let mut options = OpenOptions::new();
        // One that is there is not opened: see `beside`.
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(self.database()) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            made => made.map(drop),
        }
    }

    /// Fails where the folder or the database cannot be written. They are not opened for that: see `beside`.
    pub(crate) fn check_writable(&self) -> io::Result<()> {
        let may_write = |path: &Path| rustix::fs::access(path, rustix::fs::Access::WRITE_OK).map_err(io::Error::from);
        may_write(&self.database())?;
        may_write(&self.folder)
    }

    /// Waits for, and holds, the right to make or migrate the database.
    pub(crate) fn lock_setup(&self) -> io::Result<File> {
        let file = private_file(&self.folder.join(SETUP_LOCK))?;
        file.lock()?;
        Ok(file)
    }

    /// Fills the reserve if there is ample room for it. Having none is no reason to fail.
    pub(crate) fn keep_ballast(&self) {
        if self.ballast_bytes == 0 || fs::metadata(self.ballast()).is_ok_and(|file| file.len() >= self.ballast_bytes) {
            return;
        }
        let ample = self.free_bytes().is_none_or(|free| free > self.ballast_bytes + 2 * self.low_water());
        if ample && let Err(error) = self.fill_ballast() {
            tracing::warn!(%error, "no room is held back for a full disk");
            let _ = fs::remove_file(self.ballast());
        }
    }

    fn fill_ballast(&self) -> io::Result<()> {
        let file = private_file(&self.ballast())?;
        let reserved = rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, self.ballast_bytes);
        if reserved.is_err() {
            // Some file systems cannot reserve; zeros take up room everywhere.
            io::copy(&mut io::Read::take(io::repeat(0), self.ballast_bytes), &mut &file)?;
        }
        file.sync_all()
    }

    /// Below this much free space, the reserve is let go: half of what it holds.
    fn low_water(&self) -> u64 {
        self.ballast_bytes / 2
    }

    /// Lets the reserve go. Returns whether there was one.
    pub(crate) fn release_ballast(&self) -> bool {
        fs::remove_file(self.ballast()).is_ok()
    }

    /// Lets the reserve go when the disk is nearly full.
    pub(crate) fn release_ballast_if_low(&self) {
        if self.free_bytes().is_some_and(|free| free < self.low_water()) && self.release_ballast() {
            tracing::warn!("the disk is nearly full: the reserve was let go");
        }
    }

    /// Returns how many bytes the disk still takes.
    pub(crate) fn free_bytes(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(&self.folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }

    /// Returns how many bytes are held back.
    pub(crate) fn held_back(&self) -> u64 {
        fs::metadata(self.ballast()).map_or(0, |file| file.len())
    }
}

/// Makes a folder, and those above it, for its owner alone.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens a file for its owner alone, making it if need be.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
