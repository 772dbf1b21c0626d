//! `history`: how a memory came to be what it is.

use cofio_domain::key::Scope;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Done, FULL, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal, compact};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The id of the memory (mem_…), or words that only it has.
    id: String,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "history",
    title: "History",
    description: "Call this when the user asks what something was before, or when it changed: every version of a memory, \
                  oldest first, with when it held.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {"id": {"type": "string"}, "versions": {"type": "array", "items": schema::memory()}},
            "required": ["id", "versions"],
        }))
    },
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { id } = read(arguments)?;
    let history = caller.ask(move |caller| caller.engine.history(&caller.space, &id)).await?;
    let lines: Vec<String> = history
        .versions
        .iter()
        .map(|view| format!("{}. {} (from {}, {})", view.version, view.claim.content, view.valid_from, view.status))
        .collect();
    let versions: Vec<Value> = history.versions.iter().map(compact).collect();
    Ok(Done::Outcome(Outcome::new(lines.join("\n"), json!({ "id": history.id, "versions": versions }))))
}
