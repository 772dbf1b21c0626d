//! How words and meaning are put together into one order. Nothing here knows a model.
//!
//! The recipes are fixed: they are the yardstick, not what is being tuned.

use cofio_domain::event::MessageRole;

use crate::data::{Collection, Set};
use crate::measure::{Bm25, minmax, with_neighbours};

/// What the one speaker whom a question names gets on top.
const NAMED_SPEAKER: f64 = 0.1;
/// What a turn inherits from the better of its neighbours.
const NEIGHBOUR: f64 = 0.3;

/// A way of putting words and meaning together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipe {
    /// 0.6 words + 0.4 meaning of the bare text, speaker, neighbour.
    A,
    /// 0.4 words + 0.6 meaning of "speaker: text", speaker, neighbour.
    B,
    /// 0.3 words + 0.7 meaning, what the user said before anything the assistant said.
    UserFirst,
}

impl Recipe {
    /// The recipe whose order is reranked.
    pub fn of(set: Set) -> Recipe {
        match set {
            Set::LoCoMo | Set::RealTalk => Recipe::B,
            Set::Beam | Set::LongMemEval => Recipe::UserFirst,
        }
    }

    fn share_of_meaning(self) -> f64 {
        match self {
            Recipe::A => 0.4,
            Recipe::B => 0.6,
            Recipe::UserFirst => 0.7,
        }
    }
}

/// What is known about a collection before any model is asked.
pub struct Words<'a> {
    collection: &'a Collection,
    index: Bm25,
    /// Whose turns, in the order of the units, as small numbers.
    speakers: Vec<usize>,
    names: Vec<String>,
    follows: Vec<bool>,
}

impl<'a> Words<'a> {
    pub fn new(set: Set, collection: &'a Collection) -> Words<'a> {
        let is_searched = |unit: &&crate::data::Unit| !set.is_with_an_assistant() || unit.role == MessageRole::User;
        // What the assistant said keeps its place but has no words.
        let texts: Vec<String> = collection
            .units
            .iter()
            .map(|unit| Some(unit).filter(is_searched).map(crate::data::Unit::spoken).unwrap_or_default())
            .collect();
        let mut names: Vec<String> = Vec::new();
        let speakers = collection.units.iter().map(|unit| {
            names.iter().position(|name| *name == unit.speaker).unwrap_or_else(|| {
                names.push(unit.speaker.clone());
                names.len() - 1
            })
        });
        let speakers = speakers.collect();
        Words {
            collection,
            index: Bm25::new(texts.iter().map(String::as_str)),
            speakers,
            names,
            follows: collection.units.iter().map(|unit| unit.follows).collect(),
        }
    }

    /// Scores every unit for a question. `meaning` holds the similarities, none if there is no dense part.
    pub fn fused(&self, recipe: Recipe, question: &str, meaning: Option<&[f64]>) -> Vec<f64> {
        let share = recipe.share_of_meaning();
        let words = minmax(&self.index.scores(question));
        let meaning = meaning.map_or_else(|| vec![0.0; words.len()], minmax);
        let mixed = words.iter().zip(&meaning).map(|(words, meaning)| (1.0 - share) * words + share * meaning);
        if recipe == Recipe::UserFirst {
            let bonus = |unit: &crate::data::Unit| f64::from(u8::from(unit.role == MessageRole::User));
            return mixed.zip(&self.collection.units).map(|(score, unit)| score + bonus(unit)).collect();
        }
        let named = self.named(question);
        let bonus = |speaker: &usize| if Some(*speaker) == named { NAMED_SPEAKER } else { 0.0 };
        let boosted: Vec<f64> = mixed.zip(&self.speakers).map(|(score, speaker)| score + bonus(speaker)).collect();
        with_neighbours(&boosted, &self.follows, NEIGHBOUR)
    }

    /// The speaker whom the question names, if it names one and not both.
    fn named(&self, question: &str) -> Option<usize> {
        let question = question.to_lowercase();
        let is_named = |name: &&String| !name.is_empty() && question.contains(&name.to_lowercase());
        let mut named = self.names.iter().filter(is_named);
        let one = named.next()?;
        if named.next().is_some() { None } else { self.names.iter().position(|name| name == one) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::talk;

    fn collection(units: &[(&str, &str, bool)]) -> Collection {
        let turns: Vec<(&str, &str)> = units.iter().map(|(speaker, text, _)| (*speaker, *text)).collect();
        let mut collection = talk(&turns, "", &[]);
        for (unit, (_, _, follows)) in collection.units.iter_mut().zip(units) {
            unit.follows = *follows;
        }
        collection
    }

    fn close(scores: &[f64], expected: &[f64]) {
        assert_eq!(scores.len(), expected.len());
        assert!(scores.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{scores:?} is not {expected:?}");
    }

    #[test]
    fn words_meaning_speaker_and_neighbour_add_up() {
        let talk = collection(&[("Ann", "cat", false), ("Bob", "bird", true), ("Ann", "fish", false)]);
        let words = Words::new(Set::LoCoMo, &talk);
        // Words 1, 0, 0. Meaning 0, 0.5, 1. Nobody is named. The first two are neighbours.
        close(&words.fused(Recipe::A, "cats?", Some(&[0.0, 1.0, 2.0])), &[0.6 + 0.3 * 0.2, 0.2 + 0.3 * 0.6, 0.4]);
        close(&words.fused(Recipe::B, "cats?", Some(&[0.0, 1.0, 2.0])), &[0.4 + 0.3 * 0.3, 0.3 + 0.3 * 0.4, 0.6]);
        close(&words.fused(Recipe::B, "cats?", None), &[0.4, 0.3 * 0.4, 0.0]);
    }

    #[test]
    fn the_named_speaker_is_preferred_unless_both_are_named() {
        let talk = collection(&[("Ann", "x", false), ("Bob", "y", false)]);
        let words = Words::new(Set::LoCoMo, &talk);
        assert_eq!(words.named("what does ANN like?"), Some(0));
        assert_eq!(words.named("how did Ann meet Bob?"), None);
        assert_eq!(words.named("who?"), None);
        // "Ann" is also a word of her turns.
        close(&words.fused(Recipe::B, "Ann?", None), &[0.5, 0.0]);
    }

    #[test]
    fn in_a_chat_the_user_comes_first_and_the_assistants_words_do_not_count() {
        let chat = collection(&[("user", "cat", false), ("assistant", "cat cat", true), ("user", "dog", true)]);
        let words = Words::new(Set::Beam, &chat);
        close(&words.fused(Recipe::UserFirst, "cat?", Some(&[0.0, 1.0, 0.0])), &[1.3, 0.7, 1.0]);
    }
}
