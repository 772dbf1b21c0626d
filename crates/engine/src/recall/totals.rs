//! One number for each document, and which documents have the greatest.

use std::cmp::Ordering;

use cofio_index::Selection;

use crate::recall::arms::Arms;
use crate::recall::ranking::Ranking;
use crate::recall::weights::{NEAR, RRF};

/// The whole score of every document that may be found.
pub(super) enum Totals<'a> {
    /// Everything that speaks for it.
    Scores(Box<Ranking<'a>>),
    /// The documented baseline: words and meaning by their ranks alone.
    Ranks(Vec<f32>),
}

impl Totals<'_> {
    pub(super) fn score(&self, document: u32) -> f32 {
        match self {
            Totals::Scores(ranking) => ranking.score(document),
            Totals::Ranks(scores) => scores[document as usize],
        }
    }

    /// What of it came from its neighbours and its conversation.
    pub(super) fn inherited(&self, document: u32) -> f32 {
        match self {
            Totals::Scores(ranking) => ranking.inherited(document),
            Totals::Ranks(_) => 0.0,
        }
    }

    /// What of it came from what the text is like.
    pub(super) fn manner(&self, document: u32) -> f32 {
        match self {
            Totals::Scores(ranking) => ranking.manner(document),
            Totals::Ranks(_) => 0.0,
        }
    }

    /// Returns the best documents, best first, of those that say anything to the question. Of equals the first come
    /// first.
    pub(super) fn best(&self, most: usize, selection: &Selection, arms: &Arms<'_>) -> Vec<u32> {
        let mut best = Best { most, found: Vec::with_capacity(2 * most.min(selection.len())), bar: None };
        for document in selection.iter() {
            if !arms.has_words(document) && arms.cosine(document) < NEAR && !arms.is_called_for(document) {
                continue;
            }
            let score = match (self, best.bar) {
                (Totals::Scores(ranking), Some(bar)) => ranking.score_above(document, bar),
                _ => Some(self.score(document)),
            };
            if let Some(score) = score {
                best.offer(score, document);
            }
        }
        best.finish()
    }
}

/// The best of what is offered in the order of documents, so far.
struct Best {
    most: usize,
    found: Vec<(f32, u32)>,
    /// Nothing with this score or less is among the best any more.
    bar: Option<f32>,
}

impl Best {
    fn offer(&mut self, score: f32, document: u32) {
        if self.bar.is_some_and(|bar| score.total_cmp(&bar).is_le()) {
            return;
        }
        self.found.push((score, document));
        if self.found.len() >= 2 * self.most {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.found.len() > self.most {
            let last = self.most - 1;
            self.found.select_nth_unstable_by(last, better);
            self.bar = Some(self.found[last].0);
            self.found.truncate(self.most);
        }
    }

    fn finish(mut self) -> Vec<u32> {
        self.cut();
        self.found.sort_unstable_by(better);
        self.found.into_iter().map(|(_, document)| document).collect()
    }
}

fn better(one: &(f32, u32), other: &(f32, u32)) -> Ordering {
    other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
}

/// Scores documents by their ranks.
pub(super) fn by_ranks(documents: usize, arms: &Arms<'_>, selection: &Selection) -> Vec<f32> {
    let mut scores = vec![0.0; documents];
    let keyword = |document: u32| arms.keyword(document);
    let vector = |document: u32| if arms.has_meaning { arms.vector(document) } else { 0.0 };
    for arm in [&keyword as &dyn Fn(u32) -> f32, &vector] {
        let mut order: Vec<(f32, u32)> = selection.iter().map(|document| (arm(document), document)).collect();
        order.retain(|(score, _)| *score > 0.0);
        order.sort_unstable_by(better);
        for (rank, (_, document)) in order.into_iter().enumerate() {
            scores[document as usize] += 1.0 / (RRF + rank as f32 + 1.0);
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_those_a_sort_would_put_first() {
        let scores: Vec<f32> = (0..500u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 27) as f32).collect();
        for most in [1, 2, 30, 499, 500, 501] {
            let mut best = Best { most, found: Vec::new(), bar: None };
            scores.iter().zip(0..).for_each(|(score, document)| best.offer(*score, document));
            let mut sorted: Vec<(f32, u32)> = scores.iter().copied().zip(0..).collect();
            sorted.sort_by(better);
            sorted.truncate(most);
            assert_eq!(best.finish(), sorted.iter().map(|(_, document)| *document).collect::<Vec<_>>());
        }
    }
}
