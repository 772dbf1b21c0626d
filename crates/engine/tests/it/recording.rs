//! What was said: recorded once, without what may not be kept, in sessions that sleep and wake.

use cofio_domain::event::MessageRole;
use cofio_domain::record::Seq;
use cofio_domain::session::{SessionStatus, Surface};
use cofio_domain::time::Timestamp;
use cofio_engine::{Error, MessageLine, NumberedLine, Recorded, Recording, SessionQuery};
use cofio_testkit::day;

use crate::world::World;

pub fn said(at: Timestamp, text: &str) -> Result<MessageLine, String> {
    Ok(MessageLine { role: MessageRole::User, at: Some(at), text: text.into(), name: None })
}

pub fn in_session(name: &str) -> Recording {
    Recording { session: Some(name.into()), surface: Surface::Cli, project: None }
}

/// Records what the person said in a session, a minute apart.
pub fn record(world: &World, session: &str, from: Timestamp, texts: &[&str]) -> Recorded {
    let lines = (1..).zip(texts).map(|(number, text)| (number, said(from.plus_minutes(number as i64), text)));
    world.engine.record(&world.space, &in_session(session), lines).unwrap()
}

fn texts(world: &World) -> Vec<String> {
    let events = world.store.events_since(&world.space, Seq(0), usize::MAX).unwrap().events;
    events.iter().map(|event| event.text().unwrap().to_owned()).collect()
}

fn actions(recorded: &Recorded) -> Vec<&str> {
    recorded.lines.iter().map(|line| line.action).collect()
}

/// PRODUCT §1.19: a file can be recorded again, also after it grew or was mended; nothing is there twice.
#[test]
fn recording_a_file_again_adds_only_what_is_new() {
    let world = World::new();
    let first = record(&world, "monday", day(1), &["hello", "ok", "ok"]);
    assert_eq!(actions(&first), ["recorded"; 3]);
    assert_eq!(first.lines[2].index, Some(2));
    assert_eq!(actions(&record(&world, "monday", day(1), &["hello", "ok", "ok"])), ["known"; 3]);
    let lines: Vec<NumberedLine> = vec![
        (1, said(day(1).plus_minutes(1), "hello")),
        (2, said(day(1).plus_minutes(9), "mended")),
        (3, Err("not JSON".into())),
        (4, said(day(1), "   ")),
    ];
    let mended = world.engine.record(&world.space, &in_session("monday"), lines).unwrap();
    assert_eq!(actions(&mended), ["known", "recorded", "failed", "skipped"]);
    assert_eq!(mended.lines[2].reason.as_deref(), Some("not JSON"));
    assert_eq!(texts(&world), ["hello", "ok", "ok", "mended"]);
    assert_eq!(world.engine.verify(&world.space).unwrap().breaks, []);
}

/// PRODUCT §1.6: rows 1 and 3 hold for the raw log too; turning a domain on keeps what is said from then on.
#[test]
fn secrets_and_closed_domains_never_reach_the_log() {
    let world = World::new();
    let words = "I live in Berlin and have asthma. The wifi password is Sunflower99!";
    let recorded = record(&world, "monday", day(1), &[words]);
    assert_eq!((recorded.secrets_removed, recorded.not_kept.len()), (1, 1));
    let kept = texts(&world).remove(0);
    assert!(!kept.contains("asthma") && !kept.contains("Sunflower") && kept.contains("Berlin"), "{kept}");
    world.engine.enable_domain(&world.space, &"health".parse().unwrap()).unwrap();
    let recorded = record(&world, "tuesday", day(2), &["I have asthma"]);
    assert_eq!((recorded.not_kept.len(), texts(&world)[1].as_str()), (0, "I have asthma"));
}

/// A secret that is one only beside its question is found across messages, in one call and in two.
#[test]
fn an_answer_to_a_question_for_a_secret_is_not_kept() {
    let world = World::new();
    record(&world, "monday", day(1), &["What is the wifi password?", "Sunflower99!"]);
    record(&world, "tuesday", day(1), &["What is the wifi password?"]);
    let answer = || record(&world, "tuesday", day(2), &["Sunflower99!"]);
    assert_eq!((answer().secrets_removed, actions(&answer())), (1, vec!["known"]), "also when it is sent again");
    assert!(!texts(&world).join(" ").contains("Sunflower"), "{:?}", texts(&world));
}

/// PRODUCT §1.6, row 0: an incognito session leaves nothing.
#[test]
fn an_incognito_session_leaves_nothing() {
    let world = World::new();
    let before = world.store.state(&world.space).unwrap();
    let heard = Recorded::incognito(vec![(1, said(day(1), "between us")), (2, Err("not JSON".into()))]);
    assert_eq!(actions(&heard), ["dropped", "failed"]);
    assert_eq!(world.store.state(&world.space).unwrap(), before);
}

