//! `episodes`: what conversations came to.

use axum::Json;
use axum::extract::Path;
use cofio_engine::EpisodeView;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Params;
use crate::app::App;
use crate::caller::{Caller, Read};
use crate::cursor::{self, Order, Page};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show))
}

/// Which episodes are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Of this session, by name.
    session: Option<String>,
    limit: Option<usize>,
    cursor: Option<String>,
}

/// List what conversations came to, the last one first
///
/// Without what rests on something forgotten, hidden or said otherwise since.
#[utoipa::path(get, path = "/api/v1/episodes", tag = "sessions", params(Asked),
    responses((status = 200, description = "A part of the list", body = schema::Episodes), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(
    caller: Caller<Read>,
    Params(asked): Params<Asked>,
) -> Result<Json<Page<EpisodeView>>, Problem> {
    caller.sees_everything()?;
    let most = cursor::limit(asked.limit)?;
    let mut all = caller.ask(cofio_engine::Engine::episodes).await?;
    all.retain(|episode| asked.session.as_ref().is_none_or(|session| episode.session == *session));
    let place = |view: &EpisodeView| format!("{:020} {}", view.ended_at.as_micros(), view.id);
    all.sort_by_key(|view| std::cmp::Reverse(place(view)));
    cursor::page(&caller.space, all, asked.cursor.as_deref(), most, Order::Falling, place).map(Json)
}

/// Show an episode
#[utoipa::path(get, path = "/api/v1/episodes/{id}", tag = "sessions", params(("id" = String, Path, description = "The episode")),
    responses((status = 200, description = "The episode", body = schema::Episode), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<EpisodeView>, Problem> {
    caller.sees_everything()?;
    Ok(Json(caller.ask(move |engine, space| engine.episode(space, &id)).await?))
}
