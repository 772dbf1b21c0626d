//! What is derived from texts, what memories were used for, and jobs.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::id::{MemoryId, SessionId};
use cofio_domain::job::{Ending, Job, Lease, NewJob, Taking};
use cofio_domain::ports::{Jobs, ModelId, Segment, Segments, StoreError, UsageLog, Vectors};
use cofio_domain::record::Seq;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_domain::usage::{UsageCount, Use};
use cofio_domain::vector::{StoredVector, TextHash};

use super::MemoryStore;

/// Everything of one space that is not a record and not said by anybody.
#[derive(Debug, Clone, Default)]
pub(super) struct Derived {
    vectors: BTreeMap<(ModelId, TextHash), StoredVector>,
    segments: BTreeMap<u32, Segment>,
    uses: Vec<Use>,
    counts: Vec<UsageCount>,
    jobs: BTreeMap<(String, String), Job>,
}

impl Derived {
    pub(super) fn forget_uses_of(&mut self, memory: MemoryId) -> (usize, usize) {
        let before = (self.uses.len(), self.counts.len());
        self.uses.retain(|one| one.memory != memory);
        self.counts.retain(|count| count.memory != memory);
        (before.0 - self.uses.len(), before.1 - self.counts.len())
    }

    pub(super) fn drop_texts(&mut self, texts: &[TextHash]) -> usize {
        let before = self.vectors.len();
        self.vectors.retain(|(_, text), _| !texts.contains(text));
        before - self.vectors.len()
    }

    pub(super) fn drop_segments(&mut self, places: &[Seq]) -> usize {
        let before = self.segments.len();
        self.segments.retain(|_, segment| !places.iter().any(|seq| (segment.from..=segment.to).contains(seq)));
        before - self.segments.len()
    }

    /// Returns the job as it is now, if whoever asks still holds it.
    fn held(&mut self, mine: &Job) -> Result<&mut Job, StoreError> {
        let owner = |job: &Job| job.lease.as_ref().map(|lease| lease.owner.clone());
        let there = self.jobs.get_mut(&(mine.kind.clone(), mine.key.clone()));
        there
            .filter(|there| there.id == mine.id && owner(there).is_some() && owner(there) == owner(mine))
            .ok_or(StoreError::Stale)
    }
}

impl Vectors for MemoryStore {
    fn vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        texts: &[TextHash],
    ) -> Result<Vec<Option<StoredVector>>, StoreError> {
        Ok(self.world(space, |world| {
            texts.iter().map(|text| world.derived.vectors.get(&(model.clone(), *text)).cloned()).collect()
        }))
    }

    fn keep_vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        vectors: Vec<(TextHash, StoredVector)>,
    ) -> Result<(), StoreError> {
        self.change(space, |world| {
            let marked = vectors.into_iter().map(|(text, vector)| ((model.clone(), text), vector));
            world.derived.vectors.extend(marked);
            Ok(())
        })
    }

    fn lacking_vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        texts: &[TextHash],
    ) -> Result<Vec<TextHash>, StoreError> {
        let mut seen = BTreeSet::new();
        Ok(self.world(space, |world| {
            let lacks = |text: &&TextHash| !world.derived.vectors.contains_key(&(model.clone(), **text));
            texts.iter().filter(lacks).copied().filter(|text| seen.insert(*text)).collect()
        }))
    }

    fn vector_models(&self, space: &SpaceHandle) -> Result<Vec<(ModelId, u64)>, StoreError> {
        Ok(self.world(space, |world| {
            let mut counts: BTreeMap<ModelId, u64> = BTreeMap::new();
            for (model, _) in world.derived.vectors.keys() {
                *counts.entry(model.clone()).or_default() += 1;
            }
            counts.into_iter().collect()
        }))
    }

    fn drop_vectors(&self, space: &SpaceHandle, model: &ModelId) -> Result<(), StoreError> {
        self.change_as_editor(space, |world| {
            world.derived.vectors.retain(|(of, _), _| of != model);
            Ok(())
        })
    }
}

impl Segments for MemoryStore {
    fn segments(&self, space: &SpaceHandle) -> Result<Vec<Segment>, StoreError> {
        Ok(self.world(space, |world| world.derived.segments.values().cloned().collect()))
    }

