//! A data folder to break.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};

use cofio_domain::operation::Commit;
use cofio_domain::ports::{Memories as _, Writer as _};
use cofio_domain::record::Belief;
use cofio_domain::space::SpaceHandle;
use cofio_store_sqlite::{Options, SqliteStore};
use tempfile::TempDir;

/// A folder that is gone at the end of the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn database(&self) -> PathBuf {
        self.path().join("cofio.db")
    }

    pub fn open(&self) -> SqliteStore {
        SqliteStore::open(self.options()).unwrap()
    }

    pub fn options(&self) -> Options {
        Options { ballast_bytes: 0, ..Options::new(self.path()) }
    }

    /// Every file of the folder, and a checksum of its bytes.
    pub fn state(&self) -> BTreeMap<PathBuf, u64> {
        let checksum = |bytes: Vec<u8>| BuildHasherDefault::<DefaultHasher>::default().hash_one(bytes);
        self.files().into_iter().map(|(path, bytes)| (path, checksum(bytes))).collect()
    }

    /// The files that have this text in their bytes.
    pub fn files_with(&self, text: &str) -> Vec<PathBuf> {
        let has = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        self.files().into_iter().filter(|(_, bytes)| has(bytes)).map(|(path, _)| path).collect()
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let paths = std::fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().path());
        paths.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
    }
}

/// Commits, and expects it to work.
pub fn commit(store: &SqliteStore, space: &SpaceHandle, commit: Commit) -> cofio_domain::operation::Committed {
    store.commit(space, commit).unwrap()
}

/// What is believed now, and how many records are damaged.
pub fn believed(store: &SqliteStore, space: &SpaceHandle) -> (Vec<String>, usize) {
    let listing = store.versions(space, Belief::Now).unwrap();
    let words = listing.records.into_iter().map(|record| record.body.claim.content).collect();
    (words, listing.damaged.len())
}
