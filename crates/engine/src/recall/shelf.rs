//! One space's index, kept up to date with the store.
//!
//! Everything recorded in a space has a place in one order, so what is new is what comes after the last place seen. Only
//! what takes words away (an erasure, a conversation that goes to the trash or comes back) begins the index again.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::episode::Episode;
use cofio_domain::event::{Event, MessageRole};
use cofio_domain::id::SessionId;
use cofio_domain::memory::Version;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::fingerprint::{Fingerprint, Salt};
use cofio_domain::ports::{Embedder, SessionRef, Store};
use cofio_domain::record::{Belief, Noun, Record, Row, Seq};
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::session::SessionNumber;
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;
use cofio_domain::vector::TextHash;
use cofio_index::{Attributes, Document, Layer, OPEN, Quantized, Segment, SpaceIndex};
use cofio_language::marks::notice;
use cofio_language::summary::sentences;

use crate::Error;
use crate::curate::may_see_waiting;
use crate::find::newest_of_each;
use crate::recall::texts::{Searched, speaker};
use crate::record::Closed;
use crate::rulebook::Rulebook;

/// One space's index as one of its members sees it.
pub(crate) struct Shelf {
    pub(crate) index: SpaceIndex,
    pub(crate) book: Rulebook,
    /// The domains that are off and of which messages may speak.
    pub(crate) hidden: Closed,
    /// The words of what was forgotten: whoever said them meanwhile in a conversation is not shown saying them.
    forgotten: HashSet<Fingerprint>,
    /// The telling words of each memory that was forgotten: a sentence with all of them says it in another order.
    forgotten_claims: Vec<Vec<String>>,
    /// The keys of what may not be found, although it is there.
    pub(crate) withheld: Vec<i64>,
    /// How many records are damaged and cannot be found.
    pub(crate) damaged: usize,
    /// Whether what was kept of the index could not be used. It is made again, and must be kept again.
    pub(crate) spoiled: bool,
    /// The last place in the order of the space that was looked at.
    seen: Seq,
    /// The conversations whose messages can be found.
    sessions: HashMap<SessionNumber, Talk>,
}

/// A conversation, as far as its messages need it.
pub(crate) struct Talk {
    pub(crate) id: SessionId,
    pub(crate) name: String,
    /// Its last message.
    last: i64,
}

/// Something that came after the last place seen.
enum News {
    Version(Box<Record<Version>>),
    Candidate(Box<Record<Candidate>>),
    Episode(Box<Record<Episode>>),
    Message(Box<Event>),
}

impl Shelf {
    /// Builds the index of a space: from kept segments where there are any, and from records after them.
    pub(crate) fn open(
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
    ) -> Result<Shelf, Error> {
        let book = Rulebook::read(store, space)?;
        let hidden = Closed::since_it_was_open(store, space, &book)?;
        let kept = kept_segments(store, space, embedder)?;
        let spoiled = kept.is_none();
        let kept = kept.unwrap_or_else(|| empty_index(embedder));
        let seen = Seq(kept.last_key().unwrap_or(0));
        let mut shelf = Shelf {
            index: kept,
            book,
            hidden,
            forgotten: forgotten(store, space)?,
            forgotten_claims: Vec::new(),
            withheld: Vec::new(),
            damaged: 0,
            spoiled,
            seen,
            sessions: HashMap::new(),
        };
        shelf.note_sessions(store, space)?;
        let revision = shelf.book.state.revision;
        shelf.read_on(store, space, embedder, Seq(0), revision)?;
        Ok(shelf)
    }

    /// Takes in what happened since it was last looked at. Returns whether anything did.
    pub(crate) fn refresh(
        &mut self,
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
    ) -> Result<bool, Error> {
        let state = store.state(space)?;
        if state.revision == self.seen {
            return Ok(false);
        }
        if self.must_begin_again(store, space)? {
            *self = Shelf::open(store, space, embedder)?;
            return Ok(true);
        }
        if state.rules != self.book.state.rules {
            self.book = Rulebook::read(store, space)?;
            self.hidden = Closed::since_it_was_open(store, space, &self.book)?;
        }
        self.book.state = state;
        self.forgotten = forgotten(store, space)?;
        self.read_on(store, space, embedder, self.seen, state.revision)?;
        Ok(true)
    }

