//! Recall in one space: choose what may be found, score it, look up the best, weigh them by what they are.

use std::collections::HashMap;

use cofio_domain::axes::Tier;
use cofio_domain::event::{Event, MessageRole, sound_spans, without};
use cofio_domain::memory::Version;
use cofio_domain::policy::decay::{DecayClass, importance_at};
use cofio_domain::ports::{Cancel, SessionRef};
use cofio_domain::record::{Noun, Record, Row, RowRef, Seq};
use cofio_domain::session::SessionNumber;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::{Moment, Timestamp};
use cofio_index::{Allowed, Columns, Filter, Layer, NO_DOCUMENT, Numbers, Selection};
use cofio_language::question::Question;

use crate::browse::Item;
use crate::raw::MessageRef;
use crate::recall::OF_ITS_DOMAIN;
use crate::recall::answer::{ArmShare, Cut, Factors, Found, MessageHit, Recalled};
use crate::recall::arms::{Arms, Asked, Reach, Totals, is_wish, total};
use crate::recall::query::{Depth, Fusion, RecallQuery, Understood};
use crate::recall::rerank::Read;
use crate::recall::shelf::{Shelf, Talk};
use crate::recall::texts::Searched;
use crate::recall::variety::{Saying, told_once};
use crate::recall::weights::{LOOKED_UP, NEAR, RERANKED, RRF, WISH_FLOOR, Weights};
use crate::view::{CandidateView, MemoryView};
use crate::{Engine, Error};

/// How many times as many are looked up again where too many of the best say the same.
const LOOKED_UP_AGAIN: usize = 4;

/// How many texts without a vector are given one before a question is answered.
const EMBEDDED_FIRST: usize = 32;

/// Something that was looked up.
struct LookedUp {
    document: u32,
    item: Item,
    read: Read,
    importance: f64,
    recency: f64,
    tier: f64,
}

impl LookedUp {
    /// What its score is weighed by: how much it matters, how fresh and how sure it is.
    fn factor(&self) -> f64 {
        (0.5 + 0.5 * self.importance) * self.recency * self.tier
    }
}

/// Something in its place.
struct Ranked {
    score: f64,
    /// What the reranker said of it, 0 to 1.
    reranked: Option<f64>,
    /// Whether others come before it because its domain has its share.
    waited: bool,
    found: LookedUp,
}

impl Engine {
    /// Returns how far the scores of a question reach in a space.
    pub(super) fn reach_in(
        &self,
        space: &SpaceHandle,
        query: &RecallQuery,
        asked: &Understood,
    ) -> Result<Reach, Error> {
        self.on_shelf(space, |shelf| {
            let selection = self.selected(space, shelf, query)?;
            let words = shelf.index.question(&query.question);
            let asked = Asked { words: &words, vector: asked.vector.as_deref(), read: &asked.read };
            Ok(Arms::of(&shelf.index, &selection, &asked).1)
        })
    }

    pub(super) fn recall_in(
        &self,
        space: &SpaceHandle,
        query: &RecallQuery,
        asked: &Understood,
        reach: Option<Reach>,
    ) -> Result<Recalled, Error> {
        self.keep_up(space)?;
        self.on_shelf(space, |shelf| self.search(space, shelf, query, asked, reach))
    }

    pub(super) fn on_shelf<T>(
        &self,
        space: &SpaceHandle,
        read: impl FnOnce(&Shelf) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let embedder = self.models.embedder.as_deref();
        self.recollection.library.read(&*self.store, space, embedder, read)
    }

    /// Gives the newest texts their vectors, so that what was just said is found by its meaning. What cannot be done
    /// now is done later; the question is answered either way.
    fn keep_up(&self, space: &SpaceHandle) -> Result<(), Error> {
        if self.models.embedder.is_none() || !self.on_shelf(space, |shelf| Ok(shelf.lacks_vectors()))? {
            return Ok(());
        }
        if let Err(error) = self.embed_missing(space, EMBEDDED_FIRST, &Cancel::new()) {
            tracing::warn!("some texts have no vectors yet: {error}");
        }
        Ok(())
    }

