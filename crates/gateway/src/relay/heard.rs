//! What an answer said, as far as it came: its words, what it took, how it is called.

use serde_json::Value;

use crate::Protocol;
use crate::json::Step;

/// What an answer said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heard {
    /// Its words, without handles.
    pub text: String,
    /// What it took, where the upstream says so.
    pub usage: Option<Usage>,
    /// The model that answered.
    pub model: Option<String>,
    /// What the upstream calls the answer.
    pub id: Option<String>,
    /// Whether it came to its end.
    pub complete: bool,
}

/// What an answer took, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Those of the prompt.
    pub read: u64,
    /// Those of the answer.
    pub written: u64,
}

/// The most words of an answer that are kept: as much as is recorded of any message.
const LONGEST: usize = 4 << 20;

/// A text in an event: which it continues, and where in the JSON it stands.
pub(super) struct Piece {
    pub(super) lane: String,
    pub(super) path: Vec<Step>,
    pub(super) text: String,
    /// Whether nothing follows.
    pub(super) last: bool,
}

/// What an event is for whoever follows along.
#[derive(Default)]
pub(super) struct Event {
    /// Texts that go on from event to event.
    pub(super) pieces: Vec<Piece>,
    /// Which of them end here; an empty name is all.
    pub(super) ends: Option<String>,
    /// Texts that were told before and are told again as a whole.
    pub(super) again: Vec<Vec<Step>>,
}

impl Heard {
    /// Notes words.
    pub(super) fn say(&mut self, text: &str) {
        if self.text.len() + text.len() <= LONGEST {
            self.text.push_str(text);
        }
    }

    /// Notes what an event says beside words, and returns where its words are.
    pub(super) fn hear(&mut self, protocol: Protocol, event: &Value) -> Event {
        match protocol {
            Protocol::Chat => self.hear_chat(event),
            Protocol::Responses => self.hear_response(event),
            Protocol::Messages => self.hear_messages(event),
            Protocol::Embeddings => Event::default(),
        }
    }

    fn hear_chat(&mut self, event: &Value) -> Event {
        self.name(event);
        self.count(&event["usage"], "prompt_tokens", "completion_tokens");
        let mut heard = Event::default();
        for (number, choice) in event["choices"].as_array().into_iter().flatten().enumerate() {
            let lane = choice["index"].to_string();
            let last = !choice["finish_reason"].is_null();
            self.complete |= last;
            match choice.pointer("/delta/content").and_then(Value::as_str) {
                Some(text) => heard.pieces.push(Piece {
                    lane,
                    path: vec![Step::Key("choices"), Step::Item(number), Step::Key("delta"), Step::Key("content")],
                    text: text.to_owned(),
                    last,
                }),
                None if last => heard.ends = Some(lane),
                None => {}
            }
        }
        heard
    }

    fn hear_response(&mut self, event: &Value) -> Event {
        let kind = event["type"].as_str().unwrap_or_default();
        let mut heard = Event::default();
        if kind == "response.output_text.delta" {
            heard.pieces.extend(event["delta"].as_str().map(|text| Piece {
                lane: format!("{} {}", event["item_id"], event["content_index"]),
                path: vec![Step::Key("delta")],
                text: text.to_owned(),
                last: false,
            }));
            return heard;
        }
        if let Some(response) = event.get("response") {
            self.name(response);
            self.count(&response["usage"], "input_tokens", "output_tokens");
        }
        self.complete |= matches!(kind, "response.completed" | "response.incomplete");
        if matches!(kind, "response.output_text.done" | "response.content_part.done" | "response.output_item.done")
            || (kind.starts_with("response.") && event.get("response").is_some())
        {
            heard.ends = Some(String::new());
            texts_in(event, &mut Vec::new(), &mut heard.again);
        }
        heard
    }

    fn hear_messages(&mut self, event: &Value) -> Event {
        let mut heard = Event::default();
        let lane = event["index"].to_string();
        match event["type"].as_str() {
            Some("message_start") => {
                self.name(&event["message"]);
                self.count(&event["message"]["usage"], "input_tokens", "output_tokens");
            }
            Some("content_block_delta") if event["delta"]["type"] == "text_delta" => {
                heard.pieces.extend(event["delta"]["text"].as_str().map(|text| Piece {
                    lane,
                    path: vec![Step::Key("delta"), Step::Key("text")],
                    text: text.to_owned(),
                    last: false,
                }));
            }
            Some("content_block_stop") => heard.ends = Some(lane),
            Some("message_delta") => self.count(&event["usage"], "input_tokens", "output_tokens"),
            Some("message_stop") => {
                self.complete = true;
                heard.ends = Some(String::new());
            }
            _ => {}
        }
        heard
    }

    /// Notes what a whole answer says beside words, and returns where its words are.
    pub(super) fn hear_whole(&mut self, protocol: Protocol, answer: &Value) -> Vec<Vec<Step>> {
        self.name(answer);
        self.complete = true;
        let mut places = Vec::new();
        match protocol {
            Protocol::Chat => {
                self.count(&answer["usage"], "prompt_tokens", "completion_tokens");
                let choices = answer["choices"].as_array().map_or(0, Vec::len);
                places.extend((0..choices).map(|number| {
                    vec![Step::Key("choices"), Step::Item(number), Step::Key("message"), Step::Key("content")]
                }));
            }
            Protocol::Responses | Protocol::Messages => {
                self.count(&answer["usage"], "input_tokens", "output_tokens");
                texts_in(answer, &mut Vec::new(), &mut places);
            }
            Protocol::Embeddings => self.count(&answer["usage"], "prompt_tokens", "completion_tokens"),
        }
        places
    }

    fn name(&mut self, answer: &Value) {
        let text = |name: &str| answer[name].as_str().map(str::to_owned);
        self.model = self.model.take().or_else(|| text("model"));
        self.id = self.id.take().or_else(|| text("id"));
    }

    /// Notes what was counted. What is told later is more.
    fn count(&mut self, usage: &Value, read: &str, written: &str) {
        if !usage.is_object() {
            return;
        }
        let number = |name: &str| usage[name].as_u64().unwrap_or(0);
        // Anthropic counts what was in its cache apart.
        let cached = number("cache_creation_input_tokens") + number("cache_read_input_tokens");
        let before = self.usage.unwrap_or_default();
        self.usage =
            Some(Usage { read: before.read.max(number(read) + cached), written: before.written.max(number(written)) });
    }
}

/// Finds the texts a model wrote, in the content of its items.
fn texts_in(value: &Value, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    match value {
        Value::Object(members) => {
            let kind = members.get("type").and_then(Value::as_str);
            let is_text = kind.is_none_or(|kind| kind.contains("text") && !kind.contains("reasoning"));
            for (name, inner) in members {
                let name = match name.as_str() {
                    "text" if is_text && inner.is_string() => "text",
                    "content" => "content",
                    "part" => "part",
                    "item" => "item",
                    "output" => "output",
                    "response" => "response",
                    _ => continue,
                };
                path.push(Step::Key(name));
                if inner.is_string() && name == "text" {
                    found.push(path.clone());
                } else {
                    texts_in(inner, path, found);
                }
                path.pop();
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                path.push(Step::Item(number));
                texts_in(item, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}