    /// Returns the sentences of a text that say what was forgotten: word for word, or with all its telling words.
    pub(crate) fn forgotten_in<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let start = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let said = |part: &&str| self.forgotten.contains(&Fingerprint::of(self.salt(), part));
        // A hash for every sentence is for those who have forgotten something.
        let whole = (!self.forgotten.is_empty()).then_some(text).filter(said);
        let any = !self.forgotten.is_empty() || !self.forgotten_claims.is_empty();
        let parts = any.then(|| sentences(text)).into_iter().flatten();
        let parts = parts.filter(move |part| said(part) || self.says_in_other_words(part));
        whole.into_iter().chain(parts).map(move |part| start(part)..start(part) + part.len())
    }

    fn says_in_other_words(&self, sentence: &str) -> bool {
        if self.forgotten_claims.is_empty() {
            return false;
        }
        let said: HashSet<String> = cofio_index::words(sentence).into_iter().collect();
        self.forgotten_claims.iter().any(|claim| claim.iter().all(|word| said.contains(word)))
    }

    /// Returns whether nothing was recorded since.
    pub(crate) fn is_current(&self, store: &dyn Store, space: &SpaceHandle) -> Result<bool, Error> {
        Ok(store.state(space)?.revision == self.seen)
    }

    fn must_begin_again(&self, store: &dyn Store, space: &SpaceHandle) -> Result<bool, Error> {
        let erased = |kind: OperationKind| kind == OperationKind::Erase;
        Ok(store.operations_since(space, self.seen)?.iter().any(|operation| erased(operation.kind))
            || !store.sessions_since(space, self.seen)?.is_empty())
    }

    /// Adds everything up to a place. Marks are read from further back: what lies in segments may have ended since.
    fn read_on(
        &mut self,
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
        marks_since: Seq,
        upto: Seq,
    ) -> Result<(), Error> {
        let news = self.news(store, space, upto)?;
        self.add(store, space, embedder, &news)?;
        for noun in [Noun::Version, Noun::Candidate, Noun::Episode] {
            for (seq, at) in store.retired_since(space, noun, marks_since)? {
                self.index.retire(seq.0, at.as_micros());
            }
        }
        (self.withheld, self.forgotten_claims) = dropped(store, space)?;
        self.seen = upto;
        Ok(())
    }

    fn news(&mut self, store: &dyn Store, space: &SpaceHandle, upto: Seq) -> Result<Vec<(i64, News)>, Error> {
        let mut news = Vec::new();
        let versions = store.versions_since(space, self.seen, usize::MAX)?;
        self.damaged += versions.damaged.len();
        news.extend(versions.records.into_iter().map(|record| (record.seq.0, News::Version(Box::new(record)))));
        let candidates = store.rows_since(space, Noun::Candidate, self.seen)?;
        self.damaged += candidates.damaged.len();
        for Record { seq, operation, recorded_at, retired, body } in candidates.records {
            if let Row::Candidate(body) = body
                && may_see_waiting(store, space, &body.claim, operation)?
            {
                let record = Record { seq, operation, recorded_at, retired, body: *body };
                news.push((seq.0, News::Candidate(Box::new(record))));
            }
        }
        let episodes = store.rows_since(space, Noun::Episode, self.seen)?;
        self.damaged += episodes.damaged.len();
        for record in episodes.records {
            let Row::Episode(episode) = &record.body else { continue };
            // Everybody in a shared space has their own conversations.
            if space.kind() != SpaceKind::Shared || episode.user == space.user() {
                let episode = (**episode).clone();
                news.push((record.seq.0, News::Episode(Box::new(record.map(|_| episode)))));
            }
        }
        let events = store.events_since(space, self.seen, usize::MAX)?;
        self.damaged += events.damaged.len();
        news.extend(events.events.into_iter().map(|event| (event.seq.0, News::Message(Box::new(event)))));
        // Somebody may have written between our looks: that is for the next time.
        news.retain(|(key, _)| *key <= upto.0);
        news.sort_by_key(|(key, _)| *key);
        Ok(news)
    }

    fn add(
        &mut self,
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
        news: &[(i64, News)],
    ) -> Result<(), Error> {
        let searched: Vec<Option<Searched>> = news.iter().map(|(_, news)| news.searched()).collect();
        let vectors = self.known_vectors(store, space, embedder, &searched)?;
        for (((key, news), searched), vector) in news.iter().zip(&searched).zip(&vectors) {
            let Some(searched) = searched else { continue };
            let session = news.session();
            let previous = match session {
                Some(session) => self.note_said(store, space, session, *key)?,
                None => None,
            };
            let name = session.map(|session| session.0.to_string()).unwrap_or_default();
            let project = news.project();
            let document = Document {
                key: *key,
                text: &searched.words,
                vector: vector.as_ref(),
                attributes: Attributes {
                    session: &name,
                    project: &project,
                    previous,
                    marks: news.marks(),
                    size: tokens(&searched.meaning),
                    ..news.attributes()
                },
            };
            if let Err(error) = self.index.add(&document) {
                tracing::warn!("left out of the index of space {}: {error}", space.id());
            }
        }
        Ok(())
    }

    /// The vectors that were made before, in the order of the texts.
    fn known_vectors(
        &self,
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
        searched: &[Option<Searched>],
    ) -> Result<Vec<Option<Quantized>>, Error> {
        let Some(embedder) = embedder else { return Ok(vec![None; searched.len()]) };
        let salt = self.salt();
        let hash = |searched: &Option<Searched>| {
            TextHash::of(salt, searched.as_ref().map_or("", |searched| searched.meaning.as_str()))
        };
        let hashes: Vec<TextHash> = searched.iter().map(hash).collect();
        let stored = store.vectors(space, embedder.model(), &hashes)?;
        Ok(stored.into_iter().map(|vector| vector.map(|vector| Quantized::new(&vector.to_f32()))).collect())
    }

    /// Returns whether anything has no vector that could have one.
    pub(crate) fn lacks_vectors(&self) -> bool {
        self.index.lacks_vectors()
    }

    pub(crate) fn salt(&self) -> Salt {
        self.book.state.salt
    }

    /// Returns a conversation whose messages can be found.
    pub(crate) fn session(&self, number: SessionNumber) -> Option<&Talk> {
        self.sessions.get(&number)
    }

    /// Notes a message as the last of its conversation; returns the one before it.
    fn note_said(
        &mut self,
        store: &dyn Store,
        space: &SpaceHandle,
        number: SessionNumber,
        key: i64,
    ) -> Result<Option<i64>, Error> {
        if let Some(talk) = self.sessions.get_mut(&number) {
            return Ok(Some(std::mem::replace(&mut talk.last, key)));
        }
        if let Some(session) = store.session(space, SessionRef::Number(number))? {
            self.sessions.insert(number, Talk { id: session.id, name: session.name, last: key });
        }
        Ok(None)
    }

    /// Notes the conversations whose messages lie in segments.
    fn note_sessions(&mut self, store: &dyn Store, space: &SpaceHandle) -> Result<(), Error> {
        let columns = self.index.columns();
        let mut last: HashMap<SessionNumber, i64> = HashMap::new();
        for (key, session) in columns.keys.iter().zip(&columns.sessions) {
            if let Ok(number) = columns.session_names.name(*session).parse() {
                last.insert(SessionNumber(number), *key);
            }
        }
        for (number, key) in last {
            self.note_said(store, space, number, key)?;
        }
        Ok(())
    }
}

