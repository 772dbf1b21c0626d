//! Erase makes it never have been: afterwards no file has a byte of it.

use std::path::PathBuf;

use crate::support::{Cofio, text_of};

/// Words that stand nowhere else, so that finding one in a file proves it was left there.
const VERSIONS: [&str; 4] = ["zebrafinch aviary", "quokka enclosure", "pangolin burrow", "okapi meadow"];

/// Somebody whose secret hobby was said, corrected, linked, undone, forgotten and restored.
fn with_a_long_story() -> (Cofio, String) {
    let cofio = Cofio::fresh();
    let id = cofio.memory(&format!("I keep a {}", VERSIONS[0]));
    cofio.ok(["remember", "I like tea"]);
    cofio.ok(["link", &id, "tea", "--as", "supports"]);
    cofio.ok(["update", &id, &format!("I keep a {}", VERSIONS[1])]);
    cofio.ok(["update", &id, &format!("I keep a {}", VERSIONS[2]), "--detail", "with a narwhal fountain"]);
    cofio.ok(["undo"]);
    cofio.ok(["set", &id, "--summary", "axolotl pond", "--tag", "wombat", "--key", "ocelot", "--value", "capybara"]);
    cofio.ok(["forget", &id, "--reason", "no more tapirs"]);
    cofio.ok(["restore", &id]);
    cofio.ok(["update", &id, &format!("I keep an {}", VERSIONS[3])]);
    (cofio, id)
}

const SIDE_WORDS: [&str; 6] = ["narwhal", "axolotl", "wombat", "ocelot", "capybara", "tapir"];

/// Issue "Erase": every version, quote, reason and derived text is gone from every file.
#[test]
fn no_file_keeps_a_byte_of_any_version() {
    let (cofio, id) = with_a_long_story();
    for words in VERSIONS.iter().chain(&SIDE_WORDS) {
        assert_ne!(cofio.files_with(words), Vec::<PathBuf>::new(), "{words} was on the disk before");
    }
    cofio.ok(["erase", &id, "--yes"]);
    for words in VERSIONS.iter().chain(&SIDE_WORDS) {
        assert_eq!(cofio.files_with(words), Vec::<PathBuf>::new(), "{words}");
        // Indexes keep words one by one.
        for word in words.split(' ') {
            assert_eq!(cofio.files_with(word), Vec::<PathBuf>::new(), "{word}");
        }
    }
    assert_eq!(cofio.knows(), ["I like tea"], "what else was there stays");
    cofio.fails(5, ["undo", "last"]);
}

/// RX-11: what was said in a conversation is erased by its words, though it never became a memory.
#[test]
fn what_is_no_memory_is_erased_by_its_words() {
    let cofio = Cofio::fresh();
    let said = r#"{"role":"user","content":"I once kept a zebrafinch aviary"}"#;
    cofio.call(["record", "-", "--session", "talk"]).stdin(said).run().expect(0);
    cofio.fails(3, ["erase", "zebrafinch aviary", "--yes"]);
    let planned = cofio.run(["erase", "zebrafinch aviary", "--everywhere", "--dry-run"]).expect(0);
    assert!(planned.stderr.contains("message evt_"), "{}", planned.stderr);
    assert_ne!(cofio.files_with("zebrafinch"), Vec::<PathBuf>::new());
    cofio.ok(["erase", "zebrafinch aviary", "--everywhere", "--yes"]);
    assert_eq!(cofio.files_with("zebrafinch"), Vec::<PathBuf>::new());
    cofio.fails(3, ["erase", "zebrafinch aviary", "--everywhere", "--yes"]);
}

/// R2-040: the receipt says what went from which layer, and that the files are clean.
#[test]
fn the_receipt_lists_the_layers() {
    let (cofio, id) = with_a_long_story();
    let event = cofio.json(["erase", &id, "--yes"])["event"].clone();
    let receipt = &event["receipt"];
    assert_eq!((&receipt["files"], &receipt["residue"]), (&"clean".into(), &0.into()));
    let removed = receipt["removed"].as_object().unwrap();
    assert!(removed.len() >= 3 && removed.values().all(|count| count.as_u64() > Some(0)), "{receipt}");
    assert_eq!((&event["action"], &event["undo_until"]), (&"erased".into(), &serde_json::Value::Null));
}

