//! Remember, correct, travel in time, undo: the stories a person would tell.

use cofio_domain::axes::{Authority, Flag, Kind, Source, Status, Tier};
use cofio_domain::conflict::Resolution;
use cofio_domain::link::Relation;
use cofio_engine::{Action, Change, Draft, Error, Existing, Expiry, Item, ListFilter, ListStatus, TakesEffect};
use cofio_testkit::day;

use crate::world::{World, id, op};

/// R0-005, R0-013, R1-030, R1-061, PRODUCT §1.17 item 2.
#[test]
fn a_correction_is_a_new_version_and_yesterday_still_says_what_it_said() {
    let world = World::new();
    world.remember("I'm targeting retirement at 50");
    world.at(day(10));
    let updated = world.update("retirement", "User is targeting retirement at 55").unwrap();

    let (memory, before) = (updated.event.memory.unwrap(), updated.event.before.unwrap());
    assert_eq!((updated.event.action, memory.version, memory.status), (Action::Updated, 2, Status::Active));
    assert_eq!(before.claim.content, "I'm targeting retirement at 50");
    let old = world.items(&ListFilter { status: ListStatus::Is(Status::Superseded), ..Default::default() });
    let Item::Memory(old) = &old[0] else { panic!("a memory") };
    assert_eq!((old.version, old.superseded_by, old.valid_until), (1, Some(memory.version_id), Some(day(10))));

    assert_eq!(world.knows(), ["User is targeting retirement at 55"]);
    assert_eq!(world.knows_as_of(day(5)), ["I'm targeting retirement at 50"]);
    assert_eq!(world.knew_at(day(5)), ["I'm targeting retirement at 50"]);
}

/// PRODUCT §1.11: the two clocks are free of each other.
#[test]
fn a_late_correction_changes_what_we_believe_about_then_and_not_what_we_believed_then() {
    let world = World::new();
    world.remember("lives in Berlin");
    world.at(day(20));
    let draft = Draft { valid_from: Some(day(5)), ..Draft::said("lives in Lisbon") };
    world.engine.update(&world.space, "Berlin", &draft).unwrap();

    assert_eq!(world.knows_as_of(day(10)), ["lives in Lisbon"], "believed now about then");
    assert_eq!(world.knew_at(day(10)), ["lives in Berlin"], "believed then");
    let filter = ListFilter { as_of: Some(day(3)), known_at: Some(day(21)), ..Default::default() };
    assert_eq!(world.listed(&filter), ["lives in Berlin"], "it was Berlin before the move");
    let filter = ListFilter { as_of: Some(day(30)), known_at: Some(day(10)), ..Default::default() };
    assert_eq!(world.listed(&filter), ["lives in Berlin"], "what we would have said about the future");
}

#[test]
fn undo_brings_the_old_value_back_and_both_steps_stay_in_history() {
    let world = World::new();
    world.remember("retirement at 50");
    world.at(day(2));
    world.update("retirement", "retirement at 55").unwrap();
    world.at(day(3));
    let undone = world.undo().unwrap();

    assert_eq!((undone.event.action, world.knows()), (Action::Undone, vec!["retirement at 50".to_owned()]));
    let history = world.engine.history(&world.space, "retirement").unwrap();
    let steps: Vec<_> = history.entries.iter().map(|e| (e.version, e.action.word(), e.status)).collect();
    assert_eq!(
        steps,
        [
            (1, "remember", Status::Active),
            (1, "update", Status::Superseded),
            (2, "update", Status::Active),
            (1, "undo", Status::Active),
        ]
    );
    assert_eq!(world.knew_at(day(2)), ["retirement at 55"], "what was believed in between is not rewritten");
    world.undo().unwrap();
    assert_eq!(world.knows(), Vec::<String>::new(), "undo walks back: now the first saving is gone, too");
}

/// C34: an undo can itself be undone, and again.
#[test]
fn undo_and_redo_go_back_and_forth() {
    let world = World::new();
    world.remember("tea");
    let update = op(&world.update("tea", "coffee").unwrap());
    for _ in 0..3 {
        let undo = op(&world.undo_op(&update, false).unwrap());
        assert_eq!(world.knows(), ["tea"]);
        world.undo_op(&undo, false).unwrap();
        assert_eq!(world.knows(), ["coffee"]);
    }
}

