//! Somebody who answers, on loopback: plays what it is told to and notes what it was sent.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};

/// What is played.
pub enum Play {
    /// An answer at once.
    Answer(u16, Value),
    /// Events in pieces, and how they end.
    Events(Vec<Vec<u8>>, Then),
}

/// How a stream ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Then {
    End,
    /// The connection breaks.
    Cut,
    /// Nothing more comes.
    Silence,
}

/// What was sent.
pub struct Sent {
    pub path: String,
    pub headers: HeaderMap,
    pub bytes: Bytes,
    pub body: Value,
}

#[derive(Default)]
struct Inner {
    plays: Mutex<VecDeque<Play>>,
    sent: Mutex<Vec<Arc<Sent>>>,
    let_go: AtomicUsize,
}

/// Somebody who answers.
#[derive(Clone)]
pub struct Upstream {
    pub url: String,
    inner: Arc<Inner>,
}

impl Upstream {
    pub async fn start() -> Upstream {
        let inner = Arc::new(Inner::default());
        let router = Router::new().fallback(play).with_state(inner.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Upstream { url, inner }
    }

    pub fn plays(&self, play: Play) {
        self.inner.plays.lock().unwrap().push_back(play);
    }

    /// Says something, as an answer to a chat.
    pub fn says(&self, text: &str) {
        let message = json!({"role": "assistant", "content": text});
        self.plays(Play::Answer(
            200,
            json!({"id": "chatcmpl-1", "model": "some-model",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 50, "completion_tokens": 7}}),
        ));
    }

    pub fn sent(&self) -> Vec<Arc<Sent>> {
        self.inner.sent.lock().unwrap().clone()
    }

    pub fn last(&self) -> Arc<Sent> {
        self.sent().pop().expect("something was sent")
    }

    /// Waits until as many streams were let go of before their end.
    pub async fn is_let_go_of(&self, times: usize) {
        for _ in 0..500 {
            if self.inner.let_go.load(Ordering::SeqCst) >= times {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the upstream is still being asked");
    }
}

/// Notes that a stream was dropped before its end.
struct LetGo(Arc<Inner>, bool);

impl Drop for LetGo {
    fn drop(&mut self) {
        if !self.1 {
            self.0.let_go.fetch_add(1, Ordering::SeqCst);
        }
    }
}

async fn play(State(inner): State<Arc<Inner>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    let path = parts.uri.path_and_query().unwrap().to_string();
    inner.sent.lock().unwrap().push(Arc::new(Sent { path, headers: parts.headers, bytes, body }));
    let play = inner.plays.lock().unwrap().pop_front();
    match play.unwrap_or(Play::Answer(200, json!({"data": []}))) {
        Play::Answer(status, body) => {
            let kind = [("content-type", "application/json"), ("x-ratelimit-left", "7"), ("set-cookie", "no=1")];
            (StatusCode::from_u16(status).unwrap(), kind, body.to_string()).into_response()
        }
        Play::Events(pieces, then) => {
            let state = (VecDeque::from(pieces), LetGo(inner, false));
            let events = stream::unfold(Some(state), move |state| async move {
                let (mut pieces, mut guard) = state?;
                if let Some(piece) = pieces.pop_front() {
                    return Some((Ok(Bytes::from(piece)), Some((pieces, guard))));
                }
                match then {
                    Then::End => {
                        guard.1 = true;
                        None
                    }
                    Then::Cut => {
                        // What was sent so far has to be on its way before the connection breaks.
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        guard.1 = true;
                        Some((Err(std::io::Error::other("cut")), None))
                    }
                    Then::Silence => {
                        let _held = guard;
                        std::future::pending::<()>().await;
                        None
                    }
                }
            });
            ([("content-type", "text/event-stream")], Body::from_stream(events)).into_response()
        }
    }
}
