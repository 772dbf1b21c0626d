//! Clusters: memories that are about the same thing, under a name of their own telling words. Derived, and made again
//! once a week.

use crate::id::{ClusterId, MemoryId, UserId};
use crate::record::Seq;

/// Memories that are about the same thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Its id: the same for the same memories.
    pub id: ClusterId,
    /// The words that tell it from the others.
    pub name: String,
    /// What belongs to it, in order.
    pub memories: Vec<MemoryId>,
}

/// The clusters of what one member of a space knows, the largest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterSet {
    /// Whose.
    pub user: UserId,
    /// Up to where the order of the space was read.
    pub through: Seq,
    /// The clusters.
    pub clusters: Vec<Cluster>,
}
