//! Carrying out a ruling: the commit that makes a claim what the policy said it becomes.

use cofio_domain::memory::Claim;
use cofio_domain::policy::decay::{confidence_at, importance_at};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::policy::ladder::{Dispute, Judgment, Side, Timing, Verdict, judge};
use cofio_domain::policy::write::{Decision, PolicyRow, Ruling, promote};
use cofio_domain::space::SpaceHandle;

use crate::admit::{Draft, Situation};
use crate::{Action, Engine, Error, Written, reading};

impl Engine {
    pub(crate) fn carry_out(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        situation: Situation,
        ruling: Ruling,
    ) -> Result<Written, Error> {
        let reason = reason_of(ruling.row);
        let written = match ruling.decision {
            Decision::Drop | Decision::DropCounted => Written::nothing(Action::Skipped, "Not kept", reason),
            Decision::Refuse => {
                let looks_like = situation.attempt.secret.unwrap_or_default();
                Written::nothing(Action::Refused, format!("Not saved: {looks_like}"), looks_like)
            }
            Decision::Ask(domain) => {
                let shown = situation.book.domain(&domain)?.display_name.clone();
                let message = format!("{shown} memory is off, so nothing was saved. Turn it on?");
                let mut written = Written::nothing(Action::Refused, message, "the domain is off");
                written.event.ask_domain = Some(domain);
                written
            }
            Decision::Propose { from_reading } => self.propose(space, draft, situation, from_reading)?.because(reason),
            Decision::Existing { confirm } => self.recognize(space, draft, situation, confirm, reason)?,
            Decision::Contradiction => self.settle_contradiction(space, draft, situation)?,
            Decision::Save { tier, importance, recall_only } => {
                self.save(space, draft, situation, tier, importance, recall_only)?.because(reason)
            }
            Decision::Stage { ttl_days } => self.stage(space, draft, situation, ttl_days)?.because(reason),
        };
        Ok(written)
    }

    /// It is known already: return it, and note that it was heard again.
    fn recognize(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        situation: Situation,
        confirm: bool,
        reason: &str,
    ) -> Result<Written, Error> {
        let Some(head) = situation.known.clone() else {
            return Ok(Written::nothing(Action::Skipped, "Already known", reason));
        };
        let message = format!("Already known: {}", head.body.claim.content);
        if !confirm && self.affirms(space, draft, &head, &situation)? {
            return self.affirm(space, draft, &head, &situation);
        }
        if !confirm {
            let view = self.view(space, &head, &situation.book);
            return Ok(Written::nothing(Action::Skipped, message, reason).about(view));
        }
        self.confirm_head(space, &head, &situation.book, situation.settles, draft)
            .map(|written| Written { message, ..written }.because(reason))
    }

    /// Asks the ladder which of two claims stands.
    fn settle_contradiction(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        mut situation: Situation,
    ) -> Result<Written, Error> {
        let Some(head) = situation.known.clone() else {
            return Err(Error::Invalid("a contradiction needs something to contradict".into()));
        };
        let dispute = Dispute {
            old: Side {
                source: head.body.claim.source,
                kind: head.body.claim.kind,
                authority: head.body.claim.authority,
                importance: importance_at(&head.body, head.recorded_at, situation.now),
                confidence: head
                    .body
                    .claim
                    .confidence
                    .map(|_| confidence_at(&head.body, head.recorded_at, situation.now)),
            },
            new: side_of(&situation.claim),
            timing: if draft.changed { Timing::Later } else { reading::timing_of(&situation.claim.content) },
            auto_promote: situation.attempt.auto_promote,
            sessions: situation.attempt.sessions,
        };
        let Judgment { rung, verdict } = judge(&dispute, &situation.knobs);
        match verdict {
            Verdict::Replace | Verdict::Succeed => self.let_through(space, draft, situation),
            Verdict::KeepBoth => {
                situation.known = None;
                self.let_through(space, draft, situation)
            }
            Verdict::Stand { propose: true } => {
                let written = self.propose(space, draft, situation, false)?;
                Ok(written.because("what you said stands; this was heard again and again"))
            }
            Verdict::Stand { propose: false } | Verdict::Ask => self.dispute(space, draft, situation, &head, rung),
        }
    }

    /// The ladder has no objection: how sure it is, is decided by the rest of the table.
    fn let_through(&self, space: &SpaceHandle, draft: &Draft, situation: Situation) -> Result<Written, Error> {
        let ruling = promote(&situation.attempt, &situation.knobs);
        self.carry_out(space, draft, situation, ruling)
    }

    /// Returns the fingerprint of a memory's words in its space.
    pub(crate) fn fingerprint_of(&self, space: &SpaceHandle, content: &str) -> Result<Fingerprint, Error> {
        Ok(Fingerprint::of(self.store.state(space)?.salt, content))
    }
}

fn side_of(claim: &Claim) -> Side {
    Side {
        source: claim.source,
        kind: claim.kind,
        authority: claim.authority,
        importance: claim.importance,
        confidence: claim.confidence,
    }
}

fn reason_of(row: PolicyRow) -> &'static str {
    match row {
        PolicyRow::Incognito => "this session leaves nothing behind",
        PolicyRow::Paused => "learning is paused",
        PolicyRow::Secret => "it looks like a secret",
        PolicyRow::Untrusted => "it comes from something that was read, not from you",
        PolicyRow::DomainOff | PolicyRow::DomainOffInferred => "the domain is off",
        PolicyRow::ActionGrounding => "it permits an action, so it needs your own word",
        PolicyRow::Suppressed => "it was forgotten or declined before",
        PolicyRow::Duplicate => "it is known already",
        PolicyRow::Contradiction => "it contradicts what is known",
        PolicyRow::Explicit => "you said it",
        PolicyRow::AgentProposed => "an assistant suggested it",
        PolicyRow::StatedClearly => "you stated it clearly",
        PolicyRow::NoAutoPromote => "it is sensitive, so it waits for you",
        PolicyRow::SeenOften => "it was seen often enough",
        PolicyRow::SeenTwice => "it was stated, or seen more than once",
        PolicyRow::ThinEvidence => "there is little evidence yet",
    }
}
