//! What can go wrong, by what a caller can do about it.

use cofio_domain::domains::DomainName;
use cofio_domain::id::OperationId;
use cofio_domain::ports::{ModelError, StoreError};
use cofio_domain::time::Timestamp;
use serde::Serialize;

/// Why a step was not done. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such thing.
    #[error("no {what} matches \"{text}\"")]
    NotFound {
        /// What was looked for: a memory, a domain, a project.
        what: &'static str,
        /// By which words.
        text: String,
    },
    /// There was such a thing, and it was erased.
    #[error("{id} was erased on {at}")]
    Erased {
        /// Its id.
        id: String,
        /// When.
        at: Timestamp,
    },
    /// Several things fit.
    #[error("{} {what} match \"{text}\"", .candidates.len())]
    Ambiguous {
        /// What was looked for.
        what: &'static str,
        /// By which words.
        text: String,
        /// All that fit.
        candidates: Vec<Match>,
    },
    /// Something later, or something else, is in the way.
    #[error("{message}")]
    Conflict {
        /// What is in the way, in a sentence.
        message: String,
        /// The operations that would have to be taken back first.
        operations: Vec<OperationId>,
    },
    /// The person may not do this here.
    #[error("{0}")]
    Forbidden(String),
    /// Refused by policy, with the reason to show.
    #[error("{0}")]
    Refused(String),
    /// The domain is off; the person can turn it on.
    #[error("{} memory is off (sensitive)", .display_name)]
    DomainOff {
        /// Which domain.
        domain: DomainName,
        /// What people call it.
        display_name: String,
    },
    /// The request makes no sense as it stands.
    #[error("{0}")]
    Invalid(String),
    /// A model did not answer.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One of several things that fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Match {
    /// Its id.
    pub id: String,
    /// What it says, or what it is.
    pub content: String,
    /// Its domain, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<DomainName>,
}

impl Error {
    pub(crate) fn not_found(what: &'static str, text: impl Into<String>) -> Error {
        Error::NotFound { what, text: text.into() }
    }

    pub(crate) fn ambiguous(what: &'static str, text: &str, candidates: impl IntoIterator<Item = Match>) -> Error {
        Error::Ambiguous { what, text: text.to_owned(), candidates: candidates.into_iter().collect() }
    }

    pub(crate) fn conflict(message: impl Into<String>) -> Error {
        Error::Conflict { message: message.into(), operations: Vec::new() }
    }
}
