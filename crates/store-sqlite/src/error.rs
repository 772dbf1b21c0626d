//! What SQLite's errors mean to the engine.

use cofio_domain::ports::StoreError;
use rusqlite::ErrorCode;

/// For how long a write waits its turn among other processes before it gives up.
pub(crate) const BUSY_SECONDS: u64 = 60;

/// Turns an error of the library into one the engine can act on.
pub(crate) fn store_error(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        // The index of the log could not be made as long as it has to be.
        _ if extended_code(&error) == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE) => StoreError::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { seconds: BUSY_SECONDS },
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { why: "the data folder cannot be written".into() },
        _ => StoreError::Unavailable(Box::new(error)),
    }
}

fn extended_code(error: &rusqlite::Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}

/// Returns whether the disk itself failed: what was written last may or may not be there, so nothing more may be
/// promised until the store is opened again.
pub(crate) fn is_disk_failure(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure)
}

/// Turns an error of the file system into one the engine can act on.
pub(crate) fn file_error(error: std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull => StoreError::Full,
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::ReadOnly { why: format!("the data folder cannot be written ({error})") }
        }
        _ => StoreError::Unavailable(Box::new(error)),
    }
}
