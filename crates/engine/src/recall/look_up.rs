//! Looking up what is behind documents: the row or the message, and how much it matters.

use std::collections::HashMap;

use cofio_domain::axes::Tier;
use cofio_domain::event::Event;
use cofio_domain::memory::Version;
use cofio_domain::policy::decay::{DecayClass, importance_at};
use cofio_domain::record::{Noun, Record, Row, RowRef, Seq};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_index::{Layer, NO_DOCUMENT};

use crate::browse::Item;
use crate::raw::embedded;
use crate::recall::answer::MessageHit;
use crate::recall::episodes::{EpisodeHit, text_of};
use crate::recall::query::Depth;
use crate::recall::rerank::Read;
use crate::recall::shelf::Shelf;
use crate::recall::texts::Searched;
use crate::view::{CandidateView, MemoryView};
use crate::{Engine, Error};

/// Something that was looked up.
pub(super) struct LookedUp {
    pub(super) document: u32,
    pub(super) item: Item,
    /// What a reranker would read of it, where one will.
    pub(super) read: Option<Read>,
    pub(super) importance: f64,
    pub(super) recency: f64,
    pub(super) tier: f64,
    /// How much it is wanted where the question belongs.
    pub(super) here: f64,
}

impl LookedUp {
    /// What its score is weighed by: how much it matters, how fresh and how sure it is.
    pub(super) fn factor(&self) -> f64 {
        (0.5 + 0.5 * self.importance) * self.recency * self.tier * self.here
    }
}

impl Engine {
    /// Looks up what is behind documents. What is gone meanwhile is left out.
    pub(super) fn look_up(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        documents: &[u32],
        depth: Depth,
    ) -> Result<Vec<LookedUp>, Error> {
        let columns = shelf.index.columns();
        let (mut rows, mut said) = (Vec::new(), Vec::new());
        for document in documents {
            let key = Seq(columns.keys[*document as usize]);
            match columns.layers[*document as usize] {
                Layer::Memory => rows.push(RowRef::version(key)),
                Layer::Candidate => rows.push(RowRef { noun: Noun::Candidate, seq: key }),
                Layer::Episode => rows.push(RowRef { noun: Noun::Episode, seq: key }),
                Layer::Message => {
                    said.push(key);
                    let before = columns.previous[*document as usize];
                    if depth == Depth::Thorough && before != NO_DOCUMENT {
                        said.push(Seq(columns.keys[before as usize]));
                    }
                }
            }
        }
        let rows = if rows.is_empty() { Vec::new() } else { self.store.rows_at(space, &rows)? };
        let mut records: HashMap<Seq, Record<Row>> = rows.into_iter().map(|record| (record.seq, record)).collect();
        let events: HashMap<Seq, Event> =
            self.store.events_at(space, &said)?.events.into_iter().map(|event| (event.seq, event)).collect();
        let mut found = Vec::with_capacity(documents.len());
        for document in documents {
            let key = Seq(columns.keys[*document as usize]);
            let looked_up = match (records.remove(&key), events.get(&key)) {
                (Some(record), _) => self.recorded(space, shelf, record),
                (None, Some(event)) => {
                    let before = columns.previous[*document as usize];
                    let before = columns.keys.get(before as usize).and_then(|key| events.get(&Seq(*key)));
                    self.said(space, shelf, event, before)
                }
                (None, None) => None,
            };
            let Some(looked_up) = looked_up else { continue };
            let read = looked_up.read.filter(|_| depth == Depth::Thorough);
            found.push(LookedUp { document: *document, read, ..looked_up });
        }
        Ok(found)
    }

    fn recorded(&self, space: &SpaceHandle, shelf: &Shelf, record: Record<Row>) -> Option<LookedUp> {
        let now = self.now();
        let Record { seq, operation, recorded_at, retired, body } = record;
        match body {
            Row::Version(version) => {
                let claim = &version.claim;
                let project = shelf.book.project_name(claim.project);
                let sure = claim.tier != Tier::Tentative;
                let read = Read { text: embedded(claim), before: None };
                let importance = importance_at(&version, recorded_at, now);
                let recency = recency(&version, recorded_at, now);
                let record = Record { seq, operation, recorded_at, retired, body: *version };
                Some(LookedUp {
                    document: NO_DOCUMENT,
                    read: Some(read),
                    importance,
                    recency,
                    tier: if sure { 1.0 } else { self.settings.weights.maybe },
                    here: 1.0,
                    item: Item::Memory(Box::new(MemoryView::of(record, space.id(), project, now))),
                })
            }
            Row::Candidate(candidate) => {
                let project = shelf.book.project_name(candidate.claim.project);
                Some(LookedUp {
                    document: NO_DOCUMENT,
                    read: Some(Read { text: embedded(&candidate.claim), before: None }),
                    importance: candidate.claim.importance,
                    recency: 1.0,
                    tier: self.settings.weights.maybe,
                    here: 1.0,
                    item: Item::Candidate(Box::new(CandidateView::of(&candidate, project))),
                })
            }
            Row::Episode(episode) => Some(LookedUp {
                document: NO_DOCUMENT,
                read: Some(Read { text: text_of(&episode.lines), before: None }),
                importance: self.settings.weights.message_importance,
                recency: 1.0,
                tier: 1.0,
                here: 1.0,
                item: Item::Episode(Box::new(EpisodeHit::of(*episode, space.id()))),
            }),
            _ => None,
        }
    }

    fn said(&self, space: &SpaceHandle, shelf: &Shelf, event: &Event, before: Option<&Event>) -> Option<LookedUp> {
        let view = MessageHit::of(event, shelf.session(event.session)?, space.id())?;
        let text = Searched::message(event)?.meaning;
        let before = before.and_then(Searched::message).map(|searched| searched.meaning);
        Some(LookedUp {
            document: NO_DOCUMENT,
            item: Item::Message(Box::new(view)),
            read: Some(Read { text, before }),
            importance: self.settings.weights.message_importance,
            recency: 1.0,
            tier: 1.0,
            here: 1.0,
        })
    }
}

/// How fresh a memory is: what fades keeps half of its weight however old it is.
fn recency(version: &Version, recorded_at: Timestamp, now: Timestamp) -> f64 {
    let Some(half_life) = DecayClass::of(&version.claim).half_life_days() else { return 1.0 };
    let heard = version.last_confirmed_at.unwrap_or(recorded_at).max(version.window.from);
    0.5 + 0.5 * 0.5_f64.powf(now.days_since(heard).max(0.0) / half_life)
}
