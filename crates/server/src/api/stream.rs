//! `stream`: what changes, as it does. Whoever was away goes on where they left off.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Params;
use crate::app::App;
use crate::auth::Via;
use crate::caller::{Caller, Read};
use crate::cursor;
use crate::problem::{Problem, ProblemBody};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(changes))
}

/// From where on.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct From {
    /// The id of the last event that was seen; also as `Last-Event-ID`. Without one, from now on; `0` is from the
    /// beginning.
    cursor: Option<String>,
}

/// Other processes write without ringing here.
const LOOK_ANYWAY: Duration = Duration::from_secs(2);

/// How many changes are read at once.
const AT_ONCE: usize = 100;

/// Streams that are open.
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// An open stream.
struct Held;

impl Held {
    fn take(most: usize) -> Result<Held, Problem> {
        if OPEN.fetch_add(1, Ordering::Relaxed) >= most {
            OPEN.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::too_many(10));
        }
        Ok(Held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Somebody who watches.
struct Watching {
    caller: Caller<Read>,
    place: u64,
    ready: Vec<Event>,
    closing: tokio::sync::watch::Receiver<bool>,
    _held: Held,
}

/// Watch what changes
///
/// Server-sent events `operation`, each with an operation and, as its id, the cursor to go on from.
#[utoipa::path(get, path = "/api/v1/stream", tag = "operations", params(From),
    responses((status = 200, description = "Events", content_type = "text/event-stream", body = String), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn changes(
    caller: Caller<Read>,
    Params(from): Params<From>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    caller.sees_everything()?;
    let seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned).or(from.cursor);
    let place = match seen.as_deref() {
        None => caller.ask(cofio_engine::Engine::place).await?,
        Some("0") => 0,
        Some(text) => cursor::read(&caller.space, text)?.parse().map_err(|_| Problem::not_found("cursor", text))?,
    };
    let held = Held::take(caller.app.limits.streams)?;
    let closing = caller.app.closing.subscribe();
    let watching = Watching { caller, place, ready: Vec::new(), closing, _held: held };
    let events = stream::unfold(watching, |mut watching| async move {
        let event = watching.next().await?;
        Some((Ok(event), watching))
    });
    Ok(Sse::new(events.boxed()).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

impl Watching {
    /// Returns the next change, once there is one; nothing when the server closes or the space cannot be read any more.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop() {
                return Some(event);
            }
            let app = self.caller.app.clone();
            let mut rung = std::pin::pin!(app.written.notified());
            // Before looking: what is written meanwhile rings.
            rung.as_mut().enable();
            let place = self.place;
            let key = match self.caller.principal.via {
                Via::Key(key) => Some(key),
                _ => None,
            };
            let news = self
                .caller
                .ask(move |engine, space| {
                    // Whoever's key was revoked meanwhile sees nothing more.
                    let works = key.map_or(Ok(true), |key| engine.is_key_in_force(key))?;
                    works.then(|| engine.changes_since(space, place, AT_ONCE)).transpose()
                })
                .await
                .ok()??;
            for (at, change) in news {
                self.place = at;
                let id = cursor::write(&self.caller.space, &at.to_string());
                self.ready.push(Event::default().event("operation").id(id).json_data(&change).unwrap_or_default());
            }
            self.ready.reverse();
            if !self.ready.is_empty() {
                continue;
            }
            if *self.closing.borrow_and_update() {
                return None;
            }
            tokio::select! {
                () = rung => {}
                () = tokio::time::sleep(LOOK_ANYWAY) => {}
                _ = self.closing.changed() => return None,
            }
        }
    }
}
