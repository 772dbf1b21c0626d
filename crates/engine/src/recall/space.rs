//! Recall in one space: choose what may be found, score it, look up the best, weigh them by what they are.

use std::collections::VecDeque;

use cofio_domain::event::{sound_spans, without};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_language::question::Question;

use crate::browse::Item;
use crate::raw::{MessageRef, RawMarks};
use crate::recall::OF_ITS_DOMAIN;
use crate::recall::answer::{Cut, Found, MessageHit, Recalled};
use crate::recall::arms::{Arms, Asked, Reach, Scratch};
use crate::recall::episodes::MOST_EPISODES;
use crate::recall::explain::Explained;
use crate::recall::here::here;
use crate::recall::look_up::LookedUp;
use crate::recall::query::{Depth, Fusion, RecallQuery, Understood};
use crate::recall::ranking::{Ranking, is_wish};
use crate::recall::rerank::Reread;
use crate::recall::results::one_spaced;
use crate::recall::shelf::Shelf;
use crate::recall::totals::{Totals, by_ranks};
use crate::recall::variety::{Saying, told_once};
use crate::recall::weights::{LOOKED_UP, RERANKED};
use crate::{Engine, Error};

/// How many times as many are looked up again where too many of the best say the same.
const LOOKED_UP_AGAIN: usize = 4;

/// How many texts without a vector are given one before a question is answered.
const EMBEDDED_FIRST: usize = 32;

