//! Settings: where they may be set, which place wins, and what is said where one is wrong.

use crate::support::{Cofio, mode_of};

/// Where a setting comes from, and what it beat.
fn explained(call: crate::support::Call) -> (String, String, Vec<String>) {
    let all = call.run().expect(0).json();
    let setting = &all["policy.profile"];
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let beaten = setting["overruled"].as_array().unwrap().iter().map(|one| text(&one["value"])).collect();
    (text(&setting["value"]), text(&setting["origin"]), beaten)
}

/// UX §7: flags beat variables, those the project's file, that the user's, that the defaults; and explain says so.
#[test]
fn each_place_beats_those_below_it() {
    let cofio = Cofio::fresh();
    let work = cofio.home().join("work/deep/down");
    std::fs::create_dir_all(&work).unwrap();
    let explain = || cofio.call(["config", "explain", "policy.profile", "--json"]).standing_in(&work);

    assert_eq!(explained(explain()), ("balanced".into(), "default".into(), vec![]));
    cofio.ok(["config", "set", "policy.profile", "manual"]);
    let (value, origin, _) = explained(explain());
    assert_eq!((value.as_str(), origin), ("manual", format!("user file {}", cofio.settings().display())));
    let project = cofio.write("work/.cofio.toml", "[policy]\nprofile = \"confirm\"\n");
    let (value, origin, _) = explained(explain());
    assert_eq!((value.as_str(), origin), ("confirm", format!("project file {}", project.display())));
    let (value, origin, beaten) = explained(explain().env("COFIO_POLICY_PROFILE", "instant"));
    assert_eq!((value.as_str(), origin.as_str()), ("instant", "environment COFIO_POLICY_PROFILE"));
    assert_eq!(beaten, ["balanced", "manual", "confirm"]);

    let flagged = cofio
        .call(["--data-dir", "elsewhere", "config", "explain", "data_dir"])
        .env("COFIO_DATA_DIR", "/from/the/environment")
        .run()
        .expect(0);
    assert!(flagged.stdout.contains("data_dir = elsewhere  (flag --data-dir)"), "{}", flagged.stdout);
    assert!(flagged.stdout.contains("beats /from/the/environment (environment COFIO_DATA_DIR)"), "{}", flagged.stdout);
}

/// A file that cannot be read stops the command before anything happens, and says where.
#[test]
fn a_wrong_file_is_named_with_its_line() {
    let cofio = Cofio::fresh();
    for (text, line, what) in [
        ("space = \"a\"\n\n[policy\nprofile = 1\n", "line 3", ""),
        ("[policy]\n# how readily\nprofile = \"slow\"\n", "line 3", "`slow` is no profile"),
        ("[policy]\nprofle = \"manual\"\n", "line 2", "did you mean `policy.profile`?"),
        ("\n\ndeletion.trash_days = \"many\"\n", "line 3", "a whole number"),
        ("policy.profile = [\"manual\"]\n", "line 1", "a single value"),
        ("user.tz = \"Mars/Olympus\"\n", "line 1", "Europe/Lisbon"),
    ] {
        let file = cofio.write("config/cofio/config.toml", text);
        let refused = cofio.fails(2, ["list"]);
        for part in [&*file.to_string_lossy(), line, what] {
            assert!(refused.stderr.contains(part), "{part} in {}", refused.stderr);
        }
        assert_eq!(cofio.fails(2, ["list", "--json"]).json()["error"]["code"], "usage");
    }
    assert!(!cofio.data().exists(), "nothing was opened");
    cofio.write("config/cofio/config.toml", "");
    cofio.write(".cofio.toml", "polcy = 1");
    assert!(cofio.fails(2, ["list"]).stderr.contains("project file"));
}

#[test]
fn a_wrong_variable_or_flag_is_named() {
    let cofio = Cofio::fresh();
    let wrong = cofio.call(["list"]).env("COFIO_DELETION_TRASH_DAYS", "-3").run().expect(2);
    assert!(wrong.stderr.contains("environment COFIO_DELETION_TRASH_DAYS"), "{}", wrong.stderr);
    let wrong = cofio.fails(2, ["list", "--data-dir", ""]);
    assert!(wrong.stderr.contains("--data-dir"), "an empty folder is no folder: {}", wrong.stderr);
    cofio.call(["list"]).env("COFIO_DATA_DIR", "").run().expect(0);
    assert!(cofio.data().join("cofio.db").exists(), "an empty variable says nothing");
}

