//! At a terminal there is somebody to ask: what is asked, and what each answer does.

use std::process::Command;

use crate::support::{Answer, Call, Cofio};

/// Runs a command at a terminal with somebody who types this. Returns nothing where this machine has no `script`, which
/// makes the terminal.
fn at_terminal(call: Call, types: &str) -> Option<Answer> {
    let there = Command::new("script").arg("--version").output().is_ok_and(|done| done.status.success());
    if !there {
        eprintln!("skipped: there is no `script` here");
        return None;
    }
    // `script` takes one line, which a shell reads: the words are handed to it beside it.
    let line = "script --quiet --return --command \"$(printf '%q ' \"$@\")\" /dev/null";
    Some(call.stdin(types).env("SHELL", "/bin/bash").under(["bash", "-c", line, "bash"]).run())
}

const GLUCOSE: [&str; 2] = ["remember", "My fasting glucose is 5.4"];

/// R2-004: at a terminal, a domain that is off is asked about, and a yes turns it on and saves.
#[test]
fn a_yes_turns_the_domain_on_and_saves() {
    let cofio = Cofio::fresh();
    let Some(answer) = at_terminal(cofio.call(GLUCOSE), "y\n") else { return };
    let answer = answer.expect(0);
    assert!(answer.stdout.contains("Turn it on? [y/N]"), "{}", answer.stdout);
    assert_eq!(cofio.knows(), ["My fasting glucose is 5.4"]);
}

#[test]
fn anything_but_a_yes_is_a_no() {
    for types in ["n\n", "\n", "yep\n", ""] {
        let cofio = Cofio::fresh();
        let Some(answer) = at_terminal(cofio.call(GLUCOSE), types) else { return };
        answer.expect(6);
        assert_eq!((cofio.knows(), cofio.files_with("glucose")), (vec![], vec![]), "{types:?}");
    }
}

/// UX §7: --no-input never asks, even where it could.
#[test]
fn no_input_never_asks() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    for (code, arguments) in [(6, GLUCOSE.to_vec()), (2, vec!["erase", "tea"])] {
        let call = cofio.call(arguments.iter().copied().chain(["--no-input"]));
        let Some(answer) = at_terminal(call, "y\n") else { return };
        let answer = answer.expect(code);
        assert!(!answer.stdout.contains("[y/N]"), "{}", answer.stdout);
    }
    assert_eq!(cofio.knows(), ["I like tea"]);
}

/// Erasing says what would go before it asks; a no keeps it.
#[test]
fn erasing_says_what_would_go_and_a_no_keeps_it() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    let Some(answer) = at_terminal(cofio.call(["erase", "tea"]), "n\n") else { return };
    let answer = answer.expect(5);
    assert!(answer.stdout.contains("This erases \"I like tea\" for good"), "{}", answer.stdout);
    assert!(answer.stdout.contains("nothing was erased"), "{}", answer.stdout);
    assert_eq!(cofio.knows(), ["I like tea"]);

    at_terminal(cofio.call(["erase", "tea"]), "y\n").unwrap().expect(0);
    assert_eq!(cofio.knows(), Vec::<String>::new());
    at_terminal(cofio.call(["domains", "disable", "food", "--erase"]), "n\n").unwrap().expect(2);
}

/// A terminal gets colour, one that cannot show it gets none.
#[test]
fn a_terminal_gets_colour_unless_it_is_dumb() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    let Some(colored) = at_terminal(cofio.call(["list"]), "") else { return };
    assert!(colored.expect(0).stdout.contains("\u{1b}["));
    let dumb = at_terminal(cofio.call(["list"]).env("TERM", "dumb"), "").unwrap().expect(0);
    assert!(!dumb.stdout.contains("\u{1b}["));
    for flag in ["--no-color", "--plain", "--json"] {
        let plain = at_terminal(cofio.call(["list", flag]), "").unwrap().expect(0);
        assert!(!plain.stdout.contains("\u{1b}["), "{flag}");
    }
}

/// What may be longer than the screen goes through the person's pager, and nowhere else does it.
#[test]
fn a_pager_is_used_at_a_terminal_and_not_in_a_pipe() {
    let cofio = Cofio::fresh().variable("PAGER", "sed s/tea/PAGED/");
    cofio.remember("tea without milk");
    assert!(cofio.ok(["list"]).contains("tea without milk"));
    let Some(answer) = at_terminal(cofio.call(["list"]), "") else { return };
    assert!(answer.stdout.contains("PAGED without milk"), "{}", answer.stdout);
}
