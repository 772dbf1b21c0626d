//! Everything in one space, and what a commit does to it.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::{Status, Visibility};
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{Id, MemoryId, OperationId, VersionId};
use cofio_domain::memory::{Memory, Version};
use cofio_domain::operation::{Commit, Committed, Erasure, ErasureReceipt, Guard, NewOperation, Operation};
use cofio_domain::policy::fingerprint::{Fingerprint, Salt};
use cofio_domain::ports::{IdLookup, StoreError};
use cofio_domain::proposal::ProposedChange;
use cofio_domain::record::{Record, Retired, Row, RowRef, Seq};
use cofio_domain::scope::Tombstone;
use cofio_domain::space::{Space, SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;

use super::derived::Derived;
use super::entities::Sets;
use super::raw::Raw;

/// Everything in one space.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) space: Space,
    pub(super) salt: Salt,
    pub(super) seq: i64,
    pub(super) clock: Timestamp,
    pub(super) rules: i64,
    pub(super) memories: BTreeMap<MemoryId, Memory>,
    pub(super) rows: BTreeMap<Seq, Record<Row>>,
    pub(super) evidence: Vec<(MemoryId, VersionId, Evidence)>,
    pub(super) operations: Vec<Operation>,
    pub(super) tombstones: Vec<Tombstone>,
    pub(super) raw: Raw,
    pub(super) derived: Derived,
    pub(super) sets: Sets,
}

impl World {
    pub(super) fn next_seq(&mut self) -> Seq {
        self.seq += 1;
        Seq(self.seq)
    }

