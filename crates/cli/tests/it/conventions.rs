//! What every command keeps to: exit codes, which stream, how it looks, and that it never waits for an answer.

use std::process::Command;

use crate::support::{BINARY, Cofio};

/// UX §7: every exit code there is without a model or a server, on one page.
#[test]
fn exit_codes_are_as_documented() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let first = cofio.remember("I like tea")["op_id"].as_str().unwrap().to_owned();
    cofio.ok(["confirm", "tea"]);
    cofio.ok(["remember", "I like coffee"]);
    for (code, arguments) in [
        (0, vec!["list"]),
        (0, vec!["recall", "nothing whatsoever"]),
        (1, vec!["list", "--data-dir", "/dev/null/nowhere"]),
        (2, vec!["list", "--no-such-flag"]),
        (2, vec!["list", "--kind", "nonsense"]),
        (2, vec!["list", "--as-of", "the day after never"]),
        (2, vec!["remember", ""]),
        (3, vec!["show", "unicorn"]),
        (3, vec!["--space", "nowhere", "list"]),
        (4, vec!["show", "I like"]),
        (5, vec!["undo", &first]),
        (6, vec!["remember", "My fasting glucose is 5.4"]),
        (6, vec!["remember", "my password is hunter2hunter2"]),
    ] {
        cofio.run(arguments).expect(code);
    }
}

/// UX §7: 130 is what a shell reports for a program that was interrupted.
#[test]
fn an_interrupted_command_ends_by_the_signal_and_saves_nothing() {
    use std::os::unix::process::ExitStatusExt;
    let cofio = Cofio::fresh();
    cofio.ok(["status"]);
    let child = cofio.call(["remember", "-"]).start();
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.signal(), Some(2));
    assert_eq!(cofio.knows(), Vec::<String>::new());
}

/// Errors go to stderr; stdout is left to results, so that a pipe never mistakes one for the other.
#[test]
fn errors_go_to_stderr_and_results_to_stdout() {
    let cofio = Cofio::fresh();
    let saved = cofio.run(["remember", "I like tea"]).expect(0);
    assert!(saved.stdout.contains("I like tea") && saved.stderr.is_empty(), "{saved:?}");
    let failed = cofio.fails(3, ["show", "unicorn"]);
    assert!(failed.stdout.is_empty() && failed.stderr.starts_with("✗ "), "{failed:?}");
    let plain = cofio.fails(3, ["show", "unicorn", "--plain"]);
    assert!(plain.stderr.starts_with("error: "), "{plain:?}");
}

/// With --json a failure is data on stdout too, whoever noticed it, and the sentence is on stderr.
#[test]
fn a_failure_is_data_where_data_was_asked_for() {
    let cofio = Cofio::fresh();
    let first = cofio.remember("I like tea")["op_id"].as_str().unwrap().to_owned();
    cofio.ok(["confirm", "tea"]);
    let wrong_clock = cofio.call(["list", "--json"]).env("COFIO_CLOCK", "soon").run().expect(2);
    for (answer, code) in [
        (cofio.fails(3, ["show", "unicorn", "--json"]), "not_found"),
        (cofio.fails(2, ["list", "--kind", "nonsense", "--json"]), "usage"),
        (cofio.fails(2, ["list", "--no-such-flag", "--json"]), "usage"),
        (cofio.fails(2, ["--json", "lsit"]), "usage"),
        (cofio.fails(5, ["undo", &first, "--json"]), "conflict"),
        (cofio.fails(1, ["list", "--data-dir", "/dev/null/nowhere", "--json"]), "failure"),
        (wrong_clock, "usage"),
    ] {
        let error = answer.json()["error"].clone();
        assert_eq!(
            (error["code"].as_str(), error["exit"].as_i64()),
            (Some(code), answer.code.map(i64::from)),
            "{answer:?}"
        );
        assert!(!error["message"].as_str().unwrap().is_empty());
        assert!(!answer.stderr.is_empty());
    }
}

/// `-` is standard input, for every command that takes a text.
#[test]
fn a_dash_reads_standard_input() {
    let cofio = Cofio::fresh();
    cofio.call(["remember", "-"]).stdin("I like tea\nand biscuits\n").run().expect(0);
    assert_eq!(cofio.knows(), ["I like tea\nand biscuits"]);
    cofio.call(["update", "tea", "-"]).stdin("I like coffee").run().expect(0);
    assert_eq!(cofio.knows(), ["I like coffee"]);
    assert!(cofio.call(["recall", "-"]).stdin("coffee?").run().expect(0).stdout.contains("coffee"));
    assert!(cofio.call(["dates", "-"]).stdin("on 2026-05-01").run().expect(0).stdout.contains("2026-05-01"));
    cofio.call(["remember", "-"]).stdin("").run().expect(2);
    let broken = cofio.call(["remember", "-"]).stdin([0xff, 0xfe, 0x41]).run().expect(2);
    assert!(broken.stderr.contains("standard input cannot be read as text"), "{}", broken.stderr);
    assert_eq!(cofio.knows(), ["I like coffee"]);
}

/// Words need no quotes, and a text may begin with a dash after `--`.
#[test]
fn words_are_joined_and_a_double_dash_ends_the_flags() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I", "like", "tea"]);
    cofio.ok(["remember", "--", "-5 degrees is fine with me"]);
    assert_eq!(cofio.knows(), ["I like tea", "-5 degrees is fine with me"]);
}

