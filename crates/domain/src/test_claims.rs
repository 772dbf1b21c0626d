//! A plain claim for tests to change.

use crate::axes::{Authority, EvidenceType, Grounding, Kind, Retention, Source, Tier, Visibility};
use crate::domains::DomainName;
use crate::memory::Claim;

pub(crate) fn claim(content: &str) -> Claim {
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
        importance: 0.7,
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
