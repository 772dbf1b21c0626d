//! Is the label the head of a column, and what stands under it?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::floor;
use super::super::view::View;
use super::value::Value;

/// Rows that are read; a longer table is data.
const MOST_ROWS: usize = 60;
const LONGEST_ROW: usize = 400;

/// The passwords in the column whose head is the label over `label`.
pub(super) fn column(view: &View, label: &Range<usize>) -> Vec<Range<usize>> {
    let text = view.text();
    let near = floor(text, label.start.saturating_sub(LONGEST_ROW));
    let line_start = near + text[near..label.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = label.end + text[label.end..floor(text, label.end + LONGEST_ROW)].find('\n').unwrap_or(0);
    let (before, after) = (&text[line_start..label.start], &text[label.end..line_end]);
    // The first column has its separator behind it.
    let is_first = before.trim_matches(['*', ' ', '"', '|']).is_empty();
    let behind = if is_first { after.trim_start_matches(['*', ' ', '"']) } else { "" };
    let Some(separator) = ['|', '\t', ',', ';']
        .into_iter()
        .find(|sign| before.trim_end_matches(['*', ' ', '"']).ends_with(*sign) || behind.starts_with(*sign))
    else {
        return Vec::new();
    };
    let fills_cell = after.is_empty() || after.trim_start_matches(['*', ' ', '"']).starts_with(separator);
    // Commas with spaces after them are prose or the arguments of a function.
    let is_head = separator == '|' || !text[line_start..line_end].contains(' ');
    if !fills_cell || !is_head || line_end == label.end && !text[line_end..].starts_with('\n') {
        return Vec::new();
    }
    let place = before.matches(separator).count();
    let width = place + after.matches(separator).count();
    let name = &view.lower()[label.clone()];
    rows(text, line_end)
        .take_while(|row| !view.lower()[row.clone()].contains(name))
        .filter(|row| text[row.clone()].matches(separator).count() == width)
        .filter_map(|row| cell(view, row, separator, place))
        .collect()
}

/// The lines after the one that `from` is in.
fn rows(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = text[from..].find('\n').map_or(text.len(), |newline| from + newline + 1);
    std::iter::from_fn(move || {
        let end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let row = start..end;
        start = (end + 1).min(text.len());
        (!row.is_empty() && row.len() <= LONGEST_ROW).then_some(row)
    })
    .take(MOST_ROWS)
}

fn cell(view: &View, row: Range<usize>, separator: char, place: usize) -> Option<Range<usize>> {
    let text = &view.text()[row.clone()];
    let content = text.split(separator).nth(place)?;
    let trimmed = content.trim_matches(|c: char| c.is_whitespace() || "\"'`*".contains(c));
    let offset = trimmed.as_ptr() as usize - text.as_ptr() as usize;
    let start = row.start + offset;
    let value = Value::over(view, start..start + trimmed.len(), true)?;
    let is_password = value.is_strong()
        || value.digits().is_some_and(|digits| digits >= 4)
        || value.is_bare_word() && trimmed.len() >= 5;
    (is_password && !is_placeholder(trimmed)).then_some(value.span)
}
