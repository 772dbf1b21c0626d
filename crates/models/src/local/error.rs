//! What can be wrong with a weight file.

use std::path::PathBuf;

use crate::local::header::Kind;

/// Why a weight file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read at all.
    #[error("{} cannot be read", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not a weight file of ours, or a damaged one.
    #[error("not a usable weight file: {0}")]
    Broken(String),
    /// It holds another kind of model than was asked for.
    #[error("`{name}` is a model of kind {found:?} and cannot be used as {wanted}")]
    Kind {
        /// The model.
        name: String,
        /// What it is.
        found: Kind,
        /// What it was wanted for.
        wanted: &'static str,
    },
}

impl FileError {
    /// Says what is wrong with the file.
    pub(super) fn broken(what: impl Into<String>) -> FileError {
        FileError::Broken(what.into())
    }
}
