//! Jobs: asked for once, held by one, taken over when left, tried again and given up.

use std::sync::atomic::{AtomicUsize, Ordering};

use cofio_domain::id::{Id as _, JobId};
use cofio_domain::job::{Ending, Job, JobState, NewJob, Taking, Which};
use cofio_domain::ports::{Store, StoreError};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde_json::json;

use crate::fixtures::{day, personal};

fn asking(kind: &str, due_at: Timestamp) -> NewJob {
    NewJob { id: JobId::from_bits(1), kind: kind.into(), key: String::new(), due_at, payload: json!({"n": 1}) }
}

fn take(store: &dyn Store, space: &SpaceHandle, owner: &str, now: Timestamp, run: u128) -> Option<Job> {
    let until = now.plus_minutes(5);
    let taking = Taking { owner: owner.into(), now, until, id: JobId::from_bits(run), which: Which::Due };
    store.take_job(space, taking).unwrap()
}

fn done(next: Option<Timestamp>) -> Ending {
    Ending::Done { stats: json!({"did": 2}), next }
}

/// PRODUCT §1.15: idempotent and visible.
pub fn asking_for_a_job_twice_makes_one(store: &dyn Store) {
    let space = personal(store);
    let revision = store.state(&space).unwrap().revision;
    store.enqueue(&space, asking("sweep.trash", day(5))).unwrap();
    let earlier = store.enqueue(&space, asking("sweep.trash", day(3))).unwrap();
    assert_eq!(earlier.due_at, day(3));
    assert_eq!(store.enqueue(&space, asking("sweep.trash", day(4))).unwrap(), earlier);
    store.enqueue(&space, asking("sweep.expire", day(2))).unwrap();
    let kinds: Vec<String> = store.jobs(&space).unwrap().into_iter().map(|job| job.kind).collect();
    assert_eq!(kinds, ["sweep.expire", "sweep.trash"]);
    assert_eq!(take(store, &space, "me", day(1), 7), None, "not due yet");
    assert_eq!(
        take(store, &space, "me", day(9), 7).unwrap().kind,
        "sweep.expire",
        "what is due for longest goes first"
    );
    let which = |kind: &str| Which::OfKind(kind.to_owned(), String::new());
    let taking = Taking {
        owner: "me".into(),
        now: day(9),
        until: day(10),
        id: JobId::from_bits(8),
        which: which("sweep.trash"),
    };
    let mine = store.take_job(&space, taking).unwrap().unwrap();
    assert_eq!((mine.kind.as_str(), mine.id, mine.attempts), ("sweep.trash", JobId::from_bits(8), 1));
    assert_eq!(mine.payload, json!({"n": 1}));
    let ended = store.end_job(&space, &mine, done(Some(day(12))), day(9)).unwrap();
    assert_eq!((ended.state, ended.due_at, ended.ended_at), (JobState::Queued, day(12), Some(day(9))));
    assert_eq!((ended.stats, ended.lease, ended.attempts), (json!({"did": 2}), None, 0));
    assert_eq!(store.state(&space).unwrap().revision, revision, "a job by itself changes nothing that is known");
}

