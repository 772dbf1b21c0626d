//! The reranker: says how well a passage answers a question, whether it reads them together or compares their readings.

use crate::ports::{Cancel, ModelError, ModelId};

/// Something that may answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage<'a> {
    /// What was said.
    pub text: &'a str,
    /// What was said just before it, which often says what it is about.
    pub before: Option<&'a str>,
}

impl<'a> Passage<'a> {
    /// A passage that stands alone.
    pub fn alone(text: &'a str) -> Passage<'a> {
        Passage { text, before: None }
    }

    /// A passage with what was said just before it.
    pub fn after(before: &'a str, text: &'a str) -> Passage<'a> {
        Passage { text, before: Some(before) }
    }
}

/// Scores passages against a question.
///
/// The call blocks until it is done. The same pair gets the same score, whatever else is in the call.
pub trait Reranker: Send + Sync {
    /// Returns which model this is.
    fn model(&self) -> &ModelId;

    /// Scores every passage, in the order given: higher is better. Scores compare only under one question and one model.
    fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often the question's letters occur: enough to show that the port can be implemented and shared.
    struct Letters(ModelId);

    impl Reranker for Letters {
        fn model(&self) -> &ModelId {
            &self.0
        }

        fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
            cancel.check()?;
            let fits = |text: &str| text.chars().filter(|letter| question.contains(*letter)).count();
            let all = |passage: &Passage<'_>| fits(passage.text) + passage.before.map_or(0, fits);
            Ok(passages.iter().map(|passage| all(passage) as f32).collect())
        }
    }

    #[test]
    fn a_reranker_is_used_through_its_port() {
        let reranker: Box<dyn Reranker> = Box::new(Letters(ModelId::new("letters@0")));
        let passages = [Passage::alone("xyz"), Passage::after("abc", "a")];
        assert_eq!(reranker.score("abc", &passages, &Cancel::new()).unwrap(), [0.0, 4.0]);
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(matches!(reranker.score("abc", &passages, &cancel), Err(ModelError::Cancelled(_))));
    }
}
