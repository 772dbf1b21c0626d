//! Whether it is alive, whether it can work, and what was counted.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cofio_engine::ListFilter;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::caller::{Admin, Caller};
use crate::problem::Problem;

/// Whether it is alive.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Alive {
    /// Always `ok`.
    status: &'static str,
    /// The version of the program.
    version: String,
}

/// Whether the server is alive
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, description = "It is", body = Alive)))]
pub(crate) async fn alive(State(app): State<App>) -> Json<Alive> {
    Json(Alive { status: "ok", version: app.host.version().to_owned() })
}

/// Whether it can work.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ready {
    /// Whether everything can be done.
    ready: bool,
    /// Whether what is kept can be read.
    store: bool,
    /// Whether something can be written.
    writable: bool,
}

/// Whether it can read and write
#[utoipa::path(get, path = "/readyz", tag = "server", responses((status = 200, description = "It can", body = Ready), (status = 503, description = "It cannot", body = Ready)))]
pub(crate) async fn ready(State(app): State<App>) -> Response {
    let (engine, owner) = (app.engine.clone(), app.owner.clone());
    let store = app.threads.run(move || engine.spaces(&owner)).await.is_ok();
    let writable = !app.host.is_read_only();
    let ready = store && writable;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Ready { ready, store, writable })).into_response()
}

/// What was counted, as Prometheus reads it
#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, description = "Counters, gauges and histograms", content_type = "text/plain", body = String),
              (status = 401, description = "Nobody is known to be asking", body = crate::problem::ProblemBody)))]
pub(crate) async fn metrics(caller: Caller<Admin>) -> Result<impl IntoResponse, Problem> {
    let (memories, proposals, conflicts) = caller
        .ask(|engine, space| {
            let memories = engine.list(space, &ListFilter::default())?.items.len();
            Ok((memories, engine.proposals(space, false)?.len(), engine.conflicts(space, false)?.len()))
        })
        .await?;
    let app = &caller.app;
    let cache = app.engine.cache_counts();
    let gauges = [
        ("cofio_memories", "Memories in force in the caller's space.", memories as f64),
        ("cofio_proposals_waiting", "Proposals that wait for the person.", proposals as f64),
        ("cofio_conflicts_open", "Conflicts that wait for the person.", conflicts as f64),
        ("cofio_cache_hits", "Lookups of messages that were at hand, since the process began.", cache.hits as f64),
        ("cofio_cache_misses", "Lookups of messages that were searched for.", cache.misses as f64),
        ("cofio_database_bytes", "What the database takes on the disk.", app.host.database_bytes() as f64),
        ("cofio_read_only", "Whether nothing can be written.", f64::from(u8::from(app.host.is_read_only()))),
        (
            "cofio_pending_erasure",
            "Whether an erasure waits for its files to be cleaned.",
            f64::from(u8::from(app.host.has_pending_erasure())),
        ),
    ];
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.prometheus(&gauges)))
}
