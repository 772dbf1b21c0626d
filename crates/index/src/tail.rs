//! The words of the documents that are in no segment yet.

use std::collections::HashMap;

use crate::hashing::Hashing;
use crate::lexicon::{Lexicon, LexiconBuilder};
use crate::postings::Posting;
use crate::words::Cutter;

/// Words and the documents that have them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tail {
    terms: HashMap<Box<str>, u32, Hashing>,
    /// Documents are counted on when the first ones leave, so that the others need not be touched.
    postings: Vec<Vec<Posting>>,
    /// Places of `postings` that are free again.
    free: Vec<u32>,
    /// How many documents have left.
    left: u32,
}

impl Tail {
    /// Adds a document after all others, at its place in the tail; returns how many words it has.
    pub(crate) fn add(&mut self, place: u32, words: &Cutter) -> u32 {
        let document = self.left + place;
        for word in words.iter() {
            let term = match self.terms.get(word) {
                Some(term) => *term as usize,
                None => self.add_term(word),
            };
            match self.postings[term].last_mut() {
                Some(last) if last.document == document => last.count = last.count.saturating_add(1),
                _ => self.postings[term].push(Posting { document, count: 1 }),
            }
        }
        u32::try_from(words.len()).unwrap_or(u32::MAX)
    }

    fn add_term(&mut self, word: &str) -> usize {
        let term = self.free.pop().unwrap_or_else(|| {
            self.postings.push(Vec::new());
            self.postings.len() as u32 - 1
        });
        self.terms.insert(word.into(), term);
        term as usize
    }

    /// Returns where the documents that have a word are listed, and how many they are.
    pub(crate) fn find(&self, word: &str) -> Option<(u32, u32)> {
        self.terms.get(word).map(|term| (*term, self.postings[*term as usize].len() as u32))
    }

    /// The documents that have a word, by their places in the tail.
    pub(crate) fn postings(&self, term: u32) -> impl Iterator<Item = Posting> {
        let postings = self.postings[term as usize].iter();
        postings.map(|posting| Posting { document: posting.document - self.left, ..*posting })
    }

    /// Takes the words of the first documents out, as they go into a segment.
    pub(crate) fn take(&mut self, documents: u32) -> Lexicon {
        let Tail { terms, postings, left, .. } = self;
        let end = *left + documents;
        let leaving = |term: u32| postings[term as usize].partition_point(|posting| posting.document < end);
        let counts = terms.iter().map(|(word, term)| (&**word, *term, leaving(*term)));
        let mut taken: Vec<(&str, u32, usize)> = counts.filter(|(_, _, count)| *count > 0).collect();
        taken.sort_unstable_by_key(|(word, _, _)| *word);
        let mut builder = LexiconBuilder::default();
        for (word, term, count) in &taken {
            let postings = postings[*term as usize][..*count].iter();
            builder.push(word, postings.map(|posting| Posting { document: posting.document - *left, ..*posting }));
        }
        for (term, count) in taken.into_iter().map(|(_, term, count)| (term, count)).collect::<Vec<_>>() {
            postings[term as usize].drain(..count);
        }
        self.left = end;
        self.forget_unused();
        builder.finish()
    }

    /// Takes a document out.
    pub(crate) fn remove(&mut self, place: u32) {
        let gone = self.left + place;
        for postings in &mut self.postings {
            postings.retain(|posting| posting.document != gone);
            let later = postings.partition_point(|posting| posting.document < gone);
            postings[later..].iter_mut().for_each(|posting| posting.document -= 1);
        }
        self.forget_unused();
    }

    /// Forgets the words that no document has any more.
    fn forget_unused(&mut self) {
        let Tail { terms, postings, free, .. } = self;
        terms.retain(|_, term| {
            let is_used = !postings[*term as usize].is_empty();
            if !is_used {
                postings[*term as usize] = Vec::new();
                free.push(*term);
            }
            is_used
        });
        if terms.is_empty() {
            *self = Tail::default();
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
