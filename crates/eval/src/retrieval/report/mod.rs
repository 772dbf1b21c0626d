//! What was found, for people and for programs.

mod json;
mod table;

use cofio_engine::Weights;

pub use json::json;
pub use table::{ablation, tables};

use crate::data::Set;
use crate::measure::{Difference, difference, mean};
use crate::retrieval::trial::{Results, Way};

/// What is said of a way that keeps what a new space keeps.
pub const DEFAULTS: &str = ", domains as in a new space";
/// What is said of a way that has lost a weight.
pub const WITHOUT: &str = " without ";

/// How it was measured.
#[derive(Debug, Default)]
pub struct Told {
    pub weights: Weights,
    pub without: Vec<String>,
    pub depths: Vec<String>,
    pub embedder: String,
    pub reranker: String,
    pub strong_simple_with: String,
    pub notes: Vec<String>,
    pub with_questions: bool,
}

/// Questions that figures are told of together.
struct Group {
    set: Set,
    part: &'static str,
    questions: Vec<usize>,
}

impl Group {
    fn title(&self) -> String {
        format!("{} {}", self.set.title(), self.part).trim_end().to_owned()
    }

    fn key(&self) -> String {
        format!("{} {}", self.set.key(), self.part).trim_end().to_owned()
    }

    /// The categories that occur, with their questions.
    fn categories(&self, results: &Results) -> Vec<(String, Vec<usize>)> {
        let mut found: Vec<(String, Vec<usize>)> = Vec::new();
        for question in &self.questions {
            let category = &results.asked[*question].category;
            match found.iter_mut().find(|(name, _)| name == category) {
                Some((_, questions)) => questions.push(*question),
                None => found.push((category.clone(), vec![*question])),
            }
        }
        found.sort();
        found
    }
}

/// The parts of the sets, in the order they were read.
fn groups(results: &Results) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, asked) in results.asked.iter().enumerate() {
        match groups.iter_mut().find(|group| (group.set, group.part) == (asked.set, asked.part)) {
            Some(group) => group.questions.push(at),
            None => groups.push(Group { set: asked.set, part: asked.part, questions: vec![at] }),
        }
    }
    groups
}

impl Way {
    /// One figure of each of these questions that has it.
    fn each(&self, metric: &str, questions: &[usize]) -> Vec<f64> {
        questions.iter().filter_map(|question| self.answers[*question].scores.get(metric).copied()).collect()
    }

    fn mean(&self, metric: &str, questions: &[usize]) -> Option<f64> {
        mean(&self.each(metric, questions))
    }

    /// By how much it is ahead of another, over the questions where both have the figure.
    fn ahead_of(&self, other: &Way, metric: &str, questions: &[usize]) -> Difference {
        let figure = |way: &Way, question: &usize| way.answers[*question].scores.get(metric).copied();
        let both = questions.iter().filter_map(|question| Some((figure(self, question)?, figure(other, question)?)));
        let (own, others): (Vec<f64>, Vec<f64>) = both.unzip();
        difference(&own, &others)
    }

    /// The names of all figures that any of these questions has.
    fn metrics(&self, questions: &[usize]) -> Vec<&'static str> {
        let names = questions.iter().flat_map(|question| self.answers[*question].scores.keys().copied());
        let names: std::collections::BTreeSet<&'static str> = names.collect();
        names.into_iter().collect()
    }
}

impl Results {
    fn way(&self, title: &str) -> Option<&Way> {
        self.ways.iter().find(|way| way.title == title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Scores;
    use crate::retrieval::trial::{Answer, Asked};

    pub fn results() -> Results {
        let asked = |set, part, category: &str| Asked {
            set,
            part,
            category: category.into(),
            text: "?".into(),
            conversation: 0,
            gold: vec![0],
        };
        let way = |title: &str, recall: [f64; 3]| Way {
            title: title.into(),
            answers: recall
                .map(|recall| Answer {
                    scores: Scores::from([("recall@10", recall), ("complete@1K", recall / 2.0)]),
                    hits: vec![4],
                })
                .into(),
        };
        let mut results = Results {
            asked: vec![
                asked(Set::LoCoMo, "", "1"),
                asked(Set::LoCoMo, "", "2"),
                asked(Set::Beam, "100K", "knowledge_update"),
            ],
            ways: vec![way("strong simple", [0.25, 0.5, 0.0]), way("fast", [0.5, 1.0, 1.0])],
        };
        results.ways[1].answers[2].scores.insert("newest_above_stale", 1.0);
        results
    }

    pub fn told() -> Told {
        Told { depths: vec!["fast".into()], embedder: "own@1".into(), with_questions: true, ..Told::default() }
    }

    #[test]
    fn tables_tell_each_part_of_a_set() {
        let text = tables(&results(), &told());
        for expected in [
            "## LoCoMo (2 questions)",
            "| fast | 75.0 | 37.5 |",
            "+37.5 [25.0, 50.0] *",
            "## BEAM 100K (1 questions)",
            "| newest_above_stale (1) |  | 100.0 |",
            "| 2 (1) | 50.0 / 25.0 | 100.0 / 50.0 |",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }

    #[test]
    fn the_overall_figures_are_at_the_top_of_the_json() {
        let value = json(&results(), &told());
        assert_eq!(value["recall@10"].as_f64().map(|mean| (mean * 1e4).round()), Some(8333.0));
        assert_eq!(value["sets"]["locomo"]["ways"]["fast"]["recall@10"], 0.75);
        assert_eq!(value["sets"]["beam 100K"]["ways"]["strong simple"]["recall@10"], 0.0);
        assert_eq!(value["sets"]["locomo"]["categories"]["2"]["fast"]["recall@10"], 1.0);
        assert_eq!(value["sets"]["locomo"]["ahead_of_strong_simple"]["fast"]["recall@10"]["mean"], 0.375);
        assert_eq!(value["asked"][0]["ways"]["fast"]["hits"][0], 4);
    }

    #[test]
    fn an_ablation_tells_what_each_weight_was_worth() {
        let mut results = results();
        results.ways[0].title = "fast without words".into();
        results.ways.reverse();
        let text = ablation(&results, &told());
        assert!(text.contains("| everything | 75.0 |"), "{text}");
        assert!(text.contains("| words | -37.5 [-50.0, -25.0] * |"), "{text}");
    }
}
