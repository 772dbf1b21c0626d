//! Keeping memory in order, out of turn: consolidating, making again what is derived, learning from a session again.

use axum::Json;
use axum::extract::Path;
use cofio_domain::id::JobId;
use cofio_engine::{Consolidated, ConsolidationDepth, RebuildLayer, Rebuilt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::word;
use crate::app::App;
use crate::caller::{Admin, Caller, Talk};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(consolidate)).routes(routes!(rebuild)).routes(routes!(relearn))
}

/// A run, with its id where every client looks for it: undoing it undoes all it did.
#[derive(Debug, Serialize)]
pub(crate) struct Run<T> {
    #[serde(flatten)]
    did: T,
    operation_id: Option<JobId>,
}

/// How much is looked at.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct How {
    /// `daily` (what is new, and what it meets) unless said otherwise; `deep` is everything.
    depth: Option<String>,
}

/// Merge what says the same, settle what contradicts, notice what keeps coming up
///
/// Nothing is deleted, and what the person said is never touched. With `dry_run`, the plan.
#[utoipa::path(post, path = "/api/v1/memories:consolidate", tag = "operations", request_body = How,
    params(("dry_run" = Option<bool>, Query, description = "Only say what would be done")),
    responses((status = 200, description = "What was done, and why", body = schema::Consolidated), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn consolidate(
    caller: Caller<Admin>,
    Body(how): Body<How>,
) -> Result<Json<Run<Consolidated>>, Problem> {
    caller.sees_everything()?;
    let depth = word::<ConsolidationDepth>("depth", how.depth.as_deref())?.unwrap_or(ConsolidationDepth::Daily);
    let did = caller.change(move |engine, space| engine.consolidate(space, depth)).await?;
    Ok(Json(Run { operation_id: did.run, did }))
}

/// From what.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"from": "memories"}))]
pub(crate) struct From {
    /// `events`, `episodes` or `memories`.
    from: String,
}

/// Make everything that is derived again
///
/// What the person said, confirmed, changed or forgot stays as it is.
#[utoipa::path(post, path = "/api/v1/memories:rebuild", tag = "operations", request_body = From,
    params(("dry_run" = Option<bool>, Query, description = "Only say what would be done")),
    responses((status = 200, description = "What was made again", body = schema::Rebuilt), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn rebuild(caller: Caller<Admin>, Body(from): Body<From>) -> Result<Json<Run<Rebuilt>>, Problem> {
    caller.sees_everything()?;
    let layer = word::<RebuildLayer>("from", Some(&from.from))?;
    let Some(layer) = layer else { return Err(Problem::field("from", "events, episodes or memories")) };
    let did = caller.change(move |engine, space| engine.rebuild(space, layer)).await?;
    Ok(Json(Run { operation_id: did.run, did }))
}

/// Sum a session up again and learn from it again
#[utoipa::path(post, path = "/api/v1/sessions/{id}/relearn", tag = "sessions",
    params(("id" = String, Path, description = "Its id or name"), ("dry_run" = Option<bool>, Query, description = "Only say what would be done")),
    responses((status = 200, description = "What was made again", body = schema::Rebuilt), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn relearn(caller: Caller<Talk>, Path(id): Path<String>) -> Result<Json<Run<Rebuilt>>, Problem> {
    caller.sees_everything()?;
    let did = caller.change(move |engine, space| engine.relearn_session(space, &id)).await?;
    Ok(Json(Run { operation_id: did.run, did }))
}
