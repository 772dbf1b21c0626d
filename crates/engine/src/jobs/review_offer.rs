//! `review.offer`: looks every day whether it is time to offer a review. Offering changes nothing.

use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct ReviewOffer;

impl JobKind for ReviewOffer {
    fn name(&self) -> &'static str {
        "review.offer"
    }

    fn about(&self) -> &'static str {
        "offers to go through what was learned"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Daily { hour: 3 }
    }

    /// Whoever looks is offered a review without it; it counts for those who are told in the morning.
    fn load(&self, _work: &Work<'_>) -> Result<Load, Error> {
        Ok(Load::Nothing)
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let offer = work.engine.review_offer_at(work.space, work.as_of)?;
        Ok(offer.map_or(json!({ "cards": 0 }), |offer| json!({ "cards": offer.cards, "changes": offer.changes })))
    }
}
