//! `briefs`: what is known, compiled for reading.

use axum::Json;
use axum::extract::Path;
use cofio_domain::id::OperationId;
use cofio_engine::{BriefView, Compiled};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::{Caller, Read, Write};
use crate::cursor::Page;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(about)).routes(routes!(compile))
}

/// List briefs: who the person is, how to help, what is going on
#[utoipa::path(get, path = "/api/v1/briefs", tag = "recall",
    responses((status = 200, description = "Every brief", body = schema::Briefs), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(caller: Caller<Read>) -> Result<Json<Page<BriefView>>, Problem> {
    caller.sees_everything()?;
    Ok(Json(Page { items: caller.ask(cofio_engine::Engine::briefs).await?, next_cursor: None }))
}

/// Show what is compiled about something
#[utoipa::path(get, path = "/api/v1/briefs/{about}", tag = "recall",
    params(("about" = String, Path, description = "`soul_card`, `profile`, `procedures`, `now`, `thresholds`, or a domain")),
    responses((status = 200, description = "The briefs about it", body = schema::Briefs), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn about(caller: Caller<Read>, Path(about): Path<String>) -> Result<Json<Page<BriefView>>, Problem> {
    caller.sees_everything()?;
    let items = caller.ask(move |engine, space| engine.briefs_about(space, &about)).await?;
    Ok(Json(Page { items, next_cursor: None }))
}

/// What compiling came to, with the operation where every client looks for it.
#[derive(Debug, Serialize)]
pub(crate) struct CompiledBody {
    #[serde(flatten)]
    compiled: Compiled,
    operation_id: Option<OperationId>,
}

/// Compile the briefs now
#[utoipa::path(post, path = "/api/v1/briefs:compile", tag = "recall",
    params(("dry_run" = Option<bool>, Query, description = "Only say what would be written")),
    responses((status = 200, description = "What they say now", body = schema::Compiled), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn compile(caller: Caller<Write>) -> Result<Json<CompiledBody>, Problem> {
    caller.sees_everything()?;
    let compiled = caller.change(cofio_engine::Engine::compile).await?;
    Ok(Json(CompiledBody { operation_id: compiled.op_id, compiled }))
}
