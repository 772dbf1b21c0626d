//! OpenAI's responses: instructions, and a text or a list of items.

use serde_json::Value;

use super::{Role, Turn, chat, words};

pub(super) fn turns(body: &Value) -> Vec<Turn> {
    let instructions = body["instructions"].as_str().map(|text| Turn { role: Role::System, text: text.to_owned() });
    let input: Vec<Turn> = match &body["input"] {
        Value::String(text) => vec![Turn { role: Role::User, text: text.clone() }],
        Value::Array(items) => items.iter().map(turn).collect(),
        _ => Vec::new(),
    };
    instructions.into_iter().chain(input).collect()
}

fn turn(item: &Value) -> Turn {
    // A call of a tool is the model's, and has no words.
    if item["type"].as_str().is_some_and(|kind| kind == "function_call" || kind == "reasoning") {
        return Turn { role: Role::Assistant, text: String::new() };
    }
    Turn { role: chat::role(item), text: words(&item["content"], &["input_text", "output_text", "text"]) }
}
