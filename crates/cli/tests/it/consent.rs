//! Domains and consent: what is sensitive is kept only where the person said so.

use std::path::PathBuf;

use crate::support::Cofio;

const GLUCOSE: &str = "My fasting glucose is 5.4";

/// R2-004, R2-016, R2-017, R2-038: health is off until it is turned on. Exit 6, it asks, and not a byte is kept.
#[test]
fn what_is_sensitive_and_off_is_asked_about_and_not_kept() {
    let cofio = Cofio::fresh();
    cofio.ok(["status"]);
    let asked = cofio.fails(6, ["remember", GLUCOSE, "-d", "health"]);
    assert_eq!(asked.stdout, "");
    assert!(asked.stderr.contains("Health memory is off"), "{}", asked.stderr);
    assert!(asked.stderr.contains("cofio domains enable health"), "{}", asked.stderr);
    assert_eq!(cofio.files_with("glucose"), Vec::<PathBuf>::new());
    assert_eq!(cofio.done(), ["create_space"], "not even in the log");

    cofio.ok(["domains", "enable", "health"]);
    cofio.ok(["remember", GLUCOSE, "-d", "health"]);
    assert_eq!(cofio.knows(), [GLUCOSE]);
}

/// Whatever the person calls it: the words decide.
#[test]
fn calling_it_general_does_not_get_it_past() {
    let cofio = Cofio::fresh();
    let asked = cofio.fails(6, ["remember", GLUCOSE, "-d", "general", "--json"]);
    assert_eq!(asked.json()["event"]["ask_domain"], "health");
    assert_eq!(cofio.files_with("glucose"), Vec::<PathBuf>::new());
}

/// Nobody there to ask is a no, and `--yes` is no consent to keep what is sensitive.
#[test]
fn without_somebody_to_ask_the_answer_is_no() {
    let cofio = Cofio::fresh();
    cofio.fails(6, ["remember", GLUCOSE, "--no-input"]);
    cofio.fails(6, ["remember", GLUCOSE, "--yes"]);
    cofio.call(["remember", GLUCOSE]).stdin("y\n").run().expect(6);
    assert_eq!(cofio.knows(), Vec::<String>::new());
}

/// R2-004: an update cannot slip something in, either.
#[test]
fn a_correction_may_not_bring_in_what_is_off() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like tea"]);
    cofio.fails(6, ["update", "tea", GLUCOSE]);
    cofio.fails(6, ["set", "tea", "--detail", GLUCOSE]);
    assert_eq!((cofio.knows(), cofio.files_with("glucose")), (vec!["I like tea".to_owned()], vec![]));
}

/// Somebody with a health memory.
fn with_health() -> Cofio {
    let cofio = Cofio::fresh();
    cofio.ok(["domains", "enable", "health"]);
    cofio.ok(["remember", GLUCOSE]);
    cofio.ok(["remember", "I like tea"]);
    cofio
}

#[test]
fn turning_a_domain_off_hides_what_is_there_until_it_is_on_again() {
    let cofio = with_health();
    cofio.ok(["domains", "disable", "health"]);
    assert_eq!((cofio.knows(), cofio.recalls("glucose")), (vec!["I like tea".to_owned()], vec![]));
    for command in ["list", "activity", "domains", "status"] {
        assert!(!cofio.ok([command]).contains("glucose"), "{command} shows what is hidden");
    }
    cofio.fails(3, ["show", "glucose"]);
    cofio.ok(["domains", "enable", "health"]);
    assert_eq!(cofio.knows().len(), 2);
}

#[test]
fn turning_a_domain_off_can_forget_what_is_there() {
    let cofio = with_health();
    let off = cofio.json(["domains", "disable", "health", "--forget"]);
    assert_eq!(off["event"]["count"], 1);
    cofio.ok(["domains", "enable", "health"]);
    assert_eq!(cofio.knows(), ["I like tea"]);
    cofio.ok(["restore", "glucose"]);
    assert_eq!(cofio.knows().len(), 2);
}

/// RX-10: one undo takes a whole switch back.
#[test]
fn undoing_the_switch_brings_everything_back_at_once() {
    let cofio = with_health();
    cofio.ok(["domains", "disable", "health", "--forget"]);
    cofio.ok(["undo"]);
    assert_eq!(cofio.knows().len(), 2);
}

#[test]
fn turning_a_domain_off_can_erase_what_is_there_if_the_person_is_sure() {
    let cofio = with_health();
    let unsure = cofio.fails(2, ["domains", "disable", "health", "--erase"]);
    assert!(unsure.stderr.contains("--yes"), "{}", unsure.stderr);
    assert_eq!(cofio.knows().len(), 2, "nothing happened");

    let erased = cofio.json(["domains", "disable", "health", "--erase", "--yes"]);
    assert_eq!(erased["event"]["receipt"]["files"], "clean");
    assert_eq!(erased["event"]["undo_until"], serde_json::Value::Null, "there is no way back, and none is offered");
    assert_eq!(cofio.files_with("glucose"), Vec::<PathBuf>::new());
    assert_eq!(cofio.knows(), ["I like tea"]);
    cofio.fails(2, ["domains", "disable", "health", "--erase", "--forget"]);
}

/// R2-016, R2-017: the domains everybody has, and their defaults.
#[test]
fn the_domains_everybody_has_come_with_their_defaults() {
    let domains = Cofio::fresh().json(["domains"]);
    let of = |name: &str| {
        let found = domains.as_array().unwrap().iter().find(|domain| domain["name"] == name);
        let domain = found.unwrap_or_else(|| panic!("{name} is there"));
        (domain["enabled"].as_bool().unwrap(), domain["default_expiry_days"].as_u64())
    };
    for name in ["health", "finance"] {
        assert_eq!(of(name), (false, None), "{name}");
    }
    assert_eq!((of("work"), of("personal")), ((true, Some(90)), (true, Some(60))));
    for name in ["general", "schedule", "food", "shopping", "communication", "travel", "relationships"] {
        assert_eq!(of(name), (true, None), "{name}");
    }
}

#[test]
fn a_domain_of_ones_own_can_be_added_and_used() {
    let cofio = Cofio::fresh();
    cofio.ok(["domains", "add", "trading", "--sensitivity", "high", "--keyword", "semiconductors"]);
    cofio.fails(6, ["remember", "I watch semiconductors closely"]);
    cofio.ok(["domains", "enable", "trading"]);
    let saved = cofio.json(["remember", "I watch semiconductors closely", "-d", "trading"]);
    assert_eq!(saved["event"]["memory"]["domain"], "trading");

    cofio.fails(5, ["domains", "add", "health"]);
    cofio.fails(2, ["domains", "add", "Not A Name!"]);
    cofio.fails(2, ["domains", "add", "music", "--sensitivity", "rather"]);
}

#[test]
fn a_domain_that_is_not_there_is_not_found() {
    let cofio = Cofio::fresh();
    for wrong in [["domains", "enable", "helth"], ["list", "-d", "helth"], ["domains", "disable", "helth"]] {
        let missing = cofio.fails(3, wrong);
        assert!(missing.stderr.contains("cofio domains"), "{}", missing.stderr);
    }
    cofio.fails(3, ["remember", "I like tea", "-d", "helth"]);
    assert_eq!(cofio.knows(), Vec::<String>::new());
}
