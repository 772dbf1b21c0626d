//! Do the inference here and the one the models were trained with say the same?
//!
//! The training side reads texts and writes what it makes of them into a folder, line by line and row by row:
//!
//! | texts | numbers | what |
//! |---|---|---|
//! | `texts.jsonl`: `{"text", "mode": "query" \| "document"}` | `vectors.npy` [n, dimensions] | any texts, ten thousand say |
//! | `development.jsonl`, the same, written by `cofio-eval texts` | `development.npy` | for the share of equal top tens |
//! | `pairs.jsonl`: `{"question", "text", "before"?}` | `scores.npy` [n] | for the reranker |
//!
//! What is not there is not compared.

mod top_ten;

use std::path::Path;

use anyhow::{Context, ensure};
use cofio_domain::ports::{Cancel, Embedder, Mode, Passage, Reranker};
use serde::{Deserialize, Serialize};

use crate::asked::{Embeddings, Means};
use crate::contest::{Field, spoken};
use crate::measure::spearman;
use crate::npy::{self, Matrix};

/// A text and what it is embedded for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Line {
    pub text: String,
    pub mode: LineMode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineMode {
    Query,
    Document,
}

impl From<LineMode> for Mode {
    fn from(mode: LineMode) -> Mode {
        match mode {
            LineMode::Query => Mode::Query,
            LineMode::Document => Mode::Document,
        }
    }
}

#[derive(Deserialize)]
struct PairLine {
    question: String,
    text: String,
    before: Option<String>,
}

/// Every text of the development questions and of what is searched for them.
pub fn development(field: &Field) -> Vec<Line> {
    let mut lines = Vec::new();
    for (set, collections) in &field.sets {
        for collection in collections {
            let questions = collection.questions.iter().map(|question| question.text.clone());
            lines.extend(questions.map(|text| Line { text, mode: LineMode::Query }));
            let texts = spoken(*set, collection);
            lines.extend(texts.into_iter().map(|text| Line { text, mode: LineMode::Document }));
        }
    }
    lines
}

/// Compares an embedder with what lies in the folder, and says how well they agree.
pub fn embedder(folder: &Path, model: Box<dyn Embedder>, field: &Field, means: &Means) -> anyhow::Result<String> {
    let name = model.model().clone();
    let mut ours = Embeddings::new(model, means)?;
    let mut told = String::new();
    for (texts, vectors) in [("texts.jsonl", "vectors.npy"), ("development.jsonl", "development.npy")] {
        if !folder.join(texts).exists() {
            continue;
        }
        let (lines, theirs): (Vec<Line>, Matrix) = (lines(&folder.join(texts))?, npy::read(&folder.join(vectors))?);
        ensure!(lines.len() == theirs.rows().len(), "{texts} and {vectors} have different lengths");
        let cosines = top_ten::cosines(&lines, &theirs, &mut ours)?;
        told += &format!("{name}, {texts}: {}\n", Spread::of(&cosines));
        if texts == "development.jsonl" {
            told += &top_ten::shares(field, &lines, &theirs, &mut ours)?;
        }
    }
    ensure!(!told.is_empty(), "there is neither texts.jsonl nor development.jsonl in {}", folder.display());
    Ok(told)
}

/// Compares a reranker with what lies in the folder, if anything does.
pub fn reranker(folder: &Path, model: &dyn Reranker) -> anyhow::Result<Option<String>> {
    let path = folder.join("pairs.jsonl");
    if !path.exists() {
        return Ok(None);
    }
    let (pairs, theirs): (Vec<PairLine>, Matrix) = (lines(&path)?, npy::read(&folder.join("scores.npy"))?);
    ensure!(pairs.len() == theirs.rows().len(), "pairs.jsonl and scores.npy have different lengths");
    let ours = pairs.iter().map(|pair| {
        let passage = Passage { text: &pair.text, before: pair.before.as_deref() };
        Ok(model.score(&pair.question, &[passage], &Cancel::new())?[0])
    });
    let ours: Vec<f64> = ours.map(|score| score.map(f64::from)).collect::<anyhow::Result<_>>()?;
    let theirs: Vec<f64> = theirs.rows().map(|row| f64::from(row[0])).collect();
    let furthest = ours.iter().zip(&theirs).map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f64::max);
    let order = spearman(&ours, &theirs);
    Ok(Some(format!(
        "{}, pairs.jsonl: {} pairs, scores differ by {furthest:.4} at most, correlation of ranks {order:.5}\n",
        model.model(),
        ours.len()
    )))
}

fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
    let parsed = text.lines().enumerate().map(|(number, line)| {
        serde_json::from_str(line).with_context(|| format!("line {} of {}", number + 1, path.display()))
    });
    parsed.collect()
}

/// How near to each other many pairs of vectors are.
struct Spread {
    count: usize,
    least: f64,
    mean: f64,
    /// How many are below what is asked for.
    below: usize,
}

/// What is asked for.
const ENOUGH: f64 = 0.999;

impl Spread {
    fn of(cosines: &[f64]) -> Spread {
        Spread {
            count: cosines.len(),
            least: cosines.iter().copied().fold(f64::INFINITY, f64::min),
            mean: cosines.iter().sum::<f64>() / cosines.len().max(1) as f64,
            below: cosines.iter().filter(|cosine| **cosine < ENOUGH).count(),
        }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Spread { count, least, mean, below } = self;
        write!(formatter, "{count} texts, cosine at least {least:.6}, mean {mean:.6}, {below} below {ENOUGH}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::data::Set;
    use crate::fakes::{Keyword, Letters, letters, talk};

    fn save(folder: &Path, name: &str, columns: usize, values: &[f32]) {
        npy::write(&folder.join(name), columns, values.chunks_exact(columns)).unwrap();
    }

    #[test]
    fn a_reference_that_says_the_same_agrees() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let turns: Vec<(&str, &str)> = "abcdefghijklmnop".split("").map(|letter| ("Ann", letter)).collect();
        let field = Field { sets: BTreeMap::from([(Set::LoCoMo, vec![talk(&turns, "bad cab", &[0])])]), pairs: vec![] };
        let lines = development(&field);
        let text: String = lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
        std::fs::write(folder.path().join("development.jsonl"), text).unwrap();
        let vectors: Vec<f32> = lines.iter().flat_map(|line| letters(&line.text)).collect();
        save(folder.path(), "development.npy", 26, &vectors);
        let means = Means { folder: cache.path().into(), threads: 1 };
        let agree = || embedder(folder.path(), Box::new(Letters::new()), &field, &means).unwrap();
        let told = agree();
        assert!(told.contains("19 texts, cosine at least 1.000000"), "{told}");
        assert!(told.ends_with("1 development questions: 100.0 % by meaning alone, 100.0 % fused\n"), "{told}");

        let reversed: Vec<f32> = vectors.iter().rev().copied().collect();
        save(folder.path(), "development.npy", 26, &reversed);
        assert!(agree().contains("1 development questions: 0.0 % by meaning alone"));
    }

    #[test]
    fn rerankers_are_compared_by_score_and_order() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(reranker(folder.path(), &Keyword::new("cat")).unwrap(), None);
        let pairs = "{\"question\": \"q\", \"text\": \"a cat\", \"before\": null}\n{\"question\": \"q\", \"text\": \"a dog\"}\n";
        std::fs::write(folder.path().join("pairs.jsonl"), pairs).unwrap();
        save(folder.path(), "scores.npy", 1, &[1.25, 0.0]);
        let told = reranker(folder.path(), &Keyword::new("cat")).unwrap().unwrap();
        assert!(told.ends_with("2 pairs, scores differ by 0.2500 at most, correlation of ranks 1.00000\n"), "{told}");
    }

    #[test]
    fn an_empty_folder_is_told() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let field = Field { sets: BTreeMap::new(), pairs: vec![] };
        let means = Means { folder: cache.path().into(), threads: 1 };
        assert!(embedder(folder.path(), Box::new(Letters::new()), &field, &means).is_err());
    }

    #[test]
    fn the_spread_tells_the_worst() {
        let told = Spread::of(&[1.0, 0.5, 1.0, 1.0]).to_string();
        assert_eq!(told, "4 texts, cosine at least 0.500000, mean 0.875000, 1 below 0.999");
    }

    #[test]
    fn lines_are_what_python_reads_and_writes() {
        let line = Line { text: "who?".into(), mode: LineMode::Query };
        let text = serde_json::to_string(&line).unwrap();
        assert_eq!(text, r#"{"text":"who?","mode":"query"}"#);
        assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
    }
}
