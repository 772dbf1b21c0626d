//! What cannot be saved without the person, or without more evidence: conflicts, proposals and maybes.

use cofio_domain::axes::Flag;
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::conflict::Conflict;
use cofio_domain::id::{CandidateId, ConflictId, ProposalId};
use cofio_domain::memory::Claim;
use cofio_domain::operation::{Commit, Guard, OperationKind};
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::proposal::{Proposal, ProposalStatus, ProposedChange};
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::space::SpaceHandle;

use crate::admit::gather::seen_again;
use crate::admit::{Draft, Situation};
use crate::find::Head;
use crate::{Action, Engine, Error, TakesEffect, Written};
impl Engine {
    /// Keeps the claim beside the memory it contradicts, for the person to pick.
    pub(super) fn dispute(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        situation: Situation,
        head: &Head,
        rung: u8,
    ) -> Result<Written, Error> {
        let words = normalized(&situation.claim.content);
        let open = self.store.rows(space, Noun::Conflict, Belief::Now)?.records.into_iter().find_map(|record| {
            let row = RowRef { noun: Noun::Conflict, seq: record.seq };
            match record.body {
                Row::Conflict(conflict)
                    if conflict.left == head.body.memory
                        && conflict.resolution.is_none()
                        && normalized(&conflict.right.content) == words =>
                {
                    Some((row, *conflict))
                }
                _ => None,
            }
        });
        let mut commit = self.commit_for(space, draft, &situation, OperationKind::Dispute);
        commit.guards.push(Guard::Current(RowRef::version(head.seq)));
        let (id, sessions) = match &open {
            Some((row, conflict)) => {
                commit.retire.push(*row);
                (conflict.id, conflict.sessions + 1)
            }
            None => (self.mint::<ConflictId>(), 1),
        };
        commit.record.push(
            Conflict {
                id,
                left: head.body.memory,
                right: situation.claim.clone(),
                evidence: draft.evidence.clone(),
                rung,
                sessions,
                resolution: None,
            }
            .into(),
        );
        let done = self.commit(space, commit)?;
        let view = self.view(space, head, &situation.book);
        let message = format!(
            "This contradicts what is known (\"{}\"), which stands until you pick: cofio conflicts",
            head.body.claim.content
        );
        Ok(self.written(&done, Action::Disputed, message).about(view).because(rung_reason(rung)).making(id))
    }

    /// Puts it before the person.
    pub(super) fn propose(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        mut situation: Situation,
        from_reading: bool,
    ) -> Result<Written, Error> {
        if from_reading {
            situation.claim.flags.insert(Flag::FromReading);
            if situation.attempt.instruction_shaped {
                situation.claim.flags.insert(Flag::InstructionShaped);
            }
        }
        if let Some(waiting) = self.proposal_saying(space, &situation.claim)? {
            return Ok(
                Written::nothing(Action::Skipped, "This waits for you already: cofio proposals", "").making(waiting)
            );
        }
        let claim = Box::new(situation.claim.clone());
        let change = match &situation.known {
            Some(head) => ProposedChange::Update { memory: head.body.memory, claim },
            None => ProposedChange::Create { claim },
        };
        let id = self.mint::<ProposalId>();
        let mut commit = self.commit_for(space, draft, &situation, OperationKind::Propose);
        // A proposal changes nothing yet, so nothing is lifted by it either.
        commit.retire.clear();
        commit.record.push(
            Proposal {
                id,
                change,
                reasoning: draft.reason.clone(),
                evidence: draft.evidence.clone(),
                status: ProposalStatus::Proposed,
                decided_by: None,
                expires_at: None,
            }
            .into(),
        );
        let done = self.commit(space, commit)?;
        let message = format!("This waits for you: {} — cofio proposals", situation.claim.content);
        Ok(self.written(&done, Action::Proposed, message).making(id))
    }

    fn proposal_saying(&self, space: &SpaceHandle, claim: &Claim) -> Result<Option<ProposalId>, Error> {
        let words = normalized(&claim.content);
        Ok(self.store.rows(space, Noun::Proposal, Belief::Now)?.records.into_iter().find_map(|record| {
            match record.body {
                Row::Proposal(proposal)
                    if proposal.status == ProposalStatus::Proposed
                        && proposal.change.claim().is_some_and(|drafted| normalized(&drafted.content) == words) =>
                {
                    Some(proposal.id)
                }
                _ => None,
            }
        }))
    }

    /// Keeps it as a maybe.
    pub(super) fn stage(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        situation: Situation,
        ttl_days: Option<u32>,
    ) -> Result<Written, Error> {
        let now = situation.now;
        let mut commit = self.commit_for(space, draft, &situation, OperationKind::Stage);
        let candidate = match &situation.candidate {
            Some((row, known)) => {
                commit.retire.push(*row);
                let (occurrences, sessions) = seen_again(known, draft);
                Candidate {
                    claim: situation.claim.clone(),
                    occurrences,
                    sessions,
                    last_at: now,
                    expires_at: ttl_days.map(|days| now.plus_days(i64::from(days))),
                    evidence: [known.evidence.clone(), draft.evidence.clone()].concat(),
                    ..known.clone()
                }
            }
            None => Candidate {
                id: self.mint::<CandidateId>(),
                claim: situation.claim.clone(),
                status: CandidateStatus::Waiting,
                occurrences: 1,
                sessions: 1,
                first_at: now,
                last_at: now,
                expires_at: ttl_days.map(|days| now.plus_days(i64::from(days))),
                evidence: draft.evidence.clone(),
            },
        };
        let id = candidate.id;
        commit.record.push(candidate.into());
        let done = self.commit(space, commit)?;
        let message = format!("Kept as a maybe: {}", situation.claim.content);
        Ok(self.written(&done, Action::Staged, message).making(id).from(TakesEffect::NextSession))
    }

    pub(super) fn close_candidate(&self, situation: &Situation, status: CandidateStatus, commit: &mut Commit) {
        if let Some((row, candidate)) = &situation.candidate {
            commit.retire.push(*row);
            commit.record.push(Candidate { status, ..candidate.clone() }.into());
        }
    }
}

fn rung_reason(rung: u8) -> &'static str {
    match rung {
        1 => "what is known comes from a more trusted source",
        3 => "it matters too much to be settled without you",
        5 => "neither is clearly surer",
        _ => "the two cannot both hold",
    }
}