    pub(super) fn versions(&self) -> impl Iterator<Item = Record<Version>> + '_ {
        self.rows.values().filter_map(|record| match &record.body {
            Row::Version(version) => Some(record.clone().map(|_| (**version).clone())),
            _ => None,
        })
    }

    pub(super) fn visible(&self, space: &SpaceHandle, version: &Version) -> bool {
        self.space.kind != SpaceKind::Shared
            || version.claim.visibility != Visibility::Private
            || self.memories.get(&version.memory).is_some_and(|memory| memory.owner == space.user())
    }

    pub(super) fn active(&self, space: &SpaceHandle, fits: impl Fn(&Version) -> bool) -> Vec<Record<Version>> {
        self.versions()
            .filter(|record| record.retired.is_none() && record.body.status == Status::Active)
            .filter(|record| self.visible(space, &record.body) && fits(&record.body))
            .collect()
    }

    pub(super) fn recorded_since(&self, since: Seq, fits: impl Fn(&Version) -> bool) -> bool {
        self.versions().any(|record| {
            record.seq > since && record.retired.is_none() && record.body.status == Status::Active && fits(&record.body)
        })
    }

    pub(super) fn holds(&self, guard: &Guard) -> bool {
        match guard {
            Guard::Current(row) => self.rows.get(&row.seq).is_some_and(|record| record.retired.is_none()),
            Guard::Rules(rules) => self.rules == *rules,
            Guard::Fingerprint { fingerprint, domain, since } => !self.recorded_since(*since, |version| {
                version.claim.domain == *domain && Fingerprint::of(self.salt, &version.claim.content) == *fingerprint
            }),
            Guard::Key { domain, key, since } => !self.recorded_since(*since, |version| {
                version.claim.domain == *domain && version.claim.key.as_deref() == Some(key)
            }),
        }
    }

    pub(super) fn apply(&mut self, commit: Commit) -> Result<Committed, StoreError> {
        let at = commit.at.max(self.clock.next());
        if !commit.guards.iter().all(|guard| self.holds(guard)) {
            return Err(StoreError::Stale);
        }
        if let Some(step) = commit.learned {
            let session = self.raw.sessions.iter_mut().find(|session| session.number == step.session);
            let session = session.filter(|session| session.is_visible() && session.learned == step.from);
            session.ok_or(StoreError::Stale)?.learned = step.to;
        }
        for memory in commit.memories {
            self.memories.insert(memory.id, memory);
        }
        let mut rules_change = false;
        for row in &commit.retire {
            rules_change |= row.noun.changes_the_rules();
            let record = self.rows.get_mut(&row.seq).filter(|record| record.retired.is_none());
            let record = record.ok_or(StoreError::Stale)?;
            record.retired = Some(Retired { at, by: commit.operation.id });
            if row.noun.speaks_of_entities() {
                self.sets.let_go(&[row.seq]);
            }
        }
        let mut recorded = Vec::new();
        let mut revived = Vec::new();
        for new in commit.record {
            rules_change |= new.row.changes_the_rules();
            self.check_references(&new.row)?;
            let record = Record {
                seq: self.next_seq(),
                operation: commit.operation.id,
                recorded_at: new.recorded_at.map_or(at, |before| before.min(at)),
                retired: None,
                body: new.row,
            };
            let copy = RowRef { noun: record.body.noun(), seq: record.seq };
            revived.extend(new.revives.map(|earlier| (earlier, copy)));
            self.rows.insert(record.seq, record.clone());
            recorded.push(record);
        }
        for (version, evidence) in commit.evidence {
            let memory = recorded.iter().find_map(|record| match &record.body {
                Row::Version(found) if found.id == version => Some(found.memory),
                _ => None,
            });
            if let Some(memory) = memory {
                self.next_seq();
                self.evidence.push((memory, version, evidence));
            }
        }
        let place = Seq(self.seq + 1);
        let erased = if commit.erase.is_empty() { None } else { Some(self.erase(&commit.erase, (place, at))) };
        let operation = self.log(commit.operation, at, commit.retire, &recorded, revived);
        self.clock = at;
        self.rules += i64::from(rules_change);
        Ok(Committed { operation, recorded, erased })
    }

    pub(super) fn check_references(&self, row: &Row) -> Result<(), StoreError> {
        let missing = |memory: &MemoryId| !self.memories.contains_key(memory);
        let dangling = match row {
            Row::Version(version) => missing(&version.memory),
            Row::Link(link) => missing(&link.from) || missing(&link.to) || link.from == link.to,
            Row::Conflict(conflict) => missing(&conflict.left),
            Row::Share(share) => missing(&share.memory),
            Row::Membership(seat) => self.rows.values().any(|record| {
                let taken = matches!(&record.body, Row::Membership(other) if other.user == seat.user);
                taken && record.retired.is_none()
            }),
            _ => false,
        };
        if dangling {
            Err(StoreError::Unavailable("a reference points to nothing, or a seat is taken".into()))
        } else {
            Ok(())
        }
    }

    pub(super) fn log(
        &mut self,
        new: NewOperation,
        at: Timestamp,
        before: Vec<RowRef>,
        recorded: &[Record<Row>],
        revived: Vec<(RowRef, RowRef)>,
    ) -> Operation {
        let operation = new.logged(self.next_seq(), at, before, recorded, revived);
        self.operations.push(operation.clone());
        operation
    }

    pub(super) fn erase(&mut self, erasures: &[Erasure], (place, at): (Seq, Timestamp)) -> ErasureReceipt {
        let mut removed: BTreeMap<&'static str, u64> = BTreeMap::new();
        let mut places = Vec::new();
        let count = |layer: &'static str, rows: usize, removed: &mut BTreeMap<&'static str, u64>| {
            if rows > 0 {
                *removed.entry(layer).or_default() += rows as u64;
            }
        };
        for erasure in erasures {
            match erasure {
                Erasure::Memory(memory) => {
                    places.extend(
                        self.versions().filter(|record| record.body.memory == *memory).map(|record| record.seq),
                    );
                    let (uses, counts) = self.derived.forget_uses_of(*memory);
                    count("usage", uses, &mut removed);
                    count("usage_count", counts, &mut removed);
                    count("cluster", self.sets.let_go_of_clusters(*memory), &mut removed);
                    self.erase_memory(*memory, at, &mut removed);
                }
                Erasure::Row(row) => {
                    if let Some(record) = self.rows.remove(&row.seq) {
                        places.push(record.seq);
                        self.erase_reason(record.operation, &mut removed);
                        *removed.entry(row.noun.word()).or_default() += 1;
                    }
                }
                Erasure::Reason(operation) => self.erase_reason(*operation, &mut removed),
                Erasure::Message { seq, spans } => {
                    count("event_payload", usize::from(self.raw.shred(*seq, spans)), &mut removed);
                    places.push(*seq);
                }
                Erasure::Session(number) => {
                    let gone = self.raw.shred_session(*number, place, at);
                    count("event_payload", gone.len(), &mut removed);
                    places.extend(gone);
                }
                Erasure::Quotes { memory, words } => {
                    let own = self.evidence.iter_mut().filter(|(of, _, _)| of == memory);
                    let cut = own.filter_map(|(_, _, evidence)| {
                        let cut = evidence.without_words(words)?;
                        *evidence = cut;
                        Some(())
                    });
                    let cut = cut.count();
                    count("quote", cut, &mut removed);
                }
                Erasure::Vectors(texts) => count("embedding", self.derived.drop_texts(texts), &mut removed),
            }
        }
        count("segment", self.derived.drop_segments(&places), &mut removed);
        count("mention", self.sets.let_go(&places), &mut removed);
        ErasureReceipt { removed: removed.into_iter().collect(), ..ErasureReceipt::default() }
    }

    pub(super) fn erase_memory(&mut self, memory: MemoryId, at: Timestamp, removed: &mut BTreeMap<&'static str, u64>) {
        let versions: Vec<_> = self.versions().filter(|record| record.body.memory == memory).collect();
        let words: BTreeSet<Fingerprint> =
            versions.iter().map(|record| Fingerprint::of(self.salt, &record.body.claim.content)).collect();
        for record in &versions {
            self.erase_reason(record.operation, removed);
            if let Some(retired) = record.retired {
                self.erase_reason(retired.by, removed);
            }
        }
        let about = |row: &Row| match row {
            Row::Version(version) => version.memory == memory,
            Row::Link(link) => link.from == memory || link.to == memory,
            Row::Share(share) => share.memory == memory,
            Row::Conflict(conflict) => conflict.left == memory,
            Row::Suppression(suppression) => words.contains(&suppression.fingerprint),
            Row::Proposal(proposal) => match &proposal.change {
                ProposedChange::Update { memory: about, .. } | ProposedChange::Forget { memory: about } => {
                    *about == memory
                }
                ProposedChange::Link { from, to, .. } => *from == memory || *to == memory,
                ProposedChange::Merge { keep, drop } => *keep == memory || *drop == memory,
                ProposedChange::Create { .. } | ProposedChange::EnableDomain { .. } => false,
            },
            _ => false,
        };
        let gone: Vec<Seq> = self.rows.values().filter(|record| about(&record.body)).map(|record| record.seq).collect();
        for seq in gone {
            if let Some(record) = self.rows.remove(&seq) {
                *removed.entry(record.body.noun().word()).or_default() += 1;
            }
        }
        let before = self.evidence.len();
        self.evidence.retain(|(about, _, _)| *about != memory);
        if before > self.evidence.len() {
            *removed.entry("evidence").or_default() += (before - self.evidence.len()) as u64;
        }
        if self.memories.remove(&memory).is_some() {
            *removed.entry("memory").or_default() += 1;
        }
        self.tombstones.push(Tombstone { id: memory.to_string(), noun: "memory".into(), at });
    }

    pub(super) fn erase_reason(&mut self, operation: OperationId, removed: &mut BTreeMap<&'static str, u64>) {
        for logged in self.operations.iter_mut().filter(|logged| logged.id == operation) {
            if logged.reason.take().is_some() {
                *removed.entry("operation").or_default() += 1;
            }
        }
    }

    pub(super) fn ids(&self, what: IdLookup) -> Vec<u128> {
        match what {
            IdLookup::Memory => self.memories.keys().map(|id| id.bits()).collect(),
            IdLookup::Operation => self.operations.iter().map(|operation| operation.id.bits()).collect(),
            IdLookup::Session => self.raw.sessions.iter().map(|session| session.id.bits()).collect(),
        }
    }
}
