//! Spaces: one's own, and those that are shared. RB-03, R1-075.

use serde_json::json;

use crate::support::{Answer, Cofio, text_of};

/// Runs a command as somebody else on the same machine.
fn as_sam(cofio: &Cofio, arguments: &[&str]) -> Answer {
    cofio.call(arguments.iter().copied()).env("COFIO_USER_NAME", "sam").run()
}

/// A family of two, of whom one may write.
fn family() -> Cofio {
    let cofio = Cofio::fresh();
    cofio.ok(["spaces", "create", "family"]);
    cofio.ok(["spaces", "add", "family", "sam", "--role", "reader"]);
    cofio
}

/// R0-041: what one person keeps, another does not see.
#[test]
fn two_people_do_not_see_each_others_memories() {
    let cofio = Cofio::fresh();
    let id = cofio.memory("I like tea");
    assert_eq!(as_sam(&cofio, &["list", "--all", "--json"]).expect(0).json(), json!([]));
    as_sam(&cofio, &["show", &id]).expect(3);
    as_sam(&cofio, &["forget", &id]).expect(3);
    as_sam(&cofio, &["remember", "I like coffee"]).expect(0);
    assert_eq!(cofio.knows(), ["I like tea"]);
}

/// R1-075: a shared memory is a copy with its evidence, seen by the members, withdrawn by unsharing.
#[test]
fn a_shared_memory_is_seen_by_members_until_it_is_unshared() {
    let cofio = family();
    cofio.ok(["remember", "Peanuts make me ill"]);
    let shared = cofio.json(["share", "Peanuts", "family"]);
    assert_eq!(shared["event"]["action"], "shared");
    let seen = as_sam(&cofio, &["--space", "family", "list", "--json"]).expect(0).json();
    assert_eq!(seen[0]["content"], "Peanuts make me ill");
    assert_eq!(cofio.json(["show", "Peanuts"])["shared_with"].as_array().unwrap().len(), 1);
    assert_eq!(cofio.json(["share", "Peanuts", "family"])["event"]["action"], "skipped", "once is enough");

    cofio.ok(["unshare", "Peanuts", "family"]);
    assert_eq!(as_sam(&cofio, &["--space", "family", "list", "--json"]).expect(0).json(), json!([]));
    cofio.fails(3, ["unshare", "Peanuts", "family"]);
    cofio.ok(["undo"]);
    assert_eq!(as_sam(&cofio, &["--space", "family", "list", "--json"]).expect(0).json().as_array().unwrap().len(), 1);
    assert_eq!(cofio.knows(), ["Peanuts make me ill"], "one's own is untouched by all that");
}

/// In a shared space it is not always the reader who said it.
#[test]
fn what_another_member_said_is_not_put_into_the_readers_mouth() {
    let cofio = family();
    cofio.ok(["--space", "family", "remember", "The bins go out on Friday"]);
    let own = cofio.ok(["--space", "family", "list"]);
    assert!(own.contains("you said"), "{own}");
    let seen = as_sam(&cofio, &["--space", "family", "list"]).expect(0).stdout;
    assert!(seen.contains("they said") && !seen.contains("you said"), "{seen}");
    let shown = as_sam(&cofio, &["--space", "family", "show", "bins"]).expect(0).stdout;
    assert!(shown.contains("another member wrote it"), "{shown}");
}

/// What is one's own and shared is found once.
#[test]
fn a_shared_memory_is_recalled_once() {
    let cofio = family();
    cofio.ok(["remember", "Peanuts make me sneeze"]);
    cofio.ok(["share", "Peanuts", "family"]);
    assert_eq!(cofio.recalls("peanuts").len(), 1);
}

/// Undoing the share withdraws the copy, too.
#[test]
fn undoing_a_share_withdraws_the_copy() {
    let cofio = family();
    cofio.ok(["remember", "Peanuts make me ill"]);
    cofio.ok(["share", "Peanuts", "family"]);
    cofio.ok(["undo"]);
    assert_eq!(cofio.json(["--space", "family", "list"]), json!([]));
}

/// RB-03: a reader reads, an editor writes, only an owner decides who belongs.
#[test]
fn roles_decide_who_may_do_what() {
    let cofio = family();
    let refused = as_sam(&cofio, &["--space", "family", "remember", "We have a cat"]).expect(6);
    assert!(refused.stderr.contains("you may read this space and not change it"), "{}", refused.stderr);
    cofio.ok(["spaces", "add", "family", "sam", "--role", "editor"]);
    assert!(cofio.ok(["--space", "family", "activity"]).contains("sam as editor (was sam as reader)"));
    as_sam(&cofio, &["--space", "family", "remember", "We have a cat"]).expect(0);
    as_sam(&cofio, &["spaces", "add", "family", "alex"]).expect(6);
    as_sam(&cofio, &["--space", "family", "domains", "enable", "health"]).expect(6);
    assert_eq!(cofio.json(["--space", "family", "list"])[0]["content"], "We have a cat");

    cofio.ok(["spaces", "remove", "family", "sam"]);
    let gone = as_sam(&cofio, &["--space", "family", "list"]).expect(3);
    assert!(gone.stderr.contains("cofio spaces"), "{}", gone.stderr);
}

