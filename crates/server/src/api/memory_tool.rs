//! `POST /memory-tool`: the commands of Anthropic's memory tool over the same memory.

use axum::Json;
use cofio_engine::notebook::Command;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::app::App;
use crate::caller::{Caller, Read};
use crate::problem::{Problem, ProblemBody};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(memory_tool))
}

/// A command, as the memory tool sends it.
#[derive(ToSchema)]
#[allow(dead_code, reason = "a shape")]
#[schema(example = json!({"command": "view", "path": "/memories"}))]
pub(crate) struct MemoryCommand {
    /// `view`, `create`, `str_replace`, `insert`, `delete` or `rename`.
    command: String,
    /// Below `/memories`; for all but rename.
    path: Option<String>,
    /// For view: the first and the last line; -1 is the end.
    view_range: Option<Vec<i64>>,
    /// For create.
    file_text: Option<String>,
    /// For str_replace: what stands there once.
    old_str: Option<String>,
    /// For str_replace: what takes its place.
    new_str: Option<String>,
    /// For insert: after which line; 0 is the beginning.
    insert_line: Option<i64>,
    /// For insert.
    insert_text: Option<String>,
    /// For rename.
    old_path: Option<String>,
    /// For rename.
    new_path: Option<String>,
}

/// What goes back to the model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemoryAnswer {
    /// The text of the tool result, as the reference helpers write it.
    content: String,
    /// Whether it is an error, for the model to read.
    is_error: bool,
}

/// Carry out a command of Anthropic's memory tool
///
/// Files are compiled from memory and read-only (`profile.md`, `procedures.md`, `rules.md`, `now.md`, `domains/`,
/// `episodes/`), or notes.
#[utoipa::path(post, path = "/api/v1/memory-tool", tag = "recall", request_body = MemoryCommand,
    responses((status = 200, description = "What to tell the model", body = MemoryAnswer), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn memory_tool(
    caller: Caller<Read>,
    Body(command): Body<Command>,
) -> Result<Json<MemoryAnswer>, Problem> {
    if let Some(scope) = command.needs().filter(|scope| !caller.principal.scopes.contains(scope)) {
        return Err(Problem::lacks_scope(scope.word()));
    }
    let told = match command.needs() {
        None => caller.ask(move |engine, space| engine.notebook(space, &command)).await?,
        Some(_) => caller.change(move |engine, space| engine.notebook(space, &command)).await?,
    };
    Ok(Json(match told {
        Ok(content) => MemoryAnswer { content, is_error: false },
        Err(wrong) => MemoryAnswer { content: wrong.to_string(), is_error: true },
    }))
}
