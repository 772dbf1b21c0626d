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
use crate::recall::answer::MessageHit;
use crate::recall::rerank::Read;
use crate::recall::shelf::{Shelf, Talk};
use crate::recall::texts::Searched;
use crate::view::{CandidateView, MemoryView};
use crate::{Engine, Error};

/// Something that was looked up.
pub(super) struct LookedUp {
    pub(super) document: u32,
    pub(super) item: Item,
    pub(super) read: Read,
    pub(super) importance: f64,
    pub(super) recency: f64,
    pub(super) tier: f64,
}

impl LookedUp {
    /// What its score is weighed by: how much it matters, how fresh and how sure it is.
    pub(super) fn factor(&self) -> f64 {
        (0.5 + 0.5 * self.importance) * self.recency * self.tier
    }
}

impl Engine {
    /// Looks up what is behind documents. What is gone meanwhile is left out.
    pub(super) fn look_up(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        documents: &[u32],
    ) -> Result<Vec<LookedUp>, Error> {
        let columns = shelf.index.columns();
        let (mut rows, mut said) = (Vec::new(), Vec::new());
        for document in documents {
            let key = columns.keys[*document as usize];
            match columns.layers[*document as usize] {
                Layer::Memory => rows.push(RowRef::version(Seq(key))),
                Layer::Candidate => rows.push(RowRef { noun: Noun::Candidate, seq: Seq(key) }),
                Layer::Episode => {}
                Layer::Message => {
                    said.push(Seq(key));
                    let before = columns.previous[*document as usize];
                    if before != NO_DOCUMENT {
                        said.push(Seq(columns.keys[before as usize]));
                    }
                }
            }
        }
        said.sort_unstable();
        said.dedup();
        let records: HashMap<Seq, Record<Row>> =
            self.store.rows_at(space, &rows)?.into_iter().map(|record| (record.seq, record)).collect();
        let events: HashMap<Seq, Event> =
            self.store.events_at(space, &said)?.events.into_iter().map(|event| (event.seq, event)).collect();
        let mut found = Vec::with_capacity(documents.len());
        for document in documents {
            let key = Seq(columns.keys[*document as usize]);
            let looked_up = match (records.get(&key), events.get(&key)) {
                (Some(record), _) => self.recorded(space, shelf, *document, record),
                (None, Some(event)) => {
                    let before = columns.previous[*document as usize];
                    let before = columns.keys.get(before as usize).and_then(|key| events.get(&Seq(*key)));
                    let importance = self.settings.weights.message_importance;
                    let talk = shelf.session(event.session);
                    talk.and_then(|talk| message(space, *document, event, before, talk, importance))
                }
                (None, None) => None,
            };
            found.extend(looked_up);
        }
        Ok(found)
    }

    fn recorded(&self, space: &SpaceHandle, shelf: &Shelf, document: u32, record: &Record<Row>) -> Option<LookedUp> {
        let now = self.now();
        match &record.body {
            Row::Version(version) => {
                let project = shelf.book.project_name(version.claim.project);
                let record = record.clone().map(|_| (**version).clone());
                let importance = importance_at(version, record.recorded_at, now);
                let recency = recency(version, record.recorded_at, now);
                let sure = version.claim.tier != Tier::Tentative;
                Some(LookedUp {
                    document,
                    read: Read { text: Searched::claim(&version.claim).meaning, before: None },
                    importance,
                    recency,
                    tier: if sure { 1.0 } else { self.settings.weights.maybe },
                    item: Item::Memory(Box::new(MemoryView::of(record, space.id(), project, now))),
                })
            }
            Row::Candidate(candidate) => {
                let project = shelf.book.project_name(candidate.claim.project);
                Some(LookedUp {
                    document,
                    read: Read { text: Searched::claim(&candidate.claim).meaning, before: None },
                    importance: candidate.claim.importance,
                    recency: 1.0,
                    tier: self.settings.weights.maybe,
                    item: Item::Candidate(Box::new(CandidateView::of(candidate, project))),
                })
            }
            _ => None,
        }
    }
}

fn message(
    space: &SpaceHandle,
    document: u32,
    event: &Event,
    before: Option<&Event>,
    talk: &Talk,
    importance: f64,
) -> Option<LookedUp> {
    let view = MessageHit::of(event, talk, space.id())?;
    let text = Searched::message(event)?.meaning;
    let before = before.and_then(Searched::message).map(|searched| searched.meaning);
    Some(LookedUp {
        document,
        item: Item::Message(Box::new(view)),
        read: Read { text, before },
        importance,
        recency: 1.0,
        tier: 1.0,
    })
}

/// How fresh a memory is: what fades keeps half of its weight however old it is.
fn recency(version: &Version, recorded_at: Timestamp, now: Timestamp) -> f64 {
    let Some(half_life) = DecayClass::of(&version.claim).half_life_days() else { return 1.0 };
    let heard = version.last_confirmed_at.unwrap_or(recorded_at).max(version.window.from);
    0.5 + 0.5 * 0.5_f64.powf(now.days_since(heard).max(0.0) / half_life)
}
