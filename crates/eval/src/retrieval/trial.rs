//! Ways of answering, tried on every conversation.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use cofio_engine::{Depth, Models, Weights};

use crate::asked::in_parallel;
use crate::data::{Collection, Set};
use crate::measure::{Scores, judged};
use crate::retrieval::baselines::{self, Readers};
use crate::retrieval::space::{Domains, Recorded};

/// A way of asking the engine.
#[derive(Debug, Clone)]
pub struct Trial {
    pub title: String,
    pub depth: Depth,
    pub weights: Weights,
    pub domains: Domains,
    /// How many hits are looked at.
    pub limit: usize,
}

/// Everything that was asked, and how well each way answered.
#[derive(Debug, Default)]
pub struct Results {
    pub asked: Vec<Asked>,
    /// In the order they are shown.
    pub ways: Vec<Way>,
}

/// A question, and where it is from.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    pub set: Set,
    pub part: &'static str,
    pub category: String,
    pub text: String,
    /// Which conversation of its set, from 0, and the places there that answer it.
    pub conversation: usize,
    pub gold: Vec<usize>,
}

/// A way of answering.
#[derive(Debug)]
pub struct Way {
    pub title: String,
    /// One for each question.
    pub answers: Vec<Answer>,
}

/// How well a question was answered.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    pub scores: Scores,
    /// The best of what was found.
    pub hits: Vec<usize>,
}

/// How many hits are shown with a question.
const SHOWN: usize = 20;

/// Who answers.
pub struct Means<'a> {
    pub models: &'a Models,
    /// Nobody, where baselines are not wanted.
    pub baselines: Option<Readers<'a>>,
    pub threads: usize,
}

/// Tries every way on every conversation.
pub fn run(collections: &[(Set, usize, Collection)], trials: &[Trial], means: &Means<'_>) -> anyhow::Result<Results> {
    let titles = means.baselines.iter().flat_map(|_| baselines::TITLES).map(str::to_owned);
    let titles: Vec<String> = titles.chain(trials.iter().map(|trial| trial.title.clone())).collect();
    // Conversations are done in whatever order threads come to them, and told in the order they were read.
    let mut done: BTreeMap<usize, Vec<Vec<Answer>>> = BTreeMap::new();
    let work = |at: usize| Ok((at, answers(&collections[at], trials, means)?));
    in_parallel(means.threads, (0..collections.len()).collect(), work, |(at, answers)| {
        done.insert(at, answers);
        eprintln!("  {} of {} conversations", done.len(), collections.len());
        Ok(())
    })?;
    let mut results = Results {
        asked: Vec::new(),
        ways: titles.into_iter().map(|title| Way { title, answers: Vec::new() }).collect(),
    };
    for ((set, conversation, collection), answers) in collections.iter().zip(done.into_values()) {
        results.asked.extend(collection.questions.iter().map(|question| Asked {
            set: *set,
            part: collection.part,
            category: question.category.clone(),
            text: question.text.clone(),
            conversation: *conversation,
            gold: question.gold.clone(),
        }));
        for (way, answers) in results.ways.iter_mut().zip(answers) {
            way.answers.extend(answers);
        }
    }
    Ok(results)
}

/// Answers the questions of a conversation in every way: baselines first.
fn answers(
    (set, _, collection): &(Set, usize, Collection),
    trials: &[Trial],
    means: &Means<'_>,
) -> anyhow::Result<Vec<Vec<Answer>>> {
    let mut ways = Vec::new();
    if let Some(readers) = &means.baselines {
        let orders = baselines::orders(*set, collection, readers)?;
        let questions = || collection.questions.iter().zip(&orders);
        ways.extend(
            (0..baselines::TITLES.len())
                .map(|way| questions().map(|(question, orders)| answer(&orders[way], collection, question)).collect()),
        );
    }
    let mut spaces: BTreeMap<Domains, Recorded> = BTreeMap::new();
    for trial in trials {
        let space = match spaces.entry(trial.domains) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(place) => place.insert(Recorded::new(collection, means.models, trial.domains)?),
        };
        let engine = space.engine(trial.weights);
        let asked = collection
            .questions
            .iter()
            .map(|question| Ok(answer(&space.ask(&engine, question, trial.depth, trial.limit)?, collection, question)));
        ways.push(asked.collect::<anyhow::Result<_>>()?);
    }
    Ok(ways)
}

fn answer(order: &[usize], collection: &Collection, question: &crate::data::Question) -> Answer {
    let hits = order.iter().take(SHOWN).copied().collect();
    Answer { scores: judged(order, collection, question), hits }
}