    fn search(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        query: &RecallQuery,
        asked: &Understood,
        reach: Option<Reach>,
    ) -> Result<Recalled, Error> {
        let selection = self.selected(space, shelf, query)?;
        let words = shelf.index.question(&query.question);
        let looking = Asked { words: &words, vector: asked.vector.as_deref(), read: &asked.read };
        let (arms, own_reach) = Arms::of(&shelf.index, &selection, &looking);
        let arms = arms.measured_by(reach.unwrap_or(own_reach), &selection);
        let columns = shelf.index.columns();
        let mut totals = total(columns, &selection, &arms, &asked.read, &self.settings.weights);
        if query.fusion == Fusion::Rrf {
            totals = by_ranks(&arms, &selection);
        }
        let fused = |found: &LookedUp| f64::from(totals.scores[found.document as usize]).max(0.0);
        let read = if query.depth == Depth::Thorough { RERANKED } else { 0 };
        let mut most = (query.limit.saturating_mul(LOOKED_UP)).max(read).max(1);
        let (mut ranked, mut cut) = loop {
            let documents = self.nearest(columns, &selection, &arms, &totals, most);
            let mut ranked: Vec<Ranked> = self
                .look_up(space, shelf, &documents)?
                .into_iter()
                .map(|found| Ranked { score: fused(&found) * found.factor(), reranked: None, waited: false, found })
                .collect();
            ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
            let (ranked, repeated) = told_once(ranked, |ranked| Saying::of(&ranked.found.item));
            // What was said a hundred times must not hide what was said once.
            if ranked.len() >= query.limit || documents.len() < most {
                let first = |place: usize| id_of(&ranked[place].found.item);
                let cut = repeated.into_iter().map(|(again, place)| Cut {
                    id: id_of(&again.found.item),
                    score: again.score,
                    why: format!("says the same as {}", first(place)),
                });
                let cut: Vec<Cut> = cut.collect();
                break (ranked, cut);
            }
            most = most.saturating_mul(LOOKED_UP_AGAIN);
        };
        if query.depth == Depth::Thorough {
            self.read_again(&query.question, columns, &asked.read, &mut ranked);
        }
        let order = self.varied(query, &ranked, |ranked| (&ranked.found.item, ranked.score));
        let ranked = in_order(ranked, order);
        let (ranked, left) = self.shown(space, shelf, &words, ranked, query.limit)?;
        cut.extend(left);
        let hits = ranked.into_iter().map(|Ranked { score, reranked, found, .. }| {
            let explained = Explained {
                columns,
                selection: &selection,
                arms: &arms,
                totals: &totals,
                words: &words,
                weights: &self.settings.weights,
            };
            let factors = explained.factors(&found, reranked, query.explain);
            Found { item: found.item, score, factors }
        });
        Ok(Recalled {
            hits: hits.collect(),
            cut,
            understood: asked.read.clone(),
            searched: selection.len(),
            damaged: shelf.damaged,
            degraded: asked.degraded.clone(),
        })
    }

    /// Returns the best that may be shown, and what is left out and why. Forgetting reaches what was said: a message
    /// that only something forgotten was learned from is withheld, and one whose value has changed says so.
    fn shown(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        words: &cofio_index::Question<'_>,
        ranked: Vec<Ranked>,
        limit: usize,
    ) -> Result<(Vec<Ranked>, Vec<Cut>), Error> {
        let (mut shown, mut cut) = (Vec::new(), Vec::new());
        for mut ranked in ranked {
            let (id, score) = (id_of(&ranked.found.item), ranked.score);
            let mut leave_out = |why: String| cut.push(Cut { id: id.clone(), score, why });
            if shown.len() == limit {
                leave_out(if ranked.waited { OF_ITS_DOMAIN.into() } else { format!("not among the best {limit}") });
                continue;
            }
            if let Item::Message(hit) = &mut ranked.found.item
                && !self.mark(space, shelf, hit, words)?
            {
                leave_out("learned from by something that is forgotten or out of sight".into());
                continue;
            }
            shown.push(ranked);
        }
        Ok((shown, cut))
    }

    /// Marks a message with what has become of what was learned from it. Returns whether it may be shown.
    fn mark(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        hit: &mut MessageHit,
        words: &cofio_index::Question<'_>,
    ) -> Result<bool, Error> {
        let marks = self.marks_of(space, &hit.session_name, hit.index)?;
        let message = MessageRef { session: hit.session_name.clone(), index: hit.index };
        let mut spans = marks.withheld(&message, &hit.text);
        spans.extend(shelf.hidden.clauses(&hit.text).into_iter().map(|(_, span)| span));
        let spans = sound_spans(&hit.text, &spans);
        if let Some((_, memory)) = marks.superseded(&message, &hit.text).first() {
            hit.newer = Some(*memory);
            let newer = self.head_of(space, *memory)?.map(|head| head.body.claim.content);
            hit.label = newer.map(|newer| format!("now: {newer}"));
        }
        if spans.is_empty() {
            return Ok(true);
        }
        hit.text = without(&hit.text, &spans, "[…]");
        if !hit.text.chars().any(char::is_alphanumeric) {
            return Ok(false);
        }
        // It is found by what is left of it, or not at all.
        let left = cofio_index::words(&hit.text);
        Ok(words.words().iter().any(|asked| left.contains(&asked.word)))
    }

