//! The API: a folder or a file a resource. Handlers translate what is asked into a call of the engine, and its answer
//! back.

mod apps;
mod body;
mod briefs;
mod config;
pub(crate) mod context;
mod deck;
mod episodes;
mod jobs;
mod keys;
mod memories;
mod memory_tool;
mod operations;
mod outcomes;
mod recall;
mod retrieve;
mod review;
mod rules;
mod search;
mod sessions;
mod spaces;
mod state;
mod stream;
mod tasks;
mod upkeep;
mod webhooks;
mod when;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) use body::{Body, Params};
pub(crate) use context::{answer_id, observe, told_of};
pub(crate) use memories::{changed, word};
pub(crate) use when::moment;

/// Every route of the API.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(memories::routes())
        .merge(recall::routes())
        .merge(retrieve::routes())
        .merge(search::routes())
        .merge(context::routes())
        .merge(memory_tool::routes())
        .merge(sessions::routes())
        .merge(episodes::routes())
        .merge(briefs::routes())
        .merge(tasks::routes())
        .merge(outcomes::routes())
        .merge(review::routes())
        .merge(deck::routes())
        .merge(operations::routes())
        .merge(upkeep::routes())
        .merge(rules::routes())
        .merge(apps::routes())
        .merge(config::routes())
        .merge(spaces::routes())
        .merge(jobs::routes())
        .merge(keys::routes())
        .merge(state::routes())
        .merge(stream::routes())
        .merge(webhooks::routes())
}
