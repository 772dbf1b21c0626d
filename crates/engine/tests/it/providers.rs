//! An embedder behind an address, inside the engine: what it finds, and what goes on without it.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use cofio_domain::ports::{Cancel, Embedder};
use cofio_engine::{Engine, RecallQuery};
use cofio_models::http::{EmbedderSettings, Endpoint, HttpEmbedder, KeySource};
use cofio_testkit::provider::{Asked, Provider, Reply, embeddings_of};

use crate::models::BagOfWords;
use crate::world::{World, words_of};

const DIMENSIONS: usize = 64;

fn embedder(base: &str) -> Arc<HttpEmbedder> {
    let endpoint = Endpoint::new(base.parse().unwrap(), KeySource::None).leaving_alone_for(Duration::ZERO);
    Arc::new(HttpEmbedder::new(endpoint, EmbedderSettings::new("words", DIMENSIONS)))
}

fn by(world: &World, embedder: Arc<dyn Embedder>) -> Engine {
    world.engine.clone().with_embedder_in(None, embedder)
}

fn found(engine: &Engine, world: &World, question: &str) -> (Vec<String>, Option<String>) {
    let recalled = engine.recall(&world.space, &RecallQuery::new(question)).unwrap();
    (recalled.hits.iter().map(|hit| words_of(&hit.item)).collect(), recalled.degraded)
}

/// Issue "Recall and context": the embedder is a port that an HTTP provider can fill.
#[test]
fn texts_are_found_by_the_meaning_a_provider_reads_in_them() {
    let world = World::new();
    world.remember("I drink green tea");
    world.remember("My car is red");
    let provider = Provider::embedding(DIMENSIONS);
    let engine = by(&world, embedder(&provider.base_url()));
    let (hits, degraded) = found(&engine, &world, "green tea?");
    assert_eq!((hits[0].as_str(), degraded), ("I drink green tea", None));
    let texts: BTreeSet<String> = provider.asked().iter().flat_map(Asked::texts).collect();
    assert_eq!(texts.len(), 3, "each text and the question, once: {texts:?}");
    found(&engine, &world, "green tea?");
    let again: Vec<String> = provider.asked().iter().flat_map(Asked::texts).collect();
    assert_eq!(again.len(), 3, "nothing is sent twice");
}

/// Issue "Recall and context": with the provider down words still find, writes succeed, and the backfill catches up.
#[test]
fn a_provider_that_is_down_costs_the_meaning_and_nothing_else() {
    let world = World::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let base = format!("http://{address}/v1");
    drop(listener);
    let engine = by(&world, embedder(&base));
    let down = World {
        engine,
        space: world.space.clone(),
        user: world.user.clone(),
        clock: world.clock.clone(),
        store: world.store.clone(),
        ids: world.ids.clone(),
    };
    down.remember("I drink green tea");
    down.remember("My car is red");
    let (hits, degraded) = found(&down.engine, &down, "green tea");
    assert_eq!(hits, ["I drink green tea"]);
    let degraded = degraded.unwrap();
    assert!(degraded.starts_with("the model words@") && degraded.ends_with("found by words alone"), "{degraded}");
    let ran = down.engine.run_job(&down.space, "embed.backfill", None).unwrap();
    assert_eq!(ran.outcome, "failed");
    assert!(ran.error.unwrap().ends_with("is unavailable"));

    let provider = Provider::on(TcpListener::bind(address).unwrap(), |asked, _| {
        Reply::json(&embeddings_of(&asked.texts(), DIMENSIONS))
    });
    let ran = down.engine.run_job(&down.space, "embed.backfill", None).unwrap();
    assert_eq!((ran.outcome, &ran.stats["embedded"], &ran.stats["left"]), ("done", &2.into(), &0.into()));
    assert_eq!(provider.asked().len(), 1, "in one batch");
    assert_eq!(found(&down.engine, &down, "green tea").1, None);
}

/// R2-049: spaces are read independently, each by its own embedder, and their hits come in one list.
#[test]
fn a_space_can_have_an_embedder_of_its_own() {
    let world = World::new();
    world.remember("I drink green tea at home");
    world.engine.create_shared_space(&world.user, "work").unwrap();
    let work = world.engine.enter(&world.user, "work").unwrap();
    world.engine.remember(&work, &cofio_engine::Draft::said("We drink green tea at the office")).unwrap();
    let provider = Provider::embedding(DIMENSIONS);
    let usual = BagOfWords::named("usual@1");
    let engine = world
        .engine
        .clone()
        .with_models(crate::models::only(usual.clone()))
        .with_embedder_in(Some(BTreeSet::from([work.id()])), embedder(&provider.base_url()));
    let (mut hits, degraded) = found(&engine, &world, "green tea");
    hits.sort();
    assert_eq!(hits, ["I drink green tea at home", "We drink green tea at the office"]);
    assert_eq!(degraded, None);
    let sent: BTreeSet<String> = provider.asked().iter().flat_map(Asked::texts).collect();
    assert!(sent.iter().all(|text| !text.contains("home")), "what is the person's own stays here: {sent:?}");
    assert!(sent.iter().any(|text| text.contains("office")), "{sent:?}");
    assert!(usual.texts_read() > 0);
    assert_eq!(engine.embed_missing(&work, usize::MAX, &Cancel::new()).unwrap().left, 0);
}

/// Whoever asks while a slow provider reads is answered at once: nothing is held meanwhile.
#[test]
fn a_slow_provider_keeps_nobody_waiting_but_those_who_asked_it() {
    let world = World::new();
    world.remember("I drink green tea");
    let provider = Provider::answering(|asked, _| {
        let slow = asked.texts().iter().any(|text| text.contains("drink"));
        let reply = Reply::json(&embeddings_of(&asked.texts(), DIMENSIONS));
        if slow { reply.after(Duration::from_secs(3)) } else { reply }
    });
    let engine = by(&world, embedder(&provider.base_url()));
    let (working, space) = (engine.clone(), world.space.clone());
    let backfill = std::thread::spawn(move || working.embed_missing(&space, usize::MAX, &Cancel::new()).unwrap());
    while provider.asked().is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let since = std::time::Instant::now();
    let listed = engine.context(&world.space, &Default::default()).unwrap();
    assert!(listed.text.contains("green tea") && since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    assert_eq!(backfill.join().unwrap().given, 1);
}
