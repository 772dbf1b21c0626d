//! Stems already found: English repeats itself, and finding a stem costs ten times as much as remembering it.

use super::{STEMMER, STOP_WORDS};

/// How many stems are remembered: half a megabyte. A text uses few words often; the rare ones push each other out.
const SLOTS: usize = 1 << 14;

/// The longest word that is remembered. Nearly all are shorter, and a slot takes half a line of the cache.
pub(super) const ROOM: usize = 15;

/// A table of words and their stems, each in the one slot its letters give.
pub(super) struct Stems(Box<[Slot]>);

#[derive(Clone, Copy)]
struct Slot {
    /// The letters of the word and zeros.
    word: u128,
    stem: [u8; ROOM],
    stem_length: u8,
}

/// What the length of a stem is taken for if the word is a stop word.
const STOP_WORD: u8 = 0x80;

/// What is known of a word of small ASCII letters.
pub(super) struct Stem<'a> {
    pub letters: &'a [u8],
    pub is_stop_word: bool,
}

impl Stems {
    pub(super) fn new() -> Stems {
        Stems(vec![Slot { word: 0, stem: [0; ROOM], stem_length: 0 }; SLOTS].into_boxed_slice())
    }

    /// Passes on the stem of a word of small ASCII letters. `letters` begins with the word and may go on.
    pub(super) fn with<T>(&mut self, word: &str, letters: &[u8], then: impl FnOnce(Stem<'_>) -> T) -> T {
        let sixteen = letters.first_chunk().filter(|_| !word.is_empty() && word.len() <= ROOM);
        let Some(sixteen) = sixteen else {
            return then(Stem { letters: STEMMER.stem(word).as_bytes(), is_stop_word: is_stop_word(word) });
        };
        let padded = u128::from_le_bytes(*sixteen) & ((1 << (8 * word.len())) - 1);
        let slot = &mut self.0[place(padded)];
        if slot.word != padded {
            let (stem, is_stop_word) = (STEMMER.stem(word), is_stop_word(word));
            if stem.len() > ROOM {
                return then(Stem { letters: stem.as_bytes(), is_stop_word });
            }
            slot.word = padded;
            slot.stem[..stem.len()].copy_from_slice(stem.as_bytes());
            slot.stem_length = stem.len() as u8 | if is_stop_word { STOP_WORD } else { 0 };
        }
        let length = usize::from(slot.stem_length & !STOP_WORD);
        then(Stem { letters: &slot.stem[..length], is_stop_word: slot.stem_length & STOP_WORD != 0 })
    }
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// The slot of a word.
fn place(word: u128) -> usize {
    let mixed =
        (word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((word >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed >> 40) as usize % SLOTS
}
