//! Saving a claim: as the first version of a new memory, or as the next one of a memory it replaces.

use cofio_domain::axes::{Authority, Flag, Status, Tier};
use cofio_domain::candidate::CandidateStatus;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{MemoryId, VersionId};
use cofio_domain::memory::{Claim, Memory, Version};
use cofio_domain::operation::{Commit, Guard, NewRow, OperationKind};
use cofio_domain::record::{Noun, Row, RowRef};
use cofio_domain::space::{Actor, SpaceHandle};
use cofio_domain::time::{Timestamp, Window};

use crate::admit::{Draft, Situation};
use crate::find::Head;
use crate::{Action, Engine, Error, TakesEffect, Written};
impl Engine {
    /// Makes it a memory, or a new version of the memory it replaces.
    pub(super) fn save(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        mut situation: Situation,
        tier: Tier,
        importance: f64,
        recall_only: bool,
    ) -> Result<Written, Error> {
        situation.claim.tier = tier;
        situation.claim.importance = importance;
        if recall_only {
            situation.claim.flags.insert(Flag::RecallOnly);
        }
        if tier == Tier::Tentative {
            situation.claim.flags.insert(Flag::Tentative);
        }
        let replaced = situation.known.clone();
        let kind = if replaced.is_some() { OperationKind::Update } else { OperationKind::Remember };
        let mut commit = self.commit_for(space, draft, &situation, kind);
        self.record_claim(space, draft, &situation, replaced.as_ref(), &mut commit)?;
        self.close_candidate(&situation, CandidateStatus::Promoted, &mut commit);
        let is_rule = situation.claim.authority == Authority::Hard;
        let done = self.commit(space, commit)?;
        let memory = self.recorded_view(space, &done, &situation.book);
        let content = &situation.claim.content;
        Ok(match replaced {
            Some(old) => {
                let before = self.view(space, &old, &situation.book);
                let message = format!("Updated: {content} (was: {})", old.body.claim.content);
                self.written(&done, Action::Updated, message).about(memory).instead_of(before)
            }
            None => {
                let effect = if is_rule { TakesEffect::Now } else { TakesEffect::NextSession };
                self.written(&done, Action::Saved, format!("Saved: {content}")).about(memory).from(effect)
            }
        })
    }

    /// Begins a commit that holds only while nobody else said the same, and lifts what spoke against saying it.
    pub(super) fn commit_for(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        situation: &Situation,
        kind: OperationKind,
    ) -> Commit {
        let claim = &situation.claim;
        let since = situation.book.state.revision;
        let mut commit = self.commit_of(space, kind);
        draft.sign(&mut commit);
        commit.operation.reason = draft.reason.clone();
        commit.at = situation.now;
        commit.guards.push(situation.book.guard());
        commit.guards.push(Guard::Fingerprint {
            fingerprint: situation.fingerprint,
            domain: claim.domain.clone(),
            since,
        });
        if let Some(key) = &claim.key {
            commit.guards.push(Guard::Key { domain: claim.domain.clone(), key: key.clone(), since });
        }
        if let Some((row, settled)) = &situation.settles {
            commit.operation.kind = match settled {
                Row::Conflict(_) => OperationKind::Resolve,
                _ => OperationKind::Accept,
            };
            commit.retire.push(*row);
            commit.record.push(NewRow { row: settled.clone(), recorded_at: None, revives: None });
        }
        if claim.source.is_explicit() {
            let lifted = situation.suppressions.iter();
            commit.retire.extend(lifted.map(|record| RowRef { noun: Noun::Suppression, seq: record.seq }));
        }
        commit
    }

    /// Records a claim as the first version of a new memory or the next one of an old.
    fn record_claim(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        situation: &Situation,
        replaced: Option<&Head>,
        commit: &mut Commit,
    ) -> Result<(), Error> {
        let claim = situation.claim.clone();
        let from = draft.valid_from.or(draft.heard.map(|heard| heard.at)).unwrap_or(situation.now);
        let window = Window { from, until: draft.valid_until.map(|until| until.max(from)) };
        let version = match replaced {
            Some(head) => self.next_version(space, head, claim, window, commit)?,
            None => {
                let memory = Memory { id: self.mint::<MemoryId>(), owner: space.user(), created_at: situation.now };
                let version = self.first_version(&memory, claim, window, commit);
                commit.memories.push(memory);
                version
            }
        };
        // What was seen while it was a maybe speaks for it, too.
        let mut evidence = situation.candidate.as_ref().map_or_else(Vec::new, |(_, known)| known.evidence.clone());
        for item in &draft.evidence {
            if !evidence.iter().any(|known| known.cites == item.cites) {
                evidence.push(item.clone());
            }
        }
        if evidence.is_empty() {
            evidence.push(Evidence::of(Cited::Operation { operation: commit.operation.id }));
        }
        commit.evidence.extend(evidence.into_iter().map(|evidence| (version, evidence)));
        Ok(())
    }

    fn first_version(&self, memory: &Memory, claim: Claim, window: Window, commit: &mut Commit) -> VersionId {
        let id = self.mint::<VersionId>();
        let version = version_of(id, memory.id, 1, claim, window, commit.at, commit.operation.actor.clone());
        commit.record.push(version.into());
        id
    }

    /// Records the next version of a memory and closes whatever held at the same time.
    pub(crate) fn next_version(
        &self,
        space: &SpaceHandle,
        head: &Head,
        claim: Claim,
        window: Window,
        commit: &mut Commit,
    ) -> Result<VersionId, Error> {
        let id = self.mint::<VersionId>();
        let memory = head.body.memory;
        let records = self.store.records_of(space, memory)?;
        let n = records.iter().map(|record| record.body.n).max().unwrap_or(0) + 1;
        for record in records.into_iter().filter(|record| record.retired.is_none()) {
            let is_head = record.seq == head.seq;
            if !is_head && !record.body.window.overlaps(&Window::starting(window.from)) {
                continue;
            }
            commit.retire.push(RowRef::version(record.seq));
            let closed = if is_head {
                record.body.superseded(id, window.from)
            } else {
                let status = record.body.status;
                record.body.ended(status, window.from)
            };
            commit.record.push(closed.into());
        }
        let version = version_of(id, memory, n, claim, window, commit.at, commit.operation.actor.clone());
        commit.record.push(version.into());
        Ok(id)
    }
}

fn version_of(
    id: VersionId,
    memory: MemoryId,
    n: u32,
    claim: Claim,
    window: Window,
    now: Timestamp,
    actor: Actor,
) -> Version {
    let stood_behind = claim.source.is_explicit().then_some(now);
    Version {
        id,
        memory,
        n,
        claim,
        window,
        status: Status::Active,
        superseded_by: None,
        confirmed_at: stood_behind,
        last_confirmed_at: stood_behind,
        actor,
    }
}
