//! What may be kept, and where it belongs: domains and projects.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use cofio_domain::domains::{DomainName, Sensitivity};
use cofio_engine::{DomainView, Existing, NewDomain, ProjectView};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::{told, word};
use crate::app::App;
use crate::caller::{Admin, Caller, Read, Write};
use crate::cursor::Page;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(domains, define))
        .routes(routes!(enable))
        .routes(routes!(disable))
        .routes(routes!(projects, add_project))
        .routes(routes!(change_project))
}

/// List domains: what may be kept about each area of life
#[utoipa::path(get, path = "/api/v1/domains", tag = "rules",
    responses((status = 200, description = "Every domain", body = schema::Domains), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn domains(caller: Caller<Read>) -> Result<Json<Page<DomainView>>, Problem> {
    let mut items = caller.ask(cofio_engine::Engine::domains).await?;
    items.retain(|domain| caller.space.may_touch(&domain.name));
    Ok(Json(Page { items, next_cursor: None }))
}

/// A domain to be added, or changed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "trading", "sensitivity": "careful"}))]
pub(crate) struct Defining {
    name: String,
    display_name: Option<String>,
    /// `none`, `careful` or `high`.
    sensitivity: Option<String>,
    opt_in: Option<bool>,
    auto_promote: Option<bool>,
    default_expiry_days: Option<u32>,
    #[serde(default)]
    keywords: Vec<String>,
}

fn domain_name(text: &str) -> Result<DomainName, Problem> {
    text.parse().map_err(|error: cofio_domain::domains::InvalidDomainName| Problem::field("name", error.to_string()))
}

/// Add a domain, or change one
#[utoipa::path(post, path = "/api/v1/domains", tag = "rules", request_body = Defining,
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn define(caller: Caller<Admin>, Body(new): Body<Defining>) -> Result<Response, Problem> {
    caller.sees_everything()?;
    let new = NewDomain {
        name: domain_name(&new.name)?,
        display_name: new.display_name,
        sensitivity: word("sensitivity", new.sensitivity.as_deref())?.unwrap_or(Sensitivity::None),
        opt_in: new.opt_in,
        auto_promote: new.auto_promote,
        default_expiry_days: new.default_expiry_days,
        keywords: new.keywords,
    };
    let written = caller.change(move |engine, space| engine.define_domain(space, &new)).await?;
    Ok(told(&caller.app, written))
}

/// Turn a domain on
#[utoipa::path(post, path = "/api/v1/domains/{name}/enable", tag = "rules", params(("name" = String, Path, description = "The domain")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn enable(caller: Caller<Admin>, Path(name): Path<String>) -> Result<Response, Problem> {
    caller.sees_everything()?;
    let name = domain_name(&name)?;
    let written = caller.change(move |engine, space| engine.enable_domain(space, &name)).await?;
    Ok(told(&caller.app, written))
}

/// What becomes of what is there.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Disabling {
    /// `hide` unless said otherwise; `forget` or `erase`.
    existing: Option<String>,
}

/// Turn a domain off
#[utoipa::path(post, path = "/api/v1/domains/{name}/disable", tag = "rules", request_body = Disabling, params(("name" = String, Path, description = "The domain")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn disable(
    caller: Caller<Admin>,
    Path(name): Path<String>,
    Body(disabling): Body<Disabling>,
) -> Result<Response, Problem> {
    caller.sees_everything()?;
    let name = domain_name(&name)?;
    let existing = word("existing", disabling.existing.as_deref())?.unwrap_or(Existing::Hide);
    let written = caller.change(move |engine, space| engine.disable_domain(space, &name, existing)).await?;
    Ok(told(&caller.app, written))
}

/// List projects
#[utoipa::path(get, path = "/api/v1/projects", tag = "rules",
    responses((status = 200, description = "Every project", body = schema::Projects), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn projects(caller: Caller<Read>) -> Result<Json<Page<ProjectView>>, Problem> {
    Ok(Json(Page { items: caller.ask(cofio_engine::Engine::projects).await?, next_cursor: None }))
}

/// A project.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewProject {
    name: String,
}

/// Add a project
#[utoipa::path(post, path = "/api/v1/projects", tag = "rules", request_body = NewProject,
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn add_project(caller: Caller<Write>, Body(new): Body<NewProject>) -> Result<Response, Problem> {
    let written = caller.change(move |engine, space| engine.add_project(space, &new.name)).await?;
    Ok(told(&caller.app, written))
}

/// What to change about a project: one of the two.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ChangedProject {
    /// A new name.
    name: Option<String>,
    /// Whether it is put away.
    archived: Option<bool>,
}

/// Rename a project, put it away, or take it up again
#[utoipa::path(patch, path = "/api/v1/projects/{name}", tag = "rules", request_body = ChangedProject, params(("name" = String, Path, description = "Its name or id")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn change_project(
    caller: Caller<Write>,
    Path(name): Path<String>,
    Body(change): Body<ChangedProject>,
) -> Result<Response, Problem> {
    let written = caller
        .change(move |engine, space| match (change.name, change.archived) {
            (Some(new), None) => engine.rename_project(space, &name, &new),
            (None, Some(archived)) => engine.archive_project(space, &name, archived),
            _ => Err(cofio_engine::Error::Invalid("say either a new name or whether it is put away".into())),
        })
        .await?;
    Ok(told(&caller.app, written))
}

/// Fails unless the one whose machine this is asks.
pub(crate) fn must_be_owner(caller: &Caller<Admin>) -> Result<(), Problem> {
    caller.sees_everything()?;
    if caller.user.id == caller.app.owner.id {
        return Ok(());
    }
    Err(Problem::forbidden("only the owner of this server may do that"))
}
