//! Entities and clusters, as one member of a space knows them.

use cofio_domain::cluster::ClusterSet;
use cofio_domain::entity::EntitySet;
use cofio_domain::id::{MemoryId, UserId};
use cofio_domain::ports::{Entities, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::space::SpaceHandle;

use std::collections::BTreeMap;

use super::MemoryStore;

/// What was kept, for each member. A set of which something went is not there any more.
#[derive(Debug, Clone, Default)]
pub(super) struct Sets {
    entities: BTreeMap<UserId, EntitySet>,
    clusters: BTreeMap<UserId, ClusterSet>,
}

impl Sets {
    /// Lets go of what was read in records. Returns how many mentions that were.
    pub(super) fn let_go(&mut self, records: &[Seq]) -> usize {
        let mut count = 0;
        self.entities.retain(|_, set| {
            let mentions = set.entities.iter().flat_map(|entity| &entity.mentions);
            let gone = mentions.filter(|mention| records.contains(&mention.at)).count();
            count += gone;
            gone == 0
        });
        count
    }

    /// Lets go of the clusters that a memory belongs to. Returns how many.
    pub(super) fn let_go_of_clusters(&mut self, memory: MemoryId) -> usize {
        let mut count = 0;
        self.clusters.retain(|_, set| {
            let gone = set.clusters.iter().filter(|cluster| cluster.memories.contains(&memory)).count();
            count += gone;
            gone == 0
        });
        count
    }
}

impl Entities for MemoryStore {
    fn entities(&self, space: &SpaceHandle) -> Result<Option<EntitySet>, StoreError> {
        Ok(self.world(space, |world| world.sets.entities.get(&space.user()).cloned()))
    }

    fn keep_entities(&self, space: &SpaceHandle, set: EntitySet) -> Result<(), StoreError> {
        self.change_as_editor(space, |world| {
            if set.through != Seq(world.seq) {
                return Err(StoreError::Stale);
            }
            world.sets.entities.insert(space.user(), set);
            Ok(())
        })
    }

    fn clusters(&self, space: &SpaceHandle) -> Result<Option<ClusterSet>, StoreError> {
        Ok(self.world(space, |world| world.sets.clusters.get(&space.user()).cloned()))
    }

    fn keep_clusters(&self, space: &SpaceHandle, set: ClusterSet) -> Result<(), StoreError> {
        self.change_as_editor(space, |world| {
            if set.through != Seq(world.seq) {
                return Err(StoreError::Stale);
            }
            world.sets.clusters.insert(space.user(), set);
            Ok(())
        })
    }
}
