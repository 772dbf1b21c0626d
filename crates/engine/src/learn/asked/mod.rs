//! Learning with a language model: stretch by stretch, what was said goes to the model with what is known about it, and
//! what the model says should be known goes through the write policy.
//!
//! Nothing is held while the model thinks. A stretch it gives no usable answer about is read by grammar, as if there were
//! no model, and put aside as a job that can be seen and run again: nothing is lost without a word.

mod answer;
mod aside;
mod prompt;
mod support;
mod take;

use std::collections::BTreeSet;

use cofio_domain::evidence::Cited;
use cofio_domain::id::MemoryId;
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::{Cancel, Llm, ModelError, Prompt};
use cofio_domain::record::{Belief, Noun, Row};
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_language::extract::{Extractor, Message};

use super::{BEFORE, Learning, Line};
use crate::raw::MessageRef;
use crate::recall::{Depth, RecallQuery};
use crate::rulebook::Rulebook;
use crate::{Engine, Error, Item, ListFilter};

use answer::{MOST_OPS, Op, Unusable};
pub(crate) use aside::STRETCH;
use take::Taking;

/// The most of a conversation that is read at once, in characters: what a small model can follow.
const STRETCH_CHARACTERS: usize = 6_000;

/// And in messages of the person: what it can say something about in one answer.
const STRETCH_MESSAGES: usize = 10;

/// How many memories are shown along with a stretch.
const KNOWN: usize = 15;

/// How much of a stretch is used to look for them.
const LOOKED_FOR: usize = 1_500;

/// A memory as the model sees it.
#[derive(Debug, Clone, PartialEq)]
struct Known {
    /// What the model calls it: it never sees an id, and cannot make one up.
    handle: String,
    memory: MemoryId,
    content: String,
}

/// Why a stretch was put aside.
#[derive(Debug)]
enum Failed {
    /// What it answered cannot be used, twice.
    Unusable(String),
    /// It did not answer.
    NotAnswered(ModelError),
}

/// How much of a stretch is asked about at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parts {
    Whole,
    Half,
}

/// What the model said about a stretch.
struct Heeded {
    ops: Vec<Op>,
    /// How many ops named what they were not shown.
    left_out: usize,
}

impl Engine {
    /// Learns from the lines of a session that were not learned from yet, and from its last ones as far as they were.
    pub(super) fn learn_asking(&self, llm: &dyn Llm, learning: &mut Learning<'_>, lines: &[Line]) -> Result<(), Error> {
        let done = learning.session.learned;
        let fresh = lines.iter().position(|line| !done.covers(line.event.index)).unwrap_or(lines.len());
        for stretch in stretches(&lines[fresh..]) {
            let start = fresh + stretch.start;
            let before = &lines[start.saturating_sub(BEFORE)..start];
            let stretch = &lines[start..fresh + stretch.end];
            match self.ask_about(llm, learning.space, &learning.session, before, stretch, Parts::Whole)? {
                Ok(heeded) => self.heed(llm, learning, before, stretch, &heeded)?,
                Err(failed) => {
                    self.put_aside(learning.space, &learning.session, stretch, llm, &failed)?;
                    learning.lesson.put_aside += 1;
                    learning.read_by_grammar(before, stretch)?;
                }
            }
        }
        Ok(())
    }

    /// Asks about a stretch; twice, if the first answer cannot be used, and in halves if it was too long.
    fn ask_about(
        &self,
        llm: &dyn Llm,
        space: &SpaceHandle,
        session: &Session,
        before: &[Line],
        stretch: &[Line],
        parts: Parts,
    ) -> Result<Result<Heeded, Failed>, Error> {
        let hidden = self.hidden_among(space, session, before.iter().chain(stretch))?;
        let is_shown = |line: &&Line| !hidden.contains(&line.event.index);
        let teaching: Vec<u64> =
            stretch.iter().filter(|line| line.teaches() && is_shown(line)).map(|line| line.event.index).collect();
        let (Some(first), false) = (stretch.first(), teaching.is_empty()) else {
            return Ok(Ok(Heeded { ops: Vec::new(), left_out: 0 }));
        };
        let known = self.known_about(space, stretch)?;
        let shown: Vec<&Line> = before.iter().chain(stretch).filter(is_shown).collect();
        let prompt = prompt::prompt(&known, &shown, first.event.index, self.settings.extract_max_tokens);
        let mut why = match answered(llm, &prompt, &known, &teaching) {
            Ok(Ok(heeded)) => return Ok(Ok(heeded)),
            Ok(Err(Unusable(why))) => why,
            Err(error) => return Ok(Err(Failed::NotAnswered(error))),
        };
        if why == TOO_LONG && parts == Parts::Whole && stretch.len() > 1 {
            return self.ask_about_halves(llm, space, session, before, stretch);
        }
        match answered(llm, &prompt::again(&prompt, &why), &known, &teaching) {
            Ok(Ok(heeded)) => return Ok(Ok(heeded)),
            Ok(Err(Unusable(again))) => why = again,
            Err(error) => return Ok(Err(Failed::NotAnswered(error))),
        }
        Ok(Err(Failed::Unusable(why)))
    }

