//! What is put away before it is made again: what was derived, that nobody laid a hand on.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::{Source, Status};
use cofio_domain::candidate::CandidateStatus;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{MemoryId, OperationId};
use cofio_domain::memory::Version;
use cofio_domain::operation::{Commit, OperationKind};
use cofio_domain::proposal::ProposalStatus;
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::session::{Learned, Progress, Session};
use cofio_domain::space::{Actor, SpaceHandle};

use crate::{Engine, Error};

/// Who did what, looked up once.
struct Hands<'a> {
    engine: &'a Engine,
    space: &'a SpaceHandle,
    known: BTreeMap<OperationId, bool>,
}

impl Hands<'_> {
    /// Returns whether a person did it, and did not merely rebuild.
    fn by_hand(&mut self, id: OperationId) -> Result<bool, Error> {
        if let Some(known) = self.known.get(&id) {
            return Ok(*known);
        }
        let operation = self.engine.store.operation(self.space, id)?;
        let by_hand =
            operation.is_some_and(|done| matches!(done.actor, Actor::User(_)) && done.kind != OperationKind::Learn);
        self.known.insert(id, by_hand);
        Ok(by_hand)
    }
}

impl Engine {
    /// Puts away what was learned in passing from these conversations alone, with their episodes, and takes back how far
    /// they were learned from. Returns how many things that were.
    pub(super) fn clear_learned(&self, space: &SpaceHandle, sessions: &[Session]) -> Result<usize, Error> {
        let names: BTreeSet<&str> = sessions.iter().map(|session| session.name.as_str()).collect();
        let mut commit = self.commit_of(space, OperationKind::Learn);
        commit.operation.reason = Some("learned from again".into());
        self.put_away(space, &mut commit, |evidence| rests_on(evidence, &names))?;
        for record in self.episodes_believed(space)? {
            if names.contains(record.body.session.as_str()) {
                commit.retire.push(RowRef { noun: Noun::Episode, seq: record.seq });
            }
        }
        let cleared = commit.retire.len();
        if cleared > 0 {
            self.commit(space, commit)?;
        }
        for session in sessions.iter().filter(|session| session.learned > Progress::default()) {
            let mut commit = self.commit_of(space, OperationKind::Learn);
            commit.learned = Some(Learned { session: session.number, from: session.learned, to: Progress::default() });
            self.commit(space, commit)?;
        }
        Ok(cleared)
    }

    /// Puts away what was concluded: what is observed over conversations, and what was said in none of them.
    pub(super) fn clear_concluded(&self, space: &SpaceHandle) -> Result<usize, Error> {
        let mut commit = self.commit_of(space, OperationKind::Learn);
        commit.operation.reason = Some("concluded again".into());
        self.put_away_memories(space, &mut commit, |version, _| version.claim.source == Source::Derived)?;
        let cleared = commit.retire.len();
        if cleared > 0 {
            self.commit(space, commit)?;
        }
        Ok(cleared)
    }

    fn put_away(
        &self,
        space: &SpaceHandle,
        commit: &mut Commit,
        goes: impl Fn(&[Evidence]) -> bool,
    ) -> Result<(), Error> {
        let gone = self.put_away_memories(space, commit, |version, evidence| {
            !version.claim.source.is_explicit() && goes(evidence)
        })?;
        let mut hands = Hands { engine: self, space, known: BTreeMap::new() };
        for noun in [Noun::Candidate, Noun::Proposal, Noun::Conflict, Noun::Link] {
            for record in self.store.rows(space, noun, Belief::Now)?.records {
                let derived = match &record.body {
                    Row::Candidate(candidate) => {
                        candidate.status != CandidateStatus::Rejected && goes(&candidate.evidence)
                    }
                    Row::Proposal(proposal) => proposal.status == ProposalStatus::Proposed && goes(&proposal.evidence),
                    Row::Conflict(conflict) => conflict.resolution.is_none() && goes(&conflict.evidence),
                    Row::Link(link) => gone.contains(&link.from) || gone.contains(&link.to),
                    _ => false,
                };
                if derived && !hands.by_hand(record.operation)? {
                    commit.retire.push(RowRef { noun, seq: record.seq });
                }
            }
        }
        Ok(())
    }

    /// Puts away the memories that go, as far as nobody laid a hand on them. Returns which.
    fn put_away_memories(
        &self,
        space: &SpaceHandle,
        commit: &mut Commit,
        goes: impl Fn(&Version, &[Evidence]) -> bool,
    ) -> Result<BTreeSet<MemoryId>, Error> {
        let mut evidence: BTreeMap<_, Vec<Evidence>> = BTreeMap::new();
        for (version, item) in self.store.evidence(space)? {
            evidence.entry(version).or_default().push(item);
        }
        let mut of_memory: BTreeMap<MemoryId, Vec<Record<Version>>> = BTreeMap::new();
        for record in self.store.versions(space, Belief::Ever)?.records {
            of_memory.entry(record.body.memory).or_default().push(record);
        }
        let mut hands = Hands { engine: self, space, known: BTreeMap::new() };
        let mut gone = BTreeSet::new();
        for (memory, records) in of_memory {
            let believed: Vec<&Record<Version>> = records.iter().filter(|record| record.retired.is_none()).collect();
            let all: Vec<Evidence> =
                believed.iter().filter_map(|record| evidence.get(&record.body.id)).flatten().cloned().collect();
            let ended = |record: &&Record<Version>| matches!(record.body.status, Status::Forgotten | Status::Trashed);
            let derived = !believed.is_empty()
                && !believed.iter().any(ended)
                && believed.iter().all(|record| goes(&record.body, &all));
            if !derived {
                continue;
            }
            let mut by_hand = false;
            for record in &records {
                by_hand |= hands.by_hand(record.operation)?;
            }
            if !by_hand {
                commit.retire.extend(believed.iter().map(|record| RowRef::version(record.seq)));
                gone.insert(memory);
            }
        }
        Ok(gone)
    }
}

/// Whether something was learned from these conversations and nowhere else.
fn rests_on(evidence: &[Evidence], sessions: &BTreeSet<&str>) -> bool {
    let within =
        |item: &Evidence| matches!(&item.cites, Cited::Message { session, .. } if sessions.contains(session.as_str()));
    !evidence.is_empty() && evidence.iter().all(within)
}
