//! OpenAI's chat completions: a list of messages.

use serde_json::Value;

use super::{Role, Turn, words};

pub(super) fn turns(body: &Value) -> Vec<Turn> {
    let messages = body["messages"].as_array().into_iter().flatten();
    messages.map(|message| Turn { role: role(message), text: words(&message["content"], &["text"]) }).collect()
}

/// Returns who speaks in a message.
pub(super) fn role(message: &Value) -> Role {
    match message["role"].as_str() {
        Some("system" | "developer") => Role::System,
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        _ => Role::Other,
    }
}
