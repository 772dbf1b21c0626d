//! A reranker by late interaction: every token of the question looks for its like in the passage.
//!
//! It stands on top of an embedder, shares the lower layers with it and has upper ones of its own. A passage is read
//! without knowing the question, so that its reading can be kept, one short row of bytes a token; a question then costs
//! its own few tokens and some multiplications. Without a kept reading the passage is read on the spot. What was said
//! before a passage is a passage itself, with a reading of its own: what the question does not find in the one it may
//! find in the other.

use std::collections::HashMap;
use std::sync::Arc;

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Passage, Reranker};

use crate::local::bert::Layer;
use crate::local::bytes::Floats;
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
    /// In the place of the embedder's uppermost.
    layers: Vec<Layer>,
    /// From a token to what of it is compared.
    token: Linear,
    /// From a token of a question to what it counts for.
    weigh: Floats,
    weigh_bias: f32,
    /// What a special token of a question counts for, where a word counts one.
    special: f32,
    /// How much of what a match in the passage before has more counts.
    before: f32,
    /// From mean similarities to scores that lie as far apart as those of other rerankers.
    scale: f32,
    /// How many tokens of a passage and of a question are read.
    passage: usize,
    question: usize,
}

/// The most tokens of a question and of a passage, the special ones among them.
const QUESTION: usize = 64;
const PASSAGE: usize = 128;
/// How many of them stand around every text.
const SPECIAL_TOKENS: usize = 2;
/// How many passages are read at once, so that a long list is called off quickly.
const PASSAGES_AT_ONCE: usize = 256;

/// A passage as a reranker has read it: one row of bytes a token. It carries the model that read it: readings of
/// different models never meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    model: ModelId,
    rows: Box<[i8]>,
}

impl Reading {
    /// Returns the model that read it.
    pub fn model(&self) -> &ModelId {
        &self.model
    }

    /// Returns how many bytes it has.
    pub fn bytes(&self) -> usize {
        self.rows.len()
    }

    /// Returns its bytes, to be kept with the model.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.rows.iter().map(|byte| *byte as u8).collect()
    }
}

/// Why a reading is of no use.
#[derive(Debug, thiserror::Error)]
#[error("a reading by {of} says nothing to {to}")]
struct ForeignReading {
    of: ModelId,
    to: ModelId,
}

/// A passage that was read before, as [`Passage`] is one that was not.
#[derive(Debug, Clone, Copy)]
pub struct ReadPassage<'a> {
    /// What was said.
    pub reading: &'a Reading,
    /// What was said just before it.
    pub before: Option<&'a Reading>,
}

/// A question as the reranker has read it.
#[derive(Debug, Default)]
struct Question {
    rows: Box<[i8]>,
    /// What each token counts for.
    weights: Vec<f32>,
}

