//! A server on a real store in a temporary folder. Every answer is compared with what the document says about it.

mod shape;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use cofio_domain::id::IdSource;
use cofio_domain::key::Scope;
use cofio_domain::time::Timestamp;
use cofio_engine::compose::ContextKnobs;
use cofio_engine::{Engine, NewKey, Settings};
use cofio_server::{App, Exposure, Finding, Host, Limits, NotSet, SettingView, Setup, router};
use cofio_store_sqlite::{Options, SqliteStore};
use cofio_testkit::{FixedClock, SequentialIds};
use http_body_util::BodyExt;
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;

pub use shape::Shapes;

/// Ids in a row, and secrets that differ.
#[derive(Default)]
struct Ids(SequentialIds, AtomicU64);

impl IdSource for Ids {
    fn next_bits(&self, at: Timestamp) -> u128 {
        self.0.next_bits(at)
    }

    fn secret(&self) -> [u8; 32] {
        *blake3::hash(&self.1.fetch_add(1, Ordering::Relaxed).to_le_bytes()).as_bytes()
    }
}

struct Nowhere;

impl Host for Nowhere {
    fn version(&self) -> &'static str {
        "0.0.0"
    }

    fn settings(&self) -> Vec<SettingView> {
        let setting = SettingView {
            name: "policy.profile".into(),
            value: "balanced".into(),
            origin: "default".into(),
            about: "how readily things are saved".into(),
            next: None,
        };
        vec![setting]
    }

    fn check_setting(&self, name: &str, value: &Value) -> Result<(), NotSet> {
        match name {
            "policy.profile" if value.is_string() || value.is_null() => Ok(()),
            "policy.profile" => Err(NotSet::Wrong("policy.profile takes a word".into())),
            "data_dir" => Err(NotSet::Closed(name.into())),
            _ => Err(NotSet::Unknown(name.into())),
        }
    }

    fn change_setting(&self, name: &str, value: &Value) -> Result<(), NotSet> {
        self.check_setting(name, value)
    }

    fn findings(&self) -> Vec<Finding> {
        let finding = Finding { check: "disk".into(), verdict: "sound".into(), detail: "room".into(), advice: None };
        vec![finding]
    }
}

/// A server under test.
pub struct Server {
    folder: TempDir,
    pub app: App,
    pub engine: Engine,
    pub clock: Arc<FixedClock>,
    router: Router,
    shapes: Shapes,
}

impl Server {
    /// One that listens on loopback and asks programs on this machine for nothing.
    pub fn new() -> Server {
        Server::with(true, Limits::default())
    }

    /// One that asks everybody for a key.
    pub fn asking_for_keys() -> Server {
        Server::with(false, Limits::default())
    }

    pub fn with(keyless: bool, limits: Limits) -> Server {
        let folder = TempDir::new().unwrap();
        let clock = Arc::new(FixedClock::at("2026-11-14T09:30:00Z".parse().unwrap()));
        Server::in_folder(folder, clock, Arc::new(Ids::default()), keyless, limits)
    }

    fn in_folder(folder: TempDir, clock: Arc<FixedClock>, ids: Arc<Ids>, keyless: bool, limits: Limits) -> Server {
        let store = SqliteStore::open(Options { ballast_bytes: 0, ..Options::new(folder.path()) }).unwrap();
        let engine = Engine::new(Arc::new(store), clock.clone(), ids, Settings::default());
        let owner = engine.user("owner").unwrap();
        let app = App::new(Setup {
            engine: engine.clone(),
            owner,
            exposure: Exposure { keyless, hosts: Vec::new(), encrypted: false },
            context: ContextKnobs::default(),
            limits,
            host: Arc::new(Nowhere),
        });
        Server { folder, router: router(app.clone()), app, engine, clock, shapes: Shapes::read() }
    }

