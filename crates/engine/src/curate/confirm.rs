//! Confirm: the person says that a memory still holds.

use cofio_domain::axes::{Retention, Source, Tier};
use cofio_domain::operation::{NewRow, OperationKind};
use cofio_domain::space::SpaceHandle;

use crate::admit::{Draft, Expiry, Settled, expiry_that_stays};
use crate::find::{Head, Looking};
use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, Written};

impl Engine {
    /// Notes that a memory still holds. Only this moves the time it was last confirmed; being looked at does not.
    pub fn confirm(&self, space: &SpaceHandle, which: &str) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let head = self.find(space, which, Looking::Active)?;
            let book = Rulebook::read(&*self.store, space)?;
            self.confirm_head(space, &head, &book, None, &Draft::said(""))
        })
    }

    pub(crate) fn confirm_head(
        &self,
        space: &SpaceHandle,
        head: &Head,
        book: &Rulebook,
        settles: Option<Settled>,
        draft: &Draft,
    ) -> Result<Written, Error> {
        let now = self.now();
        let mut confirmed = head.body.clone();
        confirmed.claim.tier = Tier::Confirmed;
        // From now on it is the person's word, and no guess can replace it.
        if !confirmed.claim.source.is_explicit() {
            if expiry_that_stays(&confirmed.claim) == Expiry::Unsaid {
                confirmed.claim.expires_at = None;
                confirmed.claim.retention = Retention::Permanent;
            }
            confirmed.claim.source = Source::UserConfirmed;
            confirmed.claim.confidence = None;
        }
        confirmed.confirmed_at = confirmed.confirmed_at.or(Some(now));
        confirmed.last_confirmed_at = Some(now);
        let mut commit = self.restate(space, OperationKind::Confirm, head, confirmed);
        draft.sign(&mut commit);
        if let Some((row, settled)) = settles {
            commit.retire.push(row);
            commit.record.push(NewRow { row: settled, recorded_at: None, revives: None });
        }
        let done = self.commit(space, commit)?;
        let message = format!("Confirmed: {}", head.body.claim.content);
        Ok(self
            .written(&done, Action::Confirmed, message)
            .about(self.recorded_view(space, &done, book))
            .because("you said it still holds"))
    }
}