impl LateReranker {
    /// Puts a reranker on top of the embedder it was trained for.
    pub fn new(file: WeightFile, tower: Arc<LocalEmbedder>) -> Result<LateReranker, FileError> {
        file.expect(&[Kind::Reranker], "a reranker")?;
        let &Header { width, out, head, layers, heads, ref over, .. } = file.header();
        require(head == RankingHead::Late, || "it is no late reranker".into())?;
        require(*over == tower.model().as_str(), || format!("it belongs to {over}, not to {}", tower.model()))?;
        let below = tower.file().header();
        require(tower.is_encoder() && below.width == width, || {
            format!("it reads tokens {width} wide, and {} has none", tower.model())
        })?;
        require(layers == 0 || (layers <= below.layers && heads == below.heads), || {
            format!("its {layers} layers of {heads} heads cannot take the place of as many of {}", tower.model())
        })?;
        let most = file.header().max_tokens;
        require(most <= below.max_tokens, || {
            format!("it reads {most} tokens of a text, and {} has {}", tower.model(), below.max_tokens)
        })?;
        Ok(LateReranker {
            id: file.id(),
            passage: most.min(PASSAGE),
            question: most.min(QUESTION),
            layers: Layer::read_all(&file)?,
            token: Linear::read(&file, "token", out, width)?,
            weigh: file.floats("weigh.weight", &[1, width])?,
            weigh_bias: file.floats("weigh.bias", &[1])?[0],
            special: file.floats("special", &[1])?[0],
            before: file.floats("before", &[1])?[0],
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

    /// Takes a reading back from where it was kept; none, if another model read it or it is of another shape.
    pub fn reading(&self, model: &ModelId, bytes: &[u8]) -> Option<Reading> {
        let whole = !bytes.is_empty() && bytes.len().is_multiple_of(self.bytes_a_token());
        let rows = || bytes.iter().map(|byte| *byte as i8).collect();
        (whole && *model == self.id).then(|| Reading { model: self.id.clone(), rows: rows() })
    }

    /// Reads passages, each by itself.
    pub fn read(&self, passages: &[&str], cancel: &Cancel) -> Result<Vec<Reading>, ModelError> {
        let mut readings = vec![Reading { model: self.id.clone(), rows: Box::default() }; passages.len()];
        for (part, passages) in passages.chunks(PASSAGES_AT_ONCE).enumerate() {
            let mut room = LinearRoom::default();
            self.tower.read_tokens(&self.layers, Mode::Document, passages, self.passage, cancel, |text, tokens| {
                readings[part * PASSAGES_AT_ONCE + text].rows = self.shorten(tokens, &mut room);
            })?;
        }
        Ok(readings)
    }

    /// Scores passages that were read before.
    pub fn score_readings(
        &self,
        question: &str,
        passages: &[ReadPassage<'_>],
        cancel: &Cancel,
    ) -> Result<Vec<f32>, ModelError> {
        let foreign = |passage: &ReadPassage<'_>| {
            let readings = [Some(passage.reading), passage.before].into_iter().flatten();
            readings.map(|reading| reading.model.clone()).find(|model| *model != self.id)
        };
        if let Some(of) = passages.iter().find_map(foreign) {
            let source = Box::new(ForeignReading { of, to: self.id.clone() });
            return Err(ModelError::Unavailable { model: self.id.clone(), source });
        }
        let mut asked = Question::default();
        self.tower.read_tokens(&self.layers, Mode::Query, &[question], self.question, cancel, |_, tokens| {
            let rows = self.shorten(tokens, &mut LinearRoom::default());
            asked = Question { rows, weights: self.weights(tokens) };
        })?;
        let mut scores = Vec::with_capacity(passages.len());
        for passages in passages.chunks(PASSAGES_AT_ONCE) {
            cancel.check()?;
            scores.extend(passages.iter().map(|passage| self.score_of(&asked, passage)));
        }
        Ok(scores)
    }

    /// Tokens to short rows of bytes. Only their direction counts, so each takes the whole range of a byte.
    fn shorten(&self, tokens: &[f32], room: &mut LinearRoom) -> Box<[i8]> {
        let length = self.bytes_a_token();
        let mut rows = vec![0.0; tokens.len() / self.stride() * self.token.stride()];
        self.token.apply(self.tower.path(), tokens, &mut rows, room);
        let bytes = rows.chunks_exact(self.token.stride()).flat_map(|row| {
            let most = row[..length].iter().fold(f32::MIN_POSITIVE, |most, value| most.max(value.abs()));
            row[..length].iter().map(move |value| (value / most * 127.0).round_ties_even() as i8)
        });
        bytes.collect()
    }

    /// What each token of a question counts for: "the" little, a name much.
    fn weights(&self, tokens: &[f32]) -> Vec<f32> {
        let last = tokens.len() / self.stride() - 1;
        let weight = |(at, token): (usize, &[f32])| {
            let products = self.weigh.iter().zip(token).map(|(weight, value)| f64::from(*weight) * f64::from(*value));
            let sum = products.sum::<f64>() + f64::from(self.weigh_bias);
            // A smooth way up from nothing. A root is the same to the last bit everywhere, and an exponential is not.
            let weight = ((sum + (sum * sum + 4.0).sqrt()) / 2.0) as f32;
            if at == 0 || at == last { self.special * weight } else { weight }
        };
        tokens.chunks_exact(self.stride()).enumerate().map(weight).collect()
    }

    /// How far apart the tokens of the embedder lie.
    fn stride(&self) -> usize {
        self.file.header().width.next_multiple_of(LANES)
    }

    /// The mean, over the tokens of the question by their weights, of the most similar token of the passage; where the
    /// passage before has a more similar one, part of the way to that.
    fn score_of(&self, asked: &Question, passage: &ReadPassage<'_>) -> f32 {
        let length = self.bytes_a_token();
        // Where nothing is asked, nothing answers it.
        if asked.weights.len() <= SPECIAL_TOKENS {
            return 0.0;
        }
        let here = Tokens::of(passage.reading, length);
        let earlier = passage.before.map(|reading| Tokens::of(reading, length));
        let (mut score, mut all) = (0.0, 0.0);
        for (row, weight) in asked.rows.chunks_exact(length).zip(&asked.weights) {
            let mut similar = here.most_similar(row);
            if let Some(earlier) = &earlier {
                similar += self.before * (earlier.most_similar(row) - similar).max(0.0);
            }
            score += weight * similar;
            all += weight;
        }
        let score = score / all * self.scale;
        if score.is_finite() { score } else { f32::MIN }
    }
}

/// The tokens of a reading, each with its length.
struct Tokens<'a>(Vec<(&'a [i8], f32)>);

impl<'a> Tokens<'a> {
    fn of(reading: &'a Reading, length: usize) -> Tokens<'a> {
        Tokens(reading.rows.chunks_exact(length).map(|row| (row, length_of(row))).collect())
    }

    /// The cosine of a token and its like; nothing is like a token where nothing was said.
    fn most_similar(&self, row: &[i8]) -> f32 {
        if self.0.len() <= SPECIAL_TOKENS {
            return 0.0;
        }
        let similar = self.0.iter().map(|(other, size)| dot(row, other) as f32 / size);
        similar.fold(f32::NEG_INFINITY, f32::max) / length_of(row)
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

    /// Reads every text once, though it may be a passage and stand before another.
    fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
        let mut places = HashMap::new();
        let mut texts = Vec::new();
        for text in passages.iter().flat_map(|passage| [Some(passage.text), passage.before]).flatten() {
            places.entry(text).or_insert_with(|| {
                texts.push(text);
                texts.len() - 1
            });
        }
        let readings = self.read(&texts, cancel)?;
        let reading = |text: &str| &readings[places[text]];
        let read =
            |passage: &Passage<'_>| ReadPassage { reading: reading(passage.text), before: passage.before.map(reading) };
        self.score_readings(question, &passages.iter().map(read).collect::<Vec<_>>(), cancel)
    }
}
