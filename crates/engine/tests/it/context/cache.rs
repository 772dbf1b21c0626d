//! What was found for a message of a session is at hand the next time, and never older than what is known.

use std::sync::Arc;

use cofio_domain::axes::Kind;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::time::Timestamp;
use cofio_engine::compose::{Context, ContextQuery, SessionStart};
use cofio_engine::{CacheCounts, CacheUse, Draft, Existing, Expiry, Settings};
use cofio_store_sqlite::SqliteStore;
use cofio_testkit::day;

use crate::models::{BagOfWords, only};
use crate::recording::record;
use crate::world::{World, id};

const MESSAGE: &str = "what was it about the lighthouse again?";

/// Somebody who talked about a lighthouse yesterday; now is the third day.
fn someone() -> World {
    let world = World::new();
    record(&world, "yesterday", day(2), &["We went to the lighthouse.", "The lighthouse keeper has a red boat."]);
    world.remember_draft(Draft { kind: Some(Kind::Artifact), ..Draft::said("the lighthouse opens at nine") });
    world.at(day(3));
    world
}

fn asking(message: &str) -> ContextQuery {
    let session = Some(SessionStart { name: "today".into(), began: day(3) });
    let mut query = ContextQuery { message: Some(message.into()), session, ..ContextQuery::default() };
    query.knobs.k_default = 10;
    query
}

fn told(world: &World) -> Context {
    world.engine.context(&world.space, &asking(MESSAGE)).unwrap()
}

fn seconds(number: i64) -> Timestamp {
    Timestamp::from_micros(day(3).as_micros() + number * 1_000_000)
}

const MISS: Option<CacheUse> = Some(CacheUse::Miss);

fn hit(age_seconds: u64) -> Option<CacheUse> {
    Some(CacheUse::Hit { age_seconds })
}

/// R1-055, R1-026, PRODUCT §1.16: two messages within ten seconds are a MISS and then a HIT, whose age is told; it is
/// the same block, and both are counted.
#[test]
fn the_same_message_within_ten_seconds_is_a_miss_and_then_a_hit() {
    let world = someone();
    let first = told(&world);
    world.at(seconds(8));
    let second = told(&world);
    assert_eq!((first.cache, second.cache), (MISS, hit(8)));
    assert!(first.dynamic.contains("red boat"), "{}", first.text);
    assert_eq!((&second.text, &second.left_out), (&first.text, &first.left_out));
    assert_eq!(
        serde_json::to_value(&second).unwrap()["cache"],
        serde_json::json!({"outcome": "hit", "age_seconds": 8})
    );
    assert_eq!(world.engine.cache_counts(), CacheCounts { hits: 1, misses: 1 });
    assert_eq!(world.engine.cache_counts().hit_rate(), Some(0.5));
    assert_eq!(CacheCounts::default().hit_rate(), None);
}

/// The message is the same however it is spaced; another one, another session and another amount are not.
#[test]
fn a_result_belongs_to_one_message_of_one_session() {
    let world = someone();
    assert_eq!(told(&world).cache, MISS);
    let cache = |query: ContextQuery| world.engine.context(&world.space, &query).unwrap().cache;
    assert_eq!(cache(asking(&format!("  {}\n", MESSAGE.replace(' ', "  ")))), hit(0));
    assert_eq!(cache(asking("what was it about the Lighthouse again?")), MISS, "a name is known by its case");
    let elsewhere = SessionStart { name: "elsewhere".into(), began: day(3) };
    assert_eq!(cache(ContextQuery { session: Some(elsewhere), ..asking(MESSAGE) }), MISS);
    let mut more = asking(MESSAGE);
    more.knobs.k_default = 5;
    assert_eq!(cache(more), MISS);
    let mut never = asking("which boat does the lighthouse keeper have?");
    never.knobs.cache_seconds = 0;
    assert_eq!((cache(never.clone()), cache(never)), (MISS, MISS), "nothing is kept for no time");
    assert_eq!(cache(asking("ok")), None, "nothing was looked up");
}

/// Nobody is given another's.
#[test]
fn two_people_do_not_share_results() {
    let world = someone();
    told(&world);
    let sam = world.engine.user("sam").unwrap();
    let theirs = world.engine.personal_space(&sam).unwrap();
    let block = world.engine.context(&theirs, &asking(MESSAGE)).unwrap();
    assert_eq!((block.cache, block.text.as_str()), (MISS, ""));
}

/// R1-026: five minutes, by the engine's clock; a clock that was set back makes nothing younger.
#[test]
fn a_result_is_good_for_five_minutes() {
    let world = someone();
    told(&world);
    assert_eq!(told(world.at(seconds(299))).cache, hit(299));
    assert_eq!(told(world.at(seconds(300))).cache, MISS);
    assert_eq!(told(world.at(seconds(301))).cache, hit(1));
    assert_eq!(told(world.at(seconds(200))).cache, MISS, "it comes from the future");
}

