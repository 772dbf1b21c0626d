//! One embedder against the data, and rerankers on top: what was found for every question.

use std::collections::BTreeMap;
use std::path::Path;

use cofio_domain::ports::{Mode, Passage, Vector};

use crate::asked::{Embeddings, Ratings, Rerank};
use crate::data::{self, Collection, Pair, Set};
use crate::fusion::{Recipe, Words};
use crate::measure::{best, recall, spearman};
use crate::rerank::Candidates;

/// How many places count.
const FEW: usize = 5;
const MANY: usize = 10;

/// Longer messages are not handed to a model: it would read no more than their beginning.
const LONGEST: usize = 4_000;

/// The data, read once.
pub struct Field {
    pub sets: BTreeMap<Set, Vec<Collection>>,
    /// Empty if it was not asked for.
    pub pairs: Vec<Pair>,
}

/// Recall of each question, in the order of the questions, among the first five and ten.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    pub at5: Vec<f64>,
    pub at10: Vec<f64>,
}

/// What an embedder reached on a set.
#[derive(Debug, Clone, Default)]
pub struct Result {
    /// Meaning alone; none without an embedder.
    pub dense: Option<Vec<f64>>,
    /// Recipe A, for conversations.
    pub fusion_a: Option<Vec<f64>>,
    /// The recipe whose order is reranked.
    pub fused: Found,
    /// What is reranked, for each question.
    candidates: Vec<Candidates>,
}

impl Found {
    fn add(&mut self, order: &[usize], gold: &[usize]) {
        self.at5.push(recall(order, gold, FEW));
        self.at10.push(recall(order, gold, MANY));
    }
}

impl Field {
    pub fn read(root: &Path, sets: &[Set], with_pairs: bool) -> anyhow::Result<Field> {
        data::require(root)?;
        // The longer chats of BEAM would take hours with every model there is.
        let is_short = |collection: &Collection| matches!(collection.part, "" | "100K");
        let read = |set: &Set| {
            let read = data::collections(root, *set)?;
            Ok((*set, read.into_iter().filter(is_short).collect()))
        };
        let sets = sets.iter().map(read).collect::<anyhow::Result<_>>()?;
        Ok(Field { sets, pairs: if with_pairs { data::pairs(root)? } else { Vec::new() } })
    }

    /// Looks for the answers of a set with an embedder, or with words alone.
    pub fn search(&self, set: Set, mut embedder: Option<&mut Embeddings>) -> anyhow::Result<Result> {
        let mut result = Result::default();
        for collection in &self.sets[&set] {
            let words = Words::new(set, collection);
            let meaning =
                embedder.as_mut().map(|embedder| Meaning::new(set, collection, |mode, texts| embedder.of(mode, texts)));
            let meaning = meaning.transpose()?;
            for (at, question) in collection.questions.iter().enumerate() {
                let spoken = meaning.as_ref().map(|meaning| similarities(&meaning.questions[at], &meaning.spoken));
                if let Some(spoken) = &spoken {
                    let order = best(spoken, MANY);
                    result.dense.get_or_insert_default().push(recall(&order, &question.gold, MANY));
                }
                if !set.is_with_an_assistant() {
                    let bare = meaning.as_ref().map(|meaning| similarities(&meaning.questions[at], &meaning.bare));
                    let order = best(&words.fused(Recipe::A, &question.text, bare.as_deref()), MANY);
                    result.fusion_a.get_or_insert_default().push(recall(&order, &question.gold, MANY));
                }
                let candidates = Candidates::new(&words.fused(Recipe::of(set), &question.text, spoken.as_deref()));
                result.fused.add(&candidates.places, &question.gold);
                result.candidates.push(candidates);
            }
        }
        Ok(result)
    }

    /// Puts the candidates of every question in order again.
    pub fn rerank(&self, set: Set, result: &Result, ratings: &mut Ratings, weight: f64) -> anyhow::Result<Found> {
        let texts: Vec<Vec<String>> = self.sets[&set].iter().map(|collection| spoken(set, collection)).collect();
        let asked = self.questions(set).zip(&result.candidates).map(|((collection, question), candidates)| {
            let (texts, units) = (&texts[collection], &self.sets[&set][collection]);
            let passage = |place: &usize| Passage {
                text: &texts[*place],
                before: units.before(*place).map(|_| texts[*place - 1].as_str()),
            };
            let passages = candidates.places.iter().map(passage).collect();
            Rerank { question: &question.text, passages }
        });
        let asked: Vec<Rerank<'_>> = asked.collect();
        let name = ratings.model().to_string();
        let scores = ratings.of(&asked, |done, all| {
            if done % 100 == 0 {
                eprintln!("  {name}: {} question {done} of {all}", set.title());
            }
        })?;
        let mut found = Found::default();
        for (((_, question), candidates), scores) in self.questions(set).zip(&result.candidates).zip(scores) {
            found.add(&candidates.reordered(&scores, weight), &question.gold);
        }
        Ok(found)
    }

