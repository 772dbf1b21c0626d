//! The words of up to a segment's documents, sorted, with the documents that have them. It never changes.

use crate::postings::{Posting, Postings, write_postings};

/// Sorted words and their postings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lexicon {
    letters: Box<str>,
    ends: Box<[u32]>,
    /// The first eight bytes of each word: a search compares numbers, and letters only at the end.
    heads: Box<[u64]>,
    postings: Box<[u8]>,
    posting_ends: Box<[u32]>,
}

/// Puts a lexicon together, word by word in order.
#[derive(Debug, Default)]
pub(crate) struct LexiconBuilder {
    letters: String,
    ends: Vec<u32>,
    postings: Vec<u8>,
    posting_ends: Vec<u32>,
}

impl LexiconBuilder {
    /// Adds a word that comes after all before it, and at least one document that has it.
    pub(crate) fn push(&mut self, word: &str, postings: impl ExactSizeIterator<Item = Posting>) {
        self.letters.push_str(word);
        self.ends.push(place(self.letters.len()));
        write_postings(&mut self.postings, postings);
        self.posting_ends.push(place(self.postings.len()));
    }

    pub(crate) fn finish(self) -> Lexicon {
        let mut lexicon = Lexicon {
            letters: self.letters.into(),
            ends: self.ends.into(),
            heads: Box::default(),
            postings: self.postings.into(),
            posting_ends: self.posting_ends.into(),
        };
        lexicon.heads = (0..lexicon.len()).map(|term| head(lexicon.word(term))).collect();
        lexicon
    }
}

fn place(length: usize) -> u32 {
    u32::try_from(length).expect("a segment ends long before its words fill four gigabytes")
}

impl Lexicon {
    /// Reads a lexicon of `lengths.len()` words for so many documents; nothing if any of it cannot be.
    pub(crate) fn read(
        letters: &str,
        lengths: &[u32],
        postings: &[u8],
        posting_lengths: &[u32],
        document_lengths: &[u32],
    ) -> Option<Lexicon> {
        let lexicon = Lexicon {
            letters: letters.into(),
            ends: ends_of(lengths, letters.len())?,
            heads: Box::default(),
            postings: postings.into(),
            posting_ends: ends_of(posting_lengths, postings.len())?,
        };
        let on_boundaries = lexicon.ends.iter().all(|end| letters.is_char_boundary(*end as usize));
        if lexicon.ends.len() != lexicon.posting_ends.len() || !on_boundaries {
            return None;
        }
        let mut counted = vec![0u32; document_lengths.len()];
        for term in 0..lexicon.len() {
            let mut postings = Postings::read(lexicon.posting_bytes(term))?;
            if postings.having() == 0 {
                return None;
            }
            for posting in postings.by_ref() {
                let counted = counted.get_mut(posting.document as usize)?;
                *counted = counted.checked_add(posting.count).filter(|_| posting.count > 0)?;
            }
            if !postings.is_done() {
                return None;
            }
        }
        let sorted = (1..lexicon.len()).all(|term| lexicon.word(term - 1) < lexicon.word(term));
        let heads = (0..lexicon.len()).map(|term| head(lexicon.word(term))).collect();
        (sorted && counted == document_lengths).then_some(Lexicon { heads, ..lexicon })
    }

    /// Returns how many words there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn letters(&self) -> &str {
        &self.letters
    }

    pub(crate) fn all_postings(&self) -> &[u8] {
        &self.postings
    }

    pub(crate) fn word(&self, term: usize) -> &str {
        &self.letters[span(&self.ends, term)]
    }

    pub(crate) fn posting_bytes(&self, term: usize) -> &[u8] {
        &self.postings[span(&self.posting_ends, term)]
    }

    pub(crate) fn postings(&self, term: usize) -> Postings<'_> {
        Postings::read(self.posting_bytes(term)).expect("checked when it was read or made")
    }

    /// Returns the place of a word.
    pub(crate) fn find(&self, word: &str) -> Option<usize> {
        let asked = head(word);
        let mut term = self.heads.partition_point(|head| *head < asked);
        let same = self.heads[term..].partition_point(|head| *head == asked);
        if same > 1 {
            let (mut low, mut high) = (term, term + same);
            while low < high {
                let middle = low.midpoint(high);
                if self.word(middle) < word { low = middle + 1 } else { high = middle }
            }
            term = low;
        }
        (same > 0 && term < self.len() && self.word(term) == word).then_some(term)
    }

    /// Returns the same without one document; the numbers of later ones become one less.
    pub(crate) fn without(&self, gone: u32) -> Lexicon {
        let mut builder = LexiconBuilder::default();
        for term in 0..self.len() {
            let others = self.postings(term).filter(|posting| posting.document != gone);
            let left: Vec<Posting> = others
                .map(|posting| Posting { document: posting.document - u32::from(posting.document > gone), ..posting })
                .collect();
            if !left.is_empty() {
                builder.push(self.word(term), left.into_iter());
            }
        }
        builder.finish()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.letters.len() + self.postings.len() + self.len() * (2 * size_of::<u32>() + size_of::<u64>())
    }
}

fn span(ends: &[u32], index: usize) -> std::ops::Range<usize> {
    let start = if index == 0 { 0 } else { ends[index - 1] };
    start as usize..ends[index] as usize
}

/// Adds lengths up; nothing if they do not come to `total`, or one is nothing.
fn ends_of(lengths: &[u32], total: usize) -> Option<Box<[u32]>> {
    let mut end = 0u32;
    let mut next = |length: &u32| {
        end = end.checked_add(*length).filter(|_| *length > 0)?;
        Some(end)
    };
    let ends: Option<Box<[u32]>> = lengths.iter().map(&mut next).collect();
    ends.filter(|_| end as usize == total)
}

/// The first eight bytes of a word, as a number that sorts like the word.
fn head(word: &str) -> u64 {
    let bytes = word.as_bytes();
    match bytes.first_chunk() {
        Some(eight) => u64::from_be_bytes(*eight),
        None => {
            let mut eight = [0; 8];
            eight[..bytes.len()].copy_from_slice(bytes);
            u64::from_be_bytes(eight)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn every_word_is_found_and_no_other(
            words in proptest::collection::btree_set("(long prefix |ab)?[a-c\u{0}ä一]{1,4}", 0..40),
            others in proptest::collection::vec("(long prefix |ab)?[a-c\u{0}ä一]{1,4}", 0..40),
        ) {
            let words: BTreeSet<String> = words;
            let mut builder = LexiconBuilder::default();
            for (document, word) in words.iter().enumerate() {
                builder.push(word, [Posting { document: document as u32, count: 1 }].into_iter());
            }
            let lexicon = builder.finish();
            for word in words.iter().chain(&others) {
                let found = lexicon.find(word).map(|term| lexicon.word(term));
                prop_assert_eq!(found, words.get(word).map(String::as_str));
            }
        }
    }
}
