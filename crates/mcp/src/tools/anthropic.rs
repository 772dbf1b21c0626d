//! Anthropic's `memory`: the same memory as a folder of files.

use cofio_domain::key::Scope;
use cofio_engine::notebook::Command;
use rmcp::model::JsonObject;
use serde_json::json;

use super::{Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::profile::Profile;
use crate::schema;

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "memory",
    title: "Memory files",
    description: "The user's memory as a folder of files. Call it with command view and path /memories before you start any \
                  task, and read what is there; record what should outlast this conversation in files under \
                  /memories/notes. /memories/profile.md, procedures.md, rules.md, now.md, domains and episodes are compiled \
                  from memory and read-only. Commands: view (path, view_range), create (path, file_text), str_replace \
                  (path, old_str, new_str), insert (path, insert_line, insert_text), delete (path), rename (old_path, \
                  new_path).",
    scope: Scope::Read,
    hints: Hints::Destroys,
    profiles: &[Profile::Anthropic],
    input: || {
        let text = |about: &str| json!({"type": "string", "description": about});
        schema::written(json!({
            "type": "object",
            "properties": {
                "command": {"type": "string", "enum": Command::NAMES},
                "path": text("a file or folder under /memories"),
                "view_range": {"type": "array", "items": {"type": "integer"}, "description": "first and last line; -1 is the end"},
                "file_text": text("what the file says"),
                "old_str": text("what is replaced; it must stand there once"),
                "new_str": text("what takes its place"),
                "insert_line": {"type": "integer", "description": "after which line; 0 is the beginning"},
                "insert_text": text("what is inserted"),
                "old_path": text("what is renamed"),
                "new_path": text("what it is called then"),
            },
            "required": ["command"],
        }))
    },
    output: || {
        schema::written(json!({
            "type": "object", "properties": {"content": {"type": "string"}}, "required": ["content"],
        }))
    },
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let command: Command = read(arguments)?;
    if let Some(scope) = command.needs() {
        caller.needs(scope)?;
    }
    let writes = command.needs().is_some();
    let told = caller.ask(move |caller| caller.engine.notebook(&caller.space, &command)).await?;
    if writes && told.is_ok() {
        caller.around.wrote("changed");
    }
    match told {
        Ok(text) => Ok(Done::Outcome(Outcome::new(text.clone(), json!({ "content": text })))),
        Err(wrong) => Err(Refusal::Invalid(wrong.to_string())),
    }
}
