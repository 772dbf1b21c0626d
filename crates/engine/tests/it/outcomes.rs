//! Outcomes, fading and calibration: what makes a guess surer or less sure, and what does not.

use cofio_domain::axes::{EvidenceType, Kind, Source, Status};
use cofio_domain::event::MessageRole;
use cofio_domain::policy::decay::Outcome;
use cofio_domain::session::Surface;
use cofio_domain::usage::UsageKind;
use cofio_engine::{Draft, ListStatus, MessageLine, RecallQuery, Recording};
use cofio_testkit::day;

use crate::world::{World, id, op, words_of};

fn guess(content: &str, confidence: f64) -> Draft {
    Draft {
        kind: Some(Kind::Preference),
        source: Source::Extracted,
        evidence_type: Some(EvidenceType::Stated),
        confidence: Some(confidence),
        domain: Some("travel".parse().unwrap()),
        ..Draft::said(content)
    }
}

fn confidence(world: &World, which: &str) -> f64 {
    let hundredths = world.engine.show(&world.space, which).unwrap().memory.claim.confidence * 100.0;
    hundredths.round() / 100.0
}

fn proves(world: &World, which: &str, outcome: Outcome) -> cofio_engine::Written {
    world.engine.record_outcome(&world.space, &[which], outcome).unwrap()
}

/// R4-018: what proves right is surer, what proves wrong less so; what falls too low is set aside, visibly.
#[test]
fn an_outcome_moves_how_sure_a_guess_is() {
    let world = World::new();
    let memory = id(&world.remember_draft(guess("Prefers window seats", 0.75)));
    proves(&world, "window", Outcome::Confirmed);
    assert_eq!(confidence(&world, "window"), 0.8);
    for expected in [0.65, 0.5, 0.35] {
        let written = proves(&world, "window", Outcome::Contradicted);
        assert_eq!(confidence(&world, "window"), expected);
        assert!(written.event.op_id.is_some());
    }
    let last = proves(&world, "window", Outcome::Contradicted);
    assert!(last.message.contains("set aside"), "{}", last.message);
    assert_eq!((world.knows(), world.with_status(ListStatus::Is(Status::Archived)).len()), (vec![], 1));
    assert_eq!(world.engine.activity(&world.space, &Default::default()).unwrap()[0].kind.word(), "archive");
    world.undo_op(&op(&last), false).unwrap();
    assert_eq!(world.knows(), ["Prefers window seats"]);
    let uses = world.store.uses_of(&world.space, memory.parse().unwrap()).unwrap();
    let counted = |usage| uses.iter().filter(|used| used.usage == usage).count();
    assert_eq!((counted(UsageKind::Confirmed), counted(UsageKind::Contradicted)), (1, 4));
}

/// R0-083: no outcome makes the person's word less sure.
#[test]
fn the_persons_word_is_as_sure_as_before() {
    let world = World::new();
    world.remember("Prefers window seats");
    for _ in 0..10 {
        assert_eq!(proves(&world, "window", Outcome::Contradicted).event.op_id, None);
    }
    assert_eq!((world.knows(), confidence(&world, "window")), (vec!["Prefers window seats".to_owned()], 1.0));
}

/// R0-084, PRODUCT §1.8: being looked up changes nothing, however often.
#[test]
fn being_found_makes_nothing_surer() {
    let world = World::new();
    world.remember_draft(guess("Prefers window seats", 0.75));
    let before = world.engine.show(&world.space, "window").unwrap().memory;
    for _ in 0..50 {
        world.engine.recall(&world.space, &RecallQuery::new("window seats")).unwrap();
        world.engine.context(&world.space, &Default::default()).unwrap();
    }
    assert_eq!(world.engine.show(&world.space, "window").unwrap().memory, before);
}

/// R0-082, R0-085: fading is a matter of the clock; the job notes only what crossed a line.
#[test]
fn what_has_faded_too_far_is_set_aside_and_nothing_else_is_written() {
    let world = World::new();
    world.remember_draft(guess("Prefers window seats", 0.8));
    world.remember("Prefers trains");
    let run = |at| world.engine.run_job(&world.space, "decay", Some(at)).unwrap();
    let operations = || world.store.operations(&world.space, &Default::default()).unwrap().len();
    let before = operations();
    assert_eq!(run(day(30)).stats, serde_json::json!({"archived": 0, "faded": 0}));
    assert_eq!(run(day(60)).stats, serde_json::json!({"archived": 0, "faded": 1}));
    assert_eq!(operations(), before, "no number was rewritten");
    let ran = run(day(260));
    assert_eq!(ran.stats["archived"], 1);
    assert_eq!(world.knows(), ["Prefers trains"]);
    world.undo_op(&ran.run.unwrap().to_string(), false).unwrap();
    assert_eq!(world.knows().len(), 2, "and brought back by the run");
}

