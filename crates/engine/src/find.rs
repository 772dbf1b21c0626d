//! Finding the memory somebody means: by its id, part of its id, or words in it.

use std::collections::BTreeMap;

use cofio_domain::axes::Status;
use cofio_domain::id::{Id, IdPart, MemoryId, OperationId};
use cofio_domain::memory::Version;
use cofio_domain::operation::{Operation, OperationKind};
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::{IdLookup, OperationFilter};
use cofio_domain::record::{Belief, Record, Row, RowRef};
use cofio_domain::space::{Actor, SpaceHandle};
use cofio_domain::time::Timestamp;

use crate::admit::LEARNING;
use crate::rulebook::Rulebook;
use crate::{Engine, Error, Match};

/// Which memories may be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looking {
    /// Those in force.
    Active,
    /// Those that ended and can come back.
    Ended,
    /// All that can still be seen.
    Any,
    /// Those, too, that were in the trash for so long that they only wait to be swept.
    Everything,
}

/// The current state of a memory: the believed record of its newest version.
pub(crate) type Head = Record<Version>;

/// A word of at least this many letters may be the end of an id even without a mark that says so.
const TELLING_LETTERS: usize = 4;

/// How many candidates are worth showing.
const MANY: usize = 50;

/// Fewer letters than this are no part of a word that anybody means.
const SHORT: usize = 4;

