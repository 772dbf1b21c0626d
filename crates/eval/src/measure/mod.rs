//! The arithmetic of retrieval: words, BM25, the shape of scores, and how good an order is.

mod bm25;
mod bootstrap;
mod judged;
mod scores;
mod spearman;
mod words;

pub use bm25::Bm25;
pub use bootstrap::{Difference, difference};
pub use judged::{Scores, judged};
pub use scores::{best, mean, minmax, recall, with_neighbours};
pub use spearman::spearman;
pub use words::stems;
