//! What went wrong, as RFC 9457 has it. The one place that knows status codes.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cofio_domain::ports::StoreError;
use cofio_engine::Error;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A problem, before it is known which request it belongs to. In a box: hardly any request has one.
#[derive(Debug, Clone)]
pub(crate) struct Problem(Box<Trouble>);

/// What there is to say about a problem.
#[derive(Debug, Clone)]
pub(crate) struct Trouble {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
    pub(crate) detail: String,
    /// What to do about it.
    pub(crate) fix: Option<String>,
    pub(crate) candidates: Vec<Meant>,
    pub(crate) errors: Vec<FieldError>,
    /// What is there instead, where something else was expected.
    pub(crate) current: Option<Value>,
    pub(crate) retry_after: Option<u64>,
}

/// A problem as it is written.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemBody {
    /// What sort of problem: the code, as an address.
    #[serde(rename = "type")]
    #[schema(example = "/docs#not_found")]
    pub(crate) kind: String,
    /// The sort of problem in words.
    pub(crate) title: String,
    /// The status of the answer.
    #[schema(example = 404)]
    pub(crate) status: u16,
    /// What happened.
    pub(crate) detail: String,
    /// The place that was asked.
    pub(crate) instance: String,
    /// The sort of problem, for programs.
    #[schema(example = "not_found")]
    pub(crate) code: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fix: Option<String>,
    /// What may have been meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) candidates: Vec<Meant>,
    /// What is wrong with which part of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) errors: Vec<FieldError>,
    /// What is there now, where something else was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(crate) current: Option<Value>,
    /// The request, as it is in the log.
    pub(crate) request_id: String,
}

/// Something that may have been meant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Meant {
    pub(crate) id: String,
    pub(crate) content: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) domain: Option<String>,
}

/// What is wrong with a part of a request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct FieldError {
    /// Which part.
    pub(crate) field: String,
    /// What is wrong with it.
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, title: &'static str, detail: impl Into<String>) -> Self {
        Problem(Box::new(Trouble {
            status,
            code,
            title,
            detail: detail.into(),
            fix: None,
            candidates: Vec::new(),
            errors: Vec::new(),
            current: None,
            retry_after: None,
        }))
    }

    pub(crate) fn fixed_by(mut self, fix: impl Into<String>) -> Problem {
        self.fix = Some(fix.into());
        self
    }

    pub(crate) fn invalid(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "invalid", "the request makes no sense", detail)
    }

    /// A part of the request that makes no sense.
    pub(crate) fn field(field: &str, message: impl Into<String>) -> Problem {
        let message = message.into();
        let mut problem = Problem::invalid(format!("{field}: {message}"));
        problem.errors.push(FieldError { field: field.to_owned(), message });
        problem
    }

    pub(crate) fn not_found(what: &str, text: &str) -> Problem {
        Problem::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "there is no such thing",
            format!("no {what} matches \"{text}\""),
        )
    }

    pub(crate) fn no_such_place() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "no_such_route", "there is no such place", "nothing is served here")
            .fixed_by("see /docs for what there is")
    }

    pub(crate) fn wrong_method() -> Problem {
        let detail = "this place is there, and not for this method";
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", "not this method", detail).fixed_by("see /docs")
    }

    pub(crate) fn unauthenticated(detail: &str) -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", "who is asking?", detail)
            .fixed_by("send `Authorization: Bearer cofio_…`; make a key with: cofio key create NAME")
    }

    pub(crate) fn forbidden(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "forbidden", "you may not do this", detail)
    }

    pub(crate) fn lacks_scope(scope: &str) -> Problem {
        Problem::new(
            StatusCode::FORBIDDEN,
            "missing_scope",
            "the key does not go this far",
            format!("this needs the scope {scope}"),
        )
        .fixed_by(format!("cofio key create NAME --scope {scope}"))
    }

    pub(crate) fn wrong_host() -> Problem {
        let detail = "the Host or Origin of the request is not this server's";
        Problem::new(StatusCode::FORBIDDEN, "wrong_origin", "not from here", detail)
            .fixed_by("use the address that `cofio serve` printed, or name the host with --allow-host")
    }

    pub(crate) fn too_many(retry_after: u64) -> Problem {
        let detail = format!("too many requests; try again in {retry_after} s");
        let mut problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many", "too many requests", detail);
        problem.retry_after = Some(retry_after);
        problem
    }

    pub(crate) fn too_large(most: usize) -> Problem {
        let detail = format!("a request has at most {most} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the request is too large", detail)
    }

    pub(crate) fn not_json(detail: impl Into<String>) -> Problem {
        let title = "only JSON is understood";
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", title, detail)
            .fixed_by("send Content-Type: application/json")
    }

    pub(crate) fn precondition(current: Value) -> Problem {
        let detail = "it has changed since you read it; `current` is what is there now";
        let mut problem =
            Problem::new(StatusCode::PRECONDITION_FAILED, "changed", "it is not what you expected", detail);
        problem.current = Some(current);
        problem.fixed_by("look at `current`, then send the change again with its ETag in If-Match")
    }

    pub(crate) fn key_reused() -> Problem {
        let detail = "this Idempotency-Key was used for another request";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "key_reused", "the key belongs to another request", detail)
            .fixed_by("choose a new key for a new request")
    }

    pub(crate) fn in_flight() -> Problem {
        let detail = "the same request is being carried out";
        let mut problem = Problem::new(StatusCode::CONFLICT, "in_flight", "somebody is at it", detail);
        problem.retry_after = Some(1);
        problem
    }

    pub(crate) fn too_slow(limit: Duration) -> Problem {
        let detail =
            format!("it takes longer than {} s; a write that was begun is finished all the same", limit.as_secs());
        Problem::new(StatusCode::GATEWAY_TIMEOUT, "too_slow", "it takes too long", detail)
            .fixed_by("for a write, look whether it is there before you send it again, or send an Idempotency-Key")
    }

    pub(crate) fn closing() -> Problem {
        let mut problem =
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is closing", "try again soon");
        problem.retry_after = Some(2);
        problem
    }

    /// Something that should not have happened. What exactly is in the log, without words of anybody.
    pub(crate) fn broken(error: &dyn std::fmt::Display) -> Problem {
        tracing::error!("a request broke: {error}");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "something broke here", "it is in the server's log")
            .fixed_by("cofio doctor")
    }

    /// Returns it as it is written.
    pub(crate) fn body(&self, instance: &str, request_id: &str) -> ProblemBody {
        ProblemBody {
            kind: format!("/docs#{}", self.code),
            title: self.title.to_owned(),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            instance: instance.to_owned(),
            code: self.code.to_owned(),
            fix: self.fix.clone(),
            candidates: self.candidates.clone(),
            errors: self.errors.clone(),
            current: self.current.clone(),
            request_id: request_id.to_owned(),
        }
    }

    /// Makes an answer of a body in some shape.
    pub(crate) fn answer(&self, content_type: &'static str, body: Vec<u8>) -> Response {
        let mut response = (self.status, [(header::CONTENT_TYPE, content_type)], body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"cofio\""));
        }
        response
    }
}

