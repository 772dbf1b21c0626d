//! What was said, and the sessions it was said in.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use cofio_domain::event::{
    Break, ChainReport, Digest, ERASED, Event, Fault, NewMessage, Payload, PayloadSalt, Said, already_there,
    sound_spans, without,
};
use cofio_domain::ports::{
    Append, Appended, EventListing, Log, SessionFilter, SessionListing, SessionRef, Sessions, StoreError,
};
use cofio_domain::record::Seq;
use cofio_domain::session::{Session, SessionChange, SessionNumber};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;

use super::MemoryStore;
use super::world::World;

/// The raw log of one space.
#[derive(Debug, Clone, Default)]
pub(super) struct Raw {
    pub(super) sessions: Vec<Session>,
    pub(super) events: Vec<Event>,
    salts: BTreeMap<Seq, PayloadSalt>,
    erased: BTreeSet<Seq>,
}

impl Raw {
    /// Takes words out of a message. Returns whether there were any.
    pub(super) fn shred(&mut self, seq: Seq, spans: &[Range<usize>]) -> bool {
        let Some(event) = self.events.iter_mut().find(|event| event.seq == seq) else { return false };
        let Some(said) = event.said().cloned() else { return false };
        let spans = sound_spans(&said.text, spans);
        event.payload = if spans.is_empty() {
            Payload::Shredded
        } else {
            Payload::Cut(Said { text: without(&said.text, &spans, ERASED), name: said.name })
        };
        self.erased.insert(seq);
        let number = event.session;
        self.sessions.iter_mut().filter(|session| session.number == number).for_each(|session| session.title = None);
        true
    }

    /// Takes all words out of a session. Returns the places of its messages.
    pub(super) fn shred_session(&mut self, number: SessionNumber, place: Seq, at: Timestamp) -> Vec<Seq> {
        let session = self.sessions.iter_mut().find(|session| session.number == number);
        let Some(session) = session.filter(|session| session.shredded_at.is_none()) else { return Vec::new() };
        session.deleted_at = session.deleted_at.or(Some(at));
        session.shredded_at = Some(at);
        session.moved = place;
        session.title = None;
        let mut gone = Vec::new();
        for event in self.events.iter_mut().filter(|event| event.session == number) {
            event.payload = Payload::Shredded;
            self.erased.insert(event.seq);
            gone.push(event.seq);
        }
        gone
    }

    pub(super) fn session_of(&self, event: &Event) -> Option<&Session> {
        self.sessions.iter().find(|session| session.number == event.session)
    }

    fn which(&self, which: SessionRef<'_>) -> Option<&Session> {
        self.sessions.iter().find(|session| match which {
            SessionRef::Id(id) => session.id == id,
            SessionRef::Name(name) => session.name == name,
            SessionRef::Number(number) => session.number == number,
        })
    }
}

/// Whether a session is there for whoever asks: in a space of several people, everybody has their own.
pub(super) fn is_own(space: &SpaceHandle, session: &Session) -> bool {
    space.kind() != SpaceKind::Shared || session.user == space.user()
}

impl World {
    fn append(&mut self, space: &SpaceHandle, append: Append) -> Result<Appended, StoreError> {
        if append.rules != self.rules {
            return Err(StoreError::Stale);
        }
        let there = self.raw.which(SessionRef::Name(&append.session.name)).cloned();
        if there.as_ref().is_some_and(|session| session.user != space.user()) {
            return Err(StoreError::ReadOnly { why: "another member has a session of this name".into() });
        }
        if there.as_ref().is_some_and(|session| session.deleted_at.is_some()) {
            return Err(StoreError::Stale);
        }
        let at = append.at.max(self.clock.next());
        let opened = there.is_none();
        let number = SessionNumber(self.raw.sessions.len() as i64 + 1);
        let mut session = there.unwrap_or_else(|| append.session.opened(number, space.user(), at));
        let in_session = self.raw.events.iter().filter(|event| event.session == session.number);
        let known = already_there(&append.messages, in_session);
        let news: Vec<NewMessage> = append
            .messages
            .into_iter()
            .enumerate()
            .filter(|(place, _)| !known.contains(place))
            .map(|(_, message)| message)
            .collect();
        if news.is_empty() && !opened {
            return Ok(Appended { session, opened, events: Vec::new(), known });
        }
        let first_index = session.messages;
        let said_at: Vec<Timestamp> = news.iter().map(|message| message.at).collect();
        session = session.with_messages(&said_at, at);
        let mut events = Vec::new();
        for (index, message) in (first_index..).zip(news) {
            let seq = self.next_seq();
            let previous = self.raw.events.last().map_or(Digest::NOTHING, |event| event.hash);
            self.raw.salts.insert(seq, message.salt);
            let event = message.recorded(self.space.key, seq, (session.number, index), at, previous);
            self.raw.events.push(event.clone());
            events.push(event);
        }
        self.raw.sessions.retain(|other| other.number != session.number);
        self.raw.sessions.push(session.clone());
        self.clock = at;
        Ok(Appended { session, opened, events, known })
    }

