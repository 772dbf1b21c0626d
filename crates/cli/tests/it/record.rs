//! Recording conversations from the command line, and looking at them.

use serde_json::{Value, json};

use crate::support::{Cofio, text_of};

fn message(minute: usize, text: &str) -> String {
    let (hour, minute) = (9 + minute / 60, minute % 60);
    json!({"role": "user", "at": format!("2026-03-01T{hour:02}:{minute:02}:00Z"), "text": text}).to_string() + "\n"
}

fn chat(texts: &[&str]) -> String {
    texts.iter().enumerate().map(|(minute, text)| message(minute, text)).collect()
}

fn said(cofio: &Cofio, session: &str) -> Vec<String> {
    let shown = cofio.json(["sessions", "show", session]);
    shown["transcript"].as_array().unwrap().iter().map(|message| text_of(&message["text"])).collect()
}

fn actions(recorded: &Value) -> Vec<String> {
    recorded["lines"].as_array().unwrap().iter().map(|line| text_of(&line["action"])).collect()
}

/// PRODUCT §1.19: a conversation goes in as it was, once, and can be read by a script.
#[test]
fn a_file_is_recorded_once_under_its_name() {
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    let file = cofio.write("monday.jsonl", chat(&["Hello there", "I like tea", "ok"]));
    let file = file.to_string_lossy().into_owned();
    let told = cofio.ok(["record", &file]);
    assert!(told.contains("Recorded in monday: 3 messages") && told.contains("cofio sessions show monday"), "{told}");
    assert_eq!(said(&cofio, "monday"), ["Hello there", "I like tea", "ok"]);
    assert!(cofio.ok(["record", &file]).contains("0 messages, 3 there already"));
    std::fs::write(&file, chat(&["Hello there", "I like tea", "ok", "and coffee"])).unwrap();
    let again = cofio.json(["record", &file]);
    assert_eq!(actions(&again), ["known", "known", "known", "recorded"]);
    assert_eq!((&again["session"]["messages"], &again["lines"][3]["index"]), (&json!(4), &json!(3)));
    let listed = cofio.json(["sessions"]);
    assert_eq!((&listed[0]["name"], &listed[0]["status"]), (&json!("monday"), &json!("active")));
    assert_eq!(listed[0]["first_at"], "2026-03-01T09:00:00Z");
    assert!(cofio.ok(["verify"]).contains("The raw log holds: 4 messages"));
    assert!(cofio.ok(["status"]).contains("4 messages in 1 session"));
}

/// PRODUCT §1.6: nothing of a secret or of a domain that is off is in any file.
#[test]
fn what_may_not_be_kept_is_in_no_file() {
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    let lines = chat(&["My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD", "I live in Oslo and have asthma"]);
    let recorded = cofio.call(["record", "-", "--session", "monday", "--json"]).stdin(lines).run().expect(0).json();
    assert_eq!((&recorded["secrets_removed"], &recorded["not_kept"]), (&json!(1), &json!({"health": 1})));
    let kept = said(&cofio, "monday").join(" | ");
    assert!(
        kept.contains("[secret removed]") && kept.contains("[health: not kept]") && kept.contains("Oslo"),
        "{kept}"
    );
    for word in ["abcdefghijklmnopqrstuvwxyz0123456789ABCD", "asthma"] {
        assert_eq!(cofio.files_with(word), Vec::<std::path::PathBuf>::new(), "{word}");
    }
}

/// PRODUCT §1.6, row 0: not even a data folder.
#[test]
fn incognito_leaves_nothing_at_all() {
    let cofio = Cofio::fresh();
    let heard = cofio.call(["record", "-", "--incognito"]).stdin(chat(&["between us"])).run().expect(0);
    assert!(heard.stdout.contains("nothing kept"), "{heard:?}");
    assert!(!cofio.data().exists());
    cofio.call(["record", "-", "--incognito", "--session", "x"]).stdin("oops").run().expect(1);
}

/// Bad lines are named with what to do, the good ones are kept, and mending the file adds only what was missing.
#[test]
fn bad_lines_are_named_and_the_rest_is_kept() {
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    let lines = format!(
        "\u{feff}{}\r\n\r\n{}\noops\n{}\n{}\n{}\n[1]\n",
        message(0, "first").trim(),
        json!({"role": "robot", "at": "2026-03-01T09:01:00Z", "text": "beep"}),
        json!({"role": "user", "text": "when?"}),
        json!({"role": "user", "at": "2026-03-01T09:02:00", "text": "where?"}),
        message(3, "last").trim(),
    );
    let file = cofio.write("chat.jsonl", &lines).to_string_lossy().into_owned();
    let answer = cofio.fails(1, ["record", &file]);
    for expected in [
        "line 3: failed `robot` is no role: user, assistant, tool or system",
        "line 4: failed not JSON",
        "line 5: failed it does not say when it was said",
        "line 6: failed `2026-03-01T09:02:00` is no time",
        "line 8: failed a line is an object such as",
        "5 lines could not be read; the rest was recorded. Mend them and record the file again",
    ] {
        assert!(answer.stderr.contains(expected), "{expected}\n{}", answer.stderr);
    }
    assert_eq!(said(&cofio, "chat"), ["first", "last"]);
    let mended: String = message(0, "first") + &message(1, "mended") + &message(3, "last");
    std::fs::write(&file, mended).unwrap();
    assert_eq!(actions(&cofio.json(["record", &file])), ["known", "recorded", "known"]);
    assert_eq!(said(&cofio, "chat"), ["first", "last", "mended"]);
}

