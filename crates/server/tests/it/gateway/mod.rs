//! The gateway over real connections: a client, the server, and an upstream that plays what it is told to.

mod failing;
mod passing;
mod remembering;
mod upstream;
mod who;

use std::sync::Arc;
use std::time::Duration;

use cofio_engine::MessageView;
use cofio_gateway::{Protocol, Upstreams};
use cofio_server::{App, Gateway};
use serde_json::{Value, json};

use crate::support::Server;
use upstream::{Play, Then, Upstream};

/// A server with a gateway that listens, and whoever it asks.
struct Through {
    server: Server,
    upstream: Upstream,
    url: String,
    client: reqwest::Client,
}

fn asking(upstream: &Upstream) -> cofio_gateway::Upstream {
    let spoken = [Protocol::Chat, Protocol::Responses, Protocol::Messages];
    cofio_gateway::Upstream::new("test", upstream.url.parse().unwrap(), spoken)
}

impl Through {
    async fn new() -> Through {
        Through::with(Server::new(), |_| {}).await
    }

    async fn with(server: Server, change: impl FnOnce(&mut Gateway)) -> Through {
        let upstream = Upstream::start().await;
        let mut gateway = Gateway {
            upstreams: Upstreams::new(vec![asking(&upstream)]),
            patience: Duration::from_secs(20),
            ..Gateway::default()
        };
        change(&mut gateway);
        server.app.open_gateway(gateway);
        let url = listening(server.app.clone()).await;
        let _ = rustls::crypto::ring::default_provider().install_default();
        Through { server, upstream, url, client: reqwest::Client::new() }
    }

    fn post(&self, path: &str, body: &Value) -> reqwest::RequestBuilder {
        let request = self.client.post(format!("{}{path}", self.url));
        request.header("content-type", "application/json").body(body.to_string())
    }

    /// Says something in a chat with a history, and returns the answer.
    async fn chat(&self, messages: Value) -> reqwest::Response {
        let body = json!({"model": "some-model", "messages": messages});
        self.post("/v1/chat/completions", &body).send().await.unwrap()
    }

    /// Waits until as much was recorded in a session of the owner, and returns it.
    async fn recorded(&self, session: &str, messages: usize) -> Vec<MessageView> {
        let owner = self.server.engine.known_user("owner").unwrap();
        let space = self.server.engine.personal_space(&owner).unwrap();
        for _ in 0..300 {
            if let Ok(found) = self.server.engine.transcript(&space, session, 0, 100)
                && found.transcript.len() >= messages
            {
                return found.transcript;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{session} does not get to {messages} messages");
    }

    /// Returns how many sessions there are, once everything has come to rest.
    async fn sessions(&self) -> usize {
        tokio::time::sleep(Duration::from_millis(150)).await;
        let owner = self.server.engine.known_user("owner").unwrap();
        let space = self.server.engine.personal_space(&owner).unwrap();
        self.server.engine.sessions(&space, Default::default()).unwrap().0.len()
    }
}

async fn listening(app: App) -> String {
    let bound = cofio_server::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let url = format!("http://{}", bound.address());
    tokio::spawn(bound.serve(app, std::future::pending()));
    url
}

fn header<'a>(answer: &'a reqwest::Response, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

fn said(messages: &[MessageView]) -> Vec<String> {
    let text = |message: &MessageView| format!("{}: {}", message.role.word(), message.text.as_deref().unwrap_or("-"));
    messages.iter().map(text).collect()
}

/// Keeps the log of calls, for looking at.
#[derive(Default)]
struct Calls(std::sync::Mutex<Vec<cofio_server::ModelCall>>);

impl cofio_server::CallLog for Calls {
    fn note(&self, call: &cofio_server::ModelCall) {
        self.0.lock().unwrap().push(call.clone());
    }
}

fn calls() -> Arc<Calls> {
    Arc::new(Calls::default())
}
