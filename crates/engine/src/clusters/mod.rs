//! Clusters: memories that are about the same thing, under a name of their own telling words.
//!
//! The weekly pass stores them. They change nothing that is known, and are made again from memories whenever that is
//! wanted. On the way out a cluster has those of its memories that hold and may be seen, and where that is not all of
//! them its name is made anew: a word of what is forgotten names nothing.

mod group;

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::Kind;
use cofio_domain::cluster::{Cluster, ClusterSet};
use cofio_domain::id::{ClusterId, Id, MemoryId};
use cofio_domain::memory::Version;
use cofio_domain::ports::{Mode, StoreError};
use cofio_domain::record::Record;
use cofio_domain::space::SpaceHandle;
use cofio_domain::vector::TextHash;
use cofio_language::topics::topics;
use serde::Serialize;
use std::sync::Arc;

use crate::{Engine, Error};
use group::{FEWEST, Member};

/// Two memories this near in meaning are about the same thing.
const NEAR: f32 = 0.75;

/// So many neighbours of each are looked at.
const NEIGHBOURS: usize = 6;

/// Where there are more memories than this, their words alone put them together: reading the meaning of each against all
/// would take longer than anybody waits for.
const MANY: usize = 2_000;

/// Memories that are about the same thing, as they are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClusterView {
    /// What sort of object this is.
    #[serde(rename = "type")]
    pub noun: &'static str,
    /// Its id.
    pub id: ClusterId,
    /// The words that tell it from the others.
    pub name: String,
    /// What belongs to it.
    pub memories: Vec<MemoryId>,
}

type Told = BTreeMap<MemoryId, Arc<Record<Version>>>;

impl Engine {
    /// Returns the clusters of what holds now, the largest first: as the weekly pass stored them, or made now where it has
    /// not been done yet.
    pub fn clusters(&self, space: &SpaceHandle) -> Result<Vec<ClusterView>, Error> {
        let told = self.to_cluster(space)?;
        let kept = if space.domains().is_none() { self.store.clusters(space)? } else { None };
        let set = match kept {
            Some(set) => set,
            None => self.clusters_made(space, &told)?,
        };
        let mut views = Vec::new();
        let mut members: Option<(Vec<Member>, Vec<MemoryId>)> = None;
        for cluster in set.clusters {
            let before = cluster.memories.len();
            let stands = |memory: &&MemoryId| told.get(memory).is_some_and(|record| record.seq <= set.through);
            let memories: Vec<MemoryId> = cluster.memories.iter().filter(stands).copied().collect();
            if memories.len() < FEWEST {
                continue;
            }
            let name = if memories.len() == before {
                Some(cluster.name)
            } else {
                let (all, ids) = members.get_or_insert_with(|| read(&told));
                let own: Vec<&Member> =
                    memories.iter().filter_map(|memory| all.get(ids.binary_search(memory).ok()?)).collect();
                group::name(&own, &group::counts(all), all.len())
            };
            views.extend(name.map(|name| ClusterView { noun: "cluster", id: cluster.id, name, memories }));
        }
        Ok(views)
    }

    /// Makes the clusters of a space again, and keeps them. Returns how many there are.
    pub(crate) fn keep_clusters(&self, space: &SpaceHandle) -> Result<usize, Error> {
        let set = self.clusters_made(space, &self.to_cluster(space)?)?;
        let count = set.clusters.len();
        if space.domains().is_none() && space.role().may_write() && !self.settings.dry_run {
            match self.store.keep_clusters(space, set) {
                // Somebody wrote meanwhile: next week.
                Ok(()) | Err(StoreError::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(count)
    }

    /// The memories that are put together: in force, in a domain that is on, and no notes.
    fn to_cluster(&self, space: &SpaceHandle) -> Result<Told, Error> {
        let believed = self.recollection.library.believed(&*self.store, space)?;
        let now = self.now();
        let belongs = |record: &&Arc<Record<Version>>| {
            let version = &record.body;
            version.in_force().contains(now)
                && version.is_live(now)
                && believed.book.is_on(&version.claim.domain)
                && version.claim.kind != Kind::Artifact
        };
        let all = believed.records.iter().filter(belongs);
        Ok(all.map(|record| (record.body.memory, Arc::clone(record))).collect())
    }

    fn clusters_made(&self, space: &SpaceHandle, told: &Told) -> Result<ClusterSet, Error> {
        let state = self.store.state(space)?;
        let (members, ids) = read(told);
        let mut edges = group::shared_words(&members);
        if self.embedder_of(space).is_some() && told.len() <= MANY {
            for (at, record) in told.values().enumerate() {
                let words = &record.body.claim.content;
                for (near, cosine) in self.near_memories(space, words, Mode::Document, NEAR, NEIGHBOURS)? {
                    let Ok(other) = ids.binary_search(&near) else { continue };
                    if other != at {
                        // As much as a word that one in twenty has, when it is nearly the same.
                        *edges.entry((at.min(other), at.max(other))).or_default() += 3.0 * cosine / 2.0;
                    }
                }
            }
        }
        let counts = group::counts(&members);
        let cluster = |group: &Vec<usize>| {
            let own: Vec<&Member> = group.iter().map(|at| &members[*at]).collect();
            let memories: Vec<MemoryId> = group.iter().map(|at| ids[*at]).collect();
            let letters: Vec<String> = memories.iter().map(ToString::to_string).collect();
            let TextHash(bytes) = TextHash::of(state.salt, &format!("cluster {} {}", space.user(), letters.join(" ")));
            let id = ClusterId::from_bits(u128::from_be_bytes(bytes));
            Some(Cluster { id, name: group::name(&own, &counts, members.len())?, memories })
        };
        let clusters = group::groups(members.len(), &edges).iter().filter_map(cluster).collect();
        Ok(ClusterSet { user: space.user(), through: state.revision, clusters })
    }
}

/// What each memory is about, in the order of their ids.
fn read(told: &Told) -> (Vec<Member>, Vec<MemoryId>) {
    let words = |record: &Arc<Record<Version>>| -> BTreeSet<String> { topics(&record.body.claim.content) };
    (told.values().map(|record| Member { words: words(record) }).collect(), told.keys().copied().collect())
}