impl Engine {
    /// Finds the one memory that is meant.
    pub(crate) fn find(&self, space: &SpaceHandle, text: &str, looking: Looking) -> Result<Head, Error> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Error::Invalid("say which memory: an id, part of one, or words from it".into()));
        }
        if text == "last" {
            let head = self.last_touched(space).and_then(|head| self.given(space, text, head))?;
            return self.as_looked_for(head, looking);
        }
        if let Ok(id) = text.parse::<MemoryId>() {
            let head = self.head_for(space, id, looking)?.ok_or_else(|| self.missing(space, text))?;
            return self.as_looked_for(self.given(space, text, head)?, looking);
        }
        let part = IdPart::parse(text, MemoryId::PREFIX);
        let by_id = match &part {
            Some(part) if part.unmistakable || part.letters.len() >= TELLING_LETTERS => {
                self.heads_like(space, part, looking)?
            }
            _ => Vec::new(),
        };
        // A word can be the end of an id by accident, so unless it is marked as one, words in memories count too.
        let only_an_id = part.is_some_and(|part| part.unmistakable);
        let by_words = if only_an_id { Vec::new() } else { self.heads_saying(space, text, looking)? };
        let head = self.only_one(space, text, by_id, by_words)?;
        self.as_looked_for(self.given(space, text, head)?, looking)
    }

    /// Fails, as if it were not there, where a memory is of a domain that the application which asks was not given.
    fn given(&self, space: &SpaceHandle, text: &str, head: Head) -> Result<Head, Error> {
        if space.may_touch(&head.body.claim.domain) {
            return Ok(head);
        }
        Err(Error::not_found("memory", text))
    }

    /// Fails where a memory that was named by its id does not stand as it would have to.
    fn as_looked_for(&self, head: Head, looking: Looking) -> Result<Head, Error> {
        let now = self.now();
        match looking {
            Looking::Active if !head.body.is_live(now) => {
                let status = head.body.status_at(now);
                Err(Error::conflict(format!("it is {status}; bring it back first: cofio restore {}", head.body.memory)))
            }
            Looking::Ended if head.body.is_live(now) => {
                Err(Error::conflict("it is in use; there is nothing to restore"))
            }
            Looking::Active | Looking::Ended | Looking::Any
                if self.is_gone(head.body.status, head.recorded_at, now) =>
            {
                Err(Error::conflict("it was in the trash for too long and is gone"))
            }
            _ => Ok(head),
        }
    }

    fn only_one(&self, space: &SpaceHandle, text: &str, by_id: Vec<Head>, by_words: Vec<Head>) -> Result<Head, Error> {
        let mut heads: BTreeMap<MemoryId, Head> =
            by_id.into_iter().chain(by_words).map(|head| (head.body.memory, head)).collect();
        if heads.len() > 1 {
            // Somebody who types a memory's whole words means that memory, though others may contain them.
            let wanted = normalized(text);
            let exact: Vec<MemoryId> = heads
                .values()
                .filter(|head| normalized(&head.body.claim.content) == wanted)
                .map(|head| head.body.memory)
                .collect();
            if let [only] = exact.as_slice() {
                heads.retain(|memory, _| memory == only);
            }
        }
        if heads.len() > 1 {
            return Err(Error::ambiguous("memories", text, heads.values().take(MANY).map(candidate)));
        }
        heads.into_values().next().ok_or_else(|| self.missing(space, text))
    }

    /// Returns the newest version of a memory, as it is believed now.
    pub(crate) fn head_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Option<Head>, Error> {
        let records = self.store.records_of(space, memory)?;
        Ok(newest(records.into_iter().filter(|record| record.retired.is_none())))
    }

    /// Returns the newest version of a memory; where everything is looked at, also of one that was taken back whole.
    fn head_for(&self, space: &SpaceHandle, memory: MemoryId, looking: Looking) -> Result<Option<Head>, Error> {
        match self.head_of(space, memory)? {
            None if looking == Looking::Everything => Ok(newest(self.store.records_of(space, memory)?.into_iter())),
            found => Ok(found),
        }
    }

    /// Returns every memory's newest version, as it is believed now, in the order they were recorded.
    pub(crate) fn heads(&self, space: &SpaceHandle) -> Result<Vec<Head>, Error> {
        Ok(newest_of_each(self.store.versions(space, Belief::Now)?.records))
    }

    /// Returns the newest version of every memory there ever was: an undo takes a memory out of sight, and its words
    /// stay until they are erased.
    pub(crate) fn heads_ever(&self, space: &SpaceHandle) -> Result<Vec<Head>, Error> {
        Ok(newest_of_each(self.store.versions(space, Belief::Ever)?.records))
    }

    fn heads_like(&self, space: &SpaceHandle, part: &IdPart, looking: Looking) -> Result<Vec<Head>, Error> {
        let now = self.now();
        let ids = self.store.ids_like(space, IdLookup::Memory, part, MANY)?;
        let mut heads = Vec::new();
        for id in ids {
            let head = self.head_for(space, MemoryId::from_bits(id), looking)?;
            heads.extend(head.filter(|head| part.unmistakable || self.may_be_meant(head, looking, now)));
        }
        Ok(heads)
    }

    fn heads_saying(&self, space: &SpaceHandle, text: &str, looking: Looking) -> Result<Vec<Head>, Error> {
        let now = self.now();
        let book = Rulebook::read(&*self.store, space)?;
        let wanted = normalized(text);
        let says = |head: &Head, has: fn(&str, &str) -> bool| {
            let claim = &head.body.claim;
            has(&normalized(&claim.content), &wanted)
                || claim.summary.as_deref().is_some_and(|summary| has(&normalized(summary), &wanted))
                || claim.key.as_deref() == Some(text)
        };
        let mut heads = if looking == Looking::Everything { self.heads_ever(space)? } else { self.heads(space)? };
        heads.retain(|head| self.may_be_meant(head, looking, now) && book.is_on(&head.body.claim.domain));
        // "the" is not meant to be found in "their". Parts of words count where nothing has the whole ones.
        let (whole, mut others): (Vec<Head>, Vec<Head>) = heads.into_iter().partition(|head| says(head, has_words));
        if !whole.is_empty() || (wanted.is_ascii() && wanted.len() < SHORT) {
            return Ok(whole);
        }
        others.retain(|head| says(head, |text, wanted| text.contains(wanted)));
        Ok(others)
    }

    fn may_be_meant(&self, head: &Head, looking: Looking, now: Timestamp) -> bool {
        let live = head.body.is_live(now);
        match looking {
            Looking::Active => live,
            Looking::Ended => !live && !self.is_gone(head.body.status, head.recorded_at, now),
            Looking::Any => !self.is_gone(head.body.status, head.recorded_at, now),
            Looking::Everything => true,
        }
    }

    /// Returns whether a memory was in the trash for so long that it is gone.
    pub(crate) fn is_gone(&self, status: Status, since: Timestamp, now: Timestamp) -> bool {
        status == Status::Trashed && now >= since.plus_days(i64::from(self.settings.knobs.trash_days))
    }

    /// Finds the memory that the last operation was about.
    fn last_touched(&self, space: &SpaceHandle) -> Result<Head, Error> {
        let recent = OperationFilter { limit: Some(MANY), ..OperationFilter::default() };
        let book = Rulebook::read(&*self.store, space)?;
        for operation in self.store.operations(space, &recent)? {
            let rows: Vec<RowRef> = operation.after.iter().chain(&operation.before).copied().collect();
            for record in self.store.rows_at(space, &rows)? {
                if let Row::Version(version) = record.body
                    && let Some(head) = self.head_of(space, version.memory)?
                    && book.is_on(&head.body.claim.domain)
                {
                    return Ok(head);
                }
            }
        }
        Err(Error::not_found("memory", "last"))
    }

    /// Finds the one operation that is meant.
    pub(crate) fn find_operation(&self, space: &SpaceHandle, text: &str) -> Result<OperationId, Error> {
        let text = text.trim();
        if let Ok(id) = text.parse::<OperationId>() {
            return Ok(id);
        }
        if text == "last" {
            return self.last_undoable(space);
        }
        let found = match IdPart::parse(text, OperationId::PREFIX) {
            Some(part) => self.store.ids_like(space, IdLookup::Operation, &part, MANY)?,
            None => Vec::new(),
        };
        match found.as_slice() {
            [only] => Ok(OperationId::from_bits(*only)),
            [] => Err(Error::not_found("operation", text)),
            _ => {
                let mut candidates = Vec::new();
                for id in found.into_iter().map(OperationId::from_bits) {
                    let did = self.store.operation(space, id)?.map(|done| format!("{} at {}", done.kind, done.at));
                    candidates.push(Match { id: id.to_string(), content: did.unwrap_or_default(), domain: None });
                }
                Err(Error::ambiguous("operations", text, candidates))
            }
        }
    }

    /// Returns the operation that somebody means who takes the last one back: the newest of their own that stands. What a
    /// job did between two commands is undone by its run.
    pub(crate) fn last_undoable(&self, space: &SpaceHandle) -> Result<OperationId, Error> {
        let unasked = |operation: &Operation| matches!(&operation.actor, Actor::Automation(job) if job != LEARNING);
        self.last_standing(space, |operation| !unasked(operation))
    }

    /// Returns the newest operation that stands, whoever did it: nothing can have come in its way since.
    pub(crate) fn last_done(&self, space: &SpaceHandle) -> Result<OperationId, Error> {
        self.last_standing(space, |_| true)
    }

    /// Returns the newest operation that was not taken back and took nothing back itself. Briefs are only compiled from
    /// what others did, so nobody means that.
    fn last_standing(&self, space: &SpaceHandle, wanted: impl Fn(&Operation) -> bool) -> Result<OperationId, Error> {
        let mut taken_back = std::collections::BTreeSet::new();
        for operation in self.store.operations(space, &OperationFilter::default())? {
            if taken_back.contains(&operation.id) {
                continue;
            }
            if !operation.undoes.is_empty() {
                taken_back.extend(operation.undoes);
            } else if !matches!(operation.kind, OperationKind::CreateSpace | OperationKind::Compile)
                && wanted(&operation)
            {
                return Ok(operation.id);
            }
        }
        Err(Error::not_found("operation", "last"))
    }

    /// Says that something is not there, or that it was and is erased.
    pub(crate) fn missing(&self, space: &SpaceHandle, text: &str) -> Error {
        match self.store.tombstone(space, &text.to_ascii_uppercase().replacen("MEM_", "mem_", 1)) {
            Ok(Some(tombstone)) => Error::Erased { id: tombstone.id, at: tombstone.at },
            _ => Error::not_found("memory", text),
        }
    }
}

