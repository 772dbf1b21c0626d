//! `doctor` on a healthy, a read-only and a full disk: says what is wrong and what to do, and touches nothing.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use crate::support::{Answer, Call, Cofio, files_below, mode_of};

/// What a check said: its verdict and its sentence.
fn check(answer: &Answer, name: &str) -> (String, String) {
    let report = answer.json();
    let checks = report["checks"].as_array().unwrap();
    let found = checks.iter().find(|check| check["check"] == name);
    let found = found.unwrap_or_else(|| panic!("{name} in {report}"));
    (found["verdict"].as_str().unwrap().to_owned(), found["detail"].as_str().unwrap().to_owned())
}

/// Runs a shell script that may mount, in a world of its own, with `$DATA` as the data folder and `"$@"` as the
/// command. Returns nothing where this machine does not allow that.
fn mounting(cofio: &Cofio, script: &str, call: Call) -> Option<Answer> {
    let allowed = Command::new("unshare").args(["-rm", "true"]).output().is_ok_and(|done| done.status.success());
    if !allowed {
        eprintln!("skipped: this machine lets nobody mount");
        return None;
    }
    let script = format!("set -e; {script}");
    Some(call.env("DATA", cofio.data()).under(["unshare", "-rm", "sh", "-c", &script, "sh"]).run())
}

#[test]
fn a_healthy_folder_is_healthy() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    cofio.json(["update", "tea", "I like coffee"]);
    let before = files_below(cofio.home());
    let answer = cofio.run(["doctor", "--json"]).expect(0);

    let report = answer.json();
    assert_eq!(report["ok"], true);
    let verdicts: Vec<&Value> = report["checks"].as_array().unwrap().iter().map(|check| &check["verdict"]).collect();
    assert!(verdicts.iter().all(|verdict| *verdict == "ok"), "{report}");
    for name in ["cofio", "settings", "time zone", "permissions", "disk", "schema", "database", "references", "records"]
    {
        check(&answer, name);
    }
    let people = cofio.run(["doctor"]).expect(0);
    assert!(people.stdout.lines().all(|line| line.starts_with("✓ ")), "{}", people.stdout);
    assert!(before == files_below(cofio.home()), "it only looks: no byte changed and no file came or went");
}

/// Without an embedder nothing is broken: doctor says what still works, and how to have it back.
#[test]
fn doctor_says_whether_meaning_can_be_read() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    let (verdict, detail) = check(&cofio.run(["doctor", "--json"]).expect(0), "meaning");
    assert_eq!((verdict.as_str(), detail.starts_with("read by cofio-embed-1@")), ("ok", true), "{detail}");
    let without = cofio.call(["doctor", "--json"]).env("COFIO_RETRIEVE_EMBEDDER", "none").run().expect(0);
    let (verdict, detail) = check(&without, "meaning");
    assert_eq!((verdict.as_str(), detail.as_str()), ("warning", "no embedder is set; search by words still works"));
    assert_eq!(without.json()["ok"], true);
}

/// Before the first memory there is nothing to be wrong, and nothing is made.
#[test]
fn a_folder_that_is_not_there_yet_is_no_trouble() {
    let cofio = Cofio::fresh();
    let answer = cofio.run(["doctor"]).expect(0);
    assert!(answer.stdout.contains("nothing here yet"), "{}", answer.stdout);
    assert!(!cofio.data().exists());
}

/// A folder somebody made read-only: reading works, saving says why not, doctor says what to do.
#[test]
fn a_folder_without_write_permission_is_reported() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    let database = cofio.data().join("cofio.db");
    std::fs::set_permissions(&database, Permissions::from_mode(0o400)).unwrap();
    std::fs::set_permissions(cofio.data(), Permissions::from_mode(0o500)).unwrap();
    let before = files_below(cofio.home());

    let answer = cofio.run(["doctor", "--json"]).expect(1);
    let (verdict, detail) = check(&answer, "permissions");
    assert_eq!(verdict, "broken");
    assert!(detail.contains("cofio.db") && detail.contains("reading works, saving does not"), "{detail}");
    assert_eq!(check(&answer, "records").0, "ok", "the rest is looked at all the same");
    assert!(cofio.run(["doctor"]).stdout.contains("chmod u+w"));
    assert!(before == files_below(cofio.home()));
    std::fs::set_permissions(cofio.data(), Permissions::from_mode(0o700)).unwrap();
}

