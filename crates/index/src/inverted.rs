//! An inverted index: for every word, the texts that have it, ranked by BM25.

use std::collections::HashMap;

use crate::words::words;

/// The place of a text in the order it was added.
pub type DocumentId = u32;

/// How quickly a repeated word stops counting. Measured on dialogue: 1.5 and 0.75 do best.
const K1: f32 = 1.5;

/// How much a long text is held against it.
const B: f32 = 0.75;

/// The texts of one space, by their words.
#[derive(Debug, Default)]
pub struct InvertedIndex {
    postings: HashMap<String, Vec<Posting>>,
    lengths: Vec<u32>,
    total_length: u64,
}

/// One text that has a word.
#[derive(Debug, Clone, Copy)]
struct Posting {
    document: DocumentId,
    count: u32,
}

/// A text that was found, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Which text.
    pub document: DocumentId,
    /// How well it fits.
    pub score: f32,
    /// What each word of the question added to the score.
    pub words: Vec<(String, f32)>,
}

impl InvertedIndex {
    /// Adds a text and returns its place.
    pub fn add(&mut self, text: &str) -> DocumentId {
        let document = DocumentId::try_from(self.lengths.len()).expect("a space has fewer than four billion texts");
        let words = words(text);
        self.lengths.push(u32::try_from(words.len()).unwrap_or(u32::MAX));
        self.total_length += words.len() as u64;
        for word in words {
            let postings = self.postings.entry(word).or_default();
            match postings.last_mut() {
                Some(last) if last.document == document => last.count += 1,
                _ => postings.push(Posting { document, count: 1 }),
            }
        }
        document
    }

    /// Returns how many texts there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Returns whether there is nothing to find.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Returns the texts that have any word of the question, best first; equals in the order they were added.
    pub fn search(&self, question: &str) -> Vec<Hit> {
        let mut asked = words(question);
        asked.sort_unstable();
        asked.dedup();
        let mut hits: HashMap<DocumentId, Hit> = HashMap::new();
        for word in asked {
            let Some(postings) = self.postings.get(&word) else { continue };
            let rarity = self.rarity(postings.len());
            for posting in postings {
                let score = rarity * self.saturation(*posting);
                let hit = hits.entry(posting.document).or_insert_with(|| Hit {
                    document: posting.document,
                    score: 0.0,
                    words: Vec::new(),
                });
                hit.score += score;
                hit.words.push((word.clone(), score));
            }
        }
        let mut ranked: Vec<Hit> = hits.into_values().collect();
        ranked.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.document.cmp(&other.document)));
        ranked
    }

    /// How much a word tells, by how many texts have it. Never negative: even a word in every text speaks for them.
    fn rarity(&self, having: usize) -> f32 {
        let (all, having) = (self.lengths.len() as f32, having as f32);
        (1.0 + (all - having + 0.5) / (having + 0.5)).ln()
    }

    fn saturation(&self, posting: Posting) -> f32 {
        let count = posting.count as f32;
        let average = self.total_length as f32 / self.lengths.len() as f32;
        let length = self.lengths[posting.document as usize] as f32;
        count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length / average.max(1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(texts: &[&str]) -> InvertedIndex {
        let mut index = InvertedIndex::default();
        for text in texts {
            index.add(text);
        }
        index
    }

    fn found(index: &InvertedIndex, question: &str) -> Vec<DocumentId> {
        index.search(question).into_iter().map(|hit| hit.document).collect()
    }

    #[test]
    fn rare_words_count_for_more_than_common_ones() {
        let index = index(&["likes green tea", "likes coffee", "likes tea and scones", "likes trains"]);
        assert_eq!(found(&index, "what green tea do I like?")[0], 0);
        assert_eq!(found(&index, "scones"), [2]);
        assert_eq!(found(&index, "zebra"), Vec::<DocumentId>::new());
    }

    #[test]
    fn a_short_text_beats_a_long_one_with_the_same_word() {
        let long = format!("tea {}", "other words entirely ".repeat(20));
        let index = index(&[&long, "tea"]);
        assert_eq!(found(&index, "tea"), [1, 0]);
    }

    #[test]
    fn equals_stay_in_the_order_they_were_added() {
        let index = index(&["tea", "tea", "tea"]);
        assert_eq!(found(&index, "tea"), [0, 1, 2]);
    }

    #[test]
    fn a_hit_says_what_each_word_added() {
        let index = index(&["green tea", "black coffee"]);
        let hit = &index.search("green green tea").remove(0);
        let sum: f32 = hit.words.iter().map(|(_, score)| score).sum();
        assert_eq!(hit.words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>(), ["green", "tea"]);
        assert!((sum - hit.score).abs() < 1e-6);
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        assert!(index(&[]).search("tea").is_empty());
        assert!(index(&["", "  "]).search("tea").is_empty());
    }
}
