//! The vectors of the last questions: a question is often asked again, by the next tool or the next page.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use cofio_domain::ports::{ModelError, ModelId};

/// How many are kept: a megabyte at most.
const MOST: usize = 256;

/// A longer text is no question that is asked again.
const LONGEST: usize = 2000;

/// Vectors of questions, the last used first.
#[derive(Default)]
pub(crate) struct QueryVectors(Mutex<VecDeque<Kept>>);

struct Kept {
    model: ModelId,
    question: String,
    vector: Box<[f32]>,
}

impl QueryVectors {
    /// Returns the vector of a question, made now if it was not asked lately.
    pub(crate) fn get_or_make(
        &self,
        model: &ModelId,
        question: &str,
        make: impl FnOnce() -> Result<Box<[f32]>, ModelError>,
    ) -> Result<Box<[f32]>, ModelError> {
        if question.len() > LONGEST {
            return make();
        }
        if let Some(found) = self.take(model, question) {
            return Ok(found);
        }
        // Nobody waits for a model that answers somebody else.
        let vector = make()?;
        self.put(Kept { model: model.clone(), question: question.to_owned(), vector: vector.clone() });
        Ok(vector)
    }

    fn take(&self, model: &ModelId, question: &str) -> Option<Box<[f32]>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|kept| kept.model == *model && kept.question == question)?;
        let found = kept.remove(place)?;
        let vector = found.vector.clone();
        kept.push_front(found);
        Some(vector)
    }

    fn put(&self, new: Kept) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(MOST - 1);
        kept.push_front(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_embedded_once_for_each_model() {
        let (cache, mut made) = (QueryVectors::default(), 0);
        let mut ask = |model: &str, question: &str| {
            let vector = cache.get_or_make(&ModelId::new(model), question, || {
                made += 1;
                Ok(vec![made as f32].into())
            });
            vector.unwrap()[0]
        };
        assert_eq!([ask("a", "tea?"), ask("a", "tea?"), ask("b", "tea?"), ask("a", "tea?")], [1.0, 1.0, 2.0, 1.0]);
        for number in 0..MOST {
            ask("a", &number.to_string());
        }
        assert!(ask("a", "tea?") > 2.0, "what was not asked for long is let go of");
    }
}
