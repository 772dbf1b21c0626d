//! Conversations that go on: titles, learning every ten turns, what is said while one is closed, what briefs add to the
//! block, and erasing one of two things said in a breath.

use std::sync::{Arc, OnceLock};

use cofio_domain::event::MessageRole;
use cofio_domain::ports::Store;
use cofio_domain::record::{Belief, Noun};
use cofio_domain::session::Surface;
use cofio_engine::compose::{Context, ContextQuery, Section, SessionStart};
use cofio_engine::{Engine, MessageLine, RebuildLayer, Recording, Settings};
use cofio_store_sqlite::SqliteStore;
use cofio_testkit::{LlmLine, MemoryStore, ScriptedLlm, day};

use crate::world::World;

fn say(world: &World, session: &str, surface: Surface, said: &[(MessageRole, &str)]) {
    let known = world.engine.sessions(&world.space, Default::default()).unwrap().0;
    let before = known.iter().find(|view| view.name == session).map_or(0, |view| view.messages as i64);
    let lines = (0..).zip(said).map(|(at, (role, text))| {
        let at = world.engine.now().plus_minutes(before + at - 1_000);
        (1, Ok(MessageLine { role: *role, at: Some(at), name: None, text: (*text).into() }))
    });
    let recording = Recording { session: Some(session.into()), surface, project: None };
    world.engine.record(&world.space, &recording, lines).unwrap();
}

fn says(world: &World, session: &str, texts: &[&str]) {
    let said: Vec<(MessageRole, &str)> = texts.iter().map(|text| (MessageRole::User, *text)).collect();
    say(world, session, Surface::Cli, &said);
}

fn title(world: &World, session: &str) -> Option<String> {
    world.engine.transcript(&world.space, session, 0, 0).unwrap().session.title
}

/// PRODUCT §1.15, `title`: three to five words after the first exchange, of what may be told and nothing else.
#[test]
fn a_conversation_has_a_title_once_both_have_spoken() {
    let stores: [Arc<dyn Store>; 2] = [Arc::new(MemoryStore::default()), Arc::new(SqliteStore::in_memory().unwrap())];
    for store in stores {
        let world = World::on(store, Settings::default());
        world.at(day(3));
        let asked = "Can you help me plan a trip to Japan?";
        say(&world, "trip", Surface::Web, &[(MessageRole::User, asked)]);
        assert_eq!(title(&world, "trip"), None, "nobody has answered");
        say(&world, "trip", Surface::Web, &[(MessageRole::Assistant, "Of course! When?")]);
        assert_eq!(title(&world, "trip").as_deref(), Some("Plan a trip to Japan"));
        say(&world, "trip", Surface::Web, &[(MessageRole::User, "I love jazz festivals.")]);
        assert_eq!(title(&world, "trip").as_deref(), Some("Plan a trip to Japan"), "it stays");

        // Without an answer it has one when it is closed; what is forgotten or erased is in none.
        says(&world, "monday", &["I live in Lisbon.", "I prefer green tea in the morning."]);
        let closed = world.engine.close_session(&world.space, "monday").unwrap();
        assert_eq!(closed.session.title.as_deref(), Some("Live in Lisbon"));
        world.forget("Lisbon").unwrap();
        assert_eq!(title(&world, "monday").as_deref(), Some("Prefer green tea"));
        world.engine.erase(&world.space, "green tea", false).unwrap();
        assert_eq!(title(&world, "monday"), None);
        assert_eq!(world.engine.run_job(&world.space, "title", None).unwrap().outcome, "done");
        assert_eq!(title(&world, "monday"), None, "there is nothing left to name it by");
    }
}

