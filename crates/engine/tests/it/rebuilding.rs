//! Rebuilding: everything derived comes out again as it was, what the person did stays, what is gone stays gone.

use std::sync::Arc;

use cofio_domain::axes::Status;
use cofio_domain::event::MessageRole;
use cofio_domain::record::{Belief, Noun, Row};
use cofio_domain::session::Surface;
use cofio_engine::{
    ConsolidationDepth, Draft, Item, ListFilter, ListStatus, MessageLine, RebuildLayer, Recording, Settings,
};
use cofio_store_sqlite::SqliteStore;
use cofio_testkit::day;

use crate::world::World;

const TALKS: [(&str, &[&str]); 5] = [
    ("monday", &["I live in Lisbon.", "My wife is named Jane.", "I'm thinking about trying yoga."]),
    ("tuesday", &["I work as a nurse.", "I like green tea.", "We decided to paint the kitchen green."]),
    ("wednesday", &["Remember that I am allergic to peanuts.", "I love jazz."]),
    ("thursday", &["I moved to Porto.", "I like green tea."]),
    ("friday", &["I have two cats.", "Forget that I love jazz."]),
];

fn talk(world: &World, number: i64, (session, texts): (&str, &[&str])) {
    let lines = texts.iter().enumerate().map(|(minute, text)| {
        let at = Some(day(number).plus_minutes(minute as i64));
        (minute as u64 + 1, Ok(MessageLine { role: MessageRole::User, at, name: None, text: (*text).into() }))
    });
    let recording = Recording { session: Some(session.into()), surface: Surface::Cli, project: None };
    world.at(day(number)).engine.record(&world.space, &recording, lines).unwrap();
    world.at(day(number).plus_minutes(60)).engine.close_session(&world.space, session).unwrap();
}

fn week(world: &World) {
    for (number, talked) in (1..).zip(TALKS) {
        talk(world, number, talked);
    }
    world.at(day(10));
    world.remember_draft(Draft::said("I drink oat milk"));
    world.forget("cats").unwrap();
    world.engine.consolidate(&world.space, ConsolidationDepth::Deep).unwrap();
    world.engine.compile(&world.space).unwrap();
}

/// Everything there is to see, without ids and without when it was recorded.
fn state(world: &World) -> Vec<String> {
    let all = ListFilter { status: ListStatus::All, ..Default::default() };
    let mut told: Vec<String> = world
        .items(&all)
        .into_iter()
        .map(|item| match item {
            Item::Memory(view) => format!(
                "{} {} {} {} {} {} {}..{:?} {:.3}",
                view.claim.content,
                view.claim.kind,
                view.claim.domain,
                view.claim.tier,
                view.claim.source,
                view.status,
                view.valid_from,
                view.valid_until.filter(|_| view.status == Status::Superseded),
                confidence_by_now(world, &view),
            ),
            Item::Candidate(view) => format!("maybe {} {} {}", view.claim.content, view.status, view.occurrences),
            Item::Proposal(view) => format!("proposal {:?} {}", view.claim.map(|claim| claim.content), view.status),
            Item::Conflict(view) => format!("conflict {} {}", view.right.content, view.status),
            Item::Message(_) | Item::Episode(_) => String::new(),
        })
        .collect();
    for record in world.store.rows(&world.space, Noun::Episode, Belief::Now).unwrap().records {
        let Row::Episode(episode) = record.body else { continue };
        told.push(format!("episode {} {}..{} {:?}", episode.session, episode.from, episode.to, episode.lines));
    }
    for brief in world.engine.briefs(&world.space).unwrap() {
        let lines: Vec<&str> = brief.lines.iter().map(|line| line.text.as_str()).collect();
        told.push(format!("brief {} {:?} {lines:?}", brief.kind, brief.domain));
    }
    told.sort();
    told
}

/// How sure a memory is by now, which is what matters about when it was recorded.
fn confidence_by_now(world: &World, view: &cofio_engine::MemoryView) -> f64 {
    let records = world.store.records_of(&world.space, view.id).unwrap();
    let record = records.iter().find(|record| record.body.id == view.version_id && record.retired.is_none()).unwrap();
    // What is over does not fade.
    if view.status != Status::Active {
        return 1.0;
    }
    cofio_domain::policy::decay::confidence_at(&record.body, record.recorded_at, world.engine.now())
}

