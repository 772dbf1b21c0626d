//! Answers by their contents: what has not changed is not sent again, and what has changed is not overwritten unseen.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::problem::Problem;

/// Returns the tag of a body.
fn tag_of(body: &[u8]) -> String {
    format!("\"{}\"", &blake3::hash(body).to_hex()[..32])
}

/// Answers with a resource, or that it has not changed.
pub(crate) fn tagged<T: Serialize>(headers: &HeaderMap, resource: &T) -> Result<Response, Problem> {
    let body = serde_json::to_vec(resource).map_err(|error| Problem::broken(&error))?;
    let tag = tag_of(&body);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let mut response = if known.is_some_and(|known| names(known, &tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Returns whether something must be looked at before it is changed.
pub(crate) fn expects(headers: &HeaderMap) -> bool {
    headers.contains_key(header::IF_MATCH)
}

/// Fails where a resource is not what whoever changes it has seen.
pub(crate) fn must_match<T: Serialize>(headers: &HeaderMap, resource: &T) -> Result<(), Problem> {
    let Some(expected) = headers.get(header::IF_MATCH).and_then(|tags| tags.to_str().ok()) else { return Ok(()) };
    let body = serde_json::to_vec(resource).map_err(|error| Problem::broken(&error))?;
    if names(expected, &tag_of(&body)) {
        return Ok(());
    }
    Err(Problem::precondition(serde_json::from_slice(&body).unwrap_or_default()))
}

fn names(list: &str, tag: &str) -> bool {
    list.split(',').map(str::trim).any(|known| known == "*" || known == tag)
}

/// Answers a write: its resource, and where it is.
pub(crate) fn created<T: Serialize>(location: &str, resource: T) -> Response {
    let mut response = (StatusCode::CREATED, Json(resource)).into_response();
    if let Ok(location) = HeaderValue::from_str(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}
