//! Proposals and maybes: what waits for the person, and what becomes of it when they decide.

use cofio_domain::axes::{Status, Visibility};
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::id::{CandidateId, Id, IdPart, LinkId, MemoryId, OperationId, ProposalId};
use cofio_domain::link::Link;
use cofio_domain::memory::Claim;
use cofio_domain::operation::{Commit, OperationKind};
use cofio_domain::policy::fingerprint::{Fingerprint, normalized};
use cofio_domain::ports::{Store, StoreError};
use cofio_domain::proposal::{Proposal, ProposalStatus, ProposedChange};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::space::{Actor, SpaceHandle, SpaceKind};

use crate::admit::{Draft, Settled};
use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::view::{CandidateView, ProposalView};
use crate::{Action, Engine, Error, Match, Written};

/// Something that waits for the person.
enum Waiting {
    Proposal(RowRef, Proposal),
    Candidate(RowRef, Box<Candidate>),
}

impl Waiting {
    fn claim(&self) -> Option<&Claim> {
        match self {
            Waiting::Proposal(_, proposal) => proposal.change.claim(),
            Waiting::Candidate(_, candidate) => Some(&candidate.claim),
        }
    }

    fn bits(&self) -> u128 {
        match self {
            Waiting::Proposal(_, proposal) => proposal.id.bits(),
            Waiting::Candidate(_, candidate) => candidate.id.bits(),
        }
    }

    fn shown(&self) -> String {
        match self {
            Waiting::Proposal(_, proposal) => proposal.id.to_string(),
            Waiting::Candidate(_, candidate) => candidate.id.to_string(),
        }
    }

    fn candidate(&self) -> Match {
        Match {
            id: self.shown(),
            content: self.claim().map_or_else(String::new, |claim| claim.content.clone()),
            domain: self.claim().map(|claim| claim.domain.clone()),
        }
    }

    /// Returns the record to retire and the one that says how it was decided.
    fn decided(&self, accepted: bool, by: Actor) -> Settled {
        match self {
            Waiting::Proposal(row, proposal) => {
                let status = if accepted { ProposalStatus::Accepted } else { ProposalStatus::Rejected };
                (*row, Proposal { status, decided_by: Some(by), ..proposal.clone() }.into())
            }
            Waiting::Candidate(row, candidate) => {
                let status = if accepted { CandidateStatus::Promoted } else { CandidateStatus::Rejected };
                (*row, Candidate { status, ..(**candidate).clone() }.into())
            }
        }
    }
}

