//! The commands that only read: list, recall, show, why, history, activity, dates, status.

use serde_json::json;

use crate::support::{Cofio, files_below, text_of};

/// Somebody with a few memories of different sorts.
fn someone() -> Cofio {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "I'm vegetarian", "-d", "food", "--rule", "--pin"]);
    cofio.ok(["remember", "The sprint ends on Fridays", "-d", "work", "--tag", "sprint"]);
    cofio.ok(["remember", "I fly to Lisbon in May", "-d", "travel", "--importance", "0.9"]);
    cofio
}

#[test]
fn lists_are_narrowed_by_every_axis() {
    let cofio = someone();
    for (flags, expected) in [
        (vec!["-d", "food"], vec!["I'm vegetarian"]),
        (vec!["--tag", "sprint"], vec!["The sprint ends on Fridays"]),
        (vec!["--rules"], vec!["I'm vegetarian"]),
        (vec!["--tier", "confirmed", "-d", "work"], vec!["The sprint ends on Fridays"]),
        (vec!["--source", "user_direct", "-d", "travel"], vec!["I fly to Lisbon in May"]),
        (vec!["--status", "forgotten"], vec![]),
        (vec!["--limit", "1"], vec!["I'm vegetarian"]),
    ] {
        assert_eq!(cofio.lists(flags.clone()), expected, "{flags:?}");
    }
    let cut = cofio.run(["list", "--limit", "1"]).expect(0);
    assert!(cut.stderr.contains("and 2 more"), "what is left out is said: {}", cut.stderr);
    for wrong in [["--status", "gone"], ["--tier", "high"], ["--source", "me"], ["--limit", "few"]] {
        cofio.run(["list"].into_iter().chain(wrong)).expect(2);
    }
    cofio.fails(2, ["list", "--all", "--status", "forgotten"]);
    assert!(Cofio::fresh().ok(["list"]).contains("cofio remember"), "an empty list says how to begin");
    assert_eq!(cofio.ok(["list", "--status", "forgotten"]), "Nothing fits.\n", "and one that is narrowed does not");
}

/// What people see is aligned, grouped, and says in words what the marks mean.
#[test]
fn a_list_for_people_is_aligned() {
    let listed = someone().ok(["list"]);
    let rows: Vec<&str> = listed.lines().filter(|line| line.contains('…')).collect();
    let column = |row: &str, words: &str| row.chars().count() - row[row.find(words).unwrap()..].chars().count();
    let places: Vec<usize> = rows.iter().map(|row| column(row, "● you said")).collect();
    assert!(places.windows(2).all(|pair| pair[0] == pair[1]), "{listed}");
    assert!(listed.contains("FOOD 1") && listed.contains("pinned"), "{listed}");
    assert!(listed.lines().all(|line| line == line.trim_end()), "no spaces at the end");
}

/// R0-007: recall finds by stems, ranks, explains, and says when it found nothing.
#[test]
fn recall_finds_and_explains() {
    let cofio = someone();
    assert_eq!(cofio.recalls("flying to Lisbon")[0], "I fly to Lisbon in May");
    assert_eq!(cofio.recalls("vegetarians"), ["I'm vegetarian"]);
    assert_eq!(cofio.json(["recall", "sprint", "-d", "food"]), json!([]));
    let hits = cofio.json(["recall", "sprint"]);
    assert!(hits[0]["score"].as_f64() > Some(0.0), "{hits}");
    assert!(cofio.ok(["recall", "sprint", "--explain"]).contains("keyword"));
    assert!(cofio.ok(["recall", "unicorns"]).contains("Nothing found in 3 texts"));
    cofio.fails(2, ["recall"]);
    cofio.fails(2, ["recall", "sprint", "--as-of", "whenever"]);
    cofio.fails(3, ["recall", "sprint", "-d", "helth"]);
}

/// R2-001: a memory in full, with everything there is to know about it.
#[test]
fn show_says_everything() {
    let cofio = someone();
    cofio.ok([
        "set",
        "vegetarian",
        "--detail",
        "since 2019\nwith exceptions",
        "--tag",
        "diet",
        "--expires",
        "2027-01-01",
    ]);
    let shown = cofio.ok(["show", "vegetarian"]);
    for part in [
        "I'm vegetarian",
        "since 2019",
        "food",
        "rule",
        "you wrote it",
        "expires",
        "1 Jan 2027",
        "#diet",
        "1 Mar 2026 09:00",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let data = cofio.json(["show", "vegetarian"]);
    for field in
        ["id", "owner", "created_at", "versions", "links", "evidence", "tier", "trust", "confidence", "explicit"]
    {
        assert!(!data[field].is_null(), "R0-042: {field}");
    }
    assert_eq!((&data["body"], &data["summary"]), (&json!("since 2019\nwith exceptions"), &json!(null)), "R0-043");
}

/// Where a memory comes from: who, when, why, by which operation.
#[test]
fn why_says_where_it_comes_from() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let event = cofio.json(["remember", "I like tea", "--reason", "my aunt asked"])["event"].clone();
    let told = cofio.ok(["why", "tea"]);
    for part in ["I like tea", "1 Mar 2026 09:00", "because \"my aunt asked\"", event["op_id"].as_str().unwrap()] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let data = cofio.json(["why", "tea"]);
    assert_eq!((&data["operation"], &data["said_by"]), (&event["op_id"], &json!("owner")));
    assert_eq!(data["evidence"].as_array().unwrap().len(), 1, "never empty");
}

