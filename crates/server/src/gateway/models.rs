//! `/v1/models`: which models there are, of all upstreams together.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use cofio_gateway::{Protocol, Upstream};
use serde_json::{Value, json};

use super::Gateway;
use super::pass;
use super::relay::{Coming, ErrorBody};
use crate::app::App;
use crate::problem::Problem;

/// How long an upstream may take to say which models it has, where others are asked as well.
const PATIENCE: Duration = Duration::from_secs(5);

/// List models
///
/// Those of every upstream, and the built-in embedder. With `anthropic-version`, those of an upstream that speaks messages,
/// as it lists them.
#[utoipa::path(get, path = "/v1/models", tag = "gateway",
    responses((status = 200, description = "A list", body = Object),
              (status = "4XX", description = "Not listed", body = ErrorBody), (status = "5XX", description = "Not listed", body = ErrorBody)))]
pub(crate) async fn list(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let coming = Coming::of(&app, request).await?;
    let gateway = app.gateway();
    if coming.headers.contains_key("anthropic-version") {
        let speaks = |upstream: &&Upstream| upstream.protocols.contains(&Protocol::Messages);
        if let Some(upstream) = gateway.upstreams.all().iter().find(speaks) {
            return asked(upstream, &format!("models{}", coming.query), &coming).await;
        }
    }
    let mut models = Vec::new();
    let mut missing = Vec::new();
    for upstream in gateway.upstreams.all() {
        match tokio::time::timeout(PATIENCE, listed(upstream, &coming)).await.ok().flatten() {
            Some(mut found) => models.append(&mut found),
            None => missing.push(upstream.name.as_str()),
        }
    }
    models.extend(built_in(gateway));
    // Two may have the same one; whoever is asked first answers for it.
    let mut known = BTreeSet::new();
    models.retain(|model| known.insert(model["id"].to_string()));
    let mut response = Json(json!({"object": "list", "data": models})).into_response();
    if !missing.is_empty()
        && let Ok(value) = HeaderValue::from_str(&format!("models of {}", missing.join(", ")))
    {
        response.headers_mut().insert(HeaderName::from_static("x-cofio-degraded"), value);
    }
    Ok(response)
}

/// Show a model
#[utoipa::path(get, path = "/v1/models/{model}", tag = "gateway", params(("model" = String, Path, description = "Its name")),
    responses((status = 200, description = "The model", body = Object),
              (status = "4XX", description = "Not shown", body = ErrorBody), (status = "5XX", description = "Not shown", body = ErrorBody)))]
pub(crate) async fn show(
    State(app): State<App>,
    Path(model): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let coming = Coming::of(&app, request).await?;
    let gateway = app.gateway();
    if let Some(known) = built_in(gateway).filter(|known| known["id"] == model.as_str()) {
        return Ok(Json(known).into_response());
    }
    let protocols = if coming.headers.contains_key("anthropic-version") {
        [Protocol::Messages; 2]
    } else {
        [Protocol::Chat, Protocol::Responses]
    };
    let mut found = gateway.upstreams.of(Some(&model), protocols[0]);
    if found.is_err() {
        found = gateway.upstreams.of(Some(&model), protocols[1]);
    }
    asked(found?, &format!("models/{model}"), &coming).await
}

/// Asks one upstream, and passes on what it says.
async fn asked(upstream: &Upstream, path: &str, coming: &Coming) -> Result<Response, Problem> {
    let answer = upstream.ask(Method::GET, path, &coming.headers, Bytes::new()).await?;
    let (status, headers) = (answer.status, answer.headers.clone());
    let mut response = Response::new(pass::unread(answer));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

async fn listed(upstream: &Upstream, coming: &Coming) -> Option<Vec<Value>> {
    let mut answer = upstream.ask(Method::GET, "models", &coming.headers, Bytes::new()).await.ok()?;
    if !answer.status.is_success() {
        return None;
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.ok()? {
        bytes.extend_from_slice(&chunk);
    }
    let body: Value = serde_json::from_slice(&bytes).ok()?;
    body["data"].as_array().cloned()
}

/// The embedder that is part of the program, as a model.
fn built_in(gateway: &Gateway) -> Option<Value> {
    let embedder = gateway.embedder.as_ref()?;
    Some(json!({"id": embedder.model().as_str(), "object": "model", "created": 0, "owned_by": "cofio"}))
}
