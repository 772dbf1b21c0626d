//! What stands at the place where a value would be?

use std::ops::Range;

use super::super::reading::{floor, is_word_byte, skip_blanks, skip_while, word_at};
use super::super::view::{BARRIER, View};
use super::super::words::{CLAUSE_JOINTS, UNITS};

/// Longer than any password somebody would type.
const LONGEST: usize = 256;

/// A token that may be a secret, and how it sits in its sentence.
#[derive(Debug)]
pub(super) struct Value<'v> {
    pub(super) span: Range<usize>,
    pub(super) text: &'v str,
    pub(super) quoted: bool,
    /// The clause ends here: whatever the token is, nothing else is said about it.
    pub(super) ends_clause: bool,
    /// A unit follows, so a number here counts something.
    pub(super) counts: bool,
}

impl<'v> Value<'v> {
    /// Reads the value that begins at `at`, past quotes and emphasis.
    pub(super) fn at(view: &'v View, at: usize) -> Option<Self> {
        let text = view.text();
        let mut at = skip_while(text, at, |byte| byte.is_ascii_whitespace());
        at = skip_while(text, at, |byte| b">".contains(&byte));
        at = skip_blanks(text, at);
        if text[at..].starts_with("**") || text[at..].starts_with("__") {
            at = skip_blanks(text, at + 2);
        }
        at = skip_particle(text, at);
        let rest = text.get(at..)?;
        if rest.starts_with('(')
            && let Some(length) = rest[..floor(rest, 80)].find(')')
            && !rest[..length].contains(char::is_whitespace)
        {
            return Self::over(view, at + 1..at + length, false);
        }
        // An escaped quote, or the prefix of a string in a program.
        let prefix = rest.starts_with(['b', 'r', 'f', 'u']) && rest[1..].starts_with(['"', '\'']);
        let escaped = usize::from(prefix || rest.starts_with("\\\""));
        if let Some(quote) = rest[escaped..]
            .chars()
            .next()
            .filter(|c| "\"'`".contains(*c))
            && let Some(length) = quoted_length(&rest[escaped + 1..], quote)
        {
            let start = at + escaped + 1;
            return Self::over(view, start..start + length, true);
        }
        let unclosed = usize::from(rest.starts_with(['"', '\'']));
        let length = bare_length(&rest[unclosed..]);
        Self::over(view, at + unclosed..at + unclosed + length, false)
    }

    /// The value over the bytes `span` of the view.
    pub(super) fn over(view: &'v View, span: Range<usize>, quoted: bool) -> Option<Self> {
        let text = view.text();
        let inner = text.get(span.clone())?;
        if inner.trim().is_empty() || inner.contains(BARRIER) || inner.len() > LONGEST {
            return None;
        }
        let (ends_clause, counts) = what_follows(view.lower(), span.end);
        Some(Self {
            span,
            text: inner,
            quoted,
            ends_clause,
            counts,
        })
    }
}

/// Japanese, Chinese and Korean put a particle straight before the value.
fn skip_particle(text: &str, at: usize) -> usize {
    const PARTICLES: &str = "是为為はが：:는은이가를을의\u{ff1a}の就「『";
    let rest = &text[at..];
    let skipped: usize = rest
        .chars()
        .take(3)
        .take_while(|c| PARTICLES.contains(*c))
        .map(char::len_utf8)
        .sum();
    if skipped == 0 {
        at
    } else {
        skip_blanks(text, at + skipped)
    }
}

fn quoted_length(rest: &str, quote: char) -> Option<usize> {
    let line = rest[..floor(rest, 160)].split('\n').next()?;
    let close = line.match_indices(quote).map(|(at, _)| at).find(|&at| {
        // An apostrophe inside a word does not close.
        quote != '\''
            || line
                .as_bytes()
                .get(at + 1)
                .is_none_or(|&next| !is_word_byte(next))
    })?;
    (close > 0 && !line[..close].starts_with(' '))
        .then(|| close - usize::from(line[..close].ends_with('\\')))
}

/// How far a value without quotes goes: to white space or a sign that cannot belong to it, without closing punctuation.
fn bare_length(rest: &str) -> usize {
    let starts_ascii = rest.starts_with(|c: char| c.is_ascii());
    let mut opened = 0;
    let end = rest
        .char_indices()
        .find(|&(at, c)| {
            opened += i32::from(c == '(') - i32::from(c == ')');
            let next = rest[at + c.len_utf8()..].chars().next();
            c.is_whitespace()
                || c == BARRIER
                || at > LONGEST
                || matches!(c, '<' | '"') && at > 0
                || c == ';'
                || c == '|'
                || c == ')' && opened < 0
                || matches!(c, ',' | '.') && next.is_none_or(char::is_whitespace)
                || starts_ascii && is_ideograph(c)
        })
        .map_or(rest.len(), |(at, _)| at);
    let token = &rest[..end];
    let trimmed = token.trim_end_matches(|c: char| ".,;:?'`\"]}*\\".contains(c));
    // A star or bracket inside belongs to the value, a bang at the end of a plain word to the sentence.
    let trimmed = if token.ends_with('*') && !token.starts_with('*') && !token.ends_with("**") {
        token
    } else {
        trimmed
    };
    let plain = trimmed.trim_end_matches('!');
    if plain.chars().all(char::is_alphabetic) {
        plain.len()
    } else {
        trimmed.len()
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether the clause ends at `at`, and whether a unit follows.
fn what_follows(lower: &str, at: usize) -> (bool, bool) {
    let at = skip_while(lower, at, |byte| b"\"'`*_)]}\\".contains(&byte));
    let next = skip_blanks(lower, at);
    let word = word_at(lower, next);
    let spelled = &lower[word.clone()];
    let ends = word.is_empty()
        || CLAUSE_JOINTS.contains(spelled)
        || at == next && !lower[at..].starts_with('-');
    let percent = lower[next..].starts_with('%');
    (ends, UNITS.contains(spelled) || percent)
}
