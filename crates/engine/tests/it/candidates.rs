//! Maybes: what more evidence makes of them, and what its absence does.

use cofio_domain::axes::{EvidenceType, Source, Tier};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::time::Timestamp;
use cofio_engine::{Action, Draft, Item, ListFilter, ListStatus, Settings};
use cofio_testkit::day;

use crate::world::{World, op};

fn seen_in(session: &str, index: u64) -> Evidence {
    Evidence::of(Cited::Message { session: session.into(), index })
}

fn observed(content: &str, session: &str, index: u64) -> Draft {
    Draft {
        source: Source::Extracted,
        evidence_type: Some(EvidenceType::Observed),
        confidence: Some(0.6),
        evidence: vec![seen_in(session, index)],
        ..Draft::said(content)
    }
}

fn stated(content: &str, session: &str, index: u64) -> Draft {
    Draft { evidence_type: Some(EvidenceType::Stated), confidence: Some(0.8), ..observed(content, session, index) }
}

fn promote(world: &World, at: Timestamp) -> serde_json::Value {
    world.engine.run_job(&world.space, "candidates.promote", Some(at)).unwrap().stats
}

fn tier_of(world: &World, content: &str) -> Option<(Tier, f64)> {
    world.items(&ListFilter::default()).into_iter().find_map(|item| match item {
        Item::Memory(view) if view.claim.content == content => Some((view.claim.tier, view.claim.confidence)),
        _ => None,
    })
}

/// PRODUCT §1.17, 9 and R4-014: five observations over two sessions are sure; one, or five in one session, are not.
#[test]
fn five_observations_over_two_sessions_make_a_memory() {
    let world = World::new();
    for index in 0..4 {
        let written = world.remember_draft(observed("orders the window seat", "monday", index));
        assert_eq!(written.event.action, Action::Staged, "{}", written.message);
    }
    assert_eq!(world.knows(), [""; 0]);
    let written = world.remember_draft(observed("orders the window seat", "tuesday", 0));
    assert_eq!((written.event.action, written.event.reason.as_str()), (Action::Saved, "it was seen often enough"));
    assert_eq!(tier_of(&world, "orders the window seat").unwrap().0, Tier::Strong);
    for index in 0..5 {
        world.remember_draft(observed("skips breakfast", "monday", 10 + index));
    }
    assert_eq!(world.knows(), ["orders the window seat"], "one session is one mood");
    assert_eq!(promote(&world, day(2)), serde_json::json!({"promoted": 0, "dropped": 0}));
}

/// R4-016: nothing more came, so it goes: visibly, and what comes later begins anew.
#[test]
fn a_maybe_that_nothing_more_came_for_is_dropped_visibly() {
    let world = World::new();
    world.remember_draft(observed("skips breakfast", "monday", 0));
    assert_eq!(promote(&world, day(14)), serde_json::json!({"promoted": 0, "dropped": 0}));
    assert_eq!(promote(&world, day(16)), serde_json::json!({"promoted": 0, "dropped": 1}));
    assert_eq!(world.engine.candidates(&world.space, false).unwrap().len(), 0);
    let all = world.engine.candidates(&world.space, true).unwrap();
    assert_eq!(all.iter().map(|view| view.status).collect::<Vec<_>>(), ["dropped"]);
    let activity = world.engine.activity(&world.space, &Default::default()).unwrap();
    assert_eq!((activity[0].kind.word(), activity[0].by.as_str()), ("archive", "candidates.promote"));
    assert_eq!(activity[0].reason.as_deref(), Some("nothing more came for it in time"));
    assert_eq!(promote(&world, day(17)), serde_json::json!({"promoted": 0, "dropped": 0}), "once");
    world.remember_draft(observed("skips breakfast", "friday", 0));
    assert_eq!(world.engine.candidates(&world.space, false).unwrap()[0].occurrences, 1, "it begins anew");
}

/// A run is undone by its id, like everything that is done unasked.
#[test]
fn dropping_is_undone_by_the_run() {
    let world = World::new();
    world.remember_draft(observed("skips breakfast", "monday", 0));
    let ran = world.engine.run_job(&world.space, "candidates.promote", Some(day(16))).unwrap();
    world.remember("Likes tea");
    world.engine.run_job(&world.space, "candidates.promote", Some(day(16))).unwrap();
    world.undo().unwrap();
    assert_eq!(world.knows(), [""; 0], "the last step is the person's own");
    world.undo_op(&ran.run.unwrap().to_string(), false).unwrap();
    assert_eq!(world.engine.candidates(&world.space, false).unwrap().len(), 1);
}

