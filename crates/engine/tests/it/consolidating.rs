//! Consolidation: what it merges, settles, notices and takes in, and what it never touches.

use std::collections::BTreeMap;
use std::sync::Arc;

use cofio_domain::axes::{EvidenceType, Kind, Source, Status, Tier};
use cofio_domain::event::MessageRole;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::MemoryId;
use cofio_domain::memory::Version;
use cofio_domain::record::{Belief, Record};
use cofio_domain::session::Surface;
use cofio_engine::{
    ConsolidationDepth, Draft, ListFilter, ListStatus, MessageLine, Models, Recording, Settings, StepKind,
};
use cofio_models::local::builtin::BuiltInEmbedder;
use cofio_testkit::{Numbers, day};

use crate::world::{World, words_of};

fn picked_up(content: &str, session: &str, index: u64) -> Draft {
    Draft {
        kind: Some(Kind::Preference),
        source: Source::Extracted,
        evidence_type: Some(EvidenceType::Stated),
        confidence: Some(0.9),
        domain: Some("food".parse().unwrap()),
        evidence: vec![Evidence::of(Cited::Message { session: session.into(), index })],
        ..Draft::said(content)
    }
}

fn with_meaning(world: World) -> World {
    let models = Models { embedder: Some(Arc::new(BuiltInEmbedder)), ..Models::default() };
    World { engine: world.engine.clone().with_models(models), ..world }
}

fn steps(world: &World, depth: ConsolidationDepth) -> Vec<(StepKind, String, Option<String>)> {
    let done = world.engine.consolidate(&world.space, depth).unwrap();
    done.steps.into_iter().map(|step| (step.kind, step.content, step.before)).collect()
}

fn talk(world: &World, session: &str, at: i64, texts: &[&str]) {
    let lines = texts.iter().enumerate().map(|(minute, text)| {
        let at = Some(day(at).plus_minutes(minute as i64));
        (minute as u64 + 1, Ok(MessageLine { role: MessageRole::User, at, name: None, text: (*text).into() }))
    });
    let recording = Recording { session: Some(session.into()), surface: Surface::Cli, project: None };
    world.at(day(at)).engine.record(&world.space, &recording, lines).unwrap();
    world.at(day(at).plus_minutes(60)).engine.close_session(&world.space, session).unwrap();
}

/// C38, R1-039: of two that say the same in other words one stays, with what spoke for both; undo brings the other back.
#[test]
fn what_says_the_same_becomes_one() {
    let world = with_meaning(World::new());
    world.remember_draft(picked_up("User prefers green tea in the morning", "monday", 0));
    let import = world.set_up(Settings::default());
    import.remember_draft(picked_up("In the morning, user prefers green tea", "friday", 3));
    assert_eq!(world.knows().len(), 2);
    let tried = {
        let mut settings = world.engine.settings().clone();
        settings.dry_run = true;
        with_meaning(world.set_up(settings))
    };
    let planned = steps(&tried, ConsolidationDepth::Deep);
    assert_eq!(world.knows().len(), 2, "trying changes nothing");
    let done = world.engine.consolidate(&world.space, ConsolidationDepth::Deep).unwrap();
    let told: Vec<_> = done.steps.iter().map(|step| (step.kind, step.content.clone(), step.before.clone())).collect();
    assert_eq!(told, planned, "what is done is what was shown");
    assert_eq!(told[0].0, StepKind::Merged, "{told:?}");
    assert_eq!(world.knows(), ["User prefers green tea in the morning"]);
    let shown = world.engine.show(&world.space, "green tea in the").unwrap();
    assert_eq!(shown.memory.evidence.len(), 2, "{:?}", shown.memory.evidence);
    assert_eq!(steps(&world, ConsolidationDepth::Deep), [], "once");
    world.undo_op(&done.run.unwrap().to_string(), false).unwrap();
    assert_eq!(world.knows().len(), 2);
}

/// What is forgotten takes along what was merged into it: neither comes back.
#[test]
fn forgetting_reaches_what_was_merged() {
    let world = with_meaning(World::new());
    world.remember("User prefers green tea in the morning");
    world.remember_draft(Draft { domain: None, ..picked_up("In the morning, user prefers green tea", "friday", 3) });
    assert_eq!(steps(&world, ConsolidationDepth::Deep)[0].0, StepKind::Merged);
    world.forget("green tea").unwrap();
    let again = Draft { domain: None, ..picked_up("In the morning, user prefers green tea", "sunday", 0) };
    world.remember_draft(again);
    assert_eq!(world.knows(), [""; 0]);
    assert_eq!(world.with_status(ListStatus::Is(Status::Forgotten)).len(), 2);
}