/// C10, PRODUCT §1.13 `extract.triggers`: a long conversation is learned from every ten turns, each turn once, and summed
/// up when it ends. R0-028: what was learned is not learned again.
#[test]
fn a_long_conversation_is_learned_from_while_it_goes_on() {
    let world = World::new();
    world.at(day(3));
    let learn = |world: &World| world.engine.run_job(&world.space, "learn.turns", None).unwrap().stats;
    let chat: Vec<(MessageRole, String)> =
        (0..9).map(|at| (MessageRole::User, format!("What about number {at}?"))).collect();
    let chat: Vec<(MessageRole, &str)> = chat.iter().map(|(role, text)| (*role, text.as_str())).collect();
    say(&world, "long", Surface::Web, &chat);
    assert_eq!(learn(&world)["sessions"], 0, "nine are not ten");
    say(&world, "long", Surface::Web, &[(MessageRole::User, "I live in Lisbon."), (MessageRole::Assistant, "Nice.")]);
    says(&world, "file", &["I work as a nurse."; 12]);
    let stats = learn(&world);
    assert_eq!((&stats["sessions"], &stats["learned"]), (&1.into(), &1.into()), "what came from a file waits");
    assert_eq!(world.knows().len(), 1, "{:?}", world.knows());
    let episodes = || world.store.rows(&world.space, Noun::Episode, Belief::Now).unwrap().records.len();
    assert_eq!(episodes(), 0, "it has not ended");
    assert_eq!(learn(&world)["sessions"], 0, "and not twice");

    say(&world, "long", Surface::Web, &[(MessageRole::User, "Just kidding."), (MessageRole::User, "I love jazz.")]);
    let closed = world.at(day(4)).engine.close_session(&world.space, "long").unwrap();
    assert_eq!(episodes(), 1, "all of it is one episode");
    let episode = closed.learned.unwrap().episode.unwrap();
    assert_eq!((episode.from, episode.to), (0, 13));
    let knows = world.knows().join("\n");
    assert!(knows.contains("jazz") && !knows.contains("Lisbon"), "what is taken back later is taken back: {knows}");
    let off = Settings {
        knobs: cofio_domain::policy::Knobs { extract_every_turns: 0, ..Default::default() },
        ..Default::default()
    };
    say(&world, "more", Surface::Web, &[(MessageRole::User, "I like tea."); 11]);
    assert_eq!(learn(&world.set_up(off))["sessions"], 0);
}

/// What somebody says while a session is being closed is learned before it rests, and summed up with the rest.
#[test]
fn what_is_said_while_a_session_is_closed_is_learned_from() {
    let world = World::new();
    world.at(day(3));
    says(&world, "monday", &["I live in Lisbon."]);
    let during: Arc<OnceLock<(Engine, cofio_domain::space::SpaceHandle)>> = Arc::default();
    let reached = during.clone();
    let llm = ScriptedLlm::answering(move |_, before| {
        let (engine, space) = reached.get().unwrap();
        if before == 0 {
            let text = "I work as a nurse.".to_owned();
            let line = MessageLine { role: MessageRole::User, at: Some(engine.now()), name: None, text };
            let recording = Recording { session: Some("monday".into()), surface: Surface::Cli, project: None };
            engine.record(space, &recording, [(1, Ok(line))]).unwrap();
        }
        // What it gives no usable answer about is read by grammar.
        LlmLine::IsDown
    });
    let engine = world.engine.clone().with_llm(Arc::new(llm));
    during.set((world.engine.clone(), world.space.clone())).ok().unwrap();
    let closed = engine.close_session(&world.space, "monday").unwrap();
    let knows = world.knows().join("\n");
    assert!(knows.contains("Lisbon") && knows.contains("nurse"), "{knows}");
    assert_eq!(closed.session.status, cofio_domain::session::SessionStatus::Idle);
    assert_eq!(closed.session.messages, 2);
    assert_eq!(closed.learned.unwrap().told.len(), 2);
    let again = engine.close_session(&world.space, "monday").unwrap();
    assert_eq!((again.changed, again.learned.unwrap().told.len()), (false, 0));
}

fn block(world: &World, session: &SessionStart) -> Context {
    let query = ContextQuery { session: Some(session.clone()), ..ContextQuery::default() };
    world.engine.context(&world.space, &query).unwrap()
}

