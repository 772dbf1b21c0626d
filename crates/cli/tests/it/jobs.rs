//! Jobs from the command line: seen, run now, and run by the way.

use serde_json::{Value, json};

use crate::support::{Cofio, text_of};

fn job(cofio: &Cofio, kind: &str) -> Value {
    let jobs = cofio.json(["jobs"]);
    jobs.as_array().unwrap().iter().find(|job| job["kind"] == kind).unwrap().clone()
}

/// PRODUCT §1.15: visible, run-now, idempotent.
#[test]
fn jobs_are_seen_and_run() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z").variable("COFIO_USER_TZ", "Asia/Tokyo");
    cofio.ok(["remember", "I like tea"]);
    cofio.ok(["delete", "tea"]);
    assert_eq!(job(&cofio, "sweep.trash")["due_at"], "2026-03-01T18:00:00Z", "three in the morning in Tokyo");
    cofio.set_clock("2026-04-02T09:00:00Z");
    let status = cofio.ok(["status"]);
    assert!(status.contains("sweep.trash · cofio jobs run --due"), "{status}");
    assert_eq!(cofio.json(["status"])["jobs_due"], json!(["sweep.trash"]));
    let told = cofio.ok(["jobs", "run", "--due"]);
    assert!(told.contains("✓ sweep.trash: 1 memories, 0 sessions"), "{told}");
    let activity = cofio.json(["activity"]);
    assert_eq!((text_of(&activity[0]["kind"]), text_of(&activity[0]["by"])), ("erase".into(), "sweep.trash".into()));
    assert_eq!(job(&cofio, "sweep.trash")["state"], "waiting");
    assert!(cofio.ok(["jobs", "run", "--due"]).contains("Nothing is due"));
    assert!(cofio.ok(["jobs"]).contains("last 2 Apr 2026 18:00: 1 memories, 0 sessions"));
    cofio.fails(3, ["jobs", "run", "sweep.moon"]);
    cofio.fails(2, ["jobs", "run"]);
    cofio.fails(2, ["jobs", "run", "sweep.trash", "--due"]);
    cofio.fails(2, ["jobs", "run", "sweep.trash", "--at", "never"]);
}

/// Any command runs what is overdue and short, after its answer, and says nothing of it.
#[test]
fn a_command_runs_what_is_short_after_its_answer() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let line = json!({"role": "user", "text": "hello"}).to_string();
    cofio.call(["record", "-", "--session", "monday"]).stdin(line).run().expect(0);
    cofio.set_clock("2026-03-01T10:00:00Z");
    assert_eq!(cofio.json(["sessions"])[0]["status"], "active", "the answer is not the job's");
    assert_eq!(cofio.json(["sessions"])[0]["status"], "idle");
    assert_eq!(job(&cofio, "sweep.stale_sessions")["stats"], json!({"closed": 1, "archived": 0}));
}

/// Looking has no traces where there is nothing to do.
#[test]
fn a_command_with_nothing_to_do_afterwards_changes_no_byte() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "I like tea"]);
    cofio.set_clock("2027-03-01T09:00:00Z");
    cofio.ok(["list"]);
    let database = || std::fs::read(cofio.data().join("cofio.db")).unwrap();
    let before = database();
    cofio.ok(["list"]);
    cofio.ok(["jobs"]);
    assert!(database() == before, "no byte changed");
}

/// `--at` asks what would be due then; what is recorded is recorded now.
#[test]
fn a_job_can_be_run_as_of_another_time() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "I like tea"]);
    cofio.ok(["delete", "tea"]);
    let ran = cofio.json(["jobs", "run", "sweep.trash", "--at", "2026-05-01"]);
    assert_eq!(ran[0]["stats"], json!({"memories": 1, "sessions": 0}));
    cofio.ok(["remember", "I like coffee"]);
    let saved = cofio.json(["activity", "--limit", "1"]);
    assert!(text_of(&saved[0]["at"]).starts_with("2026-03-01"), "{saved}");
}