/// C34: later work that rests on an operation is named, and can be taken back with it.
#[test]
fn an_operation_that_others_rest_on_is_undone_only_with_them() {
    let world = World::new();
    let first = op(&world.remember("tea"));
    let second = world.update("tea", "coffee").unwrap().event.op_id.unwrap();
    let third = world.engine.confirm(&world.space, "coffee").unwrap().event.op_id.unwrap();

    let Err(Error::Conflict { operations, .. }) = world.undo_op(&first, false) else { panic!("it cannot be undone") };
    assert_eq!(operations, [second, third]);
    assert_eq!(world.knows(), ["coffee"], "nothing was changed");
    world.undo_op(&first, true).unwrap();
    assert_eq!(world.knows(), Vec::<String>::new());
    assert!(matches!(world.undo_op(&second.to_string(), false), Err(Error::Conflict { .. })), "it went along");
}

#[test]
fn what_an_undo_brought_back_can_be_undone_from_the_start() {
    let world = World::new();
    let first = op(&world.remember("tea"));
    let second = op(&world.engine.confirm(&world.space, "tea").unwrap());
    world.undo_op(&second, false).unwrap();
    let third = op(&world.engine.confirm(&world.space, "tea").unwrap());
    world.undo_op(&first, true).unwrap();
    assert_eq!(world.knows(), Vec::<String>::new());
    assert!(world.undo_op(&third, false).is_err(), "it went along");
}

/// R0-016, R0-021, R0-059.
#[test]
fn forgetting_ends_it_and_restoring_brings_it_back() {
    let world = World::new();
    world.remember("targeting retirement at 55");
    world.remember("retirement party on a boat");
    let Err(Error::Ambiguous { candidates, .. }) = world.forget("retirement") else { panic!("two match") };
    assert_eq!(candidates.len(), 2);

    world.at(day(4));
    let forgotten = world.forget("retirement at").unwrap();
    assert_eq!((forgotten.event.action, forgotten.event.takes_effect), (Action::Forgotten, TakesEffect::Now));
    assert_eq!(world.knows(), ["retirement party on a boat"]);
    assert_eq!(world.recalls("retirement age 55"), ["retirement party on a boat"]);
    assert_eq!(world.with_status(ListStatus::Is(Status::Forgotten)), ["targeting retirement at 55"]);
    assert_eq!(world.knows_as_of(day(2)).len(), 2, "history stays");

    world.at(day(5));
    world.engine.restore(&world.space, "retirement at 55").unwrap();
    assert_eq!(world.knows().len(), 2);
    assert_eq!(world.recalls("retirement at 55")[0], "targeting retirement at 55");
}

/// C4, R0-017.
#[test]
fn the_trash_hides_everywhere_and_keeps_for_thirty_days() {
    let world = World::new();
    world.remember("likes tea");
    world.at(day(2));
    world.engine.delete(&world.space, "tea", None).unwrap();
    assert_eq!(world.with_status(ListStatus::Is(Status::Trashed)), ["likes tea"]);
    assert_eq!(world.knows_as_of(day(1)), Vec::<String>::new(), "not even in the past");
    assert_eq!(world.knew_at(day(1)), Vec::<String>::new());
    world.at(day(31));
    assert!(world.engine.restore(&world.space, "tea").is_ok());
    world.engine.delete(&world.space, "tea", None).unwrap();
    world.at(day(62));
    assert_eq!(world.with_status(ListStatus::Is(Status::Trashed)), Vec::<String>::new());
    assert!(matches!(world.engine.restore(&world.space, "tea"), Err(Error::NotFound { .. })));
}

/// R0-081: saying it again does not make it two.
#[test]
fn the_same_words_are_the_same_memory_and_confirm_it() {
    let world = World::new();
    let first = world.remember("Likes tea.");
    world.at(day(9));
    let again = world.remember("likes  TEA");
    assert_eq!(again.event.action, Action::Confirmed);
    let memory = again.event.memory.clone().unwrap();
    assert_eq!((id(&again), memory.version, memory.last_confirmed_at), (id(&first), 1, Some(day(9))));
    assert_eq!(world.knows(), ["Likes tea."], "in the words it was first said in");
}

