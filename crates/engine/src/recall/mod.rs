//! Recall: finding what matters to a question, among memories, maybes and what was said.
//!
//! A question is read, every arm scores everything that may be found, one total is ranked, and the best are looked up,
//! weighed by what they are, and, where there is time, read again by a reranker. Each hit says what its place is made of.

mod answer;
mod arms;
mod believed;
mod cache;
mod embed;
mod episodes;
mod explain;
mod here;
mod library;
mod lifts;
mod look_up;
mod near;
mod query;
mod ranking;
mod rerank;
mod results;
mod selected;
mod shelf;
mod space;
mod texts;
mod totals;
mod variety;
mod weights;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use cofio_domain::domains::DomainName;
use cofio_domain::id::{MemoryId, SessionId, SpaceId};
use cofio_domain::ports::SessionRef;
use cofio_domain::record::{Belief, Noun, Row};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_domain::usage::{UsageKind, Use};

use crate::browse::Item;
use crate::compose::PrototypeVectors;
use crate::{Engine, Error};

pub use answer::{ArmShare, Cut, Factors, Found, MessageHit, Recalled};
pub(crate) use believed::Records;
pub use embed::Embedded;
pub use episodes::EpisodeHit;
pub(crate) use library::Library;
pub use query::{Depth, Fusion, RecallQuery};
pub use results::{CacheCounts, CacheUse};
pub(crate) use results::{Keeping, one_spaced};
pub(crate) use texts::Searched;
pub use weights::Weights;

use arms::Scratch;
use cache::QueryVectors;
use query::Understood;
use results::Results;
use space::id_of;
use variety::{Saying, Standing, is_crowded, shared_out, told_once};

/// Why something is left out that fits as well as others.
const OF_ITS_DOMAIN: &str = "its domain has half of the places, and others fit nearly as well";

/// What recall keeps in memory between questions.
pub(crate) struct Memory {
    pub(crate) library: Library,
    pub(crate) vectors: QueryVectors,
    /// As many as were ever used at once.
    scratch: Mutex<Vec<Scratch>>,
    pub(crate) results: Results,
    pub(crate) prototypes: PrototypeVectors,
}

impl Memory {
    pub(crate) fn new(bound: usize) -> Memory {
        Memory {
            library: Library::new(bound),
            vectors: QueryVectors::default(),
            results: Results::default(),
            prototypes: PrototypeVectors::default(),
            scratch: Mutex::default(),
        }
    }

    /// Does something that needs room for numbers about every document.
    fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let idle = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = idle().pop().unwrap_or_default();
        let done = work(&mut scratch);
        idle().push(scratch);
        done
    }
}

impl Engine {
    /// Answers a question, and notes what it was answered with.
    pub fn recall(&self, space: &SpaceHandle, query: &RecallQuery) -> Result<Recalled, Error> {
        let recalled = self.find_hits(space, query)?;
        self.note_uses(space, UsageKind::Recalled, None, recalled.hits.iter().filter_map(Found::memory));
        Ok(recalled)
    }

    /// Notes what memories were used for. Nobody waits for it and nothing fails by it: the answer is there.
    pub(crate) fn note_uses(
        &self,
        space: &SpaceHandle,
        usage: UsageKind,
        session: Option<SessionId>,
        memories: impl Iterator<Item = (SpaceId, MemoryId)>,
    ) {
        if self.settings.dry_run || !space.role().may_write() {
            return;
        }
        let at = self.now();
        let own = memories.filter(|(owner, _)| *owner == space.id());
        let uses: Vec<Use> =
            own.map(|(_, memory)| Use { memory, user: space.user(), session, usage, at, influence: None }).collect();
        if uses.is_empty() {
            return;
        }
        if let Err(error) = self.store.note_uses(space, uses) {
            tracing::warn!("what was used is not noted: {error}");
        }
    }

    /// Notes that an answer in a session named memories.
    pub fn note_cited(&self, space: &SpaceHandle, session: &str, memories: &[MemoryId]) {
        let known = self.store.session(space, SessionRef::Name(session)).ok().flatten();
        let own = memories.iter().map(|memory| (space.id(), *memory));
        self.note_uses(space, UsageKind::Cited, known.map(|session| session.id), own);
    }

