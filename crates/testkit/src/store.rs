//! A store in memory: the plainest thing that keeps the promises of the ports.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use cofio_domain::axes::{Status, Visibility};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{Id, IdPart, LETTERS, LinkId, MemoryId, OperationId, UserId, VersionId, shared_suffix};
use cofio_domain::link::Link;
use cofio_domain::memory::{Memory, Version};
use cofio_domain::operation::{
    Commit, Committed, Erasure, ErasureReceipt, Guard, NewOperation, Operation, OperationKind,
};
use cofio_domain::policy::fingerprint::{Fingerprint, Salt};
use cofio_domain::ports::{
    Directory, IdLookup, Listing, Memories, NewSpace, OperationFilter, Operations, Records, SpaceState, StoreError,
    Writer,
};
use cofio_domain::proposal::ProposedChange;
use cofio_domain::record::{Belief, Noun, Record, Retired, Row, RowRef, Seq};
use cofio_domain::scope::{Suppression, Tombstone};
use cofio_domain::space::{Actor, Membership, Role, Space, SpaceHandle, SpaceKey, SpaceKind, User};
use cofio_domain::time::Timestamp;

/// A store that lives in this process and is gone with it.
#[derive(Debug, Default)]
pub struct MemoryStore {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    users: Vec<User>,
    worlds: Vec<World>,
}

/// Everything in one space.
#[derive(Debug, Clone)]
struct World {
    space: Space,
    salt: Salt,
    seq: i64,
    clock: Timestamp,
    rules: i64,
    memories: BTreeMap<MemoryId, Memory>,
    rows: BTreeMap<Seq, Record<Row>>,
    evidence: Vec<(MemoryId, VersionId, Evidence)>,
    operations: Vec<Operation>,
    tombstones: Vec<Tombstone>,
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test panics while it holds the store")
    }

    fn world<T>(&self, space: &SpaceHandle, look: impl FnOnce(&World) -> T) -> T {
        let state = self.lock();
        let world = state.worlds.iter().find(|world| world.space.key == space.key());
        look(world.expect("a handle comes from a space that is there"))
    }
}

impl World {
    fn next_seq(&mut self) -> Seq {
        self.seq += 1;
        Seq(self.seq)
    }

