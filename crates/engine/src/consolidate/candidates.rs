//! Candidates: evidence that has grown thick enough makes a memory of one, and one that nothing more came for goes.

use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::memory::Claim;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::write::{Decision, rule};
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::admit::{Draft, Seen};
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// What is to become of the candidates of a space.
#[derive(Debug, Default)]
pub(crate) struct CandidatePlan {
    /// Those that were seen often enough.
    pub(crate) promote: Vec<Draft>,
    /// Those whose time is up.
    pub(crate) drop: Vec<(RowRef, Candidate)>,
}

impl CandidatePlan {
    pub(crate) fn is_empty(&self) -> bool {
        self.promote.is_empty() && self.drop.is_empty()
    }
}

impl Engine {
    /// Decides what is to become of the candidates. Those of a domain that is off are left as they are: nothing is known
    /// of them until it is on again.
    pub(crate) fn plan_candidates(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<CandidatePlan, Error> {
        let mut plan = CandidatePlan::default();
        let rows = self.store.rows(space, Noun::Candidate, Belief::Now)?.records;
        if rows.is_empty() {
            return Ok(plan);
        }
        let book = Rulebook::read(&*self.store, space)?;
        for record in rows {
            let row = RowRef { noun: Noun::Candidate, seq: record.seq };
            let Row::Candidate(candidate) = record.body else { continue };
            let mine = self.may_see(space, Some(&candidate.claim), record.operation)?;
            if candidate.status != CandidateStatus::Waiting || !mine || !book.is_on(&candidate.claim.domain) {
                continue;
            }
            if !candidate.waits_at(as_of) {
                plan.drop.push((row, *candidate));
                continue;
            }
            let draft = draft_of(&candidate, &book);
            if self.is_ripe(space, &draft)? {
                plan.promote.push(draft);
            }
        }
        Ok(plan)
    }

    /// Returns whether the write policy would make a memory of a candidate as it stands, or put it before the person.
    fn is_ripe(&self, space: &SpaceHandle, draft: &Draft) -> Result<bool, Error> {
        let situation = self.gather(space, draft, None)?;
        let decision = rule(&situation.attempt, &situation.knobs).decision;
        Ok(matches!(decision, Decision::Save { .. } | Decision::Propose { .. } | Decision::Existing { .. }))
    }

    /// Carries it out. What changed meanwhile is decided again.
    pub(crate) fn settle_candidates(&self, space: &SpaceHandle, plan: &CandidatePlan) -> Result<(usize, usize), Error> {
        for draft in &plan.promote {
            self.until_settled(|| self.admit(space, draft, None))?;
        }
        if !plan.drop.is_empty() {
            let mut commit = self.commit_of(space, OperationKind::Archive);
            commit.operation.reason = Some("nothing more came for it in time".into());
            for (row, candidate) in &plan.drop {
                commit.retire.push(*row);
                let dropped = Candidate { status: CandidateStatus::Dropped, ..candidate.clone() };
                commit.record.push(dropped.into());
            }
            self.commit(space, commit)?;
        }
        Ok((plan.promote.len(), plan.drop.len()))
    }
}

/// The claim of a candidate as it would be taken in, with all that was counted for it.
fn draft_of(candidate: &Candidate, book: &Rulebook) -> Draft {
    let claim: &Claim = &candidate.claim;
    Draft {
        source: claim.source,
        confidence: claim.confidence,
        valid_from: Some(candidate.first_at),
        evidence: candidate.evidence.clone(),
        seen: Some(Seen { occurrences: candidate.occurrences, sessions: candidate.sessions }),
        ..Draft::confirming(claim, book.project_name(claim.project))
    }
}