    /// Answers a question from a space and, where it is the person's own, from the shared ones they have switched on.
    /// What is forgotten, in the trash or in a domain that is off is not found, at whatever time is asked about.
    pub(crate) fn find_hits(&self, space: &SpaceHandle, query: &RecallQuery) -> Result<Recalled, Error> {
        let mut asked = self.understand(space, query);
        asked.meant = self.meant_by(space, &query.question, &asked.read)?;
        let along = self.read_along(space)?;
        if along.is_empty() {
            let mut recalled = self.recall_in(space, query, &asked, None)?;
            if query.depth == Depth::Thorough {
                self.settle_places(query, &mut recalled);
            }
            return Ok(recalled);
        }
        for read in std::iter::once(space).chain(&along) {
            self.make_ready(read)?;
        }
        let mut reach = self.reach_in(space, query, &asked)?;
        let model = |space: &SpaceHandle| self.embedder_of(space).map(|embedder| embedder.model().clone());
        let own_model = model(space);
        // Scores of different models reach differently far: such a space is measured by itself.
        let (alike, others): (Vec<_>, Vec<_>) = along.iter().partition(|shared| model(shared) == own_model);
        for shared in &alike {
            reach = match self.reach_in(shared, query, &asked) {
                Ok(further) => reach.with(further),
                Err(Error::NotFound { .. }) => reach,
                Err(error) => return Err(error),
            };
        }
        let mut recalled = self.recall_in(space, query, &asked, Some(reach))?;
        let copies = self.shared_copies(space)?;
        let is_copy = |hit: &Found| matches!(&hit.item, Item::Memory(view) if copies.contains(&view.id));
        let there = asked.meant.elsewhere();
        let alike =
            alike.into_iter().map(|shared| (shared, Understood { meant: there.clone(), ..asked.clone() }, Some(reach)));
        let others = others.into_iter().map(|shared| {
            let theirs = self.understand_in(shared, query, asked.read.clone(), there.clone());
            (shared, theirs, None)
        });
        for (shared, asked, reach) in alike.chain(others) {
            match self.recall_in(shared, query, &asked, reach) {
                Ok(found) => {
                    recalled.hits.extend(found.hits.into_iter().filter(|hit| !is_copy(hit)));
                    recalled.cut.extend(found.cut);
                    recalled.searched += found.searched;
                    recalled.damaged += found.damaged;
                    recalled.degraded = recalled.degraded.or(found.degraded);
                }
                // A domain of the person's own need not be there, too.
                Err(Error::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        recalled.hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        self.settle_places(query, &mut recalled);
        Ok(recalled)
    }

    /// What several spaces say is said once, the best of all are read again where there is time, and no domain takes all
    /// the places.
    fn settle_places(&self, query: &RecallQuery, recalled: &mut Recalled) {
        let (mut hits, repeated) = told_once(std::mem::take(&mut recalled.hits), |hit| Saying::of(&hit.item));
        let again = repeated.into_iter().map(|(hit, first)| Cut {
            id: id_of(&hit.item),
            score: hit.score,
            why: format!("says the same as {}", id_of(&hits[first].item)),
        });
        recalled.cut.extend(again.collect::<Vec<_>>());
        if query.depth == Depth::Thorough {
            self.read_again(&query.question, &mut hits);
        }
        let order = self.varied(query, &hits, |hit| (&hit.item, hit.score));
        let mut hits: Vec<Option<Found>> = hits.into_iter().map(Some).collect();
        for (place, waited) in order {
            let Some(hit) = hits[place].take() else { continue };
            if recalled.hits.len() < query.limit {
                recalled.hits.push(hit);
                continue;
            }
            let why = if waited { OF_ITS_DOMAIN.into() } else { format!("not among the best {}", query.limit) };
            recalled.cut.push(Cut { id: id_of(&hit.item), score: hit.score, why });
        }
    }

    /// Returns the order of what was found, by its places, in which no domain crowds out the others. The domains that
    /// the question asks for or speaks of may have all there is.
    fn varied<T>(&self, query: &RecallQuery, ranked: &[T], of: impl Fn(&T) -> (&Item, f64)) -> Vec<(usize, bool)> {
        let domain_of = |item: &Item| match item {
            Item::Memory(view) => Some(view.claim.domain.clone()),
            Item::Candidate(view) => Some(view.claim.domain.clone()),
            Item::Proposal(_) | Item::Conflict(_) | Item::Message(_) | Item::Episode(_) => None,
        };
        let mut standing: Vec<Standing> =
            ranked.iter().map(of).map(|(item, score)| Standing { domain: domain_of(item), score }).collect();
        let meant = |domain: &DomainName| *domain == DomainName::GENERAL || query.domain.as_ref() == Some(domain);
        for one in &mut standing {
            one.domain.take_if(|domain| meant(domain));
        }
        // Reading the question for its domains costs more than all of this, and is hardly ever needed.
        if !is_crowded(&standing, query.limit) {
            return (0..ranked.len()).map(|place| (place, false)).collect();
        }
        let spoken_of = cofio_language::domains::detect(&query.question, &[]);
        for one in &mut standing {
            one.domain.take_if(|domain| spoken_of.iter().any(|spoken| spoken.domain == domain.as_str()));
        }
        shared_out(&standing, query.limit)
    }

    /// Returns the shared spaces that are read along with a person's own.
    pub(crate) fn read_along(&self, space: &SpaceHandle) -> Result<Vec<SpaceHandle>, Error> {
        if space.kind() != SpaceKind::Personal {
            return Ok(Vec::new());
        }
        let spaces = self.store.spaces_of(space.user())?.into_iter();
        Ok(spaces
            .filter(|(space, _)| space.kind == SpaceKind::Shared)
            .filter_map(|(space, seat)| Some((space, seat.filter(|seat| seat.recalled)?)))
            .map(|(along, seat)| SpaceHandle::for_member(&along, &seat).as_narrow_as(space))
            .collect())
    }

    /// Returns what was copied from here to other spaces: it is found here already.
    pub(crate) fn shared_copies(&self, space: &SpaceHandle) -> Result<BTreeSet<MemoryId>, Error> {
        let shares = self.store.rows(space, Noun::Share, Belief::Now)?.records.into_iter();
        Ok(shares
            .filter_map(|record| match record.body {
                Row::Share(share) => Some(share.copy),
                _ => None,
            })
            .collect())
    }
}
