//! The verbs that change how a memory is kept, one by one.

use serde_json::json;

use crate::support::{Cofio, text_of};

/// R0-015: confirming says that it still holds, now.
#[test]
fn confirming_notes_when() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "I like tea"]);
    cofio.set_clock("2026-06-01T09:00:00Z");
    let confirmed = cofio.json(["confirm", "tea"])["event"].clone();
    assert_eq!(confirmed["action"], "confirmed");
    assert!(text_of(&confirmed["memory"]["last_confirmed_at"]).starts_with("2026-06-01T09:00:00"));
    assert_eq!(confirmed["memory"]["version"], 1, "it says nothing new");
    cofio.ok(["undo"]);
    assert!(text_of(&cofio.json(["show", "tea"])["last_confirmed_at"]).starts_with("2026-03-01"));
}

/// R2-007, R2-008: what `set` changes can be seen and taken back.
#[test]
fn set_changes_how_a_memory_is_kept_and_undo_takes_it_back() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "I like tea"]);
    cofio.ok(["projects", "add", "kitchen"]);
    let before = cofio.json(["show", "tea"]);
    for (flags, field, expected) in [
        (vec!["--pin"], "flags", json!(["pinned"])),
        (vec!["--unpin"], "flags", json!([])),
        (vec!["--rule"], "authority", json!("hard")),
        (vec!["--context"], "authority", json!("soft")),
        (vec!["--domain", "work"], "domain", json!("work")),
        (vec!["--kind", "habit"], "kind", json!("habit")),
        (vec!["--tag", "hot", "--tag", "drink"], "tags", json!(["drink", "hot"])),
        (vec!["--untag", "hot"], "tags", json!(["drink"])),
        (vec!["--project", "kitchen"], "project", json!("kitchen")),
        (vec!["--no-project"], "project", json!(null)),
        (vec!["--importance", "9"], "importance", json!(0.9)),
        (vec!["--importance", "0.25"], "importance", json!(0.25)),
        (vec!["--summary", "tea"], "summary", json!("tea")),
        (vec!["--summary", ""], "summary", json!(null)),
        (vec!["--detail", "Darjeeling, second flush"], "body", json!("Darjeeling, second flush")),
        (vec!["--key", "drink"], "key", json!("drink")),
        (vec!["--value", "[\"tea\", 2]"], "value", json!(["tea", 2])),
        (vec!["--value", "just words"], "value", json!("just words")),
        (vec!["--expires", "2026-04-01"], "expires_at", json!("2026-04-01T23:59:59Z")),
        (vec!["--expires", "30d"], "expires_at", json!("2026-03-31T09:00:00Z")),
        (vec!["--expires", "never"], "expires_at", json!(null)),
    ] {
        let set = cofio.json(["set", "tea"].into_iter().chain(flags.iter().copied()));
        assert_eq!(set["event"]["memory"][field], expected, "{flags:?}");
        assert_eq!(cofio.json(["show", "tea"])[field], expected, "{flags:?}");
    }
    assert_eq!(cofio.json(["show", "tea"])["version"], 1, "how it is kept is no new version of what it says");
    while cofio.done()[0] != "add_project" && cofio.json(["show", "tea"])["tags"] != before["tags"] {
        cofio.ok(["undo"]);
    }
    assert_eq!(cofio.json(["show", "tea"])["content"], before["content"]);
}

#[test]
fn set_refuses_what_makes_no_sense() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "I like tea"]);
    let before = cofio.state();
    for (code, flags) in [
        (2, vec![]),
        (2, vec!["--pin", "--unpin"]),
        (2, vec!["--rule", "--context"]),
        (2, vec!["--kind", "nonsense"]),
        (2, vec!["--importance", "11"]),
        (2, vec!["--importance", "lots"]),
        (2, vec!["--expires", "2020-01-01"]),
        (2, vec!["--expires", "whenever"]),
        (2, vec!["--domain", "Not A Name"]),
        (3, vec!["--domain", "helth"]),
        (3, vec!["--project", "nowhere"]),
        (6, vec!["--domain", "health"]),
    ] {
        cofio.run(["set", "tea"].into_iter().chain(flags)).expect(code);
    }
    cofio.fails(3, ["set", "unicorn", "--pin"]);
    assert_eq!(cofio.state(), before);
}

/// What is set aside is out of use and found on request.
#[test]
fn what_is_archived_is_set_aside() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    cofio.ok(["set", "tea", "--archive"]);
    assert_eq!((cofio.knows(), cofio.lists(["--status", "archived"])), (vec![], vec!["I like tea".to_owned()]));
    cofio.ok(["restore", "tea"]);
    assert_eq!(cofio.knows(), ["I like tea"]);
}

