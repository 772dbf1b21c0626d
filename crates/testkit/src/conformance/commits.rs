//! A commit is all or nothing, and only if what it relied on still holds.

use std::collections::BTreeSet;

use cofio_domain::domains::DomainName;
use cofio_domain::id::Id as _;
use cofio_domain::id::{LinkId, OperationId};
use cofio_domain::link::{Link, Relation};
use cofio_domain::operation::{Guard, OperationKind};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::{Store, StoreError};
use cofio_domain::record::{Belief, Noun, Row, RowRef, Seq};

use super::contents;
use crate::fixtures::{commit, day, memory_id, personal, saving};

/// What a step relied on is checked when it commits, not when it looked.
pub fn a_stale_commit_changes_nothing(store: &dyn Store) {
    let space = personal(store);
    let before = store.state(&space).unwrap().revision;
    let mut keyed = saving(1, "likes tea", day(1));
    if let Row::Version(version) = &mut keyed.record[0].row {
        version.claim.key = Some("drink".into());
    }
    let first = store.commit(&space, keyed).unwrap();
    let row = first.operation.after[0];
    let state = store.state(&space).unwrap();
    let fingerprint = Fingerprint::of(state.salt, "Likes tea.");
    let (domain, key) = (DomainName::GENERAL, "drink".to_owned());

    let holding = [
        Guard::Current(row),
        Guard::Rules(state.rules),
        Guard::Fingerprint { fingerprint, domain: domain.clone(), since: state.revision },
        Guard::Fingerprint { fingerprint, domain: "food".parse().unwrap(), since: before },
        Guard::Key { domain: domain.clone(), key: key.clone(), since: state.revision },
        Guard::Key { domain: domain.clone(), key: "meal".into(), since: before },
    ];
    let mut fine = saving(2, "likes coffee", day(2));
    fine.guards = holding.to_vec();
    store.commit(&space, fine).unwrap();

    let failing = [
        Guard::Current(RowRef { noun: Noun::Version, seq: Seq(99) }),
        Guard::Rules(state.rules + 1),
        Guard::Fingerprint { fingerprint, domain: domain.clone(), since: before },
        Guard::Key { domain, key, since: before },
    ];
    let revision = store.state(&space).unwrap().revision;
    for (place, guard) in failing.into_iter().enumerate() {
        let mut stale = saving(10 + place as u128, "never said", day(3));
        stale.guards = vec![guard.clone()];
        assert!(matches!(store.commit(&space, stale), Err(StoreError::Stale)), "{guard:?}");
    }
    let mut twice = commit(20, OperationKind::Forget, day(3));
    twice.retire = vec![row, row];
    assert!(matches!(store.commit(&space, twice), Err(StoreError::Stale)), "a record is retired once");
    assert_eq!(store.state(&space).unwrap().revision, revision);
    assert_eq!(contents(store, &space, None), ["likes tea", "likes coffee"]);
}

/// R0-045: both ends of a link are there, or nothing of the commit is.
pub fn a_commit_that_fails_halfway_changes_nothing(store: &dyn Store) {
    let space = personal(store);
    store.commit(&space, saving(1, "likes tea", day(1))).unwrap();
    let before = (store.state(&space).unwrap(), contents(store, &space, None));
    let mut half = saving(2, "likes coffee", day(2));
    let nowhere = Link {
        id: LinkId::from_bits(1),
        from: memory_id(1),
        to: memory_id(404),
        relation: Relation::About,
        confidence: None,
    };
    half.record.push(nowhere.into());
    assert!(store.commit(&space, half).is_err());
    assert_eq!((store.state(&space).unwrap(), contents(store, &space, None)), before);
    assert_eq!(store.memory(&space, memory_id(2)).unwrap(), None);
    assert_eq!(store.operation(&space, OperationId::from_bits(2)).unwrap(), None);
}

/// servers#4797, mem0#7196: writers at once wait for each other; nobody's write is lost and nobody is refused.
pub fn many_writers_lose_nothing(store: &dyn Store) {
    const WRITERS: u128 = 8;
    const EACH: u128 = 25;
    let space = personal(store);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let space = &space;
            scope.spawn(move || {
                for number in 0..EACH {
                    let id = 1 + writer * EACH + number;
                    store.commit(space, saving(id, &format!("memory {id}"), day(1))).unwrap();
                }
            });
        }
    });
    let listing = store.versions(&space, Belief::Now).unwrap().records;
    let said: BTreeSet<String> = listing.iter().map(|record| record.body.claim.content.clone()).collect();
    let places: BTreeSet<_> = listing.iter().map(|record| (record.seq, record.recorded_at)).collect();
    assert_eq!(said.len() as u128, WRITERS * EACH);
    assert_eq!(places.len() as u128, WRITERS * EACH, "each has a place and a time of its own");
}