/// RX-10: everything that was done is in one place, with its undo, and can be narrowed.
#[test]
fn activity_lists_what_was_done_with_its_undo() {
    let cofio = someone();
    cofio.set_clock("2026-03-05T09:00:00Z");
    cofio.ok(["update", "sprint", "The sprint ends on Mondays"]);
    cofio.ok(["forget", "vegetarian", "--reason", "not any more"]);
    let all = cofio.json(["activity"]);
    let kinds: Vec<&str> = all.as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["forget", "update", "remember", "remember", "remember", "create_space"]);
    let update = &all[1];
    assert_eq!(update["items"][0]["before"], "The sprint ends on Fridays");
    assert_eq!((&update["by"], &update["can_undo"], &update["undone"]), (&json!("owner"), &json!(true), &json!(false)));

    let count = |flags: &[&str]| cofio.json(["activity"].iter().chain(flags).copied()).as_array().unwrap().len();
    assert_eq!(count(&["--since", "2026-03-03"]), 2);
    assert_eq!(count(&["--since", "2d"]), 2);
    assert_eq!((count(&["--actor", "owner"]), count(&["--actor", "nobody"])), (6, 0));
    assert_eq!(count(&["--limit", "1"]), 1);
    cofio.ok(["undo", &text_of(&update["op_id"])]);
    let told = cofio.ok(["activity"]);
    assert!(told.contains("undone") && told.contains("for good") && told.contains("(\"not any more\")"), "{told}");
    cofio.fails(2, ["activity", "--job", "nonsense"]);
    cofio.fails(2, ["activity", "--since", "whenever"]);
}

/// The date reader alone, as a script would ask it.
#[test]
fn dates_are_read_with_their_place_in_the_text() {
    let cofio = Cofio::fresh().clock("2026-11-15T09:00:00Z");
    let found = cofio.json(["dates", "Ünsal wants it by December", "--tz", "Europe/Lisbon"]);
    let date = &found[0];
    assert_eq!((&date["text"], &date["span"]), (&json!("by December"), &json!([15, 26])), "counted in letters");
    assert_eq!((&date["first_day"], &date["last_day"]), (&json!("2026-12-01"), &json!("2026-12-31")));
    assert_eq!((&date["granularity"], &date["relation"]), (&json!("month"), &json!("by")));
    let earlier = cofio.json(["dates", "yesterday", "--at", "2020-02-01T12:00:00Z"]);
    assert_eq!(earlier[0]["first_day"], "2020-01-31");
    assert!(cofio.ok(["dates", "no such thing"]).contains("No dates"));
    cofio.fails(2, ["dates", "today", "--tz", "Mars/Olympus"]);
    cofio.fails(2, ["dates", "today", "--at", "whenever"]);
    assert!(!cofio.data().exists(), "it made no store");
}

#[test]
fn status_says_where_and_how_many() {
    let cofio = someone();
    cofio.ok(["forget", "Lisbon"]);
    let status = cofio.json(["status"]);
    assert_eq!(
        (&status["memories"], &status["rules"], &status["recently_forgotten"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(status["data_dir"], json!(cofio.data()));
    assert_eq!((&status["user"], &status["space_kind"]), (&json!("owner"), &json!("personal")));
    let told = cofio.ok(["status"]);
    assert!(told.contains("2 in force, 1 of them rules") && told.contains("cofio list --status forgotten"), "{told}");
}

/// Looking changes nothing: every byte of the database stays as it was. (Recall and context note what they used.)
#[test]
fn reading_changes_no_byte_of_the_database() {
    let cofio = someone();
    let database = || files_below(cofio.home()).remove(&cofio.data().join("cofio.db")).unwrap();
    let before = database();
    for command in [
        vec!["list"],
        vec!["list", "--all"],
        vec!["show", "sprint"],
        vec!["why", "sprint"],
        vec!["history", "sprint"],
        vec!["activity"],
        vec!["status"],
        vec!["doctor"],
        vec!["domains"],
        vec!["projects"],
        vec!["tasks"],
        vec!["spaces"],
        vec!["proposals"],
        vec!["conflicts"],
        vec!["dates", "today"],
        vec!["config", "list"],
    ] {
        cofio.ok(command);
    }
    assert!(before == database());
}
