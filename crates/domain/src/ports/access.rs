//! Who may come in by which key, and what was asked for already.

use crate::id::{KeyId, UserId};
use crate::key::ApiKey;
use crate::ports::StoreError;
use crate::retry::{Attempt, Begun, Outcome};
use crate::time::Timestamp;

/// API keys. Like users, they are not inside a space.
pub trait Keys {
    /// Keeps a key.
    fn add_key(&self, key: ApiKey) -> Result<(), StoreError>;

    /// Returns the key whose secret hashes to this, revoked or not.
    fn key_by_hash(&self, hash: [u8; 32]) -> Result<Option<ApiKey>, StoreError>;

    /// Returns every key, oldest first.
    fn keys(&self) -> Result<Vec<ApiKey>, StoreError>;

    /// Makes a key useless from now on. Returns whether there was one that still worked.
    fn revoke_key(&self, id: KeyId, at: Timestamp) -> Result<bool, StoreError>;

    /// Notes that a key was used, some time soon.
    fn note_key_use(&self, id: KeyId, at: Timestamp) -> Result<(), StoreError>;
}

/// Requests that may come twice.
pub trait Retries {
    /// Says whether a request is to be carried out, and if so that it is being.
    fn begin_once(&self, attempt: Attempt) -> Result<Begun, StoreError>;

    /// Keeps what a request came to.
    fn finish_once(&self, user: UserId, key: &str, outcome: Outcome) -> Result<(), StoreError>;

    /// Lets a request be carried out again that came to nothing.
    fn abandon_once(&self, user: UserId, key: &str) -> Result<(), StoreError>;

    /// Drops what was asked for before a time. Returns how much that was.
    fn drop_retries(&self, before: Timestamp) -> Result<u64, StoreError>;
}
