//! A key in pieces: broken over lines, in groups of four, or added together from strings.

use std::ops::Range;

use super::super::reading::floor;
use super::super::shape::{Shape, looks_random};
use super::super::vendors::VENDORS;
use super::super::view::{BARRIER, Builder, View};

/// Fewer characters make no key.
const SHORTEST: usize = 16;
/// How much of the text before the first piece is kept, so that a label there is still seen.
const LEAD: usize = 40;

/// The pieces of keys in the view, each row of them pushed together on a line of its own, or `None` if there are none.
pub(in super::super) fn glued<'t>(view: &View) -> Option<View<'t>> {
    let text = view.text();
    let mut builder = Builder::with_capacity(0);
    let mut row: Vec<Range<usize>> = Vec::new();
    for chunk in chunks(text) {
        let piece = inner(text, &chunk);
        if piece.is_empty() && text[chunk.clone()].bytes().all(|byte| b"+\\\"'`&.|".contains(&byte)) {
            continue;
        }
        // "AKIA, then …": said between two pieces.
        if !row.is_empty() && matches!(&text[piece.clone()], "then" | "and" | "plus" | "followed" | "by") {
            continue;
        }
        if is_piece(&text[piece.clone()]) {
            // `NAME=…` begins another setting.
            if text[piece.clone()].trim_end_matches('=').contains('=') {
                push_row(view, &row, &mut builder);
                row.clear();
            }
            row.push(piece);
        } else {
            push_row(view, &row, &mut builder);
            row.clear();
        }
    }
    push_row(view, &row, &mut builder);
    (!builder.text.is_empty()).then(|| builder.finish())
}

fn push_row(view: &View, row: &[Range<usize>], builder: &mut Builder) {
    let [first, _, ..] = row else { return };
    if row.iter().map(Range::len).sum::<usize>() < SHORTEST {
        return;
    }
    let lead = floor(view.text(), first.start.saturating_sub(LEAD));
    builder.copy(view, lead..first.start);
    for piece in row {
        builder.copy(view, piece.clone());
    }
    builder.push('\n', view.origin(first.clone()));
}

fn chunks(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_break = |c: char| c.is_ascii_whitespace() || c == '*' || c == '|';
    text.split(is_break).filter(|chunk| !chunk.is_empty()).map(move |chunk| {
        let start = chunk.as_ptr() as usize - text.as_ptr() as usize;
        start..start + chunk.len()
    })
}

/// The chunk without the quotes, plus signs and line continuations around it.
fn inner(text: &str, chunk: &Range<usize>) -> Range<usize> {
    let trimmed = |c: char| "\"'`+\\&,;()".contains(c);
    let start = chunk.end - text[chunk.clone()].trim_start_matches(trimmed).len();
    start..start + text[start..chunk.end].trim_end_matches(trimmed).len()
}

/// Whether a chunk could be part of a key: digits among letters, odd capitals, or a sign at its end that wants more.
fn is_piece(chunk: &str) -> bool {
    let shape = Shape::of(chunk);
    let spelled = chunk.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./+=~".contains(&b));
    if !spelled || chunk.contains(BARRIER) || chunk.is_empty() {
        return false;
    }
    let capitals = shape.lower == 0 && shape.upper > 0 && shape.length <= 10;
    let mixed = shape.digits > 0 && shape.letters() > 0;
    let odd = shape.upper > 0 && shape.lower > 0 && !chunk.as_bytes()[0].is_ascii_uppercase()
        || shape.upper > 1 && shape.lower > 0;
    let wants_more = chunk.ends_with(['-', '_']) && shape.letters() > 0;
    let begins_key =
        chunk.len() >= 3 && chunk.contains(['-', '_']) && VENDORS.iter().any(|vendor| vendor.prefix.starts_with(chunk));
    let number = shape.digits == shape.length && shape.length <= 8 && shape.length >= 2;
    mixed || odd || begins_key || wants_more || capitals || number || looks_random(chunk)
}