    /// Returns what may be found.
    fn selected(&self, space: &SpaceHandle, shelf: &Shelf, query: &RecallQuery) -> Result<Selection, Error> {
        let (book, columns) = (&shelf.book, shelf.index.columns());
        if let Some(domain) = &query.domain {
            book.domain(domain)?;
        }
        let project = query.project.as_deref().map(|name| book.project(name)).transpose()?;
        let past = query.as_of.is_some() || query.known_at.is_some();
        let narrow = query.domain.is_some() || query.kind.is_some() || project.is_some();
        let mut layers = vec![Layer::Memory];
        if !past {
            layers.push(Layer::Candidate);
        }
        if query.messages && !narrow {
            layers.push(Layer::Message);
        }
        // What has no domain was never in one that could be off.
        let open = |name: &str| match &query.domain {
            Some(asked) => name == asked.as_str() && book.is_on(asked),
            None => name.is_empty() || name.parse().is_ok_and(|name| book.is_on(&name)),
        };
        let names = &columns.domain_names;
        let domains: Numbers = (0..names.len() as u32).filter(|number| open(names.name(*number))).collect();
        let moment = Moment::asked(query.as_of, query.known_at, self.now());
        let filter = Filter {
            layers: Filter::of_layers(&layers),
            kinds: query.kind.map_or(Allowed::All, |kind| Allowed::Only([kind as u32].into_iter().collect())),
            roles: if query.said_only { Allowed::Only(said_roles()) } else { Allowed::All },
            sessions: match self.session_left_out(space, query)? {
                Some(number) => {
                    Allowed::Except(columns.session_names.number(&number.0.to_string()).into_iter().collect())
                }
                None => Allowed::All,
            },
            domains: Allowed::Only(domains),
            projects: project.map_or(Allowed::All, |project| {
                Allowed::Only(columns.project_names.number(&project.id.to_string()).into_iter().collect())
            }),
            as_of: Some(moment.as_of.as_micros()),
            known_at: query.known_at.map(Timestamp::as_micros),
            withheld: &shelf.withheld,
            ..Filter::default()
        };
        Ok(shelf.index.select(&filter))
    }

    fn session_left_out(&self, space: &SpaceHandle, query: &RecallQuery) -> Result<Option<SessionNumber>, Error> {
        let Some(name) = &query.except_session else { return Ok(None) };
        Ok(self.store.session(space, SessionRef::Name(name))?.map(|session| session.number))
    }

    /// Returns the best documents that say something to the question, best first.
    fn nearest(&self, columns: &Columns, selection: &Selection, arms: &Arms, totals: &Totals, most: usize) -> Vec<u32> {
        let mut best: Vec<u32> = selection
            .iter()
            .filter(|document| {
                let place = *document as usize;
                arms.keyword[place] > 0.0 || arms.cosine[place] >= NEAR || arms.time[place] > 0.0
            })
            .collect();
        let order = |one: &u32, other: &u32| {
            let (first, second) = (totals.scores[*one as usize], totals.scores[*other as usize]);
            second.total_cmp(&first).then(columns.keys[*one as usize].cmp(&columns.keys[*other as usize]))
        };
        if best.len() > most {
            best.select_nth_unstable_by(most - 1, order);
            best.truncate(most);
        }
        best.sort_unstable_by(order);
        best
    }

