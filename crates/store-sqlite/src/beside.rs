//! Reading the database's file beside SQLite, without taking its locks away.
//!
//! On Unix a process loses every lock it has on a file as soon as it closes any handle of it, also one that has nothing to
//! do with the lock. SQLite knows that about its own handles and cannot know about ours: after a plain `File::open` and
//! `drop` another program's reader would take itself for the last one and remove the write-ahead log that is still being
//! written. So a handle that was opened once stays open for as long as the process lives.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Which file it is, whatever it is called.
#[cfg(unix)]
type Which = (u64, u64);
#[cfg(not(unix))]
type Which = std::path::PathBuf;

static OPENED: Mutex<Option<HashMap<Which, Arc<File>>>> = Mutex::new(None);

#[cfg(unix)]
fn which(path: &Path) -> io::Result<Which> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn which(path: &Path) -> io::Result<Which> {
    Ok(path.to_owned())
}

/// Returns a reader of the file from its beginning.
pub(crate) fn reader(path: &Path) -> io::Result<Reader> {
    let which = which(path)?;
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let opened = opened.get_or_insert_default();
    let file = match opened.get(&which) {
        Some(file) => Arc::clone(file),
        None => {
            let file = Arc::new(File::open(path)?);
            opened.insert(which, Arc::clone(&file));
            file
        }
    };
    Ok(Reader { file, at: 0 })
}

/// Reads a file whose handle it never closes.
pub(crate) struct Reader {
    file: Arc<File>,
    at: u64,
}

impl Read for Reader {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, room, self.at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, room, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}
