//! A reranker from a weight file.

use cofio_domain::ports::{Cancel, ModelError, ModelId, Passage, Reranker};

use crate::local::bert::Bert;
use crate::local::bytes::Floats;
use crate::local::encoder::{Texts, encode};
use crate::local::error::FileError;
use crate::local::file::WeightFile;
use crate::local::header::{Header, Kind, RankingHead};
use crate::local::kernel::Path;
use crate::local::linear::{Linear, LinearRoom};
use crate::local::pooling::tanh;
use crate::local::wordpiece::Tokenizer;

/// Scores passages against a question, on this machine.
#[derive(Debug)]
pub struct LocalReranker {
    id: ModelId,
    file: WeightFile,
    tokenizer: Tokenizer,
    bert: Bert,
    pooler: Option<Linear>,
    weights: Floats,
    bias: f32,
    first: u32,
    separator: u32,
    path: Path,
}

/// The most tokens of a question.
const QUESTION: usize = 64;
/// The most tokens of a passage.
const PASSAGE: usize = 128;
/// The most tokens of what was said before it.
const BEFORE: usize = 48;
/// The most tokens of all three.
const TOGETHER: usize = 192;

impl LocalReranker {
    /// Loads a reranker.
    pub fn new(file: WeightFile) -> Result<LocalReranker, FileError> {
        file.expect(&[Kind::Reranker], "a reranker")?;
        let tokenizer = Tokenizer::new(&file)?;
        let &Header { width, head, .. } = file.header();
        let pooler = match head {
            RankingHead::PoolerLinear => Some(Linear::read(&file, "pooler", width, width)?),
            RankingHead::Linear => None,
            RankingHead::None | RankingHead::Late => {
                return Err(FileError::Broken("it reads no question and passage together".into()));
            }
        };
        Ok(LocalReranker {
            id: file.id(),
            bert: Bert::read(&file)?,
            pooler,
            weights: file.floats("head.weight", &[1, width])?,
            bias: file.floats("head.bias", &[1])?[0],
            first: tokenizer.special("[CLS]")?,
            separator: tokenizer.special("[SEP]")?,
            path: Path::fastest(),
            file,
            tokenizer,
        })
    }

    /// The same on other instructions of this processor, for tests and measurements.
    pub fn on(self, path: Path) -> LocalReranker {
        LocalReranker { path, ..self }
    }

    /// Returns the file it was loaded from.
    pub fn file(&self) -> &WeightFile {
        &self.file
    }

    /// Adds a question and a passage as the model wants to read them.
    fn lay_out(&self, question: &[u32], passage: &Passage<'_>, texts: &mut Texts) {
        let header = self.file.header();
        let start = texts.ids.len();
        texts.ids.push(self.first);
        texts.ids.extend(question);
        texts.ids.push(self.separator);
        texts.types.resize(texts.ids.len(), 0);
        if header.types < 3 {
            // An ordinary cross-encoder knows two sides: what was said before stands in front of the passage.
            let end = start + header.max_tokens - 1;
            for text in passage.before.into_iter().chain([passage.text]) {
                self.tokenizer.encode(text, end - texts.ids.len(), &mut texts.ids);
            }
            texts.ids.push(self.separator);
            texts.types.resize(texts.ids.len(), 1);
            return texts.finish();
        }
        let mut left = self.room() - question.len();
        let from = texts.ids.len();
        self.tokenizer.encode(passage.text, PASSAGE.min(left), &mut texts.ids);
        left -= texts.ids.len() - from;
        texts.ids.push(self.separator);
        texts.types.resize(texts.ids.len(), 1);
        if let Some(before) = passage.before {
            let from = texts.ids.len();
            self.tokenizer.encode(before, BEFORE.min(left), &mut texts.ids);
            if texts.ids.len() > from {
                texts.ids.push(self.separator);
            }
            texts.types.resize(texts.ids.len(), 2);
        }
        texts.finish();
    }

    /// How many tokens there may be beside the four special ones.
    fn room(&self) -> usize {
        TOGETHER.min(self.file.header().max_tokens - 4)
    }

    fn score_of(&self, pooled: &[f32]) -> f32 {
        let products = self.weights.iter().zip(pooled).map(|(weight, value)| f64::from(*weight) * f64::from(*value));
        let score = products.sum::<f64>() as f32 + self.bias;
        // Only weights that are far too large give no number; such a passage goes last.
        if score.is_finite() { score } else { f32::MIN }
    }
}

impl Reranker for LocalReranker {
    fn model(&self) -> &ModelId {
        &self.id
    }

    fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
        let mut words = Vec::new();
        self.tokenizer.encode(question, QUESTION.min(self.room()), &mut words);
        let mut texts = Texts::default();
        for passage in passages {
            self.lay_out(&words, passage, &mut texts);
        }
        let mut pooled = encode(&self.bert, self.path, &texts, self.file.header().pooling, cancel)?;
        let stride = self.bert.stride();
        if let Some(pooler) = &self.pooler {
            let rows = pooled;
            pooled = vec![0.0; rows.len()];
            pooler.apply(self.path, &rows, &mut pooled, &mut LinearRoom::default());
            pooled.iter_mut().for_each(|value| *value = tanh(*value));
        }
        Ok(pooled.chunks_exact(stride).map(|row| self.score_of(row)).collect())
    }
}