/// "I told it and it didn't stick": what would be gone at once is not saved without a word.
#[test]
fn an_expiry_in_the_past_is_refused_when_something_is_said() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let refused = cofio.fails(2, ["remember", "The gym is closed", "--expires", "2026-02-01"]);
    assert!(refused.stderr.contains("is past"), "{}", refused.stderr);
    cofio.ok(["remember", "The gym was closed", "--from", "2026-01-01", "--until", "2026-02-01"]);
    assert_eq!(cofio.lists(["--as-of", "2026-01-15"]), ["The gym was closed"]);
    assert_eq!(cofio.knows(), Vec::<String>::new());
    cofio.fails(2, ["remember", "Backwards", "--from", "2026-02-01", "--until", "2026-01-01"]);
}

/// R0-044: links have a relation, are shown from both ends and can be cut.
#[test]
fn links_are_tied_and_cut() {
    let cofio = Cofio::fresh();
    let (tea, scones) = (cofio.memory("I like tea"), cofio.memory("Scones go with everything hot"));
    cofio.ok(["link", "Scones", "tea", "--as", "supports"]);
    let link = cofio.json(["show", &tea])["links"][0].clone();
    assert_eq!((&link["relation"], &link["direction"]), (&json!("supports"), &json!("from")));
    assert!(cofio.ok(["show", &scones]).contains("→ supports I like tea"));

    cofio.fails(3, ["unlink", "Scones", "tea", "--as", "contradicts"]);
    cofio.ok(["unlink", "Scones", "tea"]);
    assert_eq!(cofio.json(["show", &tea])["links"], json!([]));
    cofio.ok(["undo"]);
    assert_eq!(cofio.json(["show", &tea])["links"].as_array().unwrap().len(), 1);

    cofio.fails(2, ["link", "tea", "tea"]);
    let wrong = cofio.fails(2, ["link", "Scones", "tea", "--as", "likes"]);
    assert!(wrong.stderr.contains("relates_to"), "what would be right is said: {}", wrong.stderr);
    cofio.fails(3, ["link", "tea", "unicorn"]);
    cofio.fails(3, ["unlink", "tea", "unicorn"]);
}

/// R1-042, R0-051: kinds of other systems are understood.
#[test]
fn kinds_have_aliases_and_wrong_ones_are_listed() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I am left-handed", "--kind", "profile"]);
    let wrong = cofio.fails(2, ["remember", "I like tea", "--kind", "nonsense"]);
    assert!(wrong.stderr.contains("preference") && wrong.stderr.contains("constraint"), "{}", wrong.stderr);
    let groups = cofio.ok(["list", "--group", "category"]);
    assert!(groups.starts_with("PROFILE 1"), "{groups}");
    cofio.fails(2, ["list", "--group", "colour"]);
}

/// R2-007, R2-010: rules and context can be told apart, and asked for apart.
#[test]
fn rules_and_context_are_listed_apart() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "No meetings after 16:00", "--rule"]);
    cofio.ok(["remember", "We are onboarding Alex this month", "--context"]);
    assert_eq!(cofio.lists(["--rules"]), ["No meetings after 16:00"]);
    assert_eq!(cofio.lists(["--context"]), ["We are onboarding Alex this month"]);
    cofio.fails(2, ["list", "--rules", "--context"]);
    let listed = cofio.ok(["list"]);
    assert!(listed.contains("▣") && listed.contains("≈"), "told apart without colour: {listed}");
}

/// `edit` opens the person's editor; what they leave becomes a new version.
#[test]
fn editing_makes_a_new_version() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    let edit = |editor: &str| cofio.call(["edit", "tea"]).env("EDITOR", editor).run();
    let same = edit("true").expect(0);
    assert!(same.stderr.contains("nothing was changed"), "{}", same.stderr);
    assert!(edit("false").expect(1).stderr.contains("nothing was changed"));
    assert!(edit("no-such-editor").expect(2).stderr.contains("set EDITOR"));
    edit("sed -i d").expect(2);
    assert_eq!(cofio.json(["show", "tea"])["version"], 1);

    let nowhere = cofio.home().join("nowhere");
    cofio.call(["edit", "tea"]).env("EDITOR", "true").env("XDG_RUNTIME_DIR", nowhere).run().expect(0);
    cofio.call(["edit", "tea"]).env("EDITOR", "false").env("VISUAL", "sed -i s/tea/coffee/").run().expect(0);
    let memory = cofio.json(["show", "coffee"]);
    assert_eq!((&memory["version"], &memory["content"]), (&json!(2), &json!("I like coffee")));
    let left: Vec<_> = std::fs::read_dir(cofio.home()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["share"], "no draft is left behind");
}