/// R3-012, R2-046: of two that cannot both hold the newer wins where the ladder says so, told as used to and now.
#[test]
fn a_preference_that_turned_round_is_told_as_such() {
    let world = with_meaning(World::new());
    world.remember_draft(picked_up("User likes bourbon", "january", 0));
    world.at(day(30)).remember_draft(picked_up("User does not like bourbon any more", "february", 0));
    let told = steps(&world, ConsolidationDepth::Deep);
    assert_eq!(told.iter().map(|step| step.0).collect::<Vec<_>>(), [StepKind::Superseded], "{told:?}");
    assert_eq!(world.knows(), ["User does not like bourbon any more"]);
    assert_eq!(world.knows_as_of(day(10)), ["User likes bourbon"]);
    let profile = &world.engine.briefs_about(&world.space, "profile").unwrap()[0];
    let changed = profile.lines.iter().find(|line| line.section == "What has changed").unwrap();
    assert_eq!(changed.text, "User does not like bourbon any more · used to be: User likes bourbon (until 2026-11-30)");
    assert_eq!(changed.cites.len(), 2);
}

/// R4-021, PRODUCT §1.17, 3: what the person said stands; what was picked up against it is put before them, once.
#[test]
fn the_persons_word_stands_and_the_conflict_is_shown_once() {
    let world = with_meaning(World::new());
    let said = Draft { domain: Some("food".parse().unwrap()), ..Draft::said("User likes bourbon") };
    world.remember_draft(said);
    world.at(day(30)).remember_draft(picked_up("User does not like bourbon any more", "february", 0));
    let told = steps(&world, ConsolidationDepth::Deep);
    assert_eq!(told.iter().map(|step| step.0).collect::<Vec<_>>(), [StepKind::Disputed], "{told:?}");
    assert_eq!(world.knows(), ["User likes bourbon"]);
    assert_eq!(world.engine.conflicts(&world.space, false).unwrap().len(), 1);
    assert_eq!(steps(&world, ConsolidationDepth::Deep), [], "and not again every night");
}

/// R3-013, R2-047: a topic of six of the last ten conversations is what somebody is occupied with.
#[test]
fn what_keeps_coming_up_is_noticed() {
    let world = World::new();
    let about = |number: i64| match number % 3 {
        0 => "My tomatoes have brown spots on the leaves again, what could cause that?",
        1 => "How often should I water the tomatoes in this heat on the balcony?",
        _ => "The train to Porto was late again and I missed the meeting there.",
    };
    for number in 0..8 {
        talk(&world, &format!("talk {number}"), number, &[about(number)]);
    }
    let noticed = |world: &World| {
        let told = steps(world, ConsolidationDepth::Daily);
        told.into_iter().filter(|step| step.0 == StepKind::Noticed).map(|step| step.1).collect::<Vec<_>>()
    };
    assert_eq!(noticed(&world), ["Often talks about tomato"], "six of eight");
    let focus = world.engine.show(&world.space, "Often talks about").unwrap().memory;
    assert_eq!((focus.claim.source, focus.claim.tier), (Source::Derived, Tier::Strong));
    assert_eq!(noticed(&world), [""; 0], "noticed once");
    let now = &world.engine.briefs_about(&world.space, "now").unwrap()[0];
    assert!(now.lines.iter().any(|line| line.section == "Occupied with"), "{now:?}");
    world.forget("Often talks about").unwrap();
    assert_eq!(noticed(&world), [""; 0], "and not again once the person said no");
    let hits = world.recalls("brown spots on the leaves");
    assert!(hits.iter().any(|hit| hit.contains("brown spots")), "what was said stands: {hits:?}");
}

/// R3-014: what is asked for again and again becomes a way of doing things.
#[test]
fn what_keeps_being_asked_for_becomes_a_procedure() {
    let world = World::new();
    for number in 0..3 {
        talk(
            &world,
            &format!("talk {number}"),
            number,
            &["Please keep your answers short.", "What is a monad?", "Keep your answers short!"],
        );
    }
    let told = steps(&world, ConsolidationDepth::Daily);
    let learned: Vec<&str> =
        told.iter().filter(|step| step.0 == StepKind::Learned).map(|step| step.1.as_str()).collect();
    let knows = world.knows();
    let known = knows.iter().any(|known| known.contains("answers short"));
    assert!(learned == ["Usually asks: keep your answers short"] || known, "{told:?} {knows:?}");
}

