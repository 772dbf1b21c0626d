//! An answer on its way to the client: sent on as it comes, heard along the way, and concluded however it ends.

use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use cofio_gateway::{Answer, Relay};
use futures_util::stream;

use super::after::After;

/// After so long a silence a comment is sent, so that nothing on the way takes the connection for dead.
const SILENCE: Duration = Duration::from_secs(15);

/// What is sent then.
const STILL_HERE: &[u8] = b": still here\n\n";

/// A stream of events that is being passed on. Dropped before its end, its client is gone: the upstream is let go of with
/// it, and what was said so far was said.
struct Passing {
    answer: Answer,
    relay: Relay,
    after: Option<After>,
    /// What is left to be told once nothing more comes.
    end: Option<End>,
}

enum End {
    Well,
    Cut(io::Error),
}

impl Passing {
    fn conclude(&mut self, outcome: &'static str) {
        if let Some(after) = self.after.take() {
            after.conclude(self.relay.heard(), &self.relay.cited(), outcome);
        }
    }

    /// Returns what is sent on next.
    async fn next(&mut self) -> Option<io::Result<Bytes>> {
        loop {
            match self.end.take() {
                Some(End::Well) => return None,
                Some(End::Cut(error)) => return Some(Err(error)),
                None => {}
            }
            let out = match tokio::time::timeout(SILENCE, self.answer.chunk()).await {
                Err(_) if self.relay.is_between_events() => STILL_HERE.to_vec(),
                Err(_) => continue,
                Ok(Ok(Some(bytes))) => self.relay.push(&bytes),
                Ok(Ok(None)) => {
                    let rest = self.relay.finish();
                    self.conclude("ok");
                    self.end = Some(End::Well);
                    rest
                }
                Ok(Err(error)) => {
                    let rest = self.relay.finish();
                    self.conclude("cut");
                    self.end = Some(End::Cut(io::Error::other(error)));
                    rest
                }
            };
            if !out.is_empty() {
                return Some(Ok(out.into()));
            }
        }
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        self.conclude("left");
    }
}

/// Passes a stream of events on.
pub(super) fn events(answer: Answer, relay: Relay, after: After) -> Body {
    let passing = Passing { answer, relay, after: Some(after), end: None };
    Body::from_stream(stream::unfold(passing, |mut passing| async move {
        let next = passing.next().await?;
        Some((next, passing))
    }))
}

/// Passes on whatever it is, unread.
pub(super) fn unread(answer: Answer) -> Body {
    Body::from_stream(stream::unfold(Some(answer), |answer| async move {
        let mut answer = answer?;
        match answer.chunk().await {
            Ok(Some(bytes)) => Some((Ok(bytes), Some(answer))),
            Ok(None) => None,
            Err(error) => Some((Err(io::Error::other(error)), None)),
        }
    }))
}
