//! The same for programs.

use serde_json::{Map, Value, json};

use super::{Comparison, Row};
use crate::data::Set;
use crate::measure::{Difference, mean};

/// Everything the tables say, with the number of questions.
pub fn json(rows: &[Row], differences: &[Comparison], notes: &[String]) -> Value {
    let rows: Vec<Value> = rows.iter().map(row).collect();
    let differences: Vec<Value> = differences.iter().map(comparison).collect();
    json!({ "rows": rows, "differences": differences, "notes": notes })
}

fn row(row: &Row) -> Value {
    let figures = row.sets.iter().map(|(set, figures)| {
        let value = json!({
            "questions": figures.found.at10.len(),
            "dense_recall_10": figures.dense.as_deref().and_then(mean),
            "fusion_a_recall_10": figures.fusion_a.as_deref().and_then(mean),
            "recall_5": mean(&figures.found.at5),
            "recall_10": mean(&figures.found.at10),
        });
        (set.key().to_owned(), value)
    });
    let figures: Map<String, Value> = figures.collect();
    json!({
        "embedder": row.embedder.title(),
        "reranker": row.reranker.map(crate::roster::Second::title),
        "sets": figures,
        "sts_b_spearman": row.likeness,
    })
}

fn comparison(comparison: &Comparison) -> Value {
    let interval = |found: &Difference| json!({ "mean": found.mean, "low": found.low, "high": found.high });
    let set = |(set, (at5, at10)): (&Set, &(Difference, Difference))| {
        (set.key().to_owned(), json!({ "recall_5": interval(at5), "recall_10": interval(at10) }))
    };
    let sets: Map<String, Value> = comparison.sets.iter().map(set).collect();
    json!({ "what": comparison.what, "sets": sets })
}