/// What is piped in may be happening now.
#[test]
fn a_message_without_a_time_was_said_just_now_where_it_is_piped_in() {
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    for text in ["hello", "hello"] {
        let line = json!({"role": "user", "content": text, "name": "Jane"}).to_string();
        cofio.call(["record", "-", "--session", "live"]).stdin(line).run().expect(0);
        cofio.set_clock("2026-03-02T09:00:01Z");
    }
    let shown = cofio.json(["sessions", "show", "live"]);
    assert_eq!(shown["transcript"][0]["at"], "2026-03-02T09:00:00Z");
    assert_eq!((&shown["transcript"][1]["name"], &shown["messages"]), (&json!("Jane"), &json!(2)));
    let nameless = cofio.call(["record", "-", "--json"]).stdin(chat(&["one"])).run().expect(0).json();
    assert_eq!(nameless["session"]["name"], nameless["session"]["id"]);
}

#[test]
fn a_session_is_closed_put_away_deleted_and_brought_back() {
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    cofio.call(["record", "-", "--session", "my trip"]).stdin(chat(&["to Oslo"])).run().expect(0);
    assert!(cofio.ok(["sessions", "close", "my trip"]).contains("✓ Closed: my trip"));
    assert!(cofio.ok(["sessions", "close", "my trip"]).contains("closed already"));
    assert_eq!(cofio.json(["sessions", "archive", "my trip"])["session"]["status"], "archived");
    assert_eq!(cofio.json(["sessions", "list", "--status", "archived"]).as_array().unwrap().len(), 1);
    let told = cofio.ok(["sessions", "delete", "my trip"]);
    assert!(told.contains("cofio sessions restore 'my trip'"), "{told}");
    assert_eq!(cofio.json(["sessions"]), json!([]));
    assert_eq!(cofio.json(["sessions", "list", "--trash"])[0]["name"], "my trip");
    let into = cofio.call(["record", "-", "--session", "my trip"]).stdin(message(9, "again")).run().expect(5);
    assert!(into.stderr.contains("is in the trash; bring it back"), "{into:?}");
    cofio.ok(["sessions", "restore", "my trip"]);
    assert_eq!(said(&cofio, "last"), ["to Oslo"]);
    cofio.call(["record", "-", "--session", "my trip"]).stdin(message(9, "again")).run().expect(0);
    assert_eq!(cofio.json(["sessions"])[0]["status"], "active", "a message wakes it");
    cofio.fails(3, ["sessions", "show", "nowhere"]);
    cofio.fails(2, ["sessions", "list", "--status", "asleep"]);
    let newline = cofio.call(["record", "-", "--session", "a\nb"]).stdin(message(0, "hi")).run().expect(2);
    assert!(newline.stderr.contains("one line of plain text"), "{newline:?}");
}

/// Forgetting and erasing reach what was said: in the files, not only on the screen.
#[test]
fn erasing_a_memory_erases_the_sentence_it_came_from() {
    const WORDS: &str = "quokkas by the lighthouse";
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    let lines = chat(&[&format!("I adore {WORDS}. And rain.")]);
    cofio.call(["record", "-", "--session", "monday"]).stdin(lines).run().expect(0);
    let evidence = json!([{"cites": "message", "session": "monday", "index": 0, "quote": format!("I adore {WORDS}")}]);
    let line = json!({"content": format!("User adores {WORDS}"), "evidence": evidence}).to_string();
    cofio.call(["import", "-"]).stdin(line).run().expect(0);
    cofio.ok(["erase", "adores", "--yes"]);
    assert_eq!(said(&cofio, "monday"), ["[erased]. And rain."]);
    assert_eq!(cofio.files_with(WORDS), Vec::<std::path::PathBuf>::new());
    assert_eq!(cofio.json(["verify"])["cut"], 1);
}