fn empty_index(embedder: Option<&dyn Embedder>) -> SpaceIndex {
    embedder.map_or_else(
        || SpaceIndex::new("", 0),
        |embedder| SpaceIndex::new(embedder.model().as_str(), embedder.dimensions()),
    )
}

/// What is kept of an index; nothing where it cannot be used. Segments are derived: then it is made again from the
/// records. A shared space looks different to each of its members, so nothing is kept of those.
fn kept_segments(
    store: &dyn Store,
    space: &SpaceHandle,
    embedder: Option<&dyn Embedder>,
) -> Result<Option<SpaceIndex>, Error> {
    if !keeps_segments(space) {
        return Ok(Some(empty_index(embedder)));
    }
    let (model, dimensions) = embedder.map_or(("", 0), |embedder| (embedder.model().as_str(), embedder.dimensions()));
    let mut segments = Vec::new();
    for kept in store.segments(space)? {
        match Segment::from_bytes(&kept.bytes) {
            Ok(segment) => segments.push((kept.number, segment)),
            Err(error) => {
                tracing::warn!("the index of space {} is made again: {error}", space.id());
                return Ok(None);
            }
        }
    }
    // A gap in the numbers is a damaged segment that the store left out.
    let complete = segments.iter().enumerate().all(|(place, (number, _))| place == *number as usize);
    Ok(complete.then(|| SpaceIndex::from_segments(model, dimensions, segments)).and_then(Result::ok))
}

/// Returns whether segments of this space's index are kept.
pub(crate) fn keeps_segments(space: &SpaceHandle) -> bool {
    matches!(space.kind(), SpaceKind::Personal | SpaceKind::Demo)
}

/// What the person said to stop using, through all its versions, whatever time is asked about; and its telling words.
fn dropped(store: &dyn Store, space: &SpaceHandle) -> Result<(Vec<i64>, Vec<Vec<String>>), Error> {
    let (mut keys, mut claims) = (Vec::new(), Vec::new());
    for dropped in store.dropped(space)? {
        let records = store.records_of(space, dropped.body.memory)?;
        let all: Vec<i64> = records.iter().map(|record| record.seq.0).collect();
        let head = newest_of_each(records).into_iter().next();
        if head.is_some_and(|head| head.seq == dropped.seq) {
            keys.extend(all);
            claims.extend(Some(telling_words(&dropped.body.claim.content)).filter(|words| words.len() >= TELLING));
        }
    }
    Ok((keys, claims))
}

