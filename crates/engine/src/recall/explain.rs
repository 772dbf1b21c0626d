//! What a score is made of, told for every hit.

use cofio_index::{Question, Selection};

use crate::recall::answer::{ArmShare, Factors};
use crate::recall::arms::Arms;
use crate::recall::look_up::LookedUp;
use crate::recall::totals::Totals;
use crate::recall::weights::Weights;

/// What a score is made of can be told while everything is at hand.
pub(super) struct Explained<'a> {
    pub(super) selection: &'a Selection,
    pub(super) arms: &'a Arms<'a>,
    pub(super) totals: &'a Totals<'a>,
    pub(super) words: &'a Question<'a>,
    pub(super) weights: &'a Weights,
}

impl Explained<'_> {
    pub(super) fn factors(&self, found: &LookedUp, reranked: Option<f64>, ranks: bool) -> Factors {
        let (document, weights) = (found.document, self.weights);
        let (words, meaning) = self.arms.shares_of(document, weights);
        let (time, named) = (self.arms.time(document), self.arms.named(document));
        let mut arms = Vec::with_capacity(2);
        let mut tell = |arm: &'static str, scores: &dyn Fn(u32) -> f32, share: f32| {
            let score = scores(document);
            let rank = (ranks && score > 0.0).then(|| self.rank(scores, document));
            arms.push(ArmShare { arm, rank, score: f64::from(score), share: f64::from(score * share) });
        };
        tell("keyword", &|document| self.arms.keyword(document), words);
        if self.arms.has_meaning {
            tell("vector", &|document| self.arms.vector(document), meaning);
        }
        if time > 0.0 {
            tell("time", &|document| self.arms.time(document), weights.time_named);
        }
        if named > 0.0 {
            tell("speaker", &|document| self.arms.named(document), weights.named);
        }
        for (arm, score, weight) in [
            ("exact", &(|document| self.arms.exact(document)) as &dyn Fn(u32) -> f32, weights.exact),
            ("entity", &|document| self.arms.entity(document), weights.entity),
        ] {
            if score(document) > 0.0 {
                tell(arm, score, weight);
            }
        }
        let told = f64::from(weights.time_named * time + weights.named * named);
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
            reranked,
        }
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
