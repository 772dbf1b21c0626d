//! Which words mean what, in the sentences people write about their secrets?
//!
//! Lists of plain lower-case words without accents, as a view has them.

use std::collections::HashSet;
use std::sync::LazyLock;

mod cues;
mod grammar;
mod predicates;
mod topics;

pub(super) use cues::*;
pub(super) use grammar::*;
pub(super) use predicates::PREDICATES;
pub(super) use topics::*;

/// A set of words, built the first time a text makes us ask.
pub(super) type List = LazyLock<HashSet<&'static str>>;

macro_rules! word_lists {
    ($($(#[$doc:meta])* $name:ident = $words:literal;)*) => {
        $(
            $(#[$doc])*
            pub(in super::super) static $name: super::List =
                std::sync::LazyLock::new(|| $words.split_ascii_whitespace().collect());
        )*
    };
}
use word_lists;

/// Whether any of `words` is in `list`.
pub(super) fn any_in(words: &[&str], list: &List) -> bool {
    words.iter().any(|word| list.contains(word))
}
