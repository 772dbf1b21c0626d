//! Are these several words one password?

use std::ops::Range;

use super::super::reading::skip_blanks;
use super::super::view::View;
use super::super::words::{FUNCTION_WORDS, UNITS};
use super::nature::is_predicate;
use super::value::Value;

/// Longer rows of words are sentences.
const LONGEST: usize = 8;

/// Words that are a password together: "correct horse battery staple", "Blue Horse 42".
pub(super) fn phrase(view: &View, first: &Value) -> Option<Range<usize>> {
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
    counts.are_a_password().then_some(span)
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
        let fits = if is_number {
            value.digits().is_some()
        } else {
            is_word || is_remark
        };
        if !fits || FUNCTION_WORDS.contains(lower.as_str()) || UNITS.contains(lower.as_str()) {
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
