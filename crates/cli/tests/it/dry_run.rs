//! `--dry-run` changes nothing, whatever is tried.

use crate::support::{Cofio, files_below, text_of};

/// Somebody with something of everything, so that every verb has something to act on.
fn with_everything() -> Cofio {
    let cofio = Cofio::fresh();
    for arguments in [
        vec!["remember", "I like tea"],
        vec!["remember", "I like biscuits"],
        vec!["update", "biscuits", "I like scones"],
        vec!["link", "tea", "scones"],
        vec!["remember", "I used to like cocoa"],
        vec!["forget", "cocoa"],
        vec!["tasks", "add", "Renew the passport"],
        vec!["projects", "add", "kitchen"],
        vec!["domains", "enable", "health"],
        vec!["remember", "My fasting glucose is 5.4"],
        vec!["spaces", "create", "family"],
        vec!["spaces", "add", "family", "sam"],
        vec!["share", "tea", "family"],
        vec!["remember", "Prefers Kroger for groceries", "--source", "agent_proposed"],
        vec!["remember", "No meetings after 16:00", "--rule", "--key", "meetings"],
        vec![
            "remember",
            "No meetings after 17:00",
            "--key",
            "meetings",
            "--source",
            "extracted",
            "--confidence",
            "0.9",
            "--evidence-type",
            "stated",
        ],
    ] {
        cofio.ok(arguments);
    }
    cofio
}

/// Every verb that writes, tried on someone who has something of everything.
#[test]
fn no_verb_changes_anything_in_a_dry_run() {
    let cofio = with_everything();
    let first = cofio.json(["activity"]).as_array().unwrap().iter().find(|op| op["kind"] == "link").unwrap().clone();
    let link = text_of(&first["op_id"]);
    let lines = cofio.write("lines.jsonl", "{\"content\": \"I like cake\"}\n");
    let lines = lines.to_string_lossy().into_owned();
    let before = (database(&cofio), cofio.state());
    for arguments in [
        vec!["remember", "I like cake"],
        vec!["update", "tea", "I like coffee"],
        vec!["confirm", "tea"],
        vec!["set", "tea", "--pin", "--expires", "30d", "--rule", "--domain", "work", "--tag", "hot"],
        vec!["forget", "tea"],
        vec!["restore", "cocoa"],
        vec!["restore", "scones", "--version", "1"],
        vec!["delete", "tea"],
        vec!["erase", "tea"],
        vec!["erase", "tea", "--everywhere", "--yes"],
        vec!["undo"],
        vec!["undo", &link],
        vec!["link", "tea", "passport"],
        vec!["unlink", "tea", "scones"],
        vec!["share", "scones", "family"],
        vec!["unshare", "tea", "family"],
        vec!["proposals", "accept", "Kroger"],
        vec!["proposals", "edit", "Kroger", "Prefers the market"],
        vec!["proposals", "reject", "Kroger"],
        vec!["conflicts", "resolve", "17:00", "right"],
        vec!["conflicts", "resolve", "17:00", "both"],
        vec!["tasks", "add", "Call the bank"],
        vec!["tasks", "done", "passport"],
        vec!["tasks", "wait", "passport"],
        vec!["tasks", "drop", "passport"],
        vec!["tasks", "set", "passport", "--due", "2030-01-01"],
        vec!["projects", "add", "garden"],
        vec!["projects", "rename", "kitchen", "bath"],
        vec!["projects", "archive", "kitchen"],
        vec!["domains", "enable", "finance"],
        vec!["domains", "disable", "health"],
        vec!["domains", "disable", "health", "--forget"],
        vec!["domains", "disable", "health", "--erase"],
        vec!["domains", "add", "trading"],
        vec!["spaces", "add", "family", "alex"],
        vec!["spaces", "remove", "family", "sam"],
        vec!["spaces", "recall", "family", "off"],
        vec!["import", &lines],
    ] {
        let tried = cofio.json(arguments.iter().copied().chain(["--dry-run"]));
        assert_eq!(tried["dry_run"], true, "{arguments:?} says that it was only tried: {tried}");
        assert!(database(&cofio) == before.0, "{arguments:?} changed something");
        let told = cofio.ok(arguments.iter().copied().chain(["-n"]));
        assert!(told.contains("dry run: nothing was changed"), "{arguments:?} says so to people: {told}");
        assert!(!told.contains("undo:"), "{arguments:?}: there is nothing to undo: {told}");
    }
    // Making a space cannot be tried, and says so rather than doing it.
    cofio.fails(2, ["spaces", "create", "club", "--dry-run"]);
    assert!((database(&cofio), cofio.state()) == before);
}

/// Every byte that is kept: the database, and the log beside it.
fn database(cofio: &Cofio) -> Vec<Vec<u8>> {
    ["cofio.db", "cofio.db-wal"]
        .iter()
        .filter_map(|name| std::fs::read(cofio.data().join(name)).ok())
        .filter(|bytes| !bytes.is_empty())
        .collect()
}

/// An editor may be opened in a dry run, and what was typed is not kept.
#[test]
fn editing_in_a_dry_run_changes_nothing() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    cofio.ok(["config", "set", "policy.profile", "confirm"]);
    let before = (cofio.state(), files_below(&cofio.home().join("config")));
    cofio.call(["edit", "tea", "--dry-run"]).env("EDITOR", "sed -i s/tea/coffee/").run().expect(0);
    cofio.call(["config", "edit", "--dry-run"]).env("EDITOR", "sed -i s/confirm/manual/").run().expect(0);
    cofio.ok(["config", "set", "policy.profile", "manual", "--dry-run"]);
    cofio.ok(["config", "unset", "policy.profile", "--dry-run"]);
    assert!((cofio.state(), files_below(&cofio.home().join("config"))) == before);
}

/// What would be refused is refused in a dry run, too.
#[test]
fn a_dry_run_fails_where_the_real_run_would() {
    let cofio = with_everything();
    cofio.fails(6, ["remember", "My salary is 5000", "--dry-run"]);
    cofio.fails(4, ["forget", "I like", "--dry-run"]);
    cofio.fails(3, ["forget", "unicorn", "--dry-run"]);
    cofio.fails(
        5,
        [
            "undo",
            "--dry-run",
            &text_of(&cofio.json(["activity", "--limit", "100"]).as_array().unwrap().last().unwrap()["op_id"]),
        ],
    );
}

/// Doctor repairs nothing in a dry run.
#[test]
fn doctor_repairs_nothing_in_a_dry_run() {
    use std::os::unix::fs::PermissionsExt;
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    std::fs::set_permissions(cofio.data(), std::fs::Permissions::from_mode(0o755)).unwrap();
    cofio.ok(["doctor", "--fix", "--dry-run"]);
    assert_eq!(crate::support::mode_of(&cofio.data()), 0o755);
}

/// Looking before there is anything makes nothing.
#[test]
fn a_dry_run_before_the_first_memory_makes_no_folder() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "tea without milk", "--dry-run"]);
    assert!(!cofio.data().exists());
}