/// R3-015: what is old is taken into the briefs, found by its domain, and not told as new.
#[test]
fn old_episodes_are_absorbed() {
    let world = World::new();
    talk(&world, "trip", 1, &["We decided to fly to Lisbon in May.", "The flight and the hotel in Lisbon are booked."]);
    let absorbed = |world: &World| {
        let told = steps(world, ConsolidationDepth::Daily);
        told.iter().filter(|step| step.0 == StepKind::Absorbed).count()
    };
    assert_eq!(absorbed(world.at(day(20))), 0);
    assert_eq!(absorbed(world.at(day(40))), 1);
    assert_eq!(absorbed(&world), 0, "once");
    let travel = world.engine.briefs_about(&world.space, "travel").unwrap();
    assert!(travel[0].lines.iter().any(|line| line.text.contains("Lisbon in May")), "{travel:?}");
}

/// Everything a person could look at, without the marks of when it was recorded.
fn view_of(world: &World) -> Vec<String> {
    let all = ListFilter { status: ListStatus::All, ..Default::default() };
    let mut items: Vec<String> = world.items(&all).iter().map(words_of).collect();
    items.sort();
    items
}

fn believed(world: &World) -> BTreeMap<MemoryId, Vec<Record<Version>>> {
    let mut records: BTreeMap<MemoryId, Vec<Record<Version>>> = BTreeMap::new();
    for record in world.store.versions(&world.space, Belief::Ever).unwrap().records {
        records.entry(record.body.memory).or_default().push(record);
    }
    records
}

/// Hindsight#3876, PRODUCT promise 2: whatever is in a space, unattended work leaves every explicit memory as it is to the
/// letter, deletes nothing, and is undone by its run.
#[test]
fn unattended_work_never_touches_what_the_person_said() {
    const WORDS: [&str; 6] = ["tea", "coffee", "bourbon", "window seats", "jazz", "early meetings"];
    const SOURCES: [Source; 5] =
        [Source::UserDirect, Source::UserStated, Source::Imported, Source::Extracted, Source::Extracted];
    for seed in 0..60_u64 {
        let mut numbers = Numbers(seed * 7_919 + 1);
        let world = if seed % 4 == 0 { with_meaning(World::new()) } else { World::new() };
        for step in 0..30_i64 {
            let mut pick = |most: usize| (numbers.next() % most as u64) as usize;
            let word = WORDS[pick(WORDS.len())];
            let content = match pick(4) {
                0 => format!("User likes {word}"),
                1 => format!("User does not like {word}"),
                2 => format!("user LIKES {word}!"),
                _ => format!("User prefers {word} now"),
            };
            let source = SOURCES[pick(SOURCES.len())];
            let draft = Draft {
                source,
                key: (pick(3) == 0).then(|| format!("likes_{}", word.replace(' ', "_"))),
                domain: Some(["food", "general", "travel"][pick(3)].parse().unwrap()),
                kind: Some([Kind::Preference, Kind::Fact, Kind::Context, Kind::Constraint][pick(4)]),
                evidence_type: Some(if pick(2) == 0 { EvidenceType::Stated } else { EvidenceType::Observed }),
                confidence: Some(0.5 + pick(5) as f64 / 10.0),
                ..picked_up(&content, &format!("talk {}", pick(4)), step as u64)
            };
            // What clashes with itself is refused; that is no matter here.
            let _ = world.at(day(1 + step)).engine.remember(&world.space, &draft);
        }
        world.at(day(60));
        let before = believed(&world);
        let looked = view_of(&world);
        let explicit =
            |records: &[Record<Version>]| records.iter().any(|record| record.body.claim.source.is_explicit());
        let mut runs = Vec::new();
        for job in ["consolidate.daily", "consolidate.deep", "candidates.promote", "compile.briefs"] {
            let ran = world.engine.run_job(&world.space, job, Some(day(61))).unwrap();
            assert_eq!(ran.outcome, "done", "{seed} {job}: {:?}", ran.error);
            runs.extend(ran.run);
        }
        let after = believed(&world);
        for (memory, records) in &before {
            let now = after.get(memory).unwrap_or_else(|| panic!("{seed}: {memory} is gone"));
            if explicit(records) {
                assert_eq!(now, records, "{seed}: what the person said was touched");
            }
            let gone = |record: &&Record<Version>| matches!(record.body.status, Status::Forgotten | Status::Trashed);
            assert_eq!(now.iter().filter(gone).count(), 0, "{seed}: something was deleted");
        }
        for run in runs.into_iter().rev() {
            let _ = world.undo_op(&run.to_string(), false);
        }
        assert_eq!(view_of(&world), looked, "{seed}: undoing the runs restores what was there");
    }
}
