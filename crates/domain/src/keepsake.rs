//! What the server keeps for a while about what it served: beginnings of conversations, what was given to answers. Ids,
//! hashes and reasons, nobody's words.

use crate::time::Timestamp;

/// What something is kept about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeepsakeKind {
    /// Which session a conversation is that begins in some way.
    Beginning,
    /// What was given to an answer.
    Answer,
}

impl KeepsakeKind {
    /// Returns the word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            KeepsakeKind::Beginning => "beginning",
            KeepsakeKind::Answer => "answer",
        }
    }
}

/// Something kept for a while, of one person in one space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keepsake {
    /// By what it is found again.
    pub key: Vec<u8>,
    /// When it was kept.
    pub at: Timestamp,
    /// What it is, as whoever keeps it writes it.
    pub body: Vec<u8>,
}
