//! A reranker by late interaction: every token of the question looks for its like in the passage.
//!
//! It stands on top of an embedder, whose last layer it reads, and adds no more than one small matrix. A passage is
//! read without knowing the question, so that its reading can be kept, one short row of bytes a token; a question then
//! costs its own few tokens and some multiplications. Without a kept reading the passage is read on the spot.

use std::sync::Arc;

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Passage, Reranker};

use crate::local::embedder::LocalEmbedder;
use crate::local::error::FileError;
use crate::local::file::WeightFile;
use crate::local::header::{Header, Kind, RankingHead, require};
use crate::local::kernel::LANES;
use crate::local::linear::{Linear, LinearRoom};

/// Scores passages against a question by their tokens.
#[derive(Debug)]
pub struct LateReranker {
    id: ModelId,
    file: WeightFile,
    tower: Arc<LocalEmbedder>,
    /// From a token to what of it is compared.
    token: Linear,
    /// What a special token of a question counts for, where a word counts one.
    special: f32,
    /// From mean similarities to scores that lie as far apart as those of other rerankers.
    scale: f32,
}

/// The most tokens of a question and of a passage, the special ones among them.
const QUESTION: usize = 64;
const PASSAGE: usize = 128;
/// How many passages are read at once, so that a long list is called off quickly.
const PASSAGES_AT_ONCE: usize = 256;

/// A passage as the reranker has read it: one row of bytes a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading(Box<[i8]>);

impl Reading {
    /// Returns its bytes, to be kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|byte| *byte as u8).collect()
    }
}

impl LateReranker {
    /// Puts a reranker on top of the embedder it was trained for.
    pub fn new(file: WeightFile, tower: Arc<LocalEmbedder>) -> Result<LateReranker, FileError> {
        file.expect(&[Kind::Reranker], "a reranker")?;
        let &Header { width, out, head, ref over, .. } = file.header();
        require(head == RankingHead::Late, || "it is no late reranker".into())?;
        require(*over == tower.model().as_str(), || format!("it belongs to {over}, not to {}", tower.model()))?;
        require(tower.is_encoder() && tower.file().header().width == width, || {
            format!("it reads tokens {width} wide, and {} has none", tower.model())
        })?;
        Ok(LateReranker {
            id: file.id(),
            token: Linear::read(&file, "token", out, width)?,
            special: file.floats("special", &[1])?[0],
            scale: file.floats("scale", &[1])?[0],
            file,
            tower,
        })
    }

    /// Returns the file it was loaded from.
    pub fn file(&self) -> &WeightFile {
        &self.file
    }

    /// Returns how many bytes a reading has for each token.
    pub fn bytes_a_token(&self) -> usize {
        self.file.header().out
    }

    /// Takes a reading back from where it was kept; none, if it is of another shape.
    pub fn reading(&self, bytes: &[u8]) -> Option<Reading> {
        let whole = !bytes.is_empty() && bytes.len().is_multiple_of(self.bytes_a_token());
        whole.then(|| Reading(bytes.iter().map(|byte| *byte as i8).collect()))
    }

    /// Reads passages, each by itself.
    pub fn read(&self, passages: &[&str], cancel: &Cancel) -> Result<Vec<Reading>, ModelError> {
        let mut readings = vec![Reading(Box::default()); passages.len()];
        for (part, passages) in passages.chunks(PASSAGES_AT_ONCE).enumerate() {
            let mut room = LinearRoom::default();
            self.tower.read_tokens(Mode::Document, passages, PASSAGE, cancel, |text, tokens| {
                readings[part * PASSAGES_AT_ONCE + text] = self.shorten(tokens, &mut room);
            })?;
        }
        Ok(readings)
    }

    /// Scores passages that were read before.
    pub fn score_readings(
        &self,
        question: &str,
        readings: &[Reading],
        cancel: &Cancel,
    ) -> Result<Vec<f32>, ModelError> {
        let mut asked = Reading(Box::default());
        self.tower.read_tokens(Mode::Query, &[question], QUESTION, cancel, |_, tokens| {
            asked = self.shorten(tokens, &mut LinearRoom::default());
        })?;
        cancel.check()?;
        Ok(readings.iter().map(|reading| self.score_of(&asked, reading)).collect())
    }

    /// Tokens to short rows of bytes. Only their direction counts, so each takes the whole range of a byte.
    fn shorten(&self, tokens: &[f32], room: &mut LinearRoom) -> Reading {
        let (length, stride) = (self.bytes_a_token(), self.file.header().width.next_multiple_of(LANES));
        let mut rows = vec![0.0; tokens.len() / stride * self.token.stride()];
        self.token.apply(self.tower.path(), tokens, &mut rows, room);
        let bytes = rows.chunks_exact(self.token.stride()).flat_map(|row| {
            let most = row[..length].iter().fold(f32::MIN_POSITIVE, |most, value| most.max(value.abs()));
            row[..length].iter().map(move |value| (value / most * 127.0).round_ties_even() as i8)
        });
        Reading(bytes.collect())
    }

    /// The mean, over the tokens of the question, of the most similar token of the passage.
    fn score_of(&self, asked: &Reading, reading: &Reading) -> f32 {
        let length = self.bytes_a_token();
        let passage: Vec<(&[i8], f32)> = reading.0.chunks_exact(length).map(|row| (row, length_of(row))).collect();
        let best = |row: &[i8]| {
            passage.iter().map(|(other, size)| dot(row, other) as f32 / size).fold(f32::NEG_INFINITY, f32::max)
        };
        let last = asked.0.len() / length - 1;
        let (mut score, mut all) = (0.0, 0.0);
        for (at, row) in asked.0.chunks_exact(length).enumerate() {
            let weight = if at == 0 || at == last { self.special } else { 1.0 };
            score += weight * (best(row) / length_of(row));
            all += weight;
        }
        let score = score / all * self.scale;
        if score.is_finite() { score } else { f32::MIN }
    }
}

/// Exact: at most 16,384 products of at most 127 × 127.
fn dot(one: &[i8], other: &[i8]) -> i32 {
    one.iter().zip(other).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

/// Never zero.
fn length_of(row: &[i8]) -> f32 {
    (dot(row, row) as f32).sqrt().max(1.0)
}

impl Reranker for LateReranker {
    fn model(&self) -> &ModelId {
        &self.id
    }

    /// What was said before a passage is not read: a neighbour's worth is the business of whoever finds passages.
    fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
        let texts: Vec<&str> = passages.iter().map(|passage| passage.text).collect();
        self.score_readings(question, &self.read(&texts, cancel)?, cancel)
    }
}
