//! What a request says, as far as memory needs to know: who said what, for which model, in which conversation.

mod chat;
mod messages;
mod responses;

use serde_json::Value;

/// How a client and an upstream speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Protocol {
    /// OpenAI's chat completions.
    Chat,
    /// OpenAI's responses.
    Responses,
    /// Anthropic's messages.
    Messages,
    /// OpenAI's embeddings: texts, and nothing that is said.
    Embeddings,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 4] = [Protocol::Chat, Protocol::Responses, Protocol::Messages, Protocol::Embeddings];

    /// Returns its name in settings.
    pub fn word(self) -> &'static str {
        match self {
            Protocol::Chat => "chat",
            Protocol::Responses => "responses",
            Protocol::Messages => "messages",
            Protocol::Embeddings => "embeddings",
        }
    }

    /// Returns where it is spoken, below an upstream's address.
    pub fn path(self) -> &'static str {
        match self {
            Protocol::Chat => "chat/completions",
            other => other.word(),
        }
    }
}

impl std::str::FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Protocol, String> {
        let known = Protocol::ALL.into_iter().find(|protocol| protocol.word() == text.trim());
        known.ok_or_else(|| format!("`{}` is no protocol: chat, responses, messages or embeddings", text.trim()))
    }
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Whoever built the assistant.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// A tool, or something that is not understood.
    Other,
}

/// What was said at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Who.
    pub role: Role,
    /// In words; images and tool calls are none.
    pub text: String,
}

/// What a request says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// The model that is asked.
    pub model: Option<String>,
    /// What was said so far, oldest first; the client's own instructions come first.
    pub turns: Vec<Turn>,
    /// Whom the client says it asks for, the surest first.
    pub users: Vec<String>,
    /// What the client calls the conversation.
    pub session: Option<String>,
    /// The answer that this goes on from, where the upstream keeps what was said.
    pub follows: Option<String>,
}

impl Asked {
    /// Reads a request. What makes no sense is left for the upstream to say.
    pub fn read(protocol: Protocol, body: &[u8]) -> Option<Asked> {
        let (value, _) = crate::json::read(body)?;
        value.is_object().then(|| Asked {
            model: text_at(&value, "/model"),
            turns: match protocol {
                Protocol::Chat => chat::turns(&value),
                Protocol::Responses => responses::turns(&value),
                Protocol::Messages => messages::turns(&value),
                Protocol::Embeddings => Vec::new(),
            },
            users: ["/user", "/safety_identifier", "/metadata/user_id"]
                .into_iter()
                .filter_map(|place| text_at(&value, place))
                .collect(),
            session: ["/metadata/session_id", "/conversation", "/conversation/id", "/prompt_cache_key"]
                .into_iter()
                .find_map(|place| text_at(&value, place)),
            follows: text_at(&value, "/previous_response_id")
                .or_else(|| text_at(&value, "/thread/previous_message_id")),
        })
    }

    /// Returns what the person said last: what is to be answered.
    pub fn question(&self) -> Option<&str> {
        let last = self.turns.iter().rev().find(|turn| turn.role == Role::User && !turn.text.trim().is_empty());
        last.map(|turn| turn.text.as_str())
    }

    /// Returns what the person said since the model spoke last. What comes before is the past, or an example.
    pub fn news(&self) -> impl Iterator<Item = &str> {
        let spoke = self.turns.iter().rposition(|turn| turn.role == Role::Assistant).map_or(0, |at| at + 1);
        let new = self.turns[spoke..].iter().filter(|turn| turn.role == Role::User && !turn.text.trim().is_empty());
        new.map(|turn| turn.text.as_str())
    }
}

