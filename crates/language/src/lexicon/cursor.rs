//! A place in a word list being read.

use super::WordHash;

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
        let mut hash = WordHash::default();
        for &byte in &self.text.as_bytes()[start..] {
            if ENDS_WORD[usize::from(byte)] {
                break;
            }
            hash.add(byte);
            self.at += 1;
        }
        (&self.text[start..self.at], hash.finish())
    }

    /// Skips the rest of an alternative, and tells whether another follows in the group.
    pub(super) fn next_alternative(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'|' => return true,
                b')' => return false,
                _ => {}
            }
        }
        false
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
