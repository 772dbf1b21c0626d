//! Putting a block into a request: the part that stays the same at the end of the client's own instructions, the part
//! that changes before what the person said last. Nothing is moved, and what is there already is not put there again.
//!
//! The first part stands where providers keep what a prompt begins with, so it must be the same in every turn; the second
//! comes so late that everything before it is still as it was.

use std::ops::Range;

use serde_json::Value;

use crate::Protocol;
use crate::json::{self, Edit, at, edited, inside, items, member, quoted, root, text};
use crate::marks::Marks;

/// What our blocks begin with.
pub const TAG: &str = "<memory_context v=";

/// What is put into a request.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    /// What stays the same for the whole conversation.
    pub baseline: &'a str,
    /// What belongs to this turn.
    pub tail: &'a str,
}

/// A request with a block in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The request.
    pub body: Vec<u8>,
    /// Whether the part that stays the same is in it.
    pub baseline: bool,
    /// Whether the part of this turn is.
    pub tail: bool,
}

/// Puts a block into a request. Nothing comes back where there is no place for any of it.
pub fn place(protocol: Protocol, body: &[u8], block: Block<'_>) -> Option<Placed> {
    let (value, read) = json::read(body)?;
    let place = Place { body: &read, value: &value };
    let (baseline, tail) = match protocol {
        Protocol::Chat => (place.in_chat(block.baseline), place.before_question("messages", "text", block.tail)),
        Protocol::Responses => place.in_response(block),
        Protocol::Messages => place.in_messages(block),
        Protocol::Embeddings => (None, None),
    };
    let (has_baseline, has_tail) = (baseline.is_some(), tail.is_some());
    let edits: Vec<Edit> = baseline.into_iter().chain(tail).collect();
    (!edits.is_empty()).then(|| Placed { body: edited(body, edits), baseline: has_baseline, tail: has_tail })
}

struct Place<'a> {
    body: &'a [u8],
    value: &'a Value,
}