/// R2-007, R2-008, PRODUCT §1.7 rung 0.
#[test]
fn a_rule_with_a_key_has_one_value_at_a_time() {
    let world = World::new();
    let rule = |content: &str, value: &str| Draft {
        key: Some("no_meetings_after".into()),
        value: Some(serde_json::json!(value)),
        authority: Some(Authority::Hard),
        domain: Some("schedule".parse().unwrap()),
        ..Draft::said(content)
    };
    let first = world.remember_draft(rule("No meetings after four", "16:00"));
    assert_eq!(first.event.takes_effect, TakesEffect::Now, "C9: a rule acts now");
    world.at(day(2));
    let second = world.remember_draft(rule("No meetings after five", "17:00"));
    assert_eq!((second.event.action, id(&second)), (Action::Updated, id(&first)));
    let same = world.remember_draft(rule("Never meet after five", "17:00"));
    assert_eq!(same.event.action, Action::Confirmed, "the same value in other words");
    assert_eq!(world.knows(), ["No meetings after five"]);
}

/// R0-079, R0-075, PRODUCT §1.17 item 3: promise 2.
#[test]
fn what_was_picked_up_never_replaces_what_was_said() {
    let world = World::new();
    let keyed = |content: &str, source: Source| Draft {
        key: Some("store".into()),
        confidence: Some(0.99),
        importance: Some(1.0),
        source,
        ..Draft::said(content)
    };
    world.remember_draft(keyed("shops at Kroger", Source::UserStated));
    let against = world.remember_draft(keyed("shops at Aldi", Source::Extracted));
    assert_eq!(against.event.action, Action::Disputed);
    assert_eq!(world.knows(), ["shops at Kroger"]);
    let conflicts = world.engine.conflicts(&world.space, false).unwrap();
    assert_eq!((conflicts.len(), conflicts[0].rung, conflicts[0].right.content.as_str()), (1, 1, "shops at Aldi"));

    world.engine.resolve(&world.space, "Aldi", Resolution::Right).unwrap();
    assert_eq!(world.knows(), ["shops at Aldi"], "the person may");
    assert!(world.engine.conflicts(&world.space, false).unwrap().is_empty());
    world.undo().unwrap();
    assert_eq!(world.knows(), ["shops at Kroger"]);
    assert_eq!(world.engine.conflicts(&world.space, false).unwrap().len(), 1, "and the question is open again");
}

/// R0-013, R0-044, R0-047: what takes a memory's place takes its links along, in the same step.
#[test]
fn then_and_now_are_two_memories_and_the_links_follow() {
    let world = World::new();
    let keyed = |content: &str, source: Source| Draft { key: Some("home".into()), source, ..Draft::said(content) };
    let old = world.remember_draft(keyed("lives in Berlin", Source::UserStated));
    world.at(day(2)).remember("has a garden");
    world.engine.link(&world.space, "garden", "Berlin", Relation::About).unwrap();
    world.remember_draft(keyed("lives in Lisbon", Source::Extracted));
    world.at(day(7));
    let resolved = world.engine.resolve(&world.space, "Lisbon", Resolution::Both).unwrap();

    assert_eq!(world.knows(), ["has a garden", "lives in Lisbon"]);
    assert_eq!(world.knows_as_of(day(3)), ["lives in Berlin", "has a garden"]);
    let garden = world.engine.show(&world.space, "garden").unwrap();
    assert_eq!(garden.links.iter().map(|link| link.content.as_str()).collect::<Vec<_>>(), ["lives in Lisbon"]);
    assert_eq!(garden.links[0].memory.to_string(), id(&resolved));
    let berlin = world.engine.history(&world.space, &id(&old)).unwrap();
    assert_eq!(berlin.versions[0].status, Status::Superseded);
    world.undo().unwrap();
    let garden = world.engine.show(&world.space, "garden").unwrap();
    assert_eq!(garden.links[0].content, "lives in Berlin");
}

