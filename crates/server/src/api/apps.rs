//! `apps`: the applications that act for the person, by the name they write under.

use std::collections::BTreeMap;

use axum::Json;
use cofio_engine::{Item, KeyView, ListFilter};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::{Admin, Caller};
use crate::cursor::Page;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(apps))
}

/// An application.
#[derive(Debug, Default, Serialize)]
pub(crate) struct AppView {
    name: String,
    memories: usize,
    keys: Vec<KeyView>,
}

/// An application.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct AppBody {
    /// What it is called.
    name: String,
    /// How many memories in force it wrote.
    memories: usize,
    /// The keys by which it acts for the caller, with how far each goes. One that was revoked may come in no more.
    keys: Vec<schema::Key>,
}

/// Every application.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct Apps {
    items: Vec<AppBody>,
    /// Always nothing: this list is short.
    next_cursor: Option<String>,
}

/// List the applications that act for the caller
#[utoipa::path(get, path = "/api/v1/apps", tag = "rules",
    responses((status = 200, description = "Every application", body = Apps), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn apps(caller: Caller<Admin>) -> Result<Json<Page<AppView>>, Problem> {
    caller.sees_everything()?;
    let user = caller.user.name.clone();
    let apps = caller
        .ask(move |engine, space| {
            let mut apps: BTreeMap<String, AppView> = BTreeMap::new();
            for item in engine.list(space, &ListFilter::default())?.items {
                if let Item::Memory(view) = item
                    && let Some(name) = view.claim.app.clone()
                {
                    apps.entry(name).or_default().memories += 1;
                }
            }
            for key in engine.keys()?.into_iter().filter(|key| key.user == user) {
                apps.entry(key.name.clone()).or_default().keys.push(key);
            }
            Ok(apps)
        })
        .await?;
    let items = apps.into_iter().map(|(name, app)| AppView { name, ..app }).collect();
    Ok(Json(Page { items, next_cursor: None }))
}
