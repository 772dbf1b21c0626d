//! What was found for the last messages of a session. A message is looked up again when its assistant calls a tool and
//! comes back, or when a client tries again: then nothing is searched.
//!
//! What is kept is never older than what is known: it carries the versions of every space it was read from, and the
//! moment at which the clock alone would change it, because something expires or begins to hold. What was said in the
//! very session is none of its findings, so that recording the turns of a conversation leaves it standing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cofio_domain::domains::DomainName;
use cofio_domain::id::UserId;
use cofio_domain::ports::{SessionRef, Store};
use cofio_domain::record::Seq;
use cofio_domain::space::{SpaceHandle, SpaceKey};
use cofio_domain::time::Timestamp;
use jiff::civil::Date;
use serde::Serialize;

use crate::browse::Item;
use crate::recall::answer::{Cut, Found, Recalled};
use crate::recall::query::RecallQuery;
use crate::{Engine, Error};

/// For how long a result is good, and how much is kept of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Keeping {
    pub(crate) seconds: u32,
    /// How many things that were found; a result without any counts for one.
    pub(crate) most: usize,
}

/// Whether what was found for a message was searched for, or was at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum CacheUse {
    /// It was searched for.
    Miss,
    /// It had been found before.
    Hit {
        /// How long before.
        age_seconds: u64,
    },
}

/// How often something was searched for and how often it was at hand, since the process began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct CacheCounts {
    /// How often it was at hand.
    pub hits: u64,
    /// How often it was searched for.
    pub misses: u64,
}

impl CacheCounts {
    /// Returns the share that was at hand; nothing where nothing was asked.
    pub fn hit_rate(&self) -> Option<f64> {
        let all = self.hits + self.misses;
        (all > 0).then(|| self.hits as f64 / all as f64)
    }
}

/// What a turn of a conversation is given.
#[derive(Debug, Clone)]
pub(crate) struct TurnFindings {
    pub(crate) hits: Vec<Found>,
    pub(crate) cut: Vec<Cut>,
}

/// How many sessions are remembered: more than talk within five minutes on one machine.
const SESSIONS: usize = 256;

/// A result with more text than this is not worth its room.
const LONGEST: usize = 64 << 10;

/// More messages than this, and it is quicker to search again than to look whose they are.
const FEW_MESSAGES: usize = 64;

/// Results of sessions. Nobody is ever given another's: the place says whose they are.
#[derive(Default)]
pub(crate) struct Results {
    sessions: Mutex<Sessions>,
    hits: AtomicU64,
    misses: AtomicU64,
}

#[derive(Default)]
struct Sessions {
    known: BTreeMap<Place, Session>,
    /// Counts uses: the session with the smallest number was not used for longest.
    uses: u64,
}

type Place = (SpaceKey, UserId, Option<Arc<BTreeSet<DomainName>>>, Option<String>);

#[derive(Default)]
struct Session {
    used: u64,
    /// The last used first.
    kept: VecDeque<Kept>,
}

#[derive(Clone)]
struct Kept {
    query: RecallQuery,
    /// The day on which it was asked: "yesterday" is another one tomorrow.
    day: Date,
    versions: Vec<SpaceVersion>,
    at: Timestamp,
    /// From then on it is not good any more.
    until: Timestamp,
    found: TurnFindings,
}

/// A space that was read, and what had been recorded in it by then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SpaceVersion {
    space: SpaceKey,
    revision: Seq,
    rules: i64,
}

impl Results {
    pub(crate) fn counts(&self) -> CacheCounts {
        CacheCounts { hits: self.hits.load(Ordering::Relaxed), misses: self.misses.load(Ordering::Relaxed) }
    }

    /// Returns what is kept for a question, whether or not it is still good.
    fn look(&self, place: &Place, query: &RecallQuery, day: Date) -> Option<Kept> {
        let mut sessions = self.lock();
        sessions.uses += 1;
        let used = sessions.uses;
        let session = sessions.known.get_mut(place)?;
        session.used = used;
        let at = session.kept.iter().position(|kept| kept.day == day && kept.query == *query)?;
        let kept = session.kept.remove(at)?;
        session.kept.push_front(kept.clone());
        Some(kept)
    }

