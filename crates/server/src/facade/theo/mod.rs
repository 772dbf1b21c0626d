//! The dialect of the Theo document: `/api/memory*`, in camelCase, with its own words for what is hard and soft.

mod item;
mod retrieve;

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cofio_domain::aliases;
use cofio_domain::axes::Source;
use cofio_domain::id::{MemoryId, ProposalId};
use cofio_engine::{Action, Change, Draft, Error, Item, ListFilter, ListStatus};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{Body, Params};
use crate::app::App;
use crate::caller::{Caller, Forget, Read, Write};
use crate::cursor::{self, Order};
use crate::problem::{Problem, ProblemBody};
use item::{MemoryItem, NewItem, authority, domain, item, words_of};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(propose))
        .routes(routes!(retrieve::retrieve))
        .routes(routes!(get, update, delete))
        .routes(routes!(confirm))
}

/// Which memories are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// `HARD` or `SOFT`.
    #[serde(rename = "type")]
    sort: Option<String>,
    domain: Option<String>,
    /// `PROPOSED`, `ACTIVE`, `INACTIVE`, `EXPIRED` or `SUPERSEDED`.
    status: Option<String>,
    /// Words that must stand in it.
    search: Option<String>,
    limit: Option<usize>,
    cursor: Option<String>,
}

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Memories {
    memories: Vec<MemoryItem>,
    next_cursor: Option<String>,
}