/// A tombstone without words stays, so that the id is never taken for a typo.
#[test]
fn the_tombstone_has_no_words() {
    let (cofio, id) = with_a_long_story();
    let told = cofio.ok(["erase", &id, "--yes"]);
    assert!(told.contains("removed ") && told.contains("files: clean"), "{told}");
    let gone = cofio.fails(3, ["show", &id, "--json"]);
    assert_eq!(gone.json()["error"]["code"], "erased");
    assert!(gone.stderr.contains(&format!("{id} was erased on")), "{}", gone.stderr);
    let said = format!("{told}{}{}", gone.said(), cofio.json(["activity"]));
    for words in VERSIONS.iter().chain(&SIDE_WORDS) {
        assert!(!said.contains(words), "{words} in {said}");
    }
}

/// Other places with the same words are named, and go along when asked for.
#[test]
fn the_same_words_elsewhere_are_named_and_taken_along_on_request() {
    let make = || {
        let cofio = Cofio::fresh();
        let id = cofio.memory("I keep a zebrafinch");
        let note = cofio.memory("The vet said: I keep a zebrafinch too warm");
        (cofio, id, note)
    };
    let (cofio, id, note) = make();
    let elsewhere = cofio.json(["erase", &id, "--yes"])["event"]["receipt"]["elsewhere"].clone();
    assert_eq!((&elsewhere[0]["noun"], text_of(&elsewhere[0]["id"])), (&"memory".into(), note));
    assert_eq!(cofio.knows().len(), 1, "it was only named");

    let (cofio, id, _) = make();
    let receipt = cofio.json(["erase", &id, "--yes", "--everywhere"])["event"]["receipt"].clone();
    assert_eq!(receipt["elsewhere"], serde_json::json!([]));
    assert_eq!((cofio.knows(), cofio.files_with("zebrafinch")), (vec![], vec![]));
}

/// A shared copy is another place.
#[test]
fn everywhere_reaches_the_copies_in_shared_spaces() {
    let cofio = Cofio::fresh();
    let id = cofio.memory("I keep a zebrafinch");
    cofio.ok(["spaces", "create", "family"]);
    cofio.ok(["share", "zebrafinch", "family"]);
    cofio.ok(["erase", &id, "--everywhere", "--yes"]);
    assert_eq!(cofio.files_with("zebrafinch"), Vec::<PathBuf>::new());
    assert_eq!(cofio.json(["--space", "family", "list"]), serde_json::json!([]));
}

/// It is for good, so it wants a yes; trying it out changes nothing.
#[test]
fn erasing_wants_a_yes_and_can_be_tried_out() {
    let (cofio, id) = with_a_long_story();
    let before = cofio.state();
    for flags in [vec![], vec!["--no-input"], vec!["--everywhere"]] {
        let unsure = cofio.run(["erase", &id].into_iter().chain(flags)).expect(2);
        assert!(unsure.stderr.contains("--yes") && unsure.stderr.contains("--dry-run"), "{}", unsure.stderr);
    }
    cofio.call(["erase", &id]).stdin("y\n").run().expect(2);
    let tried = cofio.json(["erase", &id, "--dry-run", "--everywhere"]);
    assert_eq!((&tried["dry_run"], &tried["event"]["op_id"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(cofio.state(), before);
    assert_ne!(cofio.files_with(VERSIONS[0]), Vec::<PathBuf>::new());
}

/// What was forgotten or is in the trash can be erased as well.
#[test]
fn what_is_no_longer_in_use_can_be_erased() {
    let cofio = Cofio::fresh();
    for (words, verb) in [("zebrafinch", "forget"), ("quokka", "delete")] {
        cofio.memory(&format!("I keep a {words}"));
        cofio.ok([verb, words]);
        cofio.ok(["erase", words, "--yes"]);
        assert_eq!(cofio.files_with(words), Vec::<PathBuf>::new());
    }
    cofio.fails(3, ["erase", "unicorn", "--yes"]);
}

/// While another process reads, the receipt says so, and the next command finishes the job.
#[test]
fn an_erasure_that_has_to_wait_says_so_and_is_finished_later() {
    let cofio = Cofio::fresh();
    let id = cofio.memory("I keep a zebrafinch");
    let reader = rusqlite::Connection::open(cofio.data().join("cofio.db")).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema;").unwrap();
    let receipt = cofio.json(["erase", &id, "--yes"])["event"]["receipt"].clone();
    assert_eq!(receipt["files"], "pending", "{receipt}");
    assert_eq!(cofio.json(["status"])["pending_erasure"], true);
    let doctor = cofio.ok(["doctor"]);
    assert!(doctor.contains("! erasures"), "{doctor}");

    drop(reader);
    cofio.ok(["doctor", "--fix"]);
    assert_eq!(cofio.json(["status"])["pending_erasure"], false);
    assert_eq!(cofio.files_with("zebrafinch"), Vec::<PathBuf>::new());
}
