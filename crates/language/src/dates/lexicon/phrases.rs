//! Phrases of several words, found by their first.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::holidays::HOLIDAY_NAMES;
use super::idioms::IDIOM_WORDS;
use super::relations::{AFTERTHOUGHT_WORDS, RELATION_WORDS};
use super::{Relation, Rule};

/// Phrases with their meanings. Those that begin alike keep the order of their table, where the longer stands first.
pub(crate) struct Phrases<T: 'static> {
    by_first_word: HashMap<&'static str, Vec<(&'static str, T)>>,
}

impl<T> Phrases<T> {
    fn new(rows: impl Iterator<Item = (&'static str, T)>) -> Self {
        let mut by_first_word: HashMap<&'static str, Vec<(&'static str, T)>> = HashMap::new();
        for (phrase, meaning) in rows {
            let first = phrase.split(' ').next().unwrap_or(phrase);
            by_first_word.entry(first).or_default().push((phrase, meaning));
        }
        Self { by_first_word }
    }

    /// Returns the phrases that begin with a word in lower case.
    pub(crate) fn beginning_with(&self, word: &str) -> &[(&'static str, T)] {
        self.by_first_word.get(word).map_or(&[], Vec::as_slice)
    }
}

pub(crate) static IDIOMS: LazyLock<Phrases<()>> =
    LazyLock::new(|| Phrases::new(IDIOM_WORDS.iter().map(|idiom| (*idiom, ()))));

pub(crate) static HOLIDAYS: LazyLock<Phrases<Rule>> = LazyLock::new(|| Phrases::new(HOLIDAY_NAMES.iter().copied()));

pub(crate) static RELATIONS: LazyLock<Phrases<Relation>> =
    LazyLock::new(|| Phrases::new(RELATION_WORDS.iter().copied()));

pub(crate) static AFTERTHOUGHTS: LazyLock<Phrases<Relation>> =
    LazyLock::new(|| Phrases::new(AFTERTHOUGHT_WORDS.iter().copied()));
