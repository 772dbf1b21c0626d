//! The raw log in its files: what was changed is found, what was shredded is gone, and a message is small.

use cofio_domain::event::Fault;
use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::ports::{Feed as _, Segment, Segments as _};
use cofio_domain::ports::{Jobs as _, Log as _, Memories as _, ModelId, Sessions as _, Vectors as _, Writer as _};
use cofio_domain::record::Seq;
use cofio_domain::space::SpaceHandle;
use cofio_domain::vector::{StoredVector, TextHash};
use cofio_store_sqlite::{Verdict, inspect};
use cofio_testkit::{commit as empty, day, personal, saying};
use rusqlite::Connection;

use crate::folder::Folder;

const WORDS: &str = "quokkas-by-the-lighthouse";

fn three_messages() -> (Folder, SpaceHandle) {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    saying(&store, &space, "monday", day(1), &["one", &format!("two {WORDS}"), "three"]);
    drop(store);
    (folder, space)
}

fn tamper(folder: &Folder, sql: &str) {
    Connection::open(folder.database()).unwrap().execute_batch(sql).unwrap();
}

fn faults(folder: &Folder, space: &SpaceHandle) -> Vec<Fault> {
    folder.open().verify_chain(space).unwrap().breaks.into_iter().map(|found| found.fault).collect()
}

/// PRODUCT promise 1: what was changed behind our back is found, wherever it is, and not shown.
#[test]
fn every_change_to_the_log_is_found() {
    for (sql, expected) in [
        ("UPDATE event SET role = 1 WHERE idx = 1", vec![Fault::Header]),
        ("UPDATE event SET at = at + 1 WHERE idx = 1", vec![Fault::Header]),
        ("UPDATE event SET role = 9 WHERE idx = 2", vec![Fault::Header, Fault::End]),
        ("UPDATE event_payload SET body = 'two weeks' WHERE body LIKE 'two%'", vec![Fault::Payload]),
        ("UPDATE event_payload SET name = 'Eve' WHERE body LIKE 'two%'", vec![Fault::Payload]),
        ("UPDATE event_payload SET cut_hash = zeroblob(16) WHERE body LIKE 'two%'", vec![Fault::Payload, Fault::Lost]),
        ("DELETE FROM event_payload WHERE body LIKE 'two%'", vec![Fault::Lost]),
        (
            "DELETE FROM event_payload WHERE body LIKE 'two%'; DELETE FROM event WHERE idx = 1",
            vec![Fault::Order, Fault::End],
        ),
        ("DELETE FROM event_payload WHERE body = 'three'; DELETE FROM event WHERE idx = 2", vec![Fault::End]),
        ("UPDATE space SET events = 4", vec![Fault::End]),
    ] {
        let (folder, space) = three_messages();
        assert_eq!(faults(&folder, &space), []);
        tamper(&folder, sql);
        assert_eq!(faults(&folder, &space), expected, "{sql}");
        let found = inspect(folder.path());
        let log = found.findings.iter().find(|finding| finding.check == "raw log").unwrap();
        assert_eq!(log.verdict, Verdict::Broken, "{sql}: {found:?}");
    }
}

#[test]
fn a_damaged_message_is_set_apart_and_a_damaged_session_is_not_shown() {
    let (folder, space) = three_messages();
    tamper(&folder, "UPDATE event_payload SET body = 'not what was said' WHERE body LIKE 'two%'");
    tamper(&folder, "UPDATE session SET messages = 7");
    let store = folder.open();
    let listing = store.events_since(&space, Seq(0), 9).unwrap();
    assert_eq!((listing.events.len(), listing.damaged.len()), (2, 1));
    let sessions = store.sessions(&space, &Default::default()).unwrap();
    assert_eq!((sessions.sessions.len(), sessions.damaged), (0, 1));
    assert!(
        inspect(folder.path())
            .findings
            .iter()
            .any(|finding| finding.check == "raw log" && finding.verdict == Verdict::Broken)
    );
}

