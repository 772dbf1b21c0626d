//! Lists of memories: what is in force, what was at another time, and everything there is.

use std::collections::BTreeMap;

use cofio_domain::axes::{Authority, Kind, Source, Status, Tier};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{MemoryId, VersionId};
use cofio_domain::memory::Version;
use cofio_domain::record::{Belief, Record, RowRef, Seq};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::{Moment, Timestamp};
use serde::Serialize;

use crate::rulebook::Rulebook;
use crate::view::{CandidateView, ConflictView, MemoryView, ProposalView};
use crate::{Engine, Error};

/// Which memories are asked for.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs, reason = "each narrows by the axis it is named for")]
pub struct ListFilter {
    pub status: ListStatus,
    pub domain: Option<DomainName>,
    pub kind: Option<Kind>,
    pub tier: Option<Tier>,
    pub source: Option<Source>,
    pub authority: Option<Authority>,
    pub project: Option<String>,
    pub tag: Option<String>,
    pub as_of: Option<Timestamp>,
    pub known_at: Option<Timestamp>,
    pub limit: Option<usize>,
    /// Whether to say what each was learned from.
    pub with_evidence: bool,
}

/// Which states of memories are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListStatus {
    /// What is in force.
    #[default]
    InForce,
    /// Memories that stand so now.
    Is(Status),
    /// Maybes.
    Candidates,
    /// What waits for the person.
    Proposals,
    /// Claims that cannot both hold.
    Conflicts,
    /// Everything, of every status.
    All,
}

/// Something in a list.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "each variant is documented by its type")]
pub enum Item {
    Memory(Box<MemoryView>),
    Candidate(Box<CandidateView>),
    Proposal(Box<ProposalView>),
    Conflict(Box<ConflictView>),
    Message(Box<crate::recall::MessageHit>),
    Episode(Box<crate::recall::EpisodeHit>),
}

/// A list, and what could not be shown in it.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// What was found.
    pub items: Vec<Item>,
    /// Records that are damaged.
    pub damaged: Vec<RowRef>,
    /// How many there are beyond the limit.
    pub more: usize,
}

/// How a memory stands by now: as much of its newest record as settles what is seen of the others.
#[derive(Debug, Clone, Copy)]
struct Standing {
    n: u32,
    seq: Seq,
    status: Status,
    recorded_at: Timestamp,
}

impl Standing {
    fn of(record: &Record<Version>) -> Standing {
        let Record { seq, recorded_at, body, .. } = record;
        Standing { n: body.n, seq: *seq, status: body.status, recorded_at: *recorded_at }
    }
}

