//! Finds terms: words and names that are evidence wherever they stand.
//!
//! A list of terms is searched as it is written, a term a line in the order of its bytes. Nothing of it is read before a
//! text is, so that a thousand terms more cost the first answer nothing.

use super::Tokens;
use super::tokens::is_spaceless;

/// A sorted list of terms that all speak for one section.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) section: usize,
    lines: &'static str,
}

/// A term found in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// Where its line begins in the list: a number of its own.
    pub(super) line: usize,
    /// The token after its last.
    pub(super) end: usize,
}

impl Terms {
    pub(super) fn of(section: usize, lines: &'static str) -> Terms {
        Terms { section, lines }
    }

    /// Returns the longest term that begins at token `at`; a regular plural is found by its singular.
    pub(super) fn longest_at(&self, tokens: &Tokens, at: usize) -> Option<Term> {
        let word = tokens.word(at);
        if word.is_empty() {
            return None;
        }
        self.longest(word, tokens, at).or_else(|| {
            let term = self.longest(&singular(word)?, tokens, at)?;
            (term.end == at + 1).then_some(term)
        })
    }

    /// Returns the longest term that begins with `word`, which stands for token `at`.
    fn longest(&self, word: &str, tokens: &Tokens, at: usize) -> Option<Term> {
        let mut longest: Option<Term> = None;
        let mut line = self.first_from(word);
        while let Some(rest) = self.lines[line..].strip_prefix(word) {
            // A space comes before every letter, so whatever begins with the whole word comes before longer words.
            if !rest.starts_with([' ', '\n']) && !rest.is_empty() && !is_spaceless(word) {
                break;
            }
            let length = rest.find('\n').unwrap_or(rest.len());
            if let Some(end) = end_of(&rest[..length], is_spaceless(word), tokens, at + 1)
                && longest.as_ref().is_none_or(|longest| longest.end < end)
            {
                longest = Some(Term { line, end });
            }
            line = (line + word.len() + length + 1).min(self.lines.len());
        }
        longest
    }

    /// Returns where the first line begins that is not before `word` in the order of bytes.
    fn first_from(&self, word: &str) -> usize {
        let bytes = self.lines.as_bytes();
        let (mut low, mut high) = (0, bytes.len());
        while low < high {
            let middle = (low + high) / 2;
            let start = bytes[low..middle].iter().rposition(|&byte| byte == b'\n').map_or(low, |at| low + at + 1);
            let end = bytes[middle..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| middle + at);
            if &bytes[start..end] < word.as_bytes() {
                low = (end + 1).min(bytes.len());
            } else {
                high = start;
            }
        }
        low
    }
}

/// Returns the token after the last one of what is left of a term, if the text goes on with it from token `at`.
fn end_of(rest: &str, is_spaceless_so_far: bool, tokens: &Tokens, mut at: usize) -> Option<usize> {
    let sentence_end = tokens.list[at - 1].sentence.1 as usize;
    let mut rest = rest;
    let mut joins = is_spaceless_so_far;
    while !rest.is_empty() {
        rest = match rest.strip_prefix(' ') {
            Some(rest) => rest,
            None if joins => rest,
            None => return None,
        };
        let word = if at < sentence_end { tokens.word(at) } else { "" };
        if word.is_empty() {
            return None;
        }
        at += 1;
        joins = is_spaceless(word);
        rest = match rest.strip_prefix(word) {
            Some(rest) => rest,
            None if singular(word).as_deref() == Some(rest) => "",
            None => return None,
        };
    }
    Some(at)
}

/// Returns what `word` is the regular plural of, if it can be one.
fn singular(word: &str) -> Option<String> {
    /// Shorter words in -s are rarely plurals of a term: "aids", "ms", "bus".
    const SHORTEST: usize = 5;
    let stem = word.strip_suffix('s').filter(|stem| stem.len() >= SHORTEST - 1 && !stem.ends_with(['s', 'u', 'i']))?;
    Some(match stem.strip_suffix("ie") {
        Some(stem) => format!("{stem}y"),
        None => stem.to_owned(),
    })
}
