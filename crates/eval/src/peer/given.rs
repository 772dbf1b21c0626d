//! An embedder that is given its vectors: what a text costs to embed is the same for everybody, and is not measured.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Vector};
use cofio_domain::vector::StoredVector;
use cofio_index::Quantized;
use cofio_models::local::builtin::BuiltInEmbedder;

use super::plan::{self, Question, Turn};
use crate::npy::{self, Matrix};

/// Vectors by text. What is not among them is embedded, and counted.
pub struct Given {
    model: ModelId,
    dimensions: usize,
    vectors: Matrix,
    rows: HashMap<[u8; 16], usize>,
    misses: Misses,
}

/// How often a text was not among those given.
#[derive(Clone, Default)]
pub struct Misses(Arc<AtomicUsize>);

impl Misses {
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Given {
    /// The vectors of a plan's turns.
    pub fn turns(folder: &Path) -> anyhow::Result<Given> {
        let mut rows = HashMap::new();
        for turn in plan::turns(folder)? {
            let turn = turn?;
            rows.insert(key(Mode::Document, &turn.spoken), turn.vector);
        }
        Given::read(folder, "turns.npy", rows)
    }

    /// The vectors of a plan's questions.
    pub fn questions(folder: &Path, questions: &[Question]) -> anyhow::Result<Given> {
        let row = |(row, question): (usize, &Question)| (key(Mode::Query, &question.text), row);
        Given::read(folder, "questions.npy", questions.iter().enumerate().map(row).collect())
    }

    /// None.
    pub fn nothing(model: ModelId, dimensions: usize) -> Given {
        Given { model, dimensions, vectors: Matrix::default(), rows: HashMap::new(), misses: Misses::default() }
    }

    fn read(folder: &Path, file: &str, rows: HashMap<[u8; 16], usize>) -> anyhow::Result<Given> {
        let vectors = npy::read(&folder.join(file))?;
        Ok(Given { rows, dimensions: vectors.columns, vectors, ..Given::nothing(plan::model(folder)?, 0) })
    }

    /// Counts on, while somebody else has the embedder.
    pub fn misses(&self) -> Misses {
        self.misses.clone()
    }

    /// Returns the bytes that a turn's vector could lie as in our files, in hexadecimal.
    pub fn forms(&self, turn: &Turn) -> anyhow::Result<Vec<String>> {
        let values = self.vectors.row(turn.vector).context("the turn has no vector")?;
        let stored = StoredVector::of(values);
        let kept = stored.to_bytes();
        let indexed = Quantized::new(&stored.to_f32()).to_bytes();
        // In an index the scales, the high bytes and the low bytes lie in places of their own.
        let (_, planes) = indexed.split_at(size_of::<f32>());
        let (high, low) = planes.split_at(planes.len() / 2);
        let hex = |form: &[u8]| form.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok([&kept[size_of::<f32>()..], high, low].map(hex).to_vec())
    }
}

fn key(mode: Mode, text: &str) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[u8::from(mode == Mode::Query)]);
    hasher.update(text.as_bytes());
    let mut short = [0; 16];
    short.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    short
}

impl Embedder for Given {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, mode: Mode, texts: &[&str], cancel: &Cancel) -> Result<Vec<Vector>, ModelError> {
        let vector = |text: &&str| match self.rows.get(&key(mode, text)).and_then(|row| self.vectors.row(*row)) {
            Some(values) => Ok(Vector::new(self.model.clone(), values)),
            None => {
                self.misses.0.fetch_add(1, Ordering::Relaxed);
                Ok(BuiltInEmbedder.embed(mode, &[text], cancel)?.remove(0))
            }
        };
        texts.iter().map(vector).collect()
    }
}