/// PRODUCT §1.9, lane 0: the brief of what is going on is in the baseline, the same to the byte for a session, and
/// nothing forgotten comes in by it.
#[test]
fn what_was_decided_lately_is_in_the_baseline() {
    let world = World::new();
    world.at(day(3)).remember("I drink oat milk");
    says(&world, "monday", &["We decided to paint the kitchen green.", "I prefer green tea in the morning."]);
    world.engine.close_session(&world.space, "monday").unwrap();
    let before = world.engine.context(&world.space, &Default::default()).unwrap();
    assert!(!before.baseline.contains("We decided"), "there is no brief yet: {}", before.baseline);
    world.engine.compile(&world.space).unwrap();
    world.at(day(4));
    let session = SessionStart { name: "running".into(), began: world.engine.now() };
    let first = block(&world, &session);
    let line =
        first.loaded.iter().find(|line| line.text.contains("kitchen")).unwrap_or_else(|| panic!("{}", first.text));
    assert_eq!((line.section, line.id.starts_with("epi_")), (Section::Now, true));
    assert!(first.baseline.contains("## Now\n- We decided to paint the kitchen green"), "{}", first.baseline);

    // Neither the night nor another decision changes what the session began with.
    says(&world, "tuesday", &["We decided to buy a red lamp for the hall."]);
    world.at(day(5)).engine.close_session(&world.space, "tuesday").unwrap();
    world.engine.compile(&world.space).unwrap();
    let later = block(&world, &session);
    assert_eq!(later.baseline, first.baseline);
    assert_eq!(later.delta, "", "{}", later.delta);
    let fresh = SessionStart { name: "fresh".into(), began: world.engine.now() };
    assert!(block(&world, &fresh).baseline.contains("red lamp"));

    // A conversation in the trash is told of nowhere: named by its handle, and not in what begins afterwards.
    world.at(day(6)).engine.delete_session(&world.space, "monday").unwrap();
    let gone = block(&world, &session);
    assert_eq!(gone.baseline, first.baseline);
    assert!(gone.delta.contains(&line.handle) && !gone.tail.contains("kitchen"), "{}", gone.tail);
    let fresh = SessionStart { name: "fresher".into(), began: world.engine.now() };
    assert!(!block(&world, &fresh).text.contains("We decided to paint"), "though nothing was compiled since");

    // Erasing takes the words out of what was loaded, too.
    world.engine.erase_words(&world.space, "red lamp for the hall").unwrap();
    assert!(!block(&world, &fresh).text.contains("red lamp"));
}

/// C4, PRODUCT §1.17, 12: two claims of one clause share its words; erasing one takes its own out of the message, and out
/// of the quote that the other rests on.
#[test]
fn erasing_one_of_two_claims_of_a_clause_takes_its_own_words() {
    let stores: [Arc<dyn Store>; 2] = [Arc::new(MemoryStore::default()), Arc::new(SqliteStore::in_memory().unwrap())];
    for store in stores {
        let world = World::on(store, Settings::default());
        world.at(day(3));
        says(&world, "monday", &["I'm allergic to peanuts and shellfish."]);
        world.engine.close_session(&world.space, "monday").unwrap();
        let knows = world.knows();
        assert!(knows.len() == 2 && knows.iter().any(|known| known.contains("peanuts")), "{knows:?}");
        world.engine.compile(&world.space).unwrap();
        world.engine.erase(&world.space, "peanuts", false).unwrap();

        let text = world.engine.transcript(&world.space, "monday", 0, 9).unwrap().transcript[0].text.clone().unwrap();
        assert_eq!(text, "I'm allergic to [erased] and shellfish.");
        let left = world.engine.show(&world.space, "shellfish").unwrap();
        let quotes: Vec<String> = left.memory.evidence.iter().filter_map(|item| item.quote.clone()).collect();
        assert!(quotes.iter().all(|quote| quote.contains("shellfish") && !quote.contains("peanuts")), "{quotes:?}");
        let kept = format!(
            "{:?} {:?}",
            world.store.rows(&world.space, Noun::Episode, Belief::Ever).unwrap(),
            world.store.rows(&world.space, Noun::Brief, Belief::Ever).unwrap()
        );
        assert!(!kept.contains("peanuts"), "{kept}");
        world.engine.rebuild(&world.space, RebuildLayer::Events).unwrap();
        let knows = world.knows();
        assert!(knows.len() == 1 && knows[0].contains("shellfish"), "it is not learned again: {knows:?}");
    }
}