impl Place<'_> {
    fn member(&self, key: &str) -> Option<Range<usize>> {
        member(self.body, &root(self.body), key)
    }

    /// The last of the messages that the conversation begins with and that are the client's own; or a new one.
    fn in_chat(&self, baseline: &str) -> Option<Edit> {
        let array = self.member("messages")?;
        let messages = self.value["messages"].as_array()?;
        let is_own = |message: &&Value| matches!(message["role"].as_str(), Some("system" | "developer"));
        let own = messages.iter().take_while(is_own).count();
        if baseline.is_empty() || messages.is_empty() || messages[..own].iter().any(has_block) {
            return None;
        }
        let last = own.checked_sub(1).and_then(|last| items(self.body, &array).into_iter().nth(last));
        let content = last.and_then(|last| member(self.body, &last, "content"));
        let appended = content.and_then(|content| self.appended(&content, "text", baseline));
        let begun = format!("{{\"role\":\"system\",\"content\":{}}},", quoted(baseline));
        Some(appended.unwrap_or_else(|| Edit::insert(array.start + 1, begun)))
    }

    /// At the end of the instructions. Where the instructions are kept by the upstream, all of it goes before the question.
    fn in_response(&self, block: Block<'_>) -> (Option<Edit>, Option<Edit>) {
        let whole = [block.baseline, block.tail].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let question = |text: &str| match self.member("input") {
            Some(input) if self.value["input"].is_string() => {
                let new = !text.is_empty() && !has_block(&self.value["input"]);
                new.then(|| self.before(&input, "input_text", text)).flatten()
            }
            _ => self.before_question("input", "input_text", text),
        };
        match (&self.value["instructions"], self.member("instructions")) {
            (Value::String(own), _) if own.contains(TAG) => (None, question(block.tail)),
            _ if block.baseline.is_empty() => (None, question(block.tail)),
            (Value::String(_), Some(place)) => (self.appended(&place, "text", block.baseline), question(block.tail)),
            (Value::Null, _) if self.value.get("prompt").is_some() => (None, question(&whole.join("\n"))),
            (Value::Null, Some(place)) => {
                (Some(Edit { at: place, with: quoted(block.baseline) }), question(block.tail))
            }
            (Value::Null, None) if self.value.get("input").is_some() => {
                let begun = format!("\"instructions\":{},", quoted(block.baseline));
                (Some(Edit::insert(root(self.body).start + 1, begun)), question(block.tail))
            }
            _ => (None, question(block.tail)),
        }
    }

    /// Behind the system text, and before the question; where the client has the conversation cached up to its end, after
    /// that end, so that the next request begins as this one did.
    fn in_messages(&self, block: Block<'_>) -> (Option<Edit>, Option<Edit>) {
        let marks = Marks::of(self.value);
        let Some(last) = self.last_said("messages").filter(|last| marks.reach(*last)) else {
            return (
                self.in_system(block.baseline, marks.left() > 0),
                self.before_question("messages", "text", block.tail),
            );
        };
        let cached_by_us = usize::from(marks.automatic().is_some() && !block.tail.is_empty());
        let tail = self.behind_question(last, &marks, block.tail);
        (self.in_system(block.baseline, marks.left() > cached_by_us), tail)
    }

    /// After everything the client sent, as a part of its own. Where it leaves to the provider what is cached (which would
    /// be everything, this part too), its own last part is marked.
    fn behind_question(&self, said: usize, marks: &Marks<'_>, tail: &str) -> Option<Edit> {
        let messages = self.value["messages"].as_array()?;
        let last = messages.iter().rposition(|message| message["role"].as_str() == Some("user"))?;
        if tail.is_empty() || last < said || has_block(&messages[last]) {
            return None;
        }
        let message = items(self.body, &self.member("messages")?).into_iter().nth(last)?;
        let content = member(self.body, &message, "content")?;
        let automatic = marks.automatic().filter(|_| marks.left() > 0).and_then(|_| self.member("cache_control"));
        let mark = automatic.map_or(String::new(), |place| {
            format!(",\"cache_control\":{}", String::from_utf8_lossy(&self.body[place]))
        });
        let part = format!("{{\"type\":\"text\",\"text\":{}}}", quoted(tail));
        match self.body.get(content.start)? {
            b'"' => {
                let own = String::from_utf8_lossy(&self.body[content.clone()]);
                let both = format!("[{{\"type\":\"text\",\"text\":{own}{mark}}},{part}]");
                Some(Edit { at: content, with: both })
            }
            b'[' => {
                let own = items(self.body, &content).pop()?;
                member(self.body, &own, "type")?;
                let is_marked = member(self.body, &own, "cache_control").is_some();
                let mark = if is_marked { "" } else { mark.as_str() };
                Some(Edit { at: own.end - 1..own.end, with: format!("{mark}}},{part}") })
            }
            _ => None,
        }
    }

    /// Behind the system text, as a part of its own that ends what may be cached.
    fn in_system(&self, baseline: &str, may_mark: bool) -> Option<Edit> {
        let system = &self.value["system"];
        // A thread that goes on has what it began with.
        let goes_on = self.value.pointer("/thread/type").and_then(Value::as_str) == Some("continue");
        if baseline.is_empty() || goes_on || has_block(system) || self.value.get("messages").is_none() {
            return None;
        }
        let part = format!(
            "{{\"type\":\"text\",\"text\":{}{}}}",
            quoted(baseline),
            if may_mark { Marks::of(self.value).ours() } else { "" }
        );
        match (system, self.member("system")) {
            (Value::String(own), Some(place)) if own.is_empty() => Some(Edit { at: place, with: format!("[{part}]") }),
            (Value::String(_), Some(place)) => {
                let own = String::from_utf8_lossy(&self.body[place.clone()]);
                let both = format!("[{{\"type\":\"text\",\"text\":{own}}},{part}]");
                Some(Edit { at: place, with: both })
            }
            (Value::Array(parts), Some(place)) => {
                let comma = if parts.is_empty() { "" } else { "," };
                Some(Edit::insert(place.end - 1, format!("{comma}{part}")))
            }
            (Value::Null, Some(place)) => Some(Edit { at: place, with: format!("[{part}]") }),
            (Value::Null, None) => Some(Edit::insert(root(self.body).start + 1, format!("\"system\":[{part}],"))),
            _ => None,
        }
    }

    /// Before what the person said last, in the same message.
    fn before_question(&self, list: &'static str, part: &str, tail: &str) -> Option<Edit> {
        let last = self.last_said(list)?;
        if tail.is_empty() || has_block(&self.value[list][last]) {
            return None;
        }
        let message = items(self.body, &self.member(list)?).into_iter().nth(last)?;
        self.before(&member(self.body, &message, "content")?, part, tail)
    }

    /// The last message in which the person said something.
    fn last_said(&self, list: &str) -> Option<usize> {
        let is_said = |message: &Value| {
            let kind = message["type"].as_str();
            message["role"].as_str() == Some("user") && kind.is_none_or(|kind| kind == "message") && has_words(message)
        };
        self.value[list].as_array()?.iter().rposition(is_said)
    }

    /// Before a text, or before the first text among parts.
    fn before(&self, content: &Range<usize>, part: &str, words: &str) -> Option<Edit> {
        match self.body.get(content.start)? {
            b'"' => Some(Edit::insert(content.start + 1, format!("{}\\n\\n", inside(words)))),
            b'[' => {
                let parts = items(self.body, content);
                let is_text = |place: &&Range<usize>| {
                    at(self.body, (*place).clone(), &[crate::json::Step::Key("text")])
                        .is_some_and(|place| text(self.body, &place).is_some())
                };
                let first = parts.iter().find(is_text)?;
                let new = format!("{{\"type\":\"{part}\",\"text\":{}}},", quoted(words));
                Some(Edit::insert(first.start, new))
            }
            _ => None,
        }
    }

    /// At the end of a text, or as the last of its parts.
    fn appended(&self, content: &Range<usize>, part: &str, words: &str) -> Option<Edit> {
        match self.body.get(content.start)? {
            b'"' => {
                let gap = if content.len() > 2 { "\\n\\n" } else { "" };
                Some(Edit::insert(content.end - 1, format!("{gap}{}", inside(words))))
            }
            b'[' => {
                let comma = if items(self.body, content).is_empty() { "" } else { "," };
                let new = format!("{comma}{{\"type\":\"{part}\",\"text\":{}}}", quoted(words));
                Some(Edit::insert(content.end - 1, new))
            }
            _ => None,
        }
    }
}