/// R1-070: fifty things a conversation; what was not used for longest goes.
#[test]
fn of_a_session_the_last_used_are_kept() {
    let world = someone();
    let ask = |message: &str| {
        let mut query = asking(message);
        query.knobs.cache_most = 6;
        world.engine.context(&world.space, &query).unwrap()
    };
    let messages = ["the lighthouse, tell me more", "about the lighthouse keeper", "whose boat is at the lighthouse"];
    for message in &messages[..2] {
        let found = ask(message);
        assert_eq!(found.cache, MISS);
    }
    assert_eq!(ask(messages[0]).cache, hit(0));
    assert_eq!(ask(messages[2]).cache, MISS);
    assert_eq!(ask(messages[0]).cache, hit(0), "used a moment ago");
    assert_eq!(ask(messages[1]).cache, MISS, "three of three hits each are too many for six");
}

/// R1-048: what is learned, corrected, forgotten, erased or put out of sight acts on the next turn.
#[test]
fn every_write_that_matters_is_seen_at_once() {
    let world = someone();
    let cites = Cited::Message { session: "yesterday".into(), index: 1 };
    let boat =
        id(&world.remember_draft(Draft { evidence: vec![Evidence::of(cites)], ..Draft::said("knows of a red boat") }));
    assert!(told(&world).dynamic.contains("red boat"));
    assert!(matches!(told(&world).cache, Some(CacheUse::Hit { .. })));

    world.forget(&boat).unwrap();
    let forgotten = told(&world);
    assert_eq!(forgotten.cache, MISS);
    assert!(!forgotten.text.contains("keeper"), "the message it was learned from is withheld: {}", forgotten.text);
    world.engine.restore(&world.space, &boat).unwrap();
    assert!(told(&world).text.contains("keeper"));
    world.engine.erase(&world.space, "opens at nine", false).unwrap();
    let erased = told(&world);
    assert_eq!(erased.cache, MISS);
    assert!(!serde_json::to_string(&erased).unwrap().contains("opens at nine"));
    world.engine.delete_session(&world.space, "yesterday").unwrap();
    let trashed = told(&world);
    assert_eq!(trashed.cache, MISS);
    assert!(!trashed.text.contains("keeper"), "{}", trashed.text);
}

/// A domain that is turned off is out of sight on the next turn.
#[test]
fn a_domain_that_is_turned_off_leaves_nothing_at_hand() {
    let world = someone();
    let travel = "travel".parse().unwrap();
    let draft = Draft {
        kind: Some(Kind::Artifact),
        domain: Some("travel".parse().unwrap()),
        ..Draft::said("the lighthouse ferry")
    };
    world.remember_draft(draft);
    assert!(told(&world).text.contains("ferry"));
    world.engine.disable_domain(&world.space, &travel, Existing::Hide).unwrap();
    let hidden = told(&world);
    assert_eq!(hidden.cache, MISS);
    assert!(!hidden.text.contains("ferry"));
}

/// R1-057: what expires while a result is at hand is not served from it, and what begins to hold is found.
#[test]
fn what_expires_meanwhile_is_not_served() {
    let world = someone();
    let expires = Expiry::At(seconds(20));
    let draft = Draft { kind: Some(Kind::Artifact), expires, ..Draft::said("the lighthouse is closed today") };
    world.remember_draft(draft);
    assert!(told(&world).dynamic.contains("closed today"));
    assert_eq!(told(world.at(seconds(19))).cache, hit(19));
    let after = told(world.at(seconds(20)));
    assert_eq!(after.cache, MISS);
    assert!(!after.text.contains("closed today"));
}

/// What is said in the session itself is none of its findings; what is said elsewhere may be.
#[test]
fn recording_the_turns_of_the_session_leaves_its_results_standing() {
    let world = someone();
    told(&world);
    record(&world, "today", seconds(1), &[MESSAGE]);
    assert_eq!(told(world.at(seconds(2))).cache, hit(2));
    record(&world, "today", seconds(3), &["A tool says: the lighthouse is 40 m high."]);
    assert_eq!(told(world.at(seconds(4))).cache, hit(4));
    record(&world, "yesterday", seconds(5), &["The lighthouse has 217 steps."]);
    assert_eq!(told(world.at(seconds(6))).cache, MISS);
}

/// What another process writes is seen, and so is what happens in a space that is read along.
#[test]
fn other_processes_and_shared_spaces_are_watched_too() {
    let world = someone();
    world.engine.create_shared_space(&world.user, "family").unwrap();
    let family = world.engine.enter(&world.user, "family").unwrap();
    told(&world);
    assert_eq!(told(&world).cache, hit(0));
    let other = World::on(world.store.clone(), Settings::default());
    other.at(seconds(1));
    let note = |content: &str| Draft { kind: Some(Kind::Artifact), ..Draft::said(content) };
    other.engine.remember(&family, &note("grandpa painted the lighthouse")).unwrap();
    let after = told(world.at(seconds(2)));
    assert_eq!(after.cache, MISS);
    assert!(after.text.contains("grandpa painted"), "{}", after.text);
    other.engine.set_recalled(&family, false).unwrap();
    let without = told(world.at(seconds(3)));
    assert_eq!(without.cache, MISS);
    assert!(!without.text.contains("grandpa"));
}

