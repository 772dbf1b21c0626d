//! Other dialects, over the same memory: what clients that were written for something else send, and expect.

mod chat;
mod mem0;
mod theo;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::gateway;
use crate::problem::Problem;

/// Every route of every dialect.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(mem0::routes()).merge(theo::routes()).merge(chat::routes())
}

/// Whether a route is one that clients of another service call, with whatever key they had there.
pub(crate) fn takes_foreign_keys(route: &str) -> bool {
    mem0::speaks(route)
}

/// Lets a problem be told in the shape of the dialect it was met in.
pub(crate) async fn in_its_own_shape(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let mut response = next.run(request).await;
    let Some(route) = route else { return response };
    let told: fn(&str, &Problem) -> Response = match route.as_str() {
        route if mem0::speaks(route) => |_, problem| mem0::told(problem),
        route if gateway::speaks(route) => gateway::told,
        _ => return response,
    };
    match response.extensions_mut().remove::<Problem>() {
        Some(problem) => told(&route, &problem),
        None => response,
    }
}
