//! Opening a folder: for the first time, by several at once, without leave to write, written by a later version.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use cofio_domain::operation::Commit;
use cofio_domain::ports::{SessionRef, Sessions as _, StoreError, UsageLog as _, Writer as _};
use cofio_domain::session::{Learned, Progress};
use cofio_domain::usage::{UsageKind, Use};
use cofio_store_sqlite::{SqliteStore, Verdict, inspect};
use cofio_testkit::{OWNER, day, memory_id, personal, saving, saying};
use rusqlite::Connection;

use crate::folder::{Folder, believed, commit};

#[test]
fn what_was_committed_is_there_when_the_folder_is_opened_again() {
    let folder = Folder::new();
    let space = {
        let store = folder.open();
        let space = personal(&store);
        commit(&store, &space, saving(1, "tea without milk", day(1)));
        space
    };
    assert_eq!(believed(&folder.open(), &space), (vec!["tea without milk".to_owned()], 0));
}

/// Nobody waits for uses to be written, and closing a store loses none.
#[test]
fn what_was_put_off_is_there_when_the_folder_is_opened_again() {
    let folder = Folder::new();
    let one = Use {
        memory: memory_id(1),
        user: OWNER,
        session: None,
        usage: UsageKind::Recalled,
        at: day(2),
        influence: None,
    };
    let space = {
        let store = folder.open();
        let space = personal(&store);
        commit(&store, &space, saving(1, "tea without milk", day(1)));
        store.note_uses(&space, vec![one.clone()]).unwrap();
        space
    };
    assert_eq!(folder.open().uses_of(&space, memory_id(1)).unwrap(), [one]);
}

#[test]
fn many_may_open_a_new_folder_at_the_same_moment() {
    let folder = Folder::new();
    std::thread::scope(|scope| {
        let openings: Vec<_> = (0..8).map(|_| scope.spawn(|| SqliteStore::open(folder.options()).map(drop))).collect();
        for opening in openings {
            opening.join().unwrap().unwrap();
        }
    });
    let store = folder.open();
    let space = personal(&store);
    commit(&store, &space, saving(1, "still in one piece", day(1)));
}

#[test]
fn files_are_for_their_owner_alone() {
    let folder = Folder::new();
    let inner = folder.path().join("data");
    let store = SqliteStore::open(cofio_store_sqlite::Options {
        ballast_bytes: 1 << 16,
        ..cofio_store_sqlite::Options::new(&inner)
    })
    .unwrap();
    let space = personal(&store);
    commit(&store, &space, saving(1, "mine", day(1)));
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&inner), 0o700);
    for entry in fs::read_dir(&inner).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn a_folder_that_may_only_be_read_is_read_and_not_changed() {
    let folder = Folder::new();
    let space = {
        let store = folder.open();
        let space = personal(&store);
        commit(&store, &space, saving(1, "look, don't touch", day(1)));
        space
    };
    let before = folder.state();
    let store = SqliteStore::open_read_only(folder.path()).unwrap();

    assert_eq!(believed(&store, &space), (vec!["look, don't touch".to_owned()], 0));
    let refused = store.commit(&space, saving(2, "a mark", day(2))).unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly { .. }), "{refused:?}");
    drop(store);
    assert_eq!(folder.state()[&folder.database()], before[&folder.database()]);
}

#[test]
fn a_database_of_a_later_version_is_left_alone() {
    let folder = Folder::new();
    drop(folder.open());
    Connection::open(folder.database()).unwrap().execute_batch("PRAGMA user_version = 999").unwrap();
    let before = folder.state();

    let refused = SqliteStore::open(folder.options()).err().unwrap();

    assert!(matches!(refused, StoreError::TooNew { .. }), "{refused:?}");
    let found = inspect(folder.path());
    assert!(found.findings.iter().any(|finding| finding.verdict == Verdict::Broken), "{found:?}");
    assert_eq!(folder.state()[&folder.database()], before[&folder.database()]);
}

