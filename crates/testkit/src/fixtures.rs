//! Plain things for tests to change.

use cofio_domain::axes::{Authority, EvidenceType, Grounding, Kind, Retention, Source, Status, Tier, Visibility};
use cofio_domain::domains::DomainName;
use cofio_domain::id::{Id, MemoryId, OperationId, UserId, VersionId};
use cofio_domain::memory::{Claim, Version};
use cofio_domain::operation::{Commit, NewOperation, OperationKind};
use cofio_domain::space::Actor;
use cofio_domain::time::{Timestamp, Window};

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
    }
}