impl Engine {
    /// Returns the proposals that wait, or all there ever were.
    pub fn proposals(&self, space: &SpaceHandle, all: bool) -> Result<Vec<ProposalView>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let mut views = Vec::new();
        for record in self.store.rows(space, Noun::Proposal, Belief::Now)?.records {
            let Some(record) = proposal_in(&record) else { continue };
            let claim = record.body.change.claim();
            let wanted = all || record.body.status == ProposalStatus::Proposed;
            let is_on = claim.is_none_or(|claim| book.is_on(&claim.domain));
            if wanted && is_on && self.may_see(space, claim, record.operation)? {
                let project = claim.and_then(|claim| book.project_name(claim.project));
                views.push(ProposalView::of(&record, project));
            }
        }
        Ok(views)
    }

    /// Returns whether a claim that waits may be seen: what is private in a shared space, by who said it alone.
    pub(crate) fn may_see(
        &self,
        space: &SpaceHandle,
        claim: Option<&Claim>,
        operation: OperationId,
    ) -> Result<bool, Error> {
        match claim {
            Some(claim) if !space.may_touch(&claim.domain) => Ok(false),
            Some(claim) => Ok(may_see_waiting(&*self.store, space, claim, operation)?),
            None => Ok(true),
        }
    }

    /// Returns the candidates that wait, or all there ever were.
    pub fn candidates(&self, space: &SpaceHandle, all: bool) -> Result<Vec<CandidateView>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let now = self.now();
        let mut views = Vec::new();
        for record in self.store.rows(space, Noun::Candidate, Belief::Now)?.records {
            let Row::Candidate(candidate) = record.body else { continue };
            let waits = candidate.waits_at(now);
            let is_on = book.is_on(&candidate.claim.domain);
            if (all || waits) && is_on && self.may_see(space, Some(&candidate.claim), record.operation)? {
                views.push(CandidateView::of(&candidate, book.project_name(candidate.claim.project)));
            }
        }
        Ok(views)
    }

    /// Takes a proposal or a maybe, perhaps in other words.
    pub fn accept(&self, space: &SpaceHandle, which: &str, content: Option<&str>) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let waiting = self.find_waiting(space, which)?;
            let settles = waiting.decided(true, Actor::User(space.user()));
            let (change, evidence) = match &waiting {
                Waiting::Proposal(_, proposal) => (proposal.change.clone(), proposal.evidence.clone()),
                Waiting::Candidate(_, candidate) => {
                    (ProposedChange::Create { claim: Box::new(candidate.claim.clone()) }, candidate.evidence.clone())
                }
            };
            let book = Rulebook::read(&*self.store, space)?;
            let drafted = |claim: &Claim| {
                let draft = Draft::confirming(claim, book.project_name(claim.project));
                let content = content.map_or(draft.content, str::to_owned);
                Draft { content, evidence: evidence.clone(), ..draft }
            };
            match change {
                ProposedChange::Create { claim } => self.admit_settling(space, &drafted(&claim), None, Some(settles)),
                ProposedChange::Update { memory, claim } => {
                    let head = self.standing_head(space, memory)?;
                    self.admit_settling(space, &drafted(&claim), Some(head), Some(settles))
                }
                ProposedChange::Forget { memory } => {
                    let head = self.standing_head(space, memory)?;
                    let mut commit = self.commit_of(space, OperationKind::Accept);
                    commit.retire.push(RowRef::version(head.seq));
                    commit.record.push(head.body.clone().ended(Status::Forgotten, commit.at).into());
                    let fingerprint = Fingerprint::of(book.state.salt, &head.body.claim.content);
                    commit.record.push(Suppression { fingerprint, reason: SuppressionReason::Forgotten }.into());
                    let message = format!("Forgotten: {}", head.body.claim.content);
                    self.settle(space, commit, settles, Action::Forgotten, message)
                }
                ProposedChange::Link { from, to, relation } => {
                    self.standing_head(space, from)?;
                    self.standing_head(space, to)?;
                    let mut commit = self.commit_of(space, OperationKind::Accept);
                    let link = Link { id: self.mint::<LinkId>(), from, to, relation, confidence: None };
                    commit.record.push(link.into());
                    self.settle(space, commit, settles, Action::Linked, format!("Linked: {from} — {relation} → {to}"))
                }
                ProposedChange::Merge { keep, drop } => {
                    let (keep, drop) = (self.standing_head(space, keep)?, self.standing_head(space, drop)?);
                    let mut commit = self.commit_of(space, OperationKind::Accept);
                    self.put_in_place_of(space, &drop, &keep, &mut commit)?;
                    let message = format!("Merged into: {}", keep.body.claim.content);
                    self.settle(space, commit, settles, Action::Merged, message)
                }
                ProposedChange::EnableDomain { domain } => {
                    self.may_govern(space)?;
                    let mut commit = self.commit_of(space, OperationKind::Accept);
                    self.record_consent(&domain, true, &book, &mut commit);
                    self.settle(space, commit, settles, Action::Enabled, format!("{domain} memory is on"))
                }
            }
        })
    }

    /// Ends a memory in favour of another: its links go along.
    pub(crate) fn put_in_place_of(
        &self,
        space: &SpaceHandle,
        old: &Head,
        new: &Head,
        commit: &mut Commit,
    ) -> Result<(), Error> {
        commit.retire.push(RowRef::version(old.seq));
        commit.record.push(old.body.clone().superseded(new.body.id, commit.at).into());
        self.repoint_links(space, old.body.memory, new.body.memory, commit)
    }

    fn settle(
        &self,
        space: &SpaceHandle,
        mut commit: Commit,
        (row, settled): Settled,
        action: Action,
        message: String,
    ) -> Result<Written, Error> {
        commit.retire.push(row);
        commit.record.push(cofio_domain::operation::NewRow { row: settled, recorded_at: None, revives: None });
        let done = self.commit(space, commit)?;
        Ok(self.written(&done, action, message).because("you accepted it"))
    }

    /// Declines a proposal or a maybe. The same is not suggested again.
    pub fn reject(&self, space: &SpaceHandle, which: &str, reason: Option<&str>) -> Result<Written, Error> {
        self.check_reason(reason)?;
        self.until_settled(|| {
            self.may_write(space)?;
            let waiting = self.find_waiting(space, which)?;
            let (row, settled) = waiting.decided(false, Actor::User(space.user()));
            let mut commit = self.commit_of(space, OperationKind::Reject);
            commit.operation.reason = reason.map(str::to_owned);
            commit.retire.push(row);
            commit.record.push(cofio_domain::operation::NewRow { row: settled, recorded_at: None, revives: None });
            if let Some(claim) = waiting.claim() {
                let fingerprint = self.fingerprint_of(space, &claim.content)?;
                commit.record.push(Suppression { fingerprint, reason: SuppressionReason::Rejected }.into());
            }
            let done = self.commit(space, commit)?;
            let what = waiting.claim().map_or_else(|| waiting.shown(), |claim| claim.content.clone());
            Ok(self
                .written(&done, Action::Rejected, format!("Declined: {what}"))
                .making(waiting.shown())
                .because(reason.unwrap_or("you declined it")))
        })
    }

    /// Returns the one proposal that is meant, to be looked at before it is changed.
    pub fn proposal(&self, space: &SpaceHandle, which: &str) -> Result<ProposalView, Error> {
        let (_, proposal) = self.find_proposal(space, which)?;
        let known = self.proposals(space, false)?.into_iter().find(|view| view.id == proposal.id);
        known.ok_or_else(|| Error::not_found("proposal", which))
    }

    /// Changes the words of a proposal before it is decided.
    pub fn edit_proposal(&self, space: &SpaceHandle, which: &str, content: &str) -> Result<Written, Error> {
        self.refuse_secrets([content])?;
        self.until_settled(|| {
            self.may_write(space)?;
            let book = Rulebook::read(&*self.store, space)?;
            for domain in crate::reading::sensitive_domains(content, &book.domains) {
                self.must_be_on(&domain, &book)?;
            }
            let (row, mut proposal) = self.find_proposal(space, which)?;
            let content = content.trim();
            match &mut proposal.change {
                ProposedChange::Create { claim } | ProposedChange::Update { claim, .. } if !content.is_empty() => {
                    claim.content = content.to_owned();
                }
                _ => return Err(Error::Invalid("there are no words in it to change".into())),
            }
            let id = proposal.id;
            let mut commit = self.commit_of(space, OperationKind::Propose);
            commit.retire.push(row);
            commit.record.push(proposal.into());
            let done = self.commit(space, commit)?;
            Ok(self.written(&done, Action::Changed, format!("Changed: {content}")).making(id).because("you said so"))
        })
    }

    fn standing_head(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Head, Error> {
        let head = self.head_of(space, memory)?.filter(|head| head.body.is_live(self.now()));
        head.ok_or_else(|| Error::conflict(format!("{memory} is not in force any more; decline the proposal")))
    }

    fn find_proposal(&self, space: &SpaceHandle, which: &str) -> Result<(RowRef, Proposal), Error> {
        match self.find_waiting(space, which)? {
            Waiting::Proposal(row, proposal) => Ok((row, proposal)),
            Waiting::Candidate(..) => Err(Error::Invalid("a maybe is changed while it is accepted".into())),
        }
    }

    fn find_waiting(&self, space: &SpaceHandle, text: &str) -> Result<Waiting, Error> {
        let text = text.trim();
        let mut waiting: Vec<Waiting> = Vec::new();
        for record in self.store.rows(space, Noun::Proposal, Belief::Now)?.records {
            let row = RowRef { noun: Noun::Proposal, seq: record.seq };
            if let Row::Proposal(proposal) = record.body
                && proposal.status == ProposalStatus::Proposed
                && self.may_see(space, proposal.change.claim(), record.operation)?
            {
                waiting.push(Waiting::Proposal(row, *proposal));
            }
        }
        for record in self.store.rows(space, Noun::Candidate, Belief::Now)?.records {
            let row = RowRef { noun: Noun::Candidate, seq: record.seq };
            if let Row::Candidate(candidate) = record.body
                && candidate.status == CandidateStatus::Waiting
                && self.may_see(space, Some(&candidate.claim), record.operation)?
            {
                waiting.push(Waiting::Candidate(row, candidate));
            }
        }
        let part = IdPart::parse(text, ProposalId::PREFIX).or_else(|| IdPart::parse(text, CandidateId::PREFIX));
        let words = normalized(text);
        let fits = |item: &Waiting| {
            let by_id = part.as_ref().is_some_and(|part| part.matches(ProposalId::from_bits(item.bits())));
            by_id || item.claim().is_some_and(|claim| normalized(&claim.content).contains(&words))
        };
        let mut found: Vec<Waiting> = waiting.into_iter().filter(fits).collect();
        match found.len() {
            0 => Err(Error::not_found("proposal", text)),
            1 => Ok(found.remove(0)),
            _ => Err(Error::ambiguous("proposals", text, found.iter().map(Waiting::candidate))),
        }
    }
}

fn proposal_in(record: &Record<Row>) -> Option<Record<Proposal>> {
    match &record.body {
        Row::Proposal(proposal) => Some(record.clone().map(|_| (**proposal).clone())),
        _ => None,
    }
}

/// Returns whether a claim that waits may be seen: what is private in a shared space, by who said it alone.
pub(crate) fn may_see_waiting(
    store: &dyn Store,
    space: &SpaceHandle,
    claim: &Claim,
    operation: OperationId,
) -> Result<bool, StoreError> {
    if space.kind() != SpaceKind::Shared || claim.visibility != Visibility::Private {
        return Ok(true);
    }
    let operation = store.operation(space, operation)?;
    Ok(operation.is_some_and(|operation| operation.actor == Actor::User(space.user())))
}
