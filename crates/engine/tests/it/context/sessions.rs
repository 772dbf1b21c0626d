//! A session keeps its baseline, and learns at the tail what changed.

use cofio_domain::axes::{Authority, Kind};
use cofio_domain::time::Timestamp;
use cofio_engine::compose::{Context, ContextKnobs, ContextQuery, Lane, SessionDelta, SessionStart, Template};
use cofio_engine::{Draft, ImportLine};
use cofio_testkit::day;
use serde_json::json;

use crate::world::{World, id};

/// A space with somebody in it, and a session that begins on the second day.
fn begun() -> (World, ContextQuery) {
    let world = World::new();
    world.remember_draft(Draft { kind: Some(Kind::Identity), ..Draft::said("Ana, a nurse") });
    world.remember_draft(Draft { kind: Some(Kind::Style), ..Draft::said("be brief") });
    world.remember_draft(Draft { kind: Some(Kind::Preference), ..Draft::said("likes tea") });
    world.remember_draft(Draft { kind: Some(Kind::Fact), ..Draft::said("has a dog") });
    world.at(day(3));
    (world, in_session(day(2)))
}

fn in_session(began: Timestamp) -> ContextQuery {
    let session = Some(SessionStart { name: "ses_1".into(), began });
    ContextQuery {
        session,
        message: Some("what should we do on Saturday afternoon?".into()),
        ..ContextQuery::default()
    }
}

fn told(world: &World, query: &ContextQuery) -> Context {
    world.engine.context(&world.space, query).unwrap()
}

/// R0-062, R0-063, PRODUCT C9, §1.17 (5): fifty turns, something else happens at each, and the head of the prompt is
/// the same to the byte.
#[test]
fn the_baseline_is_byte_identical_over_fifty_turns() {
    let (world, mut query) = begun();
    let first = told(&world, &query).baseline;
    assert_eq!(first.matches("[m").count(), 5, "four lines and one word about them\n{first}");
    for turn in 0..50 {
        world.at(day(3).plus_minutes(turn));
        match turn % 5 {
            0 => drop(world.remember(&format!("plays the piano, piece {turn}"))),
            1 => drop(
                world
                    .update("likes tea", &format!("likes tea of sort {turn}"))
                    .or_else(|_| world.update("of sort", &format!("likes tea of sort {turn}")))
                    .unwrap(),
            ),
            2 => drop(world.engine.confirm(&world.space, "be brief").unwrap()),
            3 => drop(world.remember_draft(Draft {
                authority: Some(Authority::Hard),
                ..Draft::said(format!("never suggest place {turn}"))
            })),
            _ => drop(world.undo().unwrap()),
        }
        query.message = Some(format!("turn {turn}: tell me about the piano and the dog"));
        let context = told(&world, &query);
        assert_eq!(context.baseline, first, "turn {turn}");
        // Where there is one place for all of it, only what follows the baseline's lines changes.
        let lines_of_first = first.split("## Using memory").next().unwrap();
        assert!(context.text.starts_with(lines_of_first), "turn {turn}");
    }
    world.forget("has a dog").unwrap();
    let after = told(&world, &query);
    assert_eq!(after.baseline, first);
    assert!(after.delta.contains("- No longer holds, do not use: [m"), "{}", after.delta);
}

/// The same block comes out of another process, or after a restart: nothing is kept but the time.
#[test]
fn a_session_began_when_it_began_whoever_asks() {
    let (world, query) = begun();
    let here = told(&world, &query);
    let other = World::on(world.store.clone(), cofio_engine::Settings::default());
    other.at(day(9));
    assert_eq!(told(&other, &query).baseline, here.baseline);
}

/// PRODUCT C9, R2-003: forgetting, deleting and correcting act on the next turn, by the handle.
#[test]
fn what_was_forgotten_or_corrected_is_told_at_the_tail() {
    let (world, query) = begun();
    world.forget("has a dog").unwrap();
    world.update("likes tea", "likes coffee now").unwrap();
    let context = told(&world, &query);
    assert_eq!(
        context.delta,
        "## Changes since this chat began\n\
         - No longer holds, do not use: [m3]\n\
         - Instead of [m4]: likes coffee now [m5]"
    );
    assert!(context.tail.starts_with("<memory_context v=\"1\" session=\"ses_1\" part=\"tail\">\n"), "{}", context.tail);
    assert!(context.tail.contains(&context.delta));
    let ended: Vec<&str> = context.loaded.iter().filter(|line| line.ended).map(|line| line.handle.as_str()).collect();
    assert_eq!(ended, ["m3", "m4"]);
    assert_eq!(context.loaded.last().unwrap().lane, Lane::Delta);
}

/// A template without handles says it in the words that stand above.
#[test]
fn without_handles_the_words_say_what_ended() {
    let (world, mut query) = begun();
    world.forget("has a dog").unwrap();
    query.knobs.template = Template::Macrotide;
    assert!(told(&world, &query).delta.ends_with("- No longer holds, do not use: \"has a dog\""));
}

/// What was erased is nowhere: not in the baseline of a session that had it, not in the delta.
#[test]
fn what_was_erased_is_in_no_session() {
    let (world, query) = begun();
    let dog = id(&world.remember("has a dog"));
    assert!(told(&world, &query).text.contains("dog"));
    world.engine.erase(&world.space, &dog, false).unwrap();
    let context = told(&world, &ContextQuery { message: Some("what about the dog in the garden?".into()), ..query });
    assert!(!serde_json::to_string(&context).unwrap().contains("has a dog"));
}

