//! Searching by meaning.

use cofio_index::{Allowed, Filter, Quantized, SpaceIndex, WrongDimensions};
use proptest::prelude::*;

use crate::support::{MODEL, Numbers, Owned, index_of, ranked, similar_scores};

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
}

fn indexed(vectors: &[Vec<f32>]) -> SpaceIndex {
    let documents: Vec<Owned> = (1..)
        .zip(vectors)
        .map(|(key, vector)| Owned { vector: Some(Quantized::new(vector)), ..Owned::new(key, "") })
        .collect();
    index_of(&documents, vectors[0].len())
}

/// The best ten are those of exact arithmetic.
#[test]
fn the_best_ten_are_the_best_ten() {
    let mut numbers = Numbers::new(3);
    let dimensions = 256;
    let centres: Vec<Vec<f32>> = (0..40).map(|_| numbers.vector(dimensions)).collect();
    let vectors: Vec<Vec<f32>> = (0..4000).map(|place| numbers.near(&centres[place % 40], 0.7)).collect();
    let index = indexed(&vectors);
    let (mut right, questions) = (0, 100);
    for question in 0..questions {
        let query = numbers.near(&centres[question % 40], 0.7);
        let mut exact: Vec<(f64, i64)> = (1..).zip(&vectors).map(|(key, vector)| (dot(&query, vector), key)).collect();
        exact.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let found = ranked(&index, &similar_scores(&index, &query, &Filter::default()), f32::NEG_INFINITY);
        right += exact[..10].iter().filter(|(_, key)| found[..10].contains(key)).count();
    }
    assert!(right * 1000 >= questions * 10 * 999, "{right} of {}", questions * 10);
}

#[test]
fn what_has_no_vector_is_not_similar_to_anything() {
    let mut index = SpaceIndex::new(MODEL, 2);
    index.add(&Owned::new(1, "tea").document()).unwrap();
    index.add(&Owned { vector: Some(Quantized::new(&[0.0, 0.0])), ..Owned::new(2, "tea") }.document()).unwrap();
    index.add(&Owned { vector: Some(Quantized::new(&[0.0, -1.0])), ..Owned::new(3, "tea") }.document()).unwrap();
    let scores = similar_scores(&index, &[0.0, 1.0], &Filter::default());
    assert_eq!(scores, [f32::NEG_INFINITY, 0.0, -1.0]);
    let nothing = similar_scores(&index, &[f32::NAN, f32::INFINITY], &Filter::default());
    assert_eq!(nothing, [f32::NEG_INFINITY, 0.0, 0.0]);
}

#[test]
fn a_question_of_another_length_is_refused() {
    let index = indexed(&[vec![1.0, 0.0]]);
    let error = index.similar(&[1.0], &index.select(&Filter::default()), &mut Vec::new()).unwrap_err();
    assert_eq!(error, WrongDimensions { asked: 1, indexed: 2 });
    assert_eq!(error.to_string(), "a vector of 1 numbers cannot be compared with vectors of 2");
}

#[test]
fn an_index_without_a_model_compares_nothing() {
    let index = index_of(&[Owned::new(1, "tea")], 0);
    assert_eq!(similar_scores(&index, &[], &Filter::default()), [f32::NEG_INFINITY]);
}

#[test]
fn few_or_many_make_no_difference_to_a_score() {
    let mut numbers = Numbers::new(8);
    let vectors: Vec<Vec<f32>> = (0..500).map(|_| numbers.vector(96)).collect();
    let index = indexed(&vectors);
    let query = numbers.vector(96);
    let all = similar_scores(&index, &query, &Filter::default());
    for step in [2, 3, 7, 100] {
        let withheld: Vec<i64> = (1..=500).filter(|key| key % step != 0).collect();
        let some = Filter { withheld: &withheld, ..Filter::default() };
        let mut scores = Vec::new();
        let selection = index.select(&some);
        let fastest = cofio_index::Path::fastest();
        index.similar_on(fastest, 0, &query, &selection, &mut scores).unwrap();
        let mut whole = Vec::new();
        index.similar_on(fastest, 0, &query, &index.select(&Filter::default()), &mut whole).unwrap();
        for (number, score) in scores.iter().enumerate() {
            let expected = if (number + 1) % step as usize == 0 { whole[number] } else { f32::NEG_INFINITY };
            assert_eq!(*score, expected);
            assert!((whole[number] - all[number]).abs() < 0.03);
        }
    }
    let nothing = Filter { kinds: Allowed::Only(std::iter::once(9).collect()), ..Filter::default() };
    assert!(similar_scores(&index, &query, &nothing).iter().all(|score| *score == f32::NEG_INFINITY));
}

proptest! {
    #[test]
    fn scores_are_as_exact_as_is_said(seed: u64, dimensions in 1usize..300, count in 1usize..80) {
        let mut numbers = Numbers::new(seed);
        let vectors: Vec<Vec<f32>> = (0..count).map(|_| numbers.vector(dimensions)).collect();
        let query = numbers.vector(dimensions);
        let index = indexed(&vectors);
        let scores = similar_scores(&index, &query, &Filter::default());
        for (vector, score) in vectors.iter().zip(scores) {
            let scale = f64::from(Quantized::new(vector).scale());
            let bound = f64::from(Quantized::FINE) * scale * (dimensions as f64).sqrt() + 1e-5;
            prop_assert!((dot(&query, vector) - f64::from(score)).abs() <= bound);
        }
    }

    /// Of equals those with the lesser keys are looked at again.
    #[test]
    fn the_best_are_found_whatever_their_order(values in proptest::collection::vec(-20i8..20, 1..400), most in 0usize..60) {
        let vectors: Vec<Vec<f32>> = values.iter().map(|value| {
            let angle = f32::from(*value) / 20.0;
            vec![angle, (1.0 - angle * angle).sqrt()]
        }).collect();
        let index = indexed(&vectors);
        let (query, selection) = ([0.6f32, 0.8], index.select(&Filter::default()));
        let (mut coarse, mut scores) = (Vec::new(), Vec::new());
        index.similar_on(cofio_index::Path::fastest(), 0, &query, &selection, &mut coarse).unwrap();
        index.similar_on(cofio_index::Path::fastest(), most, &query, &selection, &mut scores).unwrap();
        let mut best: Vec<usize> = (0..values.len()).collect();
        best.sort_by(|one, other| coarse[*other].total_cmp(&coarse[*one]).then(one.cmp(other)));
        best.truncate(most);
        let mut exact = Vec::new();
        index.similar_on(cofio_index::Path::fastest(), usize::MAX, &query, &selection, &mut exact).unwrap();
        for number in 0..values.len() {
            let expected = if best.contains(&number) { exact[number] } else { coarse[number] };
            prop_assert_eq!(scores[number], expected);
        }
    }
}
