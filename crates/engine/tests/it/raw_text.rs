//! Forgetting reaches the raw text: what a forgotten memory was learned from is withheld, what an erased one was learned
//! from is gone.

use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::record::Seq;
use cofio_domain::space::Role;
use cofio_domain::vector::{StoredVector, TextHash};
use cofio_engine::{Draft, Error, Existing, MessageRef};
use cofio_testkit::day;

use crate::recording::record;
use crate::world::{World, id};

const SAID: &str = "I love Ann. We live in Berlin.";

fn learned(world: &World, content: &str, quote: Option<&str>) -> String {
    let cites = Cited::Message { session: "monday".into(), index: 0 };
    let evidence = Evidence { quote: quote.map(str::to_owned), ..Evidence::of(cites) };
    let domain = Some("personal".parse().unwrap());
    id(&world.remember_draft(Draft { evidence: vec![evidence], domain, ..Draft::said(content) }))
}

fn withheld(world: &World) -> Vec<&'static str> {
    let message = MessageRef { session: "monday".into(), index: 0 };
    let marks = world.engine.raw_marks(&world.space).unwrap();
    marks.withheld(&message, SAID).into_iter().map(|span| &SAID[span]).collect()
}

fn raw(world: &World) -> String {
    let events = world.store.events_since(&world.space, Seq(0), 9).unwrap().events;
    events[0].text().unwrap_or("—").to_owned()
}

/// Issue "Recall and context": withheld until it is restored.
#[test]
fn what_a_forgotten_memory_was_learned_from_is_withheld_until_it_is_restored() {
    let world = World::new();
    record(&world, "monday", day(1), &[SAID]);
    learned(&world, "User loves Ann", Some("I love Ann"));
    learned(&world, "User lives in Berlin", Some("We live in Berlin"));
    assert_eq!(withheld(&world), [""; 0]);
    world.forget("loves Ann").unwrap();
    assert_eq!(withheld(&world), ["I love Ann"]);
    world.engine.restore(&world.space, "loves Ann").unwrap();
    assert_eq!(withheld(&world), [""; 0]);
    world.engine.delete(&world.space, "loves Ann", None).unwrap();
    assert_eq!(withheld(&world), ["I love Ann"]);
    world.undo().unwrap();
    let personal = "personal".parse().unwrap();
    world.engine.disable_domain(&world.space, &personal, Existing::Hide).unwrap();
    assert_eq!(withheld(&world), ["I love Ann", "We live in Berlin"]);
    assert_eq!(raw(&world), SAID, "nothing is removed");
}

/// Whoever says "remember…" need not say where it was said before: the same words in a conversation are as forgotten.
#[test]
fn the_same_words_in_a_conversation_are_as_forgotten() {
    let world = World::new();
    record(&world, "monday", day(1), &["I am dating Marcus. We met at work."]);
    world.remember("I am dating Marcus");
    let found = || world.at(day(2)).recalls("who am I dating at work?").join("|");
    assert!(found().contains("dating Marcus. We met"), "{}", found());
    world.forget("Marcus").unwrap();
    assert!(!found().contains("Marcus") && found().contains("We met at work"), "{}", found());
    world.undo().unwrap();
    assert!(found().contains("dating Marcus. We met"), "{}", found());
}

/// What may not be shown takes no place of what may.
#[test]
fn what_is_withheld_hides_nothing_else() {
    let world = World::new();
    let health = "health".parse().unwrap();
    world.engine.enable_domain(&world.space, &health).unwrap();
    let said: Vec<String> =
        (0..80).map(|dose| format!("My doctor in Lisbon changed my diabetes medication to {dose} mg")).collect();
    record(&world, "monday", day(1), &said.iter().map(String::as_str).collect::<Vec<_>>());
    record(&world, "tuesday", day(1), &["In Lisbon I always stay at the hotel near the square"]);
    world.engine.disable_domain(&world.space, &health, Existing::Hide).unwrap();
    let found = world.at(day(2)).recalls("what changed in Lisbon?");
    assert!(found.iter().any(|hit| hit.contains("hotel")), "{found:?}");
}

