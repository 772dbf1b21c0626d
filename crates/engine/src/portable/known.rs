//! What is there already beside what is in force: so that a file that is imported twice changes nothing the second time.

use std::collections::BTreeMap;

use cofio_domain::axes::Status;
use cofio_domain::candidate::CandidateStatus;
use cofio_domain::proposal::ProposalStatus;
use cofio_domain::record::{Belief, Noun, Row};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::portable::import::{Said, said};
use crate::portable::line::{Becomes, ImportLine};
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// What is over, and what waits.
#[derive(Default)]
pub(super) struct Known {
    /// Versions that are not in force, by what they say and how they stand: since when they held, and of which memory.
    over: BTreeMap<(Said, Status), Vec<(Timestamp, String)>>,
    candidates: BTreeMap<Said, String>,
    proposals: BTreeMap<Said, String>,
}

impl Known {
    /// Returns the id of what a line would become once more.
    pub(super) fn find(&self, words: &Said, line: &ImportLine, becomes: Becomes) -> Option<String> {
        match becomes {
            Becomes::Candidate => self.candidates.get(words).cloned(),
            Becomes::Proposal => self.proposals.get(words).cloned(),
            Becomes::Memory(Status::Active) => None,
            Becomes::Memory(status) => {
                let held = self.over.get(&(words.clone(), status))?;
                let same = |from: Timestamp| line.valid_from.is_none_or(|given| given == from);
                held.iter().find(|(from, _)| same(*from)).map(|(_, memory)| memory.clone())
            }
        }
    }
}

impl Engine {
    /// Gathers what lines could become once more. History is read only where one of them speaks of it.
    pub(super) fn known_before(
        &self,
        space: &SpaceHandle,
        book: &Rulebook,
        batch: &[(u64, Result<ImportLine, String>)],
        now: Timestamp,
    ) -> Result<Known, Error> {
        let mut known = Known::default();
        let lines = batch.iter().filter_map(|(_, line)| line.as_ref().ok());
        let speaks_of_history =
            |line: &ImportLine| matches!(line.becomes(), Ok(Becomes::Memory(status)) if status != Status::Active);
        if lines.into_iter().any(speaks_of_history) {
            for record in self.store.versions(space, Belief::Now)?.records {
                let version = record.body;
                let words = said(book, &version.claim);
                let held = known.over.entry((words, version.status_at(now))).or_default();
                held.push((version.window.from, version.memory.to_string()));
            }
        }
        for noun in [Noun::Candidate, Noun::Proposal] {
            for record in self.store.rows(space, noun, Belief::Now)?.records {
                match record.body {
                    Row::Candidate(waiting) if waiting.status == CandidateStatus::Waiting => {
                        known.candidates.insert(said(book, &waiting.claim), waiting.id.to_string());
                    }
                    Row::Proposal(waiting) if waiting.status == ProposalStatus::Proposed => {
                        if let Some(claim) = waiting.change.claim() {
                            known.proposals.insert(said(book, claim), waiting.id.to_string());
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(known)
    }
}
