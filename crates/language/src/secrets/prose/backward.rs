//! Did the value come before its label?
//!
//! "hunter2 is my netflix password", "use 4821 as the PIN", "Sunflower99 (the wifi password)".

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{chunk, floor, mentions, sentence, words};
use super::super::view::View;
use super::super::words::{
    BACKWARD_JOINTS, CODE_QUALIFIERS, COMPOUNDS, JUDGEMENTS, OWNERS, PLACES, POINTERS, TOPICS,
    TYPING, any_in,
};
use super::labels::Class;
use super::value::Value;

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
    let before: Vec<Range<usize>> = words(lower, start..label.start).collect();
    let near = &before[before.len().saturating_sub(REACH)..];
    let spelled: Vec<&str> = near.iter().map(|word| &lower[word.clone()]).collect();
    if let Some(span) = typed(view, near, class) {
        return Some(span);
    }
    if let Some(span) = pointed_at(view, label.start, class) {
        return Some(span);
    }
    if let Some(span) = in_last_sentence(view, start, &spelled, class) {
        return Some(span);
    }
    let joint = spelled
        .iter()
        .rposition(|word| BACKWARD_JOINTS.contains(word));
    let Some(joint) = joint.filter(|joint| *joint > 0 && is_particular(&spelled[joint + 1..]))
    else {
        return in_apposition(view, near, class);
    };
    let is_verb = spelled[joint] != "for";
    if !is_verb && !matches!(class, Class::Password | Class::Pin) {
        return None;
    }
    let pointers = spelled[..joint]
        .iter()
        .rev()
        .take_while(|word| POINTERS.contains(*word))
        .count();
    let value = near.get((joint - pointers).checked_sub(1)?)?;
    token_ending(view, value.end, class, is_verb)
}

/// "just type opensesame7 when it asks for a password".
fn typed(view: &View, near: &[Range<usize>], class: Class) -> Option<Range<usize>> {
    let lower = view.lower();
    let verb = near
        .iter()
        .position(|word| TYPING.contains(&lower[word.clone()]))?;
    let value = near.get(verb + 1).filter(|_| class == Class::Password)?;
    let gap = &lower[near[verb].end..value.start];
    // "use" is said of many things; what is in quotes is meant word for word.
    let follows =
        matches!(gap, " \"" | " '" | " `") || gap == " " && &lower[near[verb].clone()] != "use";
    follows
        .then(|| token_ending(view, value.end, class, false))
        .flatten()
}

/// "hunter2 <- password".
fn pointed_at(view: &View, label_start: usize, class: Class) -> Option<Range<usize>> {
    let head = view.text()[..label_start].trim_end();
    let arrow = ["<--", "<-", "<="]
        .iter()
        .find(|arrow| head.ends_with(**arrow))?;
    let value = head.strip_suffix(*arrow)?.trim_end();
    token_ending(view, value.len(), class, true)
}

/// "It's hunter2. That's the password."
fn in_last_sentence(
    view: &View,
    start: usize,
    before: &[&str],
    class: Class,
) -> Option<Range<usize>> {
    let (first, rest) = before.split_first()?;
    let points_back = ["that's", "thats", "that", "it's"].contains(first)
        && is_particular(rest)
        && rest.len() <= 4;
    let last = view.text()[..start].trim_end_matches(['.', ' ', '!', '\n']);
    (points_back && !last.is_empty())
        .then(|| token_ending(view, last.len(), class, false))
        .flatten()
}

/// Whether the words between value and label speak of one particular password.
fn is_particular(between: &[&str]) -> bool {
    any_in(between, &OWNERS) && !any_in(between, &JUDGEMENTS)
}

/// "Sunflower99 (our wifi password)", "Sunflower99 - the wifi password".
fn in_apposition(view: &View, near: &[Range<usize>], class: Class) -> Option<Range<usize>> {
    let lower = view.lower();
    let (from, to) = (near.first()?.start, near.last()?.end);
    let open = from + lower[from..to].rfind(['(', '-'])?;
    let inside: Vec<&str> = words(lower, open..to).map(|word| &lower[word]).collect();
    let value = near.iter().rev().find(|word| word.end <= open)?;
    let in_brackets = lower[open..].starts_with('(') && inside.len() <= 3;
    let gap = &lower[value.end..open];
    let adjoins = gap.contains(' ') && gap.trim_matches([' ', ',', '-', '"', '`']).is_empty();
    (adjoins && (is_particular(&inside) || in_brackets && !any_in(&inside, &JUDGEMENTS)))
        .then(|| token_ending(view, value.end, class, false))
        .flatten()
}

