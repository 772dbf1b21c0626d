//! Okapi BM25 with the idf that is never negative: the baseline everything is compared with.

use std::collections::HashMap;

use super::words::stems;

/// How fast a word's repetition stops counting.
const SATURATION: f64 = 1.5;
/// How much long texts are held back.
const LENGTH: f64 = 0.75;

/// An index over texts that will not change.
pub struct Bm25 {
    /// For each word the texts that have it, and how often.
    postings: HashMap<String, Vec<(usize, f64)>>,
    /// What the length of each text adds under the fraction.
    norms: Vec<f64>,
}

impl Bm25 {
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Bm25 {
        let mut postings: HashMap<String, Vec<(usize, f64)>> = HashMap::new();
        let mut lengths = Vec::new();
        for (at, text) in texts.into_iter().enumerate() {
            let words = stems(text);
            lengths.push(words.len() as f64);
            for word in words {
                let list = postings.entry(word).or_default();
                match list.last_mut() {
                    Some((last, count)) if *last == at => *count += 1.0,
                    _ => list.push((at, 1.0)),
                }
            }
        }
        let mean = (lengths.iter().sum::<f64>() / lengths.len().max(1) as f64).max(1e-9);
        let norms = lengths.iter().map(|length| SATURATION * (1.0 - LENGTH + LENGTH * length / mean)).collect();
        Bm25 { postings, norms }
    }

    /// Scores every text. A word that the question repeats counts each time.
    pub fn scores(&self, question: &str) -> Vec<f64> {
        let mut scores = vec![0.0; self.norms.len()];
        let texts = self.norms.len() as f64;
        for word in stems(question) {
            let Some(list) = self.postings.get(&word) else { continue };
            let with_it = list.len() as f64;
            let rarity = (1.0 + (texts - with_it + 0.5) / (with_it + 0.5)).ln();
            for &(at, count) in list {
                scores[at] += rarity * count * (SATURATION + 1.0) / (count + self.norms[at]);
            }
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_formula() {
        // Lengths 2, 1, 3; mean 2; norms 1.5, 0.9375, 2.0625.
        let index = Bm25::new(["red cat", "cat", "dog dog bird"]);
        // "cat" is in 2 of 3: ln(1 + 1.5 / 2.5) = 0.470004; "dog" in 1 of 3: ln(1 + 2.5 / 1.5) = 0.980829.
        let expected = [0.470004 * 2.5 / 2.5, 0.470004 * 2.5 / 1.9375, 0.980829 * 5.0 / 4.0625];
        for (score, expected) in index.scores("Does the cat like dogs?").iter().zip(expected) {
            assert!((score - expected).abs() < 1e-5, "{score} {expected}");
        }
    }

    #[test]
    fn a_question_without_known_words_finds_nothing() {
        assert_eq!(Bm25::new(["red cat", ""]).scores("the zebra"), [0.0, 0.0]);
        assert_eq!(Bm25::new([]).scores("cat"), [0.0; 0]);
    }
}
