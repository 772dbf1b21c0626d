//! What happened since, and what the sweeps look for.

use cofio_domain::axes::Status;
use cofio_domain::evidence::Cited;
use cofio_domain::memory::Version;
use cofio_domain::operation::Operation;
use cofio_domain::ports::{Citation, EventListing, Feed, Listing, StoreError, Sweeps};
use cofio_domain::record::{Noun, Record, Row, Seq};
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use super::MemoryStore;
use super::raw::is_own;

impl Feed for MemoryStore {
    fn versions_since(&self, space: &SpaceHandle, after: Seq, limit: usize) -> Result<Listing<Version>, StoreError> {
        Ok(self.world(space, |world| Listing {
            records: world
                .versions()
                .filter(|record| record.seq > after && world.visible(space, &record.body))
                .take(limit)
                .collect(),
            damaged: Vec::new(),
        }))
    }

    fn rows_since(&self, space: &SpaceHandle, noun: Noun, after: Seq) -> Result<Listing<Row>, StoreError> {
        Ok(self.world(space, |world| Listing {
            records: world
                .rows
                .values()
                .filter(|record| record.seq > after && record.body.noun() == noun)
                .cloned()
                .collect(),
            damaged: Vec::new(),
        }))
    }

    fn retired_since(&self, space: &SpaceHandle, noun: Noun, after: Seq) -> Result<Vec<(Seq, Timestamp)>, StoreError> {
        Ok(self.world(space, |world| {
            let later = |by| world.operations.iter().any(|operation| operation.id == by && operation.seq > after);
            let mut retired: Vec<(Seq, Timestamp)> = world
                .rows
                .values()
                .filter(|record| record.body.noun() == noun)
                .filter_map(|record| Some((record.seq, record.retired.filter(|retired| later(retired.by))?.at)))
                .collect();
            retired.sort_by_key(|(seq, at)| (*at, *seq));
            retired
        }))
    }

    fn place_at(&self, space: &SpaceHandle, moment: Timestamp) -> Result<Seq, StoreError> {
        Ok(self.world(space, |world| {
            let by_then = world.operations.iter().filter(|operation| operation.at <= moment);
            by_then.map(|operation| operation.seq).max().unwrap_or(Seq(0))
        }))
    }

    fn versions_ended_since(&self, space: &SpaceHandle, moment: Timestamp) -> Result<Listing<Version>, StoreError> {
        Ok(self.world(space, |world| {
            let ended = |record: &Record<Version>| {
                record.recorded_at <= moment && record.retired.is_some_and(|retired| retired.at > moment)
            };
            let seen = |record: &Record<Version>| ended(record) && world.visible(space, &record.body);
            Listing { records: world.versions().filter(seen).collect(), damaged: Vec::new() }
        }))
    }

    fn events_since(&self, space: &SpaceHandle, after: Seq, limit: usize) -> Result<EventListing, StoreError> {
        Ok(self.world(space, |world| {
            let events = world.events_in_sight(space).filter(|event| event.seq > after).take(limit);
            EventListing { events: events.cloned().collect(), damaged: Vec::new() }
        }))
    }

    fn operations_since(&self, space: &SpaceHandle, after: Seq) -> Result<Vec<Operation>, StoreError> {
        Ok(self
            .world(space, |world| world.operations.iter().filter(|operation| operation.seq > after).cloned().collect()))
    }

    fn sessions_since(&self, space: &SpaceHandle, after: Seq) -> Result<Vec<Session>, StoreError> {
        Ok(self.world(space, |world| {
            let moved = |session: &&Session| session.moved > after.max(Seq(0)) && is_own(space, session);
            let mut sessions: Vec<Session> = world.raw.sessions.iter().filter(moved).cloned().collect();
            sessions.sort_by_key(|session| session.moved);
            sessions
        }))
    }

    fn dropped(&self, space: &SpaceHandle) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            let dropped = |record: &Record<Version>| {
                record.retired.is_none() && matches!(record.body.status, Status::Forgotten | Status::Trashed)
            };
            world.versions().filter(|record| dropped(record) && world.visible(space, &record.body)).collect()
        }))
    }

    fn citations_of(&self, space: &SpaceHandle, messages: &[(&str, u64)]) -> Result<Vec<Citation>, StoreError> {
        let wanted = |citation: &Citation| match &citation.evidence.cites {
            Cited::Message { session, index } => messages.contains(&(session.as_str(), *index)),
            _ => false,
        };
        Ok(self.message_citations(space)?.into_iter().filter(wanted).collect())
    }

    fn message_citations(&self, space: &SpaceHandle) -> Result<Vec<Citation>, StoreError> {
        Ok(self.world(space, |world| {
            let cites_message = |evidence: &&(_, _, cofio_domain::evidence::Evidence)| {
                matches!(evidence.2.cites, Cited::Message { .. })
            };
            let mut found: Vec<Citation> = world
                .evidence
                .iter()
                .filter(cites_message)
                .map(|(memory, version, evidence)| Citation {
                    memory: *memory,
                    version: *version,
                    evidence: evidence.clone(),
                })
                .collect();
            found.sort_by_key(|citation| citation.memory);
            found
        }))
    }
}

impl Sweeps for MemoryStore {
    fn trashed_by(&self, space: &SpaceHandle, at: Timestamp) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            let trashed = |record: &Record<Version>| {
                record.retired.is_none() && record.body.status == Status::Trashed && record.recorded_at <= at
            };
            world.versions().filter(|record| trashed(record) && world.visible(space, &record.body)).collect()
        }))
    }

    fn expired_by(&self, space: &SpaceHandle, at: Timestamp) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            let expired = |record: &Record<Version>| {
                record.retired.is_none()
                    && matches!(record.body.status, Status::Active | Status::Superseded)
                    && record.body.claim.expires_at.is_some_and(|expiry| expiry <= at)
            };
            world.versions().filter(|record| expired(record) && world.visible(space, &record.body)).collect()
        }))
    }
}
