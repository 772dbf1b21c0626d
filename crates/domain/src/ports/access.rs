//! Who may come in by which key, and what was asked for already.

use crate::id::{KeyId, UserId};
use crate::keepsake::{Keepsake, KeepsakeKind};
use crate::key::ApiKey;
use crate::ports::StoreError;
use crate::retry::{Attempt, Begun, Outcome};
use crate::space::SpaceHandle;
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

/// What the server keeps for a while, each person's own in each space. Whatever is erased in a space, all of its is gone.
pub trait Keepsakes {
    /// Keeps something, some time soon, in the place of what has the same key.
    fn keep(&self, space: &SpaceHandle, kind: KeepsakeKind, one: Keepsake) -> Result<(), StoreError>;

    /// Returns what is kept under any of some keys, the newest first.
    fn kept(&self, space: &SpaceHandle, kind: KeepsakeKind, keys: &[Vec<u8>]) -> Result<Vec<Keepsake>, StoreError>;

    /// Returns what was kept last.
    fn kept_last(&self, space: &SpaceHandle, kind: KeepsakeKind) -> Result<Option<Keepsake>, StoreError>;

    /// Drops, in all spaces, what was kept before a time. Returns how much that was.
    fn drop_kept(&self, kind: KeepsakeKind, before: Timestamp) -> Result<u64, StoreError>;
}
