//! What fits, what gives way first, and what never does.

use cofio_domain::axes::{Flag, Kind};
use cofio_domain::memory::Claim;
use cofio_engine::compose::{Lane, Layer, Section};
use cofio_testkit::{claim, day};
use serde_json::json;

use super::kitchen::{Kitchen, learned, lines, rule, said};

fn long(words: &str, number: usize) -> String {
    format!("{words} {number:02} {}", "and so on ".repeat(11).trim_end())
}

/// R1-058, R1-044: twenty memories of more than 100 characters are too many; the ones that matter least are left out,
/// and each says why.
#[test]
fn twenty_long_memories_are_truncated() {
    let claims =
        (0..20).map(|number| Claim { importance: 0.5 + number as f64 / 100.0, ..claim(&long("likes", number)) });
    let context = Kitchen::with(claims).serve();
    assert!(context.loaded.len() < 20 && !context.loaded.is_empty());
    assert_eq!(context.loaded.len() + context.left_out.len(), 20, "every one is accounted for");
    assert!(context.left_out.iter().all(|left| left.why == "no room left for its kind"), "{:?}", context.left_out);
    let least = context.loaded.iter().map(|line| line.importance).fold(1.0, f64::min);
    assert!((least - (0.7 - context.loaded.len() as f64 / 100.0)).abs() < 1e-9, "the best of them stayed");
    assert!(context.tokens.baseline <= context.budget.baseline);
}

/// R1-044, R4-026, PRODUCT C19: inside the dynamic block context gives way first, then projects, identity,
/// preferences, relationships; the baseline stays as it is.
#[test]
fn the_dynamic_block_gives_way_by_kind_and_before_the_baseline() {
    let kinds = [Kind::Context, Kind::Habit, Kind::Context, Kind::Skill, Kind::Context];
    let mut kept = Vec::new();
    for rules in 25..40 {
        let mut claims: Vec<Claim> =
            (0..rules).map(|number| rule("work", &format!("rule_{number:02}"), json!(long("never", number)))).collect();
        claims.extend(kinds.iter().enumerate().map(|(number, kind)| learned(*kind, &long("seen", number), 0.9)));
        let found = (0..kinds.len()).map(|at| (rules + at, 0.9 - at as f64 / 10.0));
        let kitchen = Kitchen::with(claims).finding(found);
        let roomy = kitchen.serve();
        let tight = kitchen.window(4_000).serve();
        assert_eq!(roomy.loaded.iter().filter(|line| line.lane == Lane::Dynamic).count(), 5);
        assert_eq!(roomy.baseline, tight.baseline, "{rules} rules");
        let found = tight.loaded.iter().filter(|line| line.lane == Lane::Dynamic);
        kept.push(found.map(|line| line.text[5..7].to_owned()).collect::<Vec<_>>());
    }
    kept.dedup();
    let expected: [&[&str]; 6] =
        [&["00", "01", "02", "03", "04"], &["00", "01", "02", "03"], &["00", "01", "03"], &["01", "03"], &["01"], &[]];
    let mut expected = expected.into_iter();
    for kept in kept {
        assert!(expected.any(|expected| expected == kept), "{kept:?} comes too late or never");
    }
    assert_eq!(expected.next(), None, "in the end nothing is found room for");
}

/// R1-056, R0-020, R0-068, R1-045, PRODUCT C16: what is not sure enough is not loaded, in no lane; what the person
/// said always is.
#[test]
fn low_confidence_is_not_loaded() {
    let context = Kitchen::with([
        learned(Kind::Fact, "has a cat", 0.5),
        learned(Kind::Fact, "has a dog", 0.95),
        said(Kind::Fact, "has a parrot"),
    ])
    .finding([(0, 0.99)])
    .serve();
    assert_eq!(lines(&context), ["has a dog", "has a parrot"]);
    assert_eq!(context.left_out[0].why, "not sure enough: 0.50, and 0.70 is the least");
}

