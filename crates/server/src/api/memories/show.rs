//! `GET /memories/{id}`, its versions, and what it was learned from.

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::caller::{Caller, Read};
use crate::etag::tagged;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

/// Show a memory in full
///
/// By its id, a unique part of it, or words that only it has.
#[utoipa::path(get, path = "/api/v1/memories/{id}", tag = "memories", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory", body = schema::MemoryInFull),
              (status = 304, description = "It has not changed"),
              (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(
    caller: Caller<Read>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let shown = caller.ask(move |engine, space| engine.show(space, &id)).await?;
    tagged(&headers, &shown)
}

/// Show the history of a memory
#[utoipa::path(get, path = "/api/v1/memories/{id}/versions", tag = "memories", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Its versions, and what was done to it", body = schema::History),
              (status = 304, description = "It has not changed"),
              (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn versions(
    caller: Caller<Read>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let history = caller.ask(move |engine, space| engine.history(space, &id)).await?;
    tagged(&headers, &history)
}

/// Show where a memory comes from
#[utoipa::path(get, path = "/api/v1/memories/{id}/evidence", tag = "memories", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "What it was learned from", body = schema::Why),
              (status = 304, description = "It has not changed"),
              (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn evidence(
    caller: Caller<Read>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    caller.app.metrics.count("cofio_why_total", &[("of", "memory")]);
    let why = caller.ask(move |engine, space| engine.why(space, &id)).await?;
    tagged(&headers, &why)
}