/// What is for one alone in a shared space is.
#[test]
fn what_is_private_in_a_shared_space_is_seen_by_its_author_alone() {
    let cofio = family();
    cofio.ok(["spaces", "add", "family", "sam", "--role", "editor"]);
    cofio.ok(["--space", "family", "remember", "The surprise party is in May", "--private"]);
    assert_eq!(as_sam(&cofio, &["--space", "family", "list", "--json"]).expect(0).json(), json!([]));
    cofio.ok(["--space", "family", "forget", "party", "--reason", "the party moved"]);
    for flags in [vec![], vec!["--json"], vec!["--plain"]] {
        let activity =
            as_sam(&cofio, &[&["--space", "family", "activity"], flags.as_slice()].concat()).expect(0).stdout;
        assert!(!activity.contains("party"), "nor in the log: {activity}");
    }
    as_sam(&cofio, &["--space", "family", "show", "last"]).expect(3);
    cofio.ok(["--space", "family", "undo"]);
    cofio.ok(["--space", "family", "set", "party", "--shared"]);
    assert_eq!(as_sam(&cofio, &["--space", "family", "list", "--json"]).expect(0).json().as_array().unwrap().len(), 1);
}

/// Nor is what waits for its author shown to others.
#[test]
fn what_waits_in_private_is_seen_by_its_author_alone() {
    let cofio = family();
    cofio.ok(["spaces", "add", "family", "sam", "--role", "editor"]);
    let private = |text: &str, flags: &[&str]| {
        let fixed = ["--space", "family", "remember", text, "--private"];
        cofio.ok(fixed.iter().chain(flags).copied());
    };
    private("Might plan a surprise party", &["--source", "agent_proposed"]);
    private(
        "Seems to like surprises",
        &["--source", "extracted", "--evidence-type", "observed", "--confidence", "0.6"],
    );
    let own = cofio.json(["--space", "family", "proposals"]);
    assert_eq!((own["proposals"].as_array().unwrap().len(), own["candidates"].as_array().unwrap().len()), (1, 1));

    for command in [vec!["proposals"], vec!["list", "--all"], vec!["activity"], vec!["recall", "surprise"]] {
        let shown = as_sam(&cofio, &[&["--space", "family"], command.as_slice()].concat()).expect(0).said();
        assert!(!shown.contains("urprise"), "{command:?}: {shown}");
    }
    as_sam(&cofio, &["--space", "family", "proposals", "accept", "party"]).expect(3);
}

/// PRODUCT §1.9: recall reads a shared space along with one's own unless that is turned off, and says where it found it.
#[test]
fn recall_reads_shared_spaces_along_while_that_is_on() {
    let cofio = family();
    cofio.ok(["--space", "family", "remember", "Our cat is called Minka"]);
    cofio.ok(["remember", "Next door they have a cat, too"]);
    assert_eq!(cofio.recalls("what is the cat called"), ["Our cat is called Minka", "Next door they have a cat, too"]);
    assert!(cofio.ok(["recall", "Minka"]).contains("--space family"));
    assert_eq!(
        cofio.json(["--space", "family", "recall", "cat"]).as_array().unwrap().len(),
        1,
        "not the other way round"
    );
    let listed = cofio.json(["spaces"]);
    let family = listed.as_array().unwrap().iter().find(|space| space["name"] == "family").unwrap();
    assert_eq!(
        (&family["recalled"], &family["role"], &family["kind"]),
        (&json!(true), &json!("owner"), &json!("shared"))
    );
    cofio.ok(["spaces", "recall", "family", "off"]);
    let listed = cofio.ok(["spaces"]);
    assert!(listed.contains("not read along"), "{listed}");
    assert_eq!(cofio.recalls("Minka"), Vec::<String>::new());
    cofio.fails(2, ["spaces", "recall", "family", "maybe"]);
}

/// The printed undo works as typed in a shell, whatever the space is called.
#[test]
fn the_printed_undo_works_in_a_space_with_a_difficult_name() {
    let cofio = Cofio::fresh();
    let name = "the O'Neills; & co";
    cofio.ok(["spaces", "create", name]);
    let told = cofio.ok(["--space", name, "remember", "We have a cat"]);
    let undo = told.lines().find_map(|line| line.trim().strip_prefix("undo: cofio ")).expect("an undo").to_owned();
    let script = format!("exec \"$1\" {undo}");
    // The shell puts the words together; the program is handed in beside them.
    cofio.call(Vec::<&str>::new()).under(["sh", "-c", &script, "sh"]).run().expect(0);
    assert_eq!(cofio.json(["--space", name, "list"]), json!([]));
}

#[test]
fn what_is_wrong_about_spaces_is_said() {
    let cofio = family();
    cofio.ok(["remember", "I like tea"]);
    cofio.fails(2, ["spaces", "create", " "]);
    cofio.fails(2, ["spaces", "add", "family", "alex", "--role", "king"]);
    cofio.fails(3, ["spaces", "add", "nowhere", "alex"]);
    cofio.fails(3, ["spaces", "remove", "family", "nobody"]);
    cofio.fails(3, ["share", "tea", "nowhere"]);
    cofio.fails(6, ["share", "tea", "personal"]);
    cofio.fails(3, ["share", "unicorn", "family"]);
    cofio.fails(6, ["--space", "builtin", "remember", "I like tea"]);
}

/// R0-059: two spaces of one name are told apart by their ids.
#[test]
fn two_spaces_of_one_name_are_ambiguous() {
    let cofio = family();
    let first = cofio.run(["spaces", "create", "family", "--json"]);
    if first.code == Some(0) {
        let asked = cofio.fails(4, ["--space", "family", "list"]);
        let id = text_of(&first.json()["id"]);
        assert!(asked.stderr.contains(&id[id.len() - 6..]), "{}", asked.stderr);
        cofio.ok(["--space", &id, "list"]);
    } else {
        first.expect(5);
    }
}
