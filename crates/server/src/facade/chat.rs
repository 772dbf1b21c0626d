//! A chat's own routes: closing a thread, and what is remembered, for a page that shows it.

use axum::Json;
use axum::extract::Path;
use cofio_domain::aliases::category;
use cofio_domain::axes::Status;
use cofio_engine::{Item, ListFilter, ListStatus, MemoryView, SessionChanged};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::{Caller, Read, Talk};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(close)).routes(routes!(preferences))
}

/// Close a thread: learn from what was said since the last time
///
/// Sent by a page that is left, too, so it takes no body.
#[utoipa::path(post, path = "/api/chat/threads/{id}/close", tag = "theo", params(("id" = String, Path, description = "The session")),
    responses((status = 200, description = "What was learned", body = schema::SessionChanged), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn close(caller: Caller<Talk>, Path(id): Path<String>) -> Result<Json<SessionChanged>, Problem> {
    Ok(Json(caller.change(move |engine, space| engine.close_session(space, &id)).await?))
}

/// What is remembered, for a page that shows it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Preferences {
    active: Vec<Preference>,
    #[serde(rename = "recentlyForgotten")]
    recently_forgotten: Vec<Preference>,
}

/// Something that is remembered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Preference {
    id: String,
    /// `profile`, `finance_context`, `response_style` or `fact`.
    #[schema(example = "fact")]
    category: String,
    content: String,
    detail: Option<String>,
    source: String,
    confidence: f64,
    created_at: String,
    last_confirmed_at: Option<String>,
}

/// Show what is remembered and what was forgotten lately
#[utoipa::path(get, path = "/api/memory/preferences", tag = "theo",
    responses((status = 200, description = "Both", body = Preferences), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn preferences(caller: Caller<Read>) -> Result<Json<Preferences>, Problem> {
    let told = caller
        .ask(|engine, space| {
            let of = |status| -> Result<Vec<Preference>, cofio_engine::Error> {
                let listed = engine.list(space, &ListFilter { status, ..ListFilter::default() })?.items;
                Ok(listed.into_iter().filter_map(preference).collect())
            };
            Ok(Preferences {
                active: of(ListStatus::InForce)?,
                recently_forgotten: of(ListStatus::Is(Status::Forgotten))?,
            })
        })
        .await?;
    Ok(Json(told))
}

fn preference(item: Item) -> Option<Preference> {
    let Item::Memory(view) = item else { return None };
    let MemoryView { id, claim, recorded_at, last_confirmed_at, .. } = *view;
    Some(Preference {
        id: id.to_string(),
        category: category(claim.kind, &claim.domain).to_owned(),
        content: claim.content,
        detail: claim.body,
        source: claim.source.to_string(),
        confidence: claim.confidence,
        created_at: recorded_at.to_string(),
        last_confirmed_at: last_confirmed_at.map(|at| at.to_string()),
    })
}
