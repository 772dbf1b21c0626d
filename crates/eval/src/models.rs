//! `cofio-eval models`: every embedder with every reranker, one table.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::Place;
use crate::asked::{Embeddings, Means, Ratings};
use crate::contest::Field;
use crate::data::Set;
use crate::report::{self, Figures, Row};
use crate::roster::{Contender, Precision, Second};

/// What is to be measured.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// Only these sets.
    #[arg(long, value_delimiter = ',', default_value = "locomo,realtalk,beam,stsb")]
    only: Vec<Source>,
    /// Only these embedders.
    #[arg(long, value_delimiter = ',', default_value = "none,potion,minilm,gte,float,cofio")]
    rows: Vec<Contender>,
    /// Only these rerankers, besides none.
    #[arg(long, value_delimiter = ',', default_value = "cofio,teacher")]
    rerankers: Vec<Second>,
    /// No rerankers at all.
    #[arg(long, conflicts_with = "rerankers")]
    without_rerankers: bool,
    /// In which arithmetic the models for comparison run. Float takes five times as long.
    #[arg(long, default_value = "int8")]
    precision: Precision,
    /// What a reranker says against the order it was given, from 0 to 1; without it, what suits each.
    #[arg(long)]
    weight: Option<f64>,
    /// Write the figures here as well.
    #[arg(long)]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Source {
    #[value(name = "locomo")]
    LoCoMo,
    #[value(name = "realtalk")]
    RealTalk,
    Beam,
    #[value(name = "stsb")]
    StsB,
}

impl Wanted {
    fn sets(&self) -> Vec<Set> {
        let set = |source: &Source| match source {
            Source::LoCoMo => Some(Set::LoCoMo),
            Source::RealTalk => Some(Set::RealTalk),
            Source::Beam => Some(Set::Beam),
            Source::StsB => None,
        };
        self.only.iter().filter_map(set).collect()
    }
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    let field = Field::read(&wanted.place.data, &wanted.sets(), wanted.only.contains(&Source::StsB))?;
    let means = wanted.place.means();
    let mut notes = Vec::new();
    let mut rerankers = Vec::new();
    for second in wanted.rerankers.iter().filter(|_| !wanted.without_rerankers) {
        match second.open(&wanted.place.models, wanted.precision) {
            Ok(model) => rerankers.push((*second, Ratings::new(model, &means)?)),
            Err(error) => notes.push(format!("{} is left out: {error:#}", second.title())),
        }
    }
    let mut rows = Vec::new();
    for contender in &wanted.rows {
        match embeddings(*contender, wanted, &means) {
            Ok(embedder) => rows.extend(measure(*contender, embedder, &field, &mut rerankers, wanted.weight)?),
            Err(error) => notes.push(format!("{} is left out: {error:#}", contender.title())),
        }
    }
    tell(wanted, &field, &rows, &notes)
}

fn embeddings(contender: Contender, wanted: &Wanted, means: &Means) -> anyhow::Result<Option<Embeddings>> {
    let model = contender.open(&wanted.place.models, wanted.precision)?;
    model.map(|model| Embeddings::new(model, means)).transpose()
}

/// The rows of one embedder: without a reranker, then with each.
fn measure(
    contender: Contender,
    mut embedder: Option<Embeddings>,
    field: &Field,
    rerankers: &mut [(Second, Ratings)],
    weight: Option<f64>,
) -> anyhow::Result<Vec<Row>> {
    eprintln!("{}", contender.title());
    let mut results = BTreeMap::new();
    for set in field.sets.keys() {
        eprintln!("  {}", set.title());
        results.insert(*set, field.search(*set, embedder.as_mut())?);
    }
    let likeness = embedder.as_mut().map(|embedder| field.likeness(embedder)).transpose()?.flatten();
    let plain = results.iter().map(|(set, result)| {
        let (dense, fusion_a) = (result.dense.clone(), result.fusion_a.clone());
        (*set, Figures { dense, fusion_a, found: result.fused.clone() })
    });
    let mut rows = vec![Row { embedder: contender, reranker: None, sets: plain.collect(), likeness }];
    for (second, ratings) in rerankers {
        let mut sets = BTreeMap::new();
        for (set, result) in &results {
            let found = field.rerank(*set, result, ratings, weight.unwrap_or(second.weight()))?;
            sets.insert(*set, Figures { found, ..Figures::default() });
        }
        rows.push(Row { embedder: contender, reranker: Some(*second), sets, likeness: None });
    }
    Ok(rows)
}

fn tell(wanted: &Wanted, field: &Field, rows: &[Row], notes: &[String]) -> anyhow::Result<()> {
    let count = |(set, collections): (&Set, &Vec<_>)| {
        let questions: usize =
            collections.iter().map(|collection: &crate::data::Collection| collection.questions.len()).sum();
        format!("{} {questions} questions", set.title())
    };
    let counts: Vec<String> = field.sets.iter().map(count).collect();
    let differences = report::compare(rows);
    println!("Development split: {}. Recall in percent; STS-B: Spearman.", counts.join(", "));
    println!("Of BEAM, the chats of 100K tokens.");
    let weight = |second: &Second| format!("{} for {}", wanted.weight.unwrap_or(second.weight()), second.title());
    let weights: Vec<String> = Second::ALL.iter().map(weight).collect();
    println!("B, fused: the fused order without a reranker, else the best 50 of it reranked.");
    println!("The reranker's weight against the fused order: {}.", weights.join(", "));
    println!("Models for comparison run in {}.\n", wanted.precision.title());
    println!("{}", report::table(rows));
    notes.iter().for_each(|note| println!("{note}"));
    if !differences.is_empty() {
        println!("\nPoints ahead, with the interval of 95 % of 4,000 paired draws; * leaves out zero.\n");
        println!("{}", report::differences(&differences));
    }
    let shares = report::shares(rows);
    if !shares.is_empty() {
        println!("Our reranker's share of its teacher's gain:\n{shares}");
    }
    if let Some(path) = &wanted.json {
        let text = serde_json::to_string_pretty(&report::json(rows, &differences, notes))? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
