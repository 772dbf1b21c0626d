//! The language model: reads a prompt and writes an answer.

use serde_json::Value;

use crate::ports::{Cancel, ModelError, ModelId};

/// Who says a part of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PromptRole {
    /// Whoever set it up: us.
    System,
    /// Whoever asks.
    User,
    /// The model, earlier.
    Assistant,
}

impl PromptRole {
    /// The word every protocol uses for it.
    pub fn word(self) -> &'static str {
        match self {
            PromptRole::System => "system",
            PromptRole::User => "user",
            PromptRole::Assistant => "assistant",
        }
    }
}

/// A part of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptMessage {
    /// Who says it.
    pub role: PromptRole,
    /// What.
    pub text: String,
}

impl PromptMessage {
    /// A part of a prompt.
    pub fn new(role: PromptRole, text: impl Into<String>) -> PromptMessage {
        PromptMessage { role, text: text.into() }
    }
}

/// What an answer has to look like. A model may not keep to it: whoever asks checks the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerSchema {
    /// What it is called.
    pub name: &'static str,
    /// The JSON schema.
    pub schema: Value,
}

/// What a model is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// What was said so far, the oldest first.
    pub messages: Vec<PromptMessage>,
    /// What the answer has to look like, if it is to be JSON.
    pub schema: Option<AnswerSchema>,
    /// How many tokens the answer may have.
    pub max_tokens: u32,
}

/// How many tokens a call took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// Of the prompt.
    pub read: u64,
    /// Of the answer.
    pub written: u64,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// Its words.
    pub text: String,
    /// What it took.
    pub tokens: Tokens,
    /// Whether it came to its end, rather than to the most it may write.
    pub is_complete: bool,
}

/// Answers prompts.
///
/// The call blocks until it is done, which may take minutes: nothing is held while it lasts, no transaction and no lock.
pub trait Llm: Send + Sync {
    /// Returns which model this is.
    fn model(&self) -> &ModelId;

    /// Answers a prompt, as steadily as the model can: the likeliest answer, not a surprising one.
    fn complete(&self, prompt: &Prompt, cancel: &Cancel) -> Result<Completion, ModelError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says the last thing that was said to it: enough to show that the port can be implemented and shared.
    struct Echo(ModelId);

    impl Llm for Echo {
        fn model(&self) -> &ModelId {
            &self.0
        }

        fn complete(&self, prompt: &Prompt, cancel: &Cancel) -> Result<Completion, ModelError> {
            cancel.check()?;
            let text = prompt.messages.last().map(|message| message.text.clone()).unwrap_or_default();
            Ok(Completion { text, tokens: Tokens::default(), is_complete: true })
        }
    }

    #[test]
    fn a_model_is_used_through_its_port() {
        let model: std::sync::Arc<dyn Llm> = std::sync::Arc::new(Echo(ModelId::new("echo@0")));
        let messages = vec![PromptMessage::new(PromptRole::User, "hello")];
        let prompt = Prompt { messages, schema: None, max_tokens: 10 };
        assert_eq!(model.complete(&prompt, &Cancel::new()).unwrap().text, "hello");
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(matches!(model.complete(&prompt, &cancel), Err(ModelError::Cancelled(_))));
    }
}
