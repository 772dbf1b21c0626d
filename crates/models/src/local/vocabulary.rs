//! The words and pieces of words a model knows, and how to find the longest one a text begins with.

use crate::local::bytes::Bytes;
use crate::local::error::FileError;
use crate::local::header::require;

/// What a piece that continues a word is written with.
const CONTINUATION: &[u8] = b"##";

/// Pieces by their text. The text stays where it is in the weight file; a table of hashes leads to it.
#[derive(Debug)]
pub(super) struct Vocabulary {
    text: Bytes,
    /// Where each line ends; a line begins one after the end of the one before.
    ends: Box<[u32]>,
    /// Line numbers plus one, by hash; 0 is free.
    slots: Box<[u32]>,
    /// The length of the longest piece.
    longest: usize,
}

/// A hash that grows a byte at a time (FNV-1a), so that all beginnings of a word are hashed in one pass.
#[derive(Clone, Copy)]
struct Hash(u32);

impl Hash {
    const START: Hash = Hash(0x811c_9dc5);

    fn with(self, byte: u8) -> Hash {
        Hash((self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    fn of(bytes: &[u8]) -> Hash {
        bytes.iter().fold(Hash::START, |hash, byte| hash.with(*byte))
    }

    fn slot(self, slots: usize) -> usize {
        // The low bits of this hash are its weaker ones; a multiplication spreads the others over them.
        (self.0.wrapping_mul(0x9e37_79b1) >> 7) as usize & (slots - 1)
    }
}

impl Vocabulary {
    /// Reads one piece a line.
    pub(super) fn new(text: Bytes) -> Result<Vocabulary, FileError> {
        require(str::from_utf8(&text).is_ok(), || "its vocabulary is not text".into())?;
        let length = u32::try_from(text.len()).map_err(|_| FileError::broken("its vocabulary is too long"))?;
        let mut ends: Vec<u32> =
            text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at as u32).collect();
        if text.last().is_some_and(|byte| *byte != b'\n') {
            ends.push(length);
        }
        let slots = vec![0; (ends.len() * 2).next_power_of_two().max(2)];
        let mut vocabulary = Vocabulary { text, ends: ends.into(), slots: slots.into(), longest: 0 };
        for line in 0..vocabulary.len() {
            vocabulary.insert(line)?;
        }
        Ok(vocabulary)
    }

    fn insert(&mut self, line: usize) -> Result<(), FileError> {
        let piece = self.line(line);
        require(!piece.is_empty(), || format!("its vocabulary has an empty line {}", line + 1))?;
        let (length, hash) = (piece.len(), Hash::of(piece));
        require(self.find(hash, b"", piece).is_none(), || {
            format!("its vocabulary repeats itself in line {}", line + 1)
        })?;
        let mut slot = hash.slot(self.slots.len());
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = line as u32 + 1;
        self.longest = self.longest.max(length);
        Ok(())
    }

    /// Returns how many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns a piece as it is written.
    pub(super) fn line(&self, line: usize) -> &[u8] {
        let start = if line == 0 { 0 } else { self.ends[line - 1] as usize + 1 };
        &self.text[start..self.ends[line] as usize]
    }

    /// Returns the number of a piece.
    pub(super) fn id(&self, piece: &str) -> Option<u32> {
        self.find(Hash::of(piece.as_bytes()), b"", piece.as_bytes())
    }

    fn find(&self, hash: Hash, before: &[u8], piece: &[u8]) -> Option<u32> {
        let mut slot = hash.slot(self.slots.len());
        loop {
            let line = self.slots[slot].checked_sub(1)?;
            let known = self.line(line as usize);
            if known.len() == before.len() + piece.len() && known.starts_with(before) && known.ends_with(piece) {
                return Some(line);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Cuts a word into the longest pieces from its beginning on. Adds nothing and says no if that cannot be done.
    pub(super) fn cut(&self, word: &str, ids: &mut Vec<u32>) -> bool {
        let (before, mut rest) = (ids.len(), word);
        let mut mark: &[u8] = b"";
        while !rest.is_empty() {
            let Some((length, id)) = self.longest_beginning(mark, rest) else {
                ids.truncate(before);
                return false;
            };
            ids.push(id);
            rest = &rest[length..];
            mark = CONTINUATION;
        }
        true
    }

    fn longest_beginning(&self, mark: &[u8], rest: &str) -> Option<(usize, u32)> {
        let (mut hash, mut found) = (Hash::of(mark), None);
        let bytes = rest.as_bytes();
        for end in 1..=bytes.len().min(self.longest) {
            hash = hash.with(bytes[end - 1]);
            if rest.is_char_boundary(end)
                && let Some(id) = self.find(hash, mark, &bytes[..end])
            {
                found = Some((end, id));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(text: &str) -> Result<Vocabulary, FileError> {
        Vocabulary::new(Bytes::copied(text.as_bytes()))
    }

    fn cut(vocabulary: &Vocabulary, word: &str) -> Option<Vec<u32>> {
        let mut ids = Vec::new();
        vocabulary.cut(word, &mut ids).then_some(ids)
    }

    #[test]
    fn the_longest_piece_wins_even_if_the_rest_then_cannot_be_cut() {
        let vocabulary = vocabulary("un\n##able\n##a\nunab\n##é\n##e\n").unwrap();
        assert_eq!(cut(&vocabulary, "una"), Some(vec![0, 2]));
        assert_eq!(cut(&vocabulary, "unaé"), Some(vec![0, 2, 4]));
        assert_eq!(cut(&vocabulary, "unable"), None, "`unab` is longer than `un`, and there is no `##le`");
        assert_eq!(cut(&vocabulary, "able"), None);
        assert_eq!(cut(&vocabulary, ""), Some(vec![]));
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(vocabulary("a\nb").unwrap().id("b"), Some(1));
        assert_eq!(vocabulary("").unwrap().len(), 0);
    }

    #[test]
    fn a_vocabulary_that_makes_no_sense_is_refused() {
        for wrong in ["a\n\nb\n", "a\nb\na\n", "\n"] {
            assert!(vocabulary(wrong).is_err(), "{wrong:?}");
        }
        assert!(Vocabulary::new(Bytes::copied(&[b'a', 0xff, b'\n'])).is_err());
    }
}
