//! Did the value come before its label?
//!
//! "hunter2 is my netflix password", "use 4821 as the PIN", "Sunflower99 (the wifi password)".

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{sentence, words};
use super::super::view::View;
use super::labels::Class;
use super::value::Value;

/// Words that turn the sentence into one about passwords in general.
const GENERAL: [&str; 22] = [
    "most", "worst", "common", "bad", "weak", "typical", "example", "a", "an", "any", "every",
    "good", "terrible", "awful", "not", "isn't", "no", "popular", "first", "such", "manager",
    "best",
];
const OWNERS: [&str; 22] = [
    "my", "our", "the", "his", "her", "their", "your", "mein", "unser", "das", "la", "mi", "le",
    "mon", "a", "minha", "il", "mio", "mia", "this", "new", "mom's",
];

/// Finds the value that stands before the label over `label`.
pub(super) fn value_before(
    view: &View,
    label: &Range<usize>,
    class: Class,
) -> Option<Range<usize>> {
    const REACH: usize = 9;
    let lower = view.lower();
    if goes_on(lower, label.end) {
        return None;
    }
    let start = sentence(lower, label.start).start;
    let before: Vec<_> = words(lower, start..label.start).collect();
    let near = &before[before.len().saturating_sub(REACH)..];
    let spelled: Vec<&str> = near.iter().map(|word| &lower[word.clone()]).collect();
    let joint = spelled.iter().rposition(|word| {
        [
            "is", "as", "was", "that's", "thats", "ist", "es", "est", "which", "for", "it's",
            "became",
        ]
        .contains(word)
    });
    let owned = |from: usize| {
        let between = &spelled[from..];
        between.iter().any(|word| OWNERS.contains(word))
            && !between
                .iter()
                .any(|word| GENERAL.contains(word) && *word != "a")
    };
    let joint = match joint {
        Some(at) if owned(at + 1) && at > 0 => at,
        _ => return parenthesised(view, &before, near, class),
    };
    if spelled[joint] == "for" && !matches!(class, Class::Password | Class::Pin) {
        return None;
    }
    let mut at = joint;
    while at > 0
        && ["that", "it", "this", "which", "use", "be", "is", "as"].contains(&spelled[at - 1])
    {
        at -= 1;
    }
    let value_end = near.get(at.checked_sub(1)?)?.end;
    accept(view, value_end, class, spelled[joint] != "for")
}

/// "Sunflower99 (our wifi password)".
fn parenthesised(
    view: &View,
    before: &[Range<usize>],
    near: &[Range<usize>],
    class: Class,
) -> Option<Range<usize>> {
    let lower = view.lower();
    let from = near.first()?.start;
    let to = near.last()?.end;
    let open = from + lower[from..to].rfind(['(', '-'])?;
    let inside: Vec<&str> = words(lower, open..to).map(|word| &lower[word]).collect();
    let owned = inside.iter().any(|word| OWNERS.contains(word))
        && !inside
            .iter()
            .any(|word| GENERAL.contains(word) && *word != "a");
    let value = before.iter().rev().find(|word| word.end <= open)?;
    let gap = &lower[value.end..open];
    (owned
        && gap.contains(' ')
        && gap.trim_matches(|c: char| !c.is_alphanumeric()).is_empty()
        && lower[open..].starts_with(['(', '-']))
    .then(|| accept(view, value.end, class, false))
    .flatten()
}

/// The label is only the first half of a name: "password manager", "pin board".
fn goes_on(lower: &str, end: usize) -> bool {
    const NAMES: [&str; 30] = [
        "manager",
        "managers",
        "policy",
        "reset",
        "field",
        "hint",
        "generator",
        "vault",
        "app",
        "hash",
        "length",
        "strength",
        "box",
        "prompt",
        "change",
        "rotation",
        "expiry",
        "rules",
        "board",
        "number",
        "review",
        "base",
        "type",
        "count",
        "limit",
        "budget",
        "file",
        "name",
        "id",
        "page",
    ];
    words(lower, end..super::super::reading::floor(lower, end + 24))
        .next()
        .is_some_and(|word| {
            lower.as_bytes()[end..word.start]
                .iter()
                .all(|byte| b" -_".contains(byte))
                && NAMES.contains(&&lower[word])
        })
}

/// Judges the token that ends at `end`.
fn accept(view: &View, end: usize, class: Class, linked: bool) -> Option<Range<usize>> {
    let text = view.text();
    // The word may be the tail of "Tr0ub4dor&3" or end before a sign that belongs to it.
    let chunk = super::super::reading::chunk(text, end.saturating_sub(1));
    let token = text[chunk.clone()].trim_matches(|c: char| ".,;:?\"'`()[]*".contains(c));
    let start = chunk.start + text[chunk.clone()].find(token)?;
    let quoted = start > 0 && b"\"'`".contains(&text.as_bytes()[start - 1]);
    let value = Value::over(view, start..start + token.len(), quoted)?;
    if is_placeholder(token) {
        return None;
    }
    let accepted = match class {
        Class::Password => {
            value.is_unmistakable()
                || quoted && linked && value.text.len() >= 4
                || linked && value.digits().is_some_and(|n| n >= 4)
                || linked && begins_sentence(text, start) && is_odd_word(&value)
        }
        Class::Pin | Class::Combination => value.digits().is_some_and(|n| (4..=12).contains(&n)),
        Class::CardCode => value.digits().is_some_and(|n| (3..=4).contains(&n)),
        _ => false,
    };
    accepted.then_some(value.span)
}

fn begins_sentence(text: &str, start: usize) -> bool {
    start == 0
        || text[..start]
            .trim_end()
            .ends_with(['.', '!', '?', ':', ';', '\n', '"'])
}

/// A word that is the subject of "… is my password" and no pronoun or topic.
fn is_odd_word(value: &Value) -> bool {
    const TOPICS: [&str; 14] = [
        "where",
        "here",
        "this",
        "that",
        "what",
        "it",
        "there",
        "security",
        "today",
        "next",
        "resetting",
        "changing",
        "sharing",
        "mine",
    ];
    let lower = value.text.to_lowercase();
    value.is_bare_word() && value.text.len() >= 5 && !TOPICS.contains(&lower.as_str())
}
