//! Searching by meaning: every vector is looked at, by its high bytes, and the best again by both.

use crate::bits::{WORD, bits};
use crate::filter::Selection;
use crate::kernel::Path;
use crate::quantized::Asked;
use crate::space::SpaceIndex;
use crate::vectors::Vectors;

/// How many of the best are looked at again. On clustered vectors 40 were enough to find the very best ten; the rest is
/// for what other ways of searching bring forward.
pub const RESCORED: usize = 200;

/// From how many of 64 documents on it is quicker to look at all of them than at each alone.
const DENSE: u32 = 16;

/// The question's vector cannot be compared with those of the index.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a vector of {asked} numbers cannot be compared with vectors of {indexed}")]
pub struct WrongDimensions {
    /// How many numbers the question's vector has.
    pub asked: usize,
    /// How many numbers the vectors of the index have.
    pub indexed: usize,
}

impl SpaceIndex {
    /// Writes how similar each document is to a vector; minus infinity for those without a vector and those that may not
    /// be found. The best [`RESCORED`] are as exact as vectors are kept.
    pub fn similar(&self, query: &[f32], selection: &Selection, scores: &mut Vec<f32>) -> Result<(), WrongDimensions> {
        self.similar_on(Path::fastest(), RESCORED, query, selection, scores)
    }

    /// Does the same with chosen instructions and for a chosen number of the best.
    pub fn similar_on(
        &self,
        path: Path,
        rescored: usize,
        query: &[f32],
        selection: &Selection,
        scores: &mut Vec<f32>,
    ) -> Result<(), WrongDimensions> {
        self.check(selection);
        if query.len() != self.dimensions() {
            return Err(WrongDimensions { asked: query.len(), indexed: self.dimensions() });
        }
        let asked = Asked::new(query);
        let vectors = self.vectors();
        scores.clear();
        scores.resize(vectors.len(), f32::NEG_INFINITY);
        let mut best = Best::new(rescored.min(vectors.len()));
        for (index, scores) in scores.chunks_mut(WORD).enumerate() {
            let chosen = selection.word(index) & vectors.there().word(index);
            if chosen != 0 {
                scan(path, &asked, vectors, index * WORD, chosen, scores);
                best.offer((index * WORD) as u32, scores);
            }
        }
        for document in best.finish() {
            scores[document as usize] = vectors.exact(path, &asked, document);
        }
        Ok(())
    }
}

/// Scores the chosen ones of up to 64 documents from `first` on.
fn scan(path: Path, asked: &Asked, vectors: &Vectors, first: usize, chosen: u64, scores: &mut [f32]) {
    let mut products = [0; WORD];
    let products = &mut products[..scores.len()];
    if chosen.count_ones() >= DENSE {
        path.products(asked.lines(), vectors.rows(first..first + scores.len()), products);
    } else {
        for bit in bits(chosen) {
            let document = first + bit as usize;
            let product = std::slice::from_mut(&mut products[bit as usize]);
            path.products(asked.lines(), vectors.rows(document..document + 1), product);
        }
    }
    let scales = &vectors.scales()[first..first + scores.len()];
    for (score, (product, scale)) in scores.iter_mut().zip(products.iter().zip(scales)) {
        *score = asked.score(*product, *scale);
    }
    let everything = u64::MAX >> (WORD - scores.len());
    for bit in bits(!chosen & everything) {
        scores[bit as usize] = f32::NEG_INFINITY;
    }
}

/// The best documents of those offered, in order of their numbers, so far. Of equals the first stay.
struct Best {
    most: usize,
    found: Vec<(f32, u32)>,
    /// No document with this score or less is among the best.
    bar: f32,
}

impl Best {
    fn new(most: usize) -> Best {
        Best { most, found: Vec::with_capacity(2 * most + WORD), bar: f32::NEG_INFINITY }
    }

    fn offer(&mut self, first: u32, scores: &[f32]) {
        for (document, score) in (first..).zip(scores) {
            if *score > self.bar {
                self.found.push((*score, document));
            }
        }
        if self.found.len() >= 2 * self.most {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.found.len() <= self.most || self.most == 0 {
            return self.found.truncate(self.most);
        }
        let last = self.most - 1;
        self.found.select_nth_unstable_by(last, |one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        self.bar = self.found[last].0;
        self.found.truncate(self.most);
    }

    fn finish(mut self) -> Vec<u32> {
        self.cut();
        let mut documents: Vec<u32> = self.found.into_iter().map(|(_, document)| document).collect();
        documents.sort_unstable();
        documents
    }
}
