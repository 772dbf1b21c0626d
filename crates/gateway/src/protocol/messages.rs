//! Anthropic's messages: a system text or blocks, and turns of user and assistant.

use serde_json::Value;

use super::{Role, Turn, chat, words};

pub(super) fn turns(body: &Value) -> Vec<Turn> {
    let system = words(&body["system"], &["text"]);
    let system = (!system.is_empty()).then_some(Turn { role: Role::System, text: system });
    let messages = body["messages"].as_array().into_iter().flatten();
    let said = messages.map(|message| Turn { role: chat::role(message), text: words(&message["content"], &["text"]) });
    system.into_iter().chain(said).collect()
}
