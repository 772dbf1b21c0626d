//! A model as the engine knows it, with a memory on disk: what it was asked once, it is not asked again.
//!
//! Unlike [`Embeddings`](super::Embeddings) and [`Ratings`](super::Ratings), which are given everything at once and ask
//! on several threads, this is asked by several threads, a little at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Passage, Reranker, Vector};

use super::cache::{Cache, Key};
use super::embeddings::text_key;
use super::ratings::passage_key;
use super::{Means, still_true};

/// Longer texts are cut before they are looked up and embedded: a model reads no more than their beginning, and what is
/// known of it from elsewhere serves here, too.
const LONGEST: usize = 4_000;

/// A model and what it said.
pub struct Kept<M> {
    model: M,
    cache: Mutex<Cache>,
    checked: AtomicBool,
}

impl Kept<Box<dyn Embedder>> {
    pub fn embedder(model: Box<dyn Embedder>, means: &Means) -> anyhow::Result<Self> {
        let cache = Cache::open(&means.folder, model.model(), model.dimensions())?;
        Ok(Kept { model, cache: Mutex::new(cache), checked: AtomicBool::new(false) })
    }
}

impl Kept<Box<dyn Reranker>> {
    pub fn reranker(model: Box<dyn Reranker>, means: &Means) -> anyhow::Result<Self> {
        let cache = Cache::open(&means.folder, model.model(), 1)?;
        Ok(Kept { model, cache: Mutex::new(cache), checked: AtomicBool::new(false) })
    }
}

impl<M> Kept<M> {
    /// Returns the answers to keys in their order; `ask` is given the places of those that are not known.
    fn answers(
        &self,
        model: &ModelId,
        keys: &[Key],
        mut ask: impl FnMut(&[usize]) -> Result<Vec<Box<[f32]>>, ModelError>,
    ) -> Result<Vec<Box<[f32]>>, ModelError> {
        let known = |key: &Key| self.cache.lock().expect("reading does not panic").get(key).map(Box::from);
        let mut answers: Vec<Option<Box<[f32]>>> = keys.iter().map(known).collect();
        // One that is known is asked for again: if the model now says otherwise, all of it is out of date.
        if let Some(place) = answers.iter().position(Option::is_some)
            && !self.checked.swap(true, Ordering::SeqCst)
        {
            let anew = ask(&[place])?;
            if !answers[place].as_ref().is_some_and(|kept| still_true(kept, &anew[0])) {
                eprintln!("{model}: what was kept is out of date and is made anew");
                self.keep(model, Cache::clear)?;
                answers.fill(None);
            }
        }
        let missing: Vec<usize> = (0..keys.len()).filter(|place| answers[*place].is_none()).collect();
        if !missing.is_empty() {
            for (place, answer) in missing.iter().zip(ask(&missing)?) {
                self.keep(model, |cache| cache.insert(keys[*place], &answer))?;
                answers[*place] = Some(answer);
            }
        }
        Ok(answers.into_iter().map(|answer| answer.expect("asked for above")).collect())
    }

    fn keep(&self, model: &ModelId, change: impl FnOnce(&mut Cache) -> anyhow::Result<()>) -> Result<(), ModelError> {
        let mut cache = self.cache.lock().expect("writing does not panic");
        change(&mut cache).map_err(|error| ModelError::Unavailable { model: model.clone(), source: error.into() })
    }
}

impl Embedder for Kept<Box<dyn Embedder>> {
    fn model(&self) -> &ModelId {
        self.model.model()
    }

    fn dimensions(&self) -> usize {
        self.model.dimensions()
    }

    fn embed(&self, mode: Mode, texts: &[&str], cancel: &Cancel) -> Result<Vec<Vector>, ModelError> {
        let cut = |text: &&'_ str| text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
        let texts: Vec<&str> = texts.iter().map(|text| &text[..cut(text)]).collect();
        let keys: Vec<Key> = texts.iter().map(|text| text_key(mode, text)).collect();
        let answers = self.answers(self.model.model(), &keys, |places| {
            let asked: Vec<&str> = places.iter().map(|place| texts[*place]).collect();
            let made = self.model.embed(mode, &asked, cancel)?;
            Ok(made.iter().map(|vector| Box::from(vector.values())).collect())
        })?;
        Ok(answers.into_iter().map(|values| Vector::new(self.model.model().clone(), values)).collect())
    }
}

impl Reranker for Kept<Box<dyn Reranker>> {
    fn model(&self) -> &ModelId {
        self.model.model()
    }

    fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
        let keys: Vec<Key> = passages.iter().map(|passage| passage_key(question, passage)).collect();
        let answers = self.answers(self.model.model(), &keys, |places| {
            let asked: Vec<Passage<'_>> = places.iter().map(|place| passages[*place]).collect();
            let scores = self.model.score(question, &asked, cancel)?;
            Ok(scores.into_iter().map(|score| Box::from([score])).collect())
        })?;
        Ok(answers.into_iter().map(|score| score[0]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::{Keyword, Letters, letters};

    #[test]
    fn what_is_kept_is_what_the_model_says() {
        let folder = tempfile::tempdir().unwrap();
        let means = Means { folder: folder.path().into(), threads: 1 };
        for texts in [&["ab", "ba", "ab"][..], &["c", "ab"], &["ab"]] {
            let kept = Kept::embedder(Box::new(Letters::new()), &means).unwrap();
            let vectors = kept.embed(Mode::Document, texts, &Cancel::new()).unwrap();
            for (text, vector) in texts.iter().zip(vectors) {
                assert_eq!(vector.values(), letters(text), "{text}");
            }
        }
        let kept = Kept::reranker(Box::new(Keyword::new("cat")), &means).unwrap();
        let passages = [Passage::alone("dog"), Passage::after("cat", "cat"), Passage::alone("cat")];
        for _ in 0..2 {
            assert_eq!(kept.score("?", &passages, &Cancel::new()).unwrap(), [0.0, 1.5, 1.0]);
        }
    }
}
