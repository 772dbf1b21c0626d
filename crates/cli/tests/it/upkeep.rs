//! Briefs, consolidation, outcomes, review and rebuilding, as a person types them.

use serde_json::{Value, json};

use crate::support::{Cofio, text_of};

fn chat(texts: &[&str]) -> String {
    let line = |(minute, text): (usize, &&str)| {
        json!({"role": "user", "at": format!("2026-03-01T09:{minute:02}:00Z"), "text": text}).to_string() + "\n"
    };
    texts.iter().enumerate().map(line).collect()
}

/// Somebody who talked on a Monday.
fn after_a_talk() -> Cofio {
    let cofio = Cofio::fresh().clock("2026-03-01T10:00:00Z");
    let lines = chat(&["I live in Lisbon.", "My wife is named Jane.", "I like green tea."]);
    cofio.call(["record", "-", "--session", "monday"]).stdin(lines).run().expect(0);
    cofio.ok(["sessions", "close", "monday"]);
    cofio
}

fn lines_of(briefs: &Value) -> Vec<String> {
    let all = briefs.as_array().unwrap().iter().flat_map(|brief| brief["lines"].as_array().unwrap());
    all.map(|line| text_of(&line["text"])).collect()
}

/// R4-002, R4-010: what is known can be read, with what it rests on; what is forgotten cannot, before anything is compiled.
#[test]
fn briefs_are_compiled_and_read() {
    let cofio = after_a_talk();
    assert!(cofio.ok(["briefs"]).contains("Nothing is compiled yet"));
    let told = cofio.ok(["compile", "--dry-run"]);
    assert!(told.contains("Lisbon") && told.contains("dry run"), "{told}");
    assert_eq!(cofio.json(["briefs"]), json!([]));
    assert!(cofio.ok(["compile"]).contains("Compiled: "), "it says which");
    assert!(cofio.ok(["compile"]).contains("Up to date"));
    let profile = cofio.json(["briefs", "profile"]);
    assert!(lines_of(&profile).iter().any(|line| line.contains("Lisbon")), "{profile}");
    assert!(text_of(&profile[0]["lines"][0]["cites"][0]).starts_with("mem_"));
    cofio.ok(["forget", "Lisbon"]);
    assert!(!lines_of(&cofio.json(["briefs"])).join(" ").contains("Lisbon"));
    cofio.fails(3, ["briefs", "unicorns"]);
}

/// RX-10: what is done unasked is shown before, told after, and undone by its run.
#[test]
fn consolidation_is_shown_done_and_undone() {
    let cofio = after_a_talk();
    let other = ["remember", "Green tea is what user likes", "--source", "extracted", "--evidence-type", "stated"];
    cofio.ok(other.into_iter().chain(["--confidence", "0.8", "--kind", "preference", "-d", "food"]));
    let before = cofio.knows();
    let planned = cofio.json(["consolidate", "--deep", "--dry-run"]);
    assert_eq!((cofio.knows(), &planned["run"]), (before.clone(), &Value::Null));
    let done = cofio.json(["consolidate", "--deep"]);
    assert_eq!(done["steps"].as_array().unwrap().len(), planned["steps"].as_array().unwrap().len());
    if let Some(run) = done["run"].as_str() {
        cofio.ok(["undo", run]);
    }
    assert_eq!(cofio.knows(), before);
    assert!(cofio.ok(["jobs"]).contains("consolidate.daily"));
}

/// R4-018.
#[test]
fn outcomes_are_noted() {
    let cofio = after_a_talk();
    let told = cofio.ok(["outcome", "contradicted", "green tea"]);
    assert!(told.contains("Noted: contradicted") && told.contains("undo:"), "{told}");
    cofio.ok(["outcome", "not-relevant", "green tea", "--for", "travel"]);
    let tags = cofio.json(["show", "green tea"])["tags"].clone();
    assert_eq!(tags, json!(["not-for:travel"]));
    cofio.fails(3, ["outcome", "confirmed", "unicorns"]);
    cofio.fails(2, ["outcome", "perhaps", "green tea"]);
}