fn has_words(message: &Value) -> bool {
    let is_text = |part: &Value| part["text"].as_str().is_some_and(|text| !text.trim().is_empty());
    match &message["content"] {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(parts) => parts.iter().any(is_text),
        _ => false,
    }
}

/// Whether a block of ours is there already: a client may have asked for it itself, or another gateway.
fn has_block(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(TAG),
        Value::Array(items) => items.iter().any(has_block),
        Value::Object(members) => members.values().any(has_block),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: Block<'static> = Block { baseline: "<memory_context v=\"1\">B</memory_context>", tail: "T\"" };

    #[track_caller]
    fn placed(protocol: Protocol, body: &str) -> String {
        let placed = place(protocol, body.as_bytes(), BLOCK).map_or(body.as_bytes().to_vec(), |placed| placed.body);
        let made = String::from_utf8(placed).unwrap();
        serde_json::from_str::<Value>(&made).expect("it is still JSON");
        made.replace("<memory_context v=\\\"1\\\">B</memory_context>", "B")
    }

    #[test]
    fn in_a_chat_it_ends_the_instructions_and_precedes_the_question() {
        for (body, made) in [
            (
                r#"{"x":1.0, "messages":[{"role":"system","content":"S"},{"role":"user","content":"U"}]}"#,
                r#"{"x":1.0, "messages":[{"role":"system","content":"S\n\nB"},{"role":"user","content":"T\"\n\nU"}]}"#,
            ),
            (
                r#"{"messages":[{"role":"user","content":[{"type":"image_url"},{"type":"text","text":"U"}]}]}"#,
                r#"{"messages":[{"role":"system","content":"B"},{"role":"user","content":[{"type":"image_url"},{"type":"text","text":"T\""},{"type":"text","text":"U"}]}]}"#,
            ),
            (
                r#"{"messages":[{"content":[{"type":"text","text":"S"}],"role":"developer"},{"role":"user","content":"1"},{"role":"assistant","content":null,"tool_calls":[{}]},{"role":"tool","content":"2"}]}"#,
                r#"{"messages":[{"content":[{"type":"text","text":"S"},{"type":"text","text":"B"}],"role":"developer"},{"role":"user","content":"T\"\n\n1"},{"role":"assistant","content":null,"tool_calls":[{}]},{"role":"tool","content":"2"}]}"#,
            ),
        ] {
            assert_eq!(placed(Protocol::Chat, body), made);
        }
    }

    #[test]
    fn in_a_response_it_is_part_of_the_instructions() {
        for (body, made) in [
            (r#"{"input":"U"}"#, r#"{"instructions":"B","input":"T\"\n\nU"}"#),
            (r#"{"instructions":"S","input":"U"}"#, r#"{"instructions":"S\n\nB","input":"T\"\n\nU"}"#),
            (r#"{"instructions":null,"input":"U"}"#, r#"{"instructions":"B","input":"T\"\n\nU"}"#),
            (
                r#"{"prompt":{"id":"p"},"input":[{"role":"user","content":"U"}]}"#,
                r#"{"prompt":{"id":"p"},"input":[{"role":"user","content":"B\nT\"\n\nU"}]}"#,
            ),
            (
                r#"{"instructions":"S","input":[{"role":"user","content":[{"type":"input_text","text":"U"}]},{"type":"function_call_output","output":"1"}]}"#,
                r#"{"instructions":"S\n\nB","input":[{"role":"user","content":[{"type":"input_text","text":"T\""},{"type":"input_text","text":"U"}]},{"type":"function_call_output","output":"1"}]}"#,
            ),
        ] {
            assert_eq!(placed(Protocol::Responses, body), made);
        }
    }

    #[test]
    fn in_messages_it_ends_what_is_cached() {
        let mark = r#","cache_control":{"type":"ephemeral"}"#;
        let user = r#""messages":[{"role":"user","content":"U"}]"#;
        let asked = r#""messages":[{"role":"user","content":"T\"\n\nU"}]"#;
        for (body, made) in [
            (format!("{{{user}}}"), format!(r#"{{"system":[{{"type":"text","text":"B"{mark}}}],{asked}}}"#)),
            (
                format!(r#"{{"system":"S\u00e9",{user}}}"#),
                format!(
                    r#"{{"system":[{{"type":"text","text":"S\u00e9"}},{{"type":"text","text":"B"{mark}}}],{asked}}}"#
                ),
            ),
        ] {
            assert_eq!(placed(Protocol::Messages, &body), made);
        }
        let goes_on = format!(r#"{{"thread":{{"type":"continue","previous_message_id":"msg_1"}},{user}}}"#);
        assert_eq!(placed(Protocol::Messages, &goes_on), goes_on.replace(user, asked), "it began with the first part");
        let part = |text: &str| format!(r#"{{"type":"text","text":"{text}"{mark}}}"#);
        let four = format!(r#"{{"system":[{},{},{},{}],{user}}}"#, part("1"), part("2"), part("3"), part("4"));
        assert!(placed(Protocol::Messages, &four).contains(r#"{"type":"text","text":"B"}]"#), "no fifth mark");
        let three = format!(
            r#"{{"system":[{},{},{}],"messages":[{{"role":"user","content":[{}]}}]}}"#,
            part("1"),
            part("2"),
            part("3"),
            part("U")
        );
        assert!(placed(Protocol::Messages, &three).contains(r#"{"type":"text","text":"B"}]"#), "no fifth mark");
        let tool = r#"{"messages":[{"role":"user","content":[{"type":"tool_result","content":"1"},{"type":"text","text":"U"}]}]}"#;
        assert!(placed(Protocol::Messages, tool).contains(r#""content":"1"},{"type":"text","text":"T\""},{"#));
    }

    /// UX §4, prompt cache: what a client has cached of a conversation begins the next request in the same way.
    #[test]
    fn behind_what_the_client_has_cached_nothing_changes() {
        let hour = r#""cache_control":{"type":"ephemeral","ttl":"1h"}"#;
        let ours = r#""cache_control":{"type":"ephemeral"}"#;
        let system = |mark: &str| format!(r#""system":[{{"type":"text","text":"B",{mark}}}],"#);
        let told = r#"{"type":"text","text":"T\""}"#;
        for (body, made) in [
            (
                format!(r#"{{"messages":[{{"role":"user","content":[{{"type":"text","text":"U",{ours}}}]}}]}}"#),
                format!(
                    r#"{{{}"messages":[{{"role":"user","content":[{{"type":"text","text":"U",{ours}}},{told}]}}]}}"#,
                    system(ours)
                ),
            ),
            (
                format!(
                    r#"{{"messages":[{{"role":"user","content":"U"}},{{"role":"assistant","content":[{{"type":"tool_use"}}]}},{{"role":"user","content":[{{"type":"tool_result","content":"1",{hour}}}]}}]}}"#
                ),
                format!(
                    r#"{{{}"messages":[{{"role":"user","content":"U"}},{{"role":"assistant","content":[{{"type":"tool_use"}}]}},{{"role":"user","content":[{{"type":"tool_result","content":"1",{hour}}},{told}]}}]}}"#,
                    system(hour)
                ),
            ),
            (
                format!(r#"{{{hour},"messages":[{{"role":"user","content":"U"}}]}}"#),
                format!(
                    r#"{{{}{hour},"messages":[{{"role":"user","content":[{{"type":"text","text":"U",{hour}}},{told}]}}]}}"#,
                    system(hour)
                ),
            ),
            (
                format!(
                    r#"{{{hour},"messages":[{{"role":"user","content":[{{"type":"image"}},{{"type":"text","text":"U"}}]}}]}}"#
                ),
                format!(
                    r#"{{{}{hour},"messages":[{{"role":"user","content":[{{"type":"image"}},{{"type":"text","text":"U",{hour}}},{told}]}}]}}"#,
                    system(hour)
                ),
            ),
        ] {
            assert_eq!(placed(Protocol::Messages, &body), made);
        }
        let earlier = format!(
            r#"{{"messages":[{{"role":"user","content":[{{"type":"text","text":"1",{ours}}}]}},{{"role":"assistant","content":"2"}},{{"role":"user","content":"U"}}]}}"#
        );
        assert!(placed(Protocol::Messages, &earlier).contains(r#""content":"T\"\n\nU""#), "what is not cached changes");
    }

    /// What a client cut in two goes on as it was sent.
    #[test]
    fn half_a_letter_stays_half_a_letter() {
        let body = r#"{"messages":[{"role":"user","content":"\ud83d hi"}]}"#;
        let placed = String::from_utf8(place(Protocol::Chat, body.as_bytes(), BLOCK).unwrap().body).unwrap();
        assert!(placed.ends_with(r#"T\"\n\n\ud83d hi"}]}"#), "{placed}");
    }

    #[test]
    fn what_is_there_already_is_not_put_there_again() {
        let chat = r#"{"messages":[{"role":"system","content":"<memory_context v=\"1\">x</memory_context>"},{"role":"user","content":"<memory_context v=\"1\" part=\"tail\">y</memory_context> hi"}]}"#;
        assert_eq!(place(Protocol::Chat, chat.as_bytes(), BLOCK), None);
        let again = String::from_utf8(
            place(Protocol::Chat, br#"{"messages":[{"role":"user","content":"U"}]}"#, BLOCK).unwrap().body,
        )
        .unwrap();
        assert!(!place(Protocol::Chat, again.as_bytes(), BLOCK).unwrap().baseline);
        for nowhere in [r#"{"messages":[]}"#, r#"{"messages":"x"}"#, "{}", "[]", "nonsense"] {
            for protocol in Protocol::ALL {
                let made = place(protocol, nowhere.as_bytes(), BLOCK);
                assert!(made.is_none_or(|made| serde_json::from_slice::<Value>(&made.body).is_ok()), "{nowhere}");
            }
        }
    }
}
