//! `cofio mcp`: lines on standard input and output, carried to a server and back.
//!
//! The server is one that runs already, or the same program's own without a port; whoever starts the relay knows which, and
//! adds where it is and what lets us in. Either way it is spoken to as any client over HTTP speaks to it, so there is one
//! way in, with one set of checks. Requests run side by side; what opens a session and what only notifies is carried in
//! turn, because order matters there.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::task::{AbortHandle, JoinSet};

use crate::handler::SESSION_HEADER;

/// How long what was asked may take to be answered once nobody asks any more.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

/// The longest line that is read.
const LONGEST: usize = 8 << 20;

/// What is asked to be told of changes, and never answered before that ends.
const LISTEN: &str = "subscriptions/listen";

/// Where the server is to be asked; which server is added by whoever sends.
const PLACE: &str = "/mcp";

/// Codes of JSON-RPC.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INTERNAL_ERROR: i32 = -32603;

/// What is known of a client of the handshake era: its session, and how it opened it, in case the server forgets.
#[derive(Default)]
struct Session {
    id: Option<String>,
    opened_with: Option<String>,
    version: Option<String>,
}

/// Carries messages until the input ends.
pub async fn relay<S, F, B, R, W>(send: S, mut input: R, output: W) -> std::io::Result<()>
where
    S: Fn(Request<Full<Bytes>>) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<Response<B>, String>> + Send,
    B: http_body::Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: std::fmt::Display + Send,
    R: AsyncBufRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let output = Arc::new(tokio::sync::Mutex::new(output));
    let carrier = Carrier { send, session: Arc::default(), output };
    let (mut asked, mut listening): (JoinSet<()>, JoinSet<()>) = Default::default();
    let running: Arc<Mutex<HashMap<String, AbortHandle>>> = Arc::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = LONGEST as u64 + 1;
        if (&mut input).take(most).read_until(b'\n', &mut line).await? == 0 {
            break;
        }
        if line.len() as u64 == most && !line.ends_with(b"\n") {
            skip_line(&mut input).await?;
            carrier.complain(&Value::Null, INVALID_REQUEST, "this line is too long").await;
            continue;
        }
        while asked.try_join_next().is_some() || listening.try_join_next().is_some() {}
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let Ok(message) = serde_json::from_slice::<Value>(text) else {
            carrier.complain(&Value::Null, PARSE_ERROR, "this line is no JSON").await;
            continue;
        };
        if !message.is_object() {
            carrier.complain(&Value::Null, INVALID_REQUEST, "this is no message").await;
            continue;
        }
        let text = String::from_utf8_lossy(text).into_owned();
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let is_request = !method.is_empty() && message.get("id").is_some();
        if method == "notifications/cancelled" && !carrier.has_session() {
            // Without a session, a call is given up by not waiting for it any more.
            let id = message["params"]["requestId"].to_string();
            if let Some(handle) = lock(&running).remove(&id) {
                handle.abort();
            }
            continue;
        }
        if !is_request || method == "initialize" {
            carrier.carry(text, message).await;
            continue;
        }
        let (id, carrier) = (message["id"].to_string(), carrier.clone());
        let (done, all) = (id.clone(), Arc::clone(&running));
        let carried = async move {
            carrier.carry(text, message).await;
            lock(&all).remove(&done);
        };
        let handle = if method == LISTEN { listening.spawn(carried) } else { asked.spawn(carried) };
        lock(&running).insert(id, handle);
    }
    // What was asked is answered; who only listens has gone.
    listening.abort_all();
    let answered = async { while asked.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(LAST_ANSWERS, answered).await;
    asked.abort_all();
    carrier.close().await;
    Ok(())
}

