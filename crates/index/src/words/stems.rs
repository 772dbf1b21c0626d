//! Stems already found: English repeats itself, and finding a stem costs ten times as much as remembering it.

use super::{STEMMER, STOP_WORDS};

/// How many stems are remembered. A text uses few words often; the rare ones push each other out.
const SLOTS: usize = 4096;

/// The longest word that is remembered. Nearly all are shorter.
const ROOM: usize = 20;

/// A table of words and their stems, each in the one slot its letters give.
pub(super) struct Stems(Box<[Slot]>);

#[derive(Clone, Copy)]
struct Slot {
    word: [u8; ROOM],
    stem: [u8; ROOM],
    word_length: u8,
    stem_length: u8,
    is_stop_word: bool,
}

/// What is known of a word of small ASCII letters.
pub(super) struct Stem<'a> {
    pub letters: &'a str,
    pub is_stop_word: bool,
}

impl Stems {
    pub(super) fn new() -> Stems {
        let empty = Slot { word: [0; ROOM], stem: [0; ROOM], word_length: 0, stem_length: 0, is_stop_word: false };
        Stems(vec![empty; SLOTS].into_boxed_slice())
    }

    /// Passes on the stem of a word of small ASCII letters.
    pub(super) fn with<T>(&mut self, word: &str, then: impl FnOnce(Stem<'_>) -> T) -> T {
        if word.is_empty() || word.len() > ROOM {
            return then(Stem { letters: &STEMMER.stem(word), is_stop_word: is_stop_word(word) });
        }
        let slot = &mut self.0[place(word.as_bytes())];
        if &slot.word[..usize::from(slot.word_length)] != word.as_bytes() {
            let stem = STEMMER.stem(word);
            if stem.len() > ROOM {
                return then(Stem { letters: &stem, is_stop_word: is_stop_word(word) });
            }
            slot.word[..word.len()].copy_from_slice(word.as_bytes());
            slot.word_length = word.len() as u8;
            slot.stem[..stem.len()].copy_from_slice(stem.as_bytes());
            slot.stem_length = stem.len() as u8;
            slot.is_stop_word = is_stop_word(word);
        }
        let letters = std::str::from_utf8(&slot.stem[..usize::from(slot.stem_length)]).expect("stems are ASCII too");
        then(Stem { letters, is_stop_word: slot.is_stop_word })
    }
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// The slot of a word.
fn place(word: &[u8]) -> usize {
    let mut hash = word.len() as u64;
    for part in word.chunks(8) {
        let mut eight = [0; 8];
        eight[..part.len()].copy_from_slice(part);
        hash = (hash ^ u64::from_le_bytes(eight)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash as usize % SLOTS
}
