//! A damaged data folder: doctor says so and never makes it worse; what is sound can still be read.

use std::path::Path;

use crate::support::{Cofio, files_below};

/// Somebody with enough memories to fill many pages, all of them in the database file.
fn with_many_memories() -> Cofio {
    let cofio = Cofio::fresh();
    let line = |n| format!("{{\"content\": \"memory number {n} is about {}\"}}\n", "something ".repeat(20));
    let lines: String = (0..300).map(line).collect();
    cofio.call(["import", "-"]).stdin(lines).run().expect(0);
    cofio
}

/// Does something bad to the database.
fn harm(cofio: &Cofio, harm: impl FnOnce(&mut Vec<u8>)) {
    let path = cofio.data().join("cofio.db");
    let mut bytes = std::fs::read(&path).unwrap();
    harm(&mut bytes);
    std::fs::write(&path, bytes).unwrap();
}

/// Doctor exits with 1, says that it is the database and that a copy comes first, and no byte changes.
fn doctor_sees_it(cofio: &Cofio) {
    let before = files_below(cofio.home());
    let answer = cofio.run(["doctor"]).expect(1);
    let broken: Vec<&str> = answer.stdout.lines().filter(|line| line.starts_with("✗")).collect();
    assert!(!broken.is_empty(), "{}", answer.stdout);
    assert!(answer.stdout.contains("copy the whole data folder somewhere safe"), "{}", answer.stdout);
    let report = cofio.run(["doctor", "--json"]).expect(1).json();
    assert_eq!(report["ok"], false);
    unchanged(&before, cofio.home());
    cofio.run(["doctor", "--fix"]).expect(1);
    unchanged(&before, cofio.home());
}

#[track_caller]
fn unchanged(before: &std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>, home: &Path) {
    let after = files_below(home);
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>(), "no file came or went");
    for (path, bytes) in before {
        assert!(after[path] == *bytes, "{} was changed", path.display());
    }
}

/// Bytes that flipped in the middle.
#[test]
fn flipped_bytes_are_found() {
    let cofio = with_many_memories();
    harm(&cofio, |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle..middle + 4_096].iter_mut().for_each(|byte| *byte ^= 0x55);
    });
    doctor_sees_it(&cofio);
}

/// A single word that changed without the database noticing: the checksums do.
#[test]
fn a_changed_word_is_found_by_its_checksum_and_not_believed() {
    let cofio = with_many_memories();
    harm(&cofio, |bytes| {
        let words = b"memory number 142 is";
        let places: Vec<usize> =
            bytes.windows(words.len()).enumerate().filter(|(_, part)| part == words).map(|(at, _)| at).collect();
        assert!(!places.is_empty());
        for at in places {
            bytes[at..at + 6].copy_from_slice(b"mangle");
        }
    });
    doctor_sees_it(&cofio);
    let listed = cofio.run(["list", "--json"]).expect(1);
    assert_eq!(listed.json().as_array().unwrap().len(), 299, "what is sound is shown");
    assert!(!listed.stdout.contains("mangle"), "what is damaged is not passed off as true");
    assert!(listed.stderr.contains("cofio doctor"), "{}", listed.stderr);
}

/// A file that was cut off.
#[test]
fn a_truncated_database_is_found() {
    let cofio = with_many_memories();
    harm(&cofio, |bytes| bytes.truncate(bytes.len() / 2));
    doctor_sees_it(&cofio);
}

/// Something else that got the database's name.
#[test]
fn a_file_that_is_no_database_is_found_and_not_overwritten() {
    let cofio = with_many_memories();
    harm(&cofio, |bytes| *bytes = b"Dear diary, this is no database at all.\n".repeat(50));
    doctor_sees_it(&cofio);

    let before = files_below(cofio.home());
    for verb in [vec!["list"], vec!["remember", "I like tea"], vec!["status"], vec!["undo"]] {
        let failed = cofio.run(verb.clone()).expect(1);
        assert!(failed.stderr.contains("cofio doctor"), "{verb:?}: {}", failed.stderr);
    }
    let data = cofio.fails(1, ["list", "--json"]).json();
    assert_eq!(data["error"]["code"], "failure");
    assert_eq!(before[&cofio.data().join("cofio.db")], files_below(cofio.home())[&cofio.data().join("cofio.db")]);
}

/// A database of a newer version is left alone.
#[test]
fn a_newer_database_is_left_alone() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    let database = rusqlite::Connection::open(cofio.data().join("cofio.db")).unwrap();
    database.execute_batch("PRAGMA user_version = 9999; PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
    drop(database);
    let before = files_below(cofio.home());
    let said = |verb: &[&str]| cofio.run(verb.iter().copied()).expect(1).said();
    assert!(said(&["doctor"]).contains("use the newer cofio"));
    unchanged(&before, cofio.home());
    for verb in [vec!["list"], vec!["remember", "I like coffee"]] {
        assert!(said(&verb).contains("use the newer cofio"), "{verb:?}");
    }
    assert_eq!(before[&cofio.data().join("cofio.db")], files_below(cofio.home())[&cofio.data().join("cofio.db")]);
}