fn text_at(value: &Value, place: &str) -> Option<String> {
    value.pointer(place).and_then(Value::as_str).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// Returns the words of a content: a text, or parts of these types.
fn words(content: &Value, types: &[&str]) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let is_text = |part: &&Value| part["type"].as_str().is_some_and(|kind| types.contains(&kind));
            let texts: Vec<&str> = parts.iter().filter(is_text).filter_map(|part| part["text"].as_str()).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

/// Returns a text without the blocks that a client put into it itself: they are no words of anybody.
pub fn without_blocks(text: &str) -> String {
    const CLOSE: &str = "</memory_context>";
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(crate::TAG) {
        left.push_str(&rest[..start]);
        rest = rest[start..].find(CLOSE).map_or("", |end| &rest[start + end + CLOSE.len()..]);
    }
    left.push_str(rest);
    left.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(protocol: Protocol, body: Value) -> Asked {
        Asked::read(protocol, body.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn who_said_what_is_read_in_every_protocol() {
        let said = |asked: &Asked| {
            asked.turns.iter().map(|turn| format!("{:?}: {}", turn.role, turn.text)).collect::<Vec<_>>()
        };
        let chat = asked(
            Protocol::Chat,
            json!({"model": "m", "user": "ann", "prompt_cache_key": "k", "messages": [
                {"role": "developer", "content": "be brief"},
                {"role": "user", "content": [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {}}]},
                {"role": "assistant", "content": null, "tool_calls": []},
                {"role": "tool", "content": "42"}]}),
        );
        assert_eq!(said(&chat), ["System: be brief", "User: look", "Assistant: ", "Other: 42"]);
        assert_eq!((chat.question(), chat.news().count()), (Some("look"), 0), "a tool's answer is no news");
        assert_eq!((chat.users, chat.session.as_deref()), (vec!["ann".to_owned()], Some("k")));

        let responses = asked(
            Protocol::Responses,
            json!({"instructions": "be brief", "conversation": {"id": "conv_1"}, "previous_response_id": "resp_1",
                "input": [{"role": "user", "content": "one"},
                    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "two"}]},
                    {"type": "function_call_output", "output": "3"},
                    {"role": "user", "content": [{"type": "input_text", "text": "four"}]}]}),
        );
        assert_eq!(said(&responses), ["System: be brief", "User: one", "Assistant: two", "Other: ", "User: four"]);
        assert_eq!(responses.news().collect::<Vec<_>>(), ["four"]);
        assert_eq!((responses.session.as_deref(), responses.follows.as_deref()), (Some("conv_1"), Some("resp_1")));
        let plain = asked(Protocol::Responses, json!({"input": "hello"}));
        assert_eq!(plain.question(), Some("hello"));

        let messages = asked(
            Protocol::Messages,
            json!({"system": [{"type": "text", "text": "be"}, {"type": "text", "text": "brief"}],
                "metadata": {"user_id": "bo"}, "messages": [
                {"role": "user", "content": "one"}, {"role": "assistant", "content": [{"type": "text", "text": "two"}]},
                {"role": "user", "content": [{"type": "tool_result", "content": "no"}, {"type": "text", "text": "three"}]}]}),
        );
        assert_eq!(said(&messages), ["System: be\nbrief", "User: one", "Assistant: two", "User: three"]);
        assert_eq!(messages.users, ["bo"]);
    }

    #[test]
    fn what_makes_no_sense_is_nothing() {
        let cut = br#"{"messages":[{"role":"user","content":"an emoji \ud83d, whole \ud83d\ude00, \\ud800"}]}"#;
        let read = Asked::read(Protocol::Chat, cut).unwrap();
        assert_eq!(read.question(), Some("an emoji \u{fffd}, whole \u{1f600}, \\ud800"));
        for body in ["", "[]", "{", "7"] {
            assert_eq!(Asked::read(Protocol::Chat, body.as_bytes()), None);
        }
        assert_eq!(asked(Protocol::Chat, json!({"messages": 7, "model": 3})), Asked::default());
    }

    #[test]
    fn a_block_that_a_client_sends_itself_is_not_what_was_said() {
        let text = "<memory_context v=\"1\" session=\"s\">\n- tea [m1]\n</memory_context>\n\nI moved to Rome.";
        assert_eq!(without_blocks(text), "I moved to Rome.");
        assert_eq!(without_blocks("Hi. <memory_context v=\"1\">cut off"), "Hi.");
        assert_eq!(without_blocks(" plain "), "plain");
    }
}
