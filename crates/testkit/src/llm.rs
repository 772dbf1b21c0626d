//! A language model that says what it was told to say.

use std::sync::{Mutex, PoisonError};

use cofio_domain::ports::{Cancel, Completion, Llm, ModelError, ModelId, Prompt, Tokens};

/// What a scripted model does when it is asked.
#[derive(Debug, Clone)]
pub enum Line {
    /// It says this.
    Says(String),
    /// It says this and is cut off.
    IsCutAfter(String),
    /// It cannot be reached.
    IsDown,
    /// What may be spent on it is spent.
    IsSpent,
}

type Script = dyn Fn(&Prompt, usize) -> Line + Send + Sync;

/// A language model that answers by a script, and remembers what it was asked.
pub struct ScriptedLlm {
    model: ModelId,
    script: Box<Script>,
    asked: Mutex<Vec<Prompt>>,
}

impl ScriptedLlm {
    /// A model that answers by a script, which is told how many prompts came before.
    pub fn answering(script: impl Fn(&Prompt, usize) -> Line + Send + Sync + 'static) -> ScriptedLlm {
        ScriptedLlm { model: ModelId::new("scripted@1"), script: Box::new(script), asked: Mutex::default() }
    }

    /// A model that says these things one after the other, and the last one for ever.
    pub fn saying<T: Into<String>>(answers: impl IntoIterator<Item = T>) -> ScriptedLlm {
        let answers: Vec<String> = answers.into_iter().map(Into::into).collect();
        ScriptedLlm::answering(move |_, before| Line::Says(answers[before.min(answers.len() - 1)].clone()))
    }

    /// Returns everything it was asked so far.
    pub fn asked(&self) -> Vec<Prompt> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Llm for ScriptedLlm {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn complete(&self, prompt: &Prompt, cancel: &Cancel) -> Result<Completion, ModelError> {
        cancel.check()?;
        let before = {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            asked.push(prompt.clone());
            asked.len() - 1
        };
        let answer = |text, is_complete| Completion { text, tokens: Tokens { read: 1, written: 1 }, is_complete };
        match (self.script)(prompt, before) {
            Line::Says(text) => Ok(answer(text, true)),
            Line::IsCutAfter(text) => Ok(answer(text, false)),
            Line::IsDown => {
                let source = Box::new(std::io::Error::other("it was told to be down"));
                Err(ModelError::Unavailable { model: self.model.clone(), source })
            }
            Line::IsSpent => Err(ModelError::Spent { model: self.model.clone(), ceiling: 0 }),
        }
    }
}
