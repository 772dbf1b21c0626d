//! Import: memories from a file of lines, each on its own. A line that cannot be taken is reported and the rest go on.
//! One run is one job: it is undone as one.

use std::collections::BTreeMap;

use cofio_domain::axes::{Flag, Status};
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{CandidateId, JobId, MemoryId, ProjectId, ProposalId, VersionId};
use cofio_domain::memory::{Claim, Memory, Version};
use cofio_domain::operation::{Commit, NewRow, OperationKind};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::policy::write::{Decision, rule};
use cofio_domain::proposal::{Proposal, ProposalStatus, ProposedChange};
use cofio_domain::space::{Actor, SpaceHandle};
use cofio_domain::time::{Timestamp, Window};
use serde::Serialize;

use crate::portable::claim::{draft_of, evidence_of};
use crate::portable::known::Known;
use crate::portable::line::{Becomes, ImportLine};
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// What became of an import.
#[derive(Debug, Clone, Serialize)]
pub struct Imported {
    /// The run, for undoing all of it: `cofio undo job_…`.
    pub job: JobId,
    /// What became of each line.
    pub lines: Vec<ImportOutcome>,
    /// Whether this only shows what would happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportOutcome {
    /// Which line, from 1.
    pub line: u64,
    /// `saved`, `proposed`, `staged`, `skipped`, `refused` or `failed`.
    pub action: &'static str,
    /// The id it was given, or that of what is there already.
    pub id: Option<String>,
    /// Why, where it was not simply saved.
    pub reason: Option<String>,
}

impl ImportOutcome {
    fn new(line: u64, action: &'static str) -> ImportOutcome {
        ImportOutcome { line, action, id: None, reason: None }
    }

    fn with_id(self, id: impl ToString) -> ImportOutcome {
        ImportOutcome { id: Some(id.to_string()), ..self }
    }

    fn because(self, reason: impl Into<String>) -> ImportOutcome {
        ImportOutcome { reason: Some(reason.into()), ..self }
    }
}

/// So many lines share a transaction: few flushes, and nobody else waits long.
const BATCH: usize = 500;

/// What an import keeps in mind from line to line.
struct Run {
    job: JobId,
    file: String,
    /// The memory that lines with the same id became.
    memories: BTreeMap<String, MemoryId>,
    /// How many versions each has so far.
    versions: BTreeMap<MemoryId, u32>,
    /// What the lines of this batch say so far, by words, domain and project.
    said: BTreeMap<Said, MemoryId>,
    /// What is there already beside what is in force.
    known: Known,
}

/// What makes two claims the same.
pub(super) type Said = (Fingerprint, DomainName, Option<ProjectId>);

pub(super) fn said(book: &Rulebook, claim: &Claim) -> Said {
    (Fingerprint::of(book.state.salt, &claim.content), claim.domain.clone(), claim.project)
}

impl Engine {
    /// Imports lines, each given with its number and as it was read or why it could not be.
    pub fn import(
        &self,
        space: &SpaceHandle,
        file: &str,
        lines: impl IntoIterator<Item = (u64, Result<ImportLine, String>)>,
    ) -> Result<Imported, Error> {
        self.may_write(space)?;
        let mut run = Run {
            job: self.mint(),
            file: file.to_owned(),
            memories: BTreeMap::new(),
            versions: BTreeMap::new(),
            said: BTreeMap::new(),
            known: Known::default(),
        };
        let mut outcomes = Vec::new();
        let mut lines = lines.into_iter().peekable();
        while lines.peek().is_some() {
            let batch: Vec<_> = lines.by_ref().take(BATCH).collect();
            outcomes.extend(self.until_settled(|| self.import_batch(space, &mut run, &batch))?);
        }
        Ok(Imported { job: run.job, lines: outcomes, dry_run: self.settings.dry_run })
    }

