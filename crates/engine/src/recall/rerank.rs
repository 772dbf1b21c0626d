//! The second look: a reranker reads the best again, each with what was said just before it.

use cofio_domain::ports::{Cancel, Passage};

use crate::Engine;

/// Something the reranker may read.
pub(crate) struct Read {
    /// What it says, with whoever said it.
    pub(crate) text: String,
    /// What was said just before.
    pub(crate) before: Option<String>,
}

impl Engine {
    /// Returns what the reranker says of passages, 0 to 1 in the order given; nothing where there is none or it fails:
    /// the order there was stands.
    pub(crate) fn reread(&self, question: &str, passages: &[&Read]) -> Option<Vec<f32>> {
        let reranker = self.models.reranker.as_deref()?;
        if passages.len() < 2 {
            return None;
        }
        let asked: Vec<Passage<'_>> =
            passages.iter().map(|read| Passage { text: &read.text, before: read.before.as_deref() }).collect();
        match reranker.score(question, &asked, &Cancel::new()) {
            Ok(scores) => Some(spread_out(scores)),
            Err(error) => {
                tracing::warn!("the order found first stands: {error}");
                None
            }
        }
    }
}

fn spread_out(mut scores: Vec<f32>) -> Vec<f32> {
    let least = scores.iter().copied().fold(f32::INFINITY, f32::min);
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let width = most - least;
    for score in &mut scores {
        *score = if width > 0.0 { (*score - least) / width } else { 0.0 };
    }
    scores
}