    fn versions(&self) -> impl Iterator<Item = Record<Version>> + '_ {
        self.rows.values().filter_map(|record| match &record.body {
            Row::Version(version) => Some(record.clone().map(|_| (**version).clone())),
            _ => None,
        })
    }

    fn visible(&self, space: &SpaceHandle, version: &Version) -> bool {
        self.space.kind != SpaceKind::Shared
            || version.claim.visibility != Visibility::Private
            || self.memories.get(&version.memory).is_some_and(|memory| memory.owner == space.user())
    }

    fn active(&self, space: &SpaceHandle, fits: impl Fn(&Version) -> bool) -> Vec<Record<Version>> {
        self.versions()
            .filter(|record| record.retired.is_none() && record.body.status == Status::Active)
            .filter(|record| self.visible(space, &record.body) && fits(&record.body))
            .collect()
    }

    fn recorded_since(&self, since: Seq, fits: impl Fn(&Version) -> bool) -> bool {
        self.versions().any(|record| {
            record.seq > since && record.retired.is_none() && record.body.status == Status::Active && fits(&record.body)
        })
    }

    fn holds(&self, guard: &Guard) -> bool {
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

    fn apply(&mut self, commit: Commit) -> Result<Committed, StoreError> {
        let at = commit.at.max(self.clock.next());
        if !commit.guards.iter().all(|guard| self.holds(guard)) {
            return Err(StoreError::Stale);
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
        let erased = if commit.erase.is_empty() { None } else { Some(self.erase(&commit.erase, at)) };
        let operation = self.log(commit.operation, at, commit.retire, &recorded, revived);
        self.clock = at;
        self.rules += i64::from(rules_change);
        Ok(Committed { operation, recorded, erased })
    }

    fn check_references(&self, row: &Row) -> Result<(), StoreError> {
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

    fn log(
        &mut self,
        new: NewOperation,
        at: Timestamp,
        before: Vec<RowRef>,
        recorded: &[Record<Row>],
        revived: Vec<(RowRef, RowRef)>,
    ) -> Operation {
        let operation = Operation {
            id: new.id,
            seq: self.next_seq(),
            kind: new.kind,
            at,
            actor: new.actor,
            app: new.app,
            reason: new.reason,
            undoes: new.undoes,
            job: new.job,
            before,
            after: recorded.iter().map(|record| RowRef { noun: record.body.noun(), seq: record.seq }).collect(),
            revived,
        };
        self.operations.push(operation.clone());
        operation
    }

    fn erase(&mut self, erasures: &[Erasure], at: Timestamp) -> ErasureReceipt {
        let mut removed: BTreeMap<&'static str, u64> = BTreeMap::new();
        for erasure in erasures {
            match erasure {
                Erasure::Memory(memory) => self.erase_memory(*memory, at, &mut removed),
                Erasure::Row(row) => {
                    if let Some(record) = self.rows.remove(&row.seq) {
                        self.erase_reason(record.operation, &mut removed);
                        *removed.entry(row.noun.word()).or_default() += 1;
                    }
                }
                Erasure::Reason(operation) => self.erase_reason(*operation, &mut removed),
            }
        }
        ErasureReceipt { removed: removed.into_iter().collect(), ..ErasureReceipt::default() }
    }

    fn erase_memory(&mut self, memory: MemoryId, at: Timestamp, removed: &mut BTreeMap<&'static str, u64>) {
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

    fn erase_reason(&mut self, operation: OperationId, removed: &mut BTreeMap<&'static str, u64>) {
        for logged in self.operations.iter_mut().filter(|logged| logged.id == operation) {
            if logged.reason.take().is_some() {
                *removed.entry("operation").or_default() += 1;
            }
        }
    }

    fn ids(&self, what: IdLookup) -> Vec<u128> {
        match what {
            IdLookup::Memory => self.memories.keys().map(|id| id.bits()).collect(),
            IdLookup::Operation => self.operations.iter().map(|operation| operation.id.bits()).collect(),
        }
    }
}

impl Directory for MemoryStore {
    fn user_by_name(&self, name: &str) -> Result<Option<User>, StoreError> {
        Ok(self.lock().users.iter().find(|user| user.name == name).cloned())
    }

    fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        Ok(self.lock().users.iter().find(|user| user.id == id).cloned())
    }

    fn add_user(&self, user: User) -> Result<User, StoreError> {
        let mut state = self.lock();
        if let Some(there) = state.users.iter().find(|there| there.name == user.name) {
            return Ok(there.clone());
        }
        state.users.push(user.clone());
        Ok(user)
    }

    fn create_space(&self, new: NewSpace) -> Result<Space, StoreError> {
        if new.kind != SpaceKind::Shared {
            let there = self.spaces_of(new.owner)?.into_iter().find(|(space, _)| space.kind == new.kind);
            if let Some((space, _)) = there {
                return Ok(space);
            }
        }
        let mut state = self.lock();
        let key = SpaceKey(state.worlds.len() as i64 + 1);
        let space = Space { key, id: new.id, kind: new.kind, name: new.name, created_at: new.at };
        let mut world = World {
            space: space.clone(),
            salt: new.salt,
            seq: 0,
            clock: new.at,
            rules: 0,
            memories: BTreeMap::new(),
            rows: BTreeMap::new(),
            evidence: Vec::new(),
            operations: Vec::new(),
            tombstones: Vec::new(),
        };
        if new.kind != SpaceKind::Builtin {
            let seat = Record {
                seq: world.next_seq(),
                operation: new.operation,
                recorded_at: new.at,
                retired: None,
                body: Row::Membership(Membership { user: new.owner, role: Role::Owner, recalled: true }),
            };
            world.rows.insert(seat.seq, seat.clone());
            let operation = NewOperation {
                id: new.operation,
                kind: OperationKind::CreateSpace,
                actor: Actor::User(new.owner),
                app: None,
                reason: None,
                undoes: Vec::new(),
                job: None,
            };
            world.log(operation, new.at, Vec::new(), &[seat], Vec::new());
        }
        state.worlds.push(world);
        Ok(space)
    }

    fn spaces_of(&self, user: UserId) -> Result<Vec<(Space, Option<Membership>)>, StoreError> {
        let seat_of = |world: &World| {
            world.rows.values().find_map(|record| match &record.body {
                Row::Membership(seat) if seat.user == user && record.retired.is_none() => Some(seat.clone()),
                _ => None,
            })
        };
        let mut found: Vec<_> = self
            .lock()
            .worlds
            .iter()
            .map(|world| (world.space.clone(), seat_of(world)))
            .filter(|(space, seat)| seat.is_some() || space.kind == SpaceKind::Builtin)
            .collect();
        found.sort_by_key(|(space, _)| (space.kind == SpaceKind::Builtin, space.key));
        Ok(found)
    }
}

impl Memories for MemoryStore {
    fn state(&self, space: &SpaceHandle) -> Result<SpaceState, StoreError> {
        Ok(self.world(space, |world| SpaceState { revision: Seq(world.seq), rules: world.rules, salt: world.salt }))
    }

    fn memory(&self, space: &SpaceHandle, id: MemoryId) -> Result<Option<Memory>, StoreError> {
        Ok(self.world(space, |world| world.memories.get(&id).cloned()))
    }

    fn records_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            world
                .versions()
                .filter(|record| record.body.memory == memory && world.visible(space, &record.body))
                .collect()
        }))
    }

    fn versions(&self, space: &SpaceHandle, belief: Belief) -> Result<Listing<Version>, StoreError> {
        Ok(self.world(space, |world| Listing {
            records: world
                .versions()
                .filter(|record| record.is_believed(belief) && world.visible(space, &record.body))
                .collect(),
            damaged: Vec::new(),
        }))
    }

    fn by_fingerprint(
        &self,
        space: &SpaceHandle,
        fingerprint: Fingerprint,
    ) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            world.active(space, |version| Fingerprint::of(world.salt, &version.claim.content) == fingerprint)
        }))
    }

    fn by_key(&self, space: &SpaceHandle, domain: &DomainName, key: &str) -> Result<Vec<Record<Version>>, StoreError> {
        Ok(self.world(space, |world| {
            world.active(space, |version| version.claim.domain == *domain && version.claim.key.as_deref() == Some(key))
        }))
    }

    fn evidence(&self, space: &SpaceHandle) -> Result<Vec<(VersionId, Evidence)>, StoreError> {
        Ok(self.world(space, |world| {
            world.evidence.iter().map(|(_, version, evidence)| (*version, evidence.clone())).collect()
        }))
    }

    fn evidence_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Vec<(VersionId, Evidence)>, StoreError> {
        Ok(self.world(space, |world| {
            world
                .evidence
                .iter()
                .filter(|(about, _, _)| *about == memory)
                .map(|(_, version, evidence)| (*version, evidence.clone()))
                .collect()
        }))
    }

    fn ids_like(
        &self,
        space: &SpaceHandle,
        what: IdLookup,
        part: &IdPart,
        limit: usize,
    ) -> Result<Vec<u128>, StoreError> {
        Ok(self.world(space, |world| {
            let mut found: Vec<u128> =
                world.ids(what).into_iter().filter(|bits| part.matches(MemoryId::from_bits(*bits))).collect();
            found.sort_unstable();
            found.truncate(limit);
            found
        }))
    }

    fn telling_letters(&self, space: &SpaceHandle, what: IdLookup, id: u128) -> Result<usize, StoreError> {
        Ok(self.world(space, |world| {
            let others = world.ids(what).into_iter().filter(|other| *other != id);
            let shared = others.map(|other| shared_suffix(id, other)).max().unwrap_or(0);
            (shared + 1).min(LETTERS)
        }))
    }
}

