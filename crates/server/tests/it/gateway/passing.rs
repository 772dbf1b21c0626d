//! What passes through as it is: streams, fields, errors, other endpoints.

use serde_json::json;

use super::*;

const STREAMS: [(&str, &str, &[u8]); 4] = [
    ("/v1/chat/completions", "chat", include_bytes!("../../../../gateway/tests/streams/llama-chat.sse")),
    ("/v1/chat/completions", "chat", include_bytes!("../../../../gateway/tests/streams/openai-chat-tools.sse")),
    ("/v1/responses", "responses", include_bytes!("../../../../gateway/tests/streams/openai-responses.sse")),
    ("/v1/messages?beta=true", "messages", include_bytes!("../../../../gateway/tests/streams/anthropic-messages.sse")),
];

fn request_of(protocol: &str, text: &str) -> Value {
    match protocol {
        "responses" => json!({"model": "m", "stream": true, "input": text, "reasoning": {"effort": "low"}}),
        _ => json!({"model": "m", "stream": true, "max_tokens": 9, "messages": [{"role": "user", "content": text}]}),
    }
}

fn pieces(bytes: &[u8], of: usize) -> Vec<Vec<u8>> {
    bytes.chunks(of).map(<[u8]>::to_vec).collect()
}

/// Issue "The server", what it must show, 4: streams come through byte for byte, are cut where the upstream is, and are let
/// go of where the client is gone; what was said so far was said.
#[tokio::test]
async fn streams_come_through_as_they_are() {
    let through = Through::new().await;
    for (number, (path, protocol, bytes)) in STREAMS.into_iter().enumerate() {
        through.upstream.plays(Play::Events(pieces(bytes, 41), Then::End));
        let body = request_of(protocol, "how are you doing today?");
        let request =
            through.post(path, &body).header("x-cofio-session", format!("s{number}")).header("anthropic-version", "1");
        let answer = request.header("x-cofio-memory", "write").send().await.unwrap();
        assert_eq!(
            (header(&answer, "content-type"), header(&answer, "x-accel-buffering")),
            ("text/event-stream", "no")
        );
        assert_eq!(answer.bytes().await.unwrap(), bytes, "{path}");
        let sent = through.upstream.last();
        assert_eq!((sent.path.as_str(), &sent.headers["anthropic-version"]), (path, &"1".parse().unwrap()));
        assert_eq!(String::from_utf8_lossy(&sent.bytes), body.to_string(), "nothing is put in, so nothing is changed");
    }
    assert_eq!(said(&through.recorded("s0", 2).await)[1], "assistant: You told me that you like tea.");
    assert!(said(&through.recorded("s3", 2).await)[1].starts_with("assistant: Chá, então"));

    through.server.remember("I like tea").await;
    let cited: &[u8] = include_bytes!("../../../../gateway/tests/streams/openai-chat-cited.sse");
    through.upstream.plays(Play::Events(pieces(cited, 41), Then::End));
    let request = through.post("/v1/chat/completions", &request_of("chat", "and me, what do I drink?"));
    let answer = request.send().await.unwrap();
    let session = header(&answer, "x-cofio-session").to_owned();
    let words = r#""content":", né? [man""#;
    assert!(answer.text().await.unwrap().contains(words), "what has no handle in it is as it was");
    let recorded = said(&through.recorded(&session, 2).await);
    assert!(recorded[1].starts_with("assistant: You told me you like tea, né? [mango] and cake"), "{recorded:?}");

    for then in [Then::Cut, Then::Silence] {
        let half = &STREAMS[0].2[..STREAMS[0].2.len() / 2];
        through.upstream.plays(Play::Events(pieces(half, 100), then));
        let name = if then == Then::Cut { "cut" } else { "left" };
        let request =
            through.post("/v1/chat/completions", &request_of("chat", "tell me again")).header("x-cofio-session", name);
        let mut answer = request.header("x-cofio-memory", "write").send().await.unwrap();
        let mut came = Vec::new();
        while came.len() < half.len() {
            came.extend(answer.chunk().await.unwrap().expect("there is more"));
        }
        assert_eq!(came, half);
        if then == Then::Cut {
            assert!(answer.chunk().await.is_err(), "the client sees that it was cut");
        }
        drop(answer);
        let recorded = said(&through.recorded(name, 2).await);
        assert_eq!(recorded[0], "user: tell me again");
        assert!(recorded[1].starts_with("assistant: You told"), "{recorded:?}");
    }
    through.upstream.is_let_go_of(1).await;
}

