//! Cuts a text into words, numbers and marks, and looks every word up once.

use std::borrow::Cow;
use std::ops::Range;

use super::lexicon::{self, Meaning, Words};

/// A word, a number or a mark of the text.
pub(super) struct Token<'t> {
    /// As written.
    pub(super) text: &'t str,
    /// In lower case, apostrophes straightened.
    pub(super) lower: Cow<'t, str>,
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
    /// No white space between this token and the one before.
    pub(super) glued: bool,
    /// Line breaks before it.
    pub(super) lines: usize,
    /// Part of a web or mail address or a path, where only a full ISO date means anything.
    pub(super) opaque: bool,
    pub(super) meaning: Meaning,
    /// An expression of time can begin with it.
    pub(super) begins: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number { value: u32, digits: usize },
    Ordinal(u32),
    Mark(char),
}

impl Token<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        self.lower == word
    }

    pub(super) fn any(&self, words: &[&str]) -> bool {
        words.contains(&self.lower.as_ref())
    }

    pub(super) fn is_in(&self, words: &Words) -> bool {
        words.contains(&self.lower)
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number { .. })
    }

    /// Begins with a capital and goes on small, so that the writer's capitals say something.
    pub(super) fn is_capitalised(&self) -> bool {
        let mut letters = self.text.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.all(|letter| !letter.is_uppercase())
    }
}

/// Cuts a text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::with_capacity(text.len() / 5);
    let mut lines = 0;
    let mut at = 0;
    let mut opaque_until = 0;
    let mut spaced = true;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            lines += usize::from(first == '\n');
            spaced = true;
            at += first.len_utf8();
            continue;
        }
        if spaced {
            let chunk = text[at..].split(char::is_whitespace).next().unwrap_or("");
            if is_address(chunk) {
                opaque_until = at + chunk.len();
            }
        }
        let end = at + token_length(&text[at..], first, tokens.last().filter(|_| !spaced));
        let word = &text[at..end];
        let lower = lower(word);
        let kind = kind(&lower, first);
        let meaning = if kind == Kind::Word { lexicon::meaning(&lower) } else { Meaning::default() };
        let begins = kind == Kind::Word && (meaning.is_temporal() || lexicon::begins_an_expression(&lower));
        tokens.push(Token {
            text: word,
            lower,
            span: at..end,
            kind,
            glued: !spaced,
            lines,
            opaque: at < opaque_until,
            meaning,
            begins,
        });
        merge_ordinal(text, &mut tokens);
        lines = 0;
        spaced = false;
        at = end;
    }
    tokens
}

/// A chunk that is an address of some sort or a piece of code: its words are names, not speech.
fn is_address(chunk: &str) -> bool {
    let inner = chunk.trim_matches(|mark: char| !mark.is_alphanumeric());
    chunk.contains("://")
        || chunk.starts_with("www.")
        || chunk.starts_with('\\')
        || inner.find('@').is_some_and(|at| at > 0 && inner[at..].contains('.'))
        || (chunk.contains('_') && chunk.contains('.'))
        || chunk.contains("()")
        || chunk.contains("::")
}

fn token_length(rest: &str, first: char, before: Option<&Token<'_>>) -> usize {
    let run = |keep: fn(char) -> bool| rest.find(|letter| !keep(letter)).unwrap_or(rest.len());
    if first.is_ascii_digit() {
        return run(|letter| letter.is_ascii_digit());
    }
    if first.is_alphabetic() {
        return run(char::is_alphabetic);
    }
    // "'ll" and "'s" are words of their own, so that "I'll" shows its tense and "year's" its year.
    let after_word = before.is_some_and(Token::is_word);
    let letters = &rest[first.len_utf8()..];
    if is_apostrophe(first) && after_word && letters.starts_with(char::is_alphabetic) {
        let length = letters.find(|letter: char| !letter.is_alphabetic()).unwrap_or(letters.len());
        return first.len_utf8() + length;
    }
    first.len_utf8()
}

fn lower(word: &str) -> Cow<'_, str> {
    let plain = word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if plain {
        return Cow::Borrowed(word);
    }
    let mut lower = word.to_lowercase();
    if let Some(first) = word.chars().next().filter(|&first| is_apostrophe(first)) {
        lower.replace_range(..first.len_utf8(), "'");
    }
    Cow::Owned(lower)
}

fn kind(lower: &str, first: char) -> Kind {
    if first.is_ascii_digit() {
        return Kind::Number { value: lower.parse().unwrap_or(u32::MAX), digits: lower.len() };
    }
    if first.is_alphabetic() || lower.chars().nth(1).is_some() {
        return Kind::Word;
    }
    Kind::Mark(plain_mark(first))
}

/// One mark for the many that mean the same; a long dash stays apart, because it ends a clause.
fn plain_mark(mark: char) -> char {
    match mark {
        _ if is_apostrophe(mark) => '\'',
        '\u{2010}'..='\u{2013}' | '\u{2212}' => '-',
        '“' | '”' | '„' | '«' | '»' => '"',
        '…' => '.',
        other => other,
    }
}

fn is_apostrophe(mark: char) -> bool {
    matches!(mark, '\'' | '’' | '‘' | 'ʼ' | '`')
}

/// Joins "3" and "rd" into one ordinal.
fn merge_ordinal<'t>(text: &'t str, tokens: &mut Vec<Token<'t>>) {
    let [.., number, suffix] = tokens.as_mut_slice() else {
        return;
    };
    let Kind::Number { value, .. } = number.kind else {
        return;
    };
    if !suffix.glued || !suffix.any(&["st", "nd", "rd", "th"]) {
        return;
    }
    number.kind = Kind::Ordinal(value);
    number.span.end = suffix.span.end;
    number.text = &text[number.span.clone()];
    number.lower = Cow::Owned(number.text.to_lowercase());
    tokens.pop();
}
