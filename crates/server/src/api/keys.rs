//! Keys and users, for the owner of the server; and who one is, for everybody.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cofio_domain::domains::DomainName;
use cofio_domain::key::Scope;
use cofio_engine::{KeyView, NewKey, UserView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::word;
use crate::api::rules::must_be_owner;
use crate::app::App;
use crate::auth::Via;
use crate::caller::{Admin, Caller, Read};
use crate::cursor::Page;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(whoami))
        .routes(routes!(keys, create))
        .routes(routes!(revoke))
        .routes(routes!(users))
        .routes(routes!(browser_link))
}

/// Who is asking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Whoami {
    user: String,
    user_id: String,
    space: String,
    #[schema(example = "owner")]
    role: String,
    scopes: Vec<&'static str>,
    /// Nothing is all of them.
    domains: Option<Vec<String>>,
    app: Option<String>,
    may_impersonate: bool,
    /// How they came in: `key`, `browser`, `local` or `this_machine`.
    #[schema(example = "key")]
    via: &'static str,
}

/// Say who is asking, and how far they may go
#[utoipa::path(get, path = "/api/v1/whoami", tag = "server",
    responses((status = 200, description = "Who", body = Whoami), (status = "4XX", description = "Nobody", body = ProblemBody)))]
pub(crate) async fn whoami(caller: Caller<Read>) -> Json<Whoami> {
    Json(Whoami {
        user: caller.user.name.clone(),
        user_id: caller.user.id.to_string(),
        space: caller.space.id().to_string(),
        role: caller.space.role().to_string(),
        scopes: caller.principal.scopes.iter().map(|scope| scope.word()).collect(),
        domains: caller.space.domains().map(|domains| domains.iter().map(ToString::to_string).collect()),
        app: caller.principal.app.clone(),
        may_impersonate: caller.principal.may_impersonate,
        via: caller.principal.via.word(),
    })
}

/// List keys
#[utoipa::path(get, path = "/api/v1/keys", tag = "server",
    responses((status = 200, description = "Every key", body = schema::Keys), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn keys(caller: Caller<Admin>) -> Result<Json<Page<KeyView>>, Problem> {
    must_be_owner(&caller)?;
    Ok(Json(Page { items: caller.ask(|engine, _| engine.keys()).await?, next_cursor: None }))
}

/// A key to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my assistant", "scopes": ["memory:read", "memory:write"]}))]
pub(crate) struct Making {
    /// The application it is for.
    name: String,
    /// Whom it acts for; the caller, unless said otherwise.
    user: Option<String>,
    /// `memory:read`, `memory:write`, `memory:forget`, `session:write`, `admin`; all but `admin` unless said otherwise.
    scopes: Option<Vec<String>>,
    /// The only domains it may see and fill.
    domains: Option<Vec<String>>,
    /// Whether it may act for whoever it names.
    #[serde(default)]
    may_impersonate: bool,
}

/// A key that was made.
#[derive(Debug, Serialize)]
pub(crate) struct Made {
    #[serde(flatten)]
    key: KeyView,
    secret: String,
}

/// A key that was made.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct MadeBody {
    #[serde(flatten)]
    key: schema::Key,
    /// Shown once and kept nowhere.
    secret: String,
}

/// Make a key
#[utoipa::path(post, path = "/api/v1/keys", tag = "server", request_body = Making,
    responses((status = 201, description = "The key, with its secret", body = MadeBody), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn create(caller: Caller<Admin>, Body(making): Body<Making>) -> Result<Response, Problem> {
    must_be_owner(&caller)?;
    let scopes: BTreeSet<Scope> = match making.scopes {
        None => Scope::ALL.iter().copied().filter(|scope| *scope != Scope::Admin).collect(),
        Some(words) => words
            .iter()
            .map(|text| word::<Scope>("scopes", Some(text)))
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?,
    };
    let domains = making.domains.map(|names| {
        names.iter().map(|name| word::<DomainName>("domains", Some(name))).filter_map(Result::transpose).collect()
    });
    let new =
        NewKey { name: making.name, scopes, domains: domains.transpose()?, may_impersonate: making.may_impersonate };
    let (owner, named) = (caller.user.clone(), making.user);
    let (key, secret) = caller
        .ask(move |engine, _| {
            let user = named.map_or(Ok(owner), |name| engine.known_user(&name))?;
            engine.create_key(&user, new)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(Made { key, secret })).into_response())
}

/// Revoke a key
#[utoipa::path(delete, path = "/api/v1/keys/{id}", tag = "server", params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "The key as it is now", body = schema::Key), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn revoke(caller: Caller<Admin>, Path(id): Path<String>) -> Result<Json<KeyView>, Problem> {
    must_be_owner(&caller)?;
    Ok(Json(caller.ask(move |engine, _| engine.revoke_key(&id)).await?))
}

/// List users
#[utoipa::path(get, path = "/api/v1/users", tag = "server",
    responses((status = 200, description = "Everybody", body = schema::Users), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn users(caller: Caller<Admin>) -> Result<Json<Page<UserView>>, Problem> {
    must_be_owner(&caller)?;
    Ok(Json(Page { items: caller.ask(|engine, _| engine.users()).await?, next_cursor: None }))
}

/// A link that lets a browser in, once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BrowserLink {
    /// What to put after the address of the server.
    #[schema(example = "/?t=5f0c…")]
    path: String,
}

/// Make a link that lets a browser in, once
#[utoipa::path(post, path = "/api/v1/browser-links", tag = "server",
    responses((status = 201, description = "The link", body = BrowserLink), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn browser_link(caller: Caller<Admin>) -> Result<Response, Problem> {
    must_be_owner(&caller)?;
    if matches!(caller.principal.via, Via::Key(_)) {
        return Err(Problem::forbidden("a key opens no browser: cofio open"));
    }
    let path = format!("/?t={}", caller.app.browser_token());
    Ok((StatusCode::CREATED, Json(BrowserLink { path })).into_response())
}
