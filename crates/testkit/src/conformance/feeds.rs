//! Feeds: what an index reads to keep up, and what the sweeps look for.

use cofio_domain::axes::Status;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{Id as _, OperationId, VersionId};
use cofio_domain::operation::OperationKind;
use cofio_domain::ports::Store;
use cofio_domain::record::{Noun, Row, RowRef, Seq};
use cofio_domain::time::Timestamp;

use crate::fixtures::{commit, day, memory_id, personal, saving, saying, version};

/// Events, versions and operations share one order; what came after a place comes after it in all of them.
pub fn a_feed_gives_what_came_after_a_place_and_nothing_twice(store: &dyn Store) {
    let space = personal(store);
    let first = store.commit(&space, saving(1, "likes tea", day(1))).unwrap();
    saying(store, &space, "monday", day(2), &["one"]);
    let seen = store.state(&space).unwrap().revision;
    assert_eq!(store.versions_since(&space, seen, 9).unwrap().records, []);
    assert_eq!(store.events_since(&space, seen, 9).unwrap().events, []);
    assert_eq!(store.operations_since(&space, seen).unwrap(), []);

    let second = store.commit(&space, saving(2, "likes coffee", day(3))).unwrap();
    let said = saying(store, &space, "monday", day(4), &["two", "three"]);
    let versions = store.versions_since(&space, seen, 9).unwrap().records;
    assert_eq!(versions.iter().map(|record| record.seq).collect::<Vec<_>>(), [second.recorded[0].seq]);
    assert_eq!(store.events_since(&space, seen, 9).unwrap().events, said.events);
    assert_eq!(store.events_since(&space, seen, 1).unwrap().events, said.events[..1]);
    assert_eq!(store.events_since(&space, said.events[0].seq, 9).unwrap().events, said.events[1..]);
    assert_eq!(store.operations_since(&space, seen).unwrap(), [second.operation]);
    assert_eq!(store.versions_since(&space, Seq(0), 1).unwrap().records[0].seq, first.recorded[0].seq);
    let rows = store.rows_since(&space, Noun::Version, seen).unwrap().records;
    assert_eq!(rows.len(), 1);
    assert_eq!(store.rows_since(&space, Noun::Candidate, Seq(0)).unwrap().records, []);
}

/// A place in the order says which retirements came later, also for one who has seen nothing yet.
pub fn what_ceased_to_be_believed_is_told_once(store: &dyn Store) {
    let space = personal(store);
    let one = store.commit(&space, saving(1, "likes tea", day(1))).unwrap().recorded[0].seq;
    let two = store.commit(&space, saving(2, "likes coffee", day(1))).unwrap().recorded[0].seq;
    let retiring = |operation: u128, seq: Seq| {
        let mut retire = commit(operation, OperationKind::Forget, day(2));
        retire.retire = vec![RowRef::version(seq)];
        store.commit(&space, retire).unwrap().operation
    };
    let first = retiring(10, one);
    let between = store.state(&space).unwrap().revision;
    // Messages between two operations do not blur what came after.
    let late = saying(store, &space, "monday", day(9), &["hello"]).events[0].seq;
    let second = retiring(11, two);
    let retired = |after: Seq| store.retired_since(&space, Noun::Version, after).unwrap();
    assert_eq!(retired(Seq(0)), [(one, first.at), (two, second.at)]);
    assert_eq!(retired(between), [(two, second.at)]);
    assert_eq!(retired(late), [(two, second.at)]);
    assert_eq!(retired(second.seq), []);
    assert_eq!(store.retired_since(&space, Noun::Link, Seq(0)).unwrap(), []);

    let ended = |moment: Timestamp| -> Vec<Seq> {
        store.versions_ended_since(&space, moment).unwrap().records.iter().map(|record| record.seq).collect()
    };
    assert_eq!(ended(Timestamp::from_micros(first.at.as_micros() - 1)), [one, two]);
    assert_eq!(ended(first.at), [two]);
    assert_eq!((ended(second.at), ended(day(0))), (vec![], vec![]), "all over by then; none there yet");
    let place = |moment: Timestamp| store.place_at(&space, moment).unwrap();
    assert_eq!((place(first.at), place(second.at), place(day(99))), (first.seq, second.seq, second.seq));
    assert_eq!(place(Timestamp::from_micros(second.at.as_micros() - 1)), first.seq);
}

/// Which messages memories were learned from can be asked without reading everything else they were learned from.
pub fn citations_of_messages_are_found_among_all_evidence(store: &dyn Store) {
    let space = personal(store);
    let id = VersionId::from_bits(memory_id(1).bits() ^ 1);
    let mut learned = saving(1, "likes tea", day(1));
    let cited = Evidence {
        cites: Cited::Message { session: "monday".into(), index: 3 },
        quote: Some("I like tea".into()),
        weight: 0.5,
    };
    learned.evidence = vec![
        (id, Evidence::of(Cited::Operation { operation: OperationId::from_bits(1) })),
        (id, cited.clone()),
        (id, Evidence::of(Cited::Import { file: "message".into(), line: 1 })),
        (id, Evidence::of(Cited::Memory { memory: memory_id(1) })),
    ];
    store.commit(&space, learned).unwrap();
    let found = store.message_citations(&space).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].memory, found[0].version, &found[0].evidence), (memory_id(1), id, &cited));
    assert_eq!(store.citations_of(&space, &[("sunday", 1), ("monday", 3)]).unwrap(), found);
    assert_eq!(store.citations_of(&space, &[("monday", 2), ("tuesday", 3)]).unwrap(), []);
    assert_eq!(store.citations_of(&space, &[]).unwrap(), []);
}

/// The sweeps find what they are for, and only what is believed.
pub fn the_sweeps_find_what_is_long_in_the_trash_or_expired(store: &dyn Store) {
    let space = personal(store);
    for (number, text) in [(1, "in the trash"), (2, "expires"), (3, "stays"), (4, "lived in Berlin until then")] {
        let mut save = saving(number, text, day(1));
        if let Row::Version(version) = &mut save.record[0].row {
            version.claim.expires_at = (number == 2).then(|| day(5));
            version.window.until = (number == 4).then(|| day(2));
        }
        store.commit(&space, save).unwrap();
    }
    let head = store.records_of(&space, memory_id(1)).unwrap().remove(0);
    let mut trash = commit(10, OperationKind::Delete, day(3));
    trash.retire = vec![RowRef::version(head.seq)];
    trash.record = vec![version(memory_id(1), "in the trash", day(1)).ended(Status::Trashed, day(3)).into()];
    let at = store.commit(&space, trash).unwrap().operation.at;

    let words = |records: Vec<cofio_domain::record::Record<cofio_domain::memory::Version>>| -> Vec<String> {
        records.into_iter().map(|record| record.body.claim.content).collect()
    };
    assert_eq!(words(store.trashed_by(&space, at).unwrap()), ["in the trash"]);
    assert_eq!(words(store.dropped(&space).unwrap()), ["in the trash"]);
    assert_eq!(words(store.trashed_by(&space, day(2)).unwrap()), [""; 0]);
    assert_eq!(words(store.expired_by(&space, day(5)).unwrap()), ["expires"]);
    assert_eq!(words(store.expired_by(&space, day(4)).unwrap()), [""; 0]);
}
