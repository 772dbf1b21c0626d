//! The store: small reads, one a noun, and one way to write.

use crate::domains::DomainName;
use crate::evidence::Evidence;
use crate::id::{IdPart, JobId, LinkId, MemoryId, OperationId, SpaceId, UserId, VersionId};
use crate::link::Link;
use crate::memory::{Memory, Version};
use crate::operation::{Commit, Committed, Operation};
use crate::policy::fingerprint::{Fingerprint, Salt};
use crate::ports::{
    Entities, Feed, Jobs, Keepsakes, Keys, Log, Retries, Segments, Sessions, Sweeps, UsageLog, Vectors,
};
use crate::record::{Belief, Noun, Record, Row, RowRef, Seq};
use crate::scope::{Suppression, Tombstone};
use crate::space::{Actor, Membership, Space, SpaceHandle, SpaceKind, User};
use crate::time::Timestamp;

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// What a step relied on has changed. Look again and decide again.
    #[error("the space has changed since it was read")]
    Stale,
    /// A record is not what was written. It is not shown and not used.
    #[error("{table} record {row} is damaged: its contents do not match their checksum")]
    Damaged {
        /// The table.
        table: &'static str,
        /// Which record, as `space:seq`.
        row: String,
    },
    /// A column holds something that cannot be read.
    #[error("{table}.{column} of record {row} cannot be read")]
    Unreadable {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// Which record, as `space:seq`.
        row: String,
    },
    /// There is no room left on the disk. Nothing was written.
    #[error("the disk is full")]
    Full,
    /// The store takes no writes; reading still works.
    #[error("the store is read-only: {why}")]
    ReadOnly {
        /// Why, in words for a person.
        why: String,
    },
    /// Other processes kept the store busy for longer than anyone should wait.
    #[error("the store stayed busy for {seconds} seconds")]
    Busy {
        /// How long we waited.
        seconds: u64,
    },
    /// The files were written by a newer Cofio.
    #[error("the store has schema {found}, this Cofio knows up to {known}")]
    TooNew {
        /// What the files say.
        found: i64,
        /// What we know.
        known: i64,
    },
    /// Anything else.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Records that were asked for, and those that could not be shown because they are damaged.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing<T> {
    /// The sound ones, in the order they were committed.
    pub records: Vec<Record<T>>,
    /// The damaged ones.
    pub damaged: Vec<RowRef>,
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Listing { records: Vec::new(), damaged: Vec::new() }
    }
}

/// A space to be made.
#[derive(Debug, Clone)]
pub struct NewSpace {
    /// Its public id.
    pub id: SpaceId,
    /// What sort.
    pub kind: SpaceKind,
    /// What it is called.
    pub name: String,
    /// The secret that keys its fingerprints.
    pub salt: Salt,
    /// Who makes it and becomes its owner.
    pub owner: UserId,
    /// When.
    pub at: Timestamp,
    /// The operation that is logged for it.
    pub operation: OperationId,
}

/// What a step must know of a space before it decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpaceState {
    /// The last record that was committed: moves with every commit.
    pub revision: Seq,
    /// Moves when domains, consents, members or projects change.
    pub rules: i64,
    /// The secret that keys the space's fingerprints.
    pub salt: Salt,
}

/// Who there is and which spaces they have: the only thing that is not inside a space.
pub trait Directory {
    /// Returns the user of that name.
    fn user_by_name(&self, name: &str) -> Result<Option<User>, StoreError>;

    /// Returns the user with that id.
    fn user(&self, id: UserId) -> Result<Option<User>, StoreError>;

    /// Returns everybody there is, oldest first.
    fn users(&self) -> Result<Vec<User>, StoreError>;

    /// Adds a user; returns the one that is there if the name is taken.
    fn add_user(&self, user: User) -> Result<User, StoreError>;

    /// Makes a space with its first member. Of personal and built-in spaces there is one an owner: returns the one
    /// that is there.
    fn create_space(&self, space: NewSpace) -> Result<Space, StoreError>;

    /// Returns the spaces a user belongs to, with their place in each, oldest first; then the built-in ones.
    fn spaces_of(&self, user: UserId) -> Result<Vec<(Space, Option<Membership>)>, StoreError>;
}

/// An id found by part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdLookup {
    /// Ids of memories.
    Memory,
    /// Ids of operations.
    Operation,
    /// Ids of sessions.
    Session,
}

/// Memories and their versions.
pub trait Memories {
    /// Returns what is settled about a space.
    fn state(&self, space: &SpaceHandle) -> Result<SpaceState, StoreError>;

    /// Returns a memory's name and owner.
    fn memory(&self, space: &SpaceHandle, id: MemoryId) -> Result<Option<Memory>, StoreError>;