/// R1-074: what is not relevant somewhere is found later there, is as sure as before, and can be undone.
#[test]
fn what_is_not_relevant_somewhere_comes_later_there() {
    let world = World::new();
    world.remember_draft(guess("Prefers the window seat on every train", 0.8));
    world.remember_draft(guess("Takes the slow train", 0.8));
    let asked = "which train and which seat do I take when I travel by train?";
    let score = |world: &World| {
        let hits = world.engine.recall(&world.space, &RecallQuery::new(asked)).unwrap().hits;
        hits.into_iter().find(|hit| words_of(&hit.item).contains("window seat")).unwrap().score
    };
    let before = score(&world);
    let travel = "travel".parse().unwrap();
    let written = world.engine.not_relevant(&world.space, "window seat", &travel).unwrap();
    let lowered = score(&world);
    assert!(lowered < before / 2.0, "{lowered} and {before}");
    assert_eq!(confidence(&world, "window seat"), 0.8);
    world.undo_op(&op(&written), false).unwrap();
    assert!(score(&world) > lowered * 1.5, "{} and {lowered}", score(&world));
}

/// R4-030: thresholds follow what is kept and corrected, within bounds; they are seen, undone and reset.
#[test]
fn thresholds_follow_the_persons_answers() {
    let world = World::new();
    for number in 0..10 {
        world.remember_draft(guess(&format!("Prefers hotel number {number}"), 0.75));
        world.forget(&format!("hotel number {number}")).unwrap();
    }
    let ran = world.engine.run_job(&world.space, "calibrate", None).unwrap();
    assert_eq!(ran.stats["moved"], 1, "{ran:?}");
    let thresholds = world.engine.briefs_about(&world.space, "thresholds").unwrap();
    assert_eq!(thresholds[0].lines[0].text, "0.85 · usually 0.70 · 0 kept, 10 corrected");
    let staged = world.remember_draft(guess("Prefers aisle seats", 0.8));
    assert_eq!(staged.event.action.word(), "staged", "0.8 is not enough for this person: {}", staged.message);
    world.engine.reset_thresholds(&world.space).unwrap();
    assert_eq!(world.remember_draft(guess("Prefers night trains", 0.8)).event.action.word(), "saved");
}

/// R4-018: a turn that affirms or denies what the answer before it cited is an outcome.
#[test]
fn the_next_turn_is_an_outcome_of_what_the_answer_cited() {
    let world = World::new();
    let window = id(&world.remember_draft(guess("User prefers window seats", 0.75)));
    let trains = id(&world.remember_draft(guess("User takes the slow train to Graz", 0.75)));
    let mut minute = 0;
    let mut says = |role: MessageRole, text: &str| {
        minute += 1;
        world.at(day(1).plus_minutes(minute));
        let line = MessageLine { role, at: Some(day(1).plus_minutes(minute)), text: text.to_owned(), name: None };
        let recording = Recording { session: Some("trip".into()), surface: Surface::Api, project: None };
        world.engine.record(&world.space, &recording, [(1, Ok(line))]).unwrap();
    };
    let cites = |memories: &[&str]| {
        let memories: Vec<_> = memories.iter().map(|memory| memory.parse().unwrap()).collect();
        world.engine.note_cited(&world.space, "trip", &memories);
    };
    let sure = || (confidence(&world, "window"), confidence(&world, "slow train"));
    says(MessageRole::User, "Plan my trip");
    says(MessageRole::Assistant, "A window seat, as you like it.");
    cites(&[&window]);
    says(MessageRole::User, "Exactly, thank you");
    assert_eq!(sure(), (0.8, 0.75), "what was affirmed is surer, and only that");
    says(MessageRole::Assistant, "Then the slow train to Graz, at the window.");
    cites(&[&window, &trains]);
    says(MessageRole::User, "No, that's wrong, I never take the slow train any more");
    assert_eq!(sure(), (0.8, 0.6), "of two that were cited, the one that is spoken of");
    says(MessageRole::Assistant, "Noted. Shall I book it?");
    cites(&[&window]);
    says(MessageRole::User, "no");
    assert_eq!(sure(), (0.8, 0.6), "no to a question about something else denies nothing");
    says(MessageRole::Assistant, "Do you still prefer window seats?");
    cites(&[&window]);
    says(MessageRole::User, "yes");
    assert_eq!(sure(), (0.85, 0.6), "yes to the question itself affirms it");
    says(MessageRole::Assistant, "Good.");
    says(MessageRole::User, "Exactly. And what is the weather?");
    assert_eq!(sure(), (0.85, 0.6), "what rested on nothing has no outcome");
}
