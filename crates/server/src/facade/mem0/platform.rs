//! The routes that the client of mem0's platform calls.

use axum::Json;
use axum::extract::Path;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::doing::{added, deleted, deleted_all, listed, searched, shown, told_history, updated};
use super::shapes::{Add, Detail, Done, Mem0Change, Mem0Memory, Results, Search, Update, Whose};
use crate::api::{Body, Params};
use crate::caller::{Caller, Forget, Read, Write};
use crate::problem::Problem;

/// Who is asking, as the platform's client wants to know first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ping {
    status: &'static str,
    org_id: String,
    project_id: String,
    user_email: String,
}

/// Say that the key works
#[utoipa::path(get, path = "/v1/ping/", tag = "mem0",
    responses((status = 200, description = "It does", body = Ping), (status = "4XX", description = "It does not", body = Detail)))]
pub(crate) async fn ping(caller: Caller<Read>) -> Json<Ping> {
    Json(Ping {
        status: "ok",
        org_id: "cofio".into(),
        project_id: caller.space.id().to_string(),
        user_email: caller.user.name.clone(),
    })
}

/// Learn from messages, or keep them as they are
#[utoipa::path(post, path = "/v3/memories/add/", tag = "mem0", request_body = Add,
    responses((status = 200, description = "What was taken in", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn add(caller: Caller<Write>, Body(new): Body<Add>) -> Result<Json<Results>, Problem> {
    added(caller, new).await
}

/// Search memories
#[utoipa::path(post, path = "/v3/memories/search/", tag = "mem0", request_body = Search,
    responses((status = 200, description = "What fits, best first", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn search(caller: Caller<Read>, Body(search): Body<Search>) -> Result<Json<Results>, Problem> {
    searched(caller, search).await
}

/// Which memories.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct Filtered {
    #[schema(value_type = Option<Object>)]
    filters: Option<Value>,
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Counted {
    count: usize,
    next: Option<String>,
    previous: Option<String>,
    results: Vec<Mem0Memory>,
}

/// Which page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageNumber {
    page: Option<usize>,
    page_size: Option<usize>,
}

/// List memories
#[utoipa::path(post, path = "/v3/memories/", tag = "mem0", request_body = Filtered, params(PageNumber),
    responses((status = 200, description = "A page", body = Counted), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn list(
    caller: Caller<Read>,
    Params(page): Params<PageNumber>,
    Body(filtered): Body<Filtered>,
) -> Result<Json<Counted>, Problem> {
    let all = listed(caller, Whose { top_k: Some(1_000), ..Whose::default() }, filtered.filters).await?;
    let size = page.page_size.unwrap_or(100).clamp(1, 1_000);
    let number = page.page.unwrap_or(1).max(1);
    let address = |number: usize| format!("/v3/memories/?page={number}&page_size={size}");
    let (count, begin) = (all.len(), size.saturating_mul(number - 1));
    Ok(Json(Counted {
        count,
        next: (begin.saturating_add(size) < count).then(|| address(number + 1)),
        previous: (number > 1).then(|| address(number - 1)),
        results: all.into_iter().skip(begin).take(size).collect(),
    }))
}

/// Delete all memories of a user, an agent or a run
#[utoipa::path(delete, path = "/v1/memories/", tag = "mem0", params(Whose),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete_all(caller: Caller<Forget>, Params(whose): Params<Whose>) -> Result<Json<Done>, Problem> {
    deleted_all(caller, whose).await
}

/// Get a memory
#[utoipa::path(get, path = "/v1/memories/{id}/", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory", body = Mem0Memory), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn get(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Mem0Memory>, Problem> {
    shown(caller, id).await
}

/// Update a memory
#[utoipa::path(put, path = "/v1/memories/{id}/", tag = "mem0", request_body = Update, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory as it is now", body = Mem0Memory), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn update(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(update): Body<Update>,
) -> Result<Json<Mem0Memory>, Problem> {
    updated(caller, id, update).await
}

/// Delete a memory
#[utoipa::path(delete, path = "/v1/memories/{id}/", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete(caller: Caller<Forget>, Path(id): Path<String>) -> Result<Json<Done>, Problem> {
    deleted(caller, id).await
}

/// Get the history of a memory
#[utoipa::path(get, path = "/v1/memories/{id}/history/", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Its changes", body = Vec<Mem0Change>), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn history(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Vec<Mem0Change>>, Problem> {
    told_history(caller, id).await
}
