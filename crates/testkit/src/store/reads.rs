//! Reading: memories, records, operations.

use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{Id, IdPart, LETTERS, LinkId, MemoryId, OperationId, VersionId, shared_suffix};
use cofio_domain::link::Link;
use cofio_domain::memory::{Memory, Version};
use cofio_domain::operation::Operation;
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::{IdLookup, Listing, Memories, OperationFilter, Operations, Records, SpaceState, StoreError};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef, Seq};
use cofio_domain::scope::{Suppression, Tombstone};
use cofio_domain::space::SpaceHandle;

use super::MemoryStore;
use super::world::World;

impl Memories for MemoryStore {
    fn state(&self, space: &SpaceHandle) -> Result<SpaceState, StoreError> {
        Ok(self.world(space, |world| SpaceState { revision: Seq(world.seq), rules: world.rules, salt: world.salt }))
    }

    fn memory(&self, space: &SpaceHandle, id: MemoryId) -> Result<Option<Memory>, StoreError> {
        Ok(self.world(space, |world| world.memories.get(&id).cloned()))
    }

    fn records_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            world
                .versions()
                .filter(|record| record.body.memory == memory && world.visible(space, &record.body))
                .collect()
        }))
    }

    fn versions(&self, space: &SpaceHandle, belief: Belief) -> Result<Listing<Version>, StoreError> {
        Ok(self.world(space, |world| Listing {
            records: world
                .versions()
                .filter(|record| record.is_believed(belief) && world.visible(space, &record.body))
                .collect(),
            damaged: Vec::new(),
        }))
    }

    fn by_fingerprint(
        &self,
        space: &SpaceHandle,
        fingerprint: Fingerprint,
    ) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            world.active(space, |version| Fingerprint::of(world.salt, &version.claim.content) == fingerprint)
        }))
    }

    fn by_key(&self, space: &SpaceHandle, domain: &DomainName, key: &str) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            world.active(space, |version| version.claim.domain == *domain && version.claim.key.as_deref() == Some(key))
        }))
    }

    fn evidence(&self, space: &SpaceHandle) -> Result<Vec<(VersionId, Evidence)>, StoreError> {
        Ok(self.world(space, |world| {
            world.evidence.iter().map(|(_, version, evidence)| (*version, evidence.clone())).collect()
        }))
    }

    fn evidence_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<(VersionId, Evidence)>, StoreError> {
        Ok(self.world(space, |world| {
            world
                .evidence
                .iter()
                .filter(|(about, _, _)| *about == memory)
                .map(|(_, version, evidence)| (*version, evidence.clone()))
                .collect()
        }))
    }

    fn ids_like(
        &self,
        space: &SpaceHandle,
        what: IdLookup,
        part: &IdPart,
        limit: usize,
    ) -> Result<Vec<u128>, StoreError> {
        Ok(self.world(space, |world| {
            let mut found: Vec<u128> =
                world.ids(what).into_iter().filter(|bits| part.matches(MemoryId::from_bits(*bits))).collect();
            found.sort_unstable();
            found.truncate(limit);
            found
        }))
    }

    fn telling_letters(&self, space: &SpaceHandle, what: IdLookup, id: u128) -> Result<usize, StoreError> {
        Ok(self.world(space, |world| {
            let others = world.ids(what).into_iter().filter(|other| *other != id);
            let shared = others.map(|other| shared_suffix(id, other)).max().unwrap_or(0);
            (shared + 1).min(LETTERS)
        }))
    }
}

impl Records for MemoryStore {
    fn rows(&self, space: &SpaceHandle, noun: Noun, belief: Belief) -> Result<Listing<Row>, StoreError> {
        Ok(self.world(space, |world| Listing {
            records: world
                .rows
                .values()
                .filter(|record| record.body.noun() == noun && record.is_believed(belief))
                .cloned()
                .collect(),
            damaged: Vec::new(),
        }))
    }

    fn rows_at(&self, space: &SpaceHandle, at: &[RowRef]) -> Result<Vec<Record<Row>>, StoreError> {
        Ok(self.world(space, |world| at.iter().filter_map(|row| world.rows.get(&row.seq).cloned()).collect()))
    }

    fn links_of(&self, space: &SpaceHandle, memory: MemoryId, belief: Belief) -> Result<Vec<Record<Link>>, StoreError> {
        Ok(self.world(space, |world| {
            let touches = |link: &Link| link.from == memory || link.to == memory;
            links(world).filter(|record| record.is_believed(belief) && touches(&record.body)).collect()
        }))
    }

    fn link(&self, space: &SpaceHandle, id: LinkId) -> Result<Option<Record<Link>>, StoreError> {
        Ok(self.world(space, |world| links(world).find(|record| record.retired.is_none() && record.body.id == id)))
    }

    fn suppressions_of(
        &self,
        space: &SpaceHandle,
        fingerprint: Fingerprint,
    ) -> Result<Vec<Record<Suppression>>, StoreError> {
        Ok(self.world(space, |world| {
            let suppressions = world.rows.values().filter_map(|record| match &record.body {
                Row::Suppression(body) => Some(record.clone().map(|_| body.clone())),
                _ => None,
            });
            suppressions.filter(|record| record.retired.is_none() && record.body.fingerprint == fingerprint).collect()
        }))
    }

    fn tombstone(&self, space: &SpaceHandle, id: &str) -> Result<Option<Tombstone>, StoreError> {
        Ok(self.world(space, |world| world.tombstones.iter().find(|tombstone| tombstone.id == id).cloned()))
    }
}

fn links(world: &World) -> impl Iterator<Item = Record<Link>> + '_ {
    world.rows.values().filter_map(|record| match &record.body {
        Row::Link(link) => Some(record.clone().map(|_| link.clone())),
        _ => None,
    })
}

impl Operations for MemoryStore {
    fn operation(&self, space: &SpaceHandle, id: OperationId) -> Result<Option<Operation>, StoreError> {
        Ok(self.world(space, |world| world.operations.iter().find(|operation| operation.id == id).cloned()))
    }

    fn operations(&self, space: &SpaceHandle, filter: &OperationFilter) -> Result<Vec<Operation>, StoreError> {
        let wanted = |operation: &&Operation| {
            filter.since.is_none_or(|since| operation.at >= since)
                && filter.actor.as_ref().is_none_or(|actor| operation.actor == *actor)
                && filter.job.is_none_or(|job| operation.job == Some(job))
        };
        Ok(self.world(space, |world| {
            let found = world.operations.iter().rev().filter(wanted).cloned();
            found.take(filter.limit.unwrap_or(usize::MAX)).collect()
        }))
    }

    fn undos_of(&self, space: &SpaceHandle, id: OperationId) -> Result<Vec<Operation>, StoreError> {
        Ok(self.world(space, |world| {
            world.operations.iter().filter(|operation| operation.undoes.contains(&id)).cloned().collect()
        }))
    }
}