impl Deref for Problem {
    type Target = Trouble;

    fn deref(&self) -> &Trouble {
        &self.0
    }
}

impl DerefMut for Problem {
    fn deref_mut(&mut self) -> &mut Trouble {
        &mut self.0
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        let detail = error.to_string();
        match error {
            Error::NotFound { what, text } => Problem::not_found(what, &text),
            Error::Erased { .. } => Problem::new(StatusCode::GONE, "erased", "it was erased", detail),
            Error::Ambiguous { candidates, .. } => {
                let mut problem = Problem::new(StatusCode::CONFLICT, "ambiguous", "several things match", detail)
                    .fixed_by("use the id of one of the candidates");
                problem.candidates = candidates
                    .into_iter()
                    .map(|found| Meant {
                        id: found.id,
                        content: found.content,
                        domain: found.domain.map(|domain| domain.to_string()),
                    })
                    .collect();
                problem
            }
            Error::Conflict { operations, .. } => {
                let mut problem = Problem::new(StatusCode::CONFLICT, "conflict", "something is in the way", detail);
                if !operations.is_empty() {
                    let ids: Vec<String> = operations.iter().map(ToString::to_string).collect();
                    problem.fix = Some(format!("undo first, or with \"cascade\": true: {}", ids.join(", ")));
                }
                problem
            }
            Error::Forbidden(_) => Problem::forbidden(detail),
            Error::Refused(_) => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", "it is not kept", detail),
            Error::DomainOff { domain, .. } => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "domain_off", "the domain is off", detail)
                    .fixed_by(format!("POST /api/v1/domains/{domain}/enable, or: cofio domains enable {domain}"))
            }
            Error::Invalid(_) => Problem::invalid(detail),
            Error::Model(_) => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "model_unavailable", "a model does not answer", detail)
            }
            Error::Store(error) => Problem::from(error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let detail = error.to_string();
        match error {
            StoreError::Stale => {
                let mut problem = Problem::new(StatusCode::CONFLICT, "busy", "others were quicker", detail);
                problem.retry_after = Some(1);
                problem
            }
            StoreError::Damaged { .. } | StoreError::Unreadable { .. } => {
                tracing::error!("a record is damaged: {detail}");
                let title = "a record is damaged and is not shown";
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", title, detail).fixed_by("cofio doctor")
            }
            StoreError::Full => Problem::new(StatusCode::INSUFFICIENT_STORAGE, "disk_full", "the disk is full", detail)
                .fixed_by("make room; nothing was written"),
            StoreError::ReadOnly { .. } => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "read_only", "nothing can be written", detail)
                    .fixed_by("cofio doctor")
            }
            StoreError::Busy { .. } => {
                let mut problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the store is busy", detail);
                problem.retry_after = Some(5);
                problem
            }
            StoreError::TooNew { .. } => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too_new", "the store is newer than this", detail)
                    .fixed_by("install a newer cofio")
            }
            StoreError::Unavailable(_) => {
                tracing::error!("the store is unavailable: {error:?}");
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "the store is unavailable", detail)
                    .fixed_by("cofio doctor")
            }
        }
    }
}

/// The answer carries the problem; which request it belongs to is filled in on the way out.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
