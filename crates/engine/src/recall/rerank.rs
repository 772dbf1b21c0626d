//! The second look: a reranker reads the best again, each with what was said just before it.

use cofio_domain::ports::{Cancel, Passage};

use crate::Engine;
use crate::recall::answer::Found;
use crate::recall::weights::{RERANKED, WISH_FLOOR};

/// Something the reranker may read.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    /// What it says, with whoever said it.
    pub(crate) text: String,
    /// What was said just before.
    pub(crate) before: Option<String>,
}

/// A hit that waits to be read again.
#[derive(Debug, Clone)]
pub(crate) struct Reread {
    pub(crate) read: Read,
    /// Whether it is a standing wish, which answers nothing and must be heeded.
    pub(crate) is_wish: bool,
    /// What its score is weighed by.
    pub(crate) factor: f64,
}

impl Engine {
    /// Gives the best what the reranker thinks of them, on top; of whatever spaces they are, they are read together, and
    /// so measured alike. Nobody loses by it, so what was not read stays below.
    pub(crate) fn read_again(&self, question: &str, hits: &mut [Found]) {
        let most = hits.len().min(RERANKED);
        let best = &mut hits[..most];
        // One that nothing was read of would shift the scores of all others.
        let passages: Option<Vec<&Read>> = best.iter().map(|hit| hit.reread.as_ref().map(|next| &next.read)).collect();
        let Some(scores) = passages.and_then(|passages| self.reread(question, &passages)) else { return };
        for (hit, score) in best.iter_mut().zip(scores) {
            let Some(Reread { is_wish, factor, .. }) = hit.reread.take() else { continue };
            let score = f64::from(if is_wish { score.max(WISH_FLOOR) } else { score });
            hit.score += f64::from(self.settings.weights.reranker) * score * factor;
            hit.factors.reranked = Some(score);
        }
        best.sort_by(|one, other| other.score.total_cmp(&one.score));
    }

    /// Returns what the reranker says of passages, 0 to 1 in the order given; nothing where there is none or it fails:
    /// the order there was stands.
    fn reread(&self, question: &str, passages: &[&Read]) -> Option<Vec<f32>> {
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