    fn walk(&self) -> ChainReport {
        let mut report = ChainReport::default();
        for event in &self.raw.events {
            report.events += 1;
            let mut broken = |fault| report.breaks.push(Break { seq: event.seq, fault });
            if event.prev_hash != report.head {
                broken(Fault::Order);
            }
            if event.chain_hash(self.space.key) != event.hash {
                broken(Fault::Header);
            }
            match &event.payload {
                Payload::Kept(said) if said.hash(&self.raw.salts[&event.seq]) == event.payload_hash => {}
                Payload::Kept(_) => broken(Fault::Payload),
                Payload::Cut(_) | Payload::Shredded if !self.raw.erased.contains(&event.seq) => broken(Fault::Lost),
                Payload::Cut(_) => report.cut += 1,
                Payload::Shredded => report.shredded += 1,
            }
            report.head = event.hash;
        }
        report
    }
}

impl Log for MemoryStore {
    fn append(&self, space: &SpaceHandle, append: Append) -> Result<Appended, StoreError> {
        self.change_as_editor(space, |world| world.append(space, append))
    }

    fn events_of(
        &self,
        space: &SpaceHandle,
        session: SessionNumber,
        from: u64,
        limit: usize,
    ) -> Result<EventListing, StoreError> {
        Ok(self.world(space, |world| {
            let wanted = |event: &&Event| {
                event.session == session
                    && event.index >= from
                    && world.raw.session_of(event).is_some_and(|session| is_own(space, session))
            };
            let mut events: Vec<Event> = world.raw.events.iter().filter(wanted).cloned().collect();
            events.sort_by_key(|event| event.index);
            events.truncate(limit);
            EventListing { events, damaged: Vec::new() }
        }))
    }

    fn events_at(&self, space: &SpaceHandle, at: &[Seq]) -> Result<EventListing, StoreError> {
        Ok(self.world(space, |world| {
            let events = world.events_in_sight(space).filter(|event| at.contains(&event.seq)).cloned().collect();
            EventListing { events, damaged: Vec::new() }
        }))
    }

    fn verify_chain(&self, space: &SpaceHandle) -> Result<ChainReport, StoreError> {
        Ok(self.world(space, World::walk))
    }
}

impl World {
    pub(super) fn events_in_sight<'a>(&'a self, space: &'a SpaceHandle) -> impl Iterator<Item = &'a Event> {
        self.raw.events.iter().filter(move |event| {
            self.raw.session_of(event).is_some_and(|session| session.is_visible() && is_own(space, session))
        })
    }
}

impl Sessions for MemoryStore {
    fn session(&self, space: &SpaceHandle, which: SessionRef<'_>) -> Result<Option<Session>, StoreError> {
        Ok(self.world(space, |world| world.raw.which(which).filter(|session| is_own(space, session)).cloned()))
    }

    fn sessions(&self, space: &SpaceHandle, filter: &SessionFilter) -> Result<SessionListing, StoreError> {
        let wanted = |session: &&Session| {
            let since = if filter.in_trash { session.deleted_at } else { Some(session.touched_at) };
            is_own(space, session)
                && session.deleted_at.is_some() == filter.in_trash
                && filter.status.is_none_or(|status| session.status == status)
                && filter.before.is_none_or(|before| since.is_some_and(|since| since <= before))
        };
        Ok(self.world(space, |world| {
            let mut sessions: Vec<Session> = world.raw.sessions.iter().filter(wanted).cloned().collect();
            sessions.sort_by_key(|session| std::cmp::Reverse((session.touched_at, session.number)));
            sessions.truncate(filter.limit.unwrap_or(usize::MAX));
            SessionListing { sessions, damaged: 0 }
        }))
    }

    fn change_session(
        &self,
        space: &SpaceHandle,
        seen: &Session,
        change: SessionChange,
        at: Timestamp,
    ) -> Result<Session, StoreError> {
        self.change_as_editor(space, |world| {
            let there = world.raw.which(SessionRef::Number(seen.number));
            if there != Some(seen) || !is_own(space, seen) {
                return Err(StoreError::Stale);
            }
            let Some(mut next) = seen.changed(change, at) else { return Ok(seen.clone()) };
            if next.deleted_at != seen.deleted_at {
                next.moved = world.next_seq();
                world.clock = at.max(world.clock.next());
            }
            world.raw.sessions.retain(|other| other.number != next.number);
            world.raw.sessions.push(next.clone());
            Ok(next)
        })
    }

    fn title_session(&self, space: &SpaceHandle, seen: &Session, title: Option<String>) -> Result<(), StoreError> {
        self.change_as_editor(space, |world| {
            let there = world.raw.sessions.iter_mut().find(|session| session.number == seen.number);
            let there = there.filter(|there| is_own(space, seen) && there.is_visible() && there.title == seen.title);
            there.ok_or(StoreError::Stale)?.title = title;
            Ok(())
        })
    }
}
