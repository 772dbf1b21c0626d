//! What a weight file says about itself.

use std::collections::BTreeMap;

use cofio_domain::ports::Mode;
use serde::{Deserialize, Serialize};

use crate::local::error::FileError;

/// What a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Texts to vectors, by an encoder.
    Embedder,
    /// A question and a passage to a score.
    Reranker,
    /// Texts to vectors, by a table of words alone.
    Static,
}

/// How the tokens of a text become one vector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pooling {
    /// The mean of all.
    #[default]
    Mean,
    /// The first.
    Cls,
}

/// How a vector becomes a score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankingHead {
    /// Not at all.
    #[default]
    None,
    /// A weighted sum.
    Linear,
    /// A layer with tanh, then a weighted sum.
    PoolerLinear,
    /// Every token of the question looks for its like in the passage: a model on top of an embedder.
    Late,
}

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Dtype {
    /// Bytes with a scale for each row, packed for multiplication.
    I8p,
    /// Bytes with a scale for each row.
    I8,
    /// Floating-point numbers.
    F32,
    /// Plain bytes.
    U8,
}

/// Where a tensor lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    pub dtype: Dtype,
    pub shape: Vec<usize>,
    pub at: usize,
}

/// The header of a weight file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Header {
    /// What the model is called.
    pub name: String,
    /// What it is for.
    pub kind: Kind,
    /// Under which licence it may be used.
    #[serde(default)]
    pub licence: String,
    /// Anything else worth knowing.
    #[serde(default)]
    pub note: String,
    /// How many layers.
    #[serde(default)]
    pub layers: usize,
    /// How wide a token is; for a table of words, the length of a vector.
    pub width: usize,
    /// How many heads look around in each layer.
    #[serde(default)]
    pub heads: usize,
    /// How wide a layer is inside.
    #[serde(default)]
    pub ffn: usize,
    /// How wide the table of words is.
    #[serde(default)]
    pub rank: usize,
    /// How many positions there are.
    #[serde(default)]
    pub positions: usize,
    /// How many types of token there are.
    #[serde(default)]
    pub types: usize,
    /// How long the vectors are; 0 if they are as wide as a token.
    #[serde(default)]
    pub out: usize,
    /// How tokens become one vector.
    #[serde(default)]
    pub pooling: Pooling,
    /// How a vector becomes a score.
    #[serde(default)]
    pub head: RankingHead,
    /// The id of the embedder whose tokens are read, where the model stands on top of one.
    #[serde(default)]
    pub over: String,
    /// What keeps a division from being one by zero.
    #[serde(default = "default_eps")]
    pub eps: f32,
    /// How many tokens a text may have, the special ones among them.
    pub max_tokens: usize,
    /// Put in front of a text that looks for something.
    #[serde(default)]
    pub query_prefix: String,
    /// Put in front of a text that is to be found.
    #[serde(default)]
    pub document_prefix: String,
    /// The type of a query's tokens.
    #[serde(default)]
    pub query_type: usize,
    /// The type of a document's tokens.
    #[serde(default)]
    pub document_type: usize,
    pub(super) tensors: BTreeMap<String, Place>,
}

fn default_eps() -> f32 {
    1e-12
}

/// Far beyond any model of this kind; with these bounds no product of sizes, and no sum of products of bytes, overflows.
const MOST: [(&str, usize); 7] = [
    ("layers", 256),
    ("width", 16_384),
    ("ffn", 32_768),
    ("rank", 16_384),
    ("positions", 65_536),
    ("types", 1_024),
    ("out", 16_384),
];

/// The fewest tokens a model must take: a question, a passage and what stands around them.
const FEWEST_TOKENS: usize = 8;

impl Header {
    /// Returns the length of the vectors.
    pub fn dimensions(&self) -> usize {
        if self.out == 0 { self.width } else { self.out }
    }

    /// Returns what stands in front of a text of this mode, and the type of its tokens.
    pub(super) fn mode(&self, mode: Mode) -> (&str, usize) {
        match mode {
            Mode::Query => (&self.query_prefix, self.query_type),
            Mode::Document => (&self.document_prefix, self.document_type),
        }
    }

    /// Fails unless the sizes make sense together.
    pub(super) fn check(&self) -> Result<(), FileError> {
        let sizes = [self.layers, self.width, self.ffn, self.rank, self.positions, self.types, self.out];
        for ((name, most), size) in MOST.into_iter().zip(sizes) {
            require(size <= most, || format!("{name} is {size}, more than {most}"))?;
        }
        require(!self.name.is_empty() && self.name.len() <= 200, || "the name is empty or too long".into())?;
        require(self.width > 0, || "the width is 0".into())?;
        require(self.eps.is_finite() && self.eps > 0.0, || format!("eps is {}", self.eps))?;
        require((FEWEST_TOKENS..=65_536).contains(&self.max_tokens), || format!("max_tokens is {}", self.max_tokens))?;
        if self.kind == Kind::Static {
            return require(self.out == 0, || "a table of words has no output layer".into());
        }
        if self.head == RankingHead::Late {
            require(self.kind == Kind::Reranker, || "only a reranker has a late head".into())?;
            require(self.out > 0 && !self.over.is_empty(), || {
                "a late head has a length of its vectors and an embedder under it".into()
            })?;
            let shared = self.heads > 0 && self.width.is_multiple_of(self.heads);
            return require(self.layers == 0 || (self.ffn > 0 && shared), || {
                format!("its layers have {} inside and {} heads for a width of {}", self.ffn, self.heads, self.width)
            });
        }
        for (name, size) in [("layers", self.layers), ("ffn", self.ffn), ("rank", self.rank), ("types", self.types)] {
            require(size > 0, || format!("{name} is 0"))?;
        }
        require(self.heads > 0 && self.width.is_multiple_of(self.heads), || {
            format!("{} heads cannot share a width of {}", self.heads, self.width)
        })?;
        require(self.max_tokens <= self.positions, || {
            format!("{} tokens do not fit {} positions", self.max_tokens, self.positions)
        })?;
        require(self.query_type < self.types && self.document_type < self.types, || {
            "a mode has a type of token that is not there".into()
        })?;
        let scores = self.kind == Kind::Reranker;
        require(scores == (self.head != RankingHead::None), || "a reranker has a head, nothing else does".into())?;
        require(!scores || (self.types >= 2 && self.out == 0), || {
            "a reranker has two or more types of token and no output layer".into()
        })
    }
}

/// Fails with what is wrong unless something holds.
pub(super) fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), FileError> {
    if holds { Ok(()) } else { Err(FileError::Broken(otherwise())) }
}