/// Something in its place.
struct Ranked {
    score: f64,
    /// Whether others come before it because its domain has its share.
    waited: bool,
    /// Whether some of its words may not be shown.
    redacted: bool,
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
            self.recollection.with_scratch(|scratch| {
                self.select(space, shelf, query, &mut scratch.selection)?;
                let words = shelf.index.question(&query.question);
                let asked =
                    Asked { words: &words, vector: asked.vector.as_deref(), read: &asked.read, meant: &asked.meant };
                Ok(Arms::of(&shelf.index, &asked, scratch).0.reach())
            })
        })
    }

    /// Answers a question from a space. The newest texts are given their vectors first, so that what was just said is
    /// found by its meaning.
    pub(super) fn recall_in(
        &self,
        space: &SpaceHandle,
        query: &RecallQuery,
        asked: &Understood,
        reach: Option<Reach>,
    ) -> Result<Recalled, Error> {
        let search = |shelf: &Shelf| {
            self.recollection.with_scratch(|scratch| self.search(space, shelf, query, asked, reach, scratch))
        };
        let could_embed = self.embedder_of(space).is_some();
        let answer = self.on_shelf(space, |shelf| {
            let is_ready = !could_embed || !(shelf.lacks_vectors() || self.should_keep(space, shelf));
            is_ready.then(|| search(shelf)).transpose()
        })?;
        if let Some(answer) = answer {
            return Ok(answer);
        }
        self.embed_what_can_be(space, EMBEDDED_FIRST);
        self.on_shelf(space, search)
    }

    /// Gives the newest texts of a space their vectors, so that what was just said is measured by its meaning, too.
    pub(super) fn make_ready(&self, space: &SpaceHandle) -> Result<(), Error> {
        if self.embedder_of(space).is_some() && self.on_shelf(space, |shelf| Ok(shelf.lacks_vectors()))? {
            self.embed_what_can_be(space, EMBEDDED_FIRST);
        }
        Ok(())
    }

    pub(super) fn on_shelf<T>(
        &self,
        space: &SpaceHandle,
        read: impl FnOnce(&Shelf) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.recollection.library.read(&*self.store, space, self.embedder_of(space), read)
    }

    fn search(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        query: &RecallQuery,
        asked: &Understood,
        reach: Option<Reach>,
        scratch: &mut Scratch,
    ) -> Result<Recalled, Error> {
        self.select(space, shelf, query, &mut scratch.selection)?;
        let (columns, weights) = (shelf.index.columns(), &self.settings.weights);
        let words = shelf.index.question(&query.question);
        let looking = Asked { words: &words, vector: asked.vector.as_deref(), read: &asked.read, meant: &asked.meant };
        let (arms, selection, room) = Arms::of(&shelf.index, &looking, scratch);
        let own_reach = arms.reach();
        let arms = arms.measured_by(reach.unwrap_or(own_reach));
        let totals = match query.fusion {
            Fusion::Scores => {
                Totals::Scores(Box::new(Ranking::of(columns, selection, &arms, &asked.read, weights, room)))
            }
            Fusion::Rrf => Totals::Ranks(by_ranks(columns.len(), &arms, selection)),
        };
        let fused = |found: &LookedUp| f64::from(totals.score(found.document)).max(0.0);
        let loose = |found: &LookedUp| f64::from(weights.exact * loosely_met(&asked.read, found, &arms));
        // What will be read again has no place yet.
        let wanted = if query.depth == Depth::Thorough { query.limit.max(RERANKED) } else { query.limit };
        let mut most = query.limit.saturating_mul(LOOKED_UP).max(wanted).max(1);
        let (ranked, cut) = loop {
            let documents = totals.best(most, selection, &arms);
            let mut ranked: Vec<Ranked> = self
                .look_up(space, shelf, &documents, query.depth)?
                .into_iter()
                .filter(|found| !is_of_session(&found.item, query.except_session.as_deref()))
                .map(|found| LookedUp { here: here(&found.item, &query.question, &shelf.book.domains), ..found })
                .map(|found| {
                    let score = (fused(&found) - loose(&found)).max(0.0) * found.factor();
                    Ranked { score, waited: false, redacted: false, found }
                })
                .collect();
            ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
            let (ranked, repeated) = told_once(ranked, |ranked| Saying::of(&ranked.found.item));
            let first = |place: usize| id_of(&ranked[place].found.item);
            let repeated = repeated.into_iter().map(|(again, place)| Cut {
                id: id_of(&again.found.item),
                score: again.score,
                why: format!("says the same as {}", first(place)),
            });
            let mut cut: Vec<Cut> = repeated.collect();
            let ranked = if query.depth == Depth::Thorough {
                ranked
            } else {
                let order = self.varied(query, &ranked, |ranked| (&ranked.found.item, ranked.score));
                in_order(ranked, order)
            };
            let (shown, left) = self.shown(space, shelf, &words, ranked, wanted)?;
            // What was said a hundred times, or may not be shown any more, must not hide what was said once.
            if shown.len() >= wanted || documents.len() < most {
                cut.extend(left);
                break (shown, cut);
            }
            most = most.saturating_mul(LOOKED_UP_AGAIN);
        };
        let explained = Explained { selection, arms: &arms, totals: &totals, words: &words, weights };
        let hits = ranked.into_iter().map(|Ranked { score, redacted, found, .. }| {
            let mut factors = explained.factors(&found, query.explain);
            let factor = found.factor();
            let is_wish = is_wish(columns, found.document, &asked.read);
            let mut reread = found.read.map(|read| Reread { read, is_wish, factor });
            if redacted {
                // What may not be shown is not told of by the words it was found by, and not read again.
                let text = text_of_item(&found.item);
                let left = cofio_index::words(&text);
                factors.words.retain(|(word, _)| left.contains(word));
                if let Some(reread) = &mut reread {
                    reread.read.text = text;
                }
            }
            let mut item = found.item;
            if let Item::Message(hit) = &mut item {
                hit.text = excerpt(std::mem::take(&mut hit.text), &words);
            }
            Found { item, score, factors, reread }
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
        // What was learned from messages is looked up for as many as can be shown, and for more where some may not be.
        let (mut marks, mut marked) = (RawMarks::default(), 0);
        let mut waiting = VecDeque::from(ranked);
        let mut episodes = 0;
        loop {
            if marked == 0 && shown.len() < limit {
                marked = waiting.len().min(limit - shown.len());
                marks = self.marks_of(space, &said(waiting.iter().take(marked)), &shelf.book)?;
            }
            let Some(mut ranked) = waiting.pop_front() else { return Ok((shown, cut)) };
            marked = marked.saturating_sub(1);
            let (id, score) = (id_of(&ranked.found.item), ranked.score);
            let mut leave_out = |why: String| cut.push(Cut { id: id.clone(), score, why });
            if shown.len() == limit {
                leave_out(if ranked.waited { OF_ITS_DOMAIN.into() } else { format!("not among the best {limit}") });
                continue;
            }
            if let Item::Message(hit) = &mut ranked.found.item {
                let said = hit.text.clone();
                let may_be_shown = self.mark(space, shelf, hit, &marks, words)?;
                ranked.redacted = hit.text != said;
                if !may_be_shown {
                    leave_out("learned from by something that is forgotten or out of sight".into());
                    continue;
                }
            }
            if let Item::Episode(hit) = &mut ranked.found.item {
                if episodes == MOST_EPISODES {
                    leave_out(format!("{MOST_EPISODES} conversations are summed up already"));
                    continue;
                }
                let said = hit.text.len();
                let may_be_shown = self.mark_episode(space, shelf, hit, words)?;
                ranked.redacted = hit.text.len() != said;
                if !may_be_shown {
                    leave_out("what it rests on is forgotten or out of sight".into());
                    continue;
                }
                episodes += 1;
            }
            shown.push(ranked);
        }
    }

    /// Marks a message with what has become of what was learned from it. Returns whether it may be shown.
    fn mark(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        hit: &mut MessageHit,
        marks: &RawMarks,
        words: &cofio_index::Question<'_>,
    ) -> Result<bool, Error> {
        let message = MessageRef { session: hit.session_name.clone(), index: hit.index };
        let mut spans = marks.withheld(&message, &hit.text);
        spans.extend(shelf.hidden.clauses(&hit.text).into_iter().map(|(_, span)| span));
        spans.extend(shelf.forgotten_in(&hit.text));
        let spans = sound_spans(&hit.text, &spans);
        if let Some((_, memory)) = marks.superseded(&message, &hit.text).first() {
            hit.newer = Some(*memory);
            let newer = self.head_of(space, *memory)?.map(|head| head.body.claim.content);
            hit.label = newer.map(|newer| format!("now: {newer}"));
        } else if let Some(end) = marks.over(&message) {
            let last = Timestamp::from_micros(end.as_micros() - 1).to_jiff().to_zoned(self.settings.zone.clone());
            hit.label = Some(format!("held until {}", last.strftime("%Y-%m-%d")));
        }
        if spans.is_empty() {
            return Ok(!crate::learn::says_nothing(&hit.text));
        }
        hit.text = without(&hit.text, &spans, "[…]");
        if !hit.text.chars().any(char::is_alphanumeric) {
            return Ok(false);
        }
        // It is found by what is left of it, or not at all.
        let left = cofio_index::words(&hit.text);
        Ok(words.words().iter().any(|asked| left.contains(&asked.word)))
    }
}

/// How many letters of a message are shown; all of it is in its conversation.
const SHOWN: usize = 4_000;

/// A book that was pasted into a chat is told by the part that was looked for.
fn excerpt(text: String, words: &cofio_index::Question<'_>) -> String {
    if text.len() <= SHOWN {
        return text;
    }
    let small = text.to_lowercase();
    // Lower case can be longer; where it is, the place is a little off.
    let found = words.words().iter().filter_map(|asked| small.find(&asked.word)).min().unwrap_or(0);
    let from = text.floor_char_boundary(found.saturating_sub(SHOWN / 4).min(text.len()));
    let until = text.floor_char_boundary((from + SHOWN).min(text.len()));
    let (before, after) = (if from > 0 { "…" } else { "" }, if until < text.len() { "…" } else { "" });
    format!("{before}{}{after}", &text[from..until])
}

/// The messages among what was found, by conversation and place.
fn said<'a>(ranked: impl Iterator<Item = &'a Ranked>) -> Vec<(&'a str, u64)> {
    let messages = ranked.filter_map(|ranked| match &ranked.found.item {
        Item::Message(hit) => Some((hit.session_name.as_str(), hit.index)),
        _ => None,
    });
    messages.collect()
}

