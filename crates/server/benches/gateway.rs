//! What the gateway adds before the first byte of an answer, at ten thousand memories: the same upstream asked directly and
//! through it, in turns, over loopback, in one run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::response::IntoResponse;
use axum::{Router, routing::post};
use cofio_domain::ports::Cancel;
use cofio_engine::compose::ContextKnobs;
use cofio_engine::{Engine, ImportLine, Models, Settings};
use cofio_gateway::{Protocol, Upstream, Upstreams};
use cofio_models::local::builtin::BuiltInEmbedder;
use cofio_server::{App, Exposure, Gateway, Host, Limits, Setup};
use cofio_store_sqlite::{Options, SqliteStore};
use cofio_testkit::{FixedClock, SequentialIds, day, text_of};

/// How many memories there are.
const MEMORIES: usize = 10_000;

/// How often each way is measured.
const TIMES: usize = 400;

struct Nowhere;

impl Host for Nowhere {
    fn version(&self) -> &'static str {
        "bench"
    }
}

/// A few events at once.
async fn answer(_: Bytes) -> impl IntoResponse {
    let events: &[u8] = include_bytes!("../../gateway/tests/streams/llama-chat.sse");
    ([("content-type", "text/event-stream")], Body::from(events))
}

async fn upstream() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let url = format!("http://{}/v1", listener.local_addr().expect("it has an address"));
    let router = Router::new().route("/v1/chat/completions", post(answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

fn remembering(folder: &std::path::Path) -> Engine {
    let store = SqliteStore::open(Options { ballast_bytes: 0, ..Options::new(folder) }).expect("the store opens");
    let clock = Arc::new(FixedClock::at(day(1)));
    let models = Models { embedder: Some(Arc::new(BuiltInEmbedder)), reranker: None };
    let engine = Engine::new(Arc::new(store), clock.clone(), Arc::new(SequentialIds::default()), Settings::default());
    let engine = engine.with_models(models);
    let user = engine.user("owner").expect("a user can be added");
    let space = engine.personal_space(&user).expect("and has a space");
    let lines = (0..MEMORIES).map(|number| (number as u64 + 1, Ok(ImportLine::of(&text_of(number)))));
    engine.import(&space, "bench", lines).expect("they are imported");
    engine.embed_missing(&space, usize::MAX, &Cancel::new()).expect("they are embedded");
    clock.set(day(40));
    engine
}

async fn first_byte(client: &reqwest::Client, url: &str, number: usize) -> Duration {
    let question = format!("what do you know about {}", text_of(number * 7 + 3));
    let body = serde_json::json!({"model": "m", "stream": true, "messages": [{"role": "user", "content": question}]});
    let since = Instant::now();
    let request = client.post(format!("{url}/chat/completions")).header("content-type", "application/json");
    let mut answer = request.body(body.to_string()).send().await.expect("it answers");
    let first = answer.chunk().await.expect("it goes on").expect("there is a byte");
    let took = since.elapsed();
    assert!(!first.is_empty() && answer.headers().get("x-cofio-degraded").is_none(), "{:?}", answer.headers());
    while answer.chunk().await.expect("it goes on").is_some() {}
    took
}

fn late(times: &mut [Duration], share: usize) -> f64 {
    times.sort_unstable();
    times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
    let path = folder.path().to_owned();
    let engine = tokio::task::spawn_blocking(move || remembering(&path)).await.expect("it is made");
    let direct = upstream().await;
    let app = App::new(Setup {
        owner: engine.known_user("owner").expect("they are there"),
        engine,
        exposure: Exposure { keyless: true, hosts: Vec::new(), encrypted: false },
        context: ContextKnobs::default(),
        limits: Limits::default(),
        host: Arc::new(Nowhere),
    });
    let asked = Upstream::new("bench", direct.parse().expect("an address"), [Protocol::Chat]);
    let patience = Duration::from_secs(30);
    app.open_gateway(Gateway { upstreams: Upstreams::new(vec![asked]), patience, ..Gateway::default() });
    let bound = cofio_server::bind("127.0.0.1:0".parse().expect("an address")).await.expect("a port is free");
    let through = format!("http://{}/v1", bound.address());
    tokio::spawn(bound.serve(app, std::future::pending()));
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client can be made");
    for number in 0..20 {
        first_byte(&client, &direct, number).await;
        first_byte(&client, &through, number).await;
    }
    let (mut alone, mut with) = (Vec::new(), Vec::new());
    for number in 20..20 + TIMES {
        alone.push(first_byte(&client, &direct, number).await);
        with.push(first_byte(&client, &through, number).await);
    }
    println!("time to the first byte at {MEMORIES} memories, {TIMES} requests each way, in turns");
    println!("{:<28} {:>10} {:>10}", "", "middle", "95th");
    let (direct, gateway) = ((late(&mut alone, 50), late(&mut alone, 95)), (late(&mut with, 50), late(&mut with, 95)));
    println!("{:<28} {:>7.2} ms {:>7.2} ms", "  directly", direct.0, direct.1);
    println!("{:<28} {:>7.2} ms {:>7.2} ms", "  through the gateway", gateway.0, gateway.1);
    println!("{:<28} {:>7.2} ms {:>7.2} ms", "  added", gateway.0 - direct.0, gateway.1 - direct.1);
    println!("{:<28} {:>9.1}x {:>9.1}x", "  ratio", gateway.0 / direct.0, gateway.1 / direct.1);
}