#[test]
fn a_session_needs_a_name_that_can_be_said() {
    let world = World::new();
    for (name, says) in [
        ("", "needs a name"),
        ("one\ntwo", "one line"),
        ("my password is hunter2hunter2", "not saved"),
        ("my chemotherapy", "Health memory is off"),
        (&"x".repeat(201), "at most 200"),
    ] {
        let refused = world.engine.record(&world.space, &in_session(name), vec![(1, said(day(1), "hi"))]).unwrap_err();
        assert!(refused.to_string().contains(says), "{name}: {refused}");
    }
    let nameless = Recording { session: None, ..in_session("") };
    let one = world.engine.record(&world.space, &nameless, vec![(1, said(day(1), "hi"))]).unwrap();
    let other = world.engine.record(&world.space, &nameless, vec![(1, said(day(1), "hi"))]).unwrap();
    assert_ne!(one.session.unwrap().name, other.session.unwrap().name, "each is a conversation of its own");
}

/// PRODUCT §1.12: active, idle, archived, and back by a message.
#[test]
fn a_session_sleeps_and_wakes() {
    let world = World::new();
    let status = |world: &World| world.engine.sessions(&world.space, SessionQuery::default()).unwrap().0[0].status;
    world.at(day(1));
    record(&world, "monday", day(0), &["hello"]);
    let ran = |world: &World| world.engine.run_job(&world.space, "sweep.stale_sessions", None).unwrap().stats;
    world.at(day(1).plus_minutes(29));
    assert_eq!(ran(&world), serde_json::json!({"closed": 0, "archived": 0}), "the time of recording counts");
    world.at(day(1).plus_minutes(31));
    assert_eq!(ran(&world), serde_json::json!({"closed": 1, "archived": 0}));
    assert_eq!(status(&world), SessionStatus::Idle);
    world.at(day(32));
    assert_eq!(ran(&world), serde_json::json!({"closed": 0, "archived": 1}));
    assert_eq!(status(&world), SessionStatus::Archived);
    record(&world, "monday", day(32), &["still there?"]);
    assert_eq!(status(&world), SessionStatus::Active);
    assert!(world.engine.close_session(&world.space, "monday").unwrap().changed);
    assert!(!world.engine.close_session(&world.space, "monday").unwrap().changed, "closing twice closes once");
}

/// C35: thirty days in the trash, then for good; the name stays taken, because evidence cites messages by it.
#[test]
fn a_deleted_session_comes_back_for_thirty_days() {
    let world = World::new();
    record(&world, "monday", day(1), &["hello"]);
    world.at(day(2)).engine.delete_session(&world.space, "monday").unwrap();
    assert_eq!(texts(&world), [""; 0]);
    let into_trash = world.engine.record(&world.space, &in_session("monday"), vec![(1, said(day(3), "hi"))]);
    assert!(matches!(into_trash, Err(Error::Conflict { .. })), "{into_trash:?}");
    world.at(day(31)).engine.restore_session(&world.space, "monday").unwrap();
    assert_eq!(texts(&world), ["hello"]);

    world.at(day(40)).engine.delete_session(&world.space, "monday").unwrap();
    world.at(day(70));
    assert!(world.engine.restore_session(&world.space, "monday").is_err(), "thirty days are over");
    let ran = world.engine.run_job(&world.space, "sweep.trash", None).unwrap();
    assert_eq!(ran.stats, serde_json::json!({"memories": 0, "sessions": 1}));
    let transcript = world.engine.transcript(&world.space, "monday", 0, 9).unwrap();
    assert_eq!(transcript.transcript[0].text, None);
    let again = world.engine.record(&world.space, &in_session("monday"), vec![(1, said(day(71), "hi"))]).unwrap_err();
    assert!(again.to_string().contains("deleted for good"), "{again}");
    let report = world.engine.verify(&world.space).unwrap();
    assert_eq!((report.events, report.shredded, report.breaks), (1, 1, vec![]));
}

#[test]
fn a_session_is_found_by_name_id_or_the_end_of_its_id() {
    let world = World::new();
    let id = record(&world, "monday", day(1), &["hello"]).session.unwrap().id.to_string();
    record(&world, "tuesday", day(2), &["hello"]);
    for which in ["monday", &id, &id[id.len() - 6..], &format!("…{}", &id[id.len() - 8..])] {
        assert_eq!(world.engine.transcript(&world.space, which, 0, 9).unwrap().session.name, "monday", "{which}");
    }
    assert!(matches!(world.engine.transcript(&world.space, "sunday", 0, 9), Err(Error::NotFound { .. })));
}
