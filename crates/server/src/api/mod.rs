//! The API: a folder or a file a resource. Handlers translate what is asked into a call of the engine, and its answer
//! back.

mod body;
pub(crate) mod context;
mod jobs;
mod keys;
mod memories;
mod memory_tool;
mod operations;
mod recall;
mod review;
mod rules;
mod sessions;
mod spaces;
mod state;
mod stream;
mod when;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) use body::{Body, Params};
pub(crate) use memories::word;
pub(crate) use when::moment;

/// Every route of the API.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(memories::routes())
        .merge(recall::routes())
        .merge(context::routes())
        .merge(memory_tool::routes())
        .merge(sessions::routes())
        .merge(review::routes())
        .merge(operations::routes())
        .merge(rules::routes())
        .merge(spaces::routes())
        .merge(jobs::routes())
        .merge(keys::routes())
        .merge(state::routes())
        .merge(stream::routes())
}
