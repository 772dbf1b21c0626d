//! Searching by meaning: every vector is looked at, by its high bytes, and the best again by both.

use std::ops::Range;

use crate::bits::{WORD, bits};
use crate::filter::Selection;
use crate::kernel::{Path, Terms};
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
        let mut block = Block::new();
        for (index, scores) in scores.chunks_mut(WORD).enumerate() {
            let chosen = selection.word(index) & vectors.there().word(index);
            if chosen != 0 {
                let above =
                    block.scan(path, &asked, vectors, index * WORD..index * WORD + scores.len(), chosen, best.bar);
                scores.copy_from_slice(&block.scores[..scores.len()]);
                best.offer((index * WORD) as u32, scores, above);
            }
        }
        for document in best.finish() {
            scores[document as usize] = vectors.exact(path, &asked, document);
        }
        Ok(())
    }
}

/// Room for what is known of 64 documents.
struct Block {
    products: [i32; WORD],
    scales: [f32; WORD],
    scores: [f32; WORD],
}

impl Block {
    fn new() -> Block {
        Block { products: [0; WORD], scales: [0.0; WORD], scores: [0.0; WORD] }
    }

    /// Scores the chosen ones of up to 64 documents and returns which are above a bar.
    fn scan(
        &mut self,
        path: Path,
        asked: &Asked,
        vectors: &Vectors,
        documents: Range<usize>,
        chosen: u64,
        bar: f32,
    ) -> u64 {
        self.scales[..documents.len()].copy_from_slice(&vectors.scales()[documents.clone()]);
        if chosen.count_ones() >= DENSE {
            path.products(asked.lines(), vectors.rows(documents.clone()), &mut self.products[..documents.len()]);
        } else {
            for bit in bits(chosen) {
                let document = documents.start + bit as usize;
                let product = std::slice::from_mut(&mut self.products[bit as usize]);
                path.products(asked.lines(), vectors.rows(document..document + 1), product);
            }
        }
        let terms = Terms { excess: asked.excess(), scale: asked.scale(), chosen, bar };
        path.scores(&self.products, &self.scales, &terms, &mut self.scores)
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

    /// Takes the scores of documents from `first` on, of which some are above the bar.
    fn offer(&mut self, first: u32, scores: &[f32], above: u64) {
        self.found.extend(bits(above).map(|bit| (scores[bit as usize], first + bit)));
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
