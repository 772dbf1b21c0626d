//! What a score is made of, told for every hit.

use cofio_index::{Question, Selection};

use crate::recall::answer::{ArmShare, Factors};
use crate::recall::arms::Arms;
use crate::recall::look_up::LookedUp;
use crate::recall::totals::Totals;
use crate::recall::weights::{RRF, Weights};

/// What a score is made of can be told while everything is at hand.
pub(super) struct Explained<'a> {
    pub(super) selection: &'a Selection,
    pub(super) arms: &'a Arms<'a>,
    pub(super) totals: &'a Totals<'a>,
    pub(super) words: &'a Question<'a>,
    pub(super) weights: &'a Weights,
}

impl Explained<'_> {
    pub(super) fn factors(&self, found: &LookedUp, ranks: bool) -> Factors {
        let document = found.document;
        let (arms, told) = match self.totals {
            Totals::Scores(_) => self.by_scores(document, ranks),
            Totals::Ranks(_) => (self.by_ranks(document), 0.0),
        };
        Factors {
            arms,
            words: self
                .words
                .explain(document)
                .into_iter()
                .map(|(word, score)| (word.to_owned(), f64::from(score)))
                .collect(),
            inherited: f64::from(self.totals.inherited(document)),
            manner: f64::from(self.totals.manner(document)) - told,
            fused: f64::from(self.totals.score(document)),
            importance: found.importance,
            recency: found.recency,
            tier: found.tier,
            reranked: None,
        }
    }

    /// What every arm says, and how much of it is part of what the text is like.
    fn by_scores(&self, document: u32, ranks: bool) -> (Vec<ArmShare>, f64) {
        let (own, weights) = (self.arms, self.weights);
        let (words, meaning) = own.shares_of(document, weights);
        let mut arms = Vec::with_capacity(2);
        let mut tell = |arm: &'static str, always: bool, scores: &dyn Fn(u32) -> f32, share: f32| {
            let score = scores(document);
            if always || score > 0.0 {
                let rank = (ranks && score > 0.0).then(|| self.rank(scores, document));
                arms.push(ArmShare { arm, rank, score: f64::from(score), share: f64::from(score * share) });
            }
        };
        tell("keyword", true, &|document| own.keyword(document), words);
        if own.has_meaning {
            tell("vector", true, &|document| own.vector(document), meaning);
        }
        tell("time", false, &|document| own.time(document), weights.time_named);
        tell("speaker", false, &|document| own.named(document), weights.named);
        tell("exact", false, &|document| own.exact(document), weights.exact);
        tell("entity", false, &|document| own.entity(document), weights.entity);
        let told = weights.time_named * own.time(document) + weights.named * own.named(document);
        (arms, f64::from(told))
    }

    /// What ranks alone say: the rest is not looked at.
    fn by_ranks(&self, document: u32) -> Vec<ArmShare> {
        let keyword = |document: u32| self.arms.keyword(document);
        let vector = |document: u32| if self.arms.has_meaning { self.arms.vector(document) } else { 0.0 };
        [("keyword", &keyword as &dyn Fn(u32) -> f32), ("vector", &vector)]
            .into_iter()
            .map(|(arm, scores)| {
                let score = scores(document);
                let rank = (score > 0.0).then(|| self.rank(scores, document));
                let share = rank.map_or(0.0, |rank| 1.0 / (f64::from(RRF) + rank as f64));
                ArmShare { arm, rank, score: f64::from(score), share }
            })
            .collect()
    }

    /// Returns the place an arm gives a document. Of equals the first comes first: documents are numbered by their keys.
    fn rank(&self, scores: &dyn Fn(u32) -> f32, document: u32) -> usize {
        let own = scores(document);
        let better = |other: u32| {
            let score = scores(other);
            score > own || (score == own && other < document)
        };
        1 + self.selection.iter().filter(|other| better(*other)).count()
    }
}
