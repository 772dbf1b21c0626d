//! Several memories at once, and what people say about one.

use axum::Json;
use cofio_domain::axes::Status;
use cofio_domain::policy::decay::Outcome;
use cofio_engine::Settings;
use serde::Deserialize;
use utoipa::ToSchema;

use super::doing::{delete_one, holding, update_one};
use super::shapes::{Detail, Done, Update};
use crate::api::Body;
use crate::caller::{Caller, Forget, Write};
use crate::problem::Problem;

/// The most memories of one request.
const MOST: usize = 1_000;

/// Several changes.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Updates {
    memories: Vec<OneUpdate>,
}

/// A change of one of them.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct OneUpdate {
    memory_id: String,
    #[serde(flatten)]
    update: Update,
}

/// Update several memories
#[utoipa::path(put, path = "/v1/batch/", tag = "mem0", request_body = Updates,
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn update(mut caller: Caller<Write>, Body(updates): Body<Updates>) -> Result<Json<Done>, Problem> {
    must_be_few(updates.memories.len())?;
    // All of them or none: who is told that it failed sends everything again.
    for OneUpdate { memory_id, update } in updates.memories.clone() {
        caller = holding(caller, &memory_id).await?;
        let tried = caller.ask(move |engine, space| {
            let trying = engine.set_up(Settings { dry_run: true, ..engine.settings().clone() });
            update_one(&trying, space, &memory_id, update)
        });
        tried.await?;
    }
    for OneUpdate { memory_id, update } in updates.memories {
        caller = holding(caller, &memory_id).await?;
        caller.change(move |engine, space| update_one(engine, space, &memory_id, update)).await?;
    }
    Ok(Json(Done { message: "Memories updated successfully!" }))
}

/// Several memories.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Several {
    memories: Vec<One>,
}

/// One of them.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct One {
    memory_id: String,
}

/// Delete several memories
#[utoipa::path(delete, path = "/v1/batch/", tag = "mem0", request_body = Several,
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete(mut caller: Caller<Forget>, Body(several): Body<Several>) -> Result<Json<Done>, Problem> {
    must_be_few(several.memories.len())?;
    let mut left = Vec::new();
    for One { memory_id } in several.memories {
        caller = holding(caller, &memory_id).await?;
        let which = memory_id.clone();
        let status = caller.ask(move |engine, space| Ok(engine.show(space, &which)?.memory.status)).await?;
        // What is gone already is done; sent again, the rest is.
        if !matches!(status, Status::Forgotten | Status::Trashed) {
            left.push(memory_id);
        }
    }
    for memory_id in left {
        caller = holding(caller, &memory_id).await?;
        caller.change(move |engine, space| delete_one(engine, space, &memory_id)).await?;
    }
    Ok(Json(Done { message: "Memories deleted successfully!" }))
}

fn must_be_few(count: usize) -> Result<(), Problem> {
    if (1..=MOST).contains(&count) {
        return Ok(());
    }
    Err(Problem::field("memories", format!("1 to {MOST} at once")))
}

/// What somebody says about a memory.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"memory_id": "mem_01KA4XZ3W8E5T9V2QH6N7Q4KRD", "feedback": "POSITIVE"}))]
pub(crate) struct Feedback {
    memory_id: String,
    /// `POSITIVE`, `NEGATIVE` or `VERY_NEGATIVE`; nothing takes nothing in.
    feedback: Option<String>,
}

/// Say whether a memory was right
#[utoipa::path(post, path = "/v1/feedback/", tag = "mem0", request_body = Feedback,
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn feedback(caller: Caller<Write>, Body(said): Body<Feedback>) -> Result<Json<Done>, Problem> {
    let outcome = match said.feedback.as_deref() {
        Some("POSITIVE") => Some(Outcome::Confirmed),
        Some("NEGATIVE" | "VERY_NEGATIVE") => Some(Outcome::Contradicted),
        None => None,
        Some(_) => return Err(Problem::field("feedback", "POSITIVE, NEGATIVE or VERY_NEGATIVE")),
    };
    let caller = holding(caller, &said.memory_id).await?;
    caller
        .change(move |engine, space| match outcome {
            Some(outcome) => engine.record_outcome(space, &[&said.memory_id], outcome).map(drop),
            None => engine.show(space, &said.memory_id).map(drop),
        })
        .await?;
    Ok(Json(Done { message: "Feedback submitted successfully!" }))
}
