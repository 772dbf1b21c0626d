//! Cuts a text into words as the word lists spell them.
//!
//! A token keeps its place in the original and a folded form: lower case, without accents or compatibility shapes,
//! contractions spelled out ("I'm" is `i` `am`, "can't" is `can` `not`, "wife's" is `wife` `'s`). Scripts without
//! spaces are cut into characters.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use super::clauses::{self, Opening, Pause};
use super::{contractions, hash, stem_head, stem_tail};

/// A text as a row of words.
#[derive(Debug)]
pub(crate) struct Tokens<'t> {
    pub(crate) text: &'t str,
    folded: String,
    pub(crate) list: Vec<Token>,
}

/// One word and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    folded: Range<usize>,
    pub(crate) hash: u64,
    /// Hashes of the first and last letters; zero for words too short to have them.
    pub(crate) head: u64,
    pub(crate) tail: u64,
    /// A union of the `shape` bits.
    pub(crate) shape: u8,
    pub(crate) pause: Pause,
    /// The first token of the sentence it is in, and the one after its last.
    pub(crate) sentence: (u32, u32),
    /// What it begins.
    pub(crate) opening: Opening,
}

impl Token {
    /// Tells whether it begins a clause that can stand without what precedes it.
    pub(crate) fn stands(&self) -> bool {
        matches!(self.opening, Opening::Clause | Opening::Reason)
    }
}

/// What can be seen of a word apart from its letters.
pub(crate) mod shape {
    pub(crate) const NUMBER: u8 = 1;
    pub(crate) const MONEY: u8 = 2;
    pub(crate) const PERCENT: u8 = 4;
    pub(crate) const CAPITAL: u8 = 8;
    /// A capital that is not owed to the beginning of a sentence.
    pub(crate) const NAME: u8 = 16;
    /// Two numbers that can be a blood pressure.
    pub(crate) const PRESSURE: u8 = 32;
}

impl<'t> Tokens<'t> {
    /// Cuts `text` into tokens, sentences and clauses.
    pub(crate) fn of(text: &'t str) -> Tokens<'t> {
        let mut tokens =
            Tokens { text, folded: String::with_capacity(text.len()), list: Vec::with_capacity(text.len() / 5 + 4) };
        let mut rest = 0;
        while let Some(start) = text[rest..].find(is_word).map(|at| rest + at) {
            let end = word_end(text, start);
            let pause = clauses::pause(&text[rest..start], tokens.word(tokens.list.len().wrapping_sub(1)), text, start);
            let first = tokens.list.len();
            tokens.push_word(start, end);
            if let Some(token) = tokens.list.get_mut(first) {
                token.pause = pause;
            }
            rest = end;
        }
        clauses::mark(&mut tokens);
        tokens
    }

    /// Returns the folded form of token `at`; empty when there is none.
    pub(crate) fn word(&self, at: usize) -> &str {
        self.list.get(at).map_or("", |token| &self.folded[token.folded.clone()])
    }

    /// Returns the number that token `at` is, if it is one and neither a time nor a fraction.
    pub(super) fn value(&self, at: usize) -> Option<f32> {
        let number = self.word(at);
        if !number.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        // Three digits after a mark are thousands, any other number of them is what follows the point.
        match number.rsplit_once(['.', ',']) {
            Some((whole, rest)) if rest.len() != 3 => format!("{}.{rest}", whole.replace(['.', ','], "")).parse().ok(),
            _ => number.replace(['.', ','], "").parse().ok(),
        }
    }

    /// Returns where tokens `range` stand in the text.
    pub(crate) fn span(&self, range: Range<usize>) -> Range<usize> {
        match self.list.get(range.clone()) {
            Some([first, .., last]) => first.start..last.end,
            Some([only]) => only.start..only.end,
            _ => 0..0,
        }
    }

    fn push_word(&mut self, start: usize, end: usize) {
        let word = &self.text[start..end];
        if word.as_bytes()[0].is_ascii_digit() {
            return self.push_number(start, end);
        }
        let Some((at, mark)) = word.char_indices().rfind(|&(_, c)| is_apostrophe(c)) else {
            return self.push_plain(start, end);
        };
        let (stem_end, ending_start) = (start + at, start + at + mark.len_utf8());
        let (stem, ending) = (&word[..at], &self.text[ending_start..end]);
        if let ("t" | "T", Some(verb)) = (ending, contractions::negated(stem)) {
            self.push(start, stem_end, |folded| folded.push_str(verb));
            self.push(stem_end, end, |folded| folded.push_str("not"));
            return;
        }
        if !stem.is_empty() {
            self.push_word(start, stem_end);
        }
        match contractions::ending(ending) {
            Some(word) => self.push(stem_end, end, |folded| folded.push_str(word)),
            None => self.push(ending_start, end, |folded| fold(ending, folded)),
        }
    }

    fn push_plain(&mut self, start: usize, end: usize) {
        let word = &self.text[start..end];
        match contractions::typed_together(word) {
            // Germans write "im" for "in the".
            Some(("i", "am")) if contractions::is_german(self.text) => {
                self.push(start, end, |folded| fold(word, folded));
            }
            Some((first, second)) => {
                self.push(start, end, |folded| folded.push_str(first));
                self.push(end, end, |folded| folded.push_str(second));
            }
            None => self.push(start, end, |folded| fold(word, folded)),
        }
    }

    /// Pushes a number and what is typed onto it: "80kg" is `80` `kg`, "4h50" is `4` `h` `50`.
    fn push_number(&mut self, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            let digits = length_of(&self.text[at..end], |c| c.is_ascii_digit() || matches!(c, '.' | ',' | ':' | '/'));
            self.push_digits(at, at + digits);
            at += digits;
            let unit = length_of(&self.text[at..end], |c| !c.is_ascii_digit());
            if unit > 0 {
                let letters = &self.text[at..at + unit];
                self.push(at, at + unit, |folded| fold(letters, folded));
            }
            at += unit;
        }
    }

