//! What may be in a brief: memories in force that are sure enough, what they used to say, and the lines of episodes that
//! nothing speaks against.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::{Flag, Kind, Status};
use cofio_domain::domains::Sensitivity;
use cofio_domain::episode::{Episode, EpisodeLine};
use cofio_domain::id::MemoryId;
use cofio_domain::link::Relation;
use cofio_domain::memory::{Claim, Version};
use cofio_domain::policy::decay::{confidence_at, importance_at};
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::SessionFilter;
use cofio_domain::record::{Belief, Noun, Record, Row};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::find::newest_of_each;
use crate::raw::{MessageRef, RawMarks};
use crate::record::Closed;
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// The least confidence at which a guess is compiled: what is not loaded by itself is not compiled either.
const SURE_ENOUGH: f64 = 0.7;

/// What held for less than this was a slip of the tongue and no time of life.
const WORTH_TELLING_DAYS: f64 = 1.0;

/// Shorter words stand everywhere.
const TELLING_LENGTH: usize = 4;

/// A memory that may be told.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    pub(crate) memory: MemoryId,
    pub(crate) claim: Claim,
    pub(crate) importance: f64,
    /// Whether its domain is one of which being overheard hurts.
    pub(crate) sensitive: bool,
    /// What it used to say, until when, and which memory said so.
    pub(crate) before: Option<(String, Timestamp, MemoryId)>,
}

/// Everything that briefs are made from.
pub(crate) struct Sources {
    pub(crate) now: Timestamp,
    pub(crate) book: Rulebook,
    /// What matters most comes first.
    pub(crate) facts: Vec<Fact>,
    /// The newest first, each with the lines of it that may be told.
    pub(crate) episodes: Vec<(Episode, Vec<EpisodeLine>)>,
}

impl Sources {
    /// Reads them.
    pub(crate) fn read(engine: &Engine, space: &SpaceHandle, now: Timestamp) -> Result<Sources, Error> {
        let book = Rulebook::read(&*engine.store, space)?;
        let versions = engine.store.versions(space, Belief::Now)?.records;
        let facts = facts(engine, space, &versions, &book, now)?;
        let episodes = episodes(engine, space, &versions, &book)?;
        Ok(Sources { now, book, facts, episodes })
    }
}

fn facts(
    engine: &Engine,
    space: &SpaceHandle,
    versions: &[Record<Version>],
    book: &Rulebook,
    now: Timestamp,
) -> Result<Vec<Fact>, Error> {
    let mut followed: BTreeMap<MemoryId, MemoryId> = BTreeMap::new();
    for record in engine.store.rows(space, Noun::Link, Belief::Now)?.records {
        if let Row::Link(link) = record.body
            && link.relation == Relation::Follows
        {
            followed.insert(link.from, link.to);
        }
    }
    let mut of_memory: BTreeMap<MemoryId, Vec<&Record<Version>>> = BTreeMap::new();
    for record in versions {
        of_memory.entry(record.body.memory).or_default().push(record);
    }
    let mut facts: Vec<Fact> = Vec::new();
    for head in newest_of_each(versions.to_vec()) {
        let claim = &head.body.claim;
        let told = head.body.status == Status::Active
            && head.body.in_force().contains(now)
            && book.is_on(&claim.domain)
            && claim.kind != Kind::Artifact
            && !claim.flags.contains(&Flag::RecallOnly)
            && !claim.task.as_ref().is_some_and(|task| task.state.is_finished())
            && (claim.source.is_explicit() || confidence_at(&head.body, head.recorded_at, now) >= SURE_ENOUGH);
        if !told {
            continue;
        }
        let memory = head.body.memory;
        let own = of_memory.get(&memory).map(Vec::as_slice).unwrap_or_default();
        let earlier = followed.get(&memory).and_then(|old| of_memory.get(old)).map(Vec::as_slice).unwrap_or_default();
        let before = used_to_be(&head.body, own).or_else(|| used_to_be(&head.body, earlier));
        facts.push(Fact {
            memory,
            importance: importance_at(&head.body, head.recorded_at, now),
            sensitive: book.domain(&claim.domain).is_ok_and(|domain| domain.sensitivity == Sensitivity::High),
            before: before.filter(|(_, _, old)| *old == memory || superseded(earlier)),
            claim: head.body.claim,
        });
    }
    facts.sort_by(|one, other| {
        let rank = |fact: &Fact| (fact.claim.flags.contains(&Flag::Pinned), fact.claim.source.is_explicit());
        rank(other)
            .cmp(&rank(one))
            .then(other.importance.total_cmp(&one.importance))
            .then(one.memory.cmp(&other.memory))
    });
    Ok(facts)
}