/// Whether a text has words as they stand, not inside other words.
fn has_words(text: &str, wanted: &str) -> bool {
    let goes_on = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let ends_in_a_word = |words: &str| (goes_on(words.chars().next()), goes_on(words.chars().next_back()));
    let (first, last) = ends_in_a_word(wanted);
    text.match_indices(wanted).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + wanted.len()..].chars().next();
        !(first && goes_on(before) || last && goes_on(after))
    })
}

fn candidate(head: &Head) -> Match {
    let claim = &head.body.claim;
    Match { id: head.body.memory.to_string(), content: claim.content.clone(), domain: Some(claim.domain.clone()) }
}

/// Returns the record of the newest version among records of one memory.
fn newest(records: impl Iterator<Item = Record<Version>>) -> Option<Head> {
    records.reduce(|one, other| if later(&one, &other) { one } else { other })
}

/// Returns the newest of the records of each memory, in the order they were recorded. What is believed comes first.
pub(crate) fn newest_of_each(records: Vec<Head>) -> Vec<Head> {
    let mut heads: BTreeMap<MemoryId, Head> = BTreeMap::new();
    for record in records {
        match heads.get(&record.body.memory) {
            Some(known) if known.retired.is_none() && record.retired.is_some() => {}
            Some(known) if known.retired.is_none() == record.retired.is_none() && later(known, &record) => {}
            _ => {
                heads.insert(record.body.memory, record);
            }
        }
    }
    let mut heads: Vec<Head> = heads.into_values().collect();
    heads.sort_by_key(|head| head.seq);
    heads
}

/// Returns whether one record says more recent things than another.
fn later(one: &Head, other: &Head) -> bool {
    (one.body.n, one.seq) > (other.body.n, other.seq)
}