    /// Asks about a stretch in two parts. Neither is divided again: a model that still says too much is in a loop.
    fn ask_about_halves(
        &self,
        llm: &dyn Llm,
        space: &SpaceHandle,
        session: &Session,
        before: &[Line],
        stretch: &[Line],
    ) -> Result<Result<Heeded, Failed>, Error> {
        let (first, second) = stretch.split_at(stretch.len() / 2);
        let mut both = Heeded { ops: Vec::new(), left_out: 0 };
        for (before, half) in [(before, first), (first, second)] {
            match self.ask_about(llm, space, session, before, half, Parts::Half)? {
                Ok(heeded) => {
                    both.ops.extend(heeded.ops);
                    both.left_out += heeded.left_out;
                }
                Err(failed) => return Ok(Err(failed)),
            }
        }
        Ok(Ok(both))
    }

    /// Takes in what the model said, each op as one step that is taken once.
    fn heed(
        &self,
        llm: &dyn Llm,
        learning: &mut Learning<'_>,
        before: &[Line],
        stretch: &[Line],
        heeded: &Heeded,
    ) -> Result<(), Error> {
        learning.lesson.passed_over += heeded.left_out;
        let made_by = format!("read by {} ({})", llm.model(), prompt::VERSION);
        let all: Vec<&Line> = before.iter().chain(stretch).collect();
        // A message may have been taken in by half before a crash, and the model may say it otherwise this time: then it
        // is told by the words what was taken in.
        let taken = self.taken_from(learning.space, &learning.session, stretch)?;
        for op in &heeded.ops {
            let Some(at) = all.iter().position(|line| line.event.index == op.message) else { continue };
            let line = all[at];
            if op.content().is_some_and(|content| taken.contains(&(op.message, normalized(content)))) {
                continue;
            }
            let messages: Vec<Message<'_>> =
                all[at.saturating_sub(BEFORE)..at].iter().map(|line| line.message()).collect();
            let read = Extractor::standard().extract(&line.message(), &messages);
            let before = at.checked_sub(1).map(|before| all[before]).filter(|before| !before.teaches());
            let before = before.map(|before| before.text.as_str());
            let alone = Message { text: &op.quote, ..line.message() };
            let read_alone = Extractor::standard().candidates(&alone, &messages);
            let taking = Taking { op, line, before, read: &read, read_alone: &read_alone, made_by: &made_by };
            let written = learning.next_step(line.event.index, |engine, space, session, heard| {
                engine.take_op(space, session, &taking, heard)
            })?;
            if let Some(written) = written {
                learning.lesson.note(&written);
            }
        }
        Ok(())
    }

