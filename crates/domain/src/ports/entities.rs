//! Entities and clusters: what is derived from memories beyond their words. All of it can be made again.
//!
//! A store lets go of it with what it was made from: in the same transaction that retires or erases a record, its
//! mentions and the aliases it gave go, with every entity that is not spoken of any more; erasing a memory takes the
//! clusters it belonged to, whose names are made of its words.

use crate::cluster::ClusterSet;
use crate::entity::EntitySet;
use crate::ports::StoreError;
use crate::space::SpaceHandle;

/// Whom and what memories speak of.
pub trait Entities {
    /// Returns the entities that were kept for a member of a space; nothing where none were, or they are not as they were
    /// kept: then they are made again.
    fn entities(&self, space: &SpaceHandle) -> Result<Option<EntitySet>, StoreError>;

    /// Keeps the entities of a member in place of those there are. Fails with [`StoreError::Stale`] where the space has
    /// moved on from where they were made.
    fn keep_entities(&self, space: &SpaceHandle, set: EntitySet) -> Result<(), StoreError>;

    /// Returns the clusters that were kept for a member of a space.
    fn clusters(&self, space: &SpaceHandle) -> Result<Option<ClusterSet>, StoreError>;

    /// Keeps the clusters of a member in place of those there are. Fails with [`StoreError::Stale`] where the space has
    /// moved on from where they were made.
    fn keep_clusters(&self, space: &SpaceHandle, set: ClusterSet) -> Result<(), StoreError>;
}