/// What is set is checked before it is written, and keeps the comments of the file.
#[test]
fn set_checks_first_and_keeps_the_file_as_it_was() {
    let cofio = Cofio::fresh();
    let file = cofio.write("config/cofio/config.toml", "# mine\n[policy]\nprofile = \"manual\" # for now\n");
    for (key, value) in
        [("policy.profile", "slow"), ("user.tz", "Mars"), ("policy.importance_min", "2"), ("nonsense", "1")]
    {
        cofio.fails(2, ["config", "set", key, value]);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "# mine\n[policy]\nprofile = \"manual\" # for now\n");
    cofio.ok(["config", "set", "user.tz", "Europe/Lisbon"]);
    cofio.ok(["config", "set", "deletion.trash_days", "7"]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# mine\n[policy]\nprofile = \"manual\" # for now\n"), "{text}");
    assert_eq!(cofio.ok(["config", "get", "deletion.trash_days"]), "7\n");
    assert_eq!(cofio.json(["config", "get", "user.tz"])["value"], "Europe/Lisbon");
    cofio.ok(["config", "unset", "user.tz"]);
    assert_eq!(cofio.ok(["config", "get", "user.tz"]), "system\n");
    assert!(cofio.ok(["config", "unset", "user.tz"]).contains("it was not set"));
    cofio.fails(2, ["config", "get", "nonsense"]);
}

/// Setting something that another place beats is no success without a word.
#[test]
fn setting_what_is_beaten_elsewhere_says_so() {
    let cofio = Cofio::fresh().variable("COFIO_POLICY_PROFILE", "manual");
    let set = cofio.run(["config", "set", "policy.profile", "confirm"]).expect(0);
    assert!(set.stderr.contains("environment COFIO_POLICY_PROFILE beats it"), "{}", set.stderr);
}

#[test]
fn the_settings_file_can_be_edited_and_a_wrong_edit_is_not_saved() {
    let cofio = Cofio::fresh();
    cofio.ok(["config", "set", "policy.profile", "manual"]);
    assert_eq!(cofio.ok(["config", "path"]).trim(), cofio.settings().to_string_lossy());
    cofio.call(["config", "edit"]).env("EDITOR", "sed -i s/manual/confirm/").run().expect(0);
    assert_eq!(cofio.ok(["config", "get", "policy.profile"]), "confirm\n");
    let wrong = cofio.call(["config", "edit"]).env("EDITOR", "sed -i s/confirm/slow/").run().expect(2);
    assert!(wrong.stderr.contains("not saved: line 2"), "{}", wrong.stderr);
    assert_eq!(cofio.ok(["config", "get", "policy.profile"]), "confirm\n");
}

/// Every setting is listed with what it means, in every manner.
#[test]
fn every_setting_is_listed() {
    let cofio = Cofio::fresh();
    let all = cofio.json(["config", "list"]);
    let names: Vec<&String> = all.as_object().unwrap().keys().collect();
    assert!(names.len() >= 15);
    let (people, plain, explained) =
        (cofio.ok(["config", "list"]), cofio.ok(["config", "list", "--plain"]), cofio.ok(["config", "explain"]));
    for name in names {
        assert!(people.contains(name.as_str()) && plain.contains(&format!("{name}\t")), "{name}");
        assert!(explained.contains(&format!("{name} = ")), "{name}");
    }
}

/// UX §7: XDG folders where they are set, the usual ones where not, relative ones never.
#[test]
fn folders_are_where_the_desktop_keeps_them() {
    let cofio = Cofio::fresh();
    cofio.call(["remember", "I like tea"]).env("XDG_DATA_HOME", cofio.home().join("data")).run().expect(0);
    assert!(cofio.home().join("data/cofio/cofio.db").exists());
    cofio.call(["remember", "I like tea"]).env("XDG_DATA_HOME", "").run().expect(0);
    assert!(cofio.home().join(".local/share/cofio/cofio.db").exists());
    let path = cofio.call(["config", "path"]).env("XDG_CONFIG_HOME", "relative").run().expect(0).stdout;
    assert_eq!(path.trim(), cofio.home().join(".config/cofio/config.toml").to_string_lossy());
    cofio.ok(["--data-dir", "one folder", "remember", "I like tea"]);
    assert!(cofio.home().join("one folder/cofio.db").exists());
}

/// Nothing is kept where nothing is to be kept.
#[test]
fn memory_alone_leaves_no_file() {
    let cofio = Cofio::fresh();
    cofio.ok(["--data-dir", ":memory:", "remember", "I like tea"]);
    assert_eq!(crate::support::files_below(cofio.home()).len(), 0);
}

/// UX §7: files are 0600 and folders 0700, whatever the shell's umask says.
#[test]
fn nobody_else_can_read_the_files() {
    for umask in ["000", "022", "077"] {
        let cofio = Cofio::fresh();
        let script = format!("umask {umask}; exec \"$@\"");
        let under = |arguments: &[&str]| {
            cofio.call(arguments.iter().copied()).under(["sh", "-c", &script, "sh"]).run().expect(0)
        };
        under(&["remember", "I like tea"]);
        under(&["list"]);
        under(&["erase", "tea", "--yes"]);
        under(&["config", "set", "policy.profile", "manual"]);
        for folder in ["share", "share/cofio", "config", "config/cofio"] {
            assert_eq!(mode_of(&cofio.home().join(folder)), 0o700, "{folder} under umask {umask}");
        }
        for (path, _) in crate::support::files_below(cofio.home()) {
            assert_eq!(mode_of(&path), 0o600, "{} under umask {umask}", path.display());
        }
    }
}
