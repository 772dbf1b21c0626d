//! Are these several words one password?

use std::ops::Range;

use super::super::reading::{floor, skip_blanks};
use super::super::view::{BARRIER, View};
use super::super::words::{FUNCTION_WORDS, LOCATIONS, REMARKS, UNITS};
use super::nature::is_predicate;
use super::value::Value;

/// Longer rows of words are sentences.
const LONGEST: usize = 8;

/// Words that are a password together: "correct horse battery staple", "Blue Horse 42".
pub(super) fn phrase(view: &View, first: &Value) -> Option<Range<usize>> {
    let (span, counts) = row(view, first)?;
    counts.are_a_password().then_some(span)
}

/// Words that were said to be one phrase: "the passphrase tiny purple elephants".
pub(super) fn announced_phrase(view: &View, first: &Value) -> Option<Range<usize>> {
    let (span, counts) = row(view, first)?;
    (counts.words >= 3 && counts.remarks * 3 <= counts.words).then_some(span)
}

/// A whole clause that is a password: after "passphrase" any that makes no remark, after "password" one that ends in a
/// number.
pub(super) fn spoken_phrase(view: &View, first: &Value, is_phrase: bool) -> Option<Range<usize>> {
    const FEWEST: usize = 4;
    const MOST: usize = 10;
    let text = view.text();
    if first.quoted {
        return None;
    }
    let start = first.span.start;
    let line = &text[start..floor(text, start + 120)];
    let end = line.find(|c: char| ".,;:?!()\n\"".contains(c) || c == BARRIER).unwrap_or(line.len());
    let clause = line[..end].trim_end();
    let lower = clause.to_lowercase();
    let said: Vec<&str> = lower.split(' ').collect();
    let is_remark = said.iter().any(|word| REMARKS.contains(*word)) || is_predicate(said[0]) && !is_article(said[0]);
    let numbered = clause.ends_with(|c: char| c.is_ascii_digit()) && !clause.starts_with(|c: char| c.is_ascii_digit());
    let plain = said.iter().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '\'' || c == '-'));
    ((FEWEST..=MOST).contains(&said.len()) && plain && !is_remark && (is_phrase || numbered))
        .then(|| start..start + clause.len())
}

fn is_article(word: &str) -> bool {
    matches!(
        word,
        "the" | "a" | "my" | "der" | "die" | "das" | "le" | "la" | "el" | "il" | "o" | "de" | "two" | "every" | "all"
    )
}

/// The words from `first` to the end of their clause, if a password could have them all.
fn row(view: &View, first: &Value) -> Option<(Range<usize>, Counts)> {
    if first.quoted {
        return None;
    }
    let mut span = first.span.clone();
    let mut value = Value::over(view, span.clone(), false)?;
    let mut counts = Counts::default();
    loop {
        counts.add(&value)?;
        span.end = value.span.end;
        if counts.words > 1 && value.ends_clause || ends_row(view.text(), span.end) {
            break;
        }
        if counts.words == LONGEST {
            return None;
        }
        value = Value::at(view, skip_blanks(view.text(), span.end))?;
    }
    Some((span, counts))
}

/// What the words of a row are.
#[derive(Default)]
struct Counts {
    words: usize,
    numbers: usize,
    remarks: usize,
}

impl Counts {
    /// Counts one more word; `None` if no password has such a word.
    fn add(&mut self, value: &Value) -> Option<()> {
        let lower = value.text.to_lowercase();
        let is_number = self.words > 0 && value.text.bytes().all(|byte| byte.is_ascii_digit());
        let is_word = value.is_bare_word() || value.is_strong();
        let is_remark = !is_word && is_predicate(&lower) && lower.chars().all(char::is_alphabetic);
        let fits = if is_number { value.digits().is_some() } else { is_word || is_remark };
        if !fits
            || LOCATIONS.contains(lower.as_str())
            || FUNCTION_WORDS.contains(lower.as_str())
            || UNITS.contains(lower.as_str())
        {
            return None;
        }
        self.words += 1;
        self.numbers += usize::from(is_number);
        self.remarks += usize::from(is_remark);
        Some(())
    }

    /// A few words of praise or blame may be part of it, as in "correct horse battery staple".
    fn are_a_password(&self) -> bool {
        if self.remarks == 0 {
            return self.words >= 3 || self.words == 2 && self.numbers > 0;
        }
        self.words >= 4 && self.remarks * 2 <= self.words
    }
}

fn ends_row(text: &str, at: usize) -> bool {
    let next = skip_blanks(text, at);
    next == at || text[next..].starts_with(|c: char| !c.is_alphanumeric())
}