    fn keep_segments(&self, space: &SpaceHandle, keep: Vec<Segment>, drop: &[u32]) -> Result<(), StoreError> {
        self.change(space, |world| {
            world.derived.segments.retain(|number, _| !drop.contains(number));
            world.derived.segments.extend(keep.into_iter().map(|segment| (segment.number, segment)));
            Ok(())
        })
    }
}

impl UsageLog for MemoryStore {
    fn note_uses(&self, space: &SpaceHandle, uses: Vec<Use>) -> Result<(), StoreError> {
        self.change(space, |world| {
            let there = uses.into_iter().filter(|one| world.memories.contains_key(&one.memory));
            world.derived.uses.extend(there);
            Ok(())
        })
    }

    fn uses_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Use>, StoreError> {
        Ok(self.world(space, |world| {
            let mut uses: Vec<Use> = world.derived.uses.iter().filter(|one| one.memory == memory).cloned().collect();
            uses.sort_by_key(|one| one.at);
            uses
        }))
    }

    fn uses_in(&self, space: &SpaceHandle, session: SessionId, since: Timestamp) -> Result<Vec<Use>, StoreError> {
        Ok(self.world(space, |world| {
            let of_session = |one: &&Use| one.session == Some(session) && one.at >= since;
            let mut uses: Vec<Use> = world.derived.uses.iter().filter(of_session).cloned().collect();
            uses.sort_by_key(|one| one.at);
            uses
        }))
    }

    fn usage_counts(&self, space: &SpaceHandle) -> Result<Vec<UsageCount>, StoreError> {
        Ok(self.world(space, |world| {
            let mut counts = world.derived.counts.clone();
            counts.sort_by_key(|count| (count.memory, count.usage.word()));
            counts
        }))
    }

    fn fold_uses(&self, space: &SpaceHandle, before: Timestamp) -> Result<u64, StoreError> {
        self.change(space, |world| {
            let (old, rest): (Vec<Use>, Vec<Use>) =
                std::mem::take(&mut world.derived.uses).into_iter().partition(|one| one.at < before);
            world.derived.uses = rest;
            for one in &old {
                let counts = &mut world.derived.counts;
                let known = counts.iter_mut().find(|count| count.memory == one.memory && count.usage == one.usage);
                match known {
                    Some(count) => {
                        count.count += 1;
                        count.last_at = count.last_at.max(one.at);
                    }
                    None => counts.push(UsageCount { memory: one.memory, usage: one.usage, count: 1, last_at: one.at }),
                }
            }
            Ok(old.len() as u64)
        })
    }

    fn has_uses_before(&self, space: &SpaceHandle, before: Timestamp) -> Result<bool, StoreError> {
        Ok(self.world(space, |world| world.derived.uses.iter().any(|one| one.at < before)))
    }
}

impl Jobs for MemoryStore {
    fn enqueue(&self, space: &SpaceHandle, new: NewJob) -> Result<Job, StoreError> {
        self.change_as_editor(space, |world| {
            let place = (new.kind.clone(), new.key.clone());
            let job = match world.derived.jobs.remove(&place) {
                Some(there) => there.asked_again(new),
                None => Job::asked_for(new),
            };
            world.derived.jobs.insert(place, job.clone());
            Ok(job)
        })
    }

    fn take_job(&self, space: &SpaceHandle, taking: Taking) -> Result<Option<Job>, StoreError> {
        self.change_as_editor(space, |world| {
            let taken = Job::taken_from(world.derived.jobs.values().cloned(), &taking);
            if let Some(job) = &taken {
                world.derived.jobs.insert((job.kind.clone(), job.key.clone()), job.clone());
            }
            Ok(taken)
        })
    }

    fn renew_job(&self, space: &SpaceHandle, job: &Job, until: Timestamp) -> Result<Job, StoreError> {
        self.change(space, |world| {
            let held = world.derived.held(job)?;
            held.lease = held.lease.take().map(|lease| Lease { until, ..lease });
            Ok(held.clone())
        })
    }

    fn end_job(&self, space: &SpaceHandle, job: &Job, ending: Ending, at: Timestamp) -> Result<Job, StoreError> {
        self.change(space, |world| {
            let held = world.derived.held(job)?;
            *held = held.clone().ended(ending, at);
            Ok(held.clone())
        })
    }

    fn jobs(&self, space: &SpaceHandle) -> Result<Vec<Job>, StoreError> {
        Ok(self.world(space, |world| world.derived.jobs.values().cloned().collect()))
    }
}
