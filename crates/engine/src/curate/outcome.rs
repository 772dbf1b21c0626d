//! Outcomes: what rested on memories proved right or wrong, or did not belong there. Being looked up is no outcome.

use cofio_domain::axes::Status;
use cofio_domain::domains::DomainName;
use cofio_domain::memory::Claim;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::decay::{ARCHIVE_BELOW, Outcome, after_outcome, confidence_at};
use cofio_domain::record::RowRef;
use cofio_domain::space::SpaceHandle;
use cofio_domain::usage::{UsageKind, Use};

use crate::curate::Change;
use crate::find::{Head, Looking};
use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, Written};

impl Engine {
    /// Notes that what rested on memories proved right or wrong. That moves how sure they are, as far as they are guesses;
    /// what falls too low is set aside. What the person stands behind is as sure as before.
    pub fn record_outcome(&self, space: &SpaceHandle, which: &[&str], outcome: Outcome) -> Result<Written, Error> {
        let usage = match outcome {
            Outcome::Confirmed => UsageKind::Confirmed,
            Outcome::Contradicted => UsageKind::Contradicted,
            Outcome::Affirmed => return Err(Error::Invalid("that a memory still holds is said with confirm".into())),
        };
        let written = self.until_settled(|| {
            self.may_write(space)?;
            let mut heads: Vec<Head> = Vec::new();
            for one in which {
                let head = self.find(space, one, Looking::Active)?;
                if !heads.iter().any(|known| known.body.memory == head.body.memory) {
                    heads.push(head);
                }
            }
            self.move_confidence(space, &heads, outcome).map(|written| (written, heads))
        });
        let (written, heads) = written?;
        if !self.settings.dry_run {
            let at = self.now();
            let used = |head: &Head| Use {
                memory: head.body.memory,
                user: space.user(),
                session: None,
                usage,
                at,
                influence: None,
            };
            self.store.note_uses(space, heads.iter().map(used).collect())?;
        }
        Ok(written)
    }

    fn move_confidence(&self, space: &SpaceHandle, heads: &[Head], outcome: Outcome) -> Result<Written, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let kind = if outcome == Outcome::Confirmed { OperationKind::Confirm } else { OperationKind::Set };
        let mut commit = self.commit_of(space, kind);
        commit.operation.reason = Some(format!("an outcome: {outcome}"));
        let mut told = Vec::new();
        for head in heads.iter().filter(|head| !head.body.claim.source.is_explicit()) {
            let before = confidence_at(&head.body, head.recorded_at, commit.at);
            let after = after_outcome(before, outcome);
            let mut moved = head.body.clone();
            moved.claim.confidence = Some(after);
            if outcome == Outcome::Confirmed {
                moved.last_confirmed_at = moved.last_confirmed_at.max(Some(commit.at));
            }
            let archived = after < ARCHIVE_BELOW;
            if archived {
                moved = moved.ended(Status::Archived, commit.at);
                commit.operation.kind = OperationKind::Archive;
            }
            commit.retire.push(RowRef::version(head.seq));
            commit.record.push(moved.into());
            let fate = if archived { ", set aside" } else { "" };
            told.push(format!("{} ({before:.2} → {after:.2}{fate})", head.body.claim.content));
        }
        if told.is_empty() {
            let reason = "what you said is as sure as before";
            return Ok(Written::nothing(Action::Skipped, format!("Noted: {outcome}"), reason));
        }
        let done = self.commit(space, commit)?;
        let action = if outcome == Outcome::Confirmed { Action::Confirmed } else { Action::Changed };
        Ok(self
            .written(&done, action, format!("Noted: {outcome}: {}", told.join("; ")))
            .about(self.recorded_view(space, &done, &book))
            .counting(told.len())
            .because(format!("an outcome: {outcome}")))
    }

    /// Notes that a memory is not relevant where a domain is spoken of: there it comes later. How sure it is stays as it is.
    pub fn not_relevant(&self, space: &SpaceHandle, which: &str, domain: &DomainName) -> Result<Written, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        self.must_be_on(&book.domain(domain)?.name.clone(), &book)?;
        let written = self.set(space, which, &[Change::Tag(Claim::not_for(domain))])?;
        Ok(Written { message: format!("Not relevant for {domain}: found later there"), ..written })
    }
}
