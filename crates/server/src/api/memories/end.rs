//! Forgetting, deleting, erasing; and the other way round.

use axum::Json;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use cofio_domain::id::MemoryId;
use cofio_engine::Written;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::told;
use crate::api::{Body, Params};
use crate::caller::{Caller, Forget, Needs, Write};
use crate::etag;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

/// Why something is done.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Because {
    /// Why.
    pub(crate) reason: Option<String>,
}

/// Fails where a memory is not what whoever changes it has seen.
async fn must_be_seen<N: Needs>(caller: &Caller<N>, id: &str, headers: &HeaderMap) -> Result<(), Problem> {
    if !etag::expects(headers) {
        return Ok(());
    }
    let which = id.to_owned();
    let shown = caller.ask(move |engine, space| engine.show(space, &which)).await?;
    etag::must_match(headers, &shown)
}

/// Say that a memory still holds
#[utoipa::path(post, path = "/api/v1/memories/{id}/confirm", tag = "memories", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn confirm(caller: Caller<Write>, Path(id): Path<String>) -> Result<Response, Problem> {
    let written = caller.change(move |engine, space| engine.confirm(space, &id)).await?;
    Ok(told(&caller.app, written))
}

/// Forget a memory: it is not used any more, and can be restored
#[utoipa::path(post, path = "/api/v1/memories/{id}/forget", tag = "memories", request_body = Because, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn forget(
    caller: Caller<Forget>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(because): Body<Because>,
) -> Result<Response, Problem> {
    let _turn = caller.app.turns.take().await;
    must_be_seen(&caller, &id, &headers).await?;
    let written = caller.change(move |engine, space| engine.forget(space, &id, because.reason.as_deref())).await?;
    Ok(told(&caller.app, written))
}

/// Which version to go back to.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Back {
    /// A version to go back to; nothing is the last one.
    version: Option<u32>,
}

/// Restore a memory that was forgotten or deleted, or one of its versions
#[utoipa::path(post, path = "/api/v1/memories/{id}/restore", tag = "memories", request_body = Back, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn restore(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(back): Body<Back>,
) -> Result<Response, Problem> {
    let written = caller
        .change(move |engine, space| match back.version {
            Some(version) => engine.restore_version(space, &id, version),
            None => engine.restore(space, &id),
        })
        .await?;
    Ok(told(&caller.app, written))
}

/// How something is deleted, and why.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Deleting {
    /// `trash`, from where it can be restored for 30 days; `forget`, which leaves its history; `erase`, for good.
    mode: Option<String>,
    /// Why.
    reason: Option<String>,
}

/// Delete a memory: into the trash for 30 days, or as `mode` says
#[utoipa::path(delete, path = "/api/v1/memories/{id}", tag = "memories",
    params(("id" = String, Path, description = "The memory"), ("If-Match" = Option<String>, Header, description = "The ETag it was read with"), Deleting),
    responses((status = 200, description = "What became of it", body = schema::Written),
              (status = 412, description = "It has changed; `current` is what is there", body = ProblemBody),
              (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn delete(
    caller: Caller<Forget>,
    Path(id): Path<String>,
    Params(deleting): Params<Deleting>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let _turn = caller.app.turns.take().await;
    must_be_seen(&caller, &id, &headers).await?;
    let mode = deleting.mode.unwrap_or_else(|| "trash".into());
    if !["trash", "forget", "erase"].contains(&mode.as_str()) {
        return Err(Problem::field("mode", "trash, forget or erase"));
    }
    if mode == "erase" {
        // For good only what is named in full.
        id.parse::<MemoryId>().map_err(|_| Problem::field("id", "what is erased is named by its whole id"))?;
        if caller.is_dry_run() {
            return planned(&caller, id).await;
        }
    }
    let reason = deleting.reason;
    let written = caller
        .change(move |engine, space| match mode.as_str() {
            "erase" => engine.erase(space, &id, false),
            "forget" => engine.forget(space, &id, reason.as_deref()),
            _ => engine.delete(space, &id, reason.as_deref()),
        })
        .await?;
    Ok(told(&caller.app, written))
}

/// How far erasing goes.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Erasing {
    /// Whether also whatever else carries its words goes.
    everywhere: bool,
    /// The id of the memory again: nothing brings it back.
    confirm: Option<String>,
}

/// What erasing would remove.
#[derive(Debug, Serialize)]
struct Plan {
    memory: cofio_engine::MemoryView,
    records: usize,
    elsewhere: Vec<cofio_engine::Elsewhere>,
    dry_run: bool,
}

/// What erasing would remove.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct ErasePlan {
    memory: schema::Memory,
    /// How many records of it there are.
    records: usize,
    /// Where the same words stand elsewhere.
    elsewhere: Vec<schema::Elsewhere>,
    dry_run: bool,
}

/// What erasing did, or would remove.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "a shape")]
pub(crate) enum Erased {
    Written(Box<schema::Written>),
    Plan(Box<ErasePlan>),
}

/// Shows what erasing would remove.
async fn planned(caller: &Caller<Forget>, id: String) -> Result<Response, Problem> {
    let plan = caller.ask(move |engine, space| engine.plan_erase(space, &id)).await?;
    let plan = Plan { memory: plan.memory, records: plan.records, elsewhere: plan.elsewhere, dry_run: true };
    Ok(Json(plan).into_response())
}

/// Erase a memory for good
///
/// `confirm` repeats the id. With `?dry_run=true` it shows what would go.
#[utoipa::path(post, path = "/api/v1/memories/{id}/erase", tag = "memories", request_body = Erasing, params(("id" = String, Path, description = "The memory"), ("dry_run" = Option<bool>, Query, description = "Show what would go")),
    responses((status = 200, description = "A receipt, or with dry_run the plan", body = Erased), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn erase(
    caller: Caller<Forget>,
    Path(id): Path<String>,
    Body(erasing): Body<Erasing>,
) -> Result<Response, Problem> {
    if caller.is_dry_run() {
        return planned(&caller, id).await;
    }
    if erasing.everywhere {
        // It reads every space of the person.
        caller.sees_everything()?;
    }
    let written: Written = {
        if erasing.confirm.as_deref() != Some(id.as_str()) {
            let which = id.clone();
            caller.ask(move |engine, space| engine.plan_erase(space, &which)).await?;
            return Err(Problem::field("confirm", "repeat the id: nothing brings back what is erased"));
        }
        caller.change(move |engine, space| engine.erase(space, &id, erasing.everywhere)).await?
    };
    Ok(told(&caller.app, written))
}
