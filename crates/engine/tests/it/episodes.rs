//! Episodes among what is found: what a conversation came to, without what may not be shown any more.

use cofio_engine::{EpisodeHit, Item, RecallQuery, Recalled};
use cofio_testkit::day;

use crate::recording::record;
use crate::world::World;

const SAID: [&str; 4] = [
    "We decided to paint the boat blue before the regatta.",
    "I moved the boat to the harbour of Setúbal last week.",
    "My boat insurance runs out in spring.",
    "Which varnish lasts longest on a wooden boat?",
];

/// Somebody who talked about a boat, and a conversation that is over.
fn talked() -> World {
    let world = World::new();
    record(&world, "boat", day(1), &SAID);
    world.at(day(2)).engine.close_session(&world.space, "boat").unwrap();
    world
}

fn asked(world: &World, query: RecallQuery) -> Recalled {
    world.engine.recall(&world.space, &query).unwrap()
}

fn episodes(recalled: &Recalled) -> Vec<&EpisodeHit> {
    let episodes = recalled.hits.iter().filter_map(|hit| match &hit.item {
        Item::Episode(hit) => Some(&**hit),
        _ => None,
    });
    episodes.collect()
}

fn about_the_boat() -> RecallQuery {
    RecallQuery { limit: 20, ..RecallQuery::new("what did we decide about the boat?") }
}

/// Issue "Recall and context": the index covers memories, episodes and raw messages in one space of ranking.
#[test]
fn what_a_conversation_came_to_is_found_beside_what_was_said() {
    let world = talked();
    let found = asked(&world, about_the_boat());
    let [episode] = episodes(&found)[..] else { panic!("one episode in {found:#?}") };
    assert_eq!((episode.session.as_str(), episode.lines.is_empty()), ("boat", false));
    assert!(episode.text.contains("paint the boat blue"), "{episode:?}");
    assert!(found.hits.iter().any(|hit| matches!(hit.item, Item::Message(_))), "{found:#?}");

    let at_hand = RecallQuery { except_session: Some("boat".into()), ..about_the_boat() };
    assert!(episodes(&asked(&world, at_hand)).is_empty(), "a conversation is not summed up to itself");
    let narrow = RecallQuery { messages: false, ..about_the_boat() };
    assert!(episodes(&asked(&world, narrow)).is_empty(), "memories alone were asked for");
}

/// Issue "Recall and context": forgetting reaches the spans of an episode, until it is restored.
#[test]
fn a_line_that_rests_on_what_is_forgotten_is_withheld() {
    let world = talked();
    let tells = |words: &str| episodes(&asked(&world, about_the_boat())).iter().any(|hit| hit.text.contains(words));
    let learned = world.knows().into_iter().find(|known| known.contains("Setúbal")).expect("it was learned");
    assert!(tells("Setúbal"), "it is told before");
    world.forget(&learned).unwrap();
    assert!(!tells("Setúbal") && tells("paint the boat blue"), "and not any more");
    world.undo().unwrap();
    assert!(tells("Setúbal"), "until it is restored");
}

/// What may not be shown does not answer by being found, and no explanation names it.
#[test]
fn a_withheld_line_cannot_be_asked_after() {
    let world = talked();
    let learned = world.knows().into_iter().find(|known| known.contains("Setúbal")).expect("it was learned");
    world.forget(&learned).unwrap();
    let found = asked(&world, RecallQuery { explain: true, ..RecallQuery::new("Setúbal") });
    assert!(episodes(&found).is_empty(), "{found:#?}");
    let found = asked(&world, RecallQuery { explain: true, limit: 20, ..RecallQuery::new("Setúbal regatta") });
    assert!(!episodes(&found).is_empty());
    let named = |hit: &cofio_engine::Found| hit.factors.words.iter().any(|(word, _)| word.contains("setub"));
    assert!(!found.hits.iter().any(named), "{found:#?}");
}

/// Nobody finds what was said in a conversation that is in the trash.
#[test]
fn an_episode_goes_to_the_trash_with_its_conversation() {
    let world = talked();
    world.engine.delete_session(&world.space, "boat").unwrap();
    assert!(episodes(&asked(&world, about_the_boat())).is_empty());
}
