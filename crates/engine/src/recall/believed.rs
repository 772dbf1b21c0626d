//! What a space believes now, in memory and kept up to date with the store.
//!
//! The context block looks at every memory, on every turn. Reading them all each time would take longer than everything
//! else together.

use std::sync::Arc;

use cofio_domain::memory::Version;
use cofio_domain::operation::OperationKind;
use cofio_domain::ports::{Store, StoreError};
use cofio_domain::record::{Belief, Noun, Record, Seq};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::entities::{BookAtHand, Readings};
use crate::rulebook::Rulebook;

/// The versions that a space believes, as one of its members sees them, and its rules.
#[derive(Clone)]
pub(crate) struct Believed {
    pub(crate) book: Rulebook,
    /// In the order they were recorded.
    pub(crate) records: Records,
    /// Who is who in them, once somebody asks.
    pub(crate) entities: BookAtHand,
    /// What each of them says of whom, as far as it was read.
    pub(crate) readings: Readings,
}

/// Records that several may look at while others come and go.
pub(crate) type Records = Arc<Vec<Arc<Record<Version>>>>;

impl Believed {
    /// Reads all of it.
    pub(super) fn read(store: &dyn Store, space: &SpaceHandle) -> Result<Believed, StoreError> {
        // The rules, and with them the place that was seen, come first: what is written meanwhile is looked at again.
        let book = Rulebook::read(store, space)?;
        let records: Vec<_> = store.versions(space, Belief::Now)?.records.into_iter().map(Arc::new).collect();
        let (entities, readings) = (BookAtHand::default(), Readings::default());
        Ok(Believed { book, records: Arc::new(records), entities, readings })
    }

    /// Returns whether nothing was recorded since.
    pub(super) fn is_current(&self, store: &dyn Store, space: &SpaceHandle) -> Result<bool, StoreError> {
        Ok(store.state(space)?.revision == self.seen())
    }

    /// Takes in what happened since it was last looked at.
    pub(super) fn refresh(&mut self, store: &dyn Store, space: &SpaceHandle) -> Result<(), StoreError> {
        let (seen, state) = (self.seen(), store.state(space)?);
        if state.revision == seen {
            return Ok(());
        }
        self.entities = BookAtHand::default();
        let erased = store.operations_since(space, seen)?.iter().any(|done| done.kind == OperationKind::Erase);
        if erased {
            *self = Believed::read(store, space)?;
            return Ok(());
        }
        if state.rules != self.book.state.rules {
            self.book = Rulebook::read(store, space)?;
        }
        self.book.state = state;
        let last = self.records.last().map_or(Seq(0), |record| record.seq);
        let news = store.versions_since(space, seen, usize::MAX)?.records.into_iter();
        let news = news.filter(|record| record.seq > last && record.retired.is_none());
        let retired = store.retired_since(space, Noun::Version, seen)?;
        let records = Arc::make_mut(&mut self.records);
        records.extend(news.map(Arc::new));
        for (seq, _) in retired {
            self.readings.let_go(seq);
            if let Ok(place) = records.binary_search_by_key(&seq, |record| record.seq) {
                records.remove(place);
            }
        }
        Ok(())
    }

    /// Returns what was believed at a moment. What was brought in later with an older date was not there.
    pub(crate) fn at(&self, store: &dyn Store, space: &SpaceHandle, moment: Timestamp) -> Result<Records, StoreError> {
        let place = store.place_at(space, moment)?;
        let mut ended = store.versions_ended_since(space, moment)?.records;
        ended.retain(|record| record.seq <= place);
        let still = self.records.partition_point(|record| record.seq <= place);
        if ended.is_empty() && still == self.records.len() {
            return Ok(Arc::clone(&self.records));
        }
        let still = self.records[..still].iter().cloned();
        let mut records: Vec<_> = still.chain(ended.into_iter().map(Arc::new)).collect();
        records.sort_by_key(|record| record.seq);
        Ok(Arc::new(records))
    }

    fn seen(&self) -> Seq {
        self.book.state.revision
    }

    /// Returns how much memory it takes, nearly.
    pub(super) fn bytes(&self) -> usize {
        let claims = self.records.iter().map(|record| &record.body.claim);
        let texts: usize = claims.map(|claim| claim.texts().map(str::len).sum::<usize>()).sum();
        self.records.len() * (size_of::<Record<Version>>() + 2 * size_of::<usize>()) + texts
    }
}
