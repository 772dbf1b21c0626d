//! A place in a word list being read.

use super::hash_step;

#[derive(Clone, Copy)]
pub(super) struct Cursor {
    text: &'static str,
    at: usize,
}

impl Cursor {
    pub(super) fn at_start_of(text: &'static str) -> Cursor {
        Cursor { text, at: 0 }
    }

    /// Returns what has not been read yet.
    pub(super) fn rest(&self) -> &'static str {
        &self.text[self.at..]
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips `byte` if it stands here, and tells whether it did.
    #[inline]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    /// Skips `letters` if they stand here, and tells whether they did.
    pub(super) fn eat_all(&mut self, letters: &str) -> bool {
        let here = self.rest().starts_with(letters);
        self.at += if here { letters.len() } else { 0 };
        here
    }

    pub(super) fn spaces(&mut self) {
        while self.eat(b' ') {}
    }

    /// Takes the word that begins here, with its hash.
    #[inline]
    pub(super) fn word(&mut self) -> (&'static str, u64) {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let mut hash = 0;
        let mut length = 0;
        for &byte in rest {
            if ENDS_WORD[usize::from(byte)] {
                break;
            }
            hash = hash_step(hash, byte);
            length += 1;
        }
        self.at += length;
        (&self.text[start..self.at], hash)
    }
}

/// The bytes that end a word.
const ENDS_WORD: [bool; 256] = {
    const ENDS: &[u8] = b" |_)?*;";
    let mut table = [false; 256];
    let mut at = 0;
    while at < ENDS.len() {
        table[ENDS[at] as usize] = true;
        at += 1;
    }
    table
};