/// R0-045: links to what is over drop out, and come back with it.
#[test]
fn a_link_shows_while_both_ends_are_in_force() {
    let world = World::new();
    world.remember("lives in Berlin");
    world.remember("has a garden");
    let linked = world.engine.link(&world.space, "garden", "Berlin", Relation::About).unwrap();
    let again = world.engine.link(&world.space, "garden", "Berlin", Relation::About).unwrap();
    assert_eq!((linked.event.action, again.event.action), (Action::Linked, Action::Skipped));
    let links = || world.engine.show(&world.space, "garden").unwrap().links;
    assert_eq!((links().len(), links()[0].version), (1, 1));
    world.update("Berlin", "lives in Lisbon").unwrap();
    assert_eq!((links()[0].version, links()[0].content.as_str()), (2, "lives in Lisbon"), "it points to version 2 now");
    world.forget("Lisbon").unwrap();
    assert!(links().is_empty());
    world.engine.restore(&world.space, "Lisbon").unwrap();
    assert_eq!(links().len(), 1);
    world.engine.unlink(&world.space, "Lisbon", "garden", None).unwrap();
    assert!(links().is_empty());
    world.undo().unwrap();
    assert_eq!(links().len(), 1);
    assert!(world.engine.link(&world.space, "garden", "garden", Relation::About).is_err(), "not to itself");
}

/// R2-004, PRODUCT §1.17 item 7.
#[test]
fn a_domain_that_is_off_asks_first_and_keeps_nothing() {
    let world = World::new();
    let health = Draft { domain: Some("health".parse().unwrap()), ..Draft::said("glucose is 5.4") };
    let asked = world.remember_draft(health.clone());
    assert_eq!(asked.event.action, Action::Refused);
    assert_eq!(asked.event.ask_domain.unwrap().as_str(), "health");
    assert!(world.items(&ListFilter { status: ListStatus::All, ..Default::default() }).is_empty());
    world.engine.enable_domain(&world.space, &"health".parse().unwrap()).unwrap();
    assert_eq!(world.remember_draft(health).event.action, Action::Saved);
    assert_eq!(world.knows(), ["glucose is 5.4"]);
}

/// UX §16: turning a domain off hides, forgets or erases, and undo brings back what can be.
#[test]
fn turning_a_domain_off_hides_forgets_or_erases_what_is_there() {
    let health = || "health".parse().unwrap();
    let with_health = || {
        let world = World::new();
        world.engine.enable_domain(&world.space, &health()).unwrap();
        for content in ["glucose is 5.4", "takes metformin"] {
            world.remember_draft(Draft { domain: Some(health()), ..Draft::said(content) });
        }
        world
    };
    let world = with_health();
    let hidden = world.engine.disable_domain(&world.space, &health(), Existing::Hide).unwrap();
    assert_eq!((hidden.event.count, world.knows().len(), world.recalls("glucose").len()), (Some(2), 0, 0));
    world.undo().unwrap();
    assert_eq!(world.knows().len(), 2);

    world.engine.disable_domain(&world.space, &health(), Existing::Forget).unwrap();
    world.undo().unwrap();
    assert_eq!(world.knows().len(), 2, "a bulk operation is undone as one");

    let erased = world.engine.disable_domain(&world.space, &health(), Existing::Erase).unwrap();
    assert_eq!(erased.event.receipt.unwrap().removed["memory"], 2);
    assert!(world.undo().is_err(), "what is erased stays erased");
    assert!(world.items(&ListFilter { status: ListStatus::All, ..Default::default() }).is_empty());
}

/// R1-028, R2-040.
#[test]
fn an_expiry_acts_when_the_clock_says_so() {
    let world = World::new();
    world.remember_draft(Draft { expires: Expiry::At(day(5)), ..Draft::said("guest wifi works this week") });
    assert_eq!(world.knows().len(), 1);
    world.at(day(5));
    assert_eq!((world.knows().len(), world.recalls("wifi").len()), (0, 0));
    assert_eq!(world.with_status(ListStatus::Is(Status::Expired)).len(), 1);
    assert_eq!(world.knows_as_of(day(4)).len(), 1);
    world.engine.restore(&world.space, "wifi").unwrap();
    assert_eq!(world.knows().len(), 1, "restoring takes the expiry off");
}

