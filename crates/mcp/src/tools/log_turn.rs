//! `log_turn`: what was said, for learning and for finding it again.

use cofio_domain::key::Scope;
use cofio_domain::session::Surface;
use cofio_engine::{MessageLine, Recording};
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
    /// The session_id that get_context returned; without one a new session is begun.
    session_id: Option<String>,
    /// What was said since the last call, in order.
    messages: Vec<Message>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Message {
    /// user, assistant, tool or system.
    role: String,
    /// What was said, word for word.
    content: String,
    /// When, such as 2026-11-14T09:30:00Z; now, unless you say otherwise.
    at: Option<String>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "log_turn",
    title: "Log turn",
    description: "Call this after each of your answers with the user's message and yours, word for word, so that the \
                  conversation can be found again and learned from. Secrets and what the user does not want kept are taken \
                  out before anything is stored. Do not call it where the user asked for nothing to be kept.",
    scope: Scope::Talk,
    hints: Hints::Adds,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {"session_id": {"type": "string"}, "recorded": {"type": "integer"}},
            "required": ["session_id", "recorded"],
        }))
    },
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { session_id, messages } = read(arguments)?;
    let recorded = caller
        .ask(move |caller| {
            let session = match session_id.filter(|id| !id.trim().is_empty()) {
                // What is known by its id goes on under its name; an id that is not known is no name for a new one.
                Some(id) if id.starts_with("ses_") => {
                    Some(caller.engine.transcript(&caller.space, &id, 0, 0)?.session.name)
                }
                name => name,
            };
            let recording = Recording { session, surface: Surface::Mcp, project: None };
            let lines = messages.into_iter().zip(1..).map(|(message, number)| {
                let line = json!({"role": message.role, "text": message.content, "at": message.at});
                (number, MessageLine::read(line))
            });
            caller.engine.record(&caller.space, &recording, lines)
        })
        .await?;
    caller.around.wrote("recorded");
    if let Some(failed) = recorded.lines.iter().find(|line| line.action == "failed") {
        let reason = failed.reason.as_deref().unwrap_or_default();
        return Err(Refusal::Invalid(format!("Message {} was not recorded: {reason}.", failed.line)));
    }
    let count = recorded.lines.iter().filter(|line| line.action == "recorded").count();
    let session = recorded.session.map(|session| session.name).unwrap_or_default();
    let text = format!("Recorded {count} messages. session_id: {session}");
    Ok(Done::Outcome(Outcome::new(text, json!({ "session_id": session, "recorded": count }))))
}
