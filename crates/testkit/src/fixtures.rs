//! Plain things for tests to change.

use cofio_domain::axes::{Authority, EvidenceType, Grounding, Kind, Retention, Source, Status, Tier, Visibility};
use cofio_domain::domains::DomainName;
use cofio_domain::event::{EventKind, MessageRole, NewMessage, PayloadSalt, Said};
use cofio_domain::id::{EventId, Id, MemoryId, OperationId, SessionId, SpaceId, UserId, VersionId, uuid_v7};
use cofio_domain::memory::{Claim, Memory, Version};
use cofio_domain::operation::{Commit, NewOperation, OperationKind};
use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::ports::{Append, Appended, NewSpace, Store};
use cofio_domain::session::{NewSession, Surface};
use cofio_domain::space::{Actor, SpaceHandle, SpaceKind, User};
use cofio_domain::time::{Timestamp, Window};

/// The person most tests are about.
pub const OWNER: UserId = UserId::new(1);
/// Somebody else.
pub const GUEST: UserId = UserId::new(2);

/// Makes a space, and its owner if there is none yet.
pub fn space_of(store: &dyn Store, kind: SpaceKind, owner: UserId, number: u128) -> SpaceHandle {
    store.add_user(User { id: owner, name: format!("user {}", owner.bits()), created_at: day(0) }).unwrap();
    let space = store
        .create_space(NewSpace {
            id: SpaceId::from_bits(number),
            kind,
            name: format!("space {number}"),
            salt: Salt([number as u8; 32]),
            owner,
            at: day(0),
            operation: OperationId::from_bits(1_000 + number),
        })
        .unwrap();
    let seat = store.spaces_of(owner).unwrap().into_iter().find(|(found, _)| found.id == space.id);
    SpaceHandle::for_member(&space, &seat.unwrap().1.unwrap())
}

/// Makes the personal space of [`OWNER`].
pub fn personal(store: &dyn Store) -> SpaceHandle {
    space_of(store, SpaceKind::Personal, OWNER, 1)
}

/// The id of a memory, by number.
pub fn memory_id(number: u128) -> MemoryId {
    MemoryId::from_bits(number << 8)
}

/// A commit that saves a memory.
pub fn saving(number: u128, content: &str, at: Timestamp) -> Commit {
    let memory = memory_id(number);
    let mut commit = commit(number, OperationKind::Remember, at);
    commit.memories.push(Memory { id: memory, owner: OWNER, created_at: at });
    commit.record.push(version(memory, content, at).into());
    commit
}

/// Messages of the person, a minute apart from a time on.
pub fn messages(from: Timestamp, texts: &[&str]) -> Vec<NewMessage> {
    (0..)
        .zip(texts)
        .map(|(minute, text)| NewMessage {
            kind: EventKind::Message,
            id: EventId::from_bits(uuid_v7(from, u128::from(blake(text)))),
            role: MessageRole::User,
            at: from.plus_minutes(minute),
            said: Said { name: None, text: (*text).to_owned() },
            salt: PayloadSalt([blake(text) as u8; 16]),
        })
        .collect()
}

/// A number that tells texts apart well enough for tests.
fn blake(text: &str) -> u64 {
    text.bytes().fold(7, |number, byte| number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(9) ^ u64::from(byte))
}

/// Adds messages of the person to a session of that name.
pub fn appending(store: &dyn Store, space: &SpaceHandle, session: &str, messages: Vec<NewMessage>) -> Append {
    let at = messages.first().map_or(day(1), |message| message.at);
    Append {
        session: NewSession {
            id: SessionId::from_bits(uuid_v7(day(0), u128::from(blake(session)))),
            name: session.to_owned(),
            project: None,
            surface: Surface::Cli,
        },
        at,
        rules: store.state(space).unwrap().rules,
        messages,
    }
}

/// Records what the person said in a session from a time on.
pub fn saying(store: &dyn Store, space: &SpaceHandle, session: &str, from: Timestamp, texts: &[&str]) -> Appended {
    store.append(space, appending(store, space, session, messages(from, texts))).unwrap()
}

/// Midnight of a day of November 2026, UTC.
pub fn day(number: i64) -> Timestamp {
    // 2026-10-31T00:00:00Z
    Timestamp::from_micros(1_793_404_800_000_000).plus_days(number)
}

/// A claim the person made.
pub fn claim(content: &str) -> Claim {
    Claim {
        content: content.to_owned(),
        summary: None,
        body: None,
        kind: Kind::Fact,
        authority: Authority::Soft,
        domain: DomainName::GENERAL,
        key: None,
        value: None,
        tags: Default::default(),
        importance: 0.8,
        confidence: None,
        tier: Tier::Confirmed,
        source: Source::UserDirect,
        evidence_type: EvidenceType::Stated,
        grounding: Grounding::Inform,
        retention: Retention::Permanent,
        expires_at: None,
        project: None,
        visibility: Visibility::Private,
        app: None,
        task: None,
        flags: Default::default(),
    }
}

/// The first version of a memory, in force from a day on.
pub fn version(memory: MemoryId, content: &str, from: Timestamp) -> Version {
    Version {
        id: VersionId::from_bits(memory.bits() ^ 1),
        memory,
        n: 1,
        claim: claim(content),
        window: Window::starting(from),
        status: Status::Active,
        superseded_by: None,
        confirmed_at: Some(from),
        last_confirmed_at: Some(from),
        actor: Actor::User(UserId::from_bits(1)),
    }
}

/// A commit that does nothing yet.
pub fn commit(operation: u128, kind: OperationKind, at: Timestamp) -> Commit {
    Commit {
        operation: NewOperation {
            id: OperationId::from_bits(operation),
            kind,
            actor: Actor::User(UserId::from_bits(1)),
            app: None,
            reason: None,
            undoes: Vec::new(),
            job: None,
        },
        at,
        guards: Vec::new(),
        memories: Vec::new(),
        retire: Vec::new(),
        record: Vec::new(),
        evidence: Vec::new(),
        erase: Vec::new(),
        learned: None,
    }
}