/// "Yesterday" is another day after midnight.
#[test]
fn a_result_does_not_outlive_its_day() {
    let world = someone();
    let ask =
        |world: &World| world.engine.context(&world.space, &asking("what did I say yesterday about it all?")).unwrap();
    world.at(Timestamp::from_micros(day(4).as_micros() - 60_000_000));
    assert_eq!(ask(&world).cache, MISS);
    world.at(Timestamp::from_micros(day(4).as_micros() + 60_000_000));
    assert_eq!(ask(&world).cache, MISS);
}

/// What was found while the embedder failed, or before everything had its vector, is found better soon.
#[test]
fn a_result_that_could_be_better_is_not_kept() {
    let world = someone();
    let broken = world.engine.clone().with_models(only(BagOfWords::broken()));
    for _ in 0..2 {
        let block = broken.context(&world.space, &asking(MESSAGE)).unwrap();
        assert_eq!(block.cache, MISS);
        assert!(block.dynamic.contains("lighthouse"), "words do: {}", block.text);
    }
    let texts: Vec<String> = (0..60).map(|number| format!("the lighthouse, page {number}")).collect();
    record(&world, "long", day(2), &texts.iter().map(String::as_str).collect::<Vec<_>>());
    let engine = world.engine.clone().with_models(only(BagOfWords::named("bag@1")));
    let cache = || engine.context(&world.space, &asking(MESSAGE)).unwrap().cache;
    assert_eq!((cache(), cache()), (MISS, MISS), "a question gives 32 texts a vector");
    assert_eq!(cache(), hit(0), "and the next the rest");
}

/// PRODUCT §1.17 (20), R1-005, R1-025: a thousand short messages cause no search at all: nothing is counted, no question
/// is embedded, and the baseline is there each time.
#[test]
fn a_thousand_short_messages_search_nothing() {
    let world = World::new();
    world.remember_draft(Draft { kind: Some(Kind::Identity), ..Draft::said("Ana, a nurse") });
    let embedder = BagOfWords::named("bag@1");
    let engine = world.engine.clone().with_models(only(embedder.clone()));
    let words = ["yes", "ok", "go on", "why?", "no, the other", "thanks", "who am I?", "more", "stop", "and then?"];
    for number in 0..1_000 {
        let message = Some(format!("{} {number}", words[number % words.len()]));
        let block = engine.context(&world.space, &ContextQuery { message, ..ContextQuery::default() }).unwrap();
        assert_eq!((block.cache, block.dynamic.as_str()), (None, ""));
        assert!(block.baseline.contains("Ana, a nurse"));
    }
    assert_eq!(engine.cache_counts(), CacheCounts::default());
    assert_eq!(embedder.texts_read(), 0);
}

/// The same on the store people have: its versions move as the one in memory's do.
#[test]
fn it_is_so_on_sqlite() {
    let world = World::on(Arc::new(SqliteStore::in_memory().unwrap()), Settings::default());
    record(&world, "yesterday", day(2), &["The lighthouse keeper has a red boat."]);
    world.at(day(3));
    assert_eq!((told(&world).cache, told(&world).cache), (MISS, hit(0)));
    record(&world, "today", seconds(1), &["hello"]);
    record(&world, "today", seconds(3), &["hello again"]);
    assert_eq!(told(world.at(seconds(4))).cache, hit(4));
    let memory = id(&world.remember("likes boats"));
    assert_eq!(told(world.at(seconds(5))).cache, MISS);
    world.engine.confirm(&world.space, &memory).unwrap();
    assert_eq!(told(world.at(seconds(6))).cache, MISS);
    world.undo().unwrap();
    assert_eq!(told(world.at(seconds(7))).cache, MISS);
}

/// What is in the block already takes no place of what is not.
#[test]
fn what_was_remembered_does_not_crowd_out_what_was_said() {
    let world = World::new();
    for known in ["I grow roses in my garden", "My garden roses are red", "Roses in my garden need pruning in March"] {
        world.remember(known);
    }
    crate::recording::record(&world, "june", day(1), &["The roses in my garden had black spot, so I used neem oil."]);
    let query = ContextQuery { message: Some("what about the roses in my garden?".into()), ..ContextQuery::default() };
    let context = world.at(day(2)).engine.context(&world.space, &query).unwrap();
    assert!(context.text.contains("neem oil"), "{}", context.text);
}
