//! What the brief of what is going on adds to the baseline: what was decided or left open lately, which is in
//! conversations and in no memory.
//!
//! A line is taken as it was compiled when the session began, so the baseline stays; and it is held against what may be
//! told, then and now, so that nothing forgotten comes in by way of a brief.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::Status;
use cofio_domain::brief::{BriefKind, BriefSource};
use cofio_domain::episode::Episode;
use cofio_domain::id::{EpisodeId, MemoryId};
use cofio_domain::memory::Version;
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::SessionRef;
use cofio_domain::record::{Belief, Noun, Record, Row};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use super::baseline::tokens_of;
use super::budget::TokenCount;
use super::context::{Lane, Line};
use super::gather::Holding;
use super::held::Section;
use super::template::Piece;
use super::text::{LONGEST_ALWAYS_ON, plain};
use crate::compile::{DECIDED_LATELY, LEFT_OPEN, said_text};
use crate::raw::{MessageRef, RawMarks, standings};
use crate::record::Closed;
use crate::{Engine, Error};

/// Shorter words stand everywhere.
const TELLING_LENGTH: usize = 4;

/// A line of a brief that no memory is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// What it rests on.
    pub id: String,
    /// What it says.
    pub text: String,
}

impl Told {
    /// Returns it as it stands in a block, and whether it was cut.
    pub(super) fn line(&self) -> (String, bool) {
        plain(&self.text, LONGEST_ALWAYS_ON)
    }

    /// Returns it as a line of the baseline; nothing where there is nothing to be seen.
    pub(super) fn piece(&self, count: &dyn TokenCount) -> Option<Piece> {
        let (text, cut) = self.line();
        let line = Line {
            handle: String::new(),
            id: self.id.clone(),
            version: None,
            lane: Lane::Baseline,
            section: Section::Now,
            tokens: tokens_of(&text, count),
            tier: None,
            importance: 0.7,
            confidence: 1.0,
            relevance: None,
            why: "decided or left open lately".into(),
            cut,
            ended: false,
            text,
        };
        (!line.text.is_empty()).then_some(Piece { line, memory: None, category: "fact" })
    }
}

/// Such a line, with the messages it rests on.
#[derive(Debug, Clone)]
pub(super) struct Lately {
    session: String,
    messages: Vec<u64>,
    pub(super) told: Told,
}

impl Engine {
    /// Returns the lines of the brief of what is going on that no memory is, as it was believed.
    pub(super) fn lately(&self, space: &SpaceHandle, belief: Belief) -> Result<Vec<Lately>, Error> {
        let briefs = self.store.rows(space, Noun::Brief, belief)?.records.into_iter();
        let mut own = briefs.filter_map(|record| match record.body {
            Row::Brief(brief) if brief.user == space.user() && brief.kind == BriefKind::Now => Some(brief),
            _ => None,
        });
        let Some(brief) = own.next_back() else { return Ok(Vec::new()) };
        let lines: Vec<_> = brief
            .lines
            .iter()
            .filter(|line| [DECIDED_LATELY, LEFT_OPEN].contains(&line.section.as_str()))
            .filter_map(|line| match line.cites.as_slice() {
                [BriefSource::Episode(episode)] => Some((line, *episode)),
                _ => None,
            })
            .collect();
        if lines.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.store.rows(space, Noun::Episode, belief)?.records.into_iter();
        let episodes: BTreeMap<EpisodeId, Episode> = rows
            .filter_map(|record| match record.body {
                Row::Episode(episode) if episode.user == space.user() => Some((episode.id, *episode)),
                _ => None,
            })
            .collect();
        let found = lines.into_iter().filter_map(|(line, id)| {
            let episode = episodes.get(&id)?;
            let said = episode.lines.iter().find(|said| said_text(episode, &said.text) == line.text)?;
            let text = if line.section == LEFT_OPEN { format!("Left open: {}", line.text) } else { line.text.clone() };
            let told = Told { id: id.to_string(), text };
            Some(Lately { session: episode.session.clone(), messages: said.messages.clone(), told })
        });
        Ok(found.collect())
    }

    /// Returns those that may be told by what was held at a moment: nothing they rest on is forgotten, hidden, in the trash
    /// or said otherwise by then.
    pub(super) fn tellable(
        &self,
        space: &SpaceHandle,
        lines: &[Lately],
        holding: &Holding,
        at: Timestamp,
    ) -> Result<Vec<Told>, Error> {
        if lines.is_empty() {
            return Ok(Vec::new());
        }
        let mut newest: BTreeMap<MemoryId, &Record<Version>> = BTreeMap::new();
        for record in holding.records.iter() {
            let rank = |record: &Record<Version>| (record.body.n, record.seq);
            let known = newest.entry(record.body.memory).or_insert(record);
            if rank(record) > rank(known) {
                *known = record;
            }
        }
        let is_on = |version: &Version| holding.is_on(&version.claim.domain);
        let gone: Vec<String> = newest
            .values()
            .filter(|head| matches!(head.body.status, Status::Forgotten | Status::Trashed) || !is_on(&head.body))
            .map(|head| normalized(&head.body.claim.content))
            .filter(|words| words.chars().count() >= TELLING_LENGTH)
            .collect();
        let places: Vec<(&str, u64)> = lines
            .iter()
            .flat_map(|line| line.messages.iter().map(|message| (line.session.as_str(), *message)))
            .collect();
        let citations = self.store.citations_of(space, &places)?;
        let cited: BTreeSet<MemoryId> = citations.iter().map(|citation| citation.memory).collect();
        let heads = cited.iter().filter_map(|memory| Some((*memory, (*newest.get(memory)?).clone()))).collect();
        let marks = RawMarks::of(standings(&citations, &heads, &holding.book, at));
        let mut told = Vec::new();
        for line in lines {
            let session = self.store.session(space, SessionRef::Name(&line.session))?;
            let in_sight = session.is_some_and(|session| session.deleted_at.is_none_or(|deleted| deleted > at));
            let unmarked = line
                .messages
                .iter()
                .all(|index| !marks.speaks_against(&MessageRef { session: line.session.clone(), index: *index }));
            let words = normalized(&line.told.text);
            let open = holding.books().all(|book| Closed::of(book).clauses(&line.told.text).is_empty());
            if in_sight && unmarked && open && !gone.iter().any(|gone| words.contains(gone.as_str())) {
                told.push(line.told.clone());
            }
        }
        Ok(told)
    }
}
