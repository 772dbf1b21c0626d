//! The words of the documents that are in no segment yet.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

use crate::lexicon::{Lexicon, LexiconBuilder};
use crate::postings::Posting;
use crate::words::Cutter;

/// Words and the documents that have them, counted from the first document of the tail.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tail {
    terms: HashMap<Box<str>, u32, Hashing>,
    postings: Vec<Vec<Posting>>,
}

impl Tail {
    /// Adds a document after all others; returns how many words it has.
    pub(crate) fn add(&mut self, document: u32, words: &Cutter) -> u32 {
        for word in words.iter() {
            let term = match self.terms.get(word) {
                Some(term) => *term as usize,
                None => {
                    self.terms.insert(word.into(), self.postings.len() as u32);
                    self.postings.push(Vec::new());
                    self.postings.len() - 1
                }
            };
            match self.postings[term].last_mut() {
                Some(last) if last.document == document => last.count = last.count.saturating_add(1),
                _ => self.postings[term].push(Posting { document, count: 1 }),
            }
        }
        u32::try_from(words.len()).unwrap_or(u32::MAX)
    }

    /// The documents that have a word.
    pub(crate) fn find(&self, word: &str) -> Option<u32> {
        self.terms.get(word).copied()
    }

    pub(crate) fn postings(&self, term: u32) -> &[Posting] {
        &self.postings[term as usize]
    }

    /// Takes the words of the first documents out, as they go into a segment.
    pub(crate) fn take(&mut self, documents: u32) -> Lexicon {
        let mut taken: Vec<(&str, &[Posting])> = Vec::new();
        for (word, term) in &self.terms {
            let postings = &self.postings[*term as usize];
            let count = postings.partition_point(|posting| posting.document < documents);
            if count > 0 {
                taken.push((word, &postings[..count]));
            }
        }
        taken.sort_unstable_by_key(|(word, _)| *word);
        let mut builder = LexiconBuilder::default();
        for (word, postings) in taken {
            builder.push(word, postings.iter().copied());
        }
        self.keep(|document| document.checked_sub(documents));
        builder.finish()
    }

    /// Takes a document out.
    pub(crate) fn remove(&mut self, gone: u32) {
        self.keep(|document| (document != gone).then(|| document - u32::from(document > gone)));
    }

    /// Keeps the documents that have a number afterwards, and the words that are still used.
    fn keep(&mut self, renumbered: impl Fn(u32) -> Option<u32>) {
        let Tail { terms, mut postings } = std::mem::take(self);
        for (word, term) in terms {
            let mut left = std::mem::take(&mut postings[term as usize]);
            left.retain_mut(|posting| renumbered(posting.document).map(|number| posting.document = number).is_some());
            if !left.is_empty() {
                self.terms.insert(word, self.postings.len() as u32);
                self.postings.push(left);
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let letters: usize = self.terms.keys().map(|word| word.len()).sum();
        let postings: usize = self.postings.iter().map(|postings| postings.capacity() * size_of::<Posting>()).sum();
        letters
            + postings
            + self.terms.capacity() * size_of::<(Box<str>, u32)>()
            + self.postings.capacity() * size_of::<Vec<Posting>>()
    }
}

/// A quick hash of words. Its seed is drawn once for the process, so that nobody can write texts whose words collide;
/// no result depends on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hashing(u64);

impl Default for Hashing {
    fn default() -> Hashing {
        static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));
        Hashing(*SEED)
    }
}

impl BuildHasher for Hashing {
    type Hasher = WordHasher;

    fn build_hasher(&self) -> WordHasher {
        WordHasher(self.0)
    }
}

/// Folds eight bytes at a time into the product of what there was.
pub(crate) struct WordHasher(u64);

impl WordHasher {
    fn fold(&mut self, eight: u64) {
        let wide = u128::from(self.0 ^ eight) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (wide >> 64) as u64 ^ wide as u64;
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.fold(u64::from_le_bytes(*eight));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.fold(u64::from_le_bytes(last));
    }

    fn write_u8(&mut self, byte: u8) {
        self.fold(u64::from(byte) | 0x100);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