#[test]
fn how_a_memory_is_kept_can_be_set_and_undone() {
    let world = World::new();
    world.engine.add_project(&world.space, "kitchen").unwrap();
    world.remember("likes induction hobs");
    let changes = [
        Change::Pin(true),
        Change::Authority(Authority::Hard),
        Change::Domain("shopping".parse().unwrap()),
        Change::Kind(Kind::Preference),
        Change::Tag("hob".into()),
        Change::Project(Some("Kitchen".into())),
        Change::Importance(0.25),
        Change::Expires(Expiry::At(day(30))),
    ];
    let set = world.engine.set(&world.space, "induction", &changes).unwrap().event.memory.unwrap();
    assert_eq!(
        (set.version, set.claim.domain.as_str(), set.claim.project.as_deref()),
        (1, "shopping", Some("kitchen"))
    );
    assert!(set.claim.flags.contains(&Flag::Pinned) && set.claim.tags.contains("hob"));
    assert_eq!((set.claim.importance, set.claim.expires_at), (0.25, Some(day(30))));
    let same = world.engine.set(&world.space, "induction", &[Change::Pin(true)]).unwrap();
    assert_eq!(same.event.action, Action::Skipped);
    world.undo().unwrap();
    let back = world.engine.show(&world.space, "induction").unwrap().memory;
    assert_eq!((back.claim.domain.as_str(), back.claim.flags.len()), ("general", 0));
    let past = world.engine.set(&world.space, "induction", &[Change::Expires(Expiry::At(day(0)))]);
    assert!(matches!(past, Err(Error::Invalid(_))));
    let off = world.engine.set(&world.space, "induction", &[Change::Domain("health".parse().unwrap())]);
    assert!(matches!(off, Err(Error::DomainOff { .. })));
}

/// R3-004, PRODUCT §1.3: tasks have a state, a due date and a next step.
#[test]
fn a_task_is_kept_until_it_is_done() {
    let world = World::new();
    let task = Draft {
        kind: Some(Kind::Task),
        due_at: Some(day(3)),
        next_step: Some("call the bank".into()),
        ..Draft::said("open an account")
    };
    world.remember_draft(task);
    world.at(day(90));
    assert_eq!(world.knows(), ["open an account"], "however late it is");
    use cofio_domain::axes::TaskState;
    world.engine.set(&world.space, "account", &[Change::State(TaskState::Waiting)]).unwrap();
    let done = world.engine.set(&world.space, "account", &[Change::State(TaskState::Done)]).unwrap();
    assert_eq!(done.event.memory.unwrap().status, Status::Archived);
    assert_eq!(world.knows(), Vec::<String>::new());
    world.undo().unwrap();
    assert_eq!(world.knows(), ["open an account"]);
}

/// R2-034, RX-01, PRODUCT §1.17 items 8 and 17.
#[test]
fn a_proposal_waits_for_the_person() {
    let world = World::new();
    let suggested = Draft { source: Source::AgentProposed, ..Draft::said("prefers Kroger") };
    let proposed = world.remember_draft(suggested.clone());
    assert_eq!((proposed.event.action, world.knows().len()), (Action::Proposed, 0));
    assert_eq!(world.remember_draft(suggested.clone()).event.action, Action::Skipped, "it waits once");
    let accepted = world.engine.accept(&world.space, "Kroger", Some("prefers Kroger for groceries")).unwrap();
    let memory = accepted.event.memory.unwrap();
    assert_eq!((memory.claim.source, memory.claim.tier), (Source::UserConfirmed, Tier::Confirmed));
    assert_eq!(world.knows(), ["prefers Kroger for groceries"]);
    world.undo().unwrap();
    assert_eq!(world.engine.proposals(&world.space, false).unwrap().len(), 1, "undo opens it again");

    world.engine.reject(&world.space, "Kroger", Some("not true")).unwrap();
    let again = world.remember_draft(suggested);
    assert_eq!(again.event.action, Action::Skipped, "declined once, not suggested again");
    let read = Draft { source: Source::UntrustedContent, authored_by_person: false, ..Draft::said("ACME is best") };
    assert_eq!(world.remember_draft(read).event.action, Action::Proposed);
    let flags = world.engine.proposals(&world.space, false).unwrap()[0].claim.clone().unwrap().flags;
    assert!(flags.contains(&Flag::FromReading));
}

