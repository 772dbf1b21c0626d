//! What was measured, for people and for programs.

mod differences;
mod json;
mod table;

use std::collections::BTreeMap;

pub use differences::{Comparison, compare};
pub use json::json;
pub use table::{differences, line, points, shares, table};

use crate::contest::Found;
use crate::data::Set;
use crate::roster::{Contender, Second};

/// One way of finding: an embedder, and perhaps a reranker on top.
#[derive(Debug, Clone)]
pub struct Row {
    pub embedder: Contender,
    pub reranker: Option<Second>,
    pub sets: BTreeMap<Set, Figures>,
    /// Correlation with people's judgement on STS-B.
    pub likeness: Option<f64>,
}

/// What it reached on a set; per question, in the order of the questions.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    pub dense: Option<Vec<f64>>,
    pub fusion_a: Option<Vec<f64>>,
    /// In the final order: reranked if there is a reranker, else fused.
    pub found: Found,
}

impl Row {
    fn is(&self, embedder: Contender, reranker: Option<Second>) -> bool {
        self.embedder == embedder && self.reranker == reranker
    }
}

/// The row of an embedder and a reranker, if it was measured.
fn row(rows: &[Row], embedder: Contender, reranker: Option<Second>) -> Option<&Row> {
    rows.iter().find(|row| row.is(embedder, reranker))
}