/// The chain says where it was broken, and nothing that is broken is shown.
#[test]
fn verify_says_where_the_log_was_changed() {
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    cofio.call(["record", "-", "--session", "monday"]).stdin(chat(&["one", "two", "three"])).run().expect(0);
    let head = text_of(&cofio.json(["verify"])["head"]);
    assert_eq!(head.len(), 32);
    let database = rusqlite::Connection::open(cofio.data().join("cofio.db")).unwrap();
    database.execute_batch("UPDATE event_payload SET body = 'TWO' WHERE body = 'two'").unwrap();
    drop(database);
    let broken = cofio.fails(1, ["verify", "--json"]);
    let report = broken.json();
    assert_eq!((&report["ok"], &report["breaks"][0]["fault"]), (&json!(false), &json!("payload")));
    let told = cofio.fails(1, ["verify"]);
    assert!(told.stdout.contains("its words are not those that were recorded"), "{told:?}");
    assert!(cofio.fails(1, ["doctor"]).stdout.contains("raw log"));
    let shown = cofio.run(["sessions", "show", "monday"]).expect(0);
    assert!(shown.stderr.contains("1 messages are damaged") && !shown.stdout.contains("TWO"), "{shown:?}");
}

/// Whatever people paste.
#[test]
fn hostile_text_goes_in_and_comes_out_safely() {
    let cofio = Cofio::fresh().clock("2026-03-02T09:00:00Z");
    let long = "long words and so on ".repeat(50_000);
    let texts = ["nul \0 and bell \u{7}", "\u{202e}backwards", "zero\u{200b}width", "ما هذا", long.as_str()];
    cofio.call(["record", "-", "--session", "hostile"]).stdin(chat(&texts)).run().expect(0);
    assert_eq!(said(&cofio, "hostile"), texts);
    let shown = cofio.ok(["sessions", "show", "hostile"]);
    assert!(!shown.contains(['\0', '\u{7}', '\u{202e}', '\u{200b}']), "nothing acts on the terminal");
    let binary = cofio.call(["record", "-", "--session", "binary"]).stdin([0xff, 0xfe, b'\n', 0, 1, 2]).run().expect(1);
    assert!(binary.stderr.contains("not UTF-8 text"), "{binary:?}");
    cofio.call(["record", "-"]).stdin("").run().expect(0);
    let early = json!({"role": "tool", "at": "1066-10-14T09:00:00Z", "text": "out of order"}).to_string();
    cofio.call(["record", "-", "--session", "hostile"]).stdin(early).run().expect(0);
    assert!(cofio.ok(["sessions", "show", "hostile", "--from", "5"]).contains("from something that was read"));
    cofio.ok(["verify"]);
}

/// Two terminals and an assistant talk at once, in one session and in their own.
#[test]
fn recorders_at_once_lose_nothing() {
    let cofio = Cofio::fresh();
    cofio.ok(["status"]);
    std::thread::scope(|scope| {
        for speaker in 0..4_usize {
            let calls: Vec<_> = (0..10)
                .map(|n| {
                    let session = if n % 2 == 0 { "together".to_owned() } else { format!("room {speaker}") };
                    let line = message(n, &format!("speaker {speaker} says {n}"));
                    cofio.call(["record", "-", "--session", session.as_str()]).stdin(line)
                })
                .collect();
            scope.spawn(move || calls.into_iter().for_each(|call| drop(call.run().expect(0))));
        }
    });
    assert_eq!(cofio.json(["verify"])["events"], 40);
    assert_eq!(said(&cofio, "together").len(), 20);
    cofio.ok(["doctor"]);
}

/// The same file by two processes at the same moment is one conversation.
#[test]
fn the_same_file_at_once_is_recorded_once() {
    let cofio = Cofio::fresh();
    cofio.ok(["status"]);
    let texts: Vec<String> = (0..200).map(|n| format!("line {n} of the poem")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let file = cofio.write("poem.jsonl", chat(&texts)).to_string_lossy().into_owned();
    let children: Vec<_> = (0..4).map(|_| cofio.call(["record", &file]).start()).collect();
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    assert_eq!(cofio.json(["verify"])["events"], 200);
}

#[test]
fn a_dry_run_says_what_would_be_kept_and_keeps_nothing() {
    let cofio = Cofio::fresh();
    let file = cofio.write("chat.jsonl", chat(&["I have asthma", "hello"])).to_string_lossy().into_owned();
    let told = cofio.ok(["record", &file, "--dry-run"]);
    assert!(told.contains("2 messages, 1 about health not kept (dry run"), "{told}");
    assert!(!cofio.data().exists());
    cofio.ok(["record", &file]);
    let database = || std::fs::read(cofio.data().join("cofio.db")).unwrap();
    let before = database();
    let again = cofio.json(["record", &file, "--dry-run"]);
    assert_eq!(actions(&again), ["known", "known"]);
    cofio.ok(["sessions", "delete", "chat", "--dry-run"]);
    assert!(database() == before, "no byte changed");
}