/// What is not understood passes both ways, errors keep their shape, and nothing is translated.
#[tokio::test]
async fn what_is_not_understood_passes_and_errors_keep_their_shape() {
    let through = Through::new().await;
    let odd = r#"{ "model":"m","temperature":1.0,"messages" : [ {"role":"user","content":[{"type":"image_url","image_url":{"url":"data:,"}}]} ],"tools":[{"type":"weird","x":1e400}],"new_field":{"a":[1,2.50]}}"#;
    let refused =
        json!({"error": {"message": "no such model", "type": "invalid_request_error", "param": "model", "code": "x"}});
    through.upstream.plays(Play::Answer(404, refused.clone()));
    let request =
        through.client.post(format!("{}/v1/chat/completions", through.url)).header("idempotency-key", "once").body(odd);
    let answer = request.header("x-secret", "1").header("openai-project", "p").send().await.unwrap();
    assert_eq!((answer.status().as_u16(), header(&answer, "x-ratelimit-left")), (404, "7"));
    assert_eq!(answer.text().await.unwrap(), refused.to_string());
    let sent = through.upstream.last();
    assert_eq!(String::from_utf8_lossy(&sent.bytes), odd);
    let has = |name: &str| sent.headers.contains_key(name);
    assert!(has("idempotency-key") && has("openai-project") && !has("x-secret") && !has("cookie"));

    // An upstream that takes exception to the block is asked without it.
    through.server.remember("I like tea").await;
    through.upstream.plays(Play::Answer(400, json!({"error": {"message": "no system messages"}})));
    through.upstream.says("Hello.");
    let answer = through.chat(json!([{"role": "user", "content": "hello there, how are you?"}])).await;
    assert_eq!((answer.status().as_u16(), header(&answer, "x-cofio-degraded")), (200, "refused_by_upstream"));
    assert!(!String::from_utf8_lossy(&through.upstream.last().bytes).contains("memory_context"));
    through.upstream.plays(Play::Answer(500, json!({"error": "down"})));
    let answer = through.chat(json!([{"role": "user", "content": "hello there, how are you?"}])).await;
    assert_eq!((answer.status().as_u16(), answer.text().await.unwrap().as_str()), (500, r#"{"error":"down"}"#));

    let embeddings = through.post("/v1/embeddings", &json!({"model": "m", "input": "x"})).send().await.unwrap();
    assert_eq!(embeddings.status(), 400);
    let told = embeddings.text().await.unwrap();
    assert!(told.contains("does not speak embeddings") && told.contains("\"code\":\"wrong_protocol\""), "{told}");
    let nobody = Through::with(Server::new(), |gateway| gateway.upstreams = Upstreams::default()).await;
    for (path, sort) in [("/v1/messages", "\"type\":\"error\""), ("/v1/responses", "\"code\":\"no_upstream\"")] {
        let answer = nobody.post(path, &request_of("chat", "x")).send().await.unwrap();
        assert_eq!(answer.status(), 404);
        assert!(answer.text().await.unwrap().contains(sort), "{path}");
    }
    let models = nobody.client.get(format!("{}/v1/models", nobody.url)).send().await.unwrap();
    assert_eq!(models.json_text().await, r#"{"data":[],"object":"list"}"#);
}

trait JsonText {
    async fn json_text(self) -> String;
}

impl JsonText for reqwest::Response {
    async fn json_text(self) -> String {
        serde_json::from_str::<Value>(&self.text().await.unwrap()).unwrap().to_string()
    }
}

struct Letters(cofio_domain::ports::ModelId);

impl cofio_domain::ports::Embedder for Letters {
    fn model(&self) -> &cofio_domain::ports::ModelId {
        &self.0
    }

    fn dimensions(&self) -> usize {
        2
    }

    fn embed(
        &self,
        _: cofio_domain::ports::Mode,
        texts: &[&str],
        _: &cofio_domain::ports::Cancel,
    ) -> Result<Vec<cofio_domain::ports::Vector>, cofio_domain::ports::ModelError> {
        Ok(texts
            .iter()
            .map(|text| cofio_domain::ports::Vector::new(self.0.clone(), [text.len() as f32, 0.5]))
            .collect())
    }
}

/// `/v1/embeddings` without an upstream serves the built-in model, and `/v1/models` lists everybody's.
#[tokio::test]
async fn texts_are_read_by_whoever_is_there() {
    let own = Arc::new(Letters(cofio_domain::ports::ModelId::new("own-embedder")));
    let through = Through::with(Server::new(), |gateway| gateway.embedder = Some(own)).await;
    let ask = |body: Value| through.post("/v1/embeddings", &body).send();
    let read = ask(json!({"model": "any", "input": ["four", "x"]})).await.unwrap().json_text().await;
    assert!(read.contains(r#""embedding":[4.0,0.5]"#) && read.contains("own-embedder"), "{read}");
    let packed =
        ask(json!({"model": "any", "input": "x", "encoding_format": "base64"})).await.unwrap().json_text().await;
    assert!(packed.contains("AACAPwAAAD8="), "{packed}");
    for wrong in [json!({"input": [1, 2]}), json!({"input": []}), json!({"input": "x", "dimensions": 3}), json!(7)] {
        assert_eq!(ask(wrong).await.unwrap().status(), 400);
    }
    through.upstream.plays(Play::Answer(200, json!({"object": "list", "data": [{"id": "theirs"}]})));
    let models = through.client.get(format!("{}/v1/models", through.url)).send().await.unwrap().json_text().await;
    assert!(models.contains("theirs") && models.contains("own-embedder"), "{models}");
    let one = through.client.get(format!("{}/v1/models/own-embedder", through.url)).send().await.unwrap();
    assert!(one.json_text().await.contains("own-embedder"));
}
