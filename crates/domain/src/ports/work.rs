//! Jobs, and the log of what memories were used for.

use crate::id::{MemoryId, SessionId};
use crate::job::{Ending, Job, NewJob, Taking};
use crate::ports::StoreError;
use crate::space::SpaceHandle;
use crate::time::Timestamp;
use crate::usage::{UsageCount, Use};

/// Work that nobody waits for.
pub trait Jobs {
    /// Asks for a job. There is one of each kind and key: see [`Job::asked_again`] for what becomes of the one that is
    /// there. Returns it.
    fn enqueue(&self, space: &SpaceHandle, job: NewJob) -> Result<Job, StoreError>;

    /// Takes on the job that has been due for longest, if any is free. Of all who ask at once, one gets it. One whose
    /// holder let their time run out is free again.
    fn take_job(&self, space: &SpaceHandle, taking: Taking) -> Result<Option<Job>, StoreError>;

    /// Holds on to a job for longer. Fails with [`StoreError::Stale`] where somebody else has it by now.
    fn renew_job(&self, space: &SpaceHandle, job: &Job, until: Timestamp) -> Result<Job, StoreError>;

    /// Ends a run of a job. Fails with [`StoreError::Stale`] where somebody else has it by now.
    fn end_job(&self, space: &SpaceHandle, job: &Job, ending: Ending, at: Timestamp) -> Result<Job, StoreError>;

    /// Returns every job of a space, by kind and key.
    fn jobs(&self, space: &SpaceHandle) -> Result<Vec<Job>, StoreError>;
}

/// What memories were used for. It does not move the revision of a space: nothing that is known changes.
pub trait UsageLog {
    /// Notes uses, some time soon: nobody waits for the disk. Of a memory that is not there, none is kept.
    fn note_uses(&self, space: &SpaceHandle, uses: Vec<Use>) -> Result<(), StoreError>;

    /// Returns the uses of a memory there is a log of, oldest first.
    fn uses_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Use>, StoreError>;

    /// Returns what a session used since a time, as far as there is a log of it, oldest first.
    fn uses_in(&self, space: &SpaceHandle, session: SessionId, since: Timestamp) -> Result<Vec<Use>, StoreError>;

    /// Returns how often each memory was used before the log begins.
    fn usage_counts(&self, space: &SpaceHandle) -> Result<Vec<UsageCount>, StoreError>;

    /// Adds everything before a time to the counts and takes it out of the log. Returns how many uses that were.
    fn fold_uses(&self, space: &SpaceHandle, before: Timestamp) -> Result<u64, StoreError>;

    /// Returns whether there is anything to fold.
    fn has_uses_before(&self, space: &SpaceHandle, before: Timestamp) -> Result<bool, StoreError>;
}