/// With fewer telling words than this a sentence may say anything.
const TELLING: usize = 2;

/// The words that make a claim what it is.
fn telling_words(content: &str) -> Vec<String> {
    const OF_ANY_CLAIM: &[&str] = &["user", "name", "call"];
    let mut words = cofio_index::words(content);
    words.retain(|word| !OF_ANY_CLAIM.contains(&word.as_str()));
    words.sort_unstable();
    words.dedup();
    words
}

/// How many tokens a text takes with its date, about.
fn tokens(text: &str) -> u32 {
    const DATE: usize = "2026-11-14 ".len();
    u32::try_from((text.chars().count() + DATE).div_ceil(4)).unwrap_or(u32::MAX)
}

impl News {
    /// What is noticed about its text. An assistant's manner tells nothing about the person.
    fn marks(&self) -> u8 {
        match self {
            News::Version(record) => notice(&record.body.claim.content),
            News::Candidate(record) => notice(&record.body.claim.content),
            News::Message(event) if event.role == MessageRole::User => event.text().map_or(0, notice),
            News::Message(_) | News::Episode(_) => 0,
        }
    }

    fn searched(&self) -> Option<Searched> {
        match self {
            News::Version(record) => Some(Searched::claim(&record.body.claim)),
            News::Candidate(record) => {
                let waits = record.body.status == CandidateStatus::Waiting;
                waits.then(|| Searched::claim(&record.body.claim))
            }
            News::Episode(record) => Some(Searched::episode(&record.body)),
            News::Message(event) => Searched::message(event),
        }
    }

    fn session(&self) -> Option<SessionNumber> {
        match self {
            News::Message(event) => Some(event.session),
            News::Version(_) | News::Candidate(_) | News::Episode(_) => None,
        }
    }

    fn project(&self) -> String {
        let project = match self {
            News::Version(record) => record.body.claim.project,
            News::Candidate(record) => record.body.claim.project,
            News::Message(_) | News::Episode(_) => None,
        };
        project.map(|project| project.to_string()).unwrap_or_default()
    }

    /// What it can be filtered and ranked by; conversation and project are added by the shelf.
    fn attributes(&self) -> Attributes<'_> {
        let until = |end: Option<Timestamp>| end.map_or(OPEN, Timestamp::as_micros);
        match self {
            News::Version(record) => {
                let (claim, held) = (&record.body.claim, record.body.in_force());
                Attributes {
                    layer: Layer::Memory,
                    kind: claim.kind as u8,
                    tier: claim.tier as u8,
                    authority: claim.authority as u8,
                    domain: claim.domain.as_str(),
                    valid_from: held.from.as_micros(),
                    valid_until: until(held.until),
                    recorded_at: record.recorded_at.as_micros(),
                    retired_at: until(record.retired.map(|retired| retired.at)),
                    at: held.from.as_micros(),
                    ..Attributes::default()
                }
            }
            News::Candidate(record) => {
                let (candidate, claim) = (&record.body, &record.body.claim);
                Attributes {
                    layer: Layer::Candidate,
                    kind: claim.kind as u8,
                    tier: claim.tier as u8,
                    authority: claim.authority as u8,
                    domain: claim.domain.as_str(),
                    valid_until: until(candidate.expires_at),
                    recorded_at: record.recorded_at.as_micros(),
                    retired_at: until(record.retired.map(|retired| retired.at)),
                    at: candidate.last_at.as_micros(),
                    ..Attributes::default()
                }
            }
            News::Episode(record) => Attributes {
                layer: Layer::Episode,
                valid_from: record.body.started_at.as_micros(),
                recorded_at: record.recorded_at.as_micros(),
                retired_at: until(record.retired.map(|retired| retired.at)),
                at: record.body.started_at.as_micros(),
                ..Attributes::default()
            },
            News::Message(event) => Attributes {
                layer: Layer::Message,
                role: event.role as u8,
                speaker: speaker(event.role, event.said().and_then(|said| said.name.as_deref())),
                valid_from: event.at.as_micros(),
                recorded_at: event.recorded_at.as_micros(),
                at: event.at.as_micros(),
                ..Attributes::default()
            },
        }
    }
}

/// Returns the words of what is forgotten or in the trash.
fn forgotten(store: &dyn Store, space: &SpaceHandle) -> Result<HashSet<Fingerprint>, Error> {
    let rows = store.rows(space, Noun::Suppression, Belief::Now)?.records.into_iter();
    Ok(rows
        .filter_map(|record| match record.body {
            Row::Suppression(Suppression { fingerprint, reason }) if reason != SuppressionReason::Rejected => {
                Some(fingerprint)
            }
            _ => None,
        })
        .collect())
}
