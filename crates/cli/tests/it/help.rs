//! Help leads with examples, for every command there is, and the examples can be typed.

use crate::support::Cofio;

/// Every command and the commands inside it, as `help` names them.
fn commands(cofio: &Cofio, of: &[String]) -> Vec<Vec<String>> {
    let help = cofio.ok(of.iter().cloned().chain(["--help".to_owned()]));
    let mut found = Vec::new();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for line in listed {
        let name = line.split_whitespace().next().unwrap().to_owned();
        if name != "help" {
            let path: Vec<String> = of.iter().cloned().chain([name]).collect();
            found.push(path.clone());
            found.extend(commands(cofio, &path));
        }
    }
    found
}

/// UX §7: help leads with examples. What it is, an example, how it is used: in this order.
#[test]
fn help_leads_with_examples_everywhere() {
    let cofio = Cofio::fresh();
    let all = commands(&cofio, &[]);
    assert!(all.len() > 60, "{all:?}");
    for path in all {
        let help = cofio.ok(path.iter().cloned().chain(["--help".to_owned()]));
        let (about, rest) = help.split_once("\n\nExamples:\n").unwrap_or_else(|| panic!("{path:?} has none:\n{help}"));
        assert_eq!(about.lines().count(), 1, "{path:?} says what it is in a line:\n{help}");
        let (examples, _) =
            rest.split_once("\nUsage:").unwrap_or_else(|| panic!("{path:?}: usage comes after:\n{help}"));
        let about_it = examples.lines().any(|line| line.contains(&format!("cofio {}", path.join(" "))));
        assert!(about_it, "{path:?}: one example is of the command itself:\n{help}");
        assert_eq!(cofio.ok(path.iter().cloned().chain(["-h".to_owned()])).lines().next(), Some(about), "{path:?}");
    }
    assert!(!cofio.data().exists(), "help makes no store");
}

/// `cofio` alone shows what can be done, and is no success.
#[test]
fn cofio_alone_shows_what_can_be_done() {
    let cofio = Cofio::fresh();
    let alone = cofio.run(Vec::<&str>::new()).expect(2);
    assert!(alone.stderr.contains("cofio remember \"I'm vegetarian\""), "{alone:?}");
    assert_eq!(cofio.ok(["help", "remember"]), cofio.ok(["remember", "--help"]));
}

/// What the first page shows works as it stands there.
#[test]
fn the_examples_of_the_first_page_work_as_typed() {
    let cofio = Cofio::fresh();
    let help = cofio.ok(["--help"]);
    let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
    let mut typed = 0;
    for line in examples {
        let command = line.trim().strip_prefix("cofio ").unwrap().split("    ").next().unwrap().trim().to_owned();
        let script = format!("exec \"$1\" {}", command.split("  ").next().unwrap());
        cofio.call(Vec::<&str>::new()).under(["sh", "-c", &script, "sh"]).run().expect(0);
        typed += 1;
    }
    assert_eq!(typed, 5);
}

/// Every example is a command that exists, with flags that exist: none is met with a misunderstanding.
#[test]
fn every_example_can_be_typed() {
    let cofio = Cofio::fresh().variable("COFIO_DATA_DIR", ":memory:").variable("EDITOR", "true");
    let mut typed = std::collections::BTreeSet::new();
    for path in commands(&cofio, &[]) {
        let help = cofio.ok(path.iter().cloned().chain(["--help".to_owned()]));
        let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
        // A remark stands behind two spaces; pipes and files belong to the shell and to another folder.
        let commands =
            examples.filter_map(|line| line.trim().strip_prefix("cofio ")?.split("  ").next().map(str::to_owned));
        // A server does not end by itself.
        let ends = |command: &String| !command.starts_with("serve") && !command.contains(['|', '<', '>', '~']);
        typed.extend(commands.filter(ends));
    }
    assert!(typed.len() > 80, "{}", typed.len());
    for command in typed {
        let script = format!("exec \"$1\" {command}");
        let answer = cofio.call(Vec::<&str>::new()).under(["sh", "-c", &script, "sh"]).run();
        assert!(!answer.stderr.starts_with("error:"), "{command}: {}", answer.stderr);
    }
}
