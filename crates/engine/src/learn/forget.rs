//! What the person asks to be forgotten in a conversation: every memory and every maybe that is what they point at.

use cofio_domain::axes::Status;
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::operation::{Commit, OperationKind};
use cofio_domain::policy::fingerprint::{Fingerprint, normalized};
use cofio_domain::ports::Mode;
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_language::extract::{Extracted, Topic};

use super::claims::MEANT;
use crate::admit::{Draft, Heard};
use crate::find::Head;
use crate::{Action, Engine, Error, Written};

/// More memories than this are not meant by a few words in passing.
const MOST: usize = 8;

impl Engine {
    /// Forgets what the person asks to be forgotten, where it is clear what that is.
    pub(super) fn forget_said(&self, space: &SpaceHandle, claim: &Extracted, heard: Heard) -> Result<Written, Error> {
        self.may_write(space)?;
        let heads = self.heads_meant(space, claim)?;
        let waiting = self.candidates_meant(space, claim)?;
        if heads.is_empty() && waiting.is_empty() {
            return Ok(Written::nothing(Action::Skipped, "Nothing like it is known", "nothing like it is known"));
        }
        let draft = Draft { heard: Some(heard), ..Draft::said("") };
        let mut commit = self.commit_of(space, OperationKind::Forget);
        draft.sign(&mut commit);
        for head in &heads {
            commit.retire.push(RowRef::version(head.seq));
            commit.record.push(head.body.clone().ended(Status::Forgotten, commit.at).into());
            self.suppress(space, &head.body.claim.content, &mut commit)?;
        }
        for (row, candidate) in &waiting {
            commit.retire.push(*row);
            commit.record.push(Candidate { status: CandidateStatus::Rejected, ..candidate.clone() }.into());
            self.suppress(space, &candidate.claim.content, &mut commit)?;
        }
        let done = self.commit(space, commit)?;
        let count = heads.len() + waiting.len();
        let message = match heads.as_slice() {
            [head] if waiting.is_empty() => format!("Forgotten: {}", head.body.claim.content),
            _ => format!("Forgotten: {count} memories"),
        };
        Ok(self.written(&done, Action::Forgotten, message).counting(count).because("you said so"))
    }

    /// Keeps the same evidence from teaching the same again.
    fn suppress(&self, space: &SpaceHandle, content: &str, commit: &mut Commit) -> Result<(), Error> {
        let fingerprint = Fingerprint::of(self.store.state(space)?.salt, content);
        if self.store.suppressions_of(space, fingerprint)?.is_empty() {
            commit.record.push(Suppression { fingerprint, reason: SuppressionReason::Forgotten }.into());
        }
        Ok(())
    }

    /// The memories meant: those that have the words, or else the one nearest in meaning.
    fn heads_meant(&self, space: &SpaceHandle, claim: &Extracted) -> Result<Vec<Head>, Error> {
        // Everybody in a shared space has words of their own that nobody else may touch.
        if space.kind() != SpaceKind::Shared {
            let now = self.now();
            let mut named = self.heads(space)?;
            named.retain(|head| head.body.is_live(now) && is_meant(claim, &head.body.claim.content));
            if (1..=MOST).contains(&named.len()) {
                return Ok(named);
            }
        }
        Ok(self.memory_meant(space, &claim.content, Mode::Query, MEANT)?.into_iter().collect())
    }

    fn candidates_meant(&self, space: &SpaceHandle, claim: &Extracted) -> Result<Vec<(RowRef, Candidate)>, Error> {
        let waiting = self.store.rows(space, Noun::Candidate, Belief::Now)?.records.into_iter();
        let meant = waiting.filter_map(|record| match record.body {
            Row::Candidate(candidate) => Some((RowRef { noun: Noun::Candidate, seq: record.seq }, *candidate)),
            _ => None,
        });
        Ok(meant
            .filter(|(_, candidate)| candidate.status == CandidateStatus::Waiting)
            .filter(|(_, candidate)| is_meant(claim, &candidate.claim.content))
            .take(MOST)
            .collect())
    }
}

/// Whether a statement is what is to be forgotten, by its words.
pub(super) fn is_meant(claim: &Extracted, statement: &str) -> bool {
    normalized(&claim.content) == normalized(statement)
        || Topic::of(&claim.content).is_some_and(|topic| topic.is_in(statement))
}
