//! A reranker that knows only pairs, used for turns of a conversation: it reads each turn alone and with the one before.

use cofio_domain::ports::{Cancel, ModelError, ModelId, Passage, Reranker};

/// How much of what was said before is read, from its end: a long answer of an assistant must not push the turn out.
const BEFORE: usize = 400;

/// The mean of both readings, as the teacher was measured.
pub struct TwoReadings {
    model: ModelId,
    inner: Box<dyn Reranker>,
}

impl TwoReadings {
    pub fn new(inner: Box<dyn Reranker>) -> TwoReadings {
        TwoReadings { model: ModelId::new(format!("{} two readings", inner.model())), inner }
    }
}

impl Reranker for TwoReadings {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
        let joined: Vec<Option<String>> = passages.iter().map(joined).collect();
        let alone = passages.iter().map(|passage| Passage::alone(passage.text));
        let together = joined.iter().flatten().map(|text| Passage::alone(text));
        let all: Vec<Passage<'_>> = alone.chain(together).collect();
        let scores = self.inner.score(question, &all, cancel)?;
        let (alone, together) = scores.split_at(passages.len());
        let mut together = together.iter();
        let mean = |(alone, joined): (&f32, &Option<String>)| match joined {
            Some(_) => (alone + together.next().expect("one score for each reading")) / 2.0,
            None => *alone,
        };
        Ok(alone.iter().zip(&joined).map(mean).collect())
    }
}

/// The end of what was said before, then the turn.
fn joined(passage: &Passage<'_>) -> Option<String> {
    let before = passage.before?;
    let start = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    Some(format!("{} {}", &before[start..], passage.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores by length.
    struct Length(ModelId);

    impl Reranker for Length {
        fn model(&self) -> &ModelId {
            &self.0
        }

        fn score(&self, _: &str, passages: &[Passage<'_>], _: &Cancel) -> Result<Vec<f32>, ModelError> {
            assert!(passages.iter().all(|passage| passage.before.is_none()));
            Ok(passages.iter().map(|passage| passage.text.chars().count() as f32).collect())
        }
    }

    #[test]
    fn the_score_is_the_mean_of_alone_and_together() {
        let reranker = TwoReadings::new(Box::new(Length(ModelId::new("length@1"))));
        let long = "é".repeat(1_000);
        let passages = [Passage::after("ab", "abcd"), Passage::alone("abc"), Passage::after(&long, "a")];
        // (4 + 7) / 2; 3; (1 + 402) / 2.
        assert_eq!(reranker.score("q", &passages, &Cancel::new()).unwrap(), [5.5, 3.0, 201.5]);
    }
}
