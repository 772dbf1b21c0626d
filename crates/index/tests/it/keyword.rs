//! Searching by words.

use cofio_index::{Filter, OPEN, SpaceIndex, words};
use proptest::prelude::*;

use crate::support::{MODEL, Owned, any_documents, index_of, index_of_texts, keyword_scores, ranked, segment_of};

/// BM25 as it is written in books.
fn naive(texts: &[String], question: &str) -> Vec<f32> {
    let texts: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    let mut asked = words(question);
    asked.sort_unstable();
    asked.dedup();
    let total: usize = texts.iter().map(Vec::len).sum();
    let average = (total as f32 / texts.len() as f32).max(1.0);
    let mut scores = vec![0.0; texts.len()];
    for word in asked {
        let having = texts.iter().filter(|text| text.contains(&word)).count() as f32;
        let rarity = (1.0 + (texts.len() as f32 - having + 0.5) / (having + 0.5)).ln();
        for (score, text) in scores.iter_mut().zip(&texts) {
            let count = text.iter().filter(|other| **other == word).count() as f32;
            let norm = 1.2 * (1.0 - 0.5 + 0.5 * text.len() as f32 / average);
            *score += rarity * (count * (1.2 + 1.0) / (count + norm));
        }
    }
    scores
}

#[test]
fn rare_words_count_for_more_than_common_ones() {
    let index = index_of_texts(&["likes green tea", "likes coffee", "likes tea and scones", "likes trains"]);
    let found = |question: &str| ranked(&index, &keyword_scores(&index, question, &Filter::default()), 0.0);
    assert_eq!(found("what green tea do I like?")[0], 1);
    assert_eq!(found("scones"), [3]);
    assert_eq!(found("zebra"), [0i64; 0]);
    let question = index.question("tea tea zebra");
    let having: Vec<(&str, u32)> = question.words().iter().map(|word| (word.word.as_str(), word.having)).collect();
    assert_eq!(having, [("tea", 2), ("zebra", 0)]);
    assert!(question.words()[1].rarity > question.words()[0].rarity);
}

#[test]
fn a_buffer_that_was_used_before_does_no_harm() {
    let index = index_of_texts(&["tea", "coffee"]);
    let selection = index.select(&Filter::default());
    let mut scores = vec![9.0; 7];
    index.question("tea").scores(&selection, &mut scores);
    assert_eq!(scores.len(), 2);
    assert_eq!(scores[1], 0.0);
}

#[test]
fn an_empty_index_finds_nothing() {
    let index = SpaceIndex::new(MODEL, 0);
    assert!(keyword_scores(&index, "tea", &Filter::default()).is_empty());
    assert_eq!((index.is_empty(), index.last_key()), (true, None));
    let index = index_of_texts(&["", "  "]);
    assert_eq!(keyword_scores(&index, "tea", &Filter::default()), [0.0, 0.0]);
}

proptest! {
    #[test]
    fn scores_are_those_of_the_book(documents in any_documents(0, 40), in_segment in 0usize..40) {
        let in_segment = in_segment.min(documents.len());
        let mut index = SpaceIndex::from_segments(MODEL, 0, [(0, segment_of(&documents[..in_segment], 0))]).unwrap();
        for document in &documents[in_segment..] {
            index.add(&document.document()).unwrap();
        }
        for document in &documents {
            index.retire(document.key, OPEN);
        }
        let texts: Vec<String> = documents.iter().map(|document| document.text.clone()).collect();
        for question in ["tea", "green tea coffee", "茶道 lisbon a_b", "zebra"] {
            let scores = keyword_scores(&index, question, &Filter::default());
            prop_assert_eq!(&scores, &naive(&texts, question));
            for (number, score) in scores.iter().enumerate() {
                let asked = index.question(question);
                let sum = asked.explain(number as u32).iter().fold(0.0, |sum, (_, part)| sum + part);
                prop_assert_eq!(sum, *score, "its words add up to it");
            }
        }
    }

    #[test]
    fn long_texts_are_held_to_the_same_rule(lengths in proptest::collection::vec(0usize..600, 1..6)) {
        let texts: Vec<String> = lengths.iter().map(|length| format!("tea {}", "cup ".repeat(*length))).collect();
        let documents: Vec<Owned> = (1..).zip(&texts).map(|(key, text)| Owned::new(key, text)).collect();
        let index = index_of(&documents, 0);
        prop_assert_eq!(keyword_scores(&index, "tea cup", &Filter::default()), naive(&texts, "tea cup"));
    }
}