/// What of its lift something owes to quoted words that it has only apart from each other.
fn loosely_met(asked: &Question, found: &LookedUp, arms: &Arms<'_>) -> f32 {
    if asked.quoted.is_empty() || arms.exact(found.document) <= 0.0 {
        return 0.0;
    }
    let said = one_spaced(&text_of_item(&found.item)).to_lowercase();
    let apart = asked.quoted.iter().filter(|quoted| !said.contains(&one_spaced(quoted).to_lowercase())).count();
    (apart as f32 / (asked.quoted.len() + asked.exact.len()) as f32).min(arms.exact(found.document))
}

/// What something says.
fn text_of_item(item: &Item) -> String {
    match item {
        Item::Memory(view) => view.claim.content.clone(),
        Item::Candidate(view) => view.claim.content.clone(),
        Item::Message(hit) => hit.text.clone(),
        Item::Episode(hit) => hit.text.clone(),
        Item::Proposal(_) | Item::Conflict(_) => String::new(),
    }
}

/// Whether something sums up a conversation that is at hand anyway.
fn is_of_session(item: &Item, session: Option<&str>) -> bool {
    matches!(item, Item::Episode(hit) if session == Some(hit.session.as_str()))
}

fn in_order(ranked: Vec<Ranked>, order: Vec<(usize, bool)>) -> Vec<Ranked> {
    let mut ranked: Vec<Option<Ranked>> = ranked.into_iter().map(Some).collect();
    let placed = order.into_iter().filter_map(|(place, waited)| Some(Ranked { waited, ..ranked[place].take()? }));
    placed.collect()
}

pub(super) fn id_of(item: &Item) -> String {
    match item {
        Item::Memory(view) => view.id.to_string(),
        Item::Candidate(view) => view.id.to_string(),
        Item::Proposal(view) => view.id.to_string(),
        Item::Conflict(view) => view.id.to_string(),
        Item::Message(view) => view.id.to_string(),
        Item::Episode(view) => view.id.to_string(),
    }
}