/// Quiet says only what was asked for.
#[test]
fn quiet_says_only_results() {
    let cofio = Cofio::fresh();
    let saved = cofio.run(["remember", "I like tea", "-q"]).expect(0);
    assert_eq!((saved.stdout.lines().count(), saved.stderr.as_str()), (1, ""), "{saved:?}");
    assert_eq!(cofio.run(["recall", "unicorn", "-q"]).expect(0).said(), "");
    let failed = cofio.fails(3, ["show", "unicorn", "-q"]);
    assert_eq!(failed.stderr.lines().count(), 1, "what went wrong is not hidden: {failed:?}");
}

/// Plain output is a line a thing, fields apart by tabs, no marks and no colour even where forced.
#[test]
fn plain_output_is_for_simple_tools() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea\nand biscuits", "--plain"]);
    let id = cofio.json(["show", "tea"])["id"].as_str().unwrap().to_owned();
    let list = cofio.call(["list", "--plain"]).env("FORCE_COLOR", "1").run().expect(0).stdout;
    assert_eq!(list, format!("{id}\tactive\tfood\tpreference\tI like tea ⏎ and biscuits\n"));
    for command in
        [vec!["activity"], vec!["history", "tea"], vec!["show", "tea"], vec!["recall", "tea"], vec!["domains"]]
    {
        let text = cofio.ok(command.iter().copied().chain(["--plain"]));
        assert!(text.lines().all(|line| line.contains('\t')), "{command:?}: {text}");
        assert!(!text.contains('\u{1b}'), "{command:?}: {text}");
    }
    cofio.fails(2, ["list", "--plain", "--json"]);
}

/// Colour where it is wanted, none where it is not, and never colour alone.
#[test]
fn colour_follows_the_flags_and_the_environment() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    let colored = |variables: &[(&str, &str)], flags: &[&str]| {
        let call = cofio.call(["list"].into_iter().chain(flags.iter().copied()));
        let call = variables.iter().fold(call, |call, (name, value)| call.env(name, *value));
        call.run().expect(0).stdout.contains('\u{1b}')
    };
    assert!(!colored(&[], &[]), "a pipe gets none");
    assert!(colored(&[("FORCE_COLOR", "1")], &[]));
    assert!(!colored(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], &[]));
    assert!(colored(&[("FORCE_COLOR", "1"), ("NO_COLOR", "")], &[]), "an empty NO_COLOR says nothing");
    assert!(!colored(&[("FORCE_COLOR", "1")], &["--no-color"]));
    assert!(!colored(&[("FORCE_COLOR", "1")], &["--json"]));
    let painted = cofio.call(["list"]).env("FORCE_COLOR", "1").run().stdout;
    let bare = without_colour(&painted);
    assert_eq!(bare, cofio.ok(["list"]), "colour adds nothing that the words do not say");
}

/// Takes the colours out of a text.
fn without_colour(text: &str) -> String {
    let mut bare = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(|letter| *letter == 'm');
        } else {
            bare.push(letter);
        }
    }
    bare
}

/// A typo is met with what may have been meant.
#[test]
fn typos_are_met_with_a_suggestion() {
    let cofio = Cofio::fresh();
    for (typed, meant) in [
        (vec!["remembr", "x"], "remember"),
        (vec!["list", "--knd", "fact"], "--kind"),
        (vec!["config", "get", "policy.profil"], "policy.profile"),
        (vec!["config", "set", "polcy.profile", "manual"], "policy.profile"),
        (vec!["domains", "enabel", "health"], "enable"),
    ] {
        let wrong = cofio.run(typed.clone()).expect(2);
        assert!(wrong.stderr.contains(meant), "{typed:?}: {}", wrong.stderr);
    }
}

/// R0-059: a part that fits several operations is ambiguous, and they are listed.
#[test]
fn an_ambiguous_operation_lists_those_that_fit() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let first = cofio.remember("I like tea")["op_id"].as_str().unwrap().to_owned();
    cofio.remember("I like coffee");
    let prefix = &first[.."op_".len() + 6];
    let asked = cofio.fails(4, ["undo", prefix]);
    assert!(asked.stderr.contains(&format!("…{}  remember at", &first[first.len() - 6..])), "{}", asked.stderr);
    assert_eq!(cofio.knows().len(), 2);
    cofio.fails(3, ["undo", "op_ZZZZZZZZ"]);
}

/// A reader that has seen enough is no failure; a disk that takes nothing is one.
#[test]
fn output_that_cannot_be_written_is_told_apart() {
    let cofio = Cofio::fresh();
    let lines: String = (0..400).map(|n| format!("{{\"content\": \"memory {n} {}\"}}\n", "x".repeat(200))).collect();
    cofio.call(["import", "-"]).stdin(lines).run().expect(0);
    let data = cofio.data();
    let shell = |line: &str| {
        let script = format!("set -o pipefail; {line}");
        Command::new("bash").args(["-c", &script, BINARY]).arg(&data).output().unwrap()
    };
    let enough = shell("\"$0\" --data-dir \"$1\" list --json | head -c 1");
    assert!(enough.status.success(), "{enough:?}");
    if std::path::Path::new("/dev/full").exists() {
        let full = shell("\"$0\" --data-dir \"$1\" list --json > /dev/full");
        assert_eq!(full.status.code(), Some(1), "{full:?}");
    }
}

/// Nothing waits for an answer where nobody can give one: standard input is not read unless it was asked for.
#[test]
fn nothing_waits_for_an_answer() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    for arguments in [
        vec!["remember", "My fasting glucose is 5.4"],
        vec!["erase", "tea"],
        vec!["domains", "disable", "food", "--erase"],
        vec!["erase", "tea", "--no-input"],
    ] {
        let mut child = cofio.call(arguments.clone()).start();
        let input = child.stdin.take();
        let ended = child.wait_with_output().unwrap();
        assert!(!ended.status.success(), "{arguments:?}");
        drop(input);
    }
    assert_eq!(cofio.knows(), ["I like tea"]);
}
