//! mem0's dialect: the routes of its open server and those its platform client calls, with `user_id`, `agent_id` and
//! `run_id`, and `{"results": […]}`.
//!
//! A user id is a user here: a caller that may act for others gives each a space of their own. What an agent, a run or
//! an app wrote carries it as a tag.

mod batch;
mod doing;
mod entities;
mod filters;
mod open;
mod platform;
mod shapes;

use axum::response::Response;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::Problem;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(open::add, open::get_all, open::delete_all))
        .routes(routes!(open::get, open::update, open::delete))
        .routes(routes!(open::history))
        .routes(routes!(open::search))
        .routes(routes!(platform::ping))
        .routes(routes!(platform::add))
        .routes(routes!(platform::search))
        .routes(routes!(platform::list))
        .routes(routes!(platform::delete_all))
        .routes(routes!(platform::get, platform::update, platform::delete))
        .routes(routes!(platform::history))
        .routes(routes!(entities::list))
        .routes(routes!(entities::delete))
        .routes(routes!(batch::update, batch::delete))
        .routes(routes!(batch::feedback))
}

/// Whether a route is spoken in this dialect.
pub(crate) fn speaks(route: &str) -> bool {
    const BEGINNINGS: [&str; 9] = [
        "/memories",
        "/search",
        "/v1/ping/",
        "/v1/memories/",
        "/v1/entities/",
        "/v1/batch/",
        "/v1/feedback/",
        "/v2/entities/",
        "/v3/memories/",
    ];
    BEGINNINGS.iter().any(|begin| route.starts_with(begin))
}

/// A problem as this dialect tells it.
pub(crate) fn told(problem: &Problem) -> Response {
    let fix = problem.fix.as_ref().map_or(String::new(), |fix| format!("; {fix}"));
    let body = json!({"detail": format!("{}{fix}", problem.detail)});
    problem.answer("application/json", body.to_string().into_bytes())
}
