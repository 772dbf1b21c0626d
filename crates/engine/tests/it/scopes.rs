//! Spaces, roles, projects: who sees what.

use cofio_domain::space::Role;
use cofio_engine::{Action, Change, Draft, Error, ListFilter, ListStatus, RecallQuery};

use crate::world::World;

/// R0-041, RB-03: everything belongs to somebody, and nobody sees another's.
#[test]
fn two_people_on_one_store_see_nothing_of_each_other() {
    let world = World::new();
    world.remember("keeps bees");
    let sam = world.engine.user("sam").unwrap();
    let theirs = world.engine.personal_space(&sam).unwrap();
    assert_eq!(world.engine.list(&theirs, &ListFilter::default()).unwrap().items.len(), 0);
    assert_eq!(world.engine.recall(&theirs, &RecallQuery::new("bees")).unwrap().hits.len(), 0);
    assert!(matches!(world.engine.forget(&theirs, "bees", None), Err(Error::NotFound { .. })));
    let all = ListFilter { status: ListStatus::All, ..ListFilter::default() };
    assert_eq!(world.engine.list(&theirs, &all).unwrap().items.len(), 0);
    assert!(matches!(world.engine.enter(&sam, "owner"), Err(Error::NotFound { .. })));
}

/// R1-075: readers read, writers write, owners govern.
#[test]
fn what_a_member_may_do_is_their_role() {
    let world = World::new();
    world.engine.create_shared_space(&world.user, "team").unwrap();
    let team = world.engine.enter(&world.user, "team").unwrap();
    let (reader, writer) = (world.engine.user("rea").unwrap(), world.engine.user("wri").unwrap());
    world.engine.set_member(&team, &reader, Role::Reader).unwrap();
    world.engine.set_member(&team, &writer, Role::Editor).unwrap();
    let (as_reader, as_writer) =
        (world.engine.enter(&reader, "team").unwrap(), world.engine.enter(&writer, "team").unwrap());

    let shared =
        Draft { visibility: Some(cofio_domain::axes::Visibility::Space), ..Draft::said("we deploy on Tuesdays") };
    world.engine.remember(&as_writer, &shared).unwrap();
    assert_eq!(world.engine.list(&as_reader, &ListFilter::default()).unwrap().items.len(), 1);
    assert!(matches!(world.engine.remember(&as_reader, &Draft::said("no")), Err(Error::Forbidden(_))));
    assert!(matches!(world.engine.set_member(&as_writer, &reader, Role::Owner), Err(Error::Forbidden(_))));
    assert!(matches!(world.engine.enable_domain(&as_writer, &"health".parse().unwrap()), Err(Error::Forbidden(_))));
    world.engine.remove_member(&team, &reader).unwrap();
    assert!(matches!(world.engine.enter(&reader, "team"), Err(Error::NotFound { .. })));
}

/// R1-071: memories of a project are found by it, and stay when it is archived.
#[test]
fn a_project_gathers_its_memories() {
    let world = World::new();
    world.engine.add_project(&world.space, "Lighthouse").unwrap();
    let draft = Draft { project: Some("lighthouse".into()), ..Draft::said("the parser is written in Rust") };
    world.remember_draft(draft);
    world.remember("has two cats");
    let of_project = ListFilter { project: Some("Lighthouse".into()), ..ListFilter::default() };
    assert_eq!(world.listed(&of_project), ["the parser is written in Rust"]);
    let unknown = Draft { project: Some("Atlantis".into()), ..Draft::said("sank") };
    assert!(matches!(world.engine.remember(&world.space, &unknown), Err(Error::NotFound { .. })));

    world.engine.rename_project(&world.space, "Lighthouse", "Beacon").unwrap();
    let renamed = ListFilter { project: Some("Beacon".into()), ..ListFilter::default() };
    assert_eq!(world.listed(&renamed), ["the parser is written in Rust"], "the memories follow the name");
    world.undo().unwrap();
    assert_eq!(world.listed(&of_project), ["the parser is written in Rust"]);
    world.engine.archive_project(&world.space, "Lighthouse", true).unwrap();
    assert_eq!(world.engine.projects(&world.space).unwrap()[0].memories, 1);
    let moved = world.engine.set(&world.space, "parser", &[Change::Project(None)]).unwrap();
    assert_eq!(moved.event.memory.unwrap().claim.project, None);
}

/// The demo space is for looking, and the built-in ones are not written.
#[test]
fn a_demo_space_is_ones_own_to_play_with() {
    let world = World::new();
    let demo = world.engine.demo_space(&world.user).unwrap();
    let saved = world.engine.remember(&demo, &Draft::said("likes trains")).unwrap();
    assert_eq!(saved.event.action, Action::Saved);
    assert_eq!(world.knows(), [""; 0], "and nothing of it reaches one's own");
}
