//! The surface others build on: help, and data as programs read it. It does not change unseen.
//!
//! Ids are random, so each is shown by what it is and in the order it first appears: `mem_1`, `op_2`.

use std::collections::BTreeMap;

use crate::support::Cofio;

/// How many letters an id has after its prefix.
const LETTERS: usize = 26;

/// Names the ids in a text by their order, so that the same id is the same name.
fn named(text: &str) -> String {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut shown = String::new();
    for word in text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
        let bare = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        match bare.split_once('_') {
            Some((noun, letters)) if letters.len() == LETTERS => {
                let next = names.len() + 1;
                let name = names.entry(bare.to_owned()).or_insert_with(|| format!("{noun}_{next}"));
                shown.push_str(&word.replace(bare, name));
            }
            _ => shown.push_str(word),
        }
    }
    shown
}

/// Takes the short ids out of what people see.
fn without_short_ids(text: &str) -> String {
    let short = |word: &str| word.starts_with('…') && word.chars().count() >= 5;
    let mut shown = String::new();
    let mut after_command = false;
    for word in named(text).split_inclusive([' ', '\n']) {
        let bare = word.trim_end();
        let hide =
            short(bare) || (after_command && bare.len() >= 4 && bare.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        shown.push_str(&if hide { word.replace(bare, "…ID") } else { word.to_owned() });
        after_command = matches!(bare, "undo" | "history") && word.ends_with(' ');
    }
    shown
}

/// Compares with what was accepted before. `INSTA_UPDATE=always` accepts a change; the difference is for review.
fn is_as_before(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn help_is_as_before() {
    let cofio = Cofio::fresh();
    is_as_before("help", &cofio.ok(["--help"]));
    for command in [
        "remember", "recall", "list", "update", "set", "forget", "erase", "undo", "activity", "domains", "import",
        "doctor", "config", "model", "embed", "rerank", "context", "serve", "key", "mcp",
    ] {
        is_as_before(&format!("help_{command}"), &cofio.ok([command, "--help"]));
    }
}

/// PRODUCT §1.10: every write returns a message and an event of one shape.
#[test]
fn events_are_as_before() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let mut said = String::new();
    for (code, arguments) in [
        (0, vec!["remember", "I'm targeting retirement at 50", "-d", "general"]),
        (0, vec!["update", "retirement", "User is targeting retirement at 55"]),
        (0, vec!["confirm", "retirement"]),
        (0, vec!["remember", "The party is on a boat"]),
        (0, vec!["link", "party", "retirement", "--as", "supports"]),
        (0, vec!["forget", "party", "--reason", "it was called off"]),
        (0, vec!["undo"]),
        (6, vec!["remember", "My fasting glucose is 5.4"]),
        (6, vec!["remember", "my password is hunter2hunter2"]),
        (0, vec!["remember", "Prefers Kroger for groceries", "--source", "agent_proposed"]),
        (0, vec!["domains", "enable", "health"]),
        (0, vec!["forget", "retirement", "--dry-run"]),
        (0, vec!["erase", "party", "--yes"]),
    ] {
        let answer = cofio.run(arguments.iter().copied().chain(["--json"])).expect(code);
        said.push_str(&format!("$ cofio {}\n{}", arguments.join(" "), answer.stdout));
    }
    is_as_before("events", &named(&said));
}

#[test]
fn views_are_as_before() {
    let cofio = story();
    let mut said = String::new();
    for arguments in [
        vec!["list", "--all"],
        vec!["show", "retirement"],
        vec!["history", "retirement"],
        vec!["why", "retirement"],
        vec!["activity", "--limit", "2"],
        vec!["recall", "retirement"],
    ] {
        said.push_str(&format!(
            "$ cofio {}\n{}",
            arguments.join(" "),
            cofio.run(arguments.iter().copied().chain(["--json"])).stdout
        ));
    }
    is_as_before("views", &named(&said));
}

#[test]
fn errors_are_as_before() {
    let cofio = story();
    let mut said = String::new();
    for (code, arguments) in [
        (2, vec!["list", "--kind", "nonsense"]),
        (2, vec!["list", "--no-such-flag"]),
        (3, vec!["show", "unicorn"]),
        (4, vec!["show", "retirement"]),
        (5, vec!["undo", "first"]),
    ] {
        let first =
            || cofio.json(["activity", "--limit", "100"]).as_array().unwrap()[2]["op_id"].as_str().unwrap().to_owned();
        if code == 4 {
            cofio.ok(["remember", "The retirement party is on a boat"]);
        }
        let typed: Vec<String> =
            arguments.iter().map(|word| if *word == "first" { first() } else { (*word).to_owned() }).collect();
        let answer = cofio.run(typed.into_iter().chain(["--json".to_owned()])).expect(code);
        said.push_str(&format!(
            "$ cofio {}\n{}--- and beside it\n{}",
            arguments.join(" "),
            answer.stdout,
            answer.stderr
        ));
    }
    is_as_before("errors", &without_short_ids(&said));
}

/// A person's first five minutes, as they see them.
#[test]
fn what_people_see_is_as_before() {
    let cofio = Cofio::fresh();
    let mut said = String::new();
    let steps = [
        vec!["list"],
        vec!["remember", "I'm vegetarian", "-d", "food", "--rule"],
        vec!["remember", "I'm targeting retirement at 50", "-d", "general"],
        vec!["update", "retirement", "I'm targeting retirement at 55"],
        vec!["list"],
        vec!["show", "retirement"],
        vec!["history", "retirement"],
        vec!["why", "retirement"],
        vec!["remember", "I only do funds", "-d", "finance"],
        vec!["remember", "The retirement party is on a boat"],
        vec!["forget", "retirement"],
        vec!["undo"],
        vec!["activity"],
        vec!["domains"],
        vec!["tasks", "add", "Renew the passport by May 2027"],
        vec!["tasks"],
        vec!["erase", "vegetarian", "--yes"],
    ];
    for (minute, arguments) in steps.iter().enumerate() {
        cofio.set_clock(&format!("2026-03-01T09:{minute:02}:00Z"));
        let answer = cofio.run(arguments.clone());
        said.push_str(&format!("$ cofio {}\n{}", arguments.join(" "), answer.said()));
        if answer.code != Some(0) {
            said.push_str(&format!("(exit {})\n", answer.code.unwrap()));
        }
        said.push('\n');
    }
    is_as_before("people", &without_short_ids(&said));
}

/// A correction, in March and April.
fn story() -> Cofio {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "I'm targeting retirement at 50", "-d", "general"]);
    cofio.set_clock("2026-04-01T09:00:00Z");
    cofio.ok(["update", "retirement", "I'm targeting retirement at 55"]);
    cofio
}
