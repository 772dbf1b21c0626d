//! What goes wrong here, in the shape that the client of a protocol expects.

use axum::http::StatusCode;
use axum::response::Response;
use cofio_gateway::{CallError, NoUpstream};
use serde_json::json;

use crate::problem::Problem;

/// Whether a route is one of the gateway's.
pub(crate) fn speaks(route: &str) -> bool {
    const ROUTES: [&str; 4] = ["/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/embeddings"];
    ROUTES.contains(&route) || route == "/v1/models" || route.starts_with("/v1/models/")
}

/// A problem as a client of the route is told of it.
pub(crate) fn told(route: &str, problem: &Problem) -> Response {
    let fix = problem.fix.as_ref().map_or(String::new(), |fix| format!("; {fix}"));
    let message = format!("{}{fix}", problem.detail);
    let body = if route == "/v1/messages" {
        json!({"type": "error", "error": {"type": sort(problem.status), "message": message}})
    } else {
        json!({"error": {"message": message, "type": sort(problem.status), "param": null, "code": problem.code}})
    };
    problem.answer("application/json", body.to_string().into_bytes())
}

fn sort(status: StatusCode) -> &'static str {
    match status.as_u16() {
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        400..500 => "invalid_request_error",
        _ => "api_error",
    }
}

impl From<NoUpstream> for Problem {
    fn from(why: NoUpstream) -> Problem {
        let detail = why.to_string();
        match why {
            NoUpstream::NoneSet => Problem::new(StatusCode::NOT_FOUND, "no_upstream", "there is nobody to ask", detail)
                .fixed_by("cofio config set upstream.NAME.base_url http://localhost:11434/v1, then cofio serve again"),
            NoUpstream::UnknownModel(_) => {
                Problem::new(StatusCode::NOT_FOUND, "model_not_found", "there is no such model", detail)
                    .fixed_by("name it in upstream.NAME.models, or set an upstream without any")
            }
            NoUpstream::SpeaksOtherwise { .. } => {
                Problem::new(StatusCode::BAD_REQUEST, "wrong_protocol", "the upstream speaks otherwise", detail)
                    .fixed_by("use the route it speaks, or add to upstream.NAME.protocols what it does speak")
            }
        }
    }
}

impl From<CallError> for Problem {
    fn from(why: CallError) -> Problem {
        let detail = why.to_string();
        match why {
            CallError::NoneShown(_) => {
                Problem::new(StatusCode::UNAUTHORIZED, "no_upstream_key", "the upstream asks for your key", detail)
            }
            CallError::NotForUs => {
                Problem::new(StatusCode::FORBIDDEN, "subscription_login", "this login is not passed on", detail)
            }
            CallError::NoKey(..) => {
                Problem::new(StatusCode::BAD_GATEWAY, "no_upstream_key", "the upstream's key is missing", detail)
                    .fixed_by("cofio doctor")
            }
            CallError::Unreachable(..) | CallError::Cut(_) => {
                Problem::new(StatusCode::BAD_GATEWAY, "upstream_unreachable", "the upstream does not answer", detail)
                    .fixed_by("cofio doctor")
            }
            CallError::TimedOut(..) => {
                Problem::new(StatusCode::GATEWAY_TIMEOUT, "upstream_silent", "the upstream does not answer", detail)
            }
        }
    }
}
