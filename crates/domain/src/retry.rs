//! Requests that may come twice: a client that is not sure whether a write went through sends it again under the same
//! key, and it is done once.

use crate::id::UserId;
use crate::time::Timestamp;

/// A request that carries a key of its sender's choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Who sends it.
    pub user: UserId,
    /// The key they chose.
    pub key: String,
    /// What the request hashes to: method, place and body.
    pub request: [u8; 32],
    /// The process that carries it out. What another one left unfinished is taken up.
    pub process: [u8; 16],
    /// When it came.
    pub at: Timestamp,
}

/// What is known about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// Nothing: carry it out.
    Fresh,
    /// Another process was at it, since this time, and is gone: carry it out as of then. What it had done already is
    /// known by its time and its words.
    Again(Timestamp),
    /// This process is at it.
    InFlight,
    /// The key was used for something else.
    Other,
    /// It was carried out.
    Done(Outcome),
}

/// What a request came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The status it was answered with.
    pub status: u16,
    /// The answer, until something is erased: then no words are kept here either.
    pub answer: Option<Vec<u8>>,
}
