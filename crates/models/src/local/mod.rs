//! Models that run on this machine: a weight file, a tokenizer, int8 arithmetic. No key, no network, no download.
//!
//! From the outside in: [`builtin`] are the models compiled into the program; [`LocalEmbedder`], [`LocalReranker`]
//! and [`LateReranker`] implement the ports; [`Tokenizer`] reads words; the encoder does the arithmetic with the kernels of this processor.
//! Results are the same to the last bit on every processor, alone or in a batch.

mod bert;
mod buffer;
mod builder;
pub mod builtin;
mod bytes;
mod embedder;
mod encoder;
mod error;
mod file;
mod header;
mod kernel;
mod late;
mod linear;
mod normalizer;
mod pooling;
mod readings;
mod reranker;
pub(crate) mod sha256;
mod static_table;
mod unicode;
mod vocabulary;
mod wordpiece;

pub use builder::FileBuilder;
pub use embedder::LocalEmbedder;
pub use error::FileError;
pub use file::WeightFile;
pub use header::{Header, Kind, Pooling, RankingHead};
pub use kernel::Path;
pub use late::{LateReranker, ReadPassage, Reading};
pub use reranker::LocalReranker;
pub use sha256::sha256;
pub use wordpiece::Tokenizer;