impl Records for MemoryStore {
    fn rows(&self, space: &SpaceHandle, noun: Noun, belief: Belief) -> Result<Listing<Row>, StoreError> {
        Ok(self.world(space, |world| Listing {
            records: world
                .rows
                .values()
                .filter(|record| record.body.noun() == noun && record.is_believed(belief))
                .cloned()
                .collect(),
            damaged: Vec::new(),
        }))
    }

    fn rows_at(&self, space: &SpaceHandle, at: &[RowRef]) -> Result<Vec<Record<Row>>, StoreError> {
        Ok(self.world(space, |world| at.iter().filter_map(|row| world.rows.get(&row.seq).cloned()).collect()))
    }

    fn links_of(&self, space: &SpaceHandle, memory: MemoryId, belief: Belief) -> Result<Vec<Record<Link>>, StoreError> {
        Ok(self.world(space, |world| {
            let touches = |link: &Link| link.from == memory || link.to == memory;
            links(world).filter(|record| record.is_believed(belief) && touches(&record.body)).collect()
        }))
    }

    fn link(&self, space: &SpaceHandle, id: LinkId) -> Result<Option<Record<Link>>, StoreError> {
        Ok(self.world(space, |world| links(world).find(|record| record.retired.is_none() && record.body.id == id)))
    }

