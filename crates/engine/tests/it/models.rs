//! Models for tests: small, the same everywhere, and wrong when they are told to be.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Passage, Reranker, Vector};
use cofio_engine::Models;

/// Means what its words are: texts with the same words are near each other.
pub struct BagOfWords {
    model: ModelId,
    /// How many texts it was given.
    pub read: AtomicUsize,
    /// Whether it fails.
    pub broken: bool,
}

impl BagOfWords {
    pub fn named(model: &str) -> Arc<BagOfWords> {
        Arc::new(BagOfWords { model: ModelId::new(model), read: AtomicUsize::new(0), broken: false })
    }

    pub fn broken() -> Arc<BagOfWords> {
        Arc::new(BagOfWords { model: ModelId::new("broken@1"), read: AtomicUsize::new(0), broken: true })
    }

    pub fn texts_read(&self) -> usize {
        self.read.load(Ordering::SeqCst)
    }
}

const DIMENSIONS: usize = 64;

impl Embedder for BagOfWords {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, _: Mode, texts: &[&str], _: &Cancel) -> Result<Vec<Vector>, ModelError> {
        if self.broken {
            let source = Box::new(std::io::Error::other("it was told to fail"));
            return Err(ModelError::Unavailable { model: self.model.clone(), source });
        }
        self.read.fetch_add(texts.len(), Ordering::SeqCst);
        let vector = |text: &&str| {
            let mut values = vec![0.01_f32; DIMENSIONS];
            for word in text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()) {
                let mut hasher = DefaultHasher::new();
                (self.model.as_str(), word).hash(&mut hasher);
                values[hasher.finish() as usize % DIMENSIONS] += 1.0;
            }
            let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
            Vector::new(self.model.clone(), values.iter().map(|value| value / length).collect::<Vec<_>>())
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// Likes a text the better the more often a word is in it.
pub struct Fond {
    pub of: &'static str,
    pub model: ModelId,
}

impl Reranker for Fond {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn score(&self, _: &str, passages: &[Passage<'_>], _: &Cancel) -> Result<Vec<f32>, ModelError> {
        Ok(passages.iter().map(|passage| passage.text.matches(self.of).count() as f32).collect())
    }
}

pub fn only(embedder: Arc<dyn Embedder>) -> Models {
    Models { embedder: Some(embedder), reranker: None }
}

/// The models that are part of the program.
pub fn built_in() -> Models {
    use cofio_models::local::builtin::{BuiltInEmbedder, BuiltInReranker};
    Models { embedder: Some(Arc::new(BuiltInEmbedder)), reranker: Some(Arc::new(BuiltInReranker)) }
}