/// R0-082, R1-057: what fades falls under the floor by itself, and what expires is gone with the clock.
#[test]
fn time_alone_takes_lines_out() {
    let soon = Claim { expires_at: Some(day(15)), ..said(Kind::Context, "in Porto until tomorrow") };
    let mut kitchen = Kitchen::with([learned(Kind::Preference, "likes tea", 0.9), soon]);
    assert_eq!(lines(&kitchen.serve()), ["in Porto until tomorrow", "likes tea"]);
    kitchen.at = day(15);
    assert_eq!(lines(&kitchen.serve()), ["likes tea"]);
    kitchen.at = day(80);
    assert_eq!(lines(&kitchen.serve()), [""; 0]);
}

/// R4-027, R4-024, R1-007, PRODUCT §1.17 (6): an off-pattern question keeps who the person is and their rules.
#[test]
fn an_off_pattern_question_keeps_the_skeleton() {
    let mut claims = vec![said(Kind::Identity, "Ana, a nurse"), rule("food", "exclude", json!(["nuts"]))];
    claims.extend((0..200).map(|number| said(Kind::Preference, &long("trades", number))));
    claims.extend((0..10).map(|number| learned(Kind::Context, &long("sailing", number), 0.9)));
    let found: Vec<(usize, f64)> = (202..212).map(|at| (at, 0.9)).collect();
    for window in [1_000, 32_000, 200_000] {
        let context = Kitchen::with(claims.clone())
            .asked("explain how a sextant finds the latitude at noon")
            .finding(found.clone())
            .window(window)
            .serve();
        for section in [Section::Who, Section::Rules] {
            assert!(context.loaded.iter().any(|line| line.section == section), "{section:?} at {window}");
        }
        assert!(context.tokens.total <= context.budget.total, "{:?} of {:?}", context.tokens, context.budget);
    }
}

/// PRODUCT §1.9: rules and identity are outside the caps, however many; what is pinned stays too.
#[test]
fn the_skeleton_is_never_cut() {
    let mut claims: Vec<Claim> =
        (0..100).map(|number| rule("work", &format!("rule_{number:02}"), json!(long("never", number)))).collect();
    claims.extend((0..30).map(|number| said(Kind::Identity, &long("is", number))));
    let mut pinned = said(Kind::Artifact, "the recipe of the house");
    pinned.flags.insert(Flag::Pinned);
    claims.push(pinned);
    claims.push(said(Kind::Style, "be brief"));
    let context = Kitchen::with(claims).serve();
    assert_eq!(context.loaded.len(), 131);
    assert_eq!(context.left_out.len(), 1, "only the style had no room");
    assert!(context.tokens.baseline > context.budget.baseline);
}

