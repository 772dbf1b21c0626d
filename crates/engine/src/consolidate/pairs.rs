//! Pairs of memories that say the same, or cannot both hold. The ladder of likeness: the same words, the same key, the
//! same meaning.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::{Flag, Kind, Status};
use cofio_domain::id::MemoryId;
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::Mode;
use cofio_domain::record::Seq;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_language::sameness::{opposed, repeats};

use crate::consolidate::StepView;
use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// Two claims this near in meaning are about the same thing.
const SAME_MEANING: f32 = 0.85;

/// So many neighbours of a memory are looked at.
const NEIGHBOURS: usize = 8;

/// How two memories stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// They say the same, and how that is known.
    Same(&'static str),
    /// They cannot both hold.
    Opposed(&'static str),
}

/// Two memories, and how they stand to each other.
type Pair = ((MemoryId, MemoryId), Likeness);

impl Engine {
    /// Makes one of what says the same and settles what cannot both hold, one pair at a time. A memory that a step has
    /// changed is left for the next run.
    pub(super) fn consolidate_pairs(
        &self,
        space: &SpaceHandle,
        since: Seq,
        as_of: Timestamp,
    ) -> Result<Vec<StepView>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let heads = self.consolidated_heads(space, &book, as_of)?;
        let pairs = self.pairs(space, &heads, since)?;
        let by_id: BTreeMap<MemoryId, &Head> = heads.iter().map(|head| (head.body.memory, head)).collect();
        let mut changed: BTreeSet<MemoryId> = BTreeSet::new();
        let mut steps = Vec::new();
        for ((one, other), likeness) in pairs {
            let (Some(one), Some(other)) = (by_id.get(&one), by_id.get(&other)) else { continue };
            if changed.contains(&one.body.memory) || changed.contains(&other.body.memory) {
                continue;
            }
            let step = match likeness {
                Likeness::Same(how) => self.merge(space, one, other, how)?,
                Likeness::Opposed(how) => self.settle_pair(space, one, other, how, &book, as_of)?,
            };
            if let Some(step) = step {
                changed.extend(step.memories.iter().copied());
                steps.push(step);
            }
        }
        Ok(steps)
    }

    /// Returns the memories that consolidation looks at: in force, in a domain that is on, and no notes or tasks.
    fn consolidated_heads(&self, space: &SpaceHandle, book: &Rulebook, as_of: Timestamp) -> Result<Vec<Head>, Error> {
        let looked_at = |head: &Head| {
            head.body.status == Status::Active
                && head.body.in_force().contains(as_of)
                && book.is_on(&head.body.claim.domain)
                && !matches!(head.body.claim.kind, Kind::Artifact | Kind::Task)
        };
        Ok(self.heads(space)?.into_iter().filter(looked_at).collect())
    }

    /// Finds the pairs of which one is new, each once, the surest way of knowing first.
    fn pairs(&self, space: &SpaceHandle, heads: &[Head], since: Seq) -> Result<Vec<Pair>, Error> {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut known: BTreeSet<(MemoryId, MemoryId)> = BTreeSet::new();
        let is_new = |head: &Head| head.seq > since;
        let mut add = |one: &Head, other: &Head, likeness: Likeness| {
            let (one, other) = (one.body.memory.min(other.body.memory), one.body.memory.max(other.body.memory));
            if one != other && known.insert((one, other)) {
                pairs.push(((one, other), likeness));
            }
        };
        let mut by_words: BTreeMap<_, Vec<&Head>> = BTreeMap::new();
        let mut by_key: BTreeMap<_, Vec<&Head>> = BTreeMap::new();
        for head in heads {
            let claim = &head.body.claim;
            let place = (claim.domain.clone(), claim.project);
            by_words.entry((place.clone(), normalized(&claim.content))).or_default().push(head);
            if let Some(key) = &claim.key {
                by_key.entry((place, key.clone())).or_default().push(head);
            }
        }
        for group in by_words.values() {
            for (one, other) in each_pair(group).filter(|(one, other)| is_new(one) || is_new(other)) {
                add(one, other, Likeness::Same("in the same words"));
            }
        }
        for group in by_key.values() {
            for (one, other) in each_pair(group).filter(|(one, other)| is_new(one) || is_new(other)) {
                let same = one.body.claim.says_the_same_as(&other.body.claim);
                let likeness =
                    if same { Likeness::Same("about the same key") } else { Likeness::Opposed("about the same key") };
                add(one, other, likeness);
            }
        }
        if self.models.embedder.is_some() {
            let by_id: BTreeMap<MemoryId, &Head> = heads.iter().map(|head| (head.body.memory, head)).collect();
            for head in heads.iter().filter(|head| is_new(head)) {
                let words = &head.body.claim.content;
                for (near, _) in self.near_memories(space, words, Mode::Document, SAME_MEANING, NEIGHBOURS)? {
                    let Some(other) = by_id.get(&near) else { continue };
                    if let Some(likeness) = likeness(head, other) {
                        add(head, other, likeness);
                    }
                }
            }
        }
        Ok(pairs)
    }
}

/// What two memories near in meaning are to each other. Different keys are about different things.
fn likeness(one: &Head, other: &Head) -> Option<Likeness> {
    let (one, other) = (&one.body.claim, &other.body.claim);
    let comparable = one.domain == other.domain
        && one.project == other.project
        && (one.key == other.key || one.key.is_none() || other.key.is_none())
        && !one.flags.contains(&Flag::Pinned)
        && !other.flags.contains(&Flag::Pinned);
    if !comparable {
        return None;
    }
    if repeats(&one.content, &other.content)
        && (one.value.is_none() || other.value.is_none() || one.value == other.value)
    {
        return Some(Likeness::Same("in other words"));
    }
    opposed(&one.content, &other.content).then_some(Likeness::Opposed("one denies the other"))
}

fn each_pair<'a>(group: &'a [&'a Head]) -> impl Iterator<Item = (&'a Head, &'a Head)> {
    group.iter().enumerate().flat_map(move |(at, one)| group[at + 1..].iter().map(move |other| (*one, *other)))
}
