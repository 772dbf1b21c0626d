//! The raw log: append-only, in order, chained, and shredded without breaking.

use cofio_domain::event::{Payload, Said};
use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::ports::{Store, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::space::{SpaceHandle, SpaceKind};

use crate::fixtures::{GUEST, OWNER, appending, commit, day, messages, personal, saving, saying, space_of};

fn texts(store: &dyn Store, space: &SpaceHandle) -> Vec<String> {
    let listing = store.events_since(space, Seq(0), usize::MAX).unwrap();
    assert_eq!(listing.damaged, []);
    listing.events.iter().map(|event| event.text().unwrap_or("—").to_owned()).collect()
}

/// One append is one transaction: its messages lie together, in order, in one session, after everything before them.
pub fn appending_is_all_or_nothing_and_in_order(store: &dyn Store) {
    let space = personal(store);
    let before = store.commit(&space, saving(1, "likes tea", day(1))).unwrap().operation.seq;
    let first = saying(store, &space, "monday", day(2), &["one", "two"]);
    assert!(first.opened);
    let after = store.commit(&space, saving(2, "likes coffee", day(3))).unwrap().operation.seq;
    let second = saying(store, &space, "monday", day(4), &["three"]);
    assert!(!second.opened);
    assert_eq!(first.session.id, second.session.id);

    let places: Vec<Seq> = first.events.iter().chain(&second.events).map(|event| event.seq).collect();
    assert!(before < places[0] && places[0] < places[1] && places[1] < after && after < places[2], "{places:?}");
    let indexes: Vec<u64> = first.events.iter().chain(&second.events).map(|event| event.index).collect();
    assert_eq!(indexes, [0, 1, 2]);
    assert_eq!(second.session.messages, 3);
    assert_eq!(store.state(&space).unwrap().revision, places[2], "an append moves the space on");
    assert_eq!(texts(store, &space), ["one", "two", "three"]);
    let read = store.events_of(&space, first.session.number, 1, 1).unwrap().events;
    assert_eq!(read, first.events[1..], "what is read is what was recorded");
    assert_eq!(store.events_at(&space, &[places[2], places[0], Seq(9_999)]).unwrap().events.len(), 2);
    let report = store.verify_chain(&space).unwrap();
    assert_eq!((report.events, report.breaks, report.head), (3, vec![], second.events[0].hash));

    let empty = store.append(&space, appending(store, &space, "tuesday", Vec::new())).unwrap();
    assert!(empty.opened && empty.events.is_empty());
}

/// Whoever is not sure whether a write went through writes again.
pub fn a_message_is_not_recorded_twice(store: &dyn Store) {
    let space = personal(store);
    saying(store, &space, "monday", day(1), &["one", "two", "two"]);
    let again = saying(store, &space, "monday", day(1), &["one", "two", "two", "three"]);
    assert_eq!(again.known, [0, 1, 2]);
    assert_eq!(again.events.len(), 1);
    let middle = saying(store, &space, "monday", day(1).plus_minutes(1), &["two"]);
    assert_eq!((middle.known, middle.events), (vec![0], vec![]));
    let mut named = messages(day(1), &["one"]);
    named[0].said.name = Some("Jane".into());
    let named = store.append(&space, appending(store, &space, "monday", named)).unwrap();
    assert_eq!(named.known, Vec::<usize>::new(), "somebody else's words");
    saying(store, &space, "tuesday", day(1), &["one"]);
    assert_eq!(texts(store, &space), ["one", "two", "two", "three", "one", "one"]);
}

/// C4: a message whose words were erased is not brought back by recording the same file again.
pub fn erased_words_do_not_come_back_with_a_second_recording(store: &dyn Store) {
    let space = personal(store);
    let said = saying(store, &space, "monday", day(1), &["a secret wish", "and the weather"]);
    let mut erase = commit(1, OperationKind::Erase, day(2));
    erase.erase = vec![
        Erasure::Message { seq: said.events[0].seq, spans: vec![] },
        Erasure::Message { seq: said.events[1].seq, spans: std::iter::once(8..15).collect() },
    ];
    store.commit(&space, erase).unwrap();
    let again = saying(store, &space, "monday", day(1), &["a secret wish", "and the weather"]);
    assert_eq!((again.known, again.events), (vec![0, 1], vec![]));
    assert_eq!(texts(store, &space), ["—", "and the [erased]"]);
}

/// Consent that was withdrawn while a message was on its way holds for that message.
pub fn nothing_is_recorded_by_rules_that_changed(store: &dyn Store) {
    let space = personal(store);
    let mut append = appending(store, &space, "monday", messages(day(1), &["one"]));
    append.rules += 1;
    assert!(matches!(store.append(&space, append), Err(StoreError::Stale)));
    assert_eq!(texts(store, &space), Vec::<String>::new());
    assert_eq!(store.sessions(&space, &Default::default()).unwrap().sessions, []);
}

/// PRODUCT §1.11, C4: headers stay when payloads are shredded, and the chain verifies.
pub fn a_chain_holds_through_shredding_and_says_what_went(store: &dyn Store) {
    let space = personal(store);
    let said = saying(store, &space, "monday", day(1), &["one", "I love Ann. Rain again.", "three"]);
    let mut erase = commit(1, OperationKind::Erase, day(2));
    erase.erase = vec![
        Erasure::Message { seq: said.events[0].seq, spans: vec![] },
        Erasure::Message { seq: said.events[1].seq, spans: vec![0..11, 7..10, 500..600] },
    ];
    let receipt = store.commit(&space, erase).unwrap().erased.unwrap();
    assert_eq!(receipt.removed, [("event_payload", 2)]);
    let after = saying(store, &space, "monday", day(3), &["four"]);

    let events = store.events_since(&space, Seq(0), 10).unwrap().events;
    assert_eq!(events[0].payload, Payload::Shredded);
    assert_eq!(events[1].payload, Payload::Cut(Said { name: None, text: "[erased] Rain again.".into() }));
    assert_eq!(events[0].hash, said.events[0].hash, "a header is never changed");
    assert_eq!(events[1].payload_hash, said.events[1].payload_hash);
    let report = store.verify_chain(&space).unwrap();
    assert_eq!((report.events, report.shredded, report.cut, report.breaks), (4, 1, 1, vec![]));
    assert_eq!(report.head, after.events[0].hash);
}

/// PRODUCT promise 1: what is said in one space is heard in no other.
pub fn spaces_never_hear_each_other(store: &dyn Store) {
    let mine = personal(store);
    let theirs = space_of(store, SpaceKind::Personal, GUEST, 2);
    let said = saying(store, &mine, "monday", day(1), &["mine alone"]);
    assert_eq!(texts(store, &theirs), Vec::<String>::new());
    assert_eq!(store.sessions(&theirs, &Default::default()).unwrap().sessions, []);
    assert_eq!(store.events_at(&theirs, &[said.events[0].seq]).unwrap().events, []);
    assert_eq!(store.events_of(&theirs, said.session.number, 0, 9).unwrap().events, []);
    saying(store, &theirs, "monday", day(1), &["theirs"]);
    assert_eq!(texts(store, &mine), ["mine alone"]);
    assert_eq!(store.verify_chain(&theirs).unwrap().events, 1, "each space has a chain of its own");
    assert_eq!(store.verify_chain(&theirs).unwrap().breaks, []);
    assert_eq!(store.sessions_since(&theirs, Seq(0)).unwrap(), []);
    assert_ne!(OWNER, GUEST);
}

/// Speakers at once wait for each other: every message is there once, and the chain holds.
pub fn many_speakers_lose_nothing(store: &dyn Store) {
    const SPEAKERS: usize = 6;
    const EACH: usize = 20;
    let space = personal(store);
    std::thread::scope(|scope| {
        for speaker in 0..SPEAKERS {
            let space = &space;
            scope.spawn(move || {
                for number in 0..EACH {
                    let session = if number % 2 == 0 { "common room".to_owned() } else { format!("room {speaker}") };
                    let text = format!("speaker {speaker} says {number}");
                    let from = day(1).plus_minutes(number as i64);
                    saying(store, space, &session, from, &[&text]);
                }
            });
        }
    });
    let mut said = texts(store, &space);
    said.sort();
    said.dedup();
    assert_eq!(said.len(), SPEAKERS * EACH);
    let report = store.verify_chain(&space).unwrap();
    assert_eq!((report.events as usize, report.breaks), (SPEAKERS * EACH, vec![]));
    let common = store.session(&space, cofio_domain::ports::SessionRef::Name("common room")).unwrap().unwrap();
    let indexes: Vec<u64> =
        store.events_of(&space, common.number, 0, usize::MAX).unwrap().events.iter().map(|event| event.index).collect();
    assert_eq!(indexes, (0..common.messages).collect::<Vec<_>>());
}
