//! What is derived: vectors, segments, and the log of uses.

use cofio_domain::id::{Id as _, SessionId};
use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::ports::{ModelId, Segment, Store};
use cofio_domain::record::Seq;
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;
use cofio_domain::usage::{UsageCount, UsageKind, Use};
use cofio_domain::vector::{StoredVector, TextHash};

use crate::fixtures::{GUEST, OWNER, commit, day, memory_id, personal, saving, saying, space_of};

/// One vector for each text and model, made once.
pub fn vectors_are_kept_by_text_and_model(store: &dyn Store) {
    let space = personal(store);
    let other = space_of(store, SpaceKind::Personal, GUEST, 2);
    let salt = store.state(&space).unwrap().salt;
    let text = |words: &str| TextHash::of(salt, words);
    let (small, large) = (ModelId::new("small@1"), ModelId::new("large@1"));
    let tea = StoredVector::of(&[0.5, -0.25, 1.0]);
    let coffee = StoredVector::of(&[0.1, 0.2, 0.3]);
    let revision = store.state(&space).unwrap().revision;
    store.keep_vectors(&space, &small, vec![(text("tea"), tea.clone()), (text("coffee"), coffee.clone())]).unwrap();
    store.keep_vectors(&space, &large, vec![(text("tea"), coffee.clone())]).unwrap();
    assert_eq!(store.state(&space).unwrap().revision, revision, "nothing that is known has changed");

    let asked = [text("coffee"), text("milk"), text("tea")];
    assert_eq!(store.vectors(&space, &small, &asked).unwrap(), [Some(coffee.clone()), None, Some(tea.clone())]);
    assert_eq!(store.vectors(&other, &small, &asked).unwrap(), [None, None, None]);
    let asked = [text("milk"), text("tea"), text("milk")];
    assert_eq!(store.lacking_vectors(&space, &small, &asked).unwrap(), [text("milk")]);
    assert_eq!(store.lacking_vectors(&space, &ModelId::new("new@1"), &asked).unwrap(), [text("milk"), text("tea")]);

    store.keep_vectors(&space, &small, vec![(text("tea"), coffee.clone())]).unwrap();
    assert_eq!(store.vectors(&space, &small, &[text("tea")]).unwrap(), [Some(coffee)], "replaced");
    let mut counts = store.vector_models(&space).unwrap();
    counts.sort();
    assert_eq!(counts, [(large.clone(), 1), (small.clone(), 2)]);

    let mut erase = commit(1, OperationKind::Erase, day(2));
    erase.erase = vec![Erasure::Vectors(vec![text("tea"), text("never seen")])];
    let receipt = store.commit(&space, erase).unwrap().erased.unwrap();
    assert_eq!(receipt.removed, [("embedding", 2)], "of every model");
    store.drop_vectors(&space, &small).unwrap();
    assert_eq!(store.vectors(&space, &small, &[text("coffee")]).unwrap(), [None]);
}

/// Segments are replaced all at once, and go with what they hold.
pub fn segments_are_kept_and_replaced_by_number(store: &dyn Store) {
    let space = personal(store);
    let segment = |number: u32, from: i64, to: i64| Segment {
        number,
        model: (number > 1).then(|| ModelId::new("small@1")),
        from: Seq(from),
        to: Seq(to),
        bytes: vec![number as u8; 3_000],
    };
    store.keep_segments(&space, vec![segment(2, 11, 20), segment(1, 1, 10)], &[]).unwrap();
    assert_eq!(store.segments(&space).unwrap(), [segment(1, 1, 10), segment(2, 11, 20)]);
    store.keep_segments(&space, vec![segment(3, 1, 20), segment(2, 21, 30)], &[1, 7]).unwrap();
    assert_eq!(store.segments(&space).unwrap(), [segment(2, 21, 30), segment(3, 1, 20)]);

    let said = saying(store, &space, "monday", day(1), &["one"]).events[0].seq;
    store.keep_segments(&space, vec![segment(4, said.0, said.0)], &[]).unwrap();
    let mut erase = commit(1, OperationKind::Erase, day(2));
    erase.erase = vec![Erasure::Message { seq: said, spans: vec![] }];
    store.commit(&space, erase).unwrap();
    let left: Vec<u32> = store.segments(&space).unwrap().iter().map(|segment| segment.number).collect();
    assert_eq!(left, [2], "what held the erased words is gone, the rest is not");
}

fn used(store: &dyn Store, space: &SpaceHandle, memory: u128, usage: UsageKind, at: Timestamp) -> Use {
    let session = (memory == 1).then(|| SessionId::from_bits(5));
    let one = Use { memory: memory_id(memory), user: OWNER, session, usage, at, influence: None };
    store.note_uses(space, vec![one.clone()]).unwrap();
    one
}

/// C30: the log is kept for a while, then folded into counters; an erased memory leaves neither.
pub fn uses_are_noted_and_folded_into_counts(store: &dyn Store) {
    let space = personal(store);
    store.commit(&space, saving(1, "likes tea", day(1))).unwrap();
    store.commit(&space, saving(2, "likes coffee", day(1))).unwrap();
    let revision = store.state(&space).unwrap().revision;
    let old = used(store, &space, 1, UsageKind::Recalled, day(2));
    let twin = used(store, &space, 1, UsageKind::Recalled, day(2));
    let new = used(store, &space, 1, UsageKind::Injected, day(5));
    used(store, &space, 2, UsageKind::Recalled, day(3));
    used(store, &space, 404, UsageKind::Recalled, day(3));
    assert_eq!(store.state(&space).unwrap().revision, revision, "being used changes nothing");
    let in_session = |session| store.uses_in(&space, SessionId::from_bits(session), day(3)).unwrap();
    assert_eq!((in_session(5), in_session(6)), (vec![new.clone()], vec![]), "of a session, since a time");
    assert_eq!(store.uses_of(&space, memory_id(1)).unwrap(), [old, twin, new.clone()]);
    assert_eq!(store.uses_of(&space, memory_id(404)).unwrap(), []);

    assert!(store.has_uses_before(&space, day(4)).unwrap());
    assert_eq!(store.fold_uses(&space, day(4)).unwrap(), 3);
    assert_eq!(store.fold_uses(&space, day(4)).unwrap(), 0, "folding twice folds once");
    assert!(!store.has_uses_before(&space, day(4)).unwrap());
    used(store, &space, 1, UsageKind::Recalled, day(3));
    assert_eq!(store.fold_uses(&space, day(4)).unwrap(), 1);
    let count = |memory, count, last| UsageCount {
        memory: memory_id(memory),
        usage: UsageKind::Recalled,
        count,
        last_at: day(last),
    };
    assert_eq!(store.usage_counts(&space).unwrap(), [count(1, 3, 3), count(2, 1, 3)]);
    assert_eq!(store.uses_of(&space, memory_id(1)).unwrap(), [new]);

    let mut erase = commit(9, OperationKind::Erase, day(6));
    erase.erase = vec![Erasure::Memory(memory_id(1))];
    let removed = store.commit(&space, erase).unwrap().erased.unwrap().removed;
    assert!(removed.contains(&("usage", 1)) && removed.contains(&("usage_count", 1)), "{removed:?}");
    assert_eq!(store.usage_counts(&space).unwrap(), [count(2, 1, 3)]);
}
