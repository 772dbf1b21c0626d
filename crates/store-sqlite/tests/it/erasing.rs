//! What is erased is in none of the files.

use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::operation::{Commit, Erasure, OperationKind};
use cofio_domain::record::{Noun, RowRef};
use cofio_testkit::{commit as empty, day, memory_id, personal, saving, version};
use rusqlite::Connection;

use crate::folder::{Folder, believed, commit};

const WORDS: &str = "quokkas-by-the-lighthouse";

fn erasing(operation: u128, memory: u128) -> Commit {
    let mut commit = empty(operation, OperationKind::Erase, day(9));
    commit.erase.push(Erasure::Memory(memory_id(memory)));
    commit
}

/// Writes a memory of many versions among many others, so that its pages are split, moved and reused.
fn write_a_life(store: &cofio_store_sqlite::SqliteStore, space: &cofio_domain::space::SpaceHandle) {
    let secret = memory_id(1);
    let first = commit(store, space, saving(1, &format!("{WORDS} number 0"), day(1)));
    let mut last = first.recorded[0].seq;
    for number in 1..40_u128 {
        commit(store, space, saving(100 + number, &format!("an ordinary thing, number {number}"), day(1)));
        let mut update = empty(20_000 + number, OperationKind::Update, day(2));
        update.operation.reason = Some(format!("because of {WORDS}"));
        let mut next = version(secret, &format!("{WORDS} number {number}, {}", "and more ".repeat(60)), day(2));
        next.id = cofio_domain::id::Id::from_bits(50_000 + number);
        next.n = u32::try_from(number).unwrap() + 1;
        next.claim.body = Some(format!("the long story of {WORDS}"));
        let id = next.id;
        update.retire.push(RowRef { noun: Noun::Version, seq: last });
        update.record.push(next.into());
        let quote = Some(format!("you said {WORDS}"));
        update
            .evidence
            .push((id, Evidence { cites: Cited::Operation { operation: update.operation.id }, quote, weight: 1.0 }));
        last = commit(store, space, update).recorded[0].seq;
    }
}

/// R2-040: what is deleted for good is removed at once, from every byte of every file.
#[test]
fn no_file_has_a_word_of_what_was_erased() {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    write_a_life(&store, &space);
    assert!(!folder.files_with(WORDS).is_empty(), "it was there before");

    let receipt = commit(&store, &space, erasing(9_000, 1)).erased.unwrap();

    assert_eq!(receipt.pending, None);
    assert_eq!(receipt.residue, 0);
    assert_eq!(folder.files_with(WORDS), Vec::<std::path::PathBuf>::new());
    let removed: std::collections::BTreeMap<_, _> = receipt.removed.into_iter().collect();
    assert_eq!(removed["memory_version"], 40);
    assert_eq!(removed["evidence"], 39);
    assert_eq!(removed["operation"], 39, "the reasons of operations are words too");
    let (kept, damaged) = believed(&store, &space);
    assert_eq!((kept.len(), damaged), (39, 0), "and nothing else was touched");
}

/// A reader of another process holds the log open; the receipt says so, and trying again later finishes.
#[test]
fn an_erasure_behind_a_reader_is_pending_and_then_finished() {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    write_a_life(&store, &space);
    // Another process, reading at leisure.
    let reader = Connection::open(folder.database()).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM memory_version;").unwrap();
    let _: i64 = reader.query_row("SELECT count(*) FROM memory_version", [], |row| row.get(0)).unwrap();

    let receipt = commit(&store, &space, erasing(9_000, 1)).erased.unwrap();

    assert!(receipt.pending.is_some(), "{receipt:?}");
    assert!(store.has_pending_erasure().unwrap());
    assert!(!believed(&store, &space).0.iter().any(|words| words.contains(WORDS)), "it is out of sight at once");
    assert!(store.finish_erasures().unwrap().is_some(), "the reader is still there");

    reader.execute_batch("COMMIT").unwrap();
    drop(reader);

    assert_eq!(store.finish_erasures().unwrap(), None);
    assert!(!store.has_pending_erasure().unwrap());
    assert_eq!(folder.files_with(WORDS), Vec::<std::path::PathBuf>::new());
}

/// The same words in a memory that was not erased are counted and not touched.
#[test]
fn words_that_stand_elsewhere_stay_and_are_counted() {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    commit(&store, &space, saving(1, &format!("one {WORDS}"), day(1)));
    commit(&store, &space, saving(2, &format!("one {WORDS}, twice"), day(1)));

    let receipt = commit(&store, &space, erasing(3, 1)).erased.unwrap();

    assert!(receipt.residue > 0, "{receipt:?}");
    assert_eq!(believed(&store, &space), (vec![format!("one {WORDS}, twice")], 0));
}

/// An erasure looks through the file beside SQLite, and must not take its locks away: another program's reader would take
/// itself for the last one, and remove the log that is still being written.
#[test]
#[cfg(target_os = "linux")]
fn looking_through_the_file_keeps_the_locks_on_it() {
    use std::os::unix::fs::MetadataExt;

    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    let inode = format!(":{}", std::fs::metadata(folder.database()).unwrap().ino());
    let own = format!(" {} ", std::process::id());
    let locks = || {
        let all = std::fs::read_to_string("/proc/locks").unwrap();
        all.lines().filter(|line| line.contains(&own) && line.split(' ').any(|word| word.ends_with(&inode))).count()
    };
    commit(&store, &space, saving(1, WORDS, day(1)));
    let before = locks();
    assert!(before > 0, "whoever has a database open in this way holds a lock on it");
    commit(&store, &space, erasing(2, 1));
    assert_eq!(locks(), before, "after erasing");
    cofio_store_sqlite::inspect(folder.path());
    drop(folder.open());
    assert_eq!(locks(), before, "after looking it over, and after somebody else in this process closed it");
    commit(&store, &space, saving(3, "still here", day(3)));
    assert_eq!(believed(&store, &space), (vec!["still here".to_owned()], 0));
}