    /// Returns the messages that hold words which something forgotten was learned from: no model sees them again.
    fn hidden_among<'a>(
        &self,
        space: &SpaceHandle,
        session: &Session,
        lines: impl Iterator<Item = &'a Line> + Clone,
    ) -> Result<BTreeSet<u64>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let messages: Vec<(&str, u64)> = lines.clone().map(|line| (session.name.as_str(), line.event.index)).collect();
        let marks = self.marks_of(space, &messages, &book)?;
        let is_hidden = |line: &&Line| {
            let message = MessageRef { session: session.name.clone(), index: line.event.index };
            !marks.withheld(&message, &line.text).is_empty()
        };
        Ok(lines.filter(is_hidden).map(|line| line.event.index).collect())
    }

    /// Returns the memories a stretch may be about: those it is found to speak of, and what else matters most.
    fn known_about(&self, space: &SpaceHandle, stretch: &[Line]) -> Result<Vec<Known>, Error> {
        let said: Vec<&str> = stretch.iter().filter(|line| line.teaches()).map(|line| line.text.trim()).collect();
        let question: String = said.join("\n").chars().take(LOOKED_FOR).collect();
        let query = RecallQuery { limit: KNOWN, messages: false, depth: Depth::Fast, ..RecallQuery::new(question) };
        let hits = self.find_hits(space, &query)?.hits;
        let own = |item: &Item| match item {
            Item::Memory(view) if view.space == space.id() => Some((view.id, view.claim.content.clone())),
            _ => None,
        };
        let mut found: Vec<(MemoryId, String)> = hits.iter().filter_map(|hit| own(&hit.item)).collect();
        if found.len() < KNOWN {
            let mut others = self.list(space, &ListFilter::default())?.items;
            others.sort_by(|one, other| importance_of(other).total_cmp(&importance_of(one)));
            let new = others.iter().filter_map(own).filter(|(id, _)| found.iter().all(|(known, _)| known != id));
            let new: Vec<_> = new.take(KNOWN - found.len()).collect();
            found.extend(new);
        }
        let known = |(place, (memory, content))| Known { handle: format!("k{}", place + 1), memory, content };
        Ok(found.into_iter().enumerate().map(known).collect())
    }

    /// Returns what was learned from the messages of a stretch before, by message and words.
    fn taken_from(
        &self,
        space: &SpaceHandle,
        session: &Session,
        stretch: &[Line],
    ) -> Result<BTreeSet<(u64, String)>, Error> {
        let messages: Vec<(&str, u64)> = stretch.iter().map(|line| (session.name.as_str(), line.event.index)).collect();
        let mut taken = BTreeSet::new();
        for citation in self.store.citations_of(space, &messages)? {
            let Cited::Message { index, .. } = citation.evidence.cites else { continue };
            let versions = self.store.records_of(space, citation.memory)?;
            let of = versions.iter().filter(|record| record.body.id == citation.version);
            taken.extend(of.map(|record| (index, normalized(&record.body.claim.content))));
        }
        for record in self.store.rows(space, Noun::Candidate, Belief::Now)?.records {
            let Row::Candidate(candidate) = record.body else { continue };
            let cited = candidate.evidence.iter().filter_map(|evidence| match &evidence.cites {
                Cited::Message { session: name, index } if *name == session.name => Some(*index),
                _ => None,
            });
            taken.extend(cited.map(|index| (index, normalized(&candidate.claim.content))));
        }
        Ok(taken)
    }
}

fn importance_of(item: &Item) -> f64 {
    match item {
        Item::Memory(view) => view.claim.importance,
        _ => 0.0,
    }
}

/// What is said of an answer that was cut off.
const TOO_LONG: &str = "it is too long";

/// Asks once. An answer that cannot be used is told from none.
fn answered(
    llm: &dyn Llm,
    prompt: &Prompt,
    known: &[Known],
    teaching: &[u64],
) -> Result<Result<Heeded, Unusable>, ModelError> {
    let completion = llm.complete(prompt, &Cancel::new())?;
    if !completion.is_complete {
        return Ok(Err(Unusable(TOO_LONG.into())));
    }
    Ok(answer::read(&completion.text, known, teaching).map(|(ops, left_out)| Heeded { ops, left_out }))
}

/// Cuts lines into stretches a model can follow, by their places.
fn stretches(lines: &[Line]) -> Vec<std::ops::Range<usize>> {
    let mut stretches: Vec<std::ops::Range<usize>> = Vec::new();
    let (mut start, mut characters, mut said) = (0, 0, 0);
    for (place, line) in lines.iter().enumerate() {
        let (longer, more) = (line.text.len(), usize::from(line.teaches()));
        if place > start && (characters + longer > STRETCH_CHARACTERS || said + more > STRETCH_MESSAGES) {
            stretches.push(start..place);
            (start, characters, said) = (place, 0, 0);
        }
        characters += longer;
        said += more;
    }
    if start < lines.len() {
        stretches.push(start..lines.len());
    }
    stretches
}
