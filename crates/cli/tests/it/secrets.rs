//! Secrets never reach the disk, the log or the screen.

use std::path::PathBuf;

use crate::support::Cofio;

/// Invented, in the shape of the real thing.
const KEY: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// The tail of it, which would be found even where the text was cut.
const TAIL: &str = "838347Ae178B4a";

fn nothing_is_left_of(cofio: &Cofio, secret: &str) {
    assert_eq!(cofio.files_with(secret), Vec::<PathBuf>::new());
}

/// PRODUCT §1.6 row 1: exit 6, a visible reason, and neither a file nor the screen has it.
#[test]
fn a_key_is_refused_with_its_reason_and_kept_nowhere() {
    let cofio = Cofio::fresh();
    for flags in [vec![], vec!["--json"], vec!["--plain"], vec!["-v"], vec!["--dry-run"]] {
        let text = format!("The deploy token is {KEY}");
        let refused = cofio.run(["remember", &text].into_iter().chain(flags.iter().copied())).expect(6);
        assert!(refused.said().contains("looks like a GitHub token"), "{refused:?}");
        assert!(!refused.said().contains(TAIL), "{flags:?} shows it: {refused:?}");
    }
    nothing_is_left_of(&cofio, TAIL);
    assert_eq!(cofio.done(), ["create_space"]);
}

/// It does not matter where in a memory the secret stands.
#[test]
fn no_part_of_a_memory_takes_a_secret() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I deploy on Fridays"]);
    let before = cofio.state();
    for arguments in [
        vec!["update", "Fridays", KEY],
        vec!["set", "Fridays", "--detail", KEY],
        vec!["set", "Fridays", "--summary", KEY],
        vec!["set", "Fridays", "--key", KEY],
        vec!["set", "Fridays", "--value", KEY],
        vec!["set", "Fridays", "--tag", KEY],
        vec!["remember", "I deploy on Mondays", "--detail", KEY],
        vec!["remember", "I deploy on Mondays", "--value", KEY],
        vec!["remember", "I deploy on Mondays", "--reason", KEY],
        vec!["forget", "Fridays", "--reason", KEY],
        vec!["delete", "Fridays", "--reason", KEY],
        vec!["tasks", "add", KEY],
        vec!["tasks", "add", "Deploy", "--next", KEY],
        vec!["projects", "add", KEY],
        vec!["spaces", "create", KEY],
        vec!["domains", "add", "ops", "--keyword", KEY],
        vec!["domains", "add", "ops", "--display-name", KEY],
    ] {
        let refused = cofio.run(arguments.clone()).expect(6);
        assert!(!refused.said().contains(TAIL), "{arguments:?} shows it: {refused:?}");
    }
    assert_eq!(cofio.state(), before);
    nothing_is_left_of(&cofio, TAIL);
}

/// Also where a file or a pipe brings it.
#[test]
fn a_secret_from_a_file_or_a_pipe_is_refused_and_the_rest_is_taken() {
    let cofio = Cofio::fresh();
    cofio.call(["remember", "-"]).stdin(format!("token: {KEY}\n")).run().expect(6);
    let lines = format!("{{\"content\": \"I like tea\"}}\n{{\"content\": \"token {KEY}\"}}\n");
    let imported = cofio.call(["import", "-", "--json"]).stdin(lines).run().expect(0);
    assert_eq!(imported.json()["lines"][1]["action"], "refused");
    assert!(!imported.said().contains(TAIL), "{imported:?}");
    assert_eq!(cofio.knows(), ["I like tea"]);
    nothing_is_left_of(&cofio, TAIL);
}

/// An editor's file is gone afterwards, whatever was typed into it.
#[test]
fn a_secret_typed_into_the_editor_is_refused_and_its_file_is_gone() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    let editor =
        cofio.write("editor.sh", "#!/bin/sh\nprintf '%s%s' ghp_16C7e42F292c6912E7710 c838347Ae178B4a > \"$1\"\n");
    cofio.call(["edit", "tea"]).env("EDITOR", format!("sh {}", editor.display())).run().expect(6);
    nothing_is_left_of(&cofio, KEY);
    assert_eq!(cofio.knows(), ["I like tea"]);
}

/// `check` says what would happen, and opens nothing.
#[test]
fn check_says_whether_and_why_without_storing() {
    let cofio = Cofio::fresh();
    let refused = cofio.fails(6, ["check", &format!("my token {KEY}"), "--json"]);
    let verdict = refused.json();
    assert_eq!((&verdict["refused"], verdict["secrets"].as_array().unwrap().len()), (&true.into(), 1));
    let span = &verdict["secrets"][0]["span"];
    assert_eq!(span, &serde_json::json!([9, 9 + KEY.len()]), "where it stands, counted in letters");
    assert!(!refused.said().contains(TAIL));

    let people = cofio.call(["check", "-"]).stdin(KEY).run().expect(6);
    assert!(people.stdout.starts_with("✗ It "), "{}", people.stdout);
    for innocent in
        ["order 4711-0815 arrives on Friday", "see commit 9fceb02d0ae598e95dc970b74767f19372d61af8", "use sk-xxxx here"]
    {
        assert_eq!(cofio.json(["check", innocent])["refused"], false, "{innocent}");
    }
    assert_eq!(cofio.json(["check", "my fasting glucose is 5.4"])["sensitive_domains"][0], "health");
    assert!(!cofio.data().exists(), "it made no store");
    cofio.fails(2, ["check"]);
}

/// R2-039: what an assistant may say about a person.
#[test]
fn lint_tells_telling_from_mind_reading() {
    let cofio = Cofio::fresh();
    for allowed in
        ["You previously told me you prefer funds", "Based on your preference for funds", "I remember you said so"]
    {
        assert_eq!(cofio.json(["lint", allowed])["ok"], true, "{allowed}");
    }
    for forbidden in [
        "You believe that funds are safer",
        "You think that funds are safer",
        "You are the type of person who plans",
        "Your personality suggests caution",
    ] {
        let flagged = cofio.fails(6, ["lint", forbidden, "--json"]).json();
        assert_eq!(flagged["ok"], false, "{forbidden}");
        assert!(forbidden.contains(flagged["flags"][0]["text"].as_str().unwrap()));
    }
    assert!(cofio.fails(6, ["lint", "You believe in funds"]).stdout.starts_with("✗ \"You believe\""));
    assert!(!cofio.data().exists(), "it made no store");
}
