//! Where words stand: in memories, in what waits, in reasons and in what was said.

use std::collections::BTreeSet;

use cofio_domain::event::Event;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{MemoryId, OperationId};
use cofio_domain::memory::Claim;
use cofio_domain::operation::Erasure;
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::{OperationFilter, SessionRef};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef, Seq};
use cofio_domain::space::SpaceHandle;

use crate::view::Elsewhere;
use crate::{Engine, Error};

/// Words to look for.
pub(super) struct Needles(Vec<Needle>);

struct Needle {
    text: String,
    /// Whether it must begin and end where words do.
    whole: bool,
}

/// Shorter words stand everywhere.
const TELLING_LENGTH: usize = 4;

impl Needles {
    /// Every way something was put. What is too short to tell anything is left out.
    pub(super) fn of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Needles {
        let mut texts: Vec<String> =
            texts.map(normalized).filter(|text| text.chars().count() >= TELLING_LENGTH).collect();
        texts.sort();
        texts.dedup();
        Needles(texts.into_iter().map(|text| Needle { text, whole: false }).collect())
    }

    /// Words as somebody typed them; nothing where they are too few to tell anything.
    pub(super) fn of_words(words: &str) -> Option<Needles> {
        let text = normalized(words);
        (text.chars().count() >= TELLING_LENGTH).then(|| Needles(vec![Needle { text, whole: true }]))
    }

    fn are_in(&self, text: &str) -> bool {
        let text = normalized(text);
        self.0.iter().any(|needle| needle.is_in(&text))
    }
}

impl Needle {
    fn is_in(&self, text: &str) -> bool {
        let mut places = text.match_indices(self.text.as_str());
        if !self.whole {
            return places.next().is_some();
        }
        let ends = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        places.any(|(start, found)| {
            ends(text[..start].chars().next_back()) && ends(text[start + found.len()..].chars().next())
        })
    }
}

/// Where erased words stand in one space.
#[derive(Default)]
pub(super) struct Places {
    pub(super) memories: BTreeSet<MemoryId>,
    pub(super) rows: Vec<(RowRef, String)>,
    pub(super) reasons: BTreeSet<OperationId>,
    pub(super) messages: Vec<Event>,
}

impl Engine {
    /// Returns where words stand in a space, but for one memory and what goes with it.
    pub(super) fn places(
        &self,
        space: &SpaceHandle,
        needles: &Needles,
        keep_out: Option<MemoryId>,
    ) -> Result<Places, Error> {
        let mut places = Places::default();
        let says = |text: &str| needles.are_in(text);
        let claim_says = |claim: &Claim| claim.texts().any(says);
        let quotes_say = |evidence: &[Evidence]| evidence.iter().filter_map(|item| item.quote.as_deref()).any(says);

        let versions = self.store.versions(space, Belief::Ever)?.records;
        let quoting: BTreeSet<_> = self
            .store
            .evidence(space)?
            .into_iter()
            .filter(|(_, evidence)| quotes_say(std::slice::from_ref(evidence)))
            .map(|(version, _)| version)
            .collect();
        for record in versions.iter().filter(|record| Some(record.body.memory) != keep_out) {
            if claim_says(&record.body.claim) || quoting.contains(&record.body.id) {
                places.memories.insert(record.body.memory);
            }
        }
        // What is derived from it, and the messages it was learned from, go along as far as nothing else needs them.
        let along = match keep_out {
            Some(memory) => self.erasures_of(space, &BTreeSet::from([memory]))?,
            None => Vec::new(),
        };
        for noun in
            [Noun::Candidate, Noun::Proposal, Noun::Conflict, Noun::Project, Noun::Domain, Noun::Episode, Noun::Brief]
        {
            for record in self.store.rows(space, noun, Belief::Ever)?.records {
                let row = RowRef { noun, seq: record.seq };
                let goes_along = goes_along(&record.body, keep_out) || along.contains(&Erasure::Row(row));
                if row_says(&record, &claim_says, &quotes_say, &says) && !goes_along {
                    places.rows.push((row, name_of(&record.body)));
                }
            }
        }
        for operation in self.store.operations(space, &OperationFilter::default())? {
            if operation.reason.as_deref().is_some_and(says) {
                places.reasons.insert(operation.id);
            }
        }
        let along: BTreeSet<Seq> = along
            .into_iter()
            .filter_map(|erasure| match erasure {
                Erasure::Message { seq, .. } => Some(seq),
                _ => None,
            })
            .collect();
        places.messages = self.messages_saying(space, &says, &along)?;
        Ok(places)
    }

