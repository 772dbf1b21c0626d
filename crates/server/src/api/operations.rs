//! `operations`: what was done, and taking it back.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use cofio_domain::id::JobId;
use cofio_engine::{ActivityQuery, ActivityView, Undo};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::memories::{told, word};
use crate::api::when::moment;
use crate::api::{Body, Params};
use crate::app::App;
use crate::caller::{Caller, Read, Write};
use crate::cursor::{self, Order, Page};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show)).routes(routes!(undo))
}

/// Which operations are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Not before this.
    since: Option<String>,
    /// By this user or this job, by name.
    actor: Option<String>,
    /// Of this run.
    job: Option<String>,
    limit: Option<usize>,
    cursor: Option<String>,
}

/// List operations, newest first
#[utoipa::path(get, path = "/api/v1/operations", tag = "operations", params(Asked),
    responses((status = 200, description = "A part of the list", body = schema::Operations), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(
    caller: Caller<Read>,
    Params(asked): Params<Asked>,
) -> Result<Json<Page<ActivityView>>, Problem> {
    caller.sees_everything()?;
    let most = cursor::limit(asked.limit)?;
    let query = ActivityQuery {
        since: moment("since", asked.since.as_deref(), caller.reading())?,
        actor: asked.actor,
        job: word::<JobId>("job", asked.job.as_deref())?,
        limit: None,
    };
    let all = caller.ask(move |engine, space| engine.activity(space, &query)).await?;
    let place = |view: &ActivityView| format!("{:020} {}", view.at.as_micros(), view.op_id);
    cursor::page(&caller.space, all, asked.cursor.as_deref(), most, Order::Falling, place).map(Json)
}

/// Show an operation
#[utoipa::path(get, path = "/api/v1/operations/{id}", tag = "operations", params(("id" = String, Path, description = "The operation")),
    responses((status = 200, description = "The operation", body = schema::Operation), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<ActivityView>, Problem> {
    caller.sees_everything()?;
    let all = caller.ask(|engine, space| engine.activity(space, &ActivityQuery::default())).await?;
    let found = all.into_iter().find(|view| view.op_id.to_string().eq_ignore_ascii_case(&id));
    found.map(Json).ok_or_else(|| Problem::not_found("operation", &id))
}

/// How far undoing goes.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Undoing {
    /// Whether to take back, too, what rests on it.
    cascade: bool,
}

/// Take an operation back, or all operations of a run
///
/// By its id or a part of it; `last` is the last one.
#[utoipa::path(post, path = "/api/v1/operations/{id}/undo", tag = "operations", request_body = Undoing, params(("id" = String, Path, description = "The operation, or the run of a job")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn undo(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(undoing): Body<Undoing>,
) -> Result<Response, Problem> {
    caller.sees_everything()?;
    let written = caller
        .change(move |engine, space| {
            let which = (id != "last").then_some(id.as_str());
            engine.undo(space, Undo { which, cascade: undoing.cascade })
        })
        .await?;
    caller.app.metrics.count("cofio_undos_total", &[]);
    Ok(told(&caller.app, written))
}