#[test]
fn what_has_changed_since_is_labelled_with_the_memory_that_knows_better() {
    let world = World::new();
    record(&world, "monday", day(1), &[SAID]);
    let memory = learned(&world, "User lives in Berlin", Some("We live in Berlin"));
    world.at(day(9)).update("Berlin", "User lives in Lisbon").unwrap();
    let message = MessageRef { session: "monday".into(), index: 0 };
    let marks = world.engine.raw_marks(&world.space).unwrap();
    let superseded = marks.superseded(&message, SAID);
    assert_eq!(superseded, [(12..29, memory.parse().unwrap())]);
    assert_eq!(withheld(&world), [""; 0]);
}

/// C4: erase shreds the cited spans; what something else was learned from stays.
#[test]
fn erasing_a_memory_takes_the_words_it_was_learned_from_along() {
    let world = World::new();
    record(&world, "monday", day(1), &[SAID]);
    let model = cofio_domain::ports::ModelId::new("small@1");
    let salt = world.store.state(&world.space).unwrap().salt;
    let vector = |text: &str| (TextHash::of(salt, text), StoredVector::of(&[1.0]));
    let spoken = format!("user: {SAID}");
    world.store.keep_vectors(&world.space, &model, vec![vector(&spoken), vector("User loves Ann")]).unwrap();
    learned(&world, "User loves Ann", Some("I love Ann"));
    learned(&world, "User lives in Berlin", Some("We live in Berlin"));

    let erased = world.engine.erase(&world.space, "loves Ann", false).unwrap();
    assert_eq!(raw(&world), "[erased]. We live in Berlin.");
    let receipt = erased.event.receipt.unwrap();
    assert_eq!((receipt.removed["event_payload"], receipt.removed["embedding"]), (1, 2), "{receipt:?}");
    assert_eq!(receipt.elsewhere, [], "nothing is left of it");
    world.engine.erase(&world.space, "Berlin", false).unwrap();
    assert_eq!(raw(&world), "[erased]. [erased].");
    assert_eq!(world.engine.verify(&world.space).unwrap().breaks, []);
}

#[test]
fn what_a_living_memory_cites_whole_stays_and_is_named() {
    let world = World::new();
    record(&world, "monday", day(1), &["User loves Ann and tea"]);
    learned(&world, "User loves Ann", None);
    learned(&world, "User likes tea", None);
    let erased = world.engine.erase(&world.space, "loves Ann", false).unwrap();
    assert_eq!(raw(&world), "User loves Ann and tea");
    let elsewhere = erased.event.receipt.unwrap().elsewhere;
    assert_eq!(elsewhere.iter().map(|place| place.noun.as_str()).collect::<Vec<_>>(), ["message"]);
    world.engine.erase(&world.space, "likes tea", false).unwrap();
    assert_eq!(raw(&world), "—", "the last one to need it takes it along");
}

/// RX-11: everywhere is everywhere.
#[test]
fn erasing_everywhere_takes_messages_that_say_the_same() {
    let world = World::new();
    record(&world, "monday", day(1), &["by the way, I collect beer mats"]);
    world.remember("I collect beer mats");
    let plan = world.engine.plan_erase(&world.space, "beer mats").unwrap();
    assert_eq!(plan.elsewhere.len(), 1);
    world.engine.erase(&world.space, "beer mats", true).unwrap();
    assert_eq!(raw(&world), "—");
}

/// What is forgotten is not shown in another order of its words either, and the rest of what was said is.
#[test]
fn what_is_forgotten_is_forgotten_in_other_words_too() {
    let world = World::new();
    record(
        &world,
        "monday",
        day(1),
        &["Noted: Taberna do Mar is your favourite restaurant. I can book a table there."],
    );
    world.at(day(2)).remember("My favourite restaurant is Taberna do Mar");
    let says = |words: &str| world.recalls("favourite restaurant table").iter().any(|text| text.contains(words));
    assert!(says("Taberna"));
    world.forget("favourite restaurant").unwrap();
    assert!(!says("Taberna") && says("book a table"), "{:?}", world.recalls("favourite restaurant table"));
    world.undo().unwrap();
    assert!(says("Taberna"));
}