    fn push_digits(&mut self, start: usize, end: usize) {
        let digits = &self.text[start..end];
        self.push(start, end, |folded| folded.push_str(digits));
        let before = self.text[..start].trim_end_matches(' ').chars().next_back();
        let after = self.text[end..].trim_start_matches(' ').chars().next();
        if let Some(token) = self.list.last_mut() {
            token.shape |= shape::NUMBER;
            if before.is_some_and(is_currency) || after.is_some_and(is_currency) {
                token.shape |= shape::MONEY;
            }
            if after == Some('%') {
                token.shape |= shape::PERCENT;
            }
            if is_pressure(digits) {
                token.shape |= shape::PRESSURE;
            }
        }
    }

    fn push(&mut self, start: usize, end: usize, write: impl FnOnce(&mut String)) {
        let from = self.folded.len();
        write(&mut self.folded);
        let word = &self.folded[from..];
        let capital = self.text[start..end].starts_with(char::is_uppercase);
        self.list.push(Token {
            start,
            end,
            hash: hash(word),
            head: stem_head(word).map_or(0, hash),
            tail: stem_tail(word).map_or(0, hash),
            shape: if capital { shape::CAPITAL } else { 0 },
            folded: from..self.folded.len(),
            pause: Pause::None,
            sentence: (0, 0),
            opening: Opening::Nothing,
        });
    }
}

/// Returns how many bytes of `text` are of a kind, from its beginning on.
fn length_of(text: &str, is_of_kind: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_of_kind(c)).unwrap_or(text.len())
}

/// Tells whether `number` is written as a blood pressure is, and can be one.
fn is_pressure(number: &str) -> bool {
    let Some((high, low)) = number.split_once('/') else {
        return false;
    };
    let within = |number: &str, range: Range<u16>| number.parse().is_ok_and(|number: u16| range.contains(&number));
    within(high, 80..250) && within(low, 40..150)
}

/// As many as "rock'n'roll" and "I'd've" have. More is no word, and each costs a step of recursion.
const MOST_APOSTROPHES: usize = 2;

/// Returns where the word that begins at `start` ends.
fn word_end(text: &str, start: usize) -> usize {
    let mut chars = text[start..].char_indices().peekable();
    let Some((_, first)) = chars.next() else {
        return start;
    };
    if stands_alone(first) {
        return start + first.len_utf8();
    }
    let numeric = first.is_ascii_digit();
    let mut in_digits = numeric;
    let mut apostrophes = 0;
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        let joins = match c {
            '.' | ',' | ':' | '/' if in_digits => next.is_some_and(|next| next.is_ascii_digit()),
            c if is_apostrophe(c) => {
                apostrophes += 1;
                !numeric && apostrophes <= MOST_APOSTROPHES && next.is_some_and(char::is_alphabetic)
            }
            c if stands_alone(c) => false,
            c => is_word(c) || is_joiner(c),
        };
        if !joins {
            return start + at;
        }
        in_digits &= !c.is_alphabetic();
    }
    text.len()
}

/// Appends the folded form of `word`.
fn fold(word: &str, folded: &mut String) {
    if word.is_ascii() {
        folded.extend(word.chars().map(|c| c.to_ascii_lowercase()));
        return;
    }
    for c in word.nfkc().flat_map(char::to_lowercase) {
        match c {
            c if c.is_ascii() => folded.push(c),
            '\u{ad}' | '\u{640}' | '\u{64b}'..='\u{652}' | '\u{670}' => {}
            c if is_joiner(c) => {}
            '\u{300}'..='\u{36f}' => {}
            'ß' => folded.push_str("ss"),
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => {
                decompose_canonical(c, |part| {
                    if !is_combining_mark(part) {
                        folded.push(part);
                    }
                });
            }
            'ё' => folded.push('е'),
            'أ' | 'إ' | 'آ' => folded.push('ا'),
            'ة' => folded.push('ه'),
            'ى' | 'ی' => folded.push('ي'),
            'ک' => folded.push('ك'),
            c => folded.push(c),
        }
    }
}

/// Tells whether `c` can be part of a word.
fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    c.is_alphanumeric() || is_combining_mark(c) || c >= '\u{1f300}'
}

/// Tells whether `c` is a token of its own: scripts without spaces, and pictures.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{1f300}'..)
}

/// Tells whether `word` is cut into characters.
pub(super) fn is_spaceless(word: &str) -> bool {
    word.chars().all(stands_alone)
}

/// Tells whether `c` is invisible glue inside a word.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{fe0f}')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ' | '`')
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩' | '₺' | '₴' | '₦' | '฿')
}
