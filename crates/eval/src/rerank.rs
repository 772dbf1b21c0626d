//! The second look: the best of the fused order, put in order again by a model that looks closer.

use crate::measure::{best, minmax};

/// How many of the fused order are looked at again.
pub const CANDIDATES: usize = 50;

/// The best of the fused order, and what they scored there.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidates {
    /// Best first.
    pub places: Vec<usize>,
    fused: Vec<f64>,
}

impl Candidates {
    pub fn new(fused: &[f64]) -> Candidates {
        let places = best(fused, CANDIDATES);
        let fused = places.iter().map(|place| fused[*place]).collect();
        Candidates { places, fused }
    }

    /// Returns the places in their final order. `scores` belong to `places`, one each.
    pub fn reordered(&self, scores: &[f32], weight: f64) -> Vec<usize> {
        let scores: Vec<f64> = scores.iter().copied().map(f64::from).collect();
        let both = minmax(&scores).into_iter().zip(minmax(&self.fused));
        let mixed: Vec<f64> = both.map(|(score, fused)| weight * score + (1.0 - weight) * fused).collect();
        best(&mixed, mixed.len()).into_iter().map(|at| self.places[at]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_the_best_fifty() {
        let fused: Vec<f64> = (0..80).map(f64::from).collect();
        let candidates = Candidates::new(&fused);
        assert_eq!(candidates.places, (30..80).rev().collect::<Vec<_>>());
    }

    #[test]
    fn the_weight_decides_between_both_orders() {
        let candidates = Candidates::new(&[0.1, 0.9, 0.5]);
        assert_eq!(candidates.places, [1, 2, 0]);
        // Fused 1, 0.5, 0; reranker 0, 0.25, 1.
        let scores = [-4.0, -2.0, 4.0];
        assert_eq!(candidates.reordered(&scores, 1.0), [0, 2, 1]);
        assert_eq!(candidates.reordered(&scores, 0.0), [1, 2, 0]);
        // 0.4, 0.35, 0.6.
        assert_eq!(candidates.reordered(&scores, 0.6), [0, 1, 2]);
    }
}