    /// How well cosines agree with people on which sentences are alike, as Spearman's correlation.
    pub fn likeness(&self, embedder: &mut Embeddings) -> anyhow::Result<Option<f64>> {
        if self.pairs.is_empty() {
            return Ok(None);
        }
        let one: Vec<&str> = self.pairs.iter().map(|pair| pair.one.as_str()).collect();
        let other: Vec<&str> = self.pairs.iter().map(|pair| pair.other.as_str()).collect();
        let (one, other) = (embedder.of(Mode::Document, &one)?, embedder.of(Mode::Document, &other)?);
        let cosines: Vec<f64> = one.iter().zip(&other).map(|(one, other)| similarity(one, other)).collect();
        let people: Vec<f64> = self.pairs.iter().map(|pair| pair.alike).collect();
        Ok(Some(spearman(&cosines, &people)))
    }

    fn questions(&self, set: Set) -> impl Iterator<Item = (usize, &data::Question)> {
        let numbered = self.sets[&set].iter().enumerate();
        numbered.flat_map(|(at, collection)| collection.questions.iter().map(move |question| (at, question)))
    }
}

/// The vectors of a collection and its questions.
pub struct Meaning {
    pub questions: Vec<Vector>,
    pub spoken: Vec<Vector>,
    /// Without the speaker; only where recipe A is measured.
    pub bare: Vec<Vector>,
}

impl Meaning {
    pub fn new(
        set: Set,
        collection: &Collection,
        mut embed: impl FnMut(Mode, &[&str]) -> anyhow::Result<Vec<Vector>>,
    ) -> anyhow::Result<Meaning> {
        let questions: Vec<&str> = collection.questions.iter().map(|question| question.text.as_str()).collect();
        let spoken = spoken(set, collection);
        let spoken: Vec<&str> = spoken.iter().map(String::as_str).collect();
        let bare: Vec<&str> = if set.is_with_an_assistant() {
            Vec::new()
        } else {
            collection.units.iter().map(|unit| if unit.text.is_empty() { "." } else { &unit.text }).collect()
        };
        Ok(Meaning {
            questions: embed(Mode::Query, &questions)?,
            spoken: embed(Mode::Document, &spoken)?,
            bare: embed(Mode::Document, &bare)?,
        })
    }
}

/// What models read of each unit.
pub fn spoken(set: Set, collection: &Collection) -> Vec<String> {
    let cut = |text: String| if set.is_with_an_assistant() { text.chars().take(LONGEST).collect() } else { text };
    collection.units.iter().map(|unit| cut(unit.spoken())).collect()
}

pub fn similarities(question: &Vector, units: &[Vector]) -> Vec<f64> {
    units.iter().map(|unit| similarity(question, unit)).collect()
}

pub fn similarity(one: &Vector, other: &Vector) -> f64 {
    f64::from(one.dot(other).expect("one embedder made both"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asked::Means;
    use crate::fakes::{Keyword, Letters, talk};

    /// Twelve turns of nothing, one that means the right thing, one that has the right words.
    fn field() -> Field {
        let mut turns = vec![("Ann", "zzz"); 12];
        turns.extend([("Bob", "ebony tables"), ("Ann", "which colour?")]);
        let collection = talk(&turns, "what colour are the nobel beasts", &[12, 13]);
        let pair = |one: &str, other: &str, alike| Pair { one: one.into(), other: other.into(), alike };
        let pairs = vec![pair("ab", "ba", 5.0), pair("ab", "ac", 2.0), pair("ab", "cd", 0.0)];
        Field { sets: BTreeMap::from([(Set::LoCoMo, vec![collection])]), pairs }
    }

    fn means(folder: &tempfile::TempDir) -> Means {
        Means { folder: folder.path().into(), threads: 1 }
    }

    #[test]
    fn words_alone_find_words_and_their_neighbours() {
        let result = field().search(Set::LoCoMo, None).unwrap();
        assert_eq!((result.dense, result.fusion_a), (None, Some(vec![1.0])));
        assert_eq!(result.fused, Found { at5: vec![1.0], at10: vec![1.0] });
        assert_eq!(result.candidates[0].places[..2], [13, 12]);
    }

    #[test]
    fn meaning_finds_what_has_other_words() {
        let folder = tempfile::tempdir().unwrap();
        let mut embedder = Embeddings::new(Box::new(Letters::new()), &means(&folder)).unwrap();
        let result = field().search(Set::LoCoMo, Some(&mut embedder)).unwrap();
        assert_eq!(result.dense, Some(vec![1.0]));
        assert_eq!(field().likeness(&mut embedder).unwrap().map(f64::round), Some(1.0));
    }

    #[test]
    fn a_reranker_has_the_last_word_among_the_candidates() {
        let folder = tempfile::tempdir().unwrap();
        let mut ratings = Ratings::new(Box::new(Keyword::new("zzz")), &means(&folder)).unwrap();
        let (field, result) = (field(), field().search(Set::LoCoMo, None).unwrap());
        let found = |ratings: &mut Ratings, weight| field.rerank(Set::LoCoMo, &result, ratings, weight).unwrap();
        assert_eq!(found(&mut ratings, 1.0), Found { at5: vec![0.0], at10: vec![0.0] });
        assert_eq!(found(&mut ratings, 0.0), result.fused);
    }

    #[test]
    fn long_messages_of_a_chat_are_cut() {
        let long = "x".repeat(9_000);
        let chat = talk(&[("user", &long)], "?", &[0]);
        assert_eq!(spoken(Set::Beam, &chat)[0].len(), LONGEST);
        assert_eq!(spoken(Set::LoCoMo, &chat)[0].len(), 9_006);
    }
}
