//! Where are the words, the tokens and the sentence around a place in a text?
//!
//! Everything here looks a bounded way to either side, so that a detector which asks at every hit stays linear.

use std::ops::Range;

/// How far to either side a sentence is followed.
const SENTENCE_REACH: usize = 240;

/// Whether `byte` belongs to a word. Bytes outside ASCII do: what remains of those after folding is mostly letters.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// The nearest character boundary at or before `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The nearest character boundary at or after `at`.
pub(super) fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Whether `span` is a whole word: no letter or digit touches it.
pub(super) fn is_whole_word(text: &str, span: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let before = span.start.checked_sub(1).is_none_or(|at| !is_word_byte(bytes[at]));
    let after = bytes.get(span.end).is_none_or(|&byte| !is_word_byte(byte));
    before && after
}

/// The words of `text` in `within`, with apostrophes kept inside.
pub(super) fn words(text: &str, within: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut at = within.start;
    std::iter::from_fn(move || {
        while at < within.end && !is_word_byte(bytes[at]) {
            at += 1;
        }
        if at >= within.end {
            return None;
        }
        let start = at;
        while at < within.end && (is_word_byte(bytes[at]) || is_inner_apostrophe(bytes, at)) {
            at += 1;
        }
        Some(start..at)
    })
}

fn is_inner_apostrophe(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'\'' && bytes.get(at + 1).is_some_and(|&next| is_word_byte(next))
}

/// The last `count` words before `at` in its sentence, nearest first.
pub(super) fn words_before(text: &str, at: usize, count: usize) -> Vec<&str> {
    let start = sentence(text, at).start;
    let mut found: Vec<_> = words(text, start..at).map(|word| &text[word]).collect();
    found.reverse();
    found.truncate(count);
    found
}

/// The sentence around `at`, or as much of it as is near.
pub(super) fn sentence(text: &str, at: usize) -> Range<usize> {
    let low = floor(text, at.saturating_sub(SENTENCE_REACH));
    let high = floor(text, at + SENTENCE_REACH);
    let bytes = text.as_bytes();
    let start = (low..at).rev().find(|&i| ends_sentence(bytes, i)).map_or(low, |i| i + 1);
    let end = (at..high).find(|&i| ends_sentence(bytes, i)).unwrap_or(high);
    start..end
}

/// A blank line, or a full stop, question or exclamation mark with space after it.
pub(super) fn ends_sentence(bytes: &[u8], at: usize) -> bool {
    let next_is_space = || bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace);
    match bytes[at] {
        b'.' => next_is_space() && !is_abbreviation(&bytes[..at]),
        // "Gingerbread25! - works again": the sign belongs to the word, and the sentence goes on.
        b'!' | b'?' => next_is_space() && !bytes[at + 1..].starts_with(b" - ") && !goes_on_after_sign(bytes, at),
        b'\n' => bytes.get(at + 1) == Some(&b'\n'),
        _ => false,
    }
}

/// "Regenbogen5b! is our password", "auf Birne7! geändert": what follows a word with digits cannot begin a sentence.
fn goes_on_after_sign(bytes: &[u8], at: usize) -> bool {
    const JOINTS: &str = "is ist lautet est es e as als comme como come for fur pour para per voor and und geandert eingeben to \
        on at";
    let word = bytes[..at].iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).take(40);
    let has_digit = word.clone().any(u8::is_ascii_digit);
    let rest = bytes[at + 1..].strip_prefix(b" ").unwrap_or_default();
    let length = rest.iter().take_while(|byte| is_word_byte(**byte)).count();
    has_digit && word.count() > 1 && JOINTS.split_ascii_whitespace().any(|joint| joint.as_bytes() == &rest[..length])
}

/// Whether a full stop after `head` belongs to "i.e.", "z.B." or "incl.".
fn is_abbreviation(head: &[u8]) -> bool {
    const SHORT: [&[u8]; 7] = [b" incl", b" inkl", b" ca", b" bzw", b" vs", b" approx", b" nr"];
    if SHORT.iter().any(|short| head.ends_with(short)) {
        return true;
    }
    matches!(head, [.., b'.', letter] if letter.is_ascii_alphabetic())
}

/// The run of anything but white space around `at`.
pub(super) fn chunk(text: &str, at: usize) -> Range<usize> {
    const REACH: usize = 2_000;
    let bytes = text.as_bytes();
    let low = at.saturating_sub(REACH);
    let start = (low..at).rev().find(|&i| bytes[i].is_ascii_whitespace()).map_or(low, |i| i + 1);
    let high = (at + REACH).min(bytes.len());
    let end = (at..high).find(|&i| bytes[i].is_ascii_whitespace()).unwrap_or(high);
    floor(text, start)..floor(text, end).max(floor(text, start))
}

/// The position of the first byte at or after `at` that is no space or tab.
pub(super) fn skip_blanks(text: &str, at: usize) -> usize {
    skip_while(text, at, |byte| byte == b' ' || byte == b'\t')
}

/// The position of the first byte at or after `at` for which `skipped` does not hold.
pub(super) fn skip_while(text: &str, at: usize, skipped: impl Fn(u8) -> bool) -> usize {
    text.as_bytes()[at..].iter().position(|&byte| !skipped(byte)).map_or(text.len(), |length| at + length)
}

/// The word that begins at `at`, or an empty range.
pub(super) fn word_at(text: &str, at: usize) -> Range<usize> {
    words(text, at..floor(text, at + 60)).next().filter(|word| word.start == at).unwrap_or(at..at)
}

/// Whether any whole word of `text` in `within` is in `list`, whatever is elided before it or attached to it.
pub(super) fn mentions(text: &str, within: Range<usize>, list: &super::words::List) -> bool {
    words(text, within).any(|word| text[word].split('\'').any(|part| list.contains(part)))
}

/// Whether a token of digits and signs is a calendar date or a time of day.
pub(super) fn is_date_or_time(token: &str) -> bool {
    let separator = token.chars().find(|c| !c.is_ascii_digit());
    let Some(separator) = separator.filter(|c| "-/.:".contains(*c)) else {
        return false;
    };
    let parts: Vec<&str> = token.split(separator).collect();
    let numeric =
        parts.iter().all(|part| !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()));
    let year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    numeric
        && match (separator, parts.as_slice()) {
            (':', [_, _] | [_, _, _]) => true,
            (_, [first, _, last]) => year(first) || year(last),
            _ => false,
        }
}
