//! `POST /memories`: remembering.

use axum::Json;
use axum::response::Response;
use cofio_engine::Action;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{NewMemory, WrittenBody, told};
use crate::api::Body;
use crate::caller::{Caller, Write};
use crate::etag::created;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

/// Remember something
///
/// What became of it is in `event.action`: it may be saved, known already, proposed, kept as a maybe, or refused.
#[utoipa::path(post, path = "/api/v1/memories", tag = "memories", request_body = NewMemory,
    responses((status = 201, description = "A new memory", body = schema::Written),
              (status = 200, description = "No new memory; `event` says why", body = schema::Written),
              (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn remember(caller: Caller<Write>, Body(new): Body<NewMemory>) -> Result<Response, Problem> {
    let written = super::new_memory(&caller, new).await?;
    match (&written.event.memory, written.event.action) {
        (Some(memory), Action::Saved) if !written.dry_run => {
            caller.app.metrics.count("cofio_writes_total", &[("action", "saved")]);
            let location = format!("/api/v1/memories/{}", memory.id);
            Ok(created(&location, WrittenBody::from(written)))
        }
        _ => Ok(told(&caller.app, written)),
    }
}

/// Several things to be remembered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    items: Vec<NewMemory>,
}

/// What became of each, in order.
#[derive(Serialize, ToSchema)]
pub(crate) struct Batched {
    #[schema(value_type = Vec<BatchedItem>)]
    results: Vec<serde_json::Value>,
}

/// What became of one: as for a single one, or a problem.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "a shape")]
pub(crate) enum BatchedItem {
    Written(Box<schema::Written>),
    Problem(Box<ProblemBody>),
}

/// The most that are remembered at once.
const MOST: usize = 100;

/// Remember several things
///
/// Each stands for itself: where one is not taken, the others are.
#[utoipa::path(post, path = "/api/v1/memories:batch", tag = "memories", request_body = Batch,
    responses((status = 200, description = "What became of each", body = Batched),
              (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn remember_many(caller: Caller<Write>, Body(batch): Body<Batch>) -> Result<Json<Batched>, Problem> {
    if batch.items.len() > MOST {
        return Err(Problem::field("items", format!("at most {MOST} at once")));
    }
    let mut results = Vec::with_capacity(batch.items.len());
    for new in batch.items {
        results.push(match super::new_memory(&caller, new).await {
            Ok(written) => {
                caller.app.metrics.count("cofio_writes_total", &[("action", written.event.action.word())]);
                serde_json::to_value(WrittenBody::from(written))
            }
            Err(problem) => serde_json::to_value(problem.body("/api/v1/memories", "")),
        });
    }
    let results: Result<_, _> = results.into_iter().collect();
    Ok(Json(Batched { results: results.map_err(|error| Problem::broken(&error))? }))
}
