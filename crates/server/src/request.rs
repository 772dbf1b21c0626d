//! A request on its way in and out: its id, its line in the log, its counts, and what every answer carries.
//!
//! A line says which route was asked and how it went. It never has an address with a query, a body or a name in it: those
//! are somebody's words.

use std::collections::{BTreeSet, HashMap};
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::FutureExt;

use crate::app::App;
use crate::problem::Problem;
use crate::telemetry::Trace;

/// The header by which a request is known.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What a page of ours may load: what we serve, and nothing else.
const CONTENT_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; script-src 'self'; \
     form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Sees a request through.
pub(crate) async fn attend(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let since = Instant::now();
    let id = id_of(&app, &request);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let instance = request.uri().path().to_owned();
    let trace = Trace::of_request(&method, &route, request.headers());
    request.extensions_mut().insert(trace.clone());
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let mut response = answered
        .unwrap_or_else(|_| axum::response::IntoResponse::into_response(Problem::broken(&"a handler panicked")));
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        let body = serde_json::to_vec(&problem.body(&instance, &id)).unwrap_or_default();
        let headers = std::mem::take(response.headers_mut());
        response = problem.answer("application/problem+json", body);
        for (name, value) in headers {
            if let Some(name) = name.filter(|name| name != header::CONTENT_LENGTH) {
                response.headers_mut().entry(name).or_insert(value);
            }
        }
    }
    let elapsed = since.elapsed();
    app.metrics.answered(&method, &route, response.status(), elapsed);
    trace.answered(response.status(), &id);
    let (status, ms) = (response.status().as_u16(), elapsed.as_secs_f64() * 1_000.0);
    tracing::info!(request_id = %id, %method, route, status, ms, "{method} {route} {status} in {ms:.1} ms");
    finish(&mut response, &id);
    response
}

/// Tells what could not be read of an address as a problem, too. Extractors that are not ours say it in plain text.
pub(crate) async fn tell_rejections(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let is_text =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let is_ours = route.starts_with("/api/") || crate::facade::takes_foreign_keys(&route);
    if response.status() == StatusCode::BAD_REQUEST && is_text && is_ours {
        return axum::response::IntoResponse::into_response(Problem::invalid("the address cannot be read"));
    }
    response
}

/// Turns away what a request says beside its question and nobody here understands: a slip of the pen would otherwise list
/// everything, or delete something in another way than was meant.
pub(crate) async fn refuse_unknown_parameters(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    if let Some(known) = known_parameters().get(&(request.method().to_string(), route.to_owned())) {
        let query = request.uri().query().unwrap_or_default();
        let names = query.split('&').map(|pair| pair.split('=').next().unwrap_or_default());
        let unknown = names.filter(|name| !name.is_empty()).find(|name| !known.contains(*name));
        if let Some(name) = unknown {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let problem = Problem::field("query", format!("there is no `{name}` here: {}", known.join(", ")));
            return axum::response::IntoResponse::into_response(problem);
        }
    }
    next.run(request).await
}

/// What every request of ours may say.
const ALWAYS_KNOWN: [&str; 2] = ["dry_run", "space"];

/// What is described of each route of ours.
fn known_parameters() -> &'static HashMap<(String, String), BTreeSet<String>> {
    static KNOWN: LazyLock<HashMap<(String, String), BTreeSet<String>>> = LazyLock::new(|| {
        let document = serde_json::to_value(crate::router::document()).unwrap_or_default();
        let mut known = HashMap::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten().filter(|_| path.starts_with("/api/v1/")) {
                let all = operation["parameters"].as_array().into_iter().flatten();
                let named = all.filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str());
                let names = named.chain(ALWAYS_KNOWN).map(str::to_owned).collect();
                known.insert((method.to_uppercase(), path.clone()), names);
            }
        }
        known
    });
    &KNOWN
}

/// What every answer carries.
fn finish(response: &mut Response, id: &str) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What somebody remembers stays out of caches that others may read.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
}

/// Takes the id a client gave, if it is one, or makes one.
fn id_of(app: &App, request: &Request) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let given = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let is_plain = |id: &&str| {
        (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    if let Some(id) = given.filter(is_plain) {
        return id.to_owned();
    }
    let mut made = blake3::Hasher::new();
    made.update(&app.process);
    made.update(&COUNT.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    format!("req_{}", &made.finalize().to_hex()[..20])
}

/// Nothing is served there.
pub(crate) async fn no_such_place() -> Problem {
    Problem::no_such_place()
}

/// Something is, and not so.
pub(crate) async fn wrong_method() -> Problem {
    Problem::wrong_method()
}

/// Returns whether a status says that it went well.
pub(crate) fn is_good(status: StatusCode) -> bool {
    status.is_success() || status.is_redirection()
}
