//! The tokenizer: WordPiece as bert-base-uncased has it.
//!
//! The ids are those of the reference implementation, with two differences, both deliberate:
//!
//! * `[CLS]`, `[SEP]`, `[MASK]` and their like, written in a text, are words in brackets. The reference takes them for the
//!   special tokens themselves, so that whoever writes a text could end a passage and begin another.
//! * A text is looked at for at most a kilobyte for each token that is wanted, and never for less than 64. More can only
//!   matter where a thousand bytes on end give a single token: an endless word, a megabyte of invisible characters.

use std::ops::ControlFlow;

use crate::local::error::FileError;
use crate::local::file::WeightFile;
use crate::local::header::require;
use crate::local::normalizer::normalize;
use crate::local::unicode::is_punctuation;
use crate::local::vocabulary::Vocabulary;

/// A longer word is unknown, whatever is in it.
const LONGEST_WORD: usize = 100;
/// How far a text is looked at for each token. English has four to five bytes a token.
const BYTES_PER_TOKEN: usize = 1024;
/// How far it is looked at where few are wanted.
const FEWEST_BYTES: usize = 64 * BYTES_PER_TOKEN;

/// Turns texts into numbers of pieces.
#[derive(Debug)]
pub struct Tokenizer {
    vocabulary: Vocabulary,
    unknown: u32,
}

impl Tokenizer {
    /// Reads the vocabulary of a weight file.
    pub fn new(file: &WeightFile) -> Result<Tokenizer, FileError> {
        let vocabulary = Vocabulary::new(file.text("vocab")?)?;
        let rows = file.rows("word")?;
        require(vocabulary.len() == rows, || format!("{} words have {rows} rows", vocabulary.len()))?;
        let unknown = required(&vocabulary, "[UNK]")?;
        Ok(Tokenizer { vocabulary, unknown })
    }

    /// Returns the number of a special token that a model cannot do without.
    pub(super) fn special(&self, token: &str) -> Result<u32, FileError> {
        required(&self.vocabulary, token)
    }

    /// Returns the text of a piece.
    pub fn piece(&self, id: u32) -> Option<&str> {
        let id = usize::try_from(id).ok().filter(|id| *id < self.vocabulary.len())?;
        str::from_utf8(self.vocabulary.line(id)).ok()
    }

    /// Adds the numbers of a text's first pieces to `ids`, at most `most` of them. No special token is added.
    pub fn encode(&self, text: &str, most: usize, ids: &mut Vec<u32>) {
        if most == 0 {
            return;
        }
        let text = &text[..text.floor_char_boundary(bytes_for(most))];
        let full = ids.len() + most;
        let mut word = Word::default();
        let _ = normalize(text, |character| {
            // Most letters are neither, and small letters are tested first of all.
            if character.is_ascii_lowercase() {
                word.push(character);
                return ControlFlow::Continue(());
            }
            let (is_space, is_punctuation) = (character.is_whitespace(), is_punctuation(character));
            if is_space || is_punctuation {
                self.finish(&mut word, ids);
                if is_punctuation {
                    word.push(character);
                    self.finish(&mut word, ids);
                }
                return if ids.len() < full { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            }
            word.push(character);
            ControlFlow::Continue(())
        });
        if ids.len() < full {
            self.finish(&mut word, ids);
        }
        ids.truncate(full);
    }

    fn finish(&self, word: &mut Word, ids: &mut Vec<u32>) {
        let known = word.text().is_some_and(|text| self.vocabulary.cut(text, ids));
        if !known {
            ids.push(self.unknown);
        }
        (word.length, word.count) = (0, 0);
    }
}

/// How many bytes of a text are looked at for so many tokens.
pub(super) fn bytes_for(tokens: usize) -> usize {
    tokens.saturating_mul(BYTES_PER_TOKEN).max(FEWEST_BYTES)
}

fn required(vocabulary: &Vocabulary, token: &str) -> Result<u32, FileError> {
    vocabulary.id(token).ok_or_else(|| FileError::broken(format!("its vocabulary has no {token}")))
}

/// A word that is being read.
struct Word {
    letters: [u8; LONGEST_WORD * 4],
    length: usize,
    count: usize,
}

impl Default for Word {
    fn default() -> Word {
        Word { letters: [0; LONGEST_WORD * 4], length: 0, count: 0 }
    }
}

impl Word {
    fn push(&mut self, character: char) {
        if self.count < LONGEST_WORD {
            self.length += character.encode_utf8(&mut self.letters[self.length..]).len();
        }
        self.count += 1;
    }

    /// Returns the word, unless it is too long to be known.
    fn text(&self) -> Option<&str> {
        let text = str::from_utf8(&self.letters[..self.length]).expect("made of whole characters");
        (self.count <= LONGEST_WORD).then_some(text)
    }
}