/// Of all who ask at once, one gets it.
pub fn two_never_hold_one_job(store: &dyn Store) {
    let space = personal(store);
    store.enqueue(&space, asking("sweep.trash", day(1))).unwrap();
    let got = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for process in 0..8_u128 {
            let (space, got) = (&space, &got);
            scope.spawn(move || {
                if take(store, space, &format!("process {process}"), day(2), process).is_some() {
                    got.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(got.into_inner(), 1);
}

/// PRODUCT §1.17, 14: what a killed process left is completed by another, as the same run, and only once.
pub fn a_job_that_was_left_is_taken_over_and_keeps_its_run(store: &dyn Store) {
    let space = personal(store);
    store.enqueue(&space, asking("sweep.trash", day(1))).unwrap();
    let left = take(store, &space, "killed", day(2), 7).unwrap();
    assert_eq!(take(store, &space, "heir", day(2).plus_minutes(4), 8), None, "its time has not run out");
    let kept = store.renew_job(&space, &left, day(2).plus_minutes(20)).unwrap();
    assert_eq!(take(store, &space, "heir", day(2).plus_minutes(6), 8), None, "it was held on to");
    let heir = take(store, &space, "heir", day(2).plus_minutes(20), 8).unwrap();
    assert_eq!((heir.id, heir.attempts), (JobId::from_bits(7), 2), "the same run, once more");
    let late = store.end_job(&space, &kept, done(None), day(3));
    assert!(matches!(late, Err(StoreError::Stale)), "who was thought dead does not end it: {late:?}");
    assert!(matches!(store.renew_job(&space, &kept, day(9)), Err(StoreError::Stale)));
    assert_eq!(store.end_job(&space, &heir, done(None), day(3)).unwrap().state, JobState::Done);
    assert!(matches!(store.end_job(&space, &heir, done(None), day(3)), Err(StoreError::Stale)), "it ends once");
    assert_eq!(take(store, &space, "heir", day(9), 9), None);
}

/// Failures are tried again, then shown; asking again begins anew.
pub fn failing_is_tried_again_until_it_is_given_up(store: &dyn Store) {
    let space = personal(store);
    store.enqueue(&space, asking("sweep.trash", day(1))).unwrap();
    let failed = |retry| Ending::Failed { error: "no room".into(), retry };
    let first = take(store, &space, "me", day(2), 7).unwrap();
    let waiting = store.end_job(&space, &first, failed(Some(day(3))), day(2)).unwrap();
    assert_eq!((waiting.state, waiting.due_at, waiting.attempts), (JobState::Queued, day(3), 1));
    assert_eq!(waiting.error.as_deref(), Some("no room"));
    let second = take(store, &space, "me", day(3), 8).unwrap();
    assert_eq!((second.id, second.attempts), (JobId::from_bits(7), 2), "the same run, once more");
    let given_up = store.end_job(&space, &second, failed(None), day(3)).unwrap();
    assert_eq!(given_up.state, JobState::Failed);
    assert_eq!(take(store, &space, "me", day(9), 9), None);
    let again = store.enqueue(&space, asking("sweep.trash", day(4))).unwrap();
    assert_eq!((again.state, again.attempts, again.error.as_deref()), (JobState::Queued, 0, Some("no room")));
    let fresh = take(store, &space, "me", day(9), 9).unwrap();
    assert_eq!(fresh.id, JobId::from_bits(9));
    assert_eq!(store.end_job(&space, &fresh, done(None), day(9)).unwrap().error, None);
}

/// Nobody's wish is lost because the job happened to be running.
pub fn a_job_asked_for_while_it_runs_is_run_once_more(store: &dyn Store) {
    let space = personal(store);
    store.enqueue(&space, asking("session.close", day(1))).unwrap();
    let running = take(store, &space, "me", day(2), 7).unwrap();
    let asked = store.enqueue(&space, asking("session.close", day(3))).unwrap();
    assert_eq!((asked.state, asked.again_at), (JobState::Running, Some(day(3))));
    let ended = store.end_job(&space, &running, done(None), day(2)).unwrap();
    assert_eq!((ended.state, ended.due_at, ended.again_at), (JobState::Queued, day(3), None));
}

/// Somebody who wants a job done now need not wait for its turn, and does not disturb whoever is at it.
pub fn a_job_can_be_done_out_of_turn(store: &dyn Store) {
    let space = personal(store);
    let now_anyway = |owner: &str, now: Timestamp, run: u128| {
        let which = Which::Anyway("sweep.trash".into(), String::new());
        let taking = Taking { owner: owner.into(), now, until: now.plus_minutes(5), id: JobId::from_bits(run), which };
        store.take_job(&space, taking).unwrap()
    };
    let made = now_anyway("me", day(1), 7).unwrap();
    assert_eq!((made.id, made.state, made.attempts), (JobId::from_bits(7), JobState::Running, 1));
    assert_eq!(now_anyway("you", day(1), 8), None, "somebody is at it");
    assert_eq!(store.end_job(&space, &made, done(Some(day(9))), day(1)).unwrap().due_at, day(9));
    let early = now_anyway("you", day(2), 9).unwrap();
    assert_eq!(early.id, JobId::from_bits(9));
    let heir = now_anyway("me", day(3), 10).unwrap();
    assert_eq!((heir.id, heir.attempts, heir.again_at), (JobId::from_bits(9), 2, None), "what was left is taken up");
}
