//! Making a call: the client, the key, the time it may take, trying again, and leaving a provider alone that is down.

use std::io::Read;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use cofio_domain::ports::Cancel;
use reqwest::blocking::{Client, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::patience::{chance, retry_after};
use super::{BaseUrl, CallError, KeySource, Patience};

/// How long a connection may take to be made: what is there answers sooner.
const CONNECT: Duration = Duration::from_secs(3);

/// How long a provider that is down is left alone, so that not everybody who asks waits for it.
const LEFT_ALONE: Duration = Duration::from_secs(15);

/// The longest answer that is read: a thousand vectors of four thousand numbers.
const LONGEST_ANSWER: u64 = 64 << 20;

/// The most of what a provider says about an error that is passed on.
const LONGEST_MESSAGE: usize = 300;

/// A provider: where it is, what opens it, and whether it answered lately.
#[derive(Debug)]
pub struct Endpoint {
    base: BaseUrl,
    key: KeySource,
    left_alone: Duration,
    client: OnceLock<Client>,
    down_until: Mutex<Option<Instant>>,
}

/// Makes the client for blocking calls to an address: the one place where one is made.
///
/// Redirects are not followed: what is sent goes to the address that was set, and nowhere else. Proxies of the
/// environment are respected, but not for this machine.
pub fn blocking_client(base: &BaseUrl) -> Result<Client, reqwest::Error> {
    // Whoever comes first installs it; that it was done before is no error.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .user_agent(concat!("cofio/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(CONNECT);
    if base.is_loopback() {
        builder = builder.no_proxy();
    }
    builder.build()
}

impl Endpoint {
    /// A provider that nobody has called yet.
    pub fn new(base: BaseUrl, key: KeySource) -> Endpoint {
        Endpoint { base, key, left_alone: LEFT_ALONE, client: OnceLock::new(), down_until: Mutex::new(None) }
    }

    /// Leaves it alone for so long when it is down.
    pub fn leaving_alone_for(self, pause: Duration) -> Endpoint {
        Endpoint { left_alone: pause, ..self }
    }

    /// Returns where it is.
    pub fn base(&self) -> &BaseUrl {
        &self.base
    }

    /// Makes a call and reads the answer.
    pub(crate) fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        patience: Patience,
        cancel: &Cancel,
    ) -> Result<T, CallError> {
        let bytes = self.answer_to(path, body, patience, cancel)?;
        // What the parser says names places and types, never what was found there.
        serde_json::from_slice(&bytes).map_err(|error| CallError::Malformed(place_of(&error)))
    }

    fn answer_to(
        &self,
        path: &str,
        body: &impl Serialize,
        patience: Patience,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, CallError> {
        if let Some(left) = self.is_down() {
            return Err(CallError::Paused(left));
        }
        let mut made = 0;
        loop {
            cancel.check()?;
            made += 1;
            let error = match self.call(path, body, patience.timeout) {
                Ok(answer) => {
                    *self.down() = None;
                    return Ok(answer);
                }
                Err(error) => error,
            };
            if !error.may_pass() {
                return Err(error);
            }
            let Some(pause) = patience.pause(made, error.wait(), chance()) else {
                let alone = error.wait().unwrap_or_default().max(self.left_alone);
                *self.down() = Instant::now().checked_add(alone);
                return Err(error);
            };
            sleep(pause, cancel)?;
        }
    }

    fn call(&self, path: &str, body: &impl Serialize, timeout: Duration) -> Result<Vec<u8>, CallError> {
        let deadline = Instant::now() + timeout;
        let mut request = self.client()?.post(self.base.join(path)).timeout(timeout).json(body);
        if let Some(key) = self.key.read()? {
            request = request.header(reqwest::header::AUTHORIZATION, key.header()?);
        }
        let response = request.send().map_err(|error| not_sent(error, timeout))?;
        if !response.status().is_success() {
            return Err(refused(response));
        }
        read_all(response, deadline, timeout)
    }

    fn client(&self) -> Result<&Client, CallError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let made = blocking_client(&self.base).map_err(|error| CallError::NotPrepared(causes(&error)))?;
        Ok(self.client.get_or_init(|| made))
    }

    fn is_down(&self) -> Option<Duration> {
        let until = (*self.down())?;
        until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }

    fn down(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.down_until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits, and looks now and then whether anybody still wants the answer.
fn sleep(pause: Duration, cancel: &Cancel) -> Result<(), CallError> {
    const LOOK: Duration = Duration::from_millis(50);
    let until = Instant::now() + pause;
    loop {
        cancel.check()?;
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        std::thread::sleep(left.min(LOOK));
    }
}

fn not_sent(error: reqwest::Error, timeout: Duration) -> CallError {
    if error.is_timeout() { CallError::TimedOut(timeout) } else { CallError::Unreachable(causes(&error.without_url())) }
}

/// Reads an answer to its end, if that comes in time.
fn read_all(response: Response, deadline: Instant, timeout: Duration) -> Result<Vec<u8>, CallError> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 << 10];
    let mut answer = response.take(LONGEST_ANSWER + 1);
    loop {
        match answer.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(broken_off(&error, timeout)),
        }
        if bytes.len() as u64 > LONGEST_ANSWER {
            return Err(CallError::TooLong);
        }
        // Whoever sends a byte now and then would otherwise keep us for ever.
        if Instant::now() > deadline {
            return Err(CallError::TimedOut(timeout));
        }
    }
}

fn broken_off(error: &std::io::Error, timeout: Duration) -> CallError {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<reqwest::Error>());
    let late = error.kind() == std::io::ErrorKind::TimedOut || inner.is_some_and(reqwest::Error::is_timeout);
    if late { CallError::TimedOut(timeout) } else { CallError::Cut(causes(error)) }
}

/// What a provider said instead of an answer.
fn refused(response: Response) -> CallError {
    let code = response.status().as_u16();
    let wait = retry_after(response.headers());
    let mut bytes = Vec::new();
    // An error nobody can read is an error all the same.
    let _ = response.take(16 << 10).read_to_end(&mut bytes);
    let said: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let message = [&said["error"]["message"], &said["error"], &said["message"], &said["detail"]]
        .into_iter()
        .find_map(serde_json::Value::as_str)
        .unwrap_or_default();
    let message: String = message.chars().filter(|letter| !letter.is_control()).take(LONGEST_MESSAGE).collect();
    CallError::Status { code, message, wait }
}

/// Returns an error with what caused it, which alone says anything.
fn causes(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let text = next.to_string();
        if !told.contains(&text) {
            told = format!("{told}: {text}");
        }
        cause = next.source();
    }
    told
}

fn place_of(error: &serde_json::Error) -> String {
    let what = match error.classify() {
        serde_json::error::Category::Eof => "it ends too soon",
        serde_json::error::Category::Syntax => "it is no JSON",
        serde_json::error::Category::Data => "it is not what was asked for",
        serde_json::error::Category::Io => "it cannot be read",
    };
    format!("{what} (line {}, column {})", error.line(), error.column())
}
