//! A model provider on loopback that says what it is told to: real HTTP, every way in which it goes wrong.

mod embeddings;
mod wire;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

pub use embeddings::{embedding_of, embeddings_of};

/// What a provider was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The path, such as `/v1/embeddings`.
    pub path: String,
    /// What was sent along, names in small letters.
    pub headers: Vec<(String, String)>,
    /// What was asked; null where it was no JSON.
    pub body: Value,
}

impl Asked {
    /// Returns a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the texts that are to be embedded.
    pub fn texts(&self) -> Vec<String> {
        let input = self.body["input"].as_array().cloned().unwrap_or_default();
        input.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    }
}

/// What a provider says, and how badly.
#[derive(Debug, Clone)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// How long it takes to say anything.
    wait: Duration,
    /// How much of the body is sent before the line goes dead.
    cut_after: Option<usize>,
    /// How long it takes to say each letter.
    drip: Option<Duration>,
}

impl Reply {
    /// An answer as it should be.
    pub fn json(body: &Value) -> Reply {
        Reply::text(200, body.to_string())
    }

    /// Any answer.
    pub fn text(status: u16, body: impl Into<Vec<u8>>) -> Reply {
        Reply { status, headers: Vec::new(), body: body.into(), wait: Duration::ZERO, cut_after: None, drip: None }
    }

    /// An error as providers say it.
    pub fn error(status: u16, message: &str) -> Reply {
        Reply::text(status, json!({ "error": { "message": message } }).to_string())
    }

    /// An answer to a chat.
    pub fn chat(text: &str) -> Reply {
        Reply::json(&json!({
            "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 10 },
        }))
    }

    /// With a header.
    pub fn with(mut self, name: &str, value: &str) -> Reply {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// After a while.
    pub fn after(self, wait: Duration) -> Reply {
        Reply { wait, ..self }
    }

    /// Broken off after some bytes of it.
    pub fn cut_after(self, bytes: usize) -> Reply {
        Reply { cut_after: Some(bytes), ..self }
    }

    /// Letter by letter.
    pub fn dripping(self, each: Duration) -> Reply {
        Reply { drip: Some(each), ..self }
    }
}

type Script = dyn Fn(&Asked, usize) -> Reply + Send + Sync;

/// A provider on a port of this machine. It stops when it is dropped.
pub struct Provider {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    stopped: Arc<AtomicBool>,
    listening: Option<JoinHandle<()>>,
}

impl Provider {
    /// A provider that answers by a script, which is told how many calls came before.
    pub fn answering(script: impl Fn(&Asked, usize) -> Reply + Send + Sync + 'static) -> Provider {
        Provider::on(TcpListener::bind("127.0.0.1:0").unwrap(), script)
    }

    /// The same on a port one has.
    pub fn on(listener: TcpListener, script: impl Fn(&Asked, usize) -> Reply + Send + Sync + 'static) -> Provider {
        let address = listener.local_addr().unwrap();
        let (asked, stopped) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let script: Arc<Script> = Arc::new(script);
        let listening = {
            let (asked, stopped) = (asked.clone(), stopped.clone());
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    if stopped.load(Ordering::SeqCst) {
                        break;
                    }
                    let (asked, script) = (asked.clone(), script.clone());
                    std::thread::spawn(move || converse(stream, &asked, &*script));
                }
            })
        };
        Provider { address, asked, stopped, listening: Some(listening) }
    }

    /// A provider that embeds: texts with the same words are near each other.
    pub fn embedding(dimensions: usize) -> Provider {
        Provider::answering(move |asked, _| Reply::json(&embeddings_of(&asked.texts(), dimensions)))
    }

    /// Returns the address calls begin with.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns everything it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        // Whoever waits for a caller gets one.
        let _ = TcpStream::connect(self.address);
        if let Some(listening) = self.listening.take() {
            let _ = listening.join();
        }
    }
}

/// Returns an address at which nobody answers.
pub fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}/v1", listener.local_addr().unwrap())
}

fn converse(stream: TcpStream, asked: &Mutex<Vec<Asked>>, script: &Script) {
    let Ok(request) = wire::read(&stream) else { return };
    let before = {
        let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push(request.clone());
        asked.len() - 1
    };
    // A caller that has hung up need not hear the answer.
    let _ = wire::write(&stream, &script(&request, before));
}