/// Whether the memory that was followed stands superseded: what is forgotten is not told as the past either.
fn superseded(earlier: &[&Record<Version>]) -> bool {
    let newest = earlier.iter().max_by_key(|record| (record.body.n, record.seq));
    newest.is_some_and(|record| record.body.status == Status::Superseded)
}

/// Returns what was true before a version, if it was for long enough to be told.
fn used_to_be(head: &Version, records: &[&Record<Version>]) -> Option<(String, Timestamp, MemoryId)> {
    let over = records.iter().filter(|record| record.body.id != head.id && record.body.status == Status::Superseded);
    let last = over.filter_map(|record| Some((record.body.window.until?, record))).max_by_key(|(until, _)| *until)?;
    let (until, record) = last;
    let version = &record.body;
    let long_enough = until.days_since(version.window.from) >= WORTH_TELLING_DAYS;
    let differs = normalized(&version.claim.content) != normalized(&head.claim.content)
        && version.claim.domain == head.claim.domain;
    (long_enough && differs).then(|| (version.claim.content.clone(), until, version.memory))
}

fn episodes(
    engine: &Engine,
    space: &SpaceHandle,
    versions: &[Record<Version>],
    book: &Rulebook,
) -> Result<Vec<(Episode, Vec<EpisodeLine>)>, Error> {
    let believed = engine.episodes_believed(space)?;
    if believed.is_empty() {
        return Ok(Vec::new());
    }
    let trash = SessionFilter { in_trash: true, ..SessionFilter::default() };
    let trashed: BTreeSet<String> =
        engine.store.sessions(space, &trash)?.sessions.into_iter().map(|session| session.name).collect();
    let marks = engine.raw_marks(space)?;
    let closed = Closed::of(book);
    let gone: Vec<String> = newest_of_each(versions.to_vec())
        .into_iter()
        .filter(|head| {
            matches!(head.body.status, Status::Forgotten | Status::Trashed) || !book.is_on(&head.body.claim.domain)
        })
        .map(|head| normalized(&head.body.claim.content))
        .filter(|words| words.chars().count() >= TELLING_LENGTH)
        .collect();
    let mut told = Vec::new();
    for record in believed {
        let episode = record.body;
        if trashed.contains(&episode.session) {
            continue;
        }
        let may_be_told = |line: &&EpisodeLine| {
            let words = normalized(&line.text);
            is_unmarked(line, &episode.session, &marks)
                && closed.clauses(&line.text).is_empty()
                && !gone.iter().any(|gone| words.contains(gone.as_str()))
        };
        let lines: Vec<EpisodeLine> = episode.lines.iter().filter(may_be_told).cloned().collect();
        told.push((episode, lines));
    }
    told.sort_by(|(one, _), (other, _)| other.ended_at.cmp(&one.ended_at).then(one.id.cmp(&other.id)));
    Ok(told)
}

/// Whether nothing that is forgotten, hidden or changed since was learned from what a line rests on.
fn is_unmarked(line: &EpisodeLine, session: &str, marks: &RawMarks) -> bool {
    line.messages.iter().all(|index| !marks.speaks_against(&MessageRef { session: session.to_owned(), index: *index }))
}