    /// Looks up what is behind documents. What is gone meanwhile is left out.
    fn look_up(&self, space: &SpaceHandle, shelf: &Shelf, documents: &[u32]) -> Result<Vec<LookedUp>, Error> {
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

    /// Gives the best what the reranker thinks of them, on top. Nobody loses by it, so what was not read stays below.
    fn read_again(&self, question: &str, columns: &Columns, asked: &Question, ranked: &mut [Ranked]) {
        let most = ranked.len().min(RERANKED);
        let best = &mut ranked[..most];
        let passages: Vec<&Read> = best.iter().map(|ranked| &ranked.found.read).collect();
        let Some(reranked) = self.reread(question, &passages) else { return };
        for (ranked, own) in best.iter_mut().zip(reranked) {
            let wish = is_wish(columns, ranked.found.document, asked);
            let own = f64::from(if wish { own.max(WISH_FLOOR) } else { own });
            ranked.score += f64::from(self.settings.weights.reranker) * own * ranked.found.factor();
            ranked.reranked = Some(own);
        }
        best.sort_by(|one, other| other.score.total_cmp(&one.score));
    }
}

fn in_order(ranked: Vec<Ranked>, order: Vec<(usize, bool)>) -> Vec<Ranked> {
    let mut ranked: Vec<Option<Ranked>> = ranked.into_iter().map(Some).collect();
    let placed = order.into_iter().filter_map(|(place, waited)| Some(Ranked { waited, ..ranked[place].take()? }));
    placed.collect()
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

/// The roles whose words are part of a conversation. A memory counts as said by the person.
fn said_roles() -> Numbers {
    MessageRole::ALL.iter().filter(|role| role.is_said()).map(|role| *role as u32).collect()
}

/// How fresh a memory is: what fades keeps half of its weight however old it is.
fn recency(version: &Version, recorded_at: Timestamp, now: Timestamp) -> f64 {
    let Some(half_life) = DecayClass::of(&version.claim).half_life_days() else { return 1.0 };
    let heard = version.last_confirmed_at.unwrap_or(recorded_at).max(version.window.from);
    0.5 + 0.5 * 0.5_f64.powf(now.days_since(heard).max(0.0) / half_life)
}

/// The documented baseline: words and meaning by their ranks alone.
fn by_ranks(arms: &Arms, selection: &Selection) -> Totals {
    let mut scores = vec![0.0; arms.keyword.len()];
    for (arm, says) in [(&arms.keyword, true), (&arms.vector, arms.has_meaning)] {
        let mut order: Vec<u32> = selection.iter().filter(|document| says && arm[*document as usize] > 0.0).collect();
        order.sort_by(|one, other| arm[*other as usize].total_cmp(&arm[*one as usize]).then(one.cmp(other)));
        for (rank, document) in order.into_iter().enumerate() {
            scores[document as usize] += 1.0 / (RRF + rank as f32 + 1.0);
        }
    }
    let nothing = vec![0.0; scores.len()];
    Totals { scores, inherited: nothing.clone(), manner: nothing }
}

pub(super) fn id_of(item: &Item) -> String {
    match item {
        Item::Memory(view) => view.id.to_string(),
        Item::Candidate(view) => view.id.to_string(),
        Item::Proposal(view) => view.id.to_string(),
        Item::Conflict(view) => view.id.to_string(),
        Item::Message(view) => view.id.to_string(),
    }
}

/// What a score is made of can be told while everything is at hand.
struct Explained<'a> {
    columns: &'a Columns,
    selection: &'a Selection,
    arms: &'a Arms,
    totals: &'a Totals,
    words: &'a cofio_index::Question<'a>,
    weights: &'a Weights,
}

impl Explained<'_> {
    fn factors(&self, found: &LookedUp, reranked: Option<f64>, ranks: bool) -> Factors {
        let place = found.document as usize;
        let (words, meaning) = self.arms.shares_of(found.document, self.weights);
        let arm = |arm: &'static str, scores: &[f32], share: f32| ArmShare {
            arm,
            rank: (ranks && scores[place] > 0.0).then(|| self.rank(scores, found.document)),
            score: f64::from(scores[place]),
            share: f64::from(scores[place] * share),
        };
        let mut arms = vec![arm("keyword", &self.arms.keyword, words)];
        if self.arms.has_meaning {
            arms.push(arm("vector", &self.arms.vector, meaning));
        }
        if self.arms.time[place] > 0.0 {
            arms.push(arm("time", &self.arms.time, self.weights.time_named));
        }
        if self.arms.named[place] > 0.0 {
            arms.push(arm("speaker", &self.arms.named, self.weights.named));
        }
        let told =
            f64::from(self.weights.time_named * self.arms.time[place] + self.weights.named * self.arms.named[place]);
        Factors {
            arms,
            words: self
                .words
                .explain(found.document)
                .into_iter()
                .map(|(word, score)| (word.to_owned(), f64::from(score)))
                .collect(),
            inherited: f64::from(self.totals.inherited[place]),
            manner: f64::from(self.totals.manner[place]) - told,
            fused: f64::from(self.totals.scores[place]),
            importance: found.importance,
            recency: found.recency,
            tier: found.tier,
            reranked,
        }
    }

    fn rank(&self, scores: &[f32], document: u32) -> usize {
        let own = scores[document as usize];
        let key = self.columns.keys[document as usize];
        let better = |other: u32| {
            let score = scores[other as usize];
            score > own || (score == own && self.columns.keys[other as usize] < key)
        };
        1 + self.selection.iter().filter(|other| better(*other)).count()
    }
}