impl Engine {
    /// Lists memories.
    pub fn list(&self, space: &SpaceHandle, filter: &ListFilter) -> Result<Listed, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        if let Some(domain) = &filter.domain {
            book.domain(domain)?;
        }
        if let Some(project) = &filter.project {
            book.project(project)?;
        }
        let mut listed = Listed::default();
        let all = filter.status == ListStatus::All;
        if all || matches!(filter.status, ListStatus::InForce | ListStatus::Is(_)) {
            self.list_memories(space, filter, &book, &mut listed)?;
        }
        if all || filter.status == ListStatus::Candidates {
            let found = self.candidates(space, all)?.into_iter().map(|view| Item::Candidate(Box::new(view)));
            listed.items.extend(found.filter(|item| filter.fits(item)));
        }
        if all || filter.status == ListStatus::Proposals {
            let found = self.proposals(space, all)?.into_iter().map(|view| Item::Proposal(Box::new(view)));
            listed.items.extend(found.filter(|item| filter.fits(item)));
        }
        if all || filter.status == ListStatus::Conflicts {
            let found = self.conflicts(space, all)?.into_iter().map(|view| Item::Conflict(Box::new(view)));
            listed.items.extend(found.filter(|item| filter.fits(item)));
        }
        if let Some(limit) = filter.limit {
            listed.more = listed.items.len().saturating_sub(limit);
            listed.items.truncate(limit);
        }
        Ok(listed)
    }

    fn list_memories(
        &self,
        space: &SpaceHandle,
        filter: &ListFilter,
        book: &Rulebook,
        listed: &mut Listed,
    ) -> Result<(), Error> {
        let now = self.now();
        let moment = Moment::asked(filter.as_of, filter.known_at, now);
        let listing = self.store.versions(space, Belief::at(filter.known_at))?;
        listed.damaged.extend(listing.damaged);
        let current = self.current_heads(space, &listing.records, filter.known_at)?;
        let mut evidence = self.evidence_by_version(space, filter)?;
        // In the order memories were made, which their ids keep; not in the order their records were last touched.
        let mut records = listing.records;
        records.sort_by_key(|record| (record.body.memory, record.body.n, record.seq));
        for record in records {
            let head = current.get(&record.body.memory);
            if !self.belongs(&record, head, filter, &moment, now) {
                continue;
            }
            let hidden = !book.is_on(&record.body.claim.domain);
            if hidden && (filter.status != ListStatus::All || !space.may_touch(&record.body.claim.domain)) {
                continue;
            }
            let project = book.project_name(record.body.claim.project);
            let mut view = MemoryView::of(record, space.id(), project, filter.known_at.unwrap_or(now));
            view.hidden = hidden;
            view.evidence = evidence.remove(&view.version_id).unwrap_or_default();
            let item = Item::Memory(Box::new(view));
            if filter.fits(&item) {
                listed.items.push(item);
            }
        }
        Ok(())
    }

    /// Returns the memories' states by now, which settle what may be seen of their past.
    fn current_heads(
        &self,
        space: &SpaceHandle,
        records: &[Record<Version>],
        known_at: Option<Timestamp>,
    ) -> Result<BTreeMap<MemoryId, Standing>, Error> {
        let present;
        let believed_now = match known_at {
            None => records,
            Some(_) => {
                present = self.store.versions(space, Belief::Now)?.records;
                &present
            }
        };
        let mut heads: BTreeMap<MemoryId, Standing> = BTreeMap::new();
        for record in believed_now {
            let standing = Standing::of(record);
            heads
                .entry(record.body.memory)
                .and_modify(|head| {
                    if (standing.n, standing.seq) > (head.n, head.seq) {
                        *head = standing;
                    }
                })
                .or_insert(standing);
        }
        Ok(heads)
    }

    fn evidence_by_version(
        &self,
        space: &SpaceHandle,
        filter: &ListFilter,
    ) -> Result<BTreeMap<VersionId, Vec<Evidence>>, Error> {
        let mut by_version: BTreeMap<VersionId, Vec<Evidence>> = BTreeMap::new();
        if filter.with_evidence {
            for (version, evidence) in self.store.evidence(space)? {
                by_version.entry(version).or_default().push(evidence);
            }
        }
        Ok(by_version)
    }

    /// Returns whether a record belongs to what was asked for. What is in the trash now is nowhere else, not even in
    /// the past.
    fn belongs(
        &self,
        record: &Record<Version>,
        head: Option<&Standing>,
        filter: &ListFilter,
        moment: &Moment,
        now: Timestamp,
    ) -> bool {
        if head.is_some_and(|head| self.is_gone(head.status, head.recorded_at, now)) {
            return false;
        }
        let is_head = head.is_some_and(|head| head.seq == record.seq);
        let trashed = head.is_some_and(|head| head.status == Status::Trashed);
        let in_force = record.body.in_force().contains(moment.as_of);
        let time_travel = filter.as_of.is_some() || filter.known_at.is_some();
        match filter.status {
            ListStatus::All if time_travel => in_force,
            ListStatus::All => true,
            ListStatus::InForce => in_force && !trashed,
            ListStatus::Is(Status::Active) => in_force && !trashed,
            ListStatus::Is(Status::Superseded) => record.body.status == Status::Superseded && !trashed,
            ListStatus::Is(status) => is_head && record.body.status_at(now) == status,
            ListStatus::Candidates | ListStatus::Proposals | ListStatus::Conflicts => false,
        }
    }
}

impl ListFilter {
    fn fits(&self, item: &Item) -> bool {
        let claim = match item {
            Item::Memory(view) => Some(&view.claim),
            Item::Candidate(view) => Some(&view.claim),
            Item::Proposal(view) => view.claim.as_ref(),
            Item::Conflict(view) => Some(&view.right),
            Item::Message(_) | Item::Episode(_) => None,
        };
        let Some(claim) = claim else { return self.domain.is_none() && self.kind.is_none() };
        let wanted = |asked: Option<&str>, found: Option<&str>| {
            asked.is_none_or(|asked| found.is_some_and(|found| found.eq_ignore_ascii_case(asked)))
        };
        self.domain.as_ref().is_none_or(|domain| claim.domain == *domain)
            && self.kind.is_none_or(|kind| claim.kind == kind)
            && self.tier.is_none_or(|tier| claim.tier == tier)
            && self.source.is_none_or(|source| claim.source == source)
            && self.authority.is_none_or(|authority| claim.authority == authority)
            && wanted(self.project.as_deref(), claim.project.as_deref())
            && self.tag.as_ref().is_none_or(|tag| claim.tags.contains(tag))
    }
}