/// PRODUCT §1.6: what was forgotten is not learned again from the same words.
#[test]
fn what_is_forgotten_is_not_learned_from_what_was_said_before() {
    let world = World::new();
    record(&world, "monday", day(1), &["My favourite colour is teal."]);
    world.remember("My favourite colour is teal");
    world.forget("teal").unwrap();
    world.at(day(2)).engine.close_session(&world.space, "monday").unwrap();
    assert_eq!(world.knows(), [""; 0]);
}

/// RX-11: what was never a memory can be erased by its words, and whole words only.
#[test]
fn words_are_erased_wherever_they_stand() {
    let world = World::new();
    record(&world, "monday", day(1), &["between us, I loathe Ann", "I met Annabel"]);
    let places = world.engine.plan_erase_words(&world.space, "loathe ann").unwrap();
    assert_eq!(places.iter().map(|place| place.noun.as_str()).collect::<Vec<_>>(), ["message"]);
    assert!(world.engine.erase_words(&world.space, "ann").is_err(), "three letters stand everywhere");
    world.engine.erase_words(&world.space, "Loathe  Ann").unwrap();
    assert_eq!(raw(&world), "—");
    let gone = world.engine.erase_words(&world.space, "loathe Ann");
    assert!(matches!(gone, Err(Error::NotFound { .. })), "{gone:?}");
    let annabel = world.engine.plan_erase_words(&world.space, "Annabel").unwrap();
    assert_eq!(annabel.len(), 1, "the other message is there still");
}

/// RB-03: whoever may only write takes nothing of anybody else's along.
#[test]
fn erasing_everywhere_stops_at_what_is_anothers() {
    let world = World::new();
    world.engine.create_shared_space(&world.user, "family").unwrap();
    let family = world.engine.enter(&world.user, "family").unwrap();
    let sam = world.engine.user("sam").unwrap();
    world.engine.set_member(&family, &sam, Role::Editor).unwrap();
    let theirs = world.engine.enter(&sam, "family").unwrap();
    let visibility = Some(cofio_domain::axes::Visibility::Space);
    let key = Draft { visibility, ..Draft::said("The key is under the blue pot") };
    world.engine.remember(&family, &key).unwrap();
    let erased = world.engine.erase_words(&theirs, "under the blue pot");
    assert!(matches!(erased, Err(Error::NotFound { .. })), "{erased:?}");
    world.engine.erase_words(&family, "under the blue pot").unwrap();
}

/// C4: emptying the trash shreds what erasing would.
#[test]
fn emptying_the_trash_takes_the_words_along_as_one_run() {
    let world = World::new();
    record(&world, "monday", day(1), &[SAID]);
    learned(&world, "User loves Ann", Some("I love Ann"));
    world.at(day(2)).engine.delete(&world.space, "loves Ann", None).unwrap();
    world.at(day(31));
    let ran = world.engine.run_job(&world.space, "sweep.trash", None).unwrap();
    assert_eq!(ran.stats, serde_json::json!({"memories": 0, "sessions": 0}), "not yet");
    world.at(day(33));
    let ran = world.engine.run_job(&world.space, "sweep.trash", None).unwrap();
    assert_eq!(ran.stats, serde_json::json!({"memories": 1, "sessions": 0}));
    assert_eq!(raw(&world), "[erased]. We live in Berlin.");
    let filter = cofio_domain::ports::OperationFilter { job: ran.run, ..Default::default() };
    let operations = world.store.operations(&world.space, &filter).unwrap();
    assert_eq!(operations.len(), 1);
    assert_eq!(operations[0].actor.to_string(), "job:sweep.trash");
}

/// R2-004: a domain that is erased is erased from what was said, too.
#[test]
fn erasing_a_domain_takes_its_clauses_out_of_what_was_said() {
    let world = World::new();
    let health = "health".parse().unwrap();
    world.engine.enable_domain(&world.space, &health).unwrap();
    record(&world, "monday", day(1), &["I live in Berlin and have asthma."]);
    world.engine.disable_domain(&world.space, &health, Existing::Erase).unwrap();
    let left = raw(&world);
    assert!(left.contains("Berlin") && !left.contains("asthma"), "{left}");
    assert_eq!(world.engine.verify(&world.space).unwrap().breaks, []);
}
