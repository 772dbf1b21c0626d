//! A language model behind `/chat/completions`.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use cofio_domain::ports::{Cancel, Completion, Llm, ModelError, ModelId, Prompt, Tokens};
use serde::Deserialize;
use serde_json::{Value, json};

use super::meter::estimated;
use super::{CallError, Endpoint, Meter, Patience, Spending};

/// How a provider's language model is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LlmSettings {
    /// The model, by the provider's name.
    pub model: String,
    /// How long an answer may take.
    pub timeout: Duration,
    /// How many tokens may be read and written in a day; nothing is as many as it takes.
    pub daily_tokens: Option<u64>,
}

/// A language model behind an address.
pub struct HttpLlm {
    endpoint: Endpoint,
    settings: LlmSettings,
    id: ModelId,
    meter: Box<dyn Meter>,
    dialect: Mutex<Dialect>,
}

/// What a provider understands of what the protocol has. One begins with everything and leaves out what is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dialect {
    format: Format,
    limit: &'static str,
    temperature: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Schema,
    AnyJson,
    Free,
}

#[derive(Deserialize)]
struct Answer {
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

impl Dialect {
    const WHOLE: Dialect = Dialect { format: Format::Schema, limit: "max_tokens", temperature: true };

    /// Returns what is left to try once a call was refused with these words.
    fn without(self, message: &str) -> Option<Dialect> {
        let message = message.to_ascii_lowercase();
        if self.limit == "max_tokens" && message.contains("max_completion_tokens") {
            return Some(Dialect { limit: "max_completion_tokens", ..self });
        }
        if self.temperature && message.contains("temperature") {
            return Some(Dialect { temperature: false, ..self });
        }
        match self.format {
            Format::Schema => Some(Dialect { format: Format::AnyJson, ..self }),
            Format::AnyJson => Some(Dialect { format: Format::Free, ..self }),
            Format::Free => None,
        }
    }

    fn body(self, model: &str, prompt: &Prompt) -> Value {
        let messages: Vec<Value> = prompt
            .messages
            .iter()
            .map(|message| json!({ "role": message.role.word(), "content": message.text }))
            .collect();
        let mut body = json!({ "model": model, "messages": messages, "stream": false });
        body[self.limit] = json!(prompt.max_tokens);
        if self.temperature {
            body["temperature"] = json!(0);
        }
        match (&prompt.schema, self.format) {
            (None, _) | (_, Format::Free) => {}
            (Some(_), Format::AnyJson) => body["response_format"] = json!({ "type": "json_object" }),
            (Some(answer), Format::Schema) => {
                let schema = json!({ "name": answer.name, "strict": true, "schema": answer.schema });
                body["response_format"] = json!({ "type": "json_schema", "json_schema": schema });
            }
        }
        body
    }
}

impl HttpLlm {
    /// A model that is asked when it is first used, and charged to a meter.
    pub fn new(endpoint: Endpoint, settings: LlmSettings, meter: Box<dyn Meter>) -> HttpLlm {
        // A provider says nothing about its weights: where it is tells two of one name apart.
        let id = ModelId::new(format!("{}@{}", settings.model, endpoint.base().host()));
        HttpLlm { endpoint, settings, id, meter, dialect: Mutex::new(Dialect::WHOLE) }
    }

    /// Fails where a call would overstep what may be spent in a day.
    fn may_spend(&self, prompt: &Prompt) -> Result<(), ModelError> {
        let Some(ceiling) = self.settings.daily_tokens else { return Ok(()) };
        let uncounted = |error| ModelError::Unavailable { model: self.id.clone(), source: Box::new(error) };
        let spent = self.meter.spent_today().map_err(uncounted)?;
        if spent + estimated(characters_of(prompt)) + u64::from(prompt.max_tokens) > ceiling {
            return Err(ModelError::Spent { model: self.id.clone(), ceiling });
        }
        Ok(())
    }

    fn ask(&self, prompt: &Prompt, cancel: &Cancel) -> Result<Completion, CallError> {
        let patience = Patience::of_background(self.settings.timeout);
        let mut dialect = *self.dialect.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let body = dialect.body(&self.settings.model, prompt);
            match self.endpoint.post::<Answer>("chat/completions", &body, patience, cancel) {
                Ok(answer) => {
                    *self.dialect.lock().unwrap_or_else(PoisonError::into_inner) = dialect;
                    return completion(answer, prompt);
                }
                Err(CallError::Status { code, message, wait }) if matches!(code, 400 | 422) => {
                    let poorer = dialect.without(&message).filter(|poorer| {
                        // Without a schema there is nothing to leave out of the format.
                        prompt.schema.is_some() || poorer.format == dialect.format
                    });
                    dialect = poorer.ok_or(CallError::Status { code, message, wait })?;
                }
                Err(error) => return Err(error),
            }
        }
    }
}

fn characters_of(prompt: &Prompt) -> usize {
    prompt.messages.iter().map(|message| message.text.len()).sum()
}

fn completion(answer: Answer, prompt: &Prompt) -> Result<Completion, CallError> {
    let choice =
        answer.choices.into_iter().next().ok_or_else(|| CallError::Malformed("it has no choice in it".into()))?;
    let text = choice.message.content.unwrap_or_default();
    let guessed = Usage { prompt_tokens: estimated(characters_of(prompt)), completion_tokens: estimated(text.len()) };
    let usage = answer.usage.filter(|usage| usage.prompt_tokens > 0).unwrap_or(guessed);
    let tokens = Tokens { read: usage.prompt_tokens, written: usage.completion_tokens };
    let is_complete = choice.finish_reason.as_deref() != Some("length");
    Ok(Completion { text, tokens, is_complete })
}

/// What sort of error it was, for the log.
fn outcome_of(error: &CallError) -> &'static str {
    match error {
        CallError::Cancelled(_) => "cancelled",
        CallError::NoKey(_) => "no key",
        CallError::NotPrepared(_) | CallError::Unreachable(_) => "unreachable",
        CallError::TimedOut(_) => "timed out",
        CallError::Cut(_) => "cut",
        CallError::TooLong | CallError::Malformed(_) => "malformed",
        CallError::Status { .. } => "refused",
        CallError::Paused(_) => "paused",
    }
}

impl Llm for HttpLlm {
    fn model(&self) -> &ModelId {
        &self.id
    }

    fn complete(&self, prompt: &Prompt, cancel: &Cancel) -> Result<Completion, ModelError> {
        self.may_spend(prompt)?;
        let since = Instant::now();
        let answer = self.ask(prompt, cancel);
        let (tokens, outcome) = match &answer {
            Ok(completion) => (completion.tokens, "ok"),
            // The prompt was read, and is charged for, though the answer never came.
            Err(error @ (CallError::TimedOut(_) | CallError::Cut(_))) => {
                (Tokens { read: estimated(characters_of(prompt)), written: 0 }, outcome_of(error))
            }
            Err(error) => (Tokens::default(), outcome_of(error)),
        };
        let milliseconds = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        if let Err(error) = self.meter.note(&Spending::of(self.id.as_str(), tokens, milliseconds, outcome)) {
            tracing::warn!(model = %self.id, "what a model took is not logged: {error}");
        }
        answer.map_err(|error| error.of(&self.id))
    }
}
