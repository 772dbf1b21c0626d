//! What is kept in memory between calls is what a process that begins now would read.

use std::sync::Arc;

use cofio_engine::compose::{ContextQuery, SessionStart};
use cofio_engine::{Draft, Engine, Existing, ImportLine, RecallQuery, Settings};
use cofio_store_sqlite::SqliteStore;
use cofio_testkit::{SequentialIds, day};

use crate::recording::record;
use crate::world::{World, id, op};

/// Asks an engine that has been there all along, and one that begins now.
fn agree(world: &World, after: &str) {
    let fresh = Engine::new(
        world.store.clone(),
        world.clock.clone(),
        Arc::new(SequentialIds::default()),
        world.engine.settings().clone(),
    );
    let message = Some("what do you remember about tea and the bicycle?".to_owned());
    let session = Some(SessionStart { name: "talk".into(), began: day(3) });
    for session in [None, session] {
        let query = ContextQuery { message: message.clone(), session, ..ContextQuery::default() };
        let blocks = [&world.engine, &fresh].map(|engine| engine.context(&world.space, &query).unwrap());
        assert_eq!(blocks[0], blocks[1], "after {after}");
    }
    let found = [&world.engine, &fresh].map(|engine| {
        serde_json::to_value(engine.recall(&world.space, &RecallQuery::new("tea and the bicycle")).unwrap()).unwrap()
    });
    assert_eq!(found[0], found[1], "after {after}");
}

fn a_life(world: &World) {
    let tea = id(&world.remember("I like green tea"));
    let rule = op(&world.remember("Always answer in English"));
    agree(world, "remembering");
    world.at(day(4)).update(&tea, "I like black tea").unwrap();
    agree(world, "an update");
    let bicycle = id(&world.remember("My bicycle is red"));
    world.forget(&bicycle).unwrap();
    agree(world, "forgetting");
    record(world, "monday", day(4), &["my bicycle has a flat tyre", "and the tea is cold"]);
    agree(world, "something was said");
    let older = ImportLine { recorded_at: Some(day(2)), ..ImportLine::of("My bicycle is from Lisbon") };
    world.engine.import(&world.space, "old.jsonl", [(1, Ok(older))]).unwrap();
    agree(world, "an import with an older date");
    world.undo_op(&rule, false).unwrap();
    agree(world, "undoing");
    let work: Draft = Draft { domain: Some("work".parse().unwrap()), ..Draft::said("The bicycle project ends soon") };
    world.remember_draft(work);
    world.engine.disable_domain(&world.space, &"work".parse().unwrap(), Existing::Hide).unwrap();
    agree(world, "a domain went off");
    world.engine.restore(&world.space, &bicycle).unwrap();
    agree(world, "restoring");
    world.engine.erase(&world.space, &tea, false).unwrap();
    agree(world, "erasing");
}

#[test]
fn whatever_happens_memory_and_store_agree() {
    a_life(&World::new());
}

#[test]
fn the_same_on_sqlite() {
    a_life(&World::on(Arc::new(SqliteStore::in_memory().unwrap()), Settings::default()));
}
