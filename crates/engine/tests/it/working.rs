//! Jobs: due where the person is, done once, tried again, seen.

use std::sync::Arc;

use cofio_domain::job::{Taking, Which};
use cofio_domain::time::Timestamp;
use cofio_domain::usage::{UsageKind, Use};
use cofio_engine::{Draft, Expiry, JobView, Settings};
use cofio_testkit::{MemoryStore, day};
use jiff::tz::TimeZone;

use crate::recording::record;
use crate::world::{World, id};

fn job(world: &World, kind: &str) -> JobView {
    world.engine.jobs(&world.space).unwrap().into_iter().find(|job| job.kind == kind).unwrap()
}

/// C33: at 03:00 where the person is; what was missed is done at the next chance, and once.
#[test]
fn a_nightly_job_is_due_at_three_where_the_person_is() {
    let settings = Settings { zone: TimeZone::get("Asia/Tokyo").unwrap(), ..Settings::default() };
    let world = World::on(Arc::new(MemoryStore::default()), settings);
    let made: Timestamp = day(1);
    assert_eq!(job(&world, "sweep.trash").due_at, made.plus_minutes(18 * 60));
    assert_eq!(job(&world, "sweep.trash").state.word(), "waiting");
    world.at(day(5));
    let missed = world.engine.jobs(&world.space).unwrap().iter().filter(|job| job.due_at <= day(5)).count();
    let ran = world.engine.run_due_jobs(&world.space, None).unwrap();
    assert_eq!((ran.len(), ran.len() > 5), (missed, true), "all but the weekly ones were missed");
    assert!(ran.iter().all(|run| run.outcome == "done"), "{ran:?}");
    assert_eq!(world.engine.run_due_jobs(&world.space, None).unwrap().len(), 0, "and are done");
    assert_eq!(job(&world, "sweep.trash").due_at, day(5).plus_minutes(18 * 60));
    assert_eq!(job(&world, "sweep.trash").ended_at, Some(day(5)));
}

/// What there is nothing to do for leaves no trace after a command.
#[test]
fn short_jobs_run_after_an_answer_and_long_ones_wait() {
    let world = World::new();
    record(&world, "monday", day(1), &["hello"]);
    world.remember("I like tea");
    world.engine.delete(&world.space, "tea", None).unwrap();
    world.at(day(40));
    assert_eq!(job(&world, "usage.rollup").state.word(), "nothing to do");
    assert_eq!(job(&world, "sweep.trash").state.word(), "due");
    let ran = world.engine.run_short_jobs(&world.space, &|| false).unwrap();
    assert_eq!(ran.iter().map(|run| run.kind).collect::<Vec<_>>(), ["sweep.stale_sessions", "title"]);
    let rows = world.store.jobs(&world.space).unwrap();
    assert_eq!(rows.len(), 2, "the others were passed over");
    assert_eq!(world.engine.run_short_jobs(&world.space, &|| true).unwrap().len(), 0, "time is up");
}

/// PRODUCT §1.17, 14: killed in the middle, completed once, after its time ran out.
#[test]
fn what_a_killed_process_left_is_completed_once() {
    let world = World::new();
    world.remember("I like tea");
    world.engine.delete(&world.space, "tea", None).unwrap();
    world.at(day(40));
    let which = Which::Anyway("sweep.trash".into(), String::new());
    let killed = Taking {
        owner: "killed".into(),
        now: day(40),
        until: day(40).plus_minutes(10),
        id: cofio_domain::id::JobId::new(77),
        which,
    };
    world.store.take_job(&world.space, killed).unwrap().unwrap();
    assert_eq!(world.engine.run_job(&world.space, "sweep.trash", None).unwrap().outcome, "busy");
    assert_eq!(job(&world, "sweep.trash").state.word(), "running");
    world.at(day(40).plus_minutes(11));
    let ran = world.engine.run_due_jobs(&world.space, None).unwrap();
    let swept = ran.iter().find(|run| run.kind == "sweep.trash").unwrap();
    assert_eq!((swept.outcome, swept.run), ("done", Some(cofio_domain::id::JobId::new(77))));
    assert_eq!(swept.stats["memories"], 1);
    let again = world.engine.run_job(&world.space, "sweep.trash", None).unwrap();
    assert_eq!(again.stats["memories"], 0);
}

/// C4: what expired is kept for ninety days; a window that ended is history and stays.
#[test]
fn what_expired_long_ago_is_removed_and_what_is_over_is_not() {
    let world = World::new();
    let expiring = world.remember_draft(Draft { expires: Expiry::At(day(10)), ..Draft::said("The code word is plum") });
    world.remember("I like tea");
    let run = |world: &World| world.engine.run_job(&world.space, "sweep.expire", None).unwrap().stats;
    world.at(day(11));
    assert_eq!(run(&world), serde_json::json!({"expired": 1, "removed": 0}));
    world.at(day(99));
    assert_eq!(run(&world), serde_json::json!({"expired": 1, "removed": 0}));
    world.at(day(101));
    assert_eq!(run(&world), serde_json::json!({"expired": 0, "removed": 1}));
    let memory = id(&expiring).parse().unwrap();
    assert_eq!(world.store.memory(&world.space, memory).unwrap(), None);
    assert_eq!(world.knows(), ["I like tea"]);
}

/// `--at` decides as of then and records as of now: nothing in the space gets a date from the future.
#[test]
fn running_as_of_another_time_does_not_move_the_clock() {
    let world = World::new();
    world.remember("I like tea");
    world.engine.delete(&world.space, "tea", None).unwrap();
    let ran = world.engine.run_job(&world.space, "sweep.trash", Some(day(60))).unwrap();
    assert_eq!(ran.stats["memories"], 1);
    let last = world.store.operations(&world.space, &Default::default()).unwrap().remove(0);
    assert!(last.at < day(2), "{}", last.at);
    assert!(job(&world, "sweep.trash").due_at < day(3));
}

/// C30: after ninety days uses are only counted.
#[test]
fn old_uses_are_counted() {
    let world = World::new();
    let memory = id(&world.remember("I like tea")).parse().unwrap();
    let used =
        Use { memory, user: world.user.id, session: None, usage: UsageKind::Recalled, at: day(1), influence: None };
    world.store.note_uses(&world.space, vec![used.clone(), used]).unwrap();
    world.at(day(92));
    assert_eq!(world.engine.run_job(&world.space, "usage.rollup", None).unwrap().stats["uses"], 2);
    assert_eq!(world.store.usage_counts(&world.space).unwrap()[0].count, 2);
}

#[test]
fn a_job_that_is_not_there_is_not_run() {
    let world = World::new();
    let error = world.engine.run_job(&world.space, "sweep.everything", None).unwrap_err();
    assert_eq!(error.to_string(), "no job matches \"sweep.everything\"");
}