    fn suppressions_of(
        &self,
        space: &SpaceHandle,
        fingerprint: Fingerprint,
    ) -> Result<Vec<Record<Suppression>>, StoreError> {
        Ok(self.world(space, |world| {
            let suppressions = world.rows.values().filter_map(|record| match &record.body {
                Row::Suppression(body) => Some(record.clone().map(|_| body.clone())),
                _ => None,
            });
            suppressions.filter(|record| record.retired.is_none() && record.body.fingerprint == fingerprint).collect()
        }))
    }

    fn tombstone(&self, space: &SpaceHandle, id: &str) -> Result<Option<Tombstone>, StoreError> {
        Ok(self.world(space, |world| world.tombstones.iter().find(|tombstone| tombstone.id == id).cloned()))
    }
}

fn links(world: &World) -> impl Iterator<Item = Record<Link>> + '_ {
    world.rows.values().filter_map(|record| match &record.body {
        Row::Link(link) => Some(record.clone().map(|_| link.clone())),
        _ => None,
    })
}

impl Operations for MemoryStore {
    fn operation(&self, space: &SpaceHandle, id: OperationId) -> Result<Option<Operation>, StoreError> {
        Ok(self.world(space, |world| world.operations.iter().find(|operation| operation.id == id).cloned()))
    }

    fn operations(&self, space: &SpaceHandle, filter: &OperationFilter) -> Result<Vec<Operation>, StoreError> {
        let wanted = |operation: &&Operation| {
            filter.since.is_none_or(|since| operation.at >= since)
                && filter.actor.as_ref().is_none_or(|actor| operation.actor == *actor)
                && filter.job.is_none_or(|job| operation.job == Some(job))
        };
        Ok(self.world(space, |world| {
            let found = world.operations.iter().rev().filter(wanted).cloned();
            found.take(filter.limit.unwrap_or(usize::MAX)).collect()
        }))
    }

    fn undos_of(&self, space: &SpaceHandle, id: OperationId) -> Result<Vec<Operation>, StoreError> {
        Ok(self.world(space, |world| {
            world.operations.iter().filter(|operation| operation.undoes.contains(&id)).cloned().collect()
        }))
    }
}

impl Writer for MemoryStore {
    fn commit(&self, space: &SpaceHandle, commit: Commit) -> Result<Committed, StoreError> {
        if !commit.is_allowed(space) {
            return Err(StoreError::ReadOnly { why: "you may read this space and not change it".into() });
        }
        let mut state = self.lock();
        let world = state.worlds.iter_mut().find(|world| world.space.key == space.key());
        let world = world.expect("a handle comes from a space that is there");
        // All or nothing: work on a copy.
        let mut attempt = world.clone();
        let committed = attempt.apply(commit)?;
        *world = attempt;
        Ok(committed)
    }
}
