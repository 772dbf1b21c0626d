//! Admitting a claim: what somebody or something wants remembered becomes a memory, a version, a candidate, a
//! proposal or a conflict, or is refused.
//!
//! Gather what is known, let the write policy and the contradiction ladder decide, commit.

mod carry_out;
mod draft;
mod gather;
mod interpret;

use cofio_domain::policy::write::rule;
use cofio_domain::space::SpaceHandle;

use crate::find::Head;
use crate::{Engine, Error, Written};

pub use draft::{Draft, Expiry};
pub(crate) use gather::Situation;

impl Engine {
    /// Takes in a claim.
    pub(crate) fn admit(&self, space: &SpaceHandle, draft: &Draft, target: Option<Head>) -> Result<Written, Error> {
        self.may_write(space)?;
        draft.check()?;
        let situation = self.gather(space, draft, target)?;
        let ruling = rule(&situation.attempt, &self.settings.knobs);
        self.carry_out(space, draft, situation, ruling)
    }
}
