//! What is erased is gone.

use cofio_domain::conflict::Conflict;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::Id as _;
use cofio_domain::id::{ConflictId, LinkId, OperationId, ProposalId, SpaceId, VersionId};
use cofio_domain::link::{Link, Relation};
use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::Store;
use cofio_domain::proposal::{Proposal, ProposalStatus, ProposedChange};
use cofio_domain::record::Belief;
use cofio_domain::scope::{Share, Suppression, SuppressionReason};

use super::contents;
use crate::fixtures::{claim, commit, day, memory_id, personal, saving};

/// RX-11: erasing reaches every layer.
pub fn erasing_leaves_a_tombstone_and_nothing_else(store: &dyn Store) {
    let space = personal(store);
    let mut first = saving(1, "the thing", day(1));
    let said = Evidence {
        quote: Some("the thing I said".into()),
        ..Evidence::of(Cited::Operation { operation: OperationId::from_bits(1) })
    };
    first.evidence.push((VersionId::from_bits(memory_id(1).bits() ^ 1), said));
    first.operation.reason = Some("the thing again".into());
    let first = store.commit(&space, first).unwrap();
    store.commit(&space, saving(2, "another", day(1))).unwrap();
    let salt = store.state(&space).unwrap().salt;
    let fingerprint = Fingerprint::of(salt, "the thing");
    let mut more = commit(3, OperationKind::Link, day(2));
    let link = |id, from, to| Link { id: LinkId::from_bits(id), from, to, relation: Relation::About, confidence: None };
    let (one, other) = (memory_id(1), memory_id(2));
    more.record = vec![
        link(1, one, other).into(),
        link(2, other, one).into(),
        Suppression { fingerprint, reason: SuppressionReason::Forgotten }.into(),
        Share { memory: one, to_space: SpaceId::from_bits(3), copy: memory_id(4) }.into(),
        Conflict {
            id: ConflictId::from_bits(1),
            left: one,
            right: claim("not the thing"),
            evidence: vec![],
            rung: 3,
            sessions: 1,
            resolution: None,
        }
        .into(),
        Proposal {
            id: ProposalId::from_bits(1),
            change: ProposedChange::Forget { memory: one },
            reasoning: Some("the thing is old".into()),
            evidence: vec![],
            status: ProposalStatus::Proposed,
            decided_by: None,
            expires_at: None,
        }
        .into(),
    ];
    store.commit(&space, more).unwrap();

    let mut erase = commit(4, OperationKind::Erase, day(3));
    erase.erase = vec![Erasure::Memory(one)];
    let receipt = store.commit(&space, erase).unwrap().erased.unwrap();
    assert_eq!(
        receipt.removed,
        [
            ("conflict", 1),
            ("evidence", 1),
            ("link", 2),
            ("memory", 1),
            ("memory_version", 1),
            ("operation", 1),
            ("proposal", 1),
            ("share", 1),
            ("suppression", 1),
        ]
    );
    assert_eq!((receipt.pending, receipt.residue), (None, 0));
    assert_eq!(contents(store, &space, None), ["another"]);
    assert_eq!(contents(store, &space, Some(day(2))), ["another"], "not even in the past");
    assert_eq!(store.memory(&space, one).unwrap(), None);
    assert_eq!(store.evidence_of(&space, one).unwrap(), []);
    assert_eq!(store.links_of(&space, other, Belief::Ever).unwrap(), []);
    assert_eq!(store.suppressions_of(&space, fingerprint).unwrap(), []);
    assert_eq!(store.rows_at(&space, &first.operation.after).unwrap(), []);
    assert_eq!(store.operation(&space, first.operation.id).unwrap().unwrap().reason, None);
    let tombstone = store.tombstone(&space, &one.to_string()).unwrap().unwrap();
    assert_eq!((tombstone.noun.as_str(), tombstone.at), ("memory", day(3)));
}
