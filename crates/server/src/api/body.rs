//! What comes with a request, read strictly: a word that is not known is said to be wrong.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::limits::is_shallow;
use crate::problem::Problem;

/// A body of JSON. None at all is read as `{}`.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).map(str::to_owned);
        let bytes = Bytes::from_request(request, app).await.map_err(|_| Problem::too_large(app.limits.body))?;
        if bytes.is_empty() {
            return read(b"{}").map(Body);
        }
        // Forms and plain text are what another site's page can make a browser send.
        let is_json = kind.as_deref().is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default().trim();
            kind.eq_ignore_ascii_case("application/json") || kind.ends_with("+json")
        });
        if !is_json {
            return Err(Problem::not_json("the body is not said to be JSON"));
        }
        if !is_shallow(&bytes, app.limits.depth) {
            return Err(Problem::invalid(format!("the JSON is nested deeper than {}", app.limits.depth)));
        }
        read(&bytes).map(Body)
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| Problem::field("body", error.to_string()))
}

/// What stands after the question mark.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let read = Query::<T>::try_from_uri(&parts.uri);
        read.map(|Query(params)| Params(params)).map_err(|error| Problem::field("query", error.body_text()))
    }
}