    fn import_batch(
        &self,
        space: &SpaceHandle,
        run: &mut Run,
        batch: &[(u64, Result<ImportLine, String>)],
    ) -> Result<Vec<ImportOutcome>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let mut commit = self.commit_of(space, OperationKind::Import);
        commit.operation.job = Some(run.job);
        commit.guards.push(book.guard());
        let before = (run.memories.clone(), run.versions.clone());
        run.said.clear();
        run.known = self.known_before(space, &book, batch, commit.at)?;
        let mut outcomes = Vec::with_capacity(batch.len());
        for (number, line) in batch {
            outcomes.push(match line {
                Ok(line) => self.import_line(space, run, *number, line, &book, &mut commit)?,
                Err(error) => ImportOutcome::new(*number, "failed").because(error),
            });
        }
        if commit.record.is_empty() {
            return Ok(outcomes);
        }
        self.commit(space, commit).inspect_err(|_| (run.memories, run.versions) = before)?;
        Ok(outcomes)
    }

    fn import_line(
        &self,
        space: &SpaceHandle,
        run: &mut Run,
        number: u64,
        line: &ImportLine,
        book: &Rulebook,
        commit: &mut Commit,
    ) -> Result<ImportOutcome, Error> {
        let outcome = |action| ImportOutcome::new(number, action);
        let becomes = match line.becomes() {
            Ok(becomes) => becomes,
            Err(why) => return Ok(outcome("skipped").because(why)),
        };
        if line.valid_from.zip(line.valid_until).is_some_and(|(from, until)| until < from) {
            return Ok(outcome("failed").because("it ends before it begins: valid_until is before valid_from"));
        }
        let draft = draft_of(line);
        if let Err(error) = draft.check() {
            return Ok(outcome("failed").because(error.to_string()));
        }
        let claim = match self.imported_claim(space, line, &draft, book, commit.at) {
            Ok(claim) => claim,
            Err(error @ (Error::NotFound { .. } | Error::Invalid(_))) => {
                return Ok(outcome("failed").because(error.to_string()));
            }
            Err(error) => return Err(error),
        };
        if let Some(known) = run.known.find(&said(book, &claim), line, becomes) {
            return Ok(outcome("skipped").with_id(known).because("it is known already"));
        }
        let evidence = evidence_of(line, &run.file, number);
        let attempt = self.attempt_of(&draft, &claim, book);
        match rule(&attempt, &self.settings.knobs).decision {
            Decision::Refuse => {
                return Ok(outcome("refused").because(attempt.secret.unwrap_or_default()));
            }
            Decision::Ask(domain) => {
                return Ok(outcome("skipped").because(format!("{domain} memory is off; turn the domain on first")));
            }
            Decision::DropCounted | Decision::Drop => return Ok(outcome("skipped").because("the domain is off")),
            Decision::Propose { from_reading } => {
                if let Some(known) = run.known.find(&said(book, &claim), line, Becomes::Proposal) {
                    return Ok(outcome("skipped").with_id(known).because("it is known already"));
                }
                let id = self.import_proposal(claim, evidence, from_reading, commit);
                let why = if from_reading { "it gives orders and may not be yours" } else { "it permits an action" };
                return Ok(outcome("proposed").with_id(id).because(why));
            }
            _ => {}
        }
        Ok(match becomes {
            Becomes::Candidate => outcome("staged").with_id(self.import_candidate(line, claim, evidence, commit)),
            Becomes::Proposal => outcome("proposed").with_id(self.import_proposal(claim, evidence, false, commit)),
            Becomes::Memory(status) => {
                if status == Status::Active
                    && let Some(known) = self.known_as(space, &claim, book, run, commit.at)?
                {
                    return Ok(outcome("skipped").with_id(known).because("it is known already"));
                }
                let words = said(book, &claim);
                let memory = self.import_memory(space, run, line, claim, status, evidence, commit);
                if status == Status::Active {
                    run.said.insert(words, memory);
                }
                outcome("saved").with_id(memory)
            }
        })
    }

    /// Returns the memory in force that says the same: in the store, or earlier in the same batch.
    fn known_as(
        &self,
        space: &SpaceHandle,
        claim: &Claim,
        book: &Rulebook,
        run: &Run,
        now: Timestamp,
    ) -> Result<Option<MemoryId>, Error> {
        let wanted = said(book, claim);
        if let Some(memory) = run.said.get(&wanted) {
            return Ok(Some(*memory));
        }
        let stored = self.store.by_fingerprint(space, wanted.0)?.into_iter().map(|record| record.body);
        let same = |version: &Version| version.is_live(now) && said(book, &version.claim) == wanted;
        Ok(stored.into_iter().find(same).map(|version| version.memory))
    }

    #[allow(clippy::too_many_arguments, reason = "a line, what it says and where it goes")]
    fn import_memory(
        &self,
        space: &SpaceHandle,
        run: &mut Run,
        line: &ImportLine,
        claim: Claim,
        status: Status,
        evidence: Vec<Evidence>,
        commit: &mut Commit,
    ) -> MemoryId {
        let recorded_at = line.recorded_at.map_or(commit.at, |at| at.min(commit.at));
        let known = line.id.as_ref().and_then(|id| run.memories.get(id).copied());
        let memory = known.unwrap_or_else(|| {
            let memory = Memory { id: self.mint::<MemoryId>(), owner: space.user(), created_at: recorded_at };
            let id = memory.id;
            commit.memories.push(memory);
            run.memories.extend(line.id.clone().map(|given| (given, id)));
            id
        });
        let count = run.versions.entry(memory).or_insert(0);
        *count += 1;
        let from = line.valid_from.unwrap_or(recorded_at);
        let open = Window { from, until: line.valid_until.map(|until| until.max(from)) };
        let ended = !matches!(status, Status::Active | Status::Expired);
        let window = if ended && open.until.is_none() { open.ending_by(recorded_at) } else { open };
        let stood_behind = claim.source.is_explicit().then_some(recorded_at);
        let version = Version {
            id: self.mint::<VersionId>(),
            memory,
            n: *count,
            claim,
            window,
            // What expired did so by the clock, and will again.
            status: if status == Status::Expired { Status::Active } else { status },
            superseded_by: None,
            confirmed_at: line.confirmed_at.or(stood_behind),
            last_confirmed_at: line.last_confirmed_at.or(stood_behind),
            actor: Actor::User(space.user()),
        };
        let id = version.id;
        self.close_earlier(commit, &version);
        commit.evidence.extend(evidence.into_iter().map(|item| (id, item)));
        commit.record.push(NewRow { recorded_at: line.recorded_at, ..version.into() });
        memory
    }

    /// Of one memory, a later version closes the earlier one where it begins, or is what that one was closed for.
    fn close_earlier(&self, commit: &mut Commit, newer: &Version) {
        for new in &mut commit.record {
            if let cofio_domain::record::Row::Version(earlier) = &mut new.row
                && earlier.memory == newer.memory
            {
                if earlier.window.overlaps(&newer.window) {
                    **earlier = (**earlier).clone().superseded(newer.id, newer.window.from);
                } else if earlier.status == Status::Superseded {
                    earlier.superseded_by = earlier.superseded_by.or(Some(newer.id));
                }
            }
        }
    }

    fn import_candidate(
        &self,
        line: &ImportLine,
        claim: Claim,
        evidence: Vec<Evidence>,
        commit: &mut Commit,
    ) -> CandidateId {
        let id = self.mint::<CandidateId>();
        let seen_at = line.recorded_at.unwrap_or(commit.at);
        let ttl = i64::from(self.settings.knobs.candidate_ttl_days);
        let candidate = Candidate {
            id,
            claim,
            status: CandidateStatus::Waiting,
            occurrences: 1,
            sessions: 1,
            first_at: seen_at,
            last_at: seen_at,
            expires_at: Some(commit.at.plus_days(ttl)),
            evidence,
        };
        commit.record.push(candidate.into());
        id
    }

    fn import_proposal(
        &self,
        mut claim: Claim,
        evidence: Vec<Evidence>,
        from_reading: bool,
        commit: &mut Commit,
    ) -> ProposalId {
        if from_reading {
            claim.flags.insert(Flag::FromReading);
        }
        let id = self.mint::<ProposalId>();
        let proposal = Proposal {
            id,
            change: ProposedChange::Create { claim: Box::new(claim) },
            reasoning: Some("it came with an import".into()),
            evidence,
            status: ProposalStatus::Proposed,
            decided_by: None,
            expires_at: None,
        };
        commit.record.push(proposal.into());
        id
    }
}
