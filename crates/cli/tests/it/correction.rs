//! "Actually, change that to 55": what a correction does, and what stays of what was there.

use crate::support::{Cofio, text_of};

const FIFTY: &str = "I'm targeting retirement at 50";
const FIFTY_FIVE: &str = "User is targeting retirement at 55";

/// Somebody who said 50 in March and 55 in April.
fn someone_who_changed_their_mind() -> Cofio {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", FIFTY, "-d", "general", "--json"]);
    cofio.set_clock("2026-04-01T09:00:00Z");
    cofio.ok(["update", "retirement", FIFTY_FIVE]);
    cofio
}

/// R0-005, R0-013, R0-047, R1-030, R2-013: version 2 is active, version 1 superseded by it.
#[test]
fn an_update_adds_a_version_and_supersedes_the_old_one() {
    let cofio = someone_who_changed_their_mind();
    let all = cofio.json(["list", "--all"]);
    let [old, new] = all.as_array().unwrap().as_slice() else { panic!("two versions: {all}") };

    assert_eq!((&old["version"], &old["status"], &old["content"]), (&1.into(), &"superseded".into(), &FIFTY.into()));
    assert_eq!((&new["version"], &new["status"], &new["content"]), (&2.into(), &"active".into(), &FIFTY_FIVE.into()));
    assert_eq!(old["superseded_by"], new["version_id"]);
    assert_eq!(old["valid_until"], new["valid_from"], "the windows touch and do not overlap");
    assert_eq!(old["id"], new["id"]);
    assert_eq!(cofio.knows(), [FIFTY_FIVE], "R0-046: only the new one is in force");
}

/// R0-005: yesterday still says what it said, by either clock.
#[test]
fn the_past_still_says_fifty() {
    let cofio = someone_who_changed_their_mind();
    for before in ["2026-03-15", "2026-03-15T12:00:00Z"] {
        assert_eq!(cofio.lists(["--as-of", before]), [FIFTY]);
        assert_eq!(cofio.lists(["--known-at", before]), [FIFTY]);
    }
    assert_eq!(cofio.lists(["--as-of", "2026-02-01"]), Vec::<String>::new(), "nothing was known to hold before");
    assert_eq!(cofio.lists(["--as-of", "2026-05-01", "--known-at", "2026-03-15"]), [FIFTY], "both clocks are free");
    let found = cofio.json(["recall", "retirement", "--as-of", "2026-03-15"]);
    assert_eq!(found[0]["content"], FIFTY);
}

/// PRODUCT §1.11: a correction about the past changes what we believe of it, not what we believed then.
#[test]
fn a_late_correction_keeps_the_two_clocks_apart() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "We live in Berlin"]);
    cofio.set_clock("2026-06-01T09:00:00Z");
    cofio.ok(["update", "Berlin", "We live in Lisbon", "--from", "2026-04-01"]);

    assert_eq!(cofio.lists(["--as-of", "2026-05-01"]), ["We live in Lisbon"]);
    assert_eq!(cofio.lists(["--known-at", "2026-05-01"]), ["We live in Berlin"]);
    assert_eq!(cofio.lists(["--as-of", "2026-03-15"]), ["We live in Berlin"]);
}

/// R0-013, R0-045: a link made to version 1 leads to version 2 afterwards.
#[test]
fn links_follow_to_the_new_version() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let goal = cofio.memory(FIFTY);
    let plan = cofio.memory("My plan is to work less from year to year");
    cofio.ok(["link", "work less", "retirement", "--as", "supports"]);
    cofio.set_clock("2026-04-01T09:00:00Z");
    cofio.ok(["update", "retirement", FIFTY_FIVE]);

    let link = cofio.json(["show", &plan])["links"][0].clone();
    assert_eq!((text_of(&link["memory"]), &link["version"]), (goal.clone(), &2.into()));
    assert_eq!((&link["relation"], &link["content"]), (&"supports".into(), &FIFTY_FIVE.into()));
    let back = cofio.json(["show", &goal])["links"][0].clone();
    assert_eq!((text_of(&back["memory"]), &back["direction"]), (plan, &"from".into()));

    cofio.ok(["forget", &goal]);
    assert_eq!(cofio.json(["show", "work less"])["links"], serde_json::json!([]), "a link to what is over drops out");
}