#[test]
fn a_damaged_job_is_passed_over_and_can_be_asked_for_again() {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    let asked = |due: i64| cofio_domain::job::NewJob {
        id: cofio_domain::id::JobId::new(1),
        kind: "sweep.trash".into(),
        key: String::new(),
        due_at: day(due),
        payload: serde_json::Value::Null,
    };
    store.enqueue(&space, asked(1)).unwrap();
    tamper(&folder, "UPDATE job SET due_at = 0");
    assert_eq!(store.jobs(&space).unwrap(), []);
    assert_eq!(store.enqueue(&space, asked(2)).unwrap().due_at, day(2));
}

/// A damaged vector or segment is as good as none: both are made again.
#[test]
fn what_is_derived_and_damaged_is_not_there() {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    let model = ModelId::new("small@1");
    let text = TextHash::of(store.state(&space).unwrap().salt, "tea");
    store.keep_vectors(&space, &model, vec![(text, StoredVector::of(&[0.5, 1.0]))]).unwrap();
    let segment = Segment { number: 1, model: None, from: Seq(1), to: Seq(9), bytes: vec![7; 100] };
    store.keep_segments(&space, vec![segment], &[]).unwrap();
    tamper(&folder, "UPDATE embedding SET vector = zeroblob(8); UPDATE segment SET to_seq = 8");
    assert_eq!(store.vectors(&space, &model, &[text]).unwrap(), [None]);
    assert_eq!(store.lacking_vectors(&space, &model, &[text]).unwrap(), [text]);
    assert_eq!(store.segments(&space).unwrap(), []);
}

/// C4: shredded words are in none of the files, wholly or in part.
#[test]
fn no_file_has_a_word_of_what_was_shredded() {
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    let filler: Vec<String> = (0..300).map(|number| format!("an ordinary message, number {number}")).collect();
    let filler: Vec<&str> = filler.iter().map(String::as_str).collect();
    let said =
        saying(&store, &space, "monday", day(1), &[&format!("I saw {WORDS}"), &format!("The {WORDS}! And rain.")]);
    saying(&store, &space, "monday", day(2), &filler);
    let long = saying(&store, &space, "tuesday", day(3), &[&format!("{} {WORDS}", "on and on ".repeat(2_000))]);
    assert!(!folder.files_with(WORDS).is_empty(), "it was there before");

    let mut erase = empty(1, OperationKind::Erase, day(4));
    let text = said.events[1].text().unwrap();
    let start = text.find(WORDS).unwrap();
    erase.erase = vec![
        Erasure::Message { seq: said.events[0].seq, spans: vec![] },
        Erasure::Message { seq: said.events[1].seq, spans: std::iter::once(start..start + WORDS.len()).collect() },
        Erasure::Session(long.session.number),
    ];
    let receipt = store.commit(&space, erase).unwrap().erased.unwrap();

    assert_eq!((receipt.pending, receipt.removed), (None, vec![("event_payload", 3)]));
    assert_eq!(folder.files_with(WORDS), Vec::<std::path::PathBuf>::new());
    let report = store.verify_chain(&space).unwrap();
    assert_eq!((report.shredded, report.cut, report.breaks), (2, 1, vec![]));
    assert_eq!(store.events_since(&space, Seq(0), 2).unwrap().events[1].text(), Some("The [erased]! And rain."));
}

/// A turn of a conversation takes little more room than its words.
#[test]
fn a_message_takes_little_more_room_than_its_words() {
    const MESSAGES: usize = 4_000;
    let folder = Folder::new();
    let store = folder.open();
    let space = personal(&store);
    let texts: Vec<String> =
        (0..MESSAGES).map(|number| format!("{number:06} {}", "words of a turn ".repeat(9))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    saying(&store, &space, "warm up", day(1), &["first"]);
    drop(store);
    let before = std::fs::metadata(folder.database()).unwrap().len();
    let store = folder.open();
    for (hour, batch) in (0..).zip(texts.chunks(50)) {
        saying(&store, &space, &format!("session {}", hour % 40), day(2).plus_minutes(hour * 60), batch);
    }
    drop(store);
    let each = (std::fs::metadata(folder.database()).unwrap().len() - before) / MESSAGES as u64;
    let words = texts[0].len() as u64;
    assert!(each < words + 250, "{each} bytes for {words} bytes of words");
}