    /// Returns every record of a memory that the user may see, retired or not.
    fn records_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Record<Version>>, StoreError>;

    /// Returns every version of every memory the user may see, as it was believed.
    fn versions(&self, space: &SpaceHandle, belief: Belief) -> Result<Listing<Version>, StoreError>;

    /// Returns the believed, active versions with these words.
    fn by_fingerprint(&self, space: &SpaceHandle, fingerprint: Fingerprint)
    -> Result<Vec<Record<Version>>, StoreError>;

    /// Returns the believed, active versions with this key.
    fn by_key(&self, space: &SpaceHandle, domain: &DomainName, key: &str) -> Result<Vec<Record<Version>>, StoreError>;

    /// Returns what every memory's versions were learned from.
    fn evidence(&self, space: &SpaceHandle) -> Result<Vec<(VersionId, Evidence)>, StoreError>;

    /// Returns what a memory's versions were learned from.
    fn evidence_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<(VersionId, Evidence)>, StoreError>;

    /// Returns up to `limit` ids that begin or end with these letters.
    fn ids_like(
        &self,
        space: &SpaceHandle,
        what: IdLookup,
        part: &IdPart,
        limit: usize,
    ) -> Result<Vec<u128>, StoreError>;

    /// Returns how many letters at the end of an id tell it from every other of its sort in the space.
    fn telling_letters(&self, space: &SpaceHandle, what: IdLookup, id: u128) -> Result<usize, StoreError>;
}

/// Everything else that is recorded in a space.
pub trait Records {
    /// Returns every record of a noun, as it was believed. For versions, see [`Memories::versions`].
    fn rows(&self, space: &SpaceHandle, noun: Noun, belief: Belief) -> Result<Listing<Row>, StoreError>;

    /// Returns these records, retired or not. Those that were erased are missing.
    fn rows_at(&self, space: &SpaceHandle, at: &[RowRef]) -> Result<Vec<Record<Row>>, StoreError>;

    /// Returns the links that touch a memory, as they were believed.
    fn links_of(&self, space: &SpaceHandle, memory: MemoryId, belief: Belief) -> Result<Vec<Record<Link>>, StoreError>;

    /// Returns a believed link.
    fn link(&self, space: &SpaceHandle, id: LinkId) -> Result<Option<Record<Link>>, StoreError>;

    /// Returns the believed suppressions of these words.
    fn suppressions_of(
        &self,
        space: &SpaceHandle,
        fingerprint: Fingerprint,
    ) -> Result<Vec<Record<Suppression>>, StoreError>;

    /// Returns what is left of an erased thing.
    fn tombstone(&self, space: &SpaceHandle, id: &str) -> Result<Option<Tombstone>, StoreError>;
}

/// Which operations are asked for.
#[derive(Debug, Clone, Default)]
pub struct OperationFilter {
    /// Not before this.
    pub since: Option<Timestamp>,
    /// By this actor.
    pub actor: Option<Actor>,
    /// Of this job.
    pub job: Option<JobId>,
    /// At most this many, newest first.
    pub limit: Option<usize>,
}

/// The log of operations.
pub trait Operations {
    /// Returns an operation.
    fn operation(&self, space: &SpaceHandle, id: OperationId) -> Result<Option<Operation>, StoreError>;

    /// Returns operations, newest first.
    fn operations(&self, space: &SpaceHandle, filter: &OperationFilter) -> Result<Vec<Operation>, StoreError>;

    /// Returns the operations that took back this one, oldest first.
    fn undos_of(&self, space: &SpaceHandle, id: OperationId) -> Result<Vec<Operation>, StoreError>;
}

/// The one way to write.
pub trait Writer {
    /// Makes everything in the commit durable, or nothing. When it returns, the write survives a power failure.
    fn commit(&self, space: &SpaceHandle, commit: Commit) -> Result<Committed, StoreError>;
}

/// A store: everything above, the raw log, and what is derived from both.
pub trait Store:
    Directory
    + Memories
    + Records
    + Operations
    + Writer
    + Log
    + Sessions
    + Feed
    + Sweeps
    + Vectors
    + Segments
    + Entities
    + UsageLog
    + Jobs
    + Keys
    + Retries
    + Keepsakes
    + Send
    + Sync
{
}

impl<S> Store for S where
    S: Directory
        + Memories
        + Records
        + Operations
        + Writer
        + Log
        + Sessions
        + Feed
        + Sweeps
        + Vectors
        + Segments
        + Entities
        + UsageLog
        + Jobs
        + Keys
        + Retries
        + Keepsakes
        + Send
        + Sync
{
}
