//! Finds the phrases of a word list in a text.
//!
//! Domains, kinds, grounding, instructions and phrasing are all told by phrases, and a phrase is data: a line in a
//! `.txt` file beside the module that asks. This module reads such files and runs them over a text, in time linear in
//! the text's length.
//!
//! # A word list
//!
//! ```text
//! # A comment. Words are written as they are matched: lower case, contractions spelled out (do not, i am, wife 's).
//! @body = knee knees shoulder        a class of words; further lines add to it
//!
//! [health] text for people           what the lines below speak for, and optionally a remark
//! 1    blood pressure                a phrase and its weight
//! .5   fever ; without pitch cabin   only where none of these words is near; `with` wants one of them near
//! !    stroke of luck                not evidence: these words mean something else here
//! ```
//!
//! A phrase is a row of elements:
//!
//! | element | matches |
//! |---|---|
//! | `word` `pre*` `*fix` | one word: exactly, by its beginning, by its end |
//! | `@class` | a word of the class; `@number` `@money` `@percent` `@name` (a capitalised word inside a sentence) are built in |
//! | `(a\|b_c\|@d)` | one of these; `_` joins the words of a longer alternative |
//! | `word?` `(a\|b)?` | the same, or nothing |
//! | `..` `..5` | up to three (five) words |
//! | `^` `$` `,` | the beginning of a sentence, its end, a pause inside it |
//! | `>>` | the rest of the clause |

mod chains;
mod clauses;
mod contractions;
mod cursor;
mod find;
mod pattern;
mod read;
mod tokens;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use chains::Chains;
pub(crate) use clauses::Opening;
pub(crate) use find::Hit;
use pattern::Pattern;
pub(crate) use tokens::Tokens;

/// A word list, ready to be run over texts.
#[derive(Debug)]
pub(crate) struct Lexicon {
    /// The sections in order of first appearance.
    pub(crate) sections: Vec<Section>,
    /// The section that lines being read belong to.
    current: usize,
    phrases: Vec<Phrase>,
    /// Which classes a word belongs to, by the hash of the word.
    classes: HashMap<u64, u128, Hashed>,
    /// By hash: the name of class `n` is at `n`.
    class_names: Vec<u64>,
    /// The phrases that can begin with a word.
    chains: Chains,
    /// Where the chain of the phrases that can begin with class `n` begins.
    class_chains: Vec<u32>,
    /// Lines that could not be understood.
    misread: Vec<(&'static str, Wrong)>,
}

/// What is wrong with a line of a word list.
type Wrong = &'static str;

/// What a group of phrases speaks for.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) remark: &'static str,
}

/// One line of a word list.
#[derive(Debug)]
struct Phrase {
    section: usize,
    weight: Weight,
    /// The line without its weight.
    source: &'static str,
    /// The line as it is matched, read when a text first has a word it can begin with.
    pattern: OnceLock<Pattern>,
}

/// What a phrase does to its section where it is found.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Weight {
    /// Speaks for it, this much.
    For(f32),
    /// Means something else here: what it covers is no evidence.
    Mask,
}

/// The end of a chain of phrases.
const NONE: u32 = u32::MAX;

/// Keep what is known of a word's beginning and end apart from whole words in the one table of chains.
const PREFIX: u64 = 1 << 62;
const SUFFIX: u64 = 1 << 61;

/// How many letters of a `pre*` or `*fix` are looked up; both need at least this many.
const STEM: usize = 3;

type Hashed = BuildHasherDefault<AlreadyHashed>;

/// Keys here are hashes already; hashing them again would only cost start-up time.
#[derive(Debug, Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 << 8) | u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Returns the hash of a folded word.
fn hash(word: &str) -> u64 {
    let mut hash = WordHash::default();
    word.bytes().for_each(|byte| hash.add(byte));
    hash.finish()
}

/// The hash of a word, taken letter by letter while it is being read.
///
/// Words are short and there are twenty thousand of them to read before the first answer, so it mixes once for eight
/// letters. The standard hasher is built for safety against crafted keys; a crafted text could at worst raise a false
/// alarm about itself.
#[derive(Default)]
struct WordHash {
    letters: u64,
    length: u64,
    mixed: u64,
}

impl WordHash {
    #[inline]
    fn add(&mut self, byte: u8) {
        self.letters = self.letters << 8 | u64::from(byte);
        self.length += 1;
        if self.length % 8 == 0 {
            self.mix();
        }
    }

    #[inline]
    fn finish(mut self) -> u64 {
        self.mix();
        self.mixed
    }

    #[inline]
    fn mix(&mut self) {
        /// An odd number without pattern: 2^64 over the golden ratio.
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        self.mixed = (self.mixed ^ self.letters ^ self.length << 56).wrapping_mul(MIX);
        self.mixed ^= self.mixed >> 29;
        self.letters = 0;
    }
}

/// Returns the first letters of a word that `pre*` is looked up by, if it has that many.
fn stem_head(word: &str) -> Option<&str> {
    match word.char_indices().nth(STEM) {
        Some((end, _)) => Some(&word[..end]),
        None => (word.chars().count() == STEM).then_some(word),
    }
}

/// Returns the last letters of a word that `*fix` is looked up by, if it has that many.
fn stem_tail(word: &str) -> Option<&str> {
    word.char_indices()
        .nth_back(STEM - 1)
        .map(|(start, _)| &word[start..])
}