#[test]
fn something_that_is_no_database_is_left_alone() {
    let folder = Folder::new();
    fs::write(folder.database(), "a letter to a friend, not a database at all\n".repeat(200)).unwrap();
    let before = folder.state();

    assert!(SqliteStore::open(folder.options()).is_err());
    let found = inspect(folder.path());
    assert!(found.findings.iter().any(|finding| finding.verdict == Verdict::Broken), "{found:?}");
    assert_eq!(folder.state()[&folder.database()], before[&folder.database()]);
}

#[test]
fn a_refused_write_leaves_the_store_usable() {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    commit(&store, &space, saving(1, "first", day(1)));
    // The same ids a second time break the keys of the schema.
    assert!(store.commit(&space, saving(1, "again", day(2))).is_err());
    commit(&store, &space, saving(2, "second", day(2)));
    assert_eq!(believed(&store, &space).0, ["first", "second"]);
}

/// R2-041: the schema is made by migrations, forward and once, and every lookup has its index.
#[test]
fn an_empty_database_is_migrated_and_a_migrated_one_is_left_as_it_is() {
    let folder = Folder::new();
    fs::write(folder.database(), "").unwrap();
    drop(folder.open());
    let schema = |folder: &Folder| -> (i64, Vec<String>) {
        let connection = Connection::open(folder.database()).unwrap();
        let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        let mut statement = connection.prepare("SELECT name FROM sqlite_schema ORDER BY name").unwrap();
        let names = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        (version, names)
    };
    let made = schema(&folder);
    assert_eq!(made.0, 6);
    for index in ["memory_version_memory", "memory_version_words", "memory_version_key"] {
        assert!(made.1.iter().any(|name| name == index), "{index} is missing from {:?}", made.1);
    }
    drop(folder.open());
    assert_eq!(schema(&folder), made);
    assert!(inspect(folder.path()).findings.iter().all(|finding| finding.verdict != Verdict::Broken));
}

/// What was kept before there was learning is as sound afterwards, and can be learned from.
#[test]
fn sessions_from_before_learning_stay_sound() {
    let folder = Folder::new();
    let (space, session) = {
        let store = folder.open();
        let space = personal(&store);
        let said = saying(&store, &space, "monday", day(1), &["one"]);
        (space, said.session)
    };
    let connection = Connection::open(folder.database()).unwrap();
    let back = "DROP TABLE episode; DROP TABLE brief; ALTER TABLE session DROP COLUMN extracted_claims;
                DROP TABLE api_key; DROP TABLE api_retry; DROP TABLE keepsake; DROP TABLE derived_set; DROP TABLE entity;
                DROP TABLE entity_alias; DROP TABLE mention; DROP TABLE cluster; DROP TABLE cluster_member;
                DELETE FROM migration WHERE number >= 3;
                PRAGMA user_version = 2;";
    connection.execute_batch(back).unwrap();
    drop(connection);
    let store = folder.open();
    assert_eq!(store.session(&space, SessionRef::Name("monday")).unwrap(), Some(session.clone()));
    let to = Progress { messages: 0, claims: 1 };
    let step = Learned { session: session.number, from: Progress::default(), to };
    commit(&store, &space, Commit { learned: Some(step), ..saving(1, "learned", day(2)) });
    assert_eq!(store.session(&space, SessionRef::Name("monday")).unwrap().unwrap().learned, to);
}

/// An emptied file is a loss to be told about, not a place to begin anew.
#[test]
fn a_database_that_was_emptied_is_not_begun_anew() {
    let folder = Folder::new();
    let options = cofio_store_sqlite::Options { ballast_bytes: 1 << 16, ..folder.options() };
    drop(SqliteStore::open(options.clone()).unwrap());
    fs::write(folder.database(), "").unwrap();
    assert!(SqliteStore::open(options).is_err());
    assert!(inspect(folder.path()).findings.iter().any(|finding| finding.verdict == Verdict::Broken));
    assert_eq!(fs::metadata(folder.database()).unwrap().len(), 0);
}
