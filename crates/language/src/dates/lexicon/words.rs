//! A set of words, written as one line of text.

use std::collections::HashSet;
use std::sync::OnceLock;

/// Words in lower case, parted by single spaces.
pub(crate) struct Words {
    text: &'static str,
    set: OnceLock<HashSet<&'static str>>,
}

impl Words {
    pub(super) const fn new(text: &'static str) -> Self {
        Self { text, set: OnceLock::new() }
    }

    pub(crate) fn contains(&self, word: &str) -> bool {
        self.set.get_or_init(|| self.iter().collect()).contains(word)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text.split(' ')
    }
}
