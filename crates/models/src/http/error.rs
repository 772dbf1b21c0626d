//! Why a call to a provider came to nothing.

use std::time::Duration;

use cofio_domain::ports::{Cancelled, ModelError, ModelId};

/// Why a call came to nothing. What was sent is never part of it.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// Whoever asked called it off.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The key that should be sent along is not there.
    #[error("{0}")]
    NoKey(String),
    /// No client could be made: no certificates, a proxy that is none.
    #[error("no connection can be prepared: {0}")]
    NotPrepared(String),
    /// Nobody answered the call, or the connection was lost.
    #[error("no connection: {0}")]
    Unreachable(String),
    /// It took too long.
    #[error("no answer within {0:?}")]
    TimedOut(Duration),
    /// The answer broke off.
    #[error("the answer broke off: {0}")]
    Cut(String),
    /// The answer is longer than any answer should be.
    #[error("the answer is too long")]
    TooLong,
    /// The provider said no.
    #[error("the answer was {code}{}", told(.message))]
    Status {
        /// The number that says what sort of no.
        code: u16,
        /// What the provider said about it. It may repeat what it was sent: it is shown to whoever asked and kept nowhere.
        message: String,
        /// How long it asks us to wait.
        wait: Option<Duration>,
    },
    /// The answer is not what the protocol says.
    #[error("the answer cannot be read: {0}")]
    Malformed(String),
    /// It did not answer a moment ago, and is left alone for a while.
    #[error("it did not answer a moment ago and is left alone for {0:?}")]
    Paused(Duration),
}

fn told(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}

impl CallError {
    /// Whether the same call may be answered if it is made again soon.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            CallError::Unreachable(_) | CallError::TimedOut(_) | CallError::Cut(_) => true,
            CallError::Status { code, .. } => matches!(code, 408 | 425 | 429 | 500 | 502 | 503 | 504 | 529),
            _ => false,
        }
    }

    /// Whether it is this call that is refused, rather than every call.
    pub(crate) fn is_about_the_call(&self) -> bool {
        matches!(self, CallError::Status { code: 400 | 413 | 422, .. })
    }

    /// How long the provider asks us to wait.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            CallError::Status { wait, .. } => *wait,
            _ => None,
        }
    }
}

impl CallError {
    /// The same, as the ports say it.
    pub(crate) fn of(self, model: &ModelId) -> ModelError {
        match self {
            CallError::Cancelled(cancelled) => ModelError::Cancelled(cancelled),
            other => ModelError::Unavailable { model: model.clone(), source: Box::new(other) },
        }
    }
}
