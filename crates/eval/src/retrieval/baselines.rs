//! What anybody could build in an afternoon, over the same units: the bar.

use cofio_domain::ports::{Cancel, Embedder};

use crate::contest::{Meaning, similarities};
use crate::data::{Collection, Set, Unit};
use crate::fusion::{Recipe, Words};
use crate::measure::{Bm25, best};
use crate::retrieval::space::DEEP;

/// Who reads meaning for the baselines.
pub struct Readers<'a> {
    /// Ours.
    pub own: &'a dyn Embedder,
    /// The one that *strong simple* is defined with, or ours in its place.
    pub strong: &'a dyn Embedder,
}

/// The names of the baselines, in the order of [`orders`].
pub const TITLES: [&str; 4] = ["BM25 stem", "dense", "equal RRF", STRONG_SIMPLE];
/// The one to be beaten.
pub const STRONG_SIMPLE: &str = "strong simple";

/// The constant of reciprocal rank fusion, as everybody uses it.
const RRF: f64 = 60.0;

/// Orders the units for every question, in four ways.
pub fn orders(set: Set, collection: &Collection, readers: &Readers<'_>) -> anyhow::Result<Vec<[Vec<usize>; 4]>> {
    let texts: Vec<String> = collection.units.iter().map(Unit::spoken).collect();
    let index = Bm25::new(texts.iter().map(String::as_str));
    let words = Words::new(set, collection);
    let meaning = |embedder: &dyn Embedder| {
        Meaning::new(set, collection, |mode, texts| {
            // By a few at a time: a model keeps what it works on in memory.
            let parts = texts.chunks(64).map(|part| embedder.embed(mode, part, &Cancel::new()));
            Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
        })
    };
    let (own, strong) = (meaning(readers.own)?, meaning(readers.strong)?);
    let asked = collection.questions.iter().enumerate();
    let orders = asked.map(|(at, question)| {
        let lexical = index.scores(&question.text);
        let dense = similarities(&own.questions[at], &own.spoken);
        let ranks = by_ranks(&lexical, &dense);
        let (recipe, read) = match set.is_with_an_assistant() {
            true => (Recipe::UserFirst, &strong.spoken),
            false => (Recipe::A, &strong.bare),
        };
        let near = similarities(&strong.questions[at], read);
        let simple = words.fused(recipe, &question.text, Some(&near));
        [lexical, dense, ranks, simple].map(|scores| best(&scores, DEEP))
    });
    Ok(orders.collect())
}

/// Reciprocal rank fusion with equal weights.
fn by_ranks(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut scores = vec![0.0; one.len()];
    for arm in [one, other] {
        for (rank, place) in best(arm, arm.len()).into_iter().enumerate() {
            scores[place] += 1.0 / (RRF + rank as f64 + 1.0);
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::{Letters, talk};

    #[test]
    fn ranks_count_and_scores_do_not() {
        let fused = by_ranks(&[9.0, 1.0, 0.0], &[0.0, 0.2, 0.1]);
        assert_eq!(best(&fused, 3), [1, 0, 2]);
        assert!((fused[1] - (1.0 / 62.0 + 1.0 / 61.0)).abs() < 1e-12);
    }

    #[test]
    fn every_baseline_orders_the_same_units() {
        let said = talk(&[("Ann", "zzz"), ("Bob", "my cats"), ("Ann", "a tac")], "cats?", &[1]);
        let letters = Letters::new();
        let found = orders(Set::LoCoMo, &said, &Readers { own: &letters, strong: &letters }).unwrap();
        assert_eq!(found[0][0][0], 1);
        assert!(found[0].iter().all(|order| order.len() == 3));
    }
}
