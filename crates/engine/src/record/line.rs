//! A message as it comes in: one line of a file, or one call.

use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;
use serde::Deserialize;

/// A message to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageLine {
    /// Who speaks.
    pub role: MessageRole,
    /// When it was said; nothing is now.
    pub at: Option<Timestamp>,
    /// What was said.
    pub text: String,
    /// What the speaker is called.
    pub name: Option<String>,
}

/// The same, before anything about it is known to be right.
#[derive(Deserialize)]
struct Loose {
    role: Option<serde_json::Value>,
    at: Option<serde_json::Value>,
    #[serde(alias = "content")]
    text: Option<serde_json::Value>,
    name: Option<serde_json::Value>,
}

/// The longest text that is taken: far more than anybody says at once, and little enough to be looked through.
const LONGEST: usize = 4 << 20;

/// How a line looks, for messages.
const SHAPE: &str = r#"{"role": "user", "at": "2026-11-14T09:30:00Z", "text": "…"}"#;

impl MessageLine {
    /// Reads a message, or says what is wrong with it and what would be right.
    pub fn read(value: serde_json::Value) -> Result<MessageLine, String> {
        if !value.is_object() {
            return Err(format!("a line is an object such as {SHAPE}"));
        }
        let loose: Loose = serde_json::from_value(value).map_err(|error| error.to_string())?;
        let roles = "user, assistant, tool or system";
        let role = text_of(loose.role, "role")?.ok_or_else(|| format!("it says no \"role\": {roles}"))?;
        let role = role.parse().map_err(|_| format!("`{}` is no role: {roles}", shown(&role)))?;
        let at = match text_of(loose.at, "at")? {
            None => None,
            Some(at) => {
                let wrong = |_| format!("`{}` is no time: write it as 2026-11-14T09:30:00Z", shown(&at));
                Some(at.parse().map_err(wrong)?)
            }
        };
        let text = text_of(loose.text, "text")?.ok_or("it has no \"text\"")?;
        if text.len() > LONGEST {
            return Err(format!("its text is longer than {} MiB: cut it into several messages", LONGEST >> 20));
        }
        let name = text_of(loose.name, "name")?.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        if name.as_ref().is_some_and(|name| name.chars().count() > 200) {
            return Err("its \"name\" is longer than 200 letters".into());
        }
        Ok(MessageLine { role, at, text, name })
    }
}

fn text_of(value: Option<serde_json::Value>, field: &str) -> Result<Option<String>, String> {
    match value {
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(serde_json::Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("its \"{field}\" is no text; a line is {SHAPE}")),
    }
}

/// A word as it can be shown: short, whatever it was.
fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_wrong_with_a_line_is_said_with_what_would_be_right() {
        for (line, expected) in [
            (json!("hello"), "a line is an object such as"),
            (json!({"text": "hi"}), "it says no \"role\": user, assistant, tool or system"),
            (json!({"role": "robot", "text": "hi"}), "`robot` is no role"),
            (json!({"role": "user", "at": "yesterday", "text": "hi"}), "write it as 2026-11-14T09:30:00Z"),
            (json!({"role": "user", "at": "2026-11-14", "text": "hi"}), "is no time"),
            (json!({"role": "user", "at": "2026-11-14T09:30:00Z"}), "it has no \"text\""),
            (json!({"role": "user", "text": ["hi"]}), "its \"text\" is no text"),
            (json!({"role": "user", "at": 17, "text": "hi"}), "its \"at\" is no text"),
        ] {
            let error = MessageLine::read(line.clone()).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
        let read = MessageLine::read(json!({"role": "User", "content": "hi", "name": " ", "model": "x"})).unwrap();
        assert_eq!((read.role, read.text.as_str(), read.name, read.at), (MessageRole::User, "hi", None, None));
    }
}
