//! What the tests share.

pub mod naive;
#[allow(dead_code, reason = "shared with the benchmark and an example")]
pub mod random;

use cofio_domain::ports::{Cancel, Embedder, Mode, Passage, Reranker, Vector};
use cofio_models::local::{LocalEmbedder, LocalReranker, WeightFile};

pub fn embedder(bytes: &[u8]) -> LocalEmbedder {
    LocalEmbedder::new(WeightFile::from_bytes(bytes).unwrap()).unwrap()
}

pub fn reranker(bytes: &[u8]) -> LocalReranker {
    LocalReranker::new(WeightFile::from_bytes(bytes).unwrap()).unwrap()
}

pub fn embed(model: &LocalEmbedder, mode: Mode, texts: &[&str]) -> Vec<Vector> {
    model.embed(mode, texts, &Cancel::new()).unwrap()
}

pub fn score(model: &dyn Reranker, question: &str, passages: &[Passage<'_>]) -> Vec<f32> {
    model.score(question, passages, &Cancel::new()).unwrap()
}

pub fn bits(vectors: &[Vector]) -> Vec<Vec<u32>> {
    vectors.iter().map(|vector| vector.values().iter().map(|value| value.to_bits()).collect()).collect()
}

/// Words of one token each in the small vocabulary: with the two special tokens, `tokens` in all.
pub fn text_of(tokens: usize, seed: u64) -> String {
    let mut chance = random::Chance::new(seed);
    let words = ["the", "memory", "lives", "a", "b", "q", ".", "?", "1", "2"];
    (2..tokens).map(|_| words[chance.below(words.len())]).collect::<Vec<_>>().join(" ")
}