    /// Keeps a result in place of one of the same question, and lets go of what was not used for longest.
    fn keep(&self, place: Place, kept: Kept, most: usize) {
        let mut sessions = self.lock();
        sessions.uses += 1;
        let used = sessions.uses;
        let session = sessions.known.entry(place).or_default();
        session.used = used;
        session.kept.retain(|old| old.query != kept.query && old.is_good_at(kept.at));
        session.kept.push_front(kept);
        let mut room = most;
        session.kept.retain(|kept| {
            let size = kept.found.hits.len().max(1);
            let fits = size <= room;
            room = if fits { room - size } else { 0 };
            fits
        });
        while sessions.known.len() > SESSIONS {
            let oldest = sessions.known.iter().min_by_key(|(_, session)| session.used).map(|(place, _)| place.clone());
            let Some(oldest) = oldest else { return };
            sessions.known.remove(&oldest);
        }
    }

    fn drop(&self, place: &Place, query: &RecallQuery) {
        if let Some(session) = self.lock().known.get_mut(place) {
            session.kept.retain(|kept| kept.query != *query);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// A clock that was set back says nothing about how old it is.
    fn is_good_at(&self, now: Timestamp) -> bool {
        self.at <= now && now < self.until
    }
}

impl Engine {
    /// Returns how often what was found for a message was at hand, since the process began.
    pub fn cache_counts(&self) -> CacheCounts {
        self.recollection.results.counts()
    }

    /// Finds what fits a message of a session, or returns what was found for it before, if that is what would be found.
    pub(crate) fn find_for_turn(
        &self,
        space: &SpaceHandle,
        query: &RecallQuery,
        keeping: Keeping,
    ) -> Result<(TurnFindings, CacheUse), Error> {
        let query = RecallQuery { question: one_spaced(&query.question), ..query.clone() };
        let results = &self.recollection.results;
        let place = (space.key(), space.user(), space.domains().cloned(), query.except_session.clone());
        let now = self.now();
        let day = now.to_jiff().to_zoned(self.settings.zone.clone()).date();
        // Before the search: what is written during it is newer than what is kept.
        let spaces: Vec<SpaceHandle> = std::iter::once(space.clone()).chain(self.read_along(space)?).collect();
        let versions = self.versions_of(&spaces)?;
        if let Some(mut kept) = results.look(&place, &query, day) {
            let unchanged = kept.versions == versions;
            let good = kept.is_good_at(now)
                && (unchanged
                    || still_holds(&*self.store, &spaces, &kept.versions, &versions, query.except_session.as_deref())?);
            if good {
                let age_seconds = u64::try_from((now.as_micros() - kept.at.as_micros()) / 1_000_000).unwrap_or(0);
                results.hits.fetch_add(1, Ordering::Relaxed);
                tracing::debug!(cache = "HIT", age_seconds, "what was found {age_seconds} s ago is still so");
                let found = kept.found.clone();
                if !unchanged {
                    kept.versions = versions;
                    results.keep(place, kept, keeping.most);
                }
                return Ok((found, CacheUse::Hit { age_seconds }));
            }
            // Nothing that was taken back stays at hand any longer than it is known of.
            results.drop(&place, &query);
        }
        let recalled = self.find_hits(space, &query)?;
        results.misses.fetch_add(1, Ordering::Relaxed);
        tracing::debug!(cache = "MISS", "searched {} texts for a message", recalled.searched);
        let worth_keeping = self.is_worth_keeping(&spaces, &recalled)?;
        let found = TurnFindings { hits: recalled.hits, cut: recalled.cut };
        if keeping.seconds > 0 && worth_keeping {
            let until = Timestamp::from_micros(now.as_micros() + i64::from(keeping.seconds) * 1_000_000);
            let until = self.next_change(&spaces, now)?.map_or(until, |change| until.min(change));
            let kept = Kept { query, day, versions, at: now, until, found: found.clone() };
            results.keep(place, kept, keeping.most);
        }
        Ok((found, CacheUse::Miss))
    }

    fn versions_of(&self, spaces: &[SpaceHandle]) -> Result<Vec<SpaceVersion>, Error> {
        let version = |space: &SpaceHandle| {
            let state = self.store.state(space)?;
            Ok(SpaceVersion { space: space.key(), revision: state.revision, rules: state.rules })
        };
        spaces.iter().map(version).collect()
    }

    /// What was found while a model did not answer, or before everything had a vector, would be found better soon.
    fn is_worth_keeping(&self, spaces: &[SpaceHandle], recalled: &Recalled) -> Result<bool, Error> {
        let bytes: usize = recalled.hits.iter().map(|hit| bytes_of(&hit.item)).sum();
        if bytes > LONGEST {
            return Ok(false);
        }
        let read: Vec<&SpaceHandle> = spaces.iter().filter(|space| self.embedder_of(space).is_some()).collect();
        if read.is_empty() {
            return Ok(true);
        }
        let mut complete = recalled.degraded.is_none();
        for space in read {
            complete = complete && !self.on_shelf(space, |shelf| Ok(shelf.lacks_vectors()))?;
        }
        Ok(complete)
    }

    /// Returns the next moment at which anything in these spaces ends or begins to hold.
    fn next_change(&self, spaces: &[SpaceHandle], now: Timestamp) -> Result<Option<Timestamp>, Error> {
        let mut next: Option<i64> = None;
        for space in spaces {
            let change = self.on_shelf(space, |shelf| {
                let columns = shelf.index.columns();
                let moments = columns.valid_from.iter().chain(&columns.valid_until).copied();
                Ok(moments.filter(|moment| *moment > now.as_micros()).min())
            })?;
            next = next.into_iter().chain(change).min();
        }
        Ok(next.map(Timestamp::from_micros))
    }
}

/// Returns whether nothing was written since that a result depends on: the same spaces under the same rules, and in them
/// nothing but messages of the session whose messages are left out.
fn still_holds(
    store: &dyn Store,
    spaces: &[SpaceHandle],
    then: &[SpaceVersion],
    now: &[SpaceVersion],
    session: Option<&str>,
) -> Result<bool, Error> {
    let same = |(then, now): (&SpaceVersion, &SpaceVersion)| then.space == now.space && then.rules == now.rules;
    if then.len() != now.len() || !then.iter().zip(now).all(same) {
        return Ok(false);
    }
    for ((space, then), now) in spaces.iter().zip(then).zip(now) {
        if then.revision != now.revision && !only_talked(store, space, then.revision, session)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn only_talked(store: &dyn Store, space: &SpaceHandle, since: Seq, session: Option<&str>) -> Result<bool, Error> {
    let Some(name) = session else { return Ok(false) };
    let Some(session) = store.session(space, SessionRef::Name(name))? else { return Ok(false) };
    if !store.operations_since(space, since)?.is_empty() || !store.sessions_since(space, since)?.is_empty() {
        return Ok(false);
    }
    let said = store.events_since(space, since, FEW_MESSAGES)?;
    let own = said.events.iter().all(|event| event.session == session.number);
    Ok(own && said.damaged.is_empty() && said.events.len() < FEW_MESSAGES)
}

/// A message is the same however it is spaced. Case and signs stay: names and quotations are known by them.
pub(crate) fn one_spaced(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// So much of a question is read at its beginning, and as much at its end. What is longer is something that was pasted.
const LONGEST_PART: usize = 4_000;

/// Returns a question, of a very long one how it begins and how it ends.
pub(crate) fn in_short(question: &str) -> Cow<'_, str> {
    if question.len() <= 2 * LONGEST_PART {
        return Cow::Borrowed(question);
    }
    let begin = &question[..question.floor_char_boundary(LONGEST_PART)];
    let end = &question[question.ceil_char_boundary(question.len() - LONGEST_PART)..];
    Cow::Owned(format!("{begin} {end}"))
}

fn bytes_of(item: &Item) -> usize {
    match item {
        Item::Memory(view) => view.claim.content.len() + view.claim.body.as_ref().map_or(0, String::len),
        Item::Candidate(view) => view.claim.content.len(),
        Item::Message(hit) => hit.text.len(),
        Item::Episode(hit) => 2 * hit.text.len(),
        Item::Proposal(_) | Item::Conflict(_) => 0,
    }
}
