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
//! %dose = @number (mg|ml)            a part: elements that several phrases share
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
//! | `@class` | a word of the class; `@number` `@money` `@percent` `@pressure` (120/80) `@name` (a capitalised word inside a sentence) are built in |
//! | `(a\|b_c\|@d)` | one of these; `_` joins the words of a longer alternative |
//! | `word?` `(a\|b)?` | the same, or nothing |
//! | `..` `..5` | up to three (five) words |
//! | `^` `$` `,` | the beginning of a sentence, its end, a pause inside it (a comma, a colon, anything stronger) |
//! | `>>` | the rest of the clause |
//! | `<` | first of all: the word before, whatever it is, is covered too |
//! | `35..42` | a number from 35 up to 42 |
//! | `%part` | what `%part = …` says further up, a row of elements that several phrases share |
//!
//! Words and names that are evidence wherever they stand are terms, kept apart in sorted lists that are not read at all
//! before they are searched.

mod chains;
mod clauses;
mod contractions;
mod cursor;
mod find;
#[cfg(test)]
mod misread;
mod pattern;
mod read;
mod terms;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use chains::Chains;
pub(crate) use clauses::{Opening, Pause};
pub(crate) use find::Hit;
#[cfg(test)]
pub(crate) use misread::{misread, misread_terms};
use pattern::Pattern;
use terms::Terms;
pub(crate) use tokens::{Tokens, shape};

/// A word list, ready to be run over texts.
#[derive(Debug)]
pub(crate) struct Lexicon {
    /// The sections in order of first appearance.
    pub(crate) sections: Vec<Section>,
    /// The section that lines being read belong to.
    current: usize,
    phrases: Vec<Phrase>,
    /// Which words can follow the first of phrase `n`: a bit for every sixty-fourth of them. All, until its pattern has
    /// been read.
    ///
    /// Most phrases that begin with "my" fail on the word after it, so that is asked first; and here, side by side,
    /// hundreds can be asked at a glance.
    followers: Vec<AtomicU64>,
    /// Which classes a word belongs to, by the hash of the word.
    classes: HashMap<u64, u64, Hashed>,
    /// By hash: the name of class `n` is at `n`.
    class_names: Vec<u64>,
    /// The phrases that can begin with a word.
    chains: Chains,
    /// Where the chain of the phrases that can begin with class `n` begins.
    class_chains: Vec<u16>,
    /// What a `%part` stands for, by the hash of its name.
    parts: Vec<(u64, &'static str)>,
    terms: Vec<Terms>,
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
    pattern: OnceLock<Box<Pattern>>,
}

/// What a phrase does to its section where it is found.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Weight {
    /// Speaks for it, this much.
    For(f32),
    /// Means something else here: what it covers is no evidence.
    Mask,
}

/// Keep what is known of a word's beginning and end apart from whole words in the one table of chains.
const PREFIX: u64 = 1 << 62;
const SUFFIX: u64 = 1 << 61;

/// "money's tight" is "money is tight": where a phrase goes on with "is", what is short for it will do.
const IS: u64 = hash("is");
const SHORT_FOR_IS: u64 = hash("'s");

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
const fn hash(word: &str) -> u64 {
    let letters = word.as_bytes();
    let (mut hash, mut at) = (0, 0);
    while at < letters.len() {
        hash = hash_step(hash, letters[at]);
        at += 1;
    }
    hash
}

/// Takes one more letter into the hash of a word.
///
/// There are twelve thousand words to hash before the first answer, so this is three instructions a letter. The standard
/// hasher is built for safety against crafted keys; a crafted text could at worst raise a false alarm about itself.
#[inline]
const fn hash_step(hash: u64, letter: u8) -> u64 {
    /// An odd number without pattern, from the digits of pi.
    const MIX: u64 = 0x517c_c1b7_2722_0a95;
    (hash.rotate_left(5) ^ letter as u64).wrapping_mul(MIX)
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
    word.char_indices().nth_back(STEM - 1).map(|(start, _)| &word[start..])
}
