//! Recall: finding what matters to a question. For now by its words.

use std::collections::BTreeSet;

use cofio_domain::axes::{Kind, Tier};
use cofio_domain::domains::DomainName;
use cofio_domain::id::MemoryId;
use cofio_domain::memory::{Claim, Version};
use cofio_domain::policy::decay::importance_at;
use cofio_domain::record::{Belief, Noun, Record, Row};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_domain::time::{Moment, Timestamp};
use cofio_index::InvertedIndex;
use serde::Serialize;

use crate::browse::Item;
use crate::rulebook::Rulebook;
use crate::view::{CandidateView, MemoryView};
use crate::{Engine, Error};

/// What is asked.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "each narrows by what it is named for")]
pub struct RecallQuery {
    pub question: String,
    pub limit: usize,
    pub domain: Option<DomainName>,
    pub kind: Option<Kind>,
    pub as_of: Option<Timestamp>,
    pub known_at: Option<Timestamp>,
}

impl RecallQuery {
    /// A question as it is usually asked.
    pub fn new(question: impl Into<String>) -> RecallQuery {
        RecallQuery { question: question.into(), limit: 10, domain: None, kind: None, as_of: None, known_at: None }
    }
}

/// Something that was found, and why.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    /// What was found.
    #[serde(flatten)]
    pub item: Item,
    /// How well it fits.
    pub score: f64,
    /// What the score is made of.
    pub factors: Factors,
}

/// What a score is made of.
#[derive(Debug, Clone, Serialize)]
pub struct Factors {
    /// How well the words fit.
    pub keyword: f64,
    /// What each word added.
    pub words: Vec<(String, f64)>,
    /// How much it matters.
    pub importance: f64,
    /// How sure it is.
    pub tier: f64,
}

/// An answer.
#[derive(Debug, Clone, Serialize)]
pub struct Recalled {
    /// What was found, best first.
    pub hits: Vec<Found>,
    /// How many texts were looked at.
    pub searched: usize,
    /// How many records are damaged and were not.
    pub damaged: usize,
}

/// What a maybe is worth beside something sure.
const MAYBE_WEIGHT: f64 = 0.6;

/// Something that can be found.
enum Searchable {
    Memory(Box<Record<Version>>),
    Candidate(Box<CandidateView>),
}

impl Engine {
    /// Answers a question from a space and, where it is the person's own, from the shared ones they have switched on.
    /// What is forgotten, in the trash or in a domain that is off is not found, at whatever time is asked about.
    pub fn recall(&self, space: &SpaceHandle, query: &RecallQuery) -> Result<Recalled, Error> {
        let mut recalled = self.recall_in(space, query)?;
        let along = self.read_along(space)?;
        if along.is_empty() {
            return Ok(recalled);
        }
        let copies = self.shared_copies(space)?;
        let is_copy = |hit: &Found| matches!(&hit.item, Item::Memory(view) if copies.contains(&view.id));
        for shared in along {
            match self.recall_in(&shared, query) {
                Ok(found) => {
                    recalled.hits.extend(found.hits.into_iter().filter(|hit| !is_copy(hit)));
                    recalled.searched += found.searched;
                    recalled.damaged += found.damaged;
                }
                // A domain of the person's own need not be there, too.
                Err(Error::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        recalled.hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        recalled.hits.truncate(query.limit);
        Ok(recalled)
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
            .map(|(space, seat)| SpaceHandle::for_member(&space, &seat))
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

    fn recall_in(&self, space: &SpaceHandle, query: &RecallQuery) -> Result<Recalled, Error> {
        let now = self.now();
        let book = Rulebook::read(&*self.store, space)?;
        if let Some(domain) = &query.domain {
            book.domain(domain)?;
        }
        let moment = Moment::asked(query.as_of, query.known_at, now);
        let listing = self.store.versions(space, Belief::at(query.known_at))?;
        let wanted = |claim: &Claim| {
            book.is_on(&claim.domain)
                && query.domain.as_ref().is_none_or(|domain| claim.domain == *domain)
                && query.kind.is_none_or(|kind| claim.kind == kind)
        };
        let dropped = self.dropped_memories(space)?;
        let mut index = InvertedIndex::default();
        let mut texts = Vec::new();
        for record in listing.records {
            let version = &record.body;
            if version.in_force().contains(moment.as_of) && wanted(&version.claim) && !dropped.contains(&version.memory)
            {
                index.add(&searchable_text(&version.claim));
                texts.push(Searchable::Memory(Box::new(record)));
            }
        }
        if query.as_of.is_none() && query.known_at.is_none() {
            for candidate in self.candidates(space, false)? {
                let claim = &candidate.claim;
                let fits = query.domain.as_ref().is_none_or(|domain| claim.domain == *domain)
                    && query.kind.is_none_or(|kind| claim.kind == kind);
                if fits {
                    index.add(&claim.content);
                    texts.push(Searchable::Candidate(Box::new(candidate)));
                }
            }
        }
        let mut hits: Vec<Found> = index
            .search(&query.question)
            .into_iter()
            .map(|hit| self.found(space, &hit, &texts[hit.document as usize], &book, now))
            .collect();
        hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        hits.truncate(query.limit);
        Ok(Recalled { hits, searched: texts.len(), damaged: listing.damaged.len() })
    }

    fn found(
        &self,
        space: &SpaceHandle,
        hit: &cofio_index::Hit,
        text: &Searchable,
        book: &Rulebook,
        now: Timestamp,
    ) -> Found {
        let (item, importance, sure) = match text {
            Searchable::Memory(record) => {
                let project = book.project_name(record.body.claim.project);
                let view = MemoryView::of((**record).clone(), space.id(), project, now);
                let importance = importance_at(&record.body, record.recorded_at, now);
                (Item::Memory(Box::new(view)), importance, record.body.claim.tier != Tier::Tentative)
            }
            Searchable::Candidate(view) => (Item::Candidate(view.clone()), view.claim.importance, false),
        };
        let keyword = f64::from(hit.score);
        let tier = if sure { 1.0 } else { MAYBE_WEIGHT };
        let words = hit.words.iter().map(|(word, score)| (word.clone(), f64::from(*score))).collect();
        Found {
            item,
            score: keyword * (0.5 + 0.5 * importance) * tier,
            factors: Factors { keyword, words, importance, tier },
        }
    }

    /// Returns the memories that the person said to stop using.
    fn dropped_memories(&self, space: &SpaceHandle) -> Result<BTreeSet<MemoryId>, Error> {
        use cofio_domain::axes::Status;
        let heads = self.heads(space)?.into_iter();
        Ok(heads
            .filter(|head| matches!(head.body.status, Status::Forgotten | Status::Trashed))
            .map(|head| head.body.memory)
            .collect())
    }
}

/// Everything about a claim that a question may use to find it.
fn searchable_text(claim: &Claim) -> String {
    let mut text = claim.texts().collect::<Vec<_>>().join(" ");
    text.push(' ');
    text.push_str(claim.domain.as_str());
    text
}