/// C34, RX-10: undo brings 50 back as the active value, and both steps stay in the history.
#[test]
fn undo_brings_fifty_back_and_the_history_keeps_both_steps() {
    let cofio = someone_who_changed_their_mind();
    cofio.set_clock("2026-05-01T09:00:00Z");
    let undone = cofio.json(["undo"]);
    assert_eq!(undone["event"]["action"], "undone");
    assert_eq!(cofio.knows(), [FIFTY]);

    let history = cofio.json(["history", "retirement"]);
    let steps: Vec<(i64, String, String)> = history["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["version"].as_i64().unwrap(), text_of(&entry["action"]), text_of(&entry["content"])))
        .collect();
    let step = |version, action: &str, words: &str| (version, action.to_owned(), words.to_owned());
    assert_eq!(
        steps,
        [step(1, "remember", FIFTY), step(1, "update", FIFTY), step(2, "update", FIFTY_FIVE), step(1, "undo", FIFTY)]
    );
    assert_eq!(cofio.lists(["--known-at", "2026-04-15"]), [FIFTY_FIVE], "what was believed meanwhile is not rewritten");
    let told = cofio.ok(["history", "retirement"]);
    assert!(told.contains("[-50-]") && told.contains("{+55+}"), "{told}");
}

/// C34: undo walks back step by step, an undo can be undone, and an undone step is not undone twice.
#[test]
fn undo_walks_back_and_can_itself_be_undone() {
    let cofio = someone_who_changed_their_mind();
    let undo = text_of(&cofio.json(["undo"])["event"]["op_id"]);
    cofio.ok(["undo", &undo]);
    assert_eq!(cofio.knows(), [FIFTY_FIVE]);
    cofio.ok(["undo"]);
    cofio.ok(["undo"]);
    assert_eq!(cofio.knows(), Vec::<String>::new(), "now the first saving is gone, too");
    let nothing = cofio.fails(3, ["undo"]);
    assert!(nothing.stderr.contains("no operation"), "{}", nothing.stderr);
}

/// C34: what rests on a step is named, and goes along with --cascade.
#[test]
fn a_step_that_others_rest_on_names_them() {
    let cofio = Cofio::fresh();
    let first = text_of(&cofio.remember(FIFTY)["op_id"]);
    let second = text_of(&cofio.json(["update", "retirement", FIFTY_FIVE])["event"]["op_id"]);

    let refused = cofio.fails(5, ["undo", &first]);
    assert!(refused.stderr.contains(&second) && refused.stderr.contains("--cascade"), "{}", refused.stderr);
    assert_eq!(cofio.knows(), [FIFTY_FIVE]);
    cofio.ok(["undo", &first, "--cascade"]);
    assert_eq!(cofio.knows(), Vec::<String>::new());
}

/// Every write says how to take it back, and what it says can be typed.
#[test]
fn the_printed_undo_works_as_typed() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    let told = cofio.ok(["update", "tea", "I like coffee"]);
    let command = told.lines().find_map(|line| line.trim().strip_prefix("undo: cofio ")).expect("an undo");
    cofio.ok(command.split_whitespace());
    assert_eq!(cofio.knows(), ["I like tea"]);
}

/// An earlier version can be made the current one again without undoing what came between.
#[test]
fn an_earlier_version_can_be_restored_by_its_number() {
    let cofio = someone_who_changed_their_mind();
    let restored = cofio.json(["restore", "retirement", "--version", "1"]);
    assert_eq!(restored["event"]["memory"]["content"], FIFTY);
    assert_eq!(restored["event"]["memory"]["version"], 3, "history only grows");
    assert_eq!(cofio.fails(3, ["restore", "retirement", "--version", "9"]).stdout, "");
}

/// R0-042, R2-008: a correction changes the words and keeps how the memory is kept.
#[test]
fn a_correction_keeps_domain_key_and_rule() {
    let cofio = Cofio::fresh();
    cofio.ok([
        "remember",
        "No meetings after 16:00",
        "-d",
        "schedule",
        "--rule",
        "--key",
        "no_meetings_after",
        "--value",
        "16:00",
        "--tag",
        "calendar",
        "--pin",
    ]);
    cofio.ok(["update", "meetings", "No meetings after 17:00", "--value", "17:00"]);
    let memory = cofio.json(["show", "meetings"]);
    assert_eq!((&memory["domain"], &memory["authority"]), (&"schedule".into(), &"hard".into()));
    assert_eq!((&memory["key"], &memory["value"]), (&"no_meetings_after".into(), &"17:00".into()));
    assert_eq!((&memory["tags"], &memory["flags"]), (&serde_json::json!(["calendar"]), &serde_json::json!(["pinned"])));
}

/// Saying the same again changes nothing and says so.
#[test]
fn the_same_again_is_known_already() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    let again = cofio.remember("i like  TEA");
    assert!(matches!(text_of(&again["action"]).as_str(), "skipped" | "confirmed"), "{again}");
    assert_eq!(cofio.knows(), ["I like tea"]);
}
