//! `search` and `fetch`, in the shapes that ChatGPT's connectors want: one text that is JSON.

use cofio_domain::key::Scope;
use cofio_engine::{Item, RecallQuery};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::recall::{asked, item};
use super::{Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::profile::Profile;
use crate::{resources, schema};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Searching {
    /// What you want to know about the user, in a sentence.
    query: String,
}

pub(super) const SEARCH: ToolSpec = ToolSpec {
    name: "search",
    title: "Search memory",
    description: "Call this before you answer whenever the answer may depend on who the user is, what they like, decided, \
                  planned or said before. Returns memories and earlier messages, best first; call fetch with an id for \
                  all of one.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: &[Profile::Chatgpt],
    input: schema::of::<Searching>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {"results": {"type": "array", "items": {"type": "object", "properties": {
                "id": {"type": "string"}, "title": {"type": "string"}, "url": {"type": "string"},
            }, "required": ["id", "title", "url"]}}},
            "required": ["results"],
        }))
    },
    run: |caller, arguments| Box::pin(search(caller, arguments)),
};

async fn search(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Searching { query } = read(arguments)?;
    let query = RecallQuery::new(asked(&query)?);
    let found = caller.ask(move |caller| caller.engine.recall(&caller.space, &query)).await?;
    // What is only a maybe is not offered as known; what can be fetched is.
    let fetchable = found.hits.iter().filter(|hit| matches!(hit.item, Item::Memory(_) | Item::Episode(_)));
    let results: Vec<Value> = fetchable
        .map(|hit| {
            let told = item(&hit.item);
            let id = told["id"].as_str().unwrap_or_default().to_owned();
            json!({"id": id, "title": told["content"], "url": resources::uri_of(&id)})
        })
        .collect();
    Ok(one_text(json!({ "results": results })))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fetching {
    /// An id that search returned.
    id: String,
}

pub(super) const FETCH: ToolSpec = ToolSpec {
    name: "fetch",
    title: "Fetch memory",
    description: "Call this with an id that search returned, to read all of that memory or conversation.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: &[Profile::Chatgpt],
    input: schema::of::<Fetching>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {
                "id": {"type": "string"}, "title": {"type": "string"}, "text": {"type": "string"},
                "url": {"type": "string"}, "metadata": {"type": "object"},
            },
            "required": ["id", "title", "text", "url"],
        }))
    },
    run: |caller, arguments| Box::pin(fetch(caller, arguments)),
};

async fn fetch(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Fetching { id } = read(arguments)?;
    let id = id.trim().to_owned();
    let page = resources::page(&caller, &resources::uri_of(&id)).await?;
    let url = resources::uri_of(&id);
    let metadata = page.about;
    Ok(one_text(json!({"id": id, "title": page.title, "text": page.text, "url": url, "metadata": metadata})))
}

/// The same as text and as data.
fn one_text(data: Value) -> Done {
    Done::Outcome(Outcome::new(data.to_string(), data))
}
