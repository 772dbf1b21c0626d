//! Does a label announce more than one value?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{floor, skip_blanks};
use super::super::view::View;
use super::opening::Number;
use super::value::Value;

/// How far after its label a list on one line is read.
const REACH: usize = 240;

/// Passwords listed with what they are for: "passwords: email -> Orchid99, bank -> Vault!Door1".
pub(super) fn passwords(view: &View, from: usize) -> Vec<Range<usize>> {
    let line = rest_of_line(view.text(), from);
    if !line.trim_start_matches(['s', '*', '"', ' ', '-']).starts_with(':') && !line.starts_with("s - ") {
        return Vec::new();
    }
    line.match_indices(['>', '=', ':'])
        .filter(|(at, _)| line[at + 1..].starts_with(' '))
        .filter_map(|(at, _)| Value::at(view, from + at + 1))
        .filter(|value| value.is_unmistakable() && !is_placeholder(value.text))
        .map(|value| value.span)
        .collect()
}

/// Numbers listed with what they open: "door codes: front 1188, back 2299".
pub(super) fn numbers(view: &View, from: usize) -> Vec<Range<usize>> {
    let text = view.text();
    let line = rest_of_line(text, from);
    let mut at = from;
    let mut found = Vec::new();
    let end = from + line.len();
    // The last number may have gone on past the end of the line.
    while let Some(offset) = text[at.min(end)..end].find(|c: char| c.is_ascii_digit()) {
        let start = at + offset;
        at = start + 1;
        let begins = start == 0 || !text.as_bytes()[start - 1].is_ascii_alphanumeric();
        if let Some(Number { span, digits }) = begins.then(|| Number::at(view, start)).flatten() {
            at = span.end.max(at);
            let ends_clause = Value::over(view, span.clone(), false).is_some_and(|value| value.ends_clause);
            found.extend(((4..=8).contains(&digits) && ends_clause).then_some(span));
        }
    }
    found
}

/// A further password in a list: "are hunter2 and letmein1".
pub(super) fn another(view: &View, end: usize) -> Option<Range<usize>> {
    const JOINTS: [&str; 5] = ["and ", "or ", ", ", "/ ", "then "];
    let text = view.text();
    let rest = text[end..].trim_start_matches(['"', '\'', '`']).trim_start();
    let joint = JOINTS.iter().find(|joint| rest.starts_with(**joint))?;
    let at = text.len() - rest.len() + joint.len();
    Value::at(view, skip_blanks(text, at)).filter(Value::is_unmistakable).map(|value| value.span)
}

/// Whether the label speaks of several and a list follows.
pub(super) fn is_plural(view: &View, label: &Range<usize>) -> bool {
    let (label, rest) = (&view.lower()[label.clone()], &view.lower()[label.end..]);
    let after = rest.strip_prefix('s').unwrap_or(rest);
    let is_plural = label.ends_with('s') || rest.starts_with('s');
    is_plural && [":", " are ", " - ", " ="].iter().any(|sign| after.starts_with(sign))
}

fn rest_of_line(text: &str, from: usize) -> &str {
    text[from..floor(text, from + REACH)].split('\n').next().unwrap_or_default()
}
