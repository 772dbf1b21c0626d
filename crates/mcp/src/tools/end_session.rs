//! `end_session`: the conversation is over; what it came to is learned.

use cofio_domain::key::Scope;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{Done, FULL, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The session_id that get_context or log_turn returned.
    session_id: String,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "end_session",
    title: "End session",
    description: "Call this when the conversation is over and its turns were logged: what was said is learned from and \
                  summed up. One more log_turn opens it again.",
    scope: Scope::Talk,
    hints: Hints::Idempotent,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {"session_id": {"type": "string"}, "message": {"type": "string"}, "learned": {"type": "integer"}},
            "required": ["session_id", "message", "learned"],
        }))
    },
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { session_id } = read(arguments)?;
    caller.sees_everything()?;
    let changed = caller.ask(move |caller| caller.engine.close_session(&caller.space, &session_id)).await?;
    caller.around.wrote("closed");
    let told: Vec<String> =
        changed.learned.iter().flat_map(|lesson| &lesson.told).map(|told| format!("- {}", told.message)).collect();
    let text = [vec![changed.message.clone()], told.clone()].concat().join("\n");
    let data = json!({ "session_id": changed.session.name, "message": changed.message, "learned": told.len() });
    Ok(Done::Outcome(Outcome::new(text, data)))
}
