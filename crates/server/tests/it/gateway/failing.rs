//! Memory that fails: the answer comes all the same, and says so.

use std::sync::Arc;

use cofio_engine::compose::ContextKnobs;
use cofio_server::{Exposure, Host, Limits, Setup};
use serde_json::json;

use super::*;

/// A program around the server whose store cannot be written.
struct ReadOnly;

impl Host for ReadOnly {
    fn version(&self) -> &'static str {
        "0.0.0"
    }

    fn is_read_only(&self) -> bool {
        true
    }
}

/// RX-08, PRODUCT §1.17 16: memory that is slow, read-only or broken never breaks the call, and the header says so.
#[tokio::test]
async fn an_answer_comes_without_memory_and_says_so() {
    let through = Through::with(Server::new(), |gateway| gateway.patience = Duration::ZERO).await;
    through.server.remember("I am vegetarian").await;
    let question = || json!([{"role": "user", "content": "what shall I cook tonight?"}]);
    through.upstream.says("Rice.");
    let slow = through.chat(question()).await;
    assert_eq!((slow.status().as_u16(), header(&slow, "x-cofio-degraded")), (200, "slow"));
    assert!(!String::from_utf8_lossy(&through.upstream.last().bytes).contains("vegetarian"));
    assert!(slow.text().await.unwrap().contains("Rice."));
    assert_eq!(through.server.get("/api/v1/stats").await.body["degraded"], 1);

    let through = Through::new().await;
    through.server.remember("I am vegetarian").await;
    let body = json!({"model": "m", "messages": question()});
    through.upstream.says("Rice.");
    let broken = through.post("/v1/chat/completions", &body).header("x-cofio-project", "nowhere").send().await.unwrap();
    assert_eq!((broken.status().as_u16(), header(&broken, "x-cofio-degraded")), (200, "not_found"));

    let app = App::new(Setup {
        engine: through.server.engine.clone(),
        owner: through.server.engine.known_user("owner").unwrap(),
        exposure: Exposure { keyless: true, hosts: Vec::new(), encrypted: false },
        context: ContextKnobs::default(),
        limits: Limits::default(),
        host: Arc::new(ReadOnly),
    });
    let patience = Duration::from_secs(20);
    app.open_gateway(Gateway {
        upstreams: Upstreams::new(vec![asking(&through.upstream)]),
        patience,
        ..Gateway::default()
    });
    let url = listening(app).await;
    through.upstream.says("Rice.");
    let request = through.client.post(format!("{url}/v1/chat/completions")).body(body.to_string());
    let read_only = request.send().await.unwrap();
    assert_eq!((read_only.status().as_u16(), header(&read_only, "x-cofio-degraded")), (200, "read_only"));
    assert!(String::from_utf8_lossy(&through.upstream.last().bytes).contains("vegetarian"), "what can be read is");
}

/// An upstream that is not there, says nothing, or breaks off before it has answered.
#[tokio::test]
async fn an_upstream_that_does_not_answer_is_named() {
    let through = Through::with(Server::new(), |gateway| {
        let gone = cofio_gateway::Upstream::new(
            "gone",
            "http://127.0.0.1:9/v1".parse().unwrap(),
            [Protocol::Chat, Protocol::Messages],
        );
        gateway.upstreams = Upstreams::new(vec![gone]);
    })
    .await;
    let answer = through.chat(json!([{"role": "user", "content": "hello"}])).await;
    assert_eq!(answer.status(), 502);
    let told = answer.text().await.unwrap();
    assert!(told.contains("\\\"gone\\\" cannot be reached") && told.contains("\"type\":\"api_error\""), "{told}");
    assert_eq!(through.sessions().await, 0, "nothing was answered, so nothing was said");

    let upstream = through.upstream.clone();
    let silent = Through::with(Server::new(), |gateway| {
        let mut asked = asking(&upstream);
        asked.timeout = Duration::from_millis(200);
        gateway.upstreams = Upstreams::new(vec![asked]);
    })
    .await;
    upstream.plays(Play::Events(vec![b"data: {}\n\n".to_vec()], Then::Silence));
    let body = json!({"model": "m", "stream": true, "messages": [{"role": "user", "content": "hello"}]});
    let mut answer = silent.post("/v1/chat/completions", &body).send().await.unwrap();
    assert_eq!(answer.chunk().await.unwrap().unwrap(), "data: {}\n\n");
    assert!(answer.chunk().await.is_err(), "a silence that lasts too long ends it");
}