/// PRODUCT §1.9: extracted facts give way first, then preferences, then procedures, then style.
#[test]
fn what_gives_way_first_is_what_was_learned_in_passing() {
    let others = [
        learned(Kind::Fact, &long("fact", 0), 0.9),
        said(Kind::Preference, &long("preference", 0)),
        said(Kind::Procedure, &long("procedure", 0)),
        said(Kind::Style, &long("style", 0)),
    ];
    let mut stayed = Vec::new();
    for identities in 20..=48 {
        let who = (0..identities).map(|number| said(Kind::Identity, &long("is", number)));
        let context = Kitchen::with(who.chain(others.clone())).serve();
        assert_eq!(context.loaded.iter().filter(|line| line.section == Section::Who).count(), identities);
        let rest = context.loaded.iter().filter(|line| line.section != Section::Who);
        stayed.push(rest.map(|line| line.text.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>());
    }
    assert_eq!(stayed[0], ["procedure", "style", "fact", "preference"]);
    for (more, fewer) in stayed.iter().zip(&stayed[1..]) {
        assert!(more.len() >= fewer.len(), "{stayed:?}");
        assert!(fewer.iter().all(|kind| more.contains(kind)), "{stayed:?}");
    }
    for kept in &stayed {
        let has = |kind: &str| kept.iter().any(|other| other == kind);
        assert!(!has("fact") || has("preference"), "{stayed:?}");
        assert!(!has("preference") || has("procedure"), "{stayed:?}");
        assert!(!has("procedure") || has("style"), "{stayed:?}");
    }
    assert_eq!(stayed.last().unwrap(), &[""; 0], "in the end only the person is left");
}

/// R4-024: of what was learned in passing the twenty that matter most are always on; of what was said, all.
#[test]
fn only_what_was_learned_in_passing_is_counted() {
    let claims = (0..30)
        .map(|number| Claim {
            importance: number as f64 / 100.0,
            ..learned(Kind::Fact, &format!("fact {number:02}"), 0.9)
        })
        .chain((0..30).map(|number| said(Kind::Fact, &format!("said {number:02}"))));
    let context = Kitchen::with(claims).window(200_000).serve();
    let starting = |word: &str| context.loaded.iter().filter(|line| line.text.starts_with(word)).count();
    assert_eq!((starting("fact"), starting("said")), (20, 30));
    assert!(context.left_out.iter().all(|left| left.why == "not among the 20 that matter most"));
}

/// PRODUCT §1.3: which kinds are always on when nobody said them, and which when somebody did.
#[test]
fn kinds_are_always_on_as_in_the_table() {
    let names = |claims: Vec<Claim>| -> Vec<String> {
        let mut on: Vec<String> = lines(&Kitchen::with(claims).serve()).into_iter().map(str::to_owned).collect();
        on.sort();
        on
    };
    let all = || Kind::ALL.iter().copied();
    assert_eq!(
        names(all().map(|kind| learned(kind, kind.word(), 0.95)).collect()),
        ["constraint", "fact", "identity", "preference", "procedure", "project", "relationship", "style", "task"]
    );
    assert_eq!(
        names(all().map(|kind| said(kind, kind.word())).collect()).len(),
        Kind::ALL.len() - 1,
        "all but artifact"
    );
}

/// FIELD: a fact that is loaded several times teaches a model to ignore what is loaded.
#[test]
fn the_same_is_not_said_twice() {
    let context = Kitchen::with([
        said(Kind::Fact, "has a dog"),
        said(Kind::Fact, "Has a dog"),
        learned(Kind::Habit, "runs", 0.9),
    ])
    .finding([(0, 0.9), (2, 0.8), (2, 0.7)])
    .serve();
    assert_eq!(lines(&context).len(), 2);
    assert_eq!(context.text.to_lowercase().matches("has a dog").count(), 1);
    assert_eq!(context.text.matches("runs").count(), 1);
}

/// Candidates and what was read are found by recall and are never part of a block.
#[test]
fn maybes_and_what_was_read_are_never_loaded() {
    use cofio_engine::compose::{ContextKnobs, Estimate, Ingredients, Lookup, Moment, Offered, Rules, compose};
    let something = |layer, said_in_person| Offered {
        id: format!("{layer:?} {said_in_person}"),
        memory: None,
        layer,
        kind: None,
        text: format!("a {layer:?}, {said_in_person}"),
        label: None,
        at: Some(day(2)),
        who: Some("Ana".into()),
        score: 1.0,
        relevance: None,
        tier: None,
        importance: 0.5,
        confidence: 1.0,
        high_stakes: false,
        said_in_person,
        recall_only: false,
    };
    let offered =
        [something(Layer::Candidate, true), something(Layer::Message, false), something(Layer::Message, true)];
    let moment = Moment { at: day(3), held: &[], project: None, told: &[] };
    let context = compose(
        &Ingredients {
            before: moment,
            now: moment,
            offered: &offered,
            lookup: &Lookup { limit: 3, why: "a message" },
            domains: &[],
            session: None,
            window: None,
            rules: Rules::On,
            zone: &jiff::tz::TimeZone::UTC,
            knobs: &ContextKnobs::default(),
        },
        &Estimate,
    );
    assert_eq!(lines(&context), ["2026-11-02, Ana: a Message, true"]);
    assert_eq!(context.left_out.len(), 2);
}