/// What was seen often enough before the rules let it through is promoted by the nightly run, with all its evidence.
#[test]
fn what_is_ripe_by_now_is_promoted_at_night() {
    let world = World::new();
    let mut strict = Settings::default();
    strict.knobs.strong_occurrences = 9;
    let strict = world.set_up(strict);
    for index in 0..6 {
        strict.remember_draft(observed("orders the window seat", if index < 3 { "monday" } else { "friday" }, index));
    }
    assert_eq!(world.knows(), [""; 0]);
    assert_eq!(promote(&world, day(2)), serde_json::json!({"promoted": 1, "dropped": 0}));
    assert_eq!(tier_of(&world, "orders the window seat").unwrap().0, Tier::Strong);
    assert_eq!(world.engine.show(&world.space, "window").unwrap().memory.evidence.len(), 6);
    let waiting = world.engine.candidates(&world.space, true).unwrap();
    assert_eq!(waiting.iter().map(|view| view.status).collect::<Vec<_>>(), ["promoted"]);
}

/// R4-020: in a domain where a machine may not promote, a maybe waits for the person, however often it is seen.
#[test]
fn a_sensitive_maybe_waits_for_the_person() {
    let world = World::new();
    let domain: DomainName = "relationships".parse().unwrap();
    for index in 0..8 {
        let session = if index < 4 { "monday" } else { "friday" };
        let draft = Draft { domain: Some(domain.clone()), ..observed("quarrels with Sam", session, index) };
        world.remember_draft(draft);
    }
    assert_eq!(promote(&world, day(300)), serde_json::json!({"promoted": 0, "dropped": 0}));
    assert_eq!(world.engine.candidates(&world.space, false).unwrap().len(), 1, "and does not expire");
    assert_eq!(world.knows(), [""; 0]);
}

/// R0-015, PRODUCT §1.8: hearing it again restores what had faded, and adds no second memory.
#[test]
fn a_repeat_affirms_what_is_known() {
    let world = World::new();
    world.remember_draft(stated("prefers window seats", "monday", 0));
    assert_eq!(tier_of(&world, "prefers window seats"), Some((Tier::Strong, 0.8)));
    world.at(day(60));
    let again = world.remember_draft(stated("Prefers window seats.", "friday", 2));
    assert_eq!((again.event.action, again.event.reason.as_str()), (Action::Confirmed, "it was said again"));
    assert_eq!(world.knows(), ["prefers window seats"]);
    let shown = world.engine.show(&world.space, "window").unwrap().memory;
    assert_eq!((shown.claim.confidence, shown.last_confirmed_at), (0.9, Some(day(60))));
    assert_eq!((shown.claim.tier, shown.claim.source), (Tier::Strong, Source::Extracted), "still no word of honour");
    assert_eq!(shown.evidence.len(), 2);
    let same = world.remember_draft(stated("prefers window seats", "friday", 2));
    assert_eq!(same.event.action, Action::Skipped, "the same sentence is heard once");
    world.undo_op(&op(&again), false).unwrap();
    assert_eq!(world.engine.show(&world.space, "window").unwrap().memory.claim.confidence, 0.8);
}

/// R0-079: the person's word is not made surer, or anything else, by what was picked up.
#[test]
fn a_repeat_of_what_the_person_said_changes_nothing() {
    let world = World::new();
    world.remember("prefers window seats");
    let everything = || format!("{:?}", world.items(&ListFilter { status: ListStatus::All, ..Default::default() }));
    let before = everything();
    world.at(day(9));
    let again = world.remember_draft(stated("prefers window seats", "friday", 2));
    assert_eq!(again.event.action, Action::Skipped);
    let hedged = Draft { confidence: Some(0.4), ..stated("prefers window seats", "friday", 3) };
    assert_eq!(world.remember_draft(hedged).event.action, Action::Skipped);
    assert_eq!(everything(), before);
}

/// A maybe that is seen again and again is one no longer.
#[test]
fn a_tentative_memory_that_is_heard_often_is_sure() {
    let world = World::new();
    let weak = |session: &str, index| Draft { confidence: Some(0.75), ..observed("walks to work", session, index) };
    world.remember_draft(weak("monday", 0));
    world.remember_draft(weak("monday", 1));
    assert_eq!(tier_of(&world, "walks to work").unwrap().0, Tier::Tentative);
    for index in 2..4 {
        world.remember_draft(weak("tuesday", index));
        assert_eq!(tier_of(&world, "walks to work").unwrap().0, Tier::Tentative, "{index}");
    }
    world.remember_draft(weak("friday", 0));
    assert_eq!(tier_of(&world, "walks to work").unwrap().0, Tier::Strong);
}