/// List memories
#[utoipa::path(get, path = "/api/memory", tag = "theo", params(Asked),
    responses((status = 200, description = "A part of the list", body = Memories), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(caller: Caller<Read>, Params(asked): Params<Asked>) -> Result<Json<Memories>, Problem> {
    let most = cursor::limit(asked.limit)?;
    let status = match asked.status.as_deref().map(str::to_ascii_uppercase).as_deref() {
        None | Some("ACTIVE") => ListStatus::InForce,
        Some("PROPOSED") => ListStatus::Proposals,
        Some(other) => {
            ListStatus::Is(aliases::status(other).map_err(|error| Problem::field("status", error.to_string()))?)
        }
    };
    let filter = ListFilter {
        status,
        authority: authority(asked.sort.as_deref())?,
        domain: domain(asked.domain.as_deref())?,
        with_evidence: true,
        ..ListFilter::default()
    };
    let user = caller.user.id.to_string();
    let found = caller.ask(move |engine, space| engine.list(space, &filter)).await?.items;
    let items = found.iter().filter_map(|item| match item {
        Item::Memory(view) => Some(MemoryItem::of(view, &user)),
        Item::Proposal(view) => MemoryItem::of_proposal(view, &user),
        _ => None,
    });
    let words = asked.search.as_deref().map(str::to_lowercase);
    let fits =
        |item: &MemoryItem| words.as_deref().is_none_or(|words| item.content_text.to_lowercase().contains(words));
    let fitting = items.filter(fits).collect();
    let page =
        cursor::page(&caller.space, fitting, asked.cursor.as_deref(), most, Order::Rising, |item| item.id.clone())?;
    Ok(Json(Memories { memories: page.items, next_cursor: page.next_cursor }))
}

async fn admitted(caller: &Caller<Write>, new: NewItem, source: Source) -> Result<Response, Problem> {
    let draft = new.draft(caller.reading(), source)?;
    let item = caller
        .change(move |engine, space| {
            let written = engine.remember(space, &draft)?;
            let made = written.event.made.iter().find(|id| id.parse::<ProposalId>().is_ok());
            let id = written.event.memory.as_ref().map(|view| view.id.to_string()).or(made.cloned());
            match id {
                Some(id) => item(engine, space, &id),
                None => Err(Error::Refused(written.message)),
            }
        })
        .await?;
    Ok((StatusCode::CREATED, Json(item)).into_response())
}

/// Create a memory
#[utoipa::path(post, path = "/api/memory", tag = "theo", request_body = NewItem,
    responses((status = 201, description = "The memory, or the proposal it became", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn create(caller: Caller<Write>, Body(new): Body<NewItem>) -> Result<Response, Problem> {
    admitted(&caller, new, Source::UserStated).await
}

/// Propose a memory, as an assistant
#[utoipa::path(post, path = "/api/memory/propose", tag = "theo", request_body = NewItem,
    responses((status = 201, description = "The proposal", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn propose(caller: Caller<Write>, Body(new): Body<NewItem>) -> Result<Response, Problem> {
    admitted(&caller, NewItem { source: None, ..new }, Source::AgentProposed).await
}

/// Get a memory
#[utoipa::path(get, path = "/api/memory/{id}", tag = "theo", params(("id" = String, Path, description = "The memory or proposal")),
    responses((status = 200, description = "The memory", body = MemoryItem), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn get(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<MemoryItem>, Problem> {
    Ok(Json(caller.ask(move |engine, space| item(engine, space, &id)).await?))
}

/// What to change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedItem {
    #[serde(rename = "type")]
    sort: Option<String>,
    domain: Option<String>,
    key: Option<String>,
    #[schema(value_type = Option<Value>)]
    content: Option<Value>,
    content_text: Option<String>,
    expires_at: Option<String>,
}

/// Update a memory
#[utoipa::path(patch, path = "/api/memory/{id}", tag = "theo", request_body = ChangedItem, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory as it is now", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn update(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(changed): Body<ChangedItem>,
) -> Result<Json<MemoryItem>, Problem> {
    let mut set = Vec::new();
    set.extend(authority(changed.sort.as_deref())?.map(Change::Authority));
    set.extend(domain(changed.domain.as_deref())?.map(Change::Domain));
    set.extend(changed.key.clone().map(|key| Change::Key(Some(key))));
    let expires = crate::api::moment("expiresAt", changed.expires_at.as_deref(), caller.reading())?;
    set.extend(expires.map(|at| Change::Expires(cofio_engine::Expiry::At(at))));
    let item = caller
        .change(move |engine, space| {
            let mut draft = None;
            if changed.content.is_some() || changed.content_text.is_some() {
                let shown = engine.show(space, &id)?.memory.claim;
                let key = changed.key.or(shown.key);
                let words = changed.content.as_ref().map(words_of);
                let keyed = |words: String| match &key {
                    Some(key) => format!("{}: {words}", key.replace('_', " ")),
                    None => words,
                };
                let content = changed.content_text.or(words.map(keyed)).unwrap_or(shown.content);
                let value = changed.content.filter(|_| key.is_some());
                draft = Some(Draft { value, source: Source::UserStated, ..Draft::said(content) });
            }
            if draft.is_some() || !set.is_empty() {
                let written = crate::api::changed(engine, space, &id, draft.as_ref(), &set)?;
                // This dialect has no word for it, and must not look as if it had been done.
                if written.event.action == Action::Refused {
                    return Err(Error::Invalid(written.message));
                }
            }
            item(engine, space, &id)
        })
        .await?;
    Ok(Json(item))
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deleted {
    success: bool,
}

/// Delete a memory
#[utoipa::path(delete, path = "/api/memory/{id}", tag = "theo", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "It is gone", body = Deleted), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn delete(caller: Caller<Forget>, Path(id): Path<String>) -> Result<Json<Deleted>, Problem> {
    caller
        .change(move |engine, space| {
            if id.parse::<ProposalId>().is_ok() {
                return engine.reject(space, &id, None);
            }
            engine.delete(space, &id, None)
        })
        .await?;
    Ok(Json(Deleted { success: true }))
}

/// What the person says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"confirm": true}))]
pub(crate) struct Confirming {
    confirm: bool,
    /// Other words.
    #[schema(value_type = Option<Value>)]
    content: Option<Value>,
    content_text: Option<String>,
}

/// Confirm or reject a proposal
#[utoipa::path(post, path = "/api/memory/{id}/confirm", tag = "theo", request_body = Confirming, params(("id" = String, Path, description = "The proposal, or a memory that still holds")),
    responses((status = 200, description = "What it is now", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn confirm(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(said): Body<Confirming>,
) -> Result<Json<MemoryItem>, Problem> {
    let item = caller
        .change(move |engine, space| {
            let words = said.content_text.or(said.content.as_ref().map(words_of));
            let written = match (id.parse::<MemoryId>().is_ok(), said.confirm) {
                (true, true) => engine.confirm(space, &id)?,
                (true, false) => engine.forget(space, &id, None)?,
                (false, true) => engine.accept(space, &id, words.as_deref())?,
                (false, false) => engine.reject(space, &id, None)?,
            };
            let now = written.event.memory.map_or(id, |view| view.id.to_string());
            item(engine, space, &now)
        })
        .await?;
    Ok(Json(item))
}
