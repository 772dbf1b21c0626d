//! What surrounds the commands: completions, manual pages, versions.

use std::process::Command;

use crate::support::Cofio;

/// UX §7: bash, zsh, fish, PowerShell and nushell, and elvish because it costs nothing.
#[test]
fn every_shell_gets_its_completions() {
    let cofio = Cofio::fresh();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish", "nushell"] {
        let script = cofio.ok(["completions", shell]);
        assert!(script.contains("cofio") && script.len() > 100, "{shell}: {script}");
    }
    let wrong = cofio.fails(2, ["completions", "tcsh"]);
    assert!(wrong.stderr.contains("bash") && wrong.stderr.contains("fish"), "{}", wrong.stderr);
    cofio.fails(2, ["completions"]);
    assert!(!cofio.data().exists(), "it made no store");
}

#[test]
fn the_scripts_are_understood_by_their_shells() {
    let cofio = Cofio::fresh();
    for (shell, flag) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let path = cofio.write(&format!("script.{shell}"), cofio.ok(["completions", shell]));
        match Command::new(shell).arg(flag).arg(&path).output() {
            Ok(checked) => assert!(checked.status.success(), "{shell}: {checked:?}"),
            Err(_) => eprintln!("skipped: there is no {shell} here"),
        }
    }
}

/// Asks as a shell would what may come after these words.
fn completes(cofio: &Cofio, words: &[&str]) -> String {
    let index = words.len().to_string();
    let typed = ["--", "cofio"].into_iter().chain(words.iter().copied());
    cofio
        .call(typed)
        .env("COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", index)
        .env("_CLAP_IFS", "\n")
        .run()
        .expect(0)
        .stdout
}

/// Memories and domains complete, and asking makes no store.
#[test]
fn completions_know_commands_domains_and_memories() {
    let cofio = Cofio::fresh();
    assert!(completes(&cofio, &["rem"]).contains("remember"));
    completes(&cofio, &["show", ""]);
    assert!(!cofio.data().exists(), "asking makes no store");

    let id = cofio.memory("I like tea");
    let offered = completes(&cofio, &["show", ""]);
    let short = offered.lines().find(|line| id.ends_with(line.trim())).map(str::to_owned);
    assert!(short.is_some(), "{offered}");
    assert!(completes(&cofio, &["domains", "enable", "he"]).contains("health"));
}

/// UX §7: a page for every command, with the examples help leads with.
#[test]
fn there_is_a_manual_page_for_every_command() {
    let cofio = Cofio::fresh();
    let page = cofio.ok(["man"]);
    assert!(page.contains(".TH cofio 1") && page.contains(".SH EXAMPLES"), "{page}");
    let folder = cofio.home().join("man");
    cofio.ok(["man", "--out", &folder.to_string_lossy()]);
    for name in ["cofio", "cofio-remember", "cofio-tasks", "cofio-tasks-add", "cofio-config-explain"] {
        let page = std::fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        assert!(
            page.contains(".SH EXAMPLES\n.nf\ncofio ") || page.contains(".SH EXAMPLES\n.nf\nEDITOR"),
            "{name}: {page}"
        );
    }
    cofio.write("file", "in the way");
    cofio.fails(1, ["man", "--out", "file/below"]);
}

#[test]
fn the_version_is_the_version() {
    let cofio = Cofio::fresh();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(cofio.ok(["version"]), format!("cofio {version}\n"));
    assert_eq!(cofio.ok(["--version"]), format!("cofio {version}\n"));
    assert_eq!(cofio.json(["version"])["version"], version);
    cofio.fails(2, ["version", "please"]);
    assert!(!cofio.data().exists());
}