/// R4-008, R4-010, C22: whatever is derived comes out again as it was.
#[test]
fn rebuilding_reaches_the_same_state() {
    let stores: [Arc<dyn cofio_domain::ports::Store>; 2] =
        [Arc::new(cofio_testkit::MemoryStore::default()), Arc::new(SqliteStore::in_memory().unwrap())];
    for store in stores {
        let world = World::on(store, Settings::default());
        week(&world);
        world.at(day(12));
        let before = state(&world);
        assert!(before.iter().any(|line| line.contains("Porto") && line.contains("active")), "{before:#?}");
        for layer in RebuildLayer::ALL {
            let rebuilt = world.engine.rebuild(&world.space, *layer).unwrap();
            let after = state(&world);
            assert_eq!(after, before, "{layer}: {rebuilt:?}");
        }
    }
}

/// What the person forgot is not learned again, nor anything they erased.
#[test]
fn what_is_gone_stays_gone() {
    let world = World::new();
    week(&world);
    world.forget("Jane").unwrap();
    world.engine.erase(&world.space, "nurse", false).unwrap();
    world.engine.rebuild(&world.space, RebuildLayer::Events).unwrap();
    let told = state(&world).join("\n");
    assert!(!told.contains("nurse"), "{told}");
    let knows = world.knows().join("\n");
    assert!(!knows.contains("Jane") && !knows.contains("cats"), "{knows}");
    assert!(knows.contains("peanuts") && knows.contains("oat milk"), "{knows}");
    let briefs = format!("{:?}", world.engine.briefs(&world.space).unwrap());
    assert!(!briefs.contains("nurse") && !briefs.contains("Jane"), "{briefs}");
}

/// What the person laid a hand on is theirs: it is the same memory afterwards.
#[test]
fn what_the_person_changed_stays_as_it_is() {
    let world = World::new();
    week(&world);
    let confirmed = world.engine.confirm(&world.space, "nurse").unwrap().event.memory.unwrap().id;
    world.update("Porto", "I live in Braga").unwrap();
    world.engine.rebuild(&world.space, RebuildLayer::Events).unwrap();
    assert_eq!(world.engine.show(&world.space, "nurse").unwrap().memory.id, confirmed);
    let knows = world.knows();
    assert!(knows.contains(&"I live in Braga".to_owned()), "{knows:?}");
    assert!(!knows.iter().any(|known| known.contains("Porto") || known.contains("Lisbon")), "{knows:?}");
}

/// R4-010: one conversation is summed up again and learned from again, by itself.
#[test]
fn one_session_is_learned_from_again() {
    let world = World::new();
    week(&world);
    let before = state(&world);
    let rebuilt = world.engine.relearn_session(&world.space, "tuesday").unwrap();
    assert!(rebuilt.cleared > 0 && rebuilt.learned > 0, "{rebuilt:?}");
    assert_eq!(state(&world), before);
}

/// C35: keep what was learned, or forget it too; either way the words are out of sight at once.
#[test]
fn a_session_goes_with_or_without_what_was_learned_from_it() {
    let kept = World::new();
    week(&kept);
    let knew = kept.knows();
    kept.engine.delete_session(&kept.space, "tuesday").unwrap();
    assert_eq!(kept.knows(), knew);
    let world = World::new();
    week(&world);
    let changed = world.engine.forget_session(&world.space, "tuesday").unwrap();
    assert!(changed.session.deleted_at.is_some(), "{changed:?}");
    let knows = world.knows().join("\n");
    assert!(!knows.contains("nurse"), "{knows}");
    assert!(knows.contains("green tea"), "it was said on Thursday, too: {knows}");
    let again = world.engine.forget_session(&world.space, "wednesday").unwrap();
    assert!(again.changed && world.knows().join("\n").contains("peanuts"), "what was asked for stays");
    world.engine.rebuild(&world.space, RebuildLayer::Events).unwrap();
    assert!(!world.knows().join("\n").contains("nurse"));
    assert!(!format!("{:?}", world.engine.briefs(&world.space).unwrap()).contains("nurse"));
}
