//! What the model is asked: the prompt with its data filled in, and what the answer must look like.

use cofio_domain::axes::Kind;
use cofio_domain::event::MessageRole;
use cofio_domain::ports::{AnswerSchema, Prompt, PromptMessage, PromptRole};
use serde_json::json;

use super::Known;
use crate::compose::plain;
use crate::learn::Line;

/// Which wording this is: kept with everything it leads to. A change of the wording is a new version.
pub(super) const VERSION: &str = "extract-1";

const TEXT: &str = include_str!("prompt.md");

/// The most of one message that is shown, in characters: what is longer was pasted.
const LONGEST_MESSAGE: usize = 2_000;

/// The most of one memory that is shown.
const LONGEST_MEMORY: usize = 300;

/// Fills in the prompt. Stored and spoken words cannot close what they stand in: no tag survives in them.
pub(super) fn prompt(known: &[Known], lines: &[&Line], first: u64, max_tokens: u32) -> Prompt {
    let (rules, data) = TEXT.split_once("\n===\n").unwrap_or((TEXT, ""));
    let listed: Vec<String> =
        known.iter().map(|known| format!("[{}] {}", known.handle, shown(&known.content, LONGEST_MEMORY))).collect();
    let said: Vec<String> = lines.iter().map(|line| said(line)).collect();
    // One pass each, the spoken words last: what somebody said is never taken for a place to fill in.
    let data = data.replace("{{first}}", &first.to_string()).replace("{{known}}", &listed.join("\n"));
    let data = data.replacen("{{conversation}}", &said.join("\n"), 1);
    Prompt {
        messages: vec![
            PromptMessage::new(PromptRole::System, rules.trim()),
            PromptMessage::new(PromptRole::User, data.trim()),
        ],
        schema: Some(AnswerSchema { name: "memory_ops", schema: schema() }),
        max_tokens,
    }
}

/// The same prompt once more, with what was wrong with the answer. The answer is not shown again: what it held may have
/// been put there by somebody else.
pub(super) fn again(prompt: &Prompt, why: &str) -> Prompt {
    let mut prompt = prompt.clone();
    let text = format!("Your last answer could not be used: {why}. Answer again, with the JSON alone.");
    prompt.messages.push(PromptMessage::new(PromptRole::User, text));
    prompt
}

fn said(line: &Line) -> String {
    let text = shown(&line.text, LONGEST_MESSAGE);
    let (index, day) = (line.event.index, line.at.date());
    match line.event.role {
        MessageRole::User => format!("[{index}] person, {day}: {text}"),
        MessageRole::Assistant => format!("[{index}] assistant: {text}"),
        MessageRole::Tool | MessageRole::System => format!("[{index}] other: {text}"),
    }
}

fn shown(text: &str, longest: usize) -> String {
    plain(text, longest).0.replace("{{", "{ {")
}

fn schema() -> serde_json::Value {
    let kinds: Vec<&str> = Kind::ALL.iter().filter(|kind| **kind != Kind::Artifact).map(|kind| kind.word()).collect();
    let or_null = |type_: &str| json!({ "type": [type_, "null"] });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["ops"],
        "properties": { "ops": { "type": "array", "maxItems": super::MOST_OPS, "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["op", "message", "memory", "quote", "content", "kind", "confidence"],
            "properties": {
                "op": { "type": "string", "enum": ["add", "update", "confirm", "forget", "skip"] },
                "message": { "type": "integer" },
                "memory": or_null("string"),
                "quote": { "type": "string" },
                "content": or_null("string"),
                "kind": { "type": ["string", "null"], "enum": kinds.iter().map(|kind| json!(kind)).chain([json!(null)]).collect::<Vec<_>>() },
                "confidence": { "type": "number" },
            },
        } } },
    })
}
