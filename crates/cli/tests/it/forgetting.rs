//! Forget, delete, restore: three intentions, each with its way back.

use crate::support::Cofio;

const GOAL: &str = "I'm targeting retirement at 55";
const PARTY: &str = "The retirement party is on a boat";

/// R0-059: two matches are no guess. Exit 4, both are listed, nothing happens.
#[test]
fn forgetting_with_two_matches_lists_both_and_forgets_neither() {
    let cofio = Cofio::fresh();
    let ids = [cofio.memory(GOAL), cofio.memory(PARTY)];
    let state = cofio.state();

    let asked = cofio.fails(4, ["forget", "retirement"]);
    assert_eq!(asked.stdout, "");
    assert!(asked.stderr.contains("2 memories match \"retirement\""), "{}", asked.stderr);
    for (id, words) in ids.iter().zip([GOAL, PARTY]) {
        let line = asked.stderr.lines().find(|line| line.contains(words)).expect("each is listed");
        assert!(line.contains(&format!("…{}", &id[id.len() - 6..])), "{line}");
    }
    let data = cofio.fails(4, ["forget", "retirement", "--json"]).json();
    let candidates = data["error"]["candidates"].as_array().unwrap();
    assert_eq!(candidates.iter().map(|one| one["id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
    assert_eq!(cofio.state(), state);
}

/// R0-016, R0-021, R2-003: with one match it ends at once, recall does not find it, restore brings it back.
#[test]
fn a_forgotten_memory_is_not_found_until_it_is_restored() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.memory(GOAL);
    cofio.memory(PARTY);
    assert_eq!(cofio.recalls("retirement at 55")[0], GOAL);

    cofio.set_clock("2026-03-02T09:00:00Z");
    let forgotten = cofio.json(["forget", "retirement at", "--reason", "that was a joke"]);
    assert_eq!(
        (&forgotten["event"]["action"], &forgotten["event"]["takes_effect"]),
        (&"forgotten".into(), &"now".into())
    );
    assert_eq!(cofio.recalls("retirement at 55"), [PARTY]);
    assert_eq!(cofio.knows(), [PARTY]);
    assert_eq!(cofio.lists(["--status", "forgotten"]), [GOAL]);
    assert_eq!(cofio.lists(["--as-of", "2026-03-01T12:00:00Z"]).len(), 2, "history stays");

    cofio.ok(["restore", "retirement at"]);
    assert_eq!(cofio.recalls("retirement at 55")[0], GOAL);
    assert_eq!(cofio.lists(["--status", "forgotten"]), Vec::<String>::new());
}

/// R0-059: an id, a prefix or a suffix of one, with and without its mark, means the same memory.
#[test]
fn a_memory_is_meant_by_any_telling_part_of_its_id() {
    let cofio = Cofio::fresh();
    let id = cofio.memory(GOAL);
    cofio.memory("I like tea");
    let letters = id.strip_prefix("mem_").expect("ids say what they are");
    let suffix = &letters[letters.len() - 6..];
    for which in [id.clone(), id.to_lowercase(), format!("…{suffix}"), suffix.to_owned(), suffix.to_lowercase()] {
        assert_eq!(cofio.json(["show", &which])["id"], id.as_str(), "{which}");
    }
    assert_eq!(cofio.json(["show", "last"])["content"], "I like tea");
    assert_eq!(cofio.json(["show", "RETIREMENT  at"])["id"], id.as_str(), "words match as people read them");
}

/// R0-059: a prefix that two ids share is ambiguous.
#[test]
fn a_shared_prefix_of_ids_is_ambiguous() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let one = cofio.memory(GOAL);
    cofio.memory(PARTY);
    // Ids begin with the time they were made at, which is the same for both.
    let prefix = &one[.."mem_".len() + 6];
    let asked = cofio.fails(4, ["show", prefix]);
    assert!(asked.stderr.contains(GOAL) && asked.stderr.contains(PARTY), "{}", asked.stderr);
}

/// Whole words beat words inside: whoever types a memory in full means that one.
#[test]
fn the_whole_words_of_a_memory_mean_that_memory() {
    let cofio = Cofio::fresh();
    let tea = cofio.memory("I like tea");
    cofio.memory("I like tea with milk");
    assert_eq!(cofio.json(["forget", "I like tea"])["event"]["before"]["id"], tea.as_str());
    assert_eq!(cofio.knows(), ["I like tea with milk"]);
}

/// C4: the trash is nowhere but in the trash, for 30 days, and then gone.
#[test]
fn the_trash_keeps_for_thirty_days() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let id = cofio.memory(PARTY);
    cofio.ok(["delete", "party"]);
    assert_eq!((cofio.knows(), cofio.recalls("party")), (vec![], vec![]));
    assert_eq!(cofio.lists(["--status", "trashed"]), [PARTY]);
    assert_eq!(cofio.lists(["--as-of", "2026-03-01T09:00:00Z"]), Vec::<String>::new(), "not even in the past");

    cofio.set_clock("2026-03-30T09:00:00Z");
    cofio.ok(["restore", "party"]);
    assert_eq!(cofio.knows(), [PARTY]);
    cofio.ok(["delete", "party"]);
    cofio.set_clock("2026-05-30T09:00:00Z");
    assert_eq!(cofio.lists(["--status", "trashed"]), Vec::<String>::new());
    cofio.fails(3, ["restore", "party"]);
    cofio.fails(5, ["restore", &id]);
}

/// Whoever wants `delete` to be for good can have that, and is asked first.
#[test]
fn delete_erases_where_settings_say_so() {
    let cofio = Cofio::fresh().variable("COFIO_DELETION_DEFAULT", "erase");
    cofio.memory(PARTY);
    cofio.fails(2, ["delete", "party"]);
    assert_eq!(cofio.knows(), [PARTY], "without a yes nothing is erased");
    let erased = cofio.json(["delete", "party", "--yes"]);
    assert_eq!(erased["event"]["action"], "erased");
    assert_eq!(cofio.files_with("party"), Vec::<std::path::PathBuf>::new());
}

/// What is not there is said so, with where to look.
#[test]
fn what_matches_nothing_is_not_found() {
    let cofio = Cofio::fresh();
    cofio.memory(GOAL);
    for verb in ["forget", "delete", "restore", "confirm", "show", "history", "why", "edit"] {
        let missing = cofio.fails(3, [verb, "unicorn"]);
        assert!(missing.stderr.contains("no memory matches \"unicorn\""), "{verb}: {}", missing.stderr);
        assert!(missing.stderr.contains("cofio list"), "{verb}: {}", missing.stderr);
    }
    for verb in ["forget", "show"] {
        cofio.fails(2, [verb, ""]);
        cofio.fails(2, [verb]);
    }
    cofio.fails(5, ["restore", &cofio.memory("I like tea")]);
}
