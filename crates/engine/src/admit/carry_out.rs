//! Carrying out a ruling: the commit that makes a claim what the policy said it becomes.

use cofio_domain::axes::{Authority, Flag, Status, Tier};
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::conflict::Conflict;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{CandidateId, ConflictId, MemoryId, ProposalId, VersionId};
use cofio_domain::memory::{Claim, Memory, Version};
use cofio_domain::operation::{Commit, Guard, NewRow, OperationKind};
use cofio_domain::policy::decay::{confidence_at, importance_at};
use cofio_domain::policy::fingerprint::{Fingerprint, normalized};
use cofio_domain::policy::ladder::{Dispute, Judgment, Side, Verdict, judge};
use cofio_domain::policy::write::{Decision, PolicyRow, Ruling, promote};
use cofio_domain::proposal::{Proposal, ProposalStatus, ProposedChange};
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::space::{Actor, SpaceHandle};
use cofio_domain::time::{Timestamp, Window};

use crate::admit::{Draft, Situation};
use crate::find::Head;
use crate::{Action, Engine, Error, TakesEffect, Written, reading};

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
            Decision::Existing { confirm } => self.recognize(space, draft, situation, confirm)?.because(reason),
            Decision::Contradiction => self.settle_contradiction(space, draft, situation)?,
            Decision::Save { tier, importance, recall_only } => {
                self.save(space, draft, situation, tier, importance, recall_only)?.because(reason)
            }
            Decision::Stage { ttl_days } => self.stage(space, draft, situation, ttl_days)?.because(reason),
        };
        Ok(written)
    }

    /// Makes it a memory, or a new version of the memory it replaces.
    fn save(
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
    fn commit_for(&self, space: &SpaceHandle, draft: &Draft, situation: &Situation, kind: OperationKind) -> Commit {
        let claim = &situation.claim;
        let since = situation.book.state.revision;
        let mut commit = self.commit_of(space, kind);
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
        if let Some((row, settled)) = &draft.settles {
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
        let from = draft.valid_from.unwrap_or(situation.now);
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
        let mut evidence = draft.evidence.clone();
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

    /// It is known already: return it, and note that it was heard again.
    fn recognize(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        situation: Situation,
        confirm: bool,
    ) -> Result<Written, Error> {
        let Some(head) = situation.known else { return Ok(Written::nothing(Action::Skipped, "Already known", "")) };
        let message = format!("Already known: {}", head.body.claim.content);
        if !confirm {
            let view = self.view(space, &head, &situation.book);
            return Ok(Written::nothing(Action::Skipped, message, "").about(view));
        }
        self.confirm_head(space, &head, &situation.book, draft.settles.clone())
            .map(|written| Written { message, ..written })
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
            timing: reading::timing_of(&situation.claim.content),
            auto_promote: situation.attempt.auto_promote,
            sessions: situation.attempt.sessions,
        };
        let Judgment { rung, verdict } = judge(&dispute, &self.settings.knobs);
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
        let ruling = promote(&situation.attempt, &self.settings.knobs);
        self.carry_out(space, draft, situation, ruling)
    }

    /// Keeps the claim beside the memory it contradicts, for the person to pick.
    fn dispute(
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
    fn propose(
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
    fn stage(
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
                Candidate {
                    claim: situation.claim.clone(),
                    occurrences: known.occurrences + 1,
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

    fn close_candidate(&self, situation: &Situation, status: CandidateStatus, commit: &mut Commit) {
        if let Some((row, candidate)) = &situation.candidate {
            commit.retire.push(*row);
            commit.record.push(Candidate { status, ..candidate.clone() }.into());
        }
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

fn rung_reason(rung: u8) -> &'static str {
    match rung {
        1 => "what is known comes from a more trusted source",
        3 => "it matters too much to be settled without you",
        5 => "neither is clearly surer",
        _ => "the two cannot both hold",
    }
}
