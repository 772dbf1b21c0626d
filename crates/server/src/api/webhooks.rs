//! `webhooks`: having what changes told elsewhere.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cofio_engine::{ActivityView, WebhookView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::app::App;
use crate::caller::{Admin, Caller};
use crate::cursor::{self, Page};
use crate::problem::{Problem, ProblemBody};
use crate::schema;
use crate::webhooks::{checked, shown_secret};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, delete))
        .routes(routes!(resume))
        .routes(routes!(untold))
}

/// A webhook, with the cursor up to which everything was told.
#[derive(Debug, Serialize)]
pub(crate) struct Placed {
    #[serde(flatten)]
    webhook: WebhookView,
    cursor: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// A webhook: never its secret, but for the once when it is made.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct Webhook {
    #[schema(example = "whk_01KA4XZ3W8E5T9V2QH6N7Q4KRD")]
    id: String,
    name: String,
    url: String,
    /// `active`, `retrying`, or `failed`: it was tried for a day and stands still, until it is resumed.
    #[schema(example = "active")]
    state: String,
    created_at: String,
    /// How many changes were told since it was made or resumed.
    delivered: u64,
    /// How often the next one was tried.
    attempts: u32,
    next_at: String,
    /// Why it went wrong the last time.
    error: Option<String>,
    /// Everything up to here was told.
    cursor: String,
    /// What its messages are signed with: shown once.
    secret: Option<String>,
}

/// Every webhook.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct Webhooks {
    items: Vec<Webhook>,
    /// Always nothing: this list is short.
    next_cursor: Option<String>,
}

fn placed(caller: &Caller<Admin>, webhook: WebhookView) -> Placed {
    let cursor = cursor::write(&caller.space, &webhook.place.to_string());
    Placed { webhook, cursor, secret: None }
}

/// List webhooks
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "operations",
    responses((status = 200, description = "Every webhook of the caller", body = Webhooks), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(caller: Caller<Admin>) -> Result<Json<Page<Placed>>, Problem> {
    caller.sees_everything()?;
    let all = caller.ask(cofio_engine::Engine::webhooks).await?;
    Ok(Json(Page { items: all.into_iter().map(|one| placed(&caller, one)).collect(), next_cursor: None }))
}

/// Where what changes is to be told.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://example.org/cofio", "name": "my automation"}))]
pub(crate) struct NewWebhook {
    /// An https address that is in nobody's private network.
    url: String,
    name: Option<String>,
}

/// The longest address.
const LONGEST: usize = 2_000;

/// Have what changes told elsewhere
///
/// Each operation is sent by POST, in order and at least once, signed as the Standard Webhooks have it (`webhook-id`,
/// `webhook-timestamp`, `webhook-signature`). What does not arrive is tried again for a day, with growing pauses.
#[utoipa::path(post, path = "/api/v1/webhooks", tag = "operations", request_body = NewWebhook,
    responses((status = 201, description = "The webhook, with its secret", body = Webhook), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn create(caller: Caller<Admin>, Body(new): Body<NewWebhook>) -> Result<Response, Problem> {
    caller.sees_everything()?;
    if new.url.len() > LONGEST {
        return Err(Problem::field("url", format!("at most {LONGEST} letters")));
    }
    let url = checked(&new.url, caller.app.limits.private_webhooks)
        .map_err(|error| Problem::field("url", error.to_string()))?;
    let name = new.name.unwrap_or_else(|| url.host_str().unwrap_or_default().to_owned());
    if name.trim().is_empty() || name.chars().count() > 100 || name.chars().any(char::is_control) {
        return Err(Problem::field("name", "1 to 100 letters, in one line"));
    }
    let (webhook, secret) =
        caller.change(move |engine, space| engine.create_webhook(space, &name, url.as_str())).await?;
    caller.app.hooks.add(&caller.user.name, &caller.space);
    let made = Placed { secret: Some(shown_secret(&secret)), ..placed(&caller, webhook) };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// Show a webhook
#[utoipa::path(get, path = "/api/v1/webhooks/{id}", tag = "operations", params(("id" = String, Path, description = "The webhook")),
    responses((status = 200, description = "The webhook", body = Webhook), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(caller: Caller<Admin>, Path(id): Path<String>) -> Result<Json<Placed>, Problem> {
    caller.sees_everything()?;
    let webhook = caller.ask(move |engine, space| engine.webhook(space, &id)).await?;
    Ok(Json(placed(&caller, webhook)))
}

/// Take a webhook away
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "operations", params(("id" = String, Path, description = "The webhook")),
    responses((status = 200, description = "The webhook as it was", body = Webhook), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn delete(caller: Caller<Admin>, Path(id): Path<String>) -> Result<Json<Placed>, Problem> {
    caller.sees_everything()?;
    let webhook = caller.change(move |engine, space| engine.delete_webhook(space, &id)).await?;
    Ok(Json(placed(&caller, webhook)))
}

/// From where on.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Resuming {
    /// A cursor of a message that arrived, or of the change feed; `0` is the beginning. Without one, from where it stands.
    from: Option<String>,
}

/// Let a webhook begin again, from where it stands or from an earlier place
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/resume", tag = "operations", request_body = Resuming, params(("id" = String, Path, description = "The webhook")),
    responses((status = 200, description = "The webhook as it is now", body = Webhook), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn resume(
    caller: Caller<Admin>,
    Path(id): Path<String>,
    Body(resuming): Body<Resuming>,
) -> Result<Json<Placed>, Problem> {
    caller.sees_everything()?;
    let from = match resuming.from.as_deref() {
        None => None,
        Some("0") => Some(0),
        Some(text) => {
            let place = cursor::read(&caller.space, text)?.parse().map_err(|_| Problem::not_found("cursor", text))?;
            Some(place)
        }
    };
    let webhook = caller.change(move |engine, space| engine.resume_webhook(space, &id, from)).await?;
    caller.app.hooks.add(&caller.user.name, &caller.space);
    Ok(Json(placed(&caller, webhook)))
}

/// How many of them are shown.
const MANY: usize = 100;

/// Show what a webhook has not told yet, oldest first
#[utoipa::path(get, path = "/api/v1/webhooks/{id}/undelivered", tag = "operations", params(("id" = String, Path, description = "The webhook")),
    responses((status = 200, description = "The first hundred", body = schema::Operations), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn untold(caller: Caller<Admin>, Path(id): Path<String>) -> Result<Json<Page<ActivityView>>, Problem> {
    caller.sees_everything()?;
    let untold = caller.ask(move |engine, space| engine.untold(space, &id, MANY)).await?;
    Ok(Json(Page { items: untold.into_iter().map(|(_, change)| change).collect(), next_cursor: None }))
}
