//! `cofio-eval retrieval`: how well does the engine find what was said, beside what anybody could build?

mod baselines;
mod report;
mod space;
mod trial;
mod weights;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use cofio_domain::ports::{Embedder, Reranker};
use cofio_engine::{Models, Weights};

use crate::Place;
use crate::asked::Kept;
use crate::data::{self, Collection, Set};
use crate::roster::{self, Contender, Precision};
use baselines::Readers;
use report::Told;
use space::{DEEP, Domains, SHALLOW};
use trial::Trial;

/// What is to be measured.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// Only these sets; without it, all that are there.
    #[arg(long, value_delimiter = ',')]
    set: Vec<Set>,
    /// How deep is looked; without it, both.
    #[arg(long, value_delimiter = ',')]
    depth: Vec<Depth>,
    /// Write the figures here as well, the overall ones at the top.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Every question with its best hits, too, in the JSON.
    #[arg(long, requires = "json")]
    questions: bool,
    /// No more than so many questions of each part of a set.
    #[arg(long)]
    limit_questions: Option<usize>,
    /// Take these weights away: `words`, or a weight of the engine.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Take each weight away in turn, and show what it was worth.
    #[arg(long)]
    ablation: bool,
    /// Other weights than the engine's own, from a file of JSON.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The engine alone.
    #[arg(long)]
    without_baselines: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Depth {
    Fast,
    Thorough,
}

impl Depth {
    fn title(self) -> &'static str {
        match self {
            Depth::Fast => "fast",
            Depth::Thorough => "thorough",
        }
    }

    fn of_engine(self) -> cofio_engine::Depth {
        match self {
            Depth::Fast => cofio_engine::Depth::Fast,
            Depth::Thorough => cofio_engine::Depth::Thorough,
        }
    }
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    data::require(&wanted.place.data)?;
    let collections = collections(wanted)?;
    let weights = wanted.weights()?;
    let means = wanted.place.means();
    let embedder: Arc<dyn Embedder> = Arc::new(Kept::embedder(roster::built_in_embedder()?, &means)?);
    let reranker: Arc<dyn Reranker> = Arc::new(Kept::reranker(roster::built_in_reranker()?, &means)?);
    let mut told = Told {
        weights,
        without: wanted.without.clone(),
        embedder: embedder.model().to_string(),
        reranker: reranker.model().to_string(),
        strong_simple_with: embedder.model().to_string(),
        with_questions: wanted.questions,
        ..Told::default()
    };
    let other = match Contender::MiniLm.open(&wanted.place.models, Precision::Int8) {
        Ok(model) => model,
        Err(error) => {
            told.notes.push(format!("strong simple reads with our own embedder in place of MiniLM: {error:#}"));
            None
        }
    };
    let strong: Arc<dyn Embedder> = match other {
        Some(model) => Arc::new(Kept::embedder(model, &means)?),
        None => embedder.clone(),
    };
    told.strong_simple_with = strong.model().to_string();
    let with_baselines = !wanted.without_baselines && !wanted.ablation;
    let trials = if wanted.ablation { wanted.ablations(weights)? } else { wanted.trials(weights) };
    let models = Models { embedder: Some(embedder.clone()), reranker: Some(reranker) };
    let results = trial::run(
        &collections,
        &trials,
        &trial::Means {
            models: &models,
            baselines: with_baselines.then_some(Readers { own: &*embedder, strong: &*strong }),
            threads: wanted.place.threads,
        },
    )?;
    told.depths = wanted.depths().into_iter().map(|depth| depth.title().to_owned()).collect();
    print!("{}", if wanted.ablation { report::ablation(&results, &told) } else { report::tables(&results, &told) });
    if let Some(path) = &wanted.json {
        let text = serde_json::to_string_pretty(&report::json(&results, &told))? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

impl Wanted {
    fn weights(&self) -> anyhow::Result<Weights> {
        let given = match &self.weights {
            None => Weights::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
                serde_json::from_str(&text).with_context(|| format!("{} holds no weights", path.display()))?
            }
        };
        self.without.iter().try_fold(given, |weights, name| weights::without(&weights, name))
    }

    fn depths(&self) -> Vec<Depth> {
        if self.depth.is_empty() { vec![Depth::Fast, Depth::Thorough] } else { self.depth.clone() }
    }

    /// Each depth, and what it costs that a new space keeps nothing about health, money or belief.
    fn trials(&self, weights: Weights) -> Vec<Trial> {
        let trial = |depth: Depth, domains, what: &str| Trial {
            title: format!("{}{what}", depth.title()),
            depth: depth.of_engine(),
            weights,
            domains,
            limit: DEEP,
        };
        let with = |domains, what| self.depths().into_iter().map(move |depth| trial(depth, domains, what));
        with(Domains::On, "").chain(with(Domains::Defaults, report::DEFAULTS)).collect()
    }

    /// Everything, then everything without each weight.
    fn ablations(&self, weights: Weights) -> anyhow::Result<Vec<Trial>> {
        let mut trials = Vec::new();
        for depth in self.depths() {
            let trial = |title: String, weights| Trial {
                title,
                depth: depth.of_engine(),
                weights,
                domains: Domains::On,
                limit: SHALLOW,
            };
            trials.push(trial(depth.title().to_owned(), weights));
            // What only the reranker decides does not count without it.
            let counts = |name: &String| depth == Depth::Thorough || name != "reranker";
            for name in weights::removable(&weights).into_iter().filter(counts) {
                trials.push(trial(
                    format!("{}{}{name}", depth.title(), report::WITHOUT),
                    weights::without(&weights, &name)?,
                ));
            }
        }
        Ok(trials)
    }
}

/// Reads what is asked for, or all that is there.
fn collections(wanted: &Wanted) -> anyhow::Result<Vec<(Set, usize, Collection)>> {
    let root = &wanted.place.data;
    let sets = if wanted.set.is_empty() { data::sets_in(root) } else { wanted.set.clone() };
    ensure!(
        !sets.is_empty(),
        "{} has no folder locomo, realtalk, beam or longmemeval: if it is one of them itself, say which with --set",
        root.display()
    );
    let mut all = Vec::new();
    for set in sets {
        let read = limited(data::collections(root, set)?, wanted.limit_questions);
        all.extend(read.into_iter().enumerate().map(|(at, collection)| (set, at, collection)));
    }
    Ok(all)
}

/// Keeps the first questions of each part, and the conversations they are about.
fn limited(mut collections: Vec<Collection>, most: Option<usize>) -> Vec<Collection> {
    let mut left: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for collection in &mut collections {
        let left = left.entry(collection.part).or_insert(most.unwrap_or(usize::MAX));
        collection.questions.truncate(*left);
        *left -= collection.questions.len();
    }
    collections.retain(|collection| !collection.questions.is_empty());
    collections
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::talk;

    #[test]
    fn each_part_has_its_own_limit() {
        let part = |part| Collection { part, ..talk(&[("Ann", "x")], "?", &[0]) };
        let kept = limited(vec![part("100K"), part("100K"), part("500K")], Some(1));
        assert_eq!(kept.iter().map(|collection| collection.part).collect::<Vec<_>>(), ["100K", "500K"]);
        assert_eq!(limited(vec![part("S"), part("S")], None).len(), 2);
    }
}