/// RX-11, PRODUCT §1.17 item 12.
#[test]
fn erasing_leaves_nothing_but_a_tombstone_and_says_where_else_the_words_stand() {
    let world = World::new();
    let first = world.remember("secretly likes pineapple pizza");
    world.update("pineapple", "really likes pineapple pizza").unwrap();
    world.remember("my sister knows that I really likes pineapple pizza");
    let plan = world.engine.plan_erase(&world.space, "really likes pineapple pizza").unwrap();
    assert_eq!((plan.records, plan.elsewhere.len()), (3, 1));

    let erased = world.engine.erase(&world.space, &id(&first), false).unwrap();
    let receipt = erased.event.receipt.unwrap();
    assert_eq!((receipt.removed["memory_version"], receipt.elsewhere.len()), (3, 1));
    assert_eq!(erased.event.undo_until, None);
    assert!(matches!(world.engine.show(&world.space, &id(&first)), Err(Error::Erased { .. })));
    assert!(world.undo().is_err());
    let sister = world.remember("another thing");
    world.engine.erase(&world.space, "sister", true).unwrap();
    assert_eq!(world.knows(), ["another thing"]);
    world.undo_op(&op(&sister), false).unwrap();
}

/// R1-075, R2-049, C32.
#[test]
fn a_copy_is_shared_with_its_evidence_and_withdrawn_by_undo() {
    let world = World::new();
    let family = world.engine.create_shared_space(&world.user, "family").unwrap();
    let shared = world.engine.enter(&world.user, "family").unwrap();
    let guest = world.engine.user("sam").unwrap();
    assert!(
        matches!(world.engine.enter(&guest, "family"), Err(Error::NotFound { .. })),
        "not before they are asked in"
    );
    world.engine.set_member(&shared, &guest, cofio_domain::space::Role::Reader).unwrap();
    let theirs = world.engine.enter(&guest, "family").unwrap();

    world.remember("allergic to peanuts");
    let copy = world.engine.share(&world.space, "peanuts", &shared).unwrap();
    let seen = world.engine.show(&theirs, "peanuts").unwrap();
    assert_eq!((seen.memory.id.to_string(), seen.memory.space), (copy.event.made[0].clone(), family.id));
    assert_eq!(seen.memory.evidence.len(), 2, "what it was learned from, and the memory it is a copy of");
    let forbidden = world.engine.forget(&theirs, "peanuts", None);
    assert!(matches!(forbidden, Err(Error::Forbidden(_))));
    assert_eq!(world.engine.share(&world.space, "peanuts", &shared).unwrap().event.action, Action::Skipped);

    world.undo().unwrap();
    assert!(world.engine.list(&theirs, &ListFilter::default()).unwrap().items.is_empty());
    assert_eq!(world.knows(), ["allergic to peanuts"]);
    world.engine.share(&world.space, "peanuts", &shared).unwrap();
    world.engine.unshare(&world.space, "peanuts", &shared).unwrap();
    assert!(world.engine.list(&theirs, &ListFilter::default()).unwrap().items.is_empty());
    world.undo().unwrap();
    assert_eq!(world.engine.list(&theirs, &ListFilter::default()).unwrap().items.len(), 1);
}

/// A memory is named by words as they stand; parts of words count where nothing has the whole ones, and few letters never.
#[test]
fn a_memory_is_not_named_by_letters_inside_its_words() {
    let world = World::new();
    world.remember("they sold their boat");
    let found = |words: &str| world.engine.show(&world.space, words).is_ok();
    assert!(!found("the") && !found("old"));
    assert!(found("their") && found("boat") && found("sold their bo"));
    world.remember("the moon is full");
    assert!(found("the"), "now something has the word itself");
}
