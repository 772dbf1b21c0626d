//! Links between memories, and copies in shared spaces.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use cofio_engine::LinkView;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::draft::word;
use super::told;
use crate::api::{Body, Params};
use crate::caller::{Caller, Read, Write};
use crate::cursor::Page;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

/// List the links of a memory
#[utoipa::path(get, path = "/api/v1/memories/{id}/links", tag = "memories", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Its links", body = schema::Links), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn links(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Page<LinkView>>, Problem> {
    let shown = caller.ask(move |engine, space| engine.show(space, &id)).await?;
    Ok(Json(Page { items: shown.links, next_cursor: None }))
}

/// What to link to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewLink {
    /// The other memory.
    to: String,
    /// `relates_to`, `supports`, `contradicts`, `follows`, …
    #[schema(example = "supports")]
    relation: String,
}

/// Link a memory to another
#[utoipa::path(post, path = "/api/v1/memories/{id}/links", tag = "memories", request_body = NewLink, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn link(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(new): Body<NewLink>,
) -> Result<Response, Problem> {
    let Some(relation) = word("relation", Some(&new.relation))? else {
        return Err(Problem::field("relation", "missing"));
    };
    let written = caller.change(move |engine, space| engine.link(space, &id, &new.to, relation)).await?;
    Ok(told(&caller.app, written))
}

/// Which link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Unlinking {
    /// The other memory.
    to: String,
    /// Only this relation.
    relation: Option<String>,
}

/// Cut a link
#[utoipa::path(delete, path = "/api/v1/memories/{id}/links", tag = "memories", params(("id" = String, Path, description = "The memory"), Unlinking),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn unlink(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Params(which): Params<Unlinking>,
) -> Result<Response, Problem> {
    let relation = word("relation", which.relation.as_deref())?;
    let written = caller.change(move |engine, space| engine.unlink(space, &id, &which.to, relation)).await?;
    Ok(told(&caller.app, written))
}

/// Where to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sharing {
    /// The name or id of a shared space.
    space: String,
}

/// Copy a memory to a shared space
#[utoipa::path(post, path = "/api/v1/memories/{id}/share", tag = "memories", request_body = Sharing, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn share(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(sharing): Body<Sharing>,
) -> Result<Response, Problem> {
    let user = caller.user.clone();
    let written = caller
        .change(move |engine, space| {
            let to = engine.enter(&user, &sharing.space)?.as_narrow_as(space);
            engine.share(space, &id, &to)
        })
        .await?;
    Ok(told(&caller.app, written))
}

/// From where.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Unsharing {
    /// The name or id of the shared space.
    from: String,
}

/// Withdraw a copy from a shared space
#[utoipa::path(delete, path = "/api/v1/memories/{id}/share", tag = "memories", params(("id" = String, Path, description = "The memory"), Unsharing),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn unshare(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Params(unsharing): Params<Unsharing>,
) -> Result<Response, Problem> {
    let user = caller.user.clone();
    let written = caller
        .change(move |engine, space| {
            let from = engine.enter(&user, &unsharing.from)?.as_narrow_as(space);
            engine.unshare(space, &id, &from)
        })
        .await?;
    Ok(told(&caller.app, written))
}
