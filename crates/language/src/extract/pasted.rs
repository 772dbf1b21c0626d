//! Finds what was pasted or quoted and not said: code, logs, mail, quotations, our own context block.
//!
//! None of it is the speaker's own word about themselves, however it reads.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A quotation of fewer words than this is a title or a term, and part of the sentence.
const QUOTED_WORDS: usize = 4;

/// A mail thread begins like this, and what follows is somebody else's.
static MAIL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?mi)^(?:-{3,} ?(?:forwarded|original) message|on .{6,80} wrote:\s*$|from: .+\n(?:to|sent|date|subject|cc): )",
    )
    .ok()
});

/// A line that no person says: a log, a trace, a prompt, a command, markup, a row of data.
static MACHINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^\s*(?:[$#>] |>>>|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(?:error|warn|warning|info|debug|trace|fatal)\b ?[:\[]",
        r"|at [\w.$<>]+\(|traceback|file \x22|import |from \w+ import|def \w+\(|class \w+[:({]|fn \w+|let (?:mut )?\w+ =|const \w+ =",
        r"|var \w+ =|function \w*\(|public |private |#include|</?\w+[^>]*>|[{}\[\]();]+\s*$|\x22[\w-]+\x22\s*:|//|/\*|\|.*\||select .+ from )"
    ))
    .ok()
});

/// Returns the parts of a text that are not its author's own words, in order and apart from each other.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    fenced(text, "```", "```", &mut found);
    fenced(text, "<memory_context", "</memory_context>", &mut found);
    if let Some(mail) = MAIL.as_ref().and_then(|mail| mail.find(text)) {
        found.push(mail.start()..text.len());
    }
    lines(text, &mut found);
    quotations(text, &mut found);
    merged(found)
}

/// What stands between two marks; what is never closed runs to the end.
fn fenced(text: &str, open: &str, close: &str, found: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(start) = text[from..].find(open).map(|at| from + at) {
        let inside = start + open.len();
        let end = text[inside..].find(close).map_or(text.len(), |at| inside + at + close.len());
        found.push(start..end);
        from = end;
    }
}

fn lines(text: &str, found: &mut Vec<Range<usize>>) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // What a fence has taken is gone; the rest of its last line may be said.
        let taken = found.iter().filter(|range| range.contains(&start)).map(|range| range.end).max();
        let line_end = start + line.len();
        let from = taken.unwrap_or(start).min(line_end);
        let bare = text[from..line_end].trim_end();
        let quoted = bare.trim_start().starts_with('>');
        let machine = || MACHINE.as_ref().is_some_and(|machine| machine.is_match(bare));
        let code = || bare.ends_with([';', '{', '}']) && bare.contains(['(', '=', '{', '}']);
        if quoted || code() || machine() {
            found.push(from..line_end);
        }
        start = line_end;
    }
}

/// Words between quotation marks, where there are enough of them to be somebody's sentence.
fn quotations(text: &str, found: &mut Vec<Range<usize>>) {
    let mut open: Option<(usize, char)> = None;
    for (at, mark) in text.char_indices() {
        match (open, mark) {
            (None, '"') => open = Some((at, '"')),
            (None, '“' | '„') => open = Some((at, '”')),
            (None, '«') => open = Some((at, '»')),
            // A quotation does not go on into the next paragraph.
            (Some(_), '\n') => open = None,
            (Some((start, close)), mark) if mark == close => {
                if text[start..at].split_whitespace().count() >= QUOTED_WORDS {
                    found.push(start..at + mark.len_utf8());
                }
                open = None;
            }
            _ => {}
        }
    }
}

fn merged(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in found {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str) -> String {
        let mut rest = text.to_owned();
        find(text).into_iter().rev().for_each(|range| rest.replace_range(range, ""));
        rest
    }

    #[test]
    fn what_was_not_said_is_taken_out() {
        for (text, rest) in [
            ("Look:\n```\nI live in Rome\n```\nok", "Look:\n\nok"),
            ("> I live in Rome\nme too", "me too"),
            ("He said \"I live in a small house\" once", "He said  once"),
            ("I read \"War and Peace\" twice", "I read \"War and Peace\" twice"),
            ("Hi\n2024-01-01 10:00:00 INFO started\nbye", "Hi\nbye"),
            ("See below\nOn Mon, 3 May 2024 at 10:00, Ann wrote:\nI live in Rome", "See below\n"),
            ("<memory_context v=\"1\">\nUser likes tea\n</memory_context>I like tea", "I like tea"),
            ("```\nnever closed", ""),
        ] {
            assert_eq!(left(text), rest, "{text}");
        }
    }
}
