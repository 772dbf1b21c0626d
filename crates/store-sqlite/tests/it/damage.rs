//! Damage is noticed and set apart: a wrong word is never read as a right one.

use cofio_domain::ports::{Memories as _, StoreError};
use cofio_store_sqlite::{Verdict, inspect};
use cofio_testkit::{day, memory_id, personal, saving};
use rusqlite::Connection;

use crate::folder::{Folder, believed, commit};

/// Changes the database behind the store's back, as a broken disk or a curious hand would.
fn tamper(folder: &Folder, sql: &str) {
    Connection::open(folder.database()).unwrap().execute_batch(sql).unwrap();
}

fn three_memories() -> (Folder, cofio_domain::space::SpaceHandle) {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    for (number, words) in [(1, "tea"), (2, "coffee"), (3, "water")] {
        commit(&store, &space, saving(number, words, day(1)));
    }
    drop(store);
    (folder, space)
}

#[test]
fn a_changed_word_is_set_apart_and_the_rest_is_read() {
    let (folder, space) = three_memories();
    tamper(&folder, "UPDATE memory_version SET content = 'poison' WHERE content = 'coffee'");
    let store = folder.open();
    assert_eq!(believed(&store, &space), (vec!["tea".to_owned(), "water".to_owned()], 1));
    let one = store.records_of(&space, memory_id(2)).unwrap_err();
    assert!(matches!(one, StoreError::Damaged { .. }), "{one:?}");
}

#[test]
fn a_record_cannot_be_brought_back_or_ended_by_changing_a_date() {
    let (folder, space) = three_memories();
    tamper(&folder, "UPDATE memory_version SET retired_at = 1, retired_by = op WHERE content = 'tea'");
    let store = folder.open();
    let ever = store.versions(&space, cofio_domain::record::Belief::Ever).unwrap();
    assert_eq!(ever.damaged.len(), 1);
}

#[test]
fn a_row_moved_to_another_space_is_noticed() {
    let (folder, _) = three_memories();
    let store = folder.open();
    let other = cofio_testkit::space_of(&store, cofio_domain::space::SpaceKind::Personal, cofio_testkit::GUEST, 2);
    drop(store);
    tamper(
        &folder,
        "PRAGMA foreign_keys = OFF;
         UPDATE memory_version SET space = (SELECT max(space) FROM space) WHERE content = 'tea'",
    );
    assert_eq!(believed(&folder.open(), &other), (vec![], 1));
}

#[test]
fn an_inspection_names_what_is_damaged_and_touches_nothing() {
    let (folder, _) = three_memories();
    assert!(inspect(folder.path()).findings.iter().all(|finding| finding.verdict != Verdict::Broken));
    tamper(&folder, "UPDATE memory_version SET importance = 0.1 WHERE content = 'coffee'");
    let before = folder.state();

    let broken: Vec<_> =
        inspect(folder.path()).findings.into_iter().filter(|finding| finding.verdict == Verdict::Broken).collect();

    assert_eq!(broken.len(), 1, "{broken:?}");
    assert_eq!(broken[0].check, "records");
    assert!(broken[0].advice.is_some());
    assert_eq!(folder.state(), before);
}
