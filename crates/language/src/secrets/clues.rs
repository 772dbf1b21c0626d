//! What is in a text at a glance, so that detectors with nothing to find are not asked?

use super::view::View;

/// Counts from one pass over the bytes.
#[derive(Debug, Default)]
pub(super) struct Clues {
    digits: usize,
    /// The longest run without white space.
    longest_token: usize,
    /// The longest run of letters, digits and base 64 signs.
    longest_code: usize,
    /// The longest row of characters that stand alone.
    letters_apart: usize,
    /// The longest row of characters with a sign after each.
    letters_joined: usize,
    /// The longest row of words of three to eight letters.
    words_in_row: usize,
    escapes: usize,
    /// Tokens with both letters and digits, odd capitals or only capitals.
    odd_tokens: usize,
}

impl Clues {
    pub(super) fn of(view: &View) -> Self {
        let mut clues = Self::default();
        let (mut apart, mut in_row) = (0, 0);
        for chunk in view.text().as_bytes().split(u8::is_ascii_whitespace).filter(|chunk| !chunk.is_empty()) {
            let (mut letters, mut digits, mut signs, mut uppers, mut code) = (0, 0, 0, 0, 0);
            for &byte in chunk {
                match byte {
                    b'0'..=b'9' => digits += 1,
                    b'a'..=b'z' => letters += 1,
                    b'A'..=b'Z' => {
                        letters += 1;
                        uppers += 1;
                    }
                    b'%' | b'&' | b'\\' => {
                        clues.escapes += 1;
                        signs += 1;
                    }
                    b'*' | b'|' => {
                        clues.odd_tokens += usize::from(letters + digits > 3);
                        signs += 1;
                    }
                    _ => signs += 1,
                }
                code = if byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte) { code + 1 } else { 0 };
                clues.longest_code = clues.longest_code.max(code);
            }
            clues.digits += digits;
            clues.longest_token = clues.longest_token.max(chunk.len());
            apart = if chunk.len() <= 4 && std::str::from_utf8(chunk).is_ok_and(|c| c.chars().count() == 1) {
                apart + 1
            } else {
                0
            };
            clues.letters_apart = clues.letters_apart.max(apart);
            if chunk.len() >= 9 && (signs * 2 + 2 >= chunk.len() || signs >= 4) {
                clues.letters_joined = clues.letters_joined.max(signs);
            }
            in_row = match letters {
                3..=8 => in_row + 1,
                // The numbers of a list do not break it; a token of many words is a row of its own.
                0 if digits <= 2 => in_row,
                _ if signs >= 11 => in_row + signs + 1,
                _ => 0,
            };
            clues.words_in_row = clues.words_in_row.max(in_row);
            clues.odd_tokens +=
                usize::from(letters > 0 && digits > 0 || uppers > 1 || chunk.ends_with(b"-") || chunk.ends_with(b"_"));
        }
        clues
    }

    pub(super) fn has_long_numbers(&self) -> bool {
        self.digits >= 10
    }

    pub(super) fn has_long_tokens(&self) -> bool {
        self.longest_token >= 20
    }

    pub(super) fn may_be_encoded(&self) -> bool {
        self.longest_code >= 16
    }

    pub(super) fn has_word_runs(&self) -> bool {
        self.words_in_row >= 4
    }

    pub(super) fn has_letters_apart(&self) -> bool {
        self.letters_apart >= 4 || self.letters_joined >= 4
    }

    pub(super) fn has_escapes(&self) -> bool {
        self.escapes >= 2
    }

    pub(super) fn has_pieces(&self) -> bool {
        self.odd_tokens >= 2
    }
}