/// R3-016, UX §12: a deck that is answered from a pipe, a card a line, and undone as one.
#[test]
fn a_review_takes_answers_from_a_pipe() {
    let cofio = after_a_talk();
    let deck = cofio.json(["review"]);
    let cards: Vec<String> = deck["cards"].as_array().unwrap().iter().map(|card| text_of(&card["content"])).collect();
    assert!(cards.len() >= 3, "{deck}");
    let before = cofio.knows();
    let answers = "w\nu\nk\nnonsense\ne User likes black tea\ns\n";
    let told = cofio.call(["review"]).stdin(answers).run().expect(0);
    let head = format!("{} cards · about 1 minute · skip any", cards.len());
    assert!(told.stdout.contains(&head), "{}", told.stdout);
    assert!(told.stdout.contains("1 kept, 1 changed, 0 wrong, 1 skipped"), "{}", told.stdout);
    assert!(told.stdout.contains("Here's what I think I know about you"), "{}", told.stdout);
    assert!(cofio.knows().contains(&"User likes black tea".to_owned()), "{:?}", cofio.knows());
    let undo = told.stdout.split("cofio undo ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    cofio.ok(["undo", &undo]);
    let mut after = cofio.knows();
    let mut before = before;
    after.sort();
    before.sort();
    assert_eq!(after, before);
}

/// C28: offered after a month, put off for another.
#[test]
fn a_review_is_offered_and_put_off() {
    let cofio = after_a_talk();
    assert!(!cofio.ok(["status"]).contains("cofio review"));
    cofio.set_clock("2026-04-05T10:00:00Z");
    cofio.ok(["remember", "Walks to work", "--source", "extracted", "--confidence", "0.9"]);
    assert!(cofio.ok(["status"]).contains("cofio review"), "{}", cofio.ok(["status"]));
    cofio.ok(["review", "--snooze"]);
    assert!(!cofio.ok(["status"]).contains("cofio review"));
}

/// R4-008, C35.
#[test]
fn what_is_derived_is_made_again_and_goes_with_its_session() {
    let cofio = after_a_talk();
    let mut before = cofio.knows();
    before.sort();
    for layer in ["memories", "episodes", "events"] {
        assert!(cofio.ok(["rebuild", "--from", layer]).contains(&format!("Rebuilt from {layer}")));
        let mut after = cofio.knows();
        after.sort();
        assert_eq!(after, before, "{layer}");
    }
    cofio.fails(2, ["rebuild", "--from", "dreams"]);
    assert!(cofio.ok(["sessions", "relearn", "monday"]).contains("Learned from again"));
    let told = cofio.ok(["sessions", "delete", "monday", "--forget"]);
    assert!(told.contains("things learned from it are forgotten"), "{told}");
    assert_eq!(cofio.knows(), Vec::<String>::new());
}

/// Issue 13, entities: who is who is shown by every name, with what follows marked as such; R1-072.
#[test]
fn entities_are_listed_and_shown() {
    let cofio = Cofio::fresh();
    assert!(cofio.ok(["entities"]).contains("Nobody"));
    for words in ["My wife is named Jane", "Jane Smith works on Apollo", "Tom works on Apollo"] {
        cofio.remember(words);
    }
    let names: Vec<String> =
        cofio.json(["entities"]).as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["Apollo", "Jane Smith", "Tom"]);
    let wife = cofio.ok(["entities", "my wife"]);
    assert!(wife.contains("Jane Smith") && wife.contains("your wife, Jane"), "{wife}");
    assert!(wife.contains("╌ Jane Smith works with Tom on Apollo, because both work on Apollo"), "{wife}");
    let told = cofio.ok(["consolidate", "--deep"]);
    assert!(told.contains("related") && told.contains("both work on Apollo"), "{told}");
    assert!(cofio.ok(["show", "Tom"]).contains("╌ Jane Smith works with Tom on Apollo, because"));
    assert!(cofio.ok(["entities", "--plain"]).starts_with("ent_"));
    cofio.fails(3, ["entities", "Nobody"]);
    cofio.ok(["erase", "Tom", "--yes"]);
    assert!(!cofio.ok(["entities"]).contains("Tom"));
    assert!(!cofio.ok(["show", "Smith"]).contains('╌'));
}

/// R2-044: what is about the same thing stands under one name.
#[test]
fn memories_are_listed_by_cluster() {
    let cofio = Cofio::fresh();
    for words in ["I play the violin", "I practise violin sonatas", "The violin needs strings", "I drive a van"] {
        cofio.remember(words);
    }
    cofio.ok(["jobs", "run", "consolidate.deep"]);
    let told = cofio.ok(["list", "--group", "cluster"]);
    assert!(told.contains("VIOLIN 3") && told.contains("IN NO CLUSTER 1"), "{told}");
    let clusters = cofio.json(["list", "--group", "cluster"]);
    assert_eq!((&clusters[0]["name"], clusters[0]["items"].as_array().unwrap().len()), (&json!("violin"), 3));
    assert_eq!(clusters[1]["name"], Value::Null);
}
