//! Where in its sentence does a value stand that is said to be a password?
//!
//! Not every language puts the value behind the noun and the verb: "dass das Passwort vom Portal … ist", "usa … como
//! contraseña", "… is what I use, that's the password". Here every token of the sentence, and of the next one if it goes
//! on about the same thing, is a candidate; what stands directly before or after it says whether it is the value.

mod bound;
mod composed;
mod dictated;

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{floor, is_word_byte, mentions, sentence, skip_blanks, word_at, words};
use super::super::view::{BARRIER, View};
use super::super::words::{
    ACCOUNTS, CARD_WORDS, CODE_PUBLIC, CREDENTIALS, DEVICES, EXAMPLES, HANDLES, JOINS, PLACES, POST, PROHIBITIONS,
    QUESTION_WORDS, STORIES, STRONG_LOCKS, TYPED_INTO, WARNINGS, WIRING,
};
use super::judge::Announced;
use super::labels::Class;
use super::nature::is_predicate;
use super::value::Value;

/// The values that the sentence around the label asserts.
pub(super) fn values(announced: &Announced, class: Class) -> Vec<Range<usize>> {
    let (view, label) = (announced.view, &announced.label);
    let within = reach(view.lower(), label);
    let spelled = dictated::letters(view, label).map_or_else(|| composed::parts(view, &within), |span| vec![span]);
    let is_named = match class {
        Class::Password => true,
        Class::Pin | Class::Code => opens(announced, &within),
        Class::Pass => [&ACCOUNTS, &DEVICES].iter().any(|list| mentions(view.lower(), within.clone(), list)),
        _ => false,
    };
    if !spelled.is_empty() || !is_named || announced.in_identifier || talks(view.lower(), &within) {
        return spelled;
    }
    let is_number = matches!(class, Class::Pin | Class::Code);
    let is_possible = |value: &Value| if is_number { is_code(view, value) } else { is_convincing(view, value) };
    let is_value = |value: &Value| is_possible(value) && bound::is_bound(view, &value.span, label);
    candidates(view, &within, label).into_iter().find(is_value).map(|value| value.span).into_iter().collect()
}

/// The sentence of the label, and the next one where that begins with what stands for the password.
fn reach(lower: &str, label: &Range<usize>) -> Range<usize> {
    let here = sentence(lower, label.start);
    let next = lower[here.end..].trim_start_matches(['.', '!', ' ', '\n']);
    let goes_on = ["it's ", "it is ", "its ", "that's ", "here it is", "here you go", "c'est ", "es ist ", "es ", "e "]
        .iter()
        .chain(&["eh ", "het is ", "hier ist es", "das ist ", "le voici", "aqui esta", "eccola", "first ", "last "])
        .any(|start| next.starts_with(start));
    if !goes_on {
        return here;
    }
    here.start..sentence(lower, lower.len() - next.len() + 1).end.max(here.end)
}

/// Whether the number that the label names opens something.
fn opens(announced: &Announced, within: &Range<usize>) -> bool {
    let lower = announced.view.lower();
    let is_public = [&CODE_PUBLIC, &WIRING, &POST].iter().any(|list| mentions(lower, within.clone(), list));
    let is_locked =
        || [&PLACES, &TYPED_INTO, &CARD_WORDS, &STRONG_LOCKS].iter().any(|list| mentions(lower, within.clone(), list));
    !is_public && (announced.opens_by_name() || is_locked())
}

/// Four to eight digits that count nothing.
fn is_code(view: &View, value: &Value) -> bool {
    let lower = view.lower();
    let next = &lower[word_at(lower, skip_blanks(lower, value.span.end))];
    let is_last = value.ends_clause || JOINS.contains(next) || matches!(next, "as" | "als" | "comme" | "como" | "come");
    is_last && value.digits().is_some_and(|digits| (4..=8).contains(&digits)) && !value.is_thing()
}

/// Asking for a password, warning of one or explaining what one looks like gives none away.
fn talks(lower: &str, within: &Range<usize>) -> bool {
    let asks = lower[within.end..].starts_with('?')
        && (lower[within.clone()].contains('¿') || mentions(lower, within.clone(), &QUESTION_WORDS));
    asks || [&EXAMPLES, &PROHIBITIONS, &WARNINGS, &STORIES].iter().any(|list| mentions(lower, within.clone(), list))
}

/// What stands in quotes or between spaces, quotes first.
fn candidates<'v>(view: &'v View, within: &Range<usize>, label: &Range<usize>) -> Vec<Value<'v>> {
    let text = view.text();
    let quoted = quotes(text, within).into_iter().map(|span| (span, true));
    let tokens = text[within.clone()].split_ascii_whitespace().map(|token| {
        let bare = token.trim_matches(|c: char| ".,;:?\"'`()[]*".contains(c));
        let start = bare.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + bare.len(), false)
    });
    quoted
        .chain(tokens)
        .filter(|(span, _)| span.end <= label.start || span.start >= label.end)
        .filter_map(|(span, is_quoted)| Value::over(view, span, is_quoted))
        .collect()
}

/// The spans between two quotes of one kind that stand around words.
fn quotes(text: &str, within: &Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut spans = Vec::new();
    let mut at = within.start;
    let opens = |at: usize| {
        b"\"'`".contains(&bytes[at])
            && (at == 0 || bytes[at - 1].is_ascii_whitespace() || bytes[at - 1] == b':')
            && bytes.get(at + 1).is_some_and(|byte| !byte.is_ascii_whitespace())
    };
    let closes = |at: usize| bytes.get(at + 1).is_none_or(|&byte| !is_word_byte(byte));
    while at < within.end {
        let close = (at + 1..within.end).find(|&end| bytes[end] == bytes[at] && closes(end));
        match close.filter(|_| opens(at)) {
            Some(end) => {
                spans.push(at + 1..end);
                at = end + 1;
            }
            None => at += 1,
        }
    }
    spans
}

/// Whether the candidate could be a password at all.
fn is_convincing(view: &View, value: &Value) -> bool {
    const LONGEST: usize = 60;
    let lower = value.text.to_lowercase();
    let is_other = is_placeholder(value.text)
        || value.is_thing()
        || value.is_code()
        || CREDENTIALS.contains(lower.as_str())
        || words(&lower, 0..lower.len()).any(|word| CREDENTIALS.contains(&lower[word]));
    if is_other {
        return false;
    }
    if !value.quoted {
        return value.text.len() >= 6 && !value.text.contains('/') && value.is_unmistakable();
    }
    let before = view.lower()[..value.span.start - 1].trim_end();
    let last = before[floor(before, before.len().saturating_sub(20))..].rsplit(' ').next().unwrap_or_default();
    (3..=LONGEST).contains(&value.text.chars().count())
        && value.text.split(' ').count() <= 8
        && !value.text.contains(BARRIER)
        && !is_predicate(&lower)
        && !HANDLES.contains(last)
        && !matches!(last, "says" | "said" | "called" | "named" | "titled" | "labelled" | "heisst" | "namens")
}
