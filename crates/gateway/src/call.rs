//! Asking an upstream: what is sent along, how long it may be silent, and what comes back as it comes.

use std::time::Duration;

use bytes::Bytes;
use cofio_models::http::BaseUrl;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, StatusCode};

use crate::{Protocol, Upstream, UpstreamKey};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);

/// What of a client's headers is sent on: what the protocols know. Nothing else of the client's is anybody's business.
const SENT_ON: [&str; 3] = ["accept", "content-type", "idempotency-key"];

/// And whatever begins so.
const SENT_ON_FAMILIES: [&str; 2] = ["anthropic-", "openai-"];

/// What of an upstream's headers is not passed back: what belongs to the connection, and what would be kept for others.
const NOT_BACK: [&str; 11] = [
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-length",
    "upgrade",
    "trailer",
    "te",
    "proxy-authenticate",
    "set-cookie",
    "alt-svc",
    "strict-transport-security",
];

/// What a subscription's login of a vendor's own program begins with. It is for that program alone.
const SUBSCRIPTION: &str = "sk-ant-oat";

/// Why an upstream did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Our key for it is not there.
    #[error("the key of the upstream \"{0}\" cannot be read: {1}")]
    NoKey(String, String),
    /// The client's key is wanted, and the client showed none of its own.
    #[error("the upstream \"{0}\" is asked with your own key, and none was sent; Cofio's goes into X-Cofio-Key")]
    NoneShown(String),
    /// The client's key is for another program.
    #[error("a subscription's login is for the vendor's own program and is not passed on; use an API key")]
    NotForUs,
    /// It cannot be reached.
    #[error("the upstream \"{0}\" cannot be reached: {1}")]
    Unreachable(String, String),
    /// It said nothing for too long.
    #[error("the upstream \"{0}\" said nothing for {1} s")]
    TimedOut(String, u64),
    /// It broke off.
    #[error("the upstream \"{0}\" broke off")]
    Cut(String),
}

/// What an upstream answers.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// What it says about itself, as far as that is passed back.
    pub headers: HeaderMap,
    name: String,
    timeout: Duration,
    body: reqwest::Response,
}

impl Upstream {
    /// Asks it, with what the client sent.
    pub async fn ask(&self, method: Method, path: &str, client: &HeaderMap, body: Bytes) -> Result<Answer, CallError> {
        let mut request = self.client()?.request(method, self.base.join(path)).headers(self.sent_on(client));
        for (name, value) in self.opened(path, client)? {
            request = request.header(name, value);
        }
        if !body.is_empty() {
            request = request.body(body);
        }
        let response = request.send().await.map_err(|error| self.not_answered(&error))?;
        let mut headers = response.headers().clone();
        for name in NOT_BACK {
            headers.remove(name);
        }
        // Ours is the one that is in the log here.
        if let Some(id) = headers.remove("x-request-id") {
            headers.insert(HeaderName::from_static("x-cofio-upstream-request-id"), id);
        }
        let (name, timeout) = (self.name.clone(), self.timeout);
        Ok(Answer { status: response.status(), headers, name, timeout, body: response })
    }

    fn client(&self) -> Result<&Client, CallError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let made = made_for(&self.base, self.timeout).map_err(|error| self.not_answered(&error))?;
        Ok(self.client.get_or_init(|| made))
    }

    fn sent_on(&self, client: &HeaderMap) -> HeaderMap {
        let wanted = |name: &HeaderName| {
            SENT_ON.contains(&name.as_str()) || SENT_ON_FAMILIES.iter().any(|family| name.as_str().starts_with(family))
        };
        let sent = client.iter().filter(|(name, _)| wanted(name));
        sent.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// Returns the headers that open it.
    fn opened(&self, path: &str, client: &HeaderMap) -> Result<Vec<(HeaderName, HeaderValue)>, CallError> {
        let own_header = HeaderName::from_static("x-api-key");
        match &self.key {
            UpstreamKey::PassedOn => {
                let shown: Vec<_> = [AUTHORIZATION, own_header]
                    .into_iter()
                    .filter_map(|name| Some((name.clone(), client.get(name)?.clone())))
                    .filter(|(_, value)| !is_ours(value))
                    .collect();
                if shown.iter().any(|(_, value)| value.to_str().is_ok_and(|key| key.contains(SUBSCRIPTION))) {
                    return Err(CallError::NotForUs);
                }
                if shown.is_empty() { Err(CallError::NoneShown(self.name.clone())) } else { Ok(shown) }
            }
            UpstreamKey::Ours(source) => {
                let no_key = |error: String| CallError::NoKey(self.name.clone(), error);
                let Some(key) = source.secret().map_err(|error| no_key(error.to_string()))? else {
                    return Ok(Vec::new());
                };
                let anthropic = path.starts_with(Protocol::Messages.path()) || client.contains_key("anthropic-version");
                let (name, text) = if anthropic { (own_header, key) } else { (AUTHORIZATION, format!("Bearer {key}")) };
                let value = HeaderValue::from_str(&text);
                let mut value = value.map_err(|_| no_key("it has letters in it that no key has".into()))?;
                value.set_sensitive(true);
                Ok(vec![(name, value)])
            }
        }
    }

    fn not_answered(&self, error: &reqwest::Error) -> CallError {
        if error.is_timeout() && !error.is_connect() {
            return CallError::TimedOut(self.name.clone(), self.timeout.as_secs());
        }
        // The innermost cause says it best, and has no address in it.
        let mut cause: &dyn std::error::Error = error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        CallError::Unreachable(self.name.clone(), cause.to_string())
    }
}

impl Answer {
    /// Returns what comes next, as it comes; nothing at the end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, CallError> {
        self.body.chunk().await.map_err(|error| {
            if error.is_timeout() {
                CallError::TimedOut(self.name.clone(), self.timeout.as_secs())
            } else {
                CallError::Cut(self.name.clone())
            }
        })
    }

    /// Returns all that comes.
    pub async fn all(mut self) -> Result<Bytes, CallError> {
        let mut all = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            all.extend_from_slice(&chunk);
        }
        Ok(all.into())
    }

    /// Returns whether it comes as events, in bytes that can be read.
    pub fn is_events(&self) -> bool {
        self.is_readable() && self.is_of("text/event-stream")
    }

    /// Returns whether it is JSON, in bytes that can be read.
    pub fn is_json(&self) -> bool {
        self.is_readable() && self.is_of("application/json")
    }

    fn is_of(&self, wanted: &str) -> bool {
        let kind = self.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        kind.trim_start().to_ascii_lowercase().starts_with(wanted)
    }

    /// Nobody asked for it to be packed; where it is all the same, it is passed on as it is.
    fn is_readable(&self) -> bool {
        self.headers.get("content-encoding").is_none_or(|encoding| encoding == "identity")
    }
}

/// Whether a key is one of ours, which is never shown to anybody else.
fn is_ours(value: &HeaderValue) -> bool {
    let text = value.to_str().unwrap_or_default();
    let secret = text.rsplit(' ').next().unwrap_or_default();
    secret.starts_with("cofio_") || secret.starts_with("local_")
}

/// Makes the client for an address. Redirects are not followed: what is sent goes where it was meant to and nowhere else.
fn made_for(base: &BaseUrl, silence: Duration) -> Result<Client, reqwest::Error> {
    // Whoever comes first installs it; that it was done before is no error.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .user_agent(concat!("cofio/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(CONNECT)
        .read_timeout(silence);
    if base.is_loopback() {
        builder = builder.no_proxy();
    }
    builder.build()
}
