//! Whom memories speak of, and which belong together: kept until what they were made from goes.

use cofio_domain::brief::BriefSource;
use cofio_domain::cluster::{Cluster, ClusterSet};
use cofio_domain::entity::{Alias, AliasTie, Entity, EntityKind, EntitySet, Mention};
use cofio_domain::id::{ClusterId, EntityId, Id as _};
use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::ports::{Store, StoreError};
use cofio_domain::record::{RowRef, Seq};
use cofio_domain::space::{SpaceHandle, SpaceKind};

use crate::fixtures::{GUEST, OWNER, commit, day, memory_id, personal, saving, space_of};

fn entity(number: u128, name: &str, at: &[(Seq, u128)]) -> Entity {
    Entity {
        id: EntityId::from_bits(number),
        name: name.into(),
        kind: EntityKind::Person,
        aliases: at.iter().map(|(by, _)| Alias { said: "wife".into(), tie: AliasTie::Relation, by: *by }).collect(),
        mentions: at
            .iter()
            .map(|(at, memory)| Mention { at: *at, of: BriefSource::Memory(memory_id(*memory)), said: name.to_owned() })
            .collect(),
    }
}

fn set(store: &dyn Store, space: &SpaceHandle, entities: Vec<Entity>) -> EntitySet {
    EntitySet { user: space.user(), through: store.state(space).unwrap().revision, entities }
}

/// They are derived: they do not move a space on, and go in the transaction that retires or erases what they are from.
pub fn entities_go_with_what_they_were_read_in(store: &dyn Store) {
    let space = personal(store);
    let other = space_of(store, SpaceKind::Personal, GUEST, 2);
    let save = |number: u128, words: &str| {
        store.commit(&space, saving(number, words, day(1))).unwrap().recorded.first().map(|record| record.seq).unwrap()
    };
    let (jane, ann) = (save(1, "Jane is my wife"), save(2, "Ann likes tea"));
    let kept = set(store, &space, vec![entity(2, "Ann", &[(ann, 2)]), entity(1, "Jane", &[(jane, 1)])]);
    store.keep_entities(&space, kept.clone()).unwrap();
    assert_eq!(store.state(&space).unwrap().revision, kept.through, "nothing that is known has changed");
    assert_eq!(store.entities(&space).unwrap(), Some(kept.clone()));
    assert_eq!(store.entities(&other).unwrap(), None);
    let earlier = EntitySet { through: Seq(kept.through.0 - 1), ..kept.clone() };
    assert!(
        matches!(store.keep_entities(&space, earlier), Err(StoreError::Stale)),
        "made from what is not so any more"
    );

    let mut forget = commit(11, OperationKind::Forget, day(2));
    forget.retire.push(RowRef::version(jane));
    store.commit(&space, forget).unwrap();
    assert_eq!(store.entities(&space).unwrap(), None, "a part of it is no set");
    let rest = set(store, &space, vec![entity(2, "Ann", &[(ann, 2)])]);
    store.keep_entities(&space, rest.clone()).unwrap();
    assert_eq!(store.entities(&space).unwrap(), Some(rest), "in place of the one before");

    let mut erase = commit(12, OperationKind::Erase, day(3));
    erase.erase = vec![Erasure::Memory(memory_id(2))];
    let removed = store.commit(&space, erase).unwrap().erased.unwrap().removed;
    assert!(removed.contains(&("mention", 1)), "{removed:?}");
    assert_eq!(store.entities(&space).unwrap(), None);
}

/// A cluster's name is made of the words of what is in it: erasing one takes it along.
pub fn clusters_go_when_one_of_theirs_is_erased(store: &dyn Store) {
    let space = personal(store);
    for (number, words) in [(1, "tea at four"), (2, "green tea"), (3, "black tea"), (4, "a bicycle")] {
        store.commit(&space, saving(number, words, day(1))).unwrap();
    }
    let clusters = vec![Cluster {
        id: ClusterId::from_bits(7),
        name: "tea".into(),
        memories: vec![memory_id(1), memory_id(2), memory_id(3)],
    }];
    let set = ClusterSet { user: OWNER, through: store.state(&space).unwrap().revision, clusters };
    store.keep_clusters(&space, set.clone()).unwrap();
    assert_eq!(store.clusters(&space).unwrap(), Some(set.clone()));
    let mut erase = commit(11, OperationKind::Erase, day(2));
    erase.erase = vec![Erasure::Memory(memory_id(4))];
    store.commit(&space, erase).unwrap();
    assert_eq!(store.clusters(&space).unwrap(), Some(set.clone()), "the bicycle is in none");
    let mut erase = commit(12, OperationKind::Erase, day(2));
    erase.erase = vec![Erasure::Memory(memory_id(2))];
    let removed = store.commit(&space, erase).unwrap().erased.unwrap().removed;
    assert!(removed.contains(&("cluster", 1)), "{removed:?}");
    assert_eq!(store.clusters(&space).unwrap(), None);
    assert!(matches!(store.keep_clusters(&space, set), Err(StoreError::Stale)), "erased words do not come back");
}
