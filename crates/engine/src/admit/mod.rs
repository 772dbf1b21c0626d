//! Admitting a claim: what somebody or something wants remembered becomes a memory, a version, a candidate, a
//! proposal or a conflict, or is refused.
//!
//! Gather what is known, let the write policy and the contradiction ladder decide, commit.

mod affirm;
mod carry_out;
mod draft;
mod gather;
mod interpret;
mod save;
mod wait;

use cofio_domain::policy::write::{Known, rule};
use cofio_domain::record::{Row, RowRef};
use cofio_domain::space::SpaceHandle;

use crate::find::Head;
use crate::{Engine, Error, Written};

pub use draft::{Draft, Expiry, Heard, Seen};
pub(crate) use draft::{LEARNING, expiry_that_stays};
pub(crate) use gather::Situation;

/// The record of something that waited, and the one that says how it was decided.
pub(crate) type Settled = (RowRef, Row);

impl Engine {
    /// Takes in a claim.
    pub(crate) fn admit(&self, space: &SpaceHandle, draft: &Draft, target: Option<Head>) -> Result<Written, Error> {
        self.admit_settling(space, draft, target, None)
    }

    /// Takes in a claim that says what a memory says, in other words.
    pub(crate) fn admit_again(&self, space: &SpaceHandle, draft: &Draft, head: Head) -> Result<Written, Error> {
        self.may_write(space)?;
        draft.check()?;
        let mut situation = self.gather(space, draft, None)?;
        if situation.known.is_none() {
            situation.known = Some(head);
            situation.attempt.known = Known::Same;
        }
        let ruling = rule(&situation.attempt, &situation.knobs);
        self.carry_out(space, draft, situation, ruling)
    }

    /// Takes in a claim that settles something: a proposal that is accepted, a conflict that is resolved.
    pub(crate) fn admit_settling(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        target: Option<Head>,
        settles: Option<Settled>,
    ) -> Result<Written, Error> {
        self.may_write(space)?;
        draft.check()?;
        let situation = Situation { settles, ..self.gather(space, draft, target)? };
        let ruling = rule(&situation.attempt, &situation.knobs);
        self.carry_out(space, draft, situation, ruling)
    }
}