/// PRODUCT C9: a rule acts now; anything else that is new waits for the next session unless asked for.
#[test]
fn a_new_rule_acts_now_and_a_new_taste_in_the_next_session() {
    let (world, mut query) = begun();
    world.remember_draft(Draft {
        kind: Some(Kind::Constraint),
        key: Some("exclude".into()),
        value: Some(json!(["nuts"])),
        domain: Some("food".parse().unwrap()),
        ..Draft::said("no nuts")
    });
    world.remember_draft(Draft { kind: Some(Kind::Preference), ..Draft::said("likes jazz") });
    query.message = Some("plan a vegetarian dinner".into());
    let rule = "- New rule: [food] exclude: nuts · confirmed 2026-11-03 [m5]";
    let delta = |delta| {
        let knobs = ContextKnobs { session_delta: delta, ..ContextKnobs::default() };
        told(&world, &ContextQuery { knobs, ..query.clone() })
    };
    assert_eq!(delta(SessionDelta::Corrections).delta, format!("## Changes since this chat began\n{rule}"));
    assert_eq!(
        delta(SessionDelta::All).delta,
        format!("## Changes since this chat began\n{rule}\n- New: likes jazz [m6]")
    );
    let strict = delta(SessionDelta::None);
    assert_eq!(strict.delta, "");
    assert_eq!(
        strict.routed,
        "## Rules for this topic (must be respected)\n- [food] exclude: nuts · confirmed 2026-11-03 [m5]",
        "R2-020: the rules of the message's domain are there all the same"
    );
    let next = told(&world, &in_session(day(3)));
    assert!(next.baseline.contains("likes jazz") && next.baseline.contains("exclude: nuts") && next.delta.is_empty());
}

/// A session that began with nothing has no head; its tail says how to use it.
#[test]
fn without_a_baseline_the_tail_is_a_whole_block() {
    let world = World::new();
    world.at(day(3)).remember_draft(Draft { authority: Some(Authority::Hard), ..Draft::said("never suggest valets") });
    let context = told(&world, &in_session(day(2)));
    assert_eq!(context.baseline, "");
    assert_eq!(context.tail, context.text);
    assert!(context.tail.contains("- New rule: ") && context.tail.contains(cofio_engine::compose::INFLUENCE_ORDER));
}

/// A domain that is turned off is out of sight at once, also in a session that began before.
#[test]
fn a_domain_that_is_turned_off_is_out_of_sight_at_once() {
    let world = World::new();
    let health = "health".parse().unwrap();
    world.engine.enable_domain(&world.space, &health).unwrap();
    world.remember_draft(Draft { domain: Some("health".parse().unwrap()), ..Draft::said("takes an antihistamine") });
    world.at(day(3));
    let query = in_session(day(2));
    assert!(told(&world, &query).baseline.contains("antihistamine"));
    world.engine.disable_domain(&world.space, &health, cofio_engine::Existing::Hide).unwrap();
    assert!(!told(&world, &query).text.contains("antihistamine"));
}

/// What is imported with an older date was not there when the session began.
#[test]
fn an_import_with_an_older_date_leaves_the_baseline_as_it_was() {
    let (world, query) = begun();
    let before = told(&world, &query).baseline;
    let mut line = ImportLine::of("has a canary");
    line.recorded_at = Some(day(1));
    world.engine.import(&world.space, "birds.jsonl", vec![(1, Ok(line))]).unwrap();
    assert_eq!(told(&world, &query).baseline, before);
}

/// R1-075, R2-049: a shared space that is switched on is read along, and its lines say where they are from.
#[test]
fn a_shared_space_is_read_along_and_named() {
    let world = World::new();
    world.engine.create_shared_space(&world.user, "family").unwrap();
    let family = world.engine.enter(&world.user, "family").unwrap();
    world.engine.remember(&family, &Draft::said("the gate code is with the neighbour")).unwrap();
    let context = told(&world, &ContextQuery::default());
    assert!(context.text.contains("- the gate code is with the neighbour · in family [m1]"), "{}", context.text);
    world.engine.set_recalled(&family, false).unwrap();
    assert_eq!(told(&world, &ContextQuery::default()).text, "");
}

/// R1-071: what only matters in a project is loaded there.
#[test]
fn a_projects_memories_are_loaded_in_it() {
    let world = World::new();
    world.engine.add_project(&world.space, "boat").unwrap();
    world.remember_draft(Draft { project: Some("boat".into()), ..Draft::said("the hull is oak") });
    let text = |project: Option<&str>| {
        told(&world, &ContextQuery { project: project.map(str::to_owned), ..ContextQuery::default() }).text
    };
    assert_eq!(text(None), "");
    assert!(text(Some("boat")).contains("the hull is oak"));
}

/// PRODUCT §1.17 (20), R1-002: short messages look nothing up, and the baseline is there.
#[test]
fn short_messages_get_the_baseline_alone() {
    let (world, _) = begun();
    for message in ["ok", "yes", "go on", "a dog?", "and now?"] {
        let context = told(&world, &ContextQuery { message: Some(message.into()), ..ContextQuery::default() });
        assert_eq!((context.lookup.limit, context.dynamic.as_str()), (0, ""));
        assert!(context.text.contains("Ana, a nurse"));
    }
}
