//! Putting a session in the trash with what was learned from it.

use std::collections::BTreeSet;

use cofio_domain::axes::Status;
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::session::SessionChange;
use cofio_domain::space::SpaceHandle;

use super::SessionChanged;
use crate::admit::Draft;
use crate::find::Head;
use crate::{Engine, Error};

impl Engine {
    /// Puts a session in the trash and forgets what was learned in passing from it and nowhere else. What the person asked
    /// to be remembered stays, and so does what was said elsewhere, too.
    pub fn forget_session(&self, space: &SpaceHandle, which: &str) -> Result<SessionChanged, Error> {
        self.may_write(space)?;
        let session = self.find_session(space, which)?;
        let heads = self.learned_only_from(space, &session.name)?;
        if !heads.is_empty() {
            let reason = Some(format!("what was learned from {}", session.name));
            let draft = Draft { reason, ..Draft::said("") };
            self.until_settled(|| {
                let heads = self.learned_only_from(space, &session.name)?;
                self.end_heads(space, &heads, OperationKind::Forget, Status::Forgotten, &draft)
            })?;
        }
        let maybes = self.until_settled(|| self.drop_candidates_of(space, &session.name))?;
        let changed = self.change_session(space, which, SessionChange::Delete)?;
        let count = heads.len() + maybes;
        let message = format!("In the trash: {}; {count} things learned from it are forgotten", session.name);
        Ok(SessionChanged { message, ..changed })
    }

    fn learned_only_from(&self, space: &SpaceHandle, session: &str) -> Result<Vec<Head>, Error> {
        let citing: BTreeSet<_> = self
            .store
            .message_citations(space)?
            .into_iter()
            .filter(|citation| cites(&citation.evidence, session))
            .map(|citation| citation.memory)
            .collect();
        let now = self.now();
        let mut heads = Vec::new();
        for memory in citing {
            let Some(head) = self.head_of(space, memory)? else { continue };
            let evidence = self.store.evidence_of(space, memory)?;
            let only =
                evidence.iter().filter(|(version, _)| *version == head.body.id).all(|(_, item)| cites(item, session));
            let in_use = head.body.is_live(now) || head.body.status == Status::Archived;
            if only && in_use && !head.body.claim.source.is_explicit() {
                heads.push(head);
            }
        }
        Ok(heads)
    }

    fn drop_candidates_of(&self, space: &SpaceHandle, session: &str) -> Result<usize, Error> {
        let salt = self.store.state(space)?.salt;
        let mut commit = self.commit_of(space, OperationKind::Reject);
        for record in self.store.rows(space, Noun::Candidate, Belief::Now)?.records {
            let Row::Candidate(candidate) = record.body else { continue };
            let only = !candidate.evidence.is_empty() && candidate.evidence.iter().all(|item| cites(item, session));
            if candidate.status == CandidateStatus::Waiting && only {
                commit.retire.push(RowRef { noun: Noun::Candidate, seq: record.seq });
                let fingerprint = Fingerprint::of(salt, &candidate.claim.content);
                commit.record.push(Candidate { status: CandidateStatus::Rejected, ..*candidate }.into());
                commit.record.push(Suppression { fingerprint, reason: SuppressionReason::Rejected }.into());
            }
        }
        let count = commit.retire.len();
        if count > 0 {
            self.commit(space, commit)?;
        }
        Ok(count)
    }
}

fn cites(evidence: &Evidence, name: &str) -> bool {
    matches!(&evidence.cites, Cited::Message { session, .. } if session == name)
}