/// The label is only the first half of a name: "password manager", "password-based".
fn goes_on(lower: &str, end: usize) -> bool {
    let next = words(lower, end..floor(lower, end + 24)).next();
    next.is_some_and(|word| {
        let gap = &lower[end..word.start];
        gap == "-"
            || gap.bytes().all(|byte| b" -_".contains(&byte)) && COMPOUNDS.contains(&lower[word])
    })
}

/// Judges the token whose last word ends at `end`.
fn token_ending(view: &View, end: usize, class: Class, is_verb: bool) -> Option<Range<usize>> {
    let text = view.text();
    if let Some(span) = quoted_before(text, end) {
        return quoted_password(view, span, class, is_verb);
    }
    if let Some(span) = digits_before(view, end, class) {
        return Some(span);
    }
    // The word may be the tail of "Tr0ub4dor&3" or end before a sign that belongs to it.
    let around = chunk(text, end.saturating_sub(1));
    let token = text[around.clone()].trim_matches(|c: char| ".,;:?\"'`()[]*".contains(c));
    let start = around.start + text[around].find(token)?;
    let quoted = start > 0 && b"\"'`".contains(&text.as_bytes()[start - 1]);
    let value = Value::over(view, start..start + token.len(), quoted)?;
    if is_placeholder(token) {
        return None;
    }
    let digits = value.digits().unwrap_or(0);
    let accepted = match class {
        Class::Password => {
            let linked = quoted && token.len() >= 4
                || digits >= 4
                || begins_sentence(text, start) && is_subject(&value);
            value.is_unmistakable() || is_verb && linked
        }
        Class::Pin | Class::Combination => (4..=12).contains(&digits),
        Class::Code => (4..=8).contains(&digits) && opens_something(view, end),
        Class::CardCode => (3..=4).contains(&digits),
        _ => false,
    };
    accepted.then_some(value.span)
}

/// "123 456 is the code from …", "G-338201 is your verification code".
fn digits_before(view: &View, end: usize, class: Class) -> Option<Range<usize>> {
    let text = view.text();
    let head = text[..end].trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '-');
    let start = end - text[head.len()..end].trim_start_matches([' ', '-']).len();
    let digits = text[start..end].bytes().filter(u8::is_ascii_digit).count();
    let stands = head.is_empty()
        || head.ends_with(|c: char| !c.is_alphanumeric())
        || text[head.len()..].starts_with([' ', '-']);
    (class == Class::Code && (4..=8).contains(&digits) && stands && opens_something(view, end))
        .then_some(start..end)
}

/// The text in quotes that closes at `end`.
fn quoted_before(text: &str, end: usize) -> Option<Range<usize>> {
    const LONGEST: usize = 80;
    let quote = text[end..].chars().next().filter(|c| "\"`".contains(*c))?;
    let near = floor(text, end.saturating_sub(LONGEST));
    let open = near + text[near..end].rfind(quote)? + 1;
    (open < end).then_some(open..end)
}

/// Words in quotes that somebody has, or wants, as a password.
fn quoted_password(
    view: &View,
    span: Range<usize>,
    class: Class,
    is_verb: bool,
) -> Option<Range<usize>> {
    let value = Value::over(view, span, true)?;
    let long_enough = value.text.chars().count() >= if is_verb { 4 } else { 10 };
    (class == Class::Password && long_enough && !is_placeholder(value.text) && !value.is_thing())
        .then_some(value.span)
}

/// Whether the sentence goes on to say that the code is one to a place or an account.
fn opens_something(view: &View, at: usize) -> bool {
    let rest = at..sentence(view.lower(), at).end;
    mentions(view.lower(), rest.clone(), &PLACES) || mentions(view.lower(), rest, &CODE_QUALIFIERS)
}

fn begins_sentence(text: &str, start: usize) -> bool {
    start == 0
        || text[..start]
            .trim_end()
            .ends_with(['.', '!', '?', ':', ';', '\n', '"'])
}

/// A word that can be the subject of "… is my password" because it is the password.
fn is_subject(value: &Value) -> bool {
    value.is_bare_word()
        && value.text.len() >= 5
        && !TOPICS.contains(value.text.to_lowercase().as_str())
}
