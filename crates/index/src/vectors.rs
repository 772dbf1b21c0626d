//! The vectors of many documents, laid out for the scan: all high bytes together, all low bytes apart.

use std::ops::Range;

use crate::bits::Numbers;
use crate::kernel::{LINE, Line, Path, ZERO};
use crate::quantized::{Asked, Quantized, high_byte, low_byte};

/// A row for each document, of zeros where there is no vector.
#[derive(Debug, Clone, Default)]
pub(crate) struct Vectors {
    dimensions: usize,
    high: Vec<Line>,
    low: Vec<Line>,
    scales: Vec<f32>,
    there: Numbers,
}

/// Padding, and what stands for zero in both planes.
const NOTHING: Line = Line([ZERO; LINE]);

impl Vectors {
    pub(crate) fn new(dimensions: usize) -> Vectors {
        Vectors { dimensions, ..Vectors::default() }
    }

    pub(crate) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(crate) fn len(&self) -> usize {
        self.scales.len()
    }

    /// The documents that have a vector.
    pub(crate) fn there(&self) -> &Numbers {
        &self.there
    }

    pub(crate) fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// How many lines a row has.
    pub(crate) fn width(&self) -> usize {
        self.dimensions.div_ceil(LINE)
    }

    pub(crate) fn reserve(&mut self, documents: usize) {
        self.high.reserve_exact(documents * self.width());
        self.low.reserve_exact(documents * self.width());
        self.scales.reserve_exact(documents);
    }

    /// Adds a row without a vector.
    pub(crate) fn push_nothing(&mut self) {
        let lines = self.high.len() + self.width();
        self.high.resize(lines, NOTHING);
        self.low.resize(lines, NOTHING);
        self.scales.push(0.0);
    }

    /// Gives a document its vector. Returns whether it is of the right length.
    pub(crate) fn set(&mut self, document: u32, vector: &Quantized) -> bool {
        if vector.dimensions() != self.dimensions || self.dimensions == 0 {
            return false;
        }
        let lines = self.lines_of(document as usize..document as usize + 1);
        for ((high, low), numbers) in
            self.high[lines.clone()].iter_mut().zip(&mut self.low[lines]).zip(vector.numbers().chunks(LINE))
        {
            for (place, number) in numbers.iter().enumerate() {
                (high.0[place], low.0[place]) = (high_byte(*number), low_byte(*number));
            }
        }
        self.scales[document as usize] = vector.scale();
        self.there.insert(document);
        true
    }

    /// Adds a row from planes of bytes, which are as long as the dimensions.
    pub(crate) fn push_planes(&mut self, scale: f32, high: &[u8], low: &[u8]) {
        self.there.insert(self.scales.len() as u32);
        self.scales.push(scale);
        self.high.extend(high.chunks(LINE).map(line_of));
        self.low.extend(low.chunks(LINE).map(line_of));
    }

    /// Adds the rows of others; without their vectors if those are of another length.
    pub(crate) fn append(&mut self, others: &Vectors) {
        let before = self.len() as u32;
        if others.dimensions == self.dimensions {
            self.high.extend_from_slice(&others.high);
            self.low.extend_from_slice(&others.low);
            self.scales.extend_from_slice(&others.scales);
            others.there.iter().for_each(|document| self.there.insert(before + document));
        } else {
            (0..others.len()).for_each(|_| self.push_nothing());
        }
    }

    pub(crate) fn remove(&mut self, document: u32) {
        let lines = self.lines_of(document as usize..document as usize + 1);
        self.high.drain(lines.clone());
        self.low.drain(lines);
        self.scales.remove(document as usize);
        self.there.close_gap(document);
    }

    /// The high bytes of some documents.
    pub(crate) fn rows(&self, documents: Range<usize>) -> &[Line] {
        &self.high[self.lines_of(documents)]
    }

    /// Writes the high bytes of a document, without padding.
    pub(crate) fn write_high(&self, document: u32, bytes: &mut Vec<u8>) {
        self.write_plane(&self.high, document, bytes);
    }

    /// Writes the low bytes of a document, without padding.
    pub(crate) fn write_low(&self, document: u32, bytes: &mut Vec<u8>) {
        self.write_plane(&self.low, document, bytes);
    }

    fn write_plane(&self, plane: &[Line], document: u32, bytes: &mut Vec<u8>) {
        let end = bytes.len() + self.dimensions;
        for line in &plane[self.lines_of(document as usize..document as usize + 1)] {
            bytes.extend_from_slice(&line.0[..LINE.min(end - bytes.len())]);
        }
    }

    /// Returns the product of a question with the vector of a document, from both bytes of each number.
    pub(crate) fn exact(&self, path: Path, asked: &Asked, document: u32) -> f32 {
        let lines = self.lines_of(document as usize..document as usize + 1);
        path.exact_product(asked.values(), &self.high[lines.clone()], &self.low[lines]) * self.scales[document as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.high.capacity() + self.low.capacity()) * LINE
            + self.scales.capacity() * size_of::<f32>()
            + self.there.bytes()
    }

    fn lines_of(&self, documents: Range<usize>) -> Range<usize> {
        documents.start * self.width()..documents.end * self.width()
    }
}

fn line_of(bytes: &[u8]) -> Line {
    let mut line = NOTHING;
    line.0[..bytes.len()].copy_from_slice(bytes);
    line
}
