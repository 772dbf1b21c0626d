//! `spaces`: who sees what.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cofio_domain::space::Role;
use cofio_engine::SpaceView;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::{told, word};
use crate::app::App;
use crate::caller::{Admin, Caller, Read};
use crate::cursor::Page;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, change))
        .routes(routes!(set_member, remove_member))
}

/// List the spaces the caller may enter
#[utoipa::path(get, path = "/api/v1/spaces", tag = "spaces",
    responses((status = 200, description = "Every one of them", body = schema::Spaces), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(caller: Caller<Read>) -> Result<Json<Page<SpaceView>>, Problem> {
    let user = caller.user.clone();
    Ok(Json(Page { items: caller.ask(move |engine, _| engine.spaces(&user)).await?, next_cursor: None }))
}

/// Show a space
#[utoipa::path(get, path = "/api/v1/spaces/{id}", tag = "spaces", params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "The space", body = schema::Space), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<SpaceView>, Problem> {
    let user = caller.user.clone();
    let which = id.clone();
    let (entered, spaces) =
        caller.ask(move |engine, _| Ok((engine.enter(&user, &which)?, engine.spaces(&user)?))).await?;
    let found = spaces.into_iter().find(|space| space.id == entered.id());
    found.map(Json).ok_or_else(|| Problem::not_found("space", &id))
}

/// A space to be shared.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSpace {
    name: String,
}

/// Make a space to share with others
#[utoipa::path(post, path = "/api/v1/spaces", tag = "spaces", request_body = NewSpace,
    responses((status = 201, description = "The space", body = schema::Space), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn create(caller: Caller<Admin>, Body(new): Body<NewSpace>) -> Result<Response, Problem> {
    let user = caller.user.clone();
    let made = caller.change(move |engine, _| engine.create_shared_space(&user, &new.name)).await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// What to change about one's own seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangedSeat {
    /// Whether recall reads it along with one's own.
    recalled: bool,
}

/// Say whether a space is read along with one's own
#[utoipa::path(patch, path = "/api/v1/spaces/{id}", tag = "spaces", request_body = ChangedSeat, params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn change(
    caller: Caller<Admin>,
    Path(id): Path<String>,
    Body(seat): Body<ChangedSeat>,
) -> Result<Response, Problem> {
    let user = caller.user.clone();
    let written = caller
        .change(move |engine, _| {
            let space = engine.enter(&user, &id)?;
            engine.set_recalled(&space, seat.recalled)
        })
        .await?;
    Ok(told(&caller.app, written))
}

/// A seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seat {
    /// `owner`, `editor` or `reader`.
    #[schema(example = "reader")]
    role: String,
}

/// Give a user a seat in a space, or change it
#[utoipa::path(put, path = "/api/v1/spaces/{id}/members/{user}", tag = "spaces", request_body = Seat,
    params(("id" = String, Path, description = "The space"), ("user" = String, Path, description = "The user's name")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn set_member(
    caller: Caller<Admin>,
    Path((id, member)): Path<(String, String)>,
    Body(seat): Body<Seat>,
) -> Result<Response, Problem> {
    let Some(role) = word::<Role>("role", Some(&seat.role))? else { return Err(Problem::field("role", "missing")) };
    let user = caller.user.clone();
    let written = caller
        .change(move |engine, _| {
            let space = engine.enter(&user, &id)?;
            engine.set_member(&space, &engine.known_user(&member)?, role)
        })
        .await?;
    Ok(told(&caller.app, written))
}

/// Take a user's seat away
#[utoipa::path(delete, path = "/api/v1/spaces/{id}/members/{user}", tag = "spaces",
    params(("id" = String, Path, description = "The space"), ("user" = String, Path, description = "The user's name")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn remove_member(
    caller: Caller<Admin>,
    Path((id, member)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let user = caller.user.clone();
    let written = caller
        .change(move |engine, _| {
            let space = engine.enter(&user, &id)?;
            engine.remove_member(&space, &engine.known_user(&member)?)
        })
        .await?;
    Ok(told(&caller.app, written))
}
