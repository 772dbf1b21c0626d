//! The names that clients of OpenMemory know, over the same memory and under the same policy.

use cofio_domain::key::Scope;
use cofio_engine::{Draft, Item, ListFilter, RecallQuery};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::recall::asked;
use super::{Done, Hints, ToolSpec, read, remember};
use crate::caller::Caller;
use crate::confirm::Need;
use crate::outcome::{Outcome, Refusal, compact};
use crate::profile::Profile;
use crate::schema;

const OPENMEMORY: &[Profile] = &[Profile::Openmemory];

/// What the lists look like there.
fn results() -> JsonObject {
    schema::written(json!({
        "type": "object",
        "properties": {"results": {"type": "array", "items": {"type": "object", "properties": {
            "id": {"type": "string"}, "memory": {"type": "string"},
        }, "required": ["id", "memory"]}}},
        "required": ["results"],
    }))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Adding {
    /// One fact in one sentence, close to the user's own words.
    text: String,
}

pub(super) const ADD: ToolSpec = ToolSpec {
    name: "add_memories",
    title: "Add memories",
    description: "Call this at once when the user states something durable about themselves, their preferences or their \
                  plans, or asks you to remember something. One fact a call.",
    scope: Scope::Write,
    hints: Hints::Idempotent,
    profiles: OPENMEMORY,
    input: schema::of::<Adding>,
    output: schema::write,
    run: |caller, arguments| Box::pin(add(caller, arguments)),
};

async fn add(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Adding { text } = read(arguments)?;
    let written = remember::keep(&caller, Draft::said(text.clone()), None).await?;
    Ok(Need::of(written, &text))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Searching {
    /// What you want to know, in a sentence.
    query: String,
}

pub(super) const SEARCH: ToolSpec = ToolSpec {
    name: "search_memory",
    title: "Search memory",
    description: "Call this every time the user asks something, before you answer, with what you want to know about them.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: OPENMEMORY,
    input: schema::of::<Searching>,
    output: results,
    run: |caller, arguments| Box::pin(search(caller, arguments)),
};

async fn search(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Searching { query } = read(arguments)?;
    let query = RecallQuery { messages: false, ..RecallQuery::new(asked(&query)?) };
    let found = caller.ask(move |caller| caller.engine.recall(&caller.space, &query)).await?;
    let results: Vec<Value> = found
        .hits
        .iter()
        .filter_map(|hit| {
            let mut told = one(&hit.item)?;
            told["score"] = json!(hit.score);
            Some(told)
        })
        .collect();
    Ok(listed(results))
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
struct Nothing {}

pub(super) const LIST: ToolSpec = ToolSpec {
    name: "list_memories",
    title: "List memories",
    description: "Call this when the user asks to see everything that is remembered.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: OPENMEMORY,
    input: schema::of::<Nothing>,
    output: results,
    run: |caller, arguments| Box::pin(list(caller, arguments)),
};

/// The most that are listed at once.
const MOST: usize = 500;

async fn list(caller: Caller, _: JsonObject) -> Result<Done, Refusal> {
    let filter = ListFilter { limit: Some(MOST), ..ListFilter::default() };
    let all = caller.ask(move |caller| caller.engine.list(&caller.space, &filter)).await?;
    Ok(listed(all.items.iter().filter_map(one).collect()))
}

fn one(item: &Item) -> Option<Value> {
    let Item::Memory(view) = item else { return None };
    let mut told = compact(view);
    told["memory"] = told["content"].take();
    told.as_object_mut()?.remove("content");
    Some(told)
}

fn listed(results: Vec<Value>) -> Done {
    let data = json!({ "results": results });
    Done::Outcome(Outcome::new(data.to_string(), data))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Deleting {
    /// The ids of the memories.
    memory_ids: Vec<String>,
}

pub(super) const DELETE: ToolSpec = ToolSpec {
    name: "delete_memories",
    title: "Delete memories",
    description: "Call this when the user asks for memories to be deleted, with their ids. They go to the trash, from which \
                  the user can bring them back.",
    scope: Scope::Forget,
    hints: Hints::Ends,
    profiles: OPENMEMORY,
    input: schema::of::<Deleting>,
    output: || {
        schema::written(
            json!({"type": "object", "properties": {"deleted": {"type": "array"}}, "required": ["deleted"]}),
        )
    },
    run: |caller, arguments| Box::pin(delete(caller, arguments)),
};

async fn delete(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Deleting { memory_ids } = read(arguments)?;
    let deleted = caller
        .ask(move |caller| {
            // All of them or none: a wrong id is found before anything is changed.
            for id in &memory_ids {
                caller.engine.show(&caller.space, id)?;
            }
            let run = caller.engine.in_run(caller.engine.new_run());
            for id in &memory_ids {
                run.delete(&caller.space, id, None)?;
            }
            Ok(memory_ids)
        })
        .await?;
    caller.around.wrote("deleted");
    Ok(Done::Outcome(Outcome::new(format!("In the trash: {}", deleted.join(", ")), json!({ "deleted": deleted }))))
}

pub(super) const DELETE_ALL: ToolSpec = ToolSpec {
    name: "delete_all_memories",
    title: "Delete all memories",
    description: "Do not call this: deleting everything is the user's own act. Tell them to run: cofio erase",
    scope: Scope::Forget,
    hints: Hints::Ends,
    profiles: OPENMEMORY,
    input: schema::of::<Nothing>,
    output: || schema::written(json!({"type": "object"})),
    run: |_, _| {
        Box::pin(async {
            let why = "nothing was deleted. Deleting everything is the user's own act: cofio erase";
            Err(Refusal::Forbidden(why.into()))
        })
    },
};
