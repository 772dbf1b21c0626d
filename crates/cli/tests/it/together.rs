//! Several processes on one data folder at once: a server, a terminal and two assistants are no special case.

use std::process::Child;

use crate::support::{Answer, Cofio};

/// Waits for processes, and fails on the first that did not work.
fn all_end_well(children: Vec<Child>) {
    for child in children {
        Answer::of("one of several", child.wait_with_output().unwrap()).expect(0);
    }
}

/// Nobody waits for standard input here: it is closed at once.
fn started(cofio: &Cofio, arguments: &[&str]) -> Child {
    let mut child = cofio.call(arguments.iter().copied()).start();
    drop(child.stdin.take());
    child
}

/// servers#4797, mem0#7196: four writers of 25 memories each lose nothing, and nobody sees a lock.
#[test]
fn writers_at_once_lose_nothing() {
    let cofio = Cofio::fresh();
    cofio.ok(["status"]);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let calls: Vec<_> =
                (0..25).map(|n| cofio.call(["remember", &format!("writer {writer} says number {n}")])).collect();
            scope.spawn(move || {
                for call in calls {
                    let saved = call.run().expect(0);
                    assert!(!saved.said().contains("lock"), "{saved:?}");
                }
            });
        }
    });
    let mut known = cofio.knows();
    known.sort();
    let mut expected: Vec<String> =
        (0..4).flat_map(|writer| (0..25).map(move |n| format!("writer {writer} says number {n}"))).collect();
    expected.sort();
    assert_eq!(known, expected);
    cofio.ok(["doctor"]);
}

/// The very first command, eight times at once: one store, one person, one space.
#[test]
fn a_first_start_may_happen_several_times_at_once() {
    let cofio = Cofio::fresh();
    let words: Vec<String> = (0..8).map(|n| format!("first words number {n}")).collect();
    all_end_well(words.iter().map(|words| started(&cofio, &["remember", words])).collect());
    let mut known = cofio.knows();
    known.sort();
    assert_eq!(known, words);
    let spaces = cofio.json(["spaces"]);
    let own = spaces.as_array().unwrap().iter().filter(|space| space["kind"] == "personal").count();
    assert_eq!(own, 1, "{spaces}");
    cofio.ok(["doctor"]);
}

/// The same memory changed by many at once: each change is one version, and only one is in force.
#[test]
fn corrections_of_one_memory_at_once_come_one_after_another() {
    let cofio = Cofio::fresh();
    let id = cofio.memory("The counter says 0");
    let words: Vec<String> = (1..=8).map(|n| format!("The counter says {n}")).collect();
    all_end_well(words.iter().map(|words| started(&cofio, &["update", &id, words])).collect());
    assert_eq!(cofio.knows().len(), 1, "one active version");
    let shown = cofio.json(["show", &id]);
    assert_eq!((&shown["versions"], &shown["version"]), (&9.into(), &9.into()));
    cofio.ok(["doctor"]);
}

/// The same words from many at once are one memory.
#[test]
fn the_same_words_at_once_are_one_memory() {
    let cofio = Cofio::fresh();
    cofio.ok(["status"]);
    all_end_well((0..6).map(|_| started(&cofio, &["remember", "I like tea"])).collect());
    assert_eq!(cofio.knows(), ["I like tea"]);
}

/// Readers beside a writer see a whole state, never half a write.
#[test]
fn readers_beside_a_writer_see_whole_states() {
    let cofio = Cofio::fresh();
    cofio.ok(["status"]);
    let lines: String = (0..600).map(|n| format!("{{\"content\": \"line number {n}\"}}\n")).collect();
    let file = cofio.write("lines.jsonl", lines);
    let import = started(&cofio, &["import", &file.to_string_lossy()]);
    for _ in 0..10 {
        // Lines are committed five hundred at a time.
        assert!([0, 500, 600].contains(&cofio.knows().len()));
    }
    all_end_well(vec![import]);
    assert_eq!(cofio.knows().len(), 600);
}
