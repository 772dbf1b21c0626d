//! Proposals, maybes and conflicts: what waits for the person, and what becomes of it.

use serde_json::{Value, json};

use crate::support::{Cofio, text_of};

fn suggests(cofio: &Cofio, text: &str) -> Value {
    cofio.json(["remember", text, "--source", "agent_proposed"])
}

fn waiting(cofio: &Cofio) -> Vec<String> {
    let waits = cofio.json(["proposals"]);
    let all = waits["proposals"].as_array().unwrap().iter().chain(waits["candidates"].as_array().unwrap());
    all.map(|one| text_of(&one["content"])).collect()
}

/// C1: what an assistant suggests is not believed before the person accepts it.
#[test]
fn a_suggestion_waits_until_it_is_accepted() {
    let cofio = Cofio::fresh();
    let event = suggests(&cofio, "Prefers Kroger for groceries")["event"].clone();
    assert_eq!((&event["action"], &event["memory"]), (&json!("proposed"), &Value::Null));
    assert_eq!((cofio.knows(), waiting(&cofio)), (vec![], vec!["Prefers Kroger for groceries".to_owned()]));
    assert!(cofio.ok(["status"]).contains("1 proposals"));

    cofio.ok(["proposals", "accept", "Kroger"]);
    assert_eq!(cofio.json(["show", "Kroger"])["source"], "user_confirmed");
    assert_eq!(waiting(&cofio), Vec::<String>::new());
    cofio.ok(["undo"]);
    assert_eq!((cofio.knows(), waiting(&cofio).len()), (vec![], 1), "undo puts it back where it waited");
}

#[test]
fn a_suggestion_can_be_accepted_in_other_words() {
    let cofio = Cofio::fresh();
    suggests(&cofio, "Prefers Kroger for groceries");
    cofio.ok(["proposals", "accept", "Kroger", "Kroger", "on", "weekends", "only"]);
    assert_eq!(cofio.knows(), ["Kroger on weekends only"]);
}

/// Editing works by words and by id, on the line and in the editor.
#[test]
fn a_suggestion_can_be_edited_before_it_is_decided() {
    let cofio = Cofio::fresh();
    let id = text_of(&suggests(&cofio, "Prefers Kroger for groceries")["event"]["made"][0]);
    cofio.ok(["proposals", "edit", "Kroger", "Prefers the market"]);
    assert_eq!(waiting(&cofio), ["Prefers the market"]);
    let edit = |which: &str, editor: &str| {
        cofio.call(["proposals", "edit", which]).env("EDITOR", editor).run().expect(0);
    };
    edit("the market", "sed -i s/market/co-op/");
    assert_eq!(waiting(&cofio), ["Prefers the co-op"], "the editor had the words to begin with");
    edit(&id, "sed -i s/co-op/bakery/");
    assert_eq!(waiting(&cofio), ["Prefers the bakery"]);
    cofio.fails(6, ["proposals", "edit", "bakery", "my password is hunter2hunter2"]);
    assert_eq!(waiting(&cofio), ["Prefers the bakery"]);
}

/// What was declined is not suggested again.
#[test]
fn a_declined_suggestion_does_not_come_back() {
    let cofio = Cofio::fresh();
    suggests(&cofio, "Prefers Kroger for groceries");
    cofio.ok(["proposals", "reject", "Kroger", "--reason", "only once"]);
    let again = suggests(&cofio, "Prefers Kroger for groceries")["event"].clone();
    assert_ne!(again["action"], "proposed", "{again}");
    assert_eq!(waiting(&cofio), Vec::<String>::new());
    assert!(cofio.ok(["proposals", "--all"]).contains("rejected"));
    assert!(cofio.ok(["activity"]).contains("only once"));
}

/// A maybe is shown with its fate, and dropped when nothing more comes.
#[test]
fn a_maybe_is_dropped_when_nothing_more_comes() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let staged = cofio.json([
        "remember",
        "Runs every morning",
        "--source",
        "extracted",
        "--evidence-type",
        "observed",
        "--confidence",
        "0.6",
    ]);
    assert_eq!(staged["event"]["action"], "staged");
    assert!(cofio.ok(["proposals"]).contains("dropped 15 Mar 2026 unless more comes"));
    assert_eq!(cofio.lists(["--status", "candidate"]), ["Runs every morning"]);
    cofio.set_clock("2026-03-16T09:00:00Z");
    assert_eq!(waiting(&cofio), Vec::<String>::new());
}

/// R0-059: several that fit are listed.
#[test]
fn ambiguous_suggestions_are_listed() {
    let cofio = Cofio::fresh();
    suggests(&cofio, "Prefers Kroger for groceries");
    suggests(&cofio, "Prefers Kroger for flowers");
    for verb in ["accept", "reject", "edit"] {
        let asked = cofio.fails(4, ["proposals", verb, "Kroger"]);
        assert!(asked.stderr.contains("groceries") && asked.stderr.contains("flowers"), "{verb}: {}", asked.stderr);
    }
    for verb in ["accept", "reject", "edit"] {
        cofio.fails(3, ["proposals", verb, "unicorn"]);
    }
    assert_eq!(waiting(&cofio).len(), 2);
}

/// Somebody whose assistant heard something else than they said.
fn with_a_conflict() -> Cofio {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "No meetings after 16:00", "-d", "schedule", "--rule", "--key", "no_meetings_after"]);
    let heard = cofio.json([
        "remember",
        "No meetings after 17:00",
        "-d",
        "schedule",
        "--key",
        "no_meetings_after",
        "--source",
        "extracted",
        "--evidence-type",
        "stated",
        "--confidence",
        "0.9",
    ]);
    assert_eq!(heard["event"]["action"], "disputed", "{heard}");
    assert_eq!(cofio.knows(), ["No meetings after 16:00"], "what was said stands until the person picks");
    cofio
}

/// What `list` shows once the conflict is settled so.
fn settled(resolution: &str) -> Vec<String> {
    let cofio = with_a_conflict();
    cofio.ok(["conflicts", "resolve", "17:00", resolution]);
    assert_eq!(cofio.json(["conflicts"]), json!([]));
    assert_eq!(cofio.json(["conflicts", "--all"]).as_array().unwrap().len(), 1);
    let knows = cofio.knows();
    cofio.ok(["undo"]);
    assert_eq!(cofio.knows(), ["No meetings after 16:00"]);
    assert_eq!(cofio.json(["conflicts"]).as_array().unwrap().len(), 1, "undo opens it again");
    knows
}

/// PRODUCT §1.7: the person picks, and every pick can be undone.
#[test]
fn the_person_settles_a_conflict() {
    assert_eq!(settled("left"), ["No meetings after 16:00"]);
    assert_eq!(settled("right"), ["No meetings after 17:00"]);
    assert_eq!(settled("both"), ["No meetings after 17:00"]);
    assert_eq!(settled("neither"), Vec::<String>::new());
}

#[test]
fn what_is_wrong_about_a_conflict_is_said() {
    let cofio = with_a_conflict();
    let shown = cofio.ok(["conflicts"]);
    assert!(
        shown.contains("left   No meetings after 16:00") && shown.contains("right  No meetings after 17:00"),
        "{shown}"
    );
    cofio.fails(2, ["conflicts", "resolve", "17:00", "perhaps"]);
    cofio.fails(3, ["conflicts", "resolve", "unicorn", "left"]);
    assert!(Cofio::fresh().ok(["conflicts"]).contains("No conflicts."));
}