/// RB-02: a file system mounted read-only can still be read.
#[test]
fn a_read_only_disk_can_be_read_and_not_written() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    let before = files_below(cofio.home());
    let script = "mount --bind \"$DATA\" \"$DATA\"; mount -o remount,ro,bind \"$DATA\"; exec \"$@\"";

    let Some(doctor) = mounting(&cofio, script, cofio.call(["doctor", "--json"])) else { return };
    let doctor = doctor.expect(1);
    assert_eq!(check(&doctor, "permissions").0, "broken");
    assert_eq!(check(&doctor, "records").0, "ok");
    let list = mounting(&cofio, script, cofio.call(["list"])).unwrap().expect(0);
    assert!(list.stdout.contains("I like tea"), "{}", list.stdout);
    let status = mounting(&cofio, script, cofio.call(["status", "--json"])).unwrap().expect(0);
    assert_eq!(status.json()["read_only"], true);
    for verb in [vec!["remember", "I like coffee"], vec!["forget", "tea"], vec!["erase", "tea", "--yes"], vec!["undo"]]
    {
        let refused = mounting(&cofio, script, cofio.call(verb.clone())).unwrap().expect(1);
        assert!(refused.stderr.contains("cannot be written"), "{verb:?}: {}", refused.stderr);
        assert!(refused.stderr.contains("nothing was changed"), "{verb:?}: {}", refused.stderr);
    }
    assert!(before == files_below(cofio.home()));
}

/// A disk of 4 MiB of which nothing is left. Every command runs on a copy of what was there before it filled up.
#[test]
fn a_full_disk_loses_nothing_and_erasing_still_works() {
    let cofio = Cofio::fresh();
    cofio.remember("I keep a zebrafinch");
    // What is on the small disk afterwards is brought back to be looked at.
    let script = "cp -a \"$DATA\" \"$DATA.full\"; mount -t tmpfs -o size=4m none \"$DATA\"; \
                  cp -a \"$DATA.full\"/. \"$DATA\"; cat /dev/zero > \"$DATA/filler\" 2>/dev/null || true; \
                  code=0; \"$@\" || code=$?; rm \"$DATA/filler\"; rm -r \"$DATA.full\"; \
                  cp -a \"$DATA\" \"$DATA.after\"; exit $code";
    let after = cofio.home().join("share/cofio.after");
    let full = |arguments: &[&str]| {
        let _ = std::fs::remove_dir_all(&after);
        mounting(&cofio, script, cofio.call(arguments.iter().copied()))
    };

    let Some(doctor) = full(&["doctor", "--json"]) else { return };
    let (verdict, detail) = check(&doctor.expect(1), "disk");
    assert_eq!(verdict, "broken");
    assert!(detail.contains("the disk is full"), "{detail}");

    let long = "tea ".repeat(15_000);
    let refused = full(&["remember", &long]).unwrap().expect(1);
    assert!(refused.stderr.contains("the disk is full: nothing was saved"), "{}", refused.stderr);
    let kept = cofio.json(["list", "--data-dir", &after.to_string_lossy()]);
    assert_eq!(kept[0]["content"], "I keep a zebrafinch");
    assert_eq!(kept.as_array().unwrap().len(), 1);

    let list = full(&["list"]).unwrap().expect(0);
    assert!(list.stdout.contains("zebrafinch"), "{}", list.stdout);
    let erased = full(&["erase", "zebrafinch", "--yes", "--json"]).unwrap().expect(0);
    assert_eq!(erased.json()["event"]["receipt"]["files"], "clean");
    for (path, bytes) in files_below(&after) {
        assert!(!bytes.windows(10).any(|part| part == b"zebrafinch"), "{}", path.display());
    }
}

/// `--fix` repairs what is safe: who may read the files, and the missing reserve.
#[test]
fn fix_closes_files_and_refills_the_reserve() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    let database = cofio.data().join("cofio.db");
    std::fs::set_permissions(&database, Permissions::from_mode(0o644)).unwrap();
    std::fs::set_permissions(cofio.data(), Permissions::from_mode(0o755)).unwrap();
    std::fs::remove_file(cofio.data().join("ballast")).unwrap();

    let looked = cofio.run(["doctor", "--json"]).expect(0);
    assert_eq!(check(&looked, "permissions").0, "warning");
    assert!(check(&looked, "disk").1.contains("0 MiB held back"));
    assert_eq!(mode_of(&database), 0o644, "looking repairs nothing");

    cofio.ok(["doctor", "--fix"]);
    assert_eq!((mode_of(&cofio.data()), mode_of(&database)), (0o700, 0o600));
    assert_eq!(std::fs::metadata(cofio.data().join("ballast")).unwrap().len(), 1 << 20);
    assert_eq!(check(&cofio.run(["doctor", "--json"]).expect(0), "permissions").0, "ok");
}

/// A settings file that cannot be read is one finding, not the end of the examination.
#[test]
fn wrong_settings_are_a_finding() {
    let cofio = Cofio::fresh();
    cofio.remember("I like tea");
    cofio.write("config/cofio/config.toml", "[policy]\nprofile = \"slow\"\n");
    let answer = cofio.run(["doctor", "--json"]).expect(1);
    let (verdict, detail) = check(&answer, "settings");
    assert_eq!(verdict, "broken");
    assert!(detail.contains("config.toml") && detail.contains("line 2"), "{detail}");
    assert_eq!(check(&answer, "records").0, "ok");
}
