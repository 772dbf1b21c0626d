//! Text that means harm: it comes back exactly as data, and never acts on a terminal.

use crate::support::{Cofio, text_of};

/// What has been seen in the wild, and what may be.
fn hostile_texts() -> Vec<String> {
    [
        "\u{1b}[31mred\u{1b}[0m alert",
        "\u{1b}]0;new title\u{7} in the window",
        "\u{1b}[2J\u{1b}[H cleared the screen",
        "\u{9b}31m with a C1 control",
        "bell \u{7} and backspace \u{8}\u{8}\u{8} and delete \u{7f}",
        "carriage return\rhides what was before",
        "nul \u{0} in the middle",
        "right to left \u{202e}gnp.exe and \u{2066}isolated\u{2069} here",
        "zero\u{200b}width\u{feff} and soft\u{2060}joined",
        "line separators\u{2028}and paragraphs\u{2029}too",
        "ascii smuggled \u{e0041}\u{e0042}\u{e0043} in tags",
        "tabs\tand\tmore tabs",
        "several\n\nlines\n  indented",
        "emoji 👩‍👩‍👧‍👦 🏳️‍🌈 🇵🇹 and 绿茶 and שלום",
        "quotes \" ' ` and $HOME $(reboot) \\n %s {0}",
        "--json is not a flag here",
        "-n neither",
        "]]> <script>alert(1)</script> &amp;",
        "'; DROP TABLE memory; --",
        "ends with spaces and a combining mark e\u{301}",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Nothing that could move a cursor, turn text round or hide: what is written for people is harmless.
fn is_harmless(text: &str) -> bool {
    let acts = |letter: char| {
        (letter.is_control() && letter != '\n' && letter != '\t')
            || matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
            || matches!(letter, '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    !text.chars().any(acts)
}

/// R2-001: what was said is what is kept, to the letter.
#[test]
fn hostile_text_comes_back_exactly_as_data() {
    let cofio = Cofio::fresh();
    for text in hostile_texts() {
        // Arguments cannot hold a NUL; standard input can hold everything.
        let saved = cofio.call(["remember", "-", "--json"]).stdin(&text).run().expect(0).json();
        let id = text_of(&saved["event"]["memory"]["id"]);
        assert_eq!(cofio.json(["show", &id])["content"], text.as_str());
    }
    assert_eq!(cofio.knows(), hostile_texts());
}

/// Nothing stored reaches a terminal raw, from any command, in any manner for people.
#[test]
fn hostile_text_never_acts_on_a_terminal() {
    let cofio = Cofio::fresh();
    let mut ids = Vec::new();
    for text in hostile_texts() {
        let saved = cofio.call(["remember", "-"]).stdin(&text).run().expect(0);
        assert!(is_harmless(&saved.said()), "{text:?}: {}", saved.said());
        ids.push(text_of(&cofio.json(["show", "last"])["id"]));
    }
    for flags in [vec![], vec!["--plain"]] {
        let run = |arguments: &[&str]| {
            let said = cofio.run(arguments.iter().copied().chain(flags.iter().copied())).said();
            assert!(is_harmless(&said), "{arguments:?} {flags:?}: {said:?}");
        };
        run(&["list"]);
        run(&["list", "--all", "--group", "kind"]);
        run(&["activity", "--limit", "100"]);
        run(&["recall", "in the and"]);
        run(&["forget", "the"]);
        for id in &ids {
            run(&["show", id]);
            run(&["why", id]);
            run(&["history", id]);
        }
    }
    for id in &ids {
        let updated = cofio.call(["update", id, "-"]).stdin("plain \u{1b}[5m words").run().expect(0);
        assert!(is_harmless(&updated.said()), "{}", updated.said());
        assert!(is_harmless(&cofio.ok(["history", id])));
        cofio.ok(["undo"]);
    }
}

/// Not only the words: everything that can be named can be named with malice.
#[test]
fn hostile_names_never_act_on_a_terminal() {
    let evil = "\u{1b}[31mevil\u{1b}[0m\u{202e}";
    let cofio = Cofio::fresh().variable("COFIO_USER_NAME", evil);
    let said = |arguments: &[&str]| {
        let said = cofio.run(arguments.iter().copied()).said();
        assert!(is_harmless(&said), "{arguments:?}: {said:?}");
    };
    said(&["spaces", "create", evil]);
    said(&["projects", "add", evil]);
    said(&["domains", "add", "odd", "--display-name", evil, "--sensitivity", "high", "--keyword", "zorp"]);
    said(&["remember", "zorp"]);
    said(&["domains", "enable", "odd"]);
    said(&[
        "remember",
        "I like tea",
        "--tag",
        evil,
        "--key",
        evil,
        "--value",
        evil,
        "--summary",
        evil,
        "--detail",
        evil,
        "--project",
        evil,
        "--reason",
        evil,
    ]);
    said(&["tasks", "add", "Renew the passport", "--next", evil]);
    said(&["--space", evil, "remember", "We have a cat"]);
    said(&["share", "passport", evil]);
    said(&["remember", "Perhaps tea", "--source", "agent_proposed", "--reason", evil]);
    for command in [
        "list",
        "activity",
        "domains",
        "projects",
        "tasks",
        "spaces",
        "status",
        "proposals",
        "conflicts",
        "doctor",
        "undo",
    ] {
        said(&[command]);
    }
    for arguments in [
        ["show", evil],
        ["why", "tea"],
        ["show", "tea"],
        ["history", "tea"],
        ["--space", evil],
        ["list", "--group=project"],
        ["show", "\u{1b}[31mnot there"],
        ["forget", "tea"],
        ["recall", evil],
    ] {
        said(&arguments);
    }
}

/// Long text is kept up to a limit that is said, and shown at a length that fits.
#[test]
fn huge_text_is_kept_or_refused_and_never_floods_the_screen() {
    let cofio = Cofio::fresh();
    let long = "long story ".repeat(2_000).trim().to_owned();
    cofio.call(["remember", "-"]).stdin(&long).run().expect(0);
    assert_eq!(cofio.knows(), std::slice::from_ref(&long));
    let listed = cofio.ok(["list"]);
    assert!(listed.lines().all(|line| line.chars().count() < 160), "{listed}");

    let too_long = "x".repeat(20 << 20);
    let refused = cofio.call(["remember", "-"]).stdin(&too_long).run().expect(2);
    assert!(refused.stderr.contains("bytes") && refused.stderr.len() < 500, "{}", &refused.stderr[..200]);
    assert_eq!(cofio.knows(), [long]);
}

/// What only looks empty is empty.
#[test]
fn nothing_but_space_is_nothing() {
    let cofio = Cofio::fresh();
    for nothing in ["", " ", "\n\n", "\t \n"] {
        cofio.call(["remember", "-"]).stdin(nothing).run().expect(2);
    }
    assert_eq!(cofio.knows(), Vec::<String>::new());
}
