//! Doing something once, however often it is sent: a request with an `Idempotency-Key` that was carried out is answered
//! again, not carried out again.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cofio_domain::retry::{Attempt, Begun, Outcome};
use cofio_domain::time::Timestamp;

use crate::app::App;
use crate::auth::Principal;
use crate::gateway;
use crate::problem::Problem;
use crate::request::is_good;

/// The header in which a client puts a key of its own choice.
const HEADER: &str = "idempotency-key";

/// The longest key.
const LONGEST: usize = 255;

/// When a request first came that may have come before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CameAt(pub(crate) Timestamp);

/// Answers a request that was carried out before from what is kept, and keeps what the others come to.
pub(crate) async fn once(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    let key = request.headers().get(HEADER).filter(|_| request.method() == Method::POST).cloned();
    // Whoever answers through the gateway sees to it themselves, and an answer that streams is not kept.
    let key = key.filter(|_| !gateway::speaks(request.uri().path()));
    let (Some(key), Some(principal)) = (key, request.extensions().get::<Principal>().cloned()) else {
        return Ok(next.run(request).await);
    };
    let key = key.to_str().ok().map(str::trim).filter(|key| (1..=LONGEST).contains(&key.len()));
    let key = key.ok_or_else(|| Problem::field("Idempotency-Key", format!("1 to {LONGEST} plain letters")))?.to_owned();
    // Everybody whom an application acts for has keys of their own.
    let named = request.headers().get("x-cofio-user").and_then(|user| user.to_str().ok());
    let key = named.map_or(key.clone(), |user| format!("{user}\u{1f}{key}"));
    let (parts, body) = request.into_parts();
    let body = read_all(body, app.limits.body).await?;
    let attempt = Attempt {
        user: principal.user.id,
        key: key.clone(),
        request: hash_of(&parts, &body),
        process: app.process,
        at: app.engine.now(),
    };
    let engine = app.engine.clone();
    let came_at = attempt.at;
    let came_at = match app.threads.run(move || engine.begin_once(attempt)).await? {
        Begun::Fresh => came_at,
        // What it had done before its process was killed is known by its time.
        Begun::Again(first) => first,
        Begun::InFlight => return Err(Problem::in_flight()),
        Begun::Other => return Err(Problem::key_reused()),
        Begun::Done(outcome) => return Ok(answered_before(outcome)),
    };
    let mut request = Request::from_parts(parts, Body::from(body));
    request.extensions_mut().insert(CameAt(came_at));
    let response = next.run(request).await;
    keep(&app, &principal, key, response).await
}

/// Keeps what a request came to. What failed may be tried again under the same key.
async fn keep(app: &App, principal: &Principal, key: String, response: Response) -> Result<Response, Problem> {
    let (engine, user) = (app.engine.clone(), principal.user.id);
    if !is_good(response.status()) {
        app.threads.run(move || engine.abandon_once(user, &key)).await?;
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let body = read_all(body, usize::MAX).await?;
    let outcome = Outcome { status: parts.status.as_u16(), answer: Some(body.to_vec()) };
    // It was carried out: whether that could be noted does not change the answer.
    if let Err(problem) = app.threads.run(move || engine.finish_once(user, &key, outcome)).await {
        tracing::warn!("what a request came to is not kept: {}", problem.detail);
    }
    Ok(Response::from_parts(parts, Body::from(body)))
}

fn answered_before(outcome: Outcome) -> Response {
    let status = StatusCode::from_u16(outcome.status).unwrap_or(StatusCode::OK);
    let gone = || br#"{"message":"this was done; the answer is not kept any more"}"#.to_vec();
    let body = outcome.answer.unwrap_or_else(gone);
    let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    response
}

pub(crate) async fn read_all(body: Body, most: usize) -> Result<Bytes, Problem> {
    axum::body::to_bytes(body, most).await.map_err(|_| Problem::too_large(most))
}

/// Two requests are the same where everything is that they could differ by.
fn hash_of(parts: &axum::http::request::Parts, body: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let named = |name: &str| parts.headers.get(name).map_or(&b""[..], |value| value.as_bytes());
    let path = parts.uri.path_and_query().map_or("", |path| path.as_str());
    for part in [path.as_bytes(), named("x-cofio-space"), named("x-cofio-user"), body] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}
