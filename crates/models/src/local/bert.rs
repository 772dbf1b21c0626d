//! The weights of a BERT of any shape, checked once and then read by any number of threads.

use crate::local::bytes::{Bytes, Floats};
use crate::local::error::FileError;
use crate::local::file::WeightFile;
use crate::local::header::{Dtype, Header};
use crate::local::kernel::{LANES, Norm};
use crate::local::linear::Linear;

/// A BERT: a table of words, positions and types, and layers.
#[derive(Debug)]
pub(super) struct Bert {
    pub words: Table,
    /// From the table's width to a token's, where they differ.
    pub up: Option<Linear>,
    pub positions: Floats,
    pub types: Floats,
    pub norm: Norm,
    pub layers: Vec<Layer>,
    pub width: usize,
    pub heads: usize,
}

/// One layer: every token looks at the others, then thinks by itself.
#[derive(Debug)]
pub(super) struct Layer {
    pub look: Linear,
    pub merge: Linear,
    pub after_look: Norm,
    pub widen: Linear,
    pub narrow: Linear,
    pub after_think: Norm,
}

impl Bert {
    /// Reads all weights.
    pub(super) fn read(file: &WeightFile) -> Result<Bert, FileError> {
        let &Header { width, rank, positions, types, heads, .. } = file.header();
        let up = if rank == width { None } else { Some(Linear::read(file, "up", width, rank)?) };
        Ok(Bert {
            words: Table::read(file, rank)?,
            up,
            positions: file.floats("position", &[positions, width])?,
            types: file.floats("type", &[types, width])?,
            norm: norm(file, "ln")?,
            layers: Layer::read_all(file)?,
            width,
            heads,
        })
    }

    /// Returns how far apart the rows of tokens lie.
    pub(super) fn stride(&self) -> usize {
        self.width.next_multiple_of(LANES)
    }
}

impl Layer {
    /// Reads the layers of a file, the lowest first.
    pub(super) fn read_all(file: &WeightFile) -> Result<Vec<Layer>, FileError> {
        let &Header { width, ffn, layers, .. } = file.header();
        let layer = |index: usize| -> Result<Layer, FileError> {
            let name = |part: &str| format!("layer.{index}.{part}");
            Ok(Layer {
                look: Linear::read(file, &name("qkv"), 3 * width, width)?,
                merge: Linear::read(file, &name("o"), width, width)?,
                after_look: norm(file, &name("ln1"))?,
                widen: Linear::read(file, &name("up"), ffn, width)?,
                narrow: Linear::read(file, &name("down"), width, ffn)?,
                after_think: norm(file, &name("ln2"))?,
            })
        };
        (0..layers).map(layer).collect()
    }
}

fn norm(file: &WeightFile, name: &str) -> Result<Norm, FileError> {
    let &Header { width, eps, .. } = file.header();
    let weight = file.padded(&format!("{name}.weight"), width)?;
    let bias = file.padded(&format!("{name}.bias"), width)?;
    Ok(Norm { weight, bias, width, eps })
}

/// A row of numbers for each word.
#[derive(Debug)]
pub(super) struct Table {
    pub width: usize,
    rows: Rows,
}

#[derive(Debug)]
enum Rows {
    Bytes { bytes: Bytes, scales: Floats },
    Floats(Floats),
}

impl Table {
    /// Reads the table of words.
    pub(super) fn read(file: &WeightFile, width: usize) -> Result<Table, FileError> {
        let count = file.rows("word")?;
        let rows = match file.dtype("word") {
            Some(Dtype::F32) => Rows::Floats(file.floats("word", &[count, width])?),
            _ => Rows::Bytes {
                bytes: file.tensor("word", Dtype::I8, &[count, width])?,
                scales: file.floats("word.scale", &[count])?,
            },
        };
        Ok(Table { width, rows })
    }

    /// Writes the row of a word.
    pub(super) fn row(&self, word: u32, out: &mut [f32]) {
        let word = word as usize;
        let range = word * self.width..(word + 1) * self.width;
        match &self.rows {
            Rows::Floats(rows) => out.copy_from_slice(&rows[range]),
            Rows::Bytes { bytes, scales } => {
                let scale = scales[word];
                for (value, byte) in out.iter_mut().zip(&bytes[range]) {
                    *value = f32::from(*byte as i8) * scale;
                }
            }
        }
    }
}
