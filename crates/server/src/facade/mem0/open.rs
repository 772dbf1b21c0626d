//! The routes of mem0's open server.

use axum::Json;
use axum::extract::Path;

use super::doing::{added, deleted, deleted_all, listed, searched, shown, told_history, updated};
use super::shapes::{Add, Detail, Done, Mem0Change, Mem0Memory, Results, Search, Update, Whose};
use crate::api::{Body, Params};
use crate::caller::{Caller, Forget, Read, Write};
use crate::problem::Problem;

/// Learn from messages, or keep them as they are
#[utoipa::path(post, path = "/memories", tag = "mem0", request_body = Add,
    responses((status = 200, description = "What was taken in", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn add(caller: Caller<Write>, Body(new): Body<Add>) -> Result<Json<Results>, Problem> {
    added(caller, new).await
}

/// Get all memories
#[utoipa::path(get, path = "/memories", tag = "mem0", params(Whose),
    responses((status = 200, description = "Every one", body = Results), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn get_all(caller: Caller<Read>, Params(whose): Params<Whose>) -> Result<Json<Results>, Problem> {
    Ok(Json(Results { results: listed(caller, whose, None).await? }))
}

/// Delete all memories of a user, an agent or a run
#[utoipa::path(delete, path = "/memories", tag = "mem0", params(Whose),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete_all(caller: Caller<Forget>, Params(whose): Params<Whose>) -> Result<Json<Done>, Problem> {
    deleted_all(caller, whose).await
}

/// Get a memory
#[utoipa::path(get, path = "/memories/{id}", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory", body = Mem0Memory), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn get(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Mem0Memory>, Problem> {
    shown(caller, id).await
}

/// Update a memory
#[utoipa::path(put, path = "/memories/{id}", tag = "mem0", request_body = Update, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory as it is now", body = Mem0Memory), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn update(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(update): Body<Update>,
) -> Result<Json<Mem0Memory>, Problem> {
    updated(caller, id, update).await
}

/// Delete a memory
#[utoipa::path(delete, path = "/memories/{id}", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete(caller: Caller<Forget>, Path(id): Path<String>) -> Result<Json<Done>, Problem> {
    deleted(caller, id).await
}

/// Get the history of a memory
#[utoipa::path(get, path = "/memories/{id}/history", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Its changes", body = Vec<Mem0Change>), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn history(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Vec<Mem0Change>>, Problem> {
    told_history(caller, id).await
}

/// Search memories
#[utoipa::path(post, path = "/search", tag = "mem0", request_body = Search,
    responses((status = 200, description = "What fits, best first", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn search(caller: Caller<Read>, Body(search): Body<Search>) -> Result<Json<Results>, Problem> {
    searched(caller, search).await
}