    /// Parts what somebody may erase from what is another member's, which only an owner of the space may.
    pub(super) fn own_of(&self, space: &SpaceHandle, places: Places) -> Result<(Places, Places), Error> {
        if space.role().may_govern() {
            return Ok((places, Places::default()));
        }
        let (mut own, mut others) = (Places::default(), Places::default());
        for memory in places.memories {
            let owner = self.store.memory(space, memory)?.map(|memory| memory.owner);
            let side = if owner == Some(space.user()) { &mut own } else { &mut others };
            side.memories.insert(memory);
        }
        for event in places.messages {
            let session = self.store.session(space, SessionRef::Number(event.session))?;
            let mine = session.is_some_and(|session| session.user == space.user());
            if mine { own.messages.push(event) } else { others.messages.push(event) }
        }
        others.rows = places.rows;
        others.reasons = places.reasons;
        Ok((own, others))
    }
}

impl Places {
    pub(super) fn shown(&self, space: &SpaceHandle) -> Vec<Elsewhere> {
        let place = |noun: &str, id: String| Elsewhere { noun: noun.to_owned(), id, space: space.id() };
        let memories = self.memories.iter().map(|id| place("memory", id.to_string()));
        let rows = self.rows.iter().map(|(row, id)| place(row.noun.word(), id.clone()));
        let reasons = self.reasons.iter().map(|id| place("operation", id.to_string()));
        let messages = self.messages.iter().map(|event| place("message", event.id.to_string()));
        let mut shown: Vec<Elsewhere> = memories.chain(rows).chain(reasons).chain(messages).collect();
        shown.sort();
        shown.dedup();
        shown
    }
}

/// What points to the memory itself is removed with it.
fn goes_along(row: &Row, memory: Option<MemoryId>) -> bool {
    matches!(row, Row::Conflict(conflict) if Some(conflict.left) == memory)
}

fn row_says(
    record: &Record<Row>,
    claim_says: &impl Fn(&Claim) -> bool,
    quotes_say: &impl Fn(&[Evidence]) -> bool,
    says: &impl Fn(&str) -> bool,
) -> bool {
    match &record.body {
        Row::Candidate(candidate) => claim_says(&candidate.claim) || quotes_say(&candidate.evidence),
        Row::Proposal(proposal) => {
            proposal.change.claim().is_some_and(claim_says)
                || quotes_say(&proposal.evidence)
                || proposal.reasoning.as_deref().is_some_and(says)
        }
        Row::Conflict(conflict) => claim_says(&conflict.right) || quotes_say(&conflict.evidence),
        Row::Project(project) => says(&project.name),
        Row::Domain(domain) => domain.keywords.iter().any(|word| says(word)),
        Row::Episode(episode) => episode.lines.iter().any(|line| says(&line.text)),
        Row::Brief(brief) => brief.lines.iter().any(|line| says(&line.text)),
        _ => false,
    }
}

fn name_of(row: &Row) -> String {
    match row {
        Row::Candidate(candidate) => candidate.id.to_string(),
        Row::Proposal(proposal) => proposal.id.to_string(),
        Row::Conflict(conflict) => conflict.id.to_string(),
        Row::Project(project) => project.id.to_string(),
        Row::Domain(domain) => domain.name.to_string(),
        Row::Episode(episode) => episode.id.to_string(),
        Row::Brief(brief) => brief.id.to_string(),
        other => other.noun().to_string(),
    }
}