    /// The same folder, opened by another process.
    pub fn restarted(self) -> Server {
        let Server { folder, app, engine, clock, router, .. } = self;
        drop((app, engine, router));
        let ids = Arc::new(Ids(SequentialIds::default(), AtomicU64::new(1 << 32)));
        // Ids go on where they were: the clock moves.
        clock.set(cofio_domain::time::Clock::now(&*clock).plus_minutes(1));
        Server::in_folder(folder, clock, ids, true, Limits::default())
    }

    /// Makes a key for a user, who is added if they are new.
    pub fn key(&self, user: &str, change: impl FnOnce(&mut NewKey)) -> String {
        let user = self.engine.user(user).unwrap();
        let mut new = NewKey {
            name: format!("app of {}", user.name),
            scopes: Scope::ALL.iter().copied().collect(),
            domains: None,
            may_impersonate: false,
        };
        change(&mut new);
        self.engine.create_key(&user, new).unwrap().1
    }

    /// Prepares a request.
    pub fn ask(&self, method: &str, path: &str) -> Ask<'_> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "localhost:26346".parse().unwrap());
        Ask {
            server: self,
            method: method.parse().unwrap(),
            path: path.into(),
            headers,
            body: Vec::new(),
            from: "127.0.0.1",
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send().await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path).json(body).send().await
    }

    /// Remembers something, and returns its id.
    pub async fn remember(&self, content: &str) -> String {
        let answer = self.post("/api/v1/memories", serde_json::json!({ "content": content })).await;
        answer.expect(201).body["event"]["memory"]["id"].as_str().unwrap().to_owned()
    }
}

/// A request on its way.
pub struct Ask<'a> {
    server: &'a Server,
    method: Method,
    path: String,
    headers: HeaderMap,
    body: Vec<u8>,
    from: &'static str,
}

impl Ask<'_> {
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.parse().unwrap());
        self
    }

    pub fn key(self, secret: &str) -> Self {
        self.header("authorization", &format!("Bearer {secret}"))
    }

    pub fn json(mut self, body: Value) -> Self {
        self.body = body.to_string().into_bytes();
        self.header("content-type", "application/json")
    }

    pub fn raw(mut self, body: &[u8]) -> Self {
        self.body = body.to_vec();
        self
    }

    /// As if it came from another machine.
    pub fn from(mut self, address: &'static str) -> Self {
        self.from = address;
        self
    }

    /// Sends it, and compares the answer with the document.
    pub async fn send(self) -> Answer {
        let (server, path, method) = (self.server, self.path.clone(), self.method.clone());
        let answer = self.unchecked().await;
        server.shapes.check(&method, &path, &answer);
        answer
    }

    /// Sends it. What would go on for ever is not waited for.
    pub async fn unchecked(self) -> Answer {
        self.answered(false).await
    }

    /// Sends it, and reads the answer to its end, also where it is a stream.
    pub async fn until_over(self) -> Answer {
        self.answered(true).await
    }

    async fn answered(self, ends: bool) -> Answer {
        let mut request = Request::builder().method(self.method).uri(self.path).body(Body::from(self.body)).unwrap();
        *request.headers_mut() = self.headers;
        let peer: SocketAddr = format!("{}:50000", self.from).parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        let response = self.server.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let is_stream = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        let bytes = if is_stream && !ends {
            Vec::new()
        } else {
            response.into_body().collect().await.unwrap().to_bytes().to_vec()
        };
        let text = String::from_utf8(bytes).unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, headers, text, body }
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub body: Value,
}

impl Answer {
    /// Fails unless it has this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// Fails unless it is a problem of this sort.
    #[track_caller]
    pub fn problem(self, status: u16, code: &str) -> Answer {
        assert_eq!(self.headers["content-type"], "application/problem+json", "{}", self.text);
        assert_eq!(self.body["code"], code, "{}", self.text);
        self.expect(status)
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn text_at(&self, pointer: &str) -> &str {
        self.body.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }
}