/// Reads on to the end of a line, and keeps nothing of it.
async fn skip_line<R: AsyncBufRead + Unpin>(input: &mut R) -> std::io::Result<()> {
    loop {
        let some = input.fill_buf().await?;
        let (read, ended) = match some.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (some.len(), some.is_empty()),
        };
        input.consume(read);
        if ended {
            return Ok(());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Carrier<S, W> {
    send: S,
    session: Arc<Mutex<Session>>,
    output: Arc<tokio::sync::Mutex<W>>,
}

impl<S: Clone, W> Clone for Carrier<S, W> {
    fn clone(&self) -> Self {
        Carrier { send: self.send.clone(), session: Arc::clone(&self.session), output: Arc::clone(&self.output) }
    }
}

impl<S, W> Carrier<S, W> {
    fn has_session(&self) -> bool {
        lock(&self.session).id.is_some()
    }
}

impl<S, F, B, W> Carrier<S, W>
where
    S: Fn(Request<Full<Bytes>>) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<Response<B>, String>> + Send,
    B: http_body::Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: std::fmt::Display + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    /// Carries a message, and brings back what the server says to it.
    async fn carry(&self, text: String, message: Value) {
        let id = message.get("id").filter(|_| message.get("method").is_some()).cloned();
        if let Err(why) = self.try_carry(text, &message).await {
            tracing::warn!("a message could not be carried: {why}");
            if let Some(id) = id {
                self.complain(&id, INTERNAL_ERROR, &why).await;
            }
        }
    }

    async fn try_carry(&self, text: String, message: &Value) -> Result<(), String> {
        let mut response = self.send(&text, message).await?;
        if response.status() == StatusCode::NOT_FOUND && self.has_session() && message["method"] != "initialize" {
            // The server was started again, or the session rested for too long: it is opened again as it was.
            self.open_again().await?;
            response = self.send(&text, message).await?;
        }
        if message["method"] == "initialize" {
            let id = response.headers().get(SESSION_HEADER).and_then(|id| id.to_str().ok()).map(str::to_owned);
            let mut session = lock(&self.session);
            *session = Session { id, opened_with: Some(text), version: None };
        }
        self.bring_back(response, message).await
    }

    /// Opens the session again for a client that does not know that it is gone.
    async fn open_again(&self) -> Result<(), String> {
        let opened_with = lock(&self.session).opened_with.clone().ok_or("the server does not know this session")?;
        lock(&self.session).id = None;
        let message: Value = serde_json::from_str(&opened_with).map_err(|error| error.to_string())?;
        let response = self.send(&opened_with, &message).await?;
        let id = response.headers().get(SESSION_HEADER).and_then(|id| id.to_str().ok()).map(str::to_owned);
        lock(&self.session).id = id;
        // The client has had its answer; it is read to its end and dropped.
        let _ = response.into_body().collect().await;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.send(&ready.to_string(), &ready).await.map(drop)
    }

    async fn send(&self, text: &str, message: &Value) -> Result<Response<B>, String> {
        let mut request = Request::post(PLACE)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream");
        let said = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
        {
            let session = lock(&self.session);
            if let Some(id) = session.id.as_ref().filter(|_| message["method"] != "initialize") {
                request = request.header(SESSION_HEADER, id);
            }
            if let Some(version) = said.as_str().or(session.version.as_deref()) {
                request = request.header("mcp-protocol-version", version);
            }
        }
        // The current revision has what a message is about in headers, too.
        if said.is_string() {
            if let Some(method) = message["method"].as_str() {
                request = request.header("mcp-method", method);
            }
            let params = &message["params"];
            if let Some(name) = params["name"].as_str().or(params["uri"].as_str()) {
                request = request.header("mcp-name", name);
            }
        }
        let request = request.body(Full::new(Bytes::from(text.to_owned()))).map_err(|error| error.to_string())?;
        (self.send)(request).await
    }

    /// Writes what the server says, a line a message.
    async fn bring_back(&self, response: Response<B>, message: &Value) -> Result<(), String> {
        let status = response.status();
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let is_stream = kind.starts_with("text/event-stream");
        let mut body = response.into_body();
        if is_stream {
            let mut events = Events::default();
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|error| format!("the memory server went away: {error}"))?;
                let Ok(data) = frame.into_data() else { continue };
                for said in events.more(&data) {
                    self.note_version(message, &said);
                    self.write(&said).await;
                }
            }
            return Ok(());
        }
        let whole = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
        if status == StatusCode::ACCEPTED || whole.is_empty() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&whole).into_owned();
        match serde_json::from_str::<Value>(&said) {
            Ok(value) if value.get("jsonrpc").is_some() => {
                self.note_version(message, &said);
                self.write(&value.to_string()).await;
                Ok(())
            }
            Ok(problem) => {
                Err(problem["detail"].as_str().map_or_else(|| format!("the server said {status}"), str::to_owned))
            }
            Err(_) => Err(format!("the server said {status}: {said}")),
        }
    }

    /// Notes which version a session agreed on: every message of it says so from then on.
    fn note_version(&self, message: &Value, said: &str) {
        if message["method"] == "initialize"
            && let Ok(value) = serde_json::from_str::<Value>(said)
            && let Some(version) = value["result"]["protocolVersion"].as_str()
        {
            lock(&self.session).version = Some(version.to_owned());
        }
    }

    async fn complain(&self, id: &Value, code: i32, why: &str) {
        let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}});
        self.write(&error.to_string()).await;
    }

    async fn write(&self, message: &str) {
        let mut output = self.output.lock().await;
        // A client that does not listen any more closes its end, and then the input ends, too.
        let _ = output.write_all(message.replace('\n', " ").as_bytes()).await;
        let _ = output.write_all(b"\n").await;
        let _ = output.flush().await;
    }

    /// Lets the session go.
    async fn close(&self) {
        let Some(id) = lock(&self.session).id.take() else { return };
        if let Ok(request) = Request::delete(PLACE).header(SESSION_HEADER, id).body(Full::default()) {
            let _ = tokio::time::timeout(Duration::from_secs(1), (self.send)(request)).await;
        }
    }
}

/// Events as they come in, in pieces.
#[derive(Default)]
struct Events {
    unread: Vec<u8>,
    data: Vec<u8>,
}

impl Events {
    /// Takes another piece. Returns the messages that are whole now.
    fn more(&mut self, piece: &[u8]) -> Vec<String> {
        self.unread.extend_from_slice(piece);
        let mut messages = Vec::new();
        while let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.unread.drain(..=end).collect();
            let line = line.trim_ascii_end();
            if line.is_empty() {
                let data = std::mem::take(&mut self.data);
                if !data.trim_ascii().is_empty() {
                    messages.push(String::from_utf8_lossy(&data).into_owned());
                }
            } else if let Some(data) = line.strip_prefix(b"data:") {
                if !self.data.is_empty() {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(data.strip_prefix(b" ").unwrap_or(data));
            }
        }
        messages
    }
}

#[cfg(test)]
mod tests {
    use super::Events;

    #[test]
    fn events_are_read_however_they_are_cut() {
        let stream =
            b": hello\r\nid: 1\r\ndata:\r\n\r\nevent: message\ndata: {\"a\":\ndata: \"\xc3\xa9\"}\n\ndata: {}\n\n";
        for size in 1..stream.len() {
            let mut events = Events::default();
            let read: Vec<String> = stream.chunks(size).flat_map(|piece| events.more(piece)).collect();
            assert_eq!(read, ["{\"a\":\n\"é\"}", "{}"], "cut in pieces of {size}");
        }
    }
}
