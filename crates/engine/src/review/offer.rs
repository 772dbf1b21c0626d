//! When a review is offered: after a while, or after enough changes that nobody looked at. It is never required.

use cofio_domain::id::JobId;
use cofio_domain::job::{Ending, Taking, Which};
use cofio_domain::operation::OperationKind;
use cofio_domain::ports::OperationFilter;
use cofio_domain::space::{Actor, SpaceHandle};
use cofio_domain::time::Timestamp;
use serde::Serialize;
use serde_json::json;

use crate::jobs::key_in;
use crate::{Engine, Error};

/// After so many days a review is offered.
const AFTER_DAYS: f64 = 30.0;

/// Or after so many changes.
const AFTER_CHANGES: usize = 25;

/// Under this name it is kept when somebody last went through the deck.
const REVIEWED: &str = "review";

/// How long somebody may take to say that they are done.
const LEASE_MINUTES: i64 = 1;

/// A review that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// How many cards there are.
    pub cards: usize,
    /// How many minutes they may take.
    pub minutes: usize,
    /// How many changes nobody looked at.
    pub changes: usize,
    /// When the deck was last gone through.
    pub last: Option<Timestamp>,
}

impl Engine {
    /// Returns what is offered for review, if it is time.
    pub fn review_offer(&self, space: &SpaceHandle) -> Result<Option<Offer>, Error> {
        self.review_offer_at(space, self.now())
    }

    pub(crate) fn review_offer_at(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<Option<Offer>, Error> {
        let last = self.last_review(space)?;
        let changes = self.unreviewed_changes(space, last)?;
        let since = match last {
            Some(at) => Some(at),
            None => self.heads(space)?.iter().map(|head| head.recorded_at).min(),
        };
        let is_time = since.is_some_and(|since| as_of.days_since(since) >= AFTER_DAYS);
        if !is_time && changes < AFTER_CHANGES {
            return Ok(None);
        }
        let deck = self.review(space)?;
        if deck.cards.is_empty() {
            return Ok(None);
        }
        Ok(Some(Offer { cards: deck.cards.len(), minutes: deck.minutes, changes, last }))
    }

    /// Counts what was done unasked since somebody last looked, and stands.
    fn unreviewed_changes(&self, space: &SpaceHandle, last: Option<Timestamp>) -> Result<usize, Error> {
        let filter = OperationFilter { since: last, ..OperationFilter::default() };
        let unasked = |kind: OperationKind| !matches!(kind, OperationKind::Compile | OperationKind::Erase);
        let done = self.store.operations(space, &filter)?;
        Ok(done
            .iter()
            .filter(|operation| matches!(operation.actor, Actor::Automation(_)) && unasked(operation.kind))
            .filter(|operation| !operation.after.is_empty())
            .count())
    }

    /// Returns when the deck was last gone through.
    pub(crate) fn last_review(&self, space: &SpaceHandle) -> Result<Option<Timestamp>, Error> {
        let key = key_in(space);
        let jobs = self.store.jobs(space)?;
        Ok(jobs.into_iter().find(|job| job.kind == REVIEWED && job.key == key).and_then(|job| job.ended_at))
    }

    /// Notes that somebody went through the deck, or does not want to for now.
    pub fn end_review(&self, space: &SpaceHandle, seen: usize) -> Result<(), Error> {
        self.may_write(space)?;
        if self.settings.dry_run {
            return Ok(());
        }
        let now = self.now();
        let taking = Taking {
            owner: self.mint::<JobId>().to_string(),
            now,
            until: now.plus_minutes(LEASE_MINUTES),
            id: self.mint(),
            which: Which::Anyway(REVIEWED.into(), key_in(space)),
        };
        // Where somebody else just says the same, it is said.
        if let Some(job) = self.store.take_job(space, taking)? {
            self.store.end_job(space, &job, Ending::Done { stats: json!({ "cards": seen }), next: None }, now)?;
        }
        Ok(())
    }
}
