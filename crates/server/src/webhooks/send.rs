//! Sending one change after the other, signed as the Standard Webhooks have it: whoever knows the secret can tell that a
//! message is ours, and that it is not an old one.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_engine::{Telling, ToldElsewhere};
use reqwest::Url;
use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::json;

use super::address::{checked, resolved};
use crate::cursor;

/// How long the other side may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A secret as it is shown, once.
pub(crate) fn shown_secret(secret: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// Tells all of it, in order, until something does not arrive.
pub(super) fn all(telling: &Telling, space: &SpaceHandle, private: bool, now: Timestamp) -> ToldElsewhere {
    let mut told = ToldElsewhere { up_to: None, count: 0, error: None };
    let (url, client) = match reached(&telling.webhook.url, private) {
        Ok(reached) => reached,
        Err(error) => return ToldElsewhere { error: Some(error), ..told },
    };
    for (place, change) in &telling.changes {
        let body = json!({
            "type": "operation",
            "timestamp": change.at.to_string(),
            "cursor": cursor::write(space, &place.to_string()),
            "space": space.id().to_string(),
            "data": change,
        });
        let message = Message { id: change.op_id.to_string(), at: now.as_micros() / 1_000_000, body: body.to_string() };
        match message.send(&client, &url, &telling.secret) {
            Ok(()) => {
                told.up_to = Some(*place);
                told.count += 1;
            }
            Err(error) => {
                told.error = Some(error);
                break;
            }
        }
    }
    told
}

/// Looks up where an address leads, and prepares to go there and nowhere else.
fn reached(url: &str, private: bool) -> Result<(Url, Client), String> {
    let url = checked(url, private).map_err(|error| error.to_string())?;
    let addresses = resolved(&url, private).map_err(|error| error.to_string())?;
    crate::tls::use_ring();
    let client = Client::builder()
        .resolve_to_addrs(url.host_str().unwrap_or_default(), &addresses)
        .redirect(Policy::none())
        .no_proxy()
        .timeout(PATIENCE)
        .user_agent(concat!("cofio/", env!("CARGO_PKG_VERSION")))
        .build();
    client.map(|client| (url, client)).map_err(|_| "the way there cannot be prepared".to_owned())
}

/// One message.
struct Message {
    /// The same however often it is sent, so that it can be known again.
    id: String,
    /// In seconds since 1970.
    at: i64,
    body: String,
}

impl Message {
    fn send(&self, client: &Client, url: &Url, secret: &str) -> Result<(), String> {
        let answer = client
            .post(url.clone())
            .header("content-type", "application/json")
            .header("webhook-id", &self.id)
            .header("webhook-timestamp", self.at.to_string())
            .header("webhook-signature", self.signature(&bytes_of(secret)))
            .body(self.body.clone())
            .send();
        match answer {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(format!("the other side answered {}", answer.status().as_u16())),
            Err(error) if error.is_timeout() => Err("the other side takes too long".into()),
            Err(_) => Err("the other side cannot be reached".into()),
        }
    }

    fn signature(&self, secret: &[u8]) -> String {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
        let signed = format!("{}.{}.{}", self.id, self.at, self.body);
        format!("v1,{}", STANDARD.encode(ring::hmac::sign(&key, signed.as_bytes())))
    }
}

/// Reads a secret as the engine keeps it.
fn bytes_of(secret: &str) -> Vec<u8> {
    let pairs = secret.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok());
    pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification, which every library that checks signatures is tested with.
    #[test]
    fn signatures_are_those_of_the_standard() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let message = Message {
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek".into(),
            at: 1_614_265_330,
            body: r#"{"test": 2432232314}"#.into(),
        };
        assert_eq!(message.signature(&secret), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_eq!(bytes_of("00ff10"), [0, 255, 16]);
    }
}
