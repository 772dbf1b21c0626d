//! Which codes were listed, set up or given as an answer, now that a label said so?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{floor, is_date_or_time, mentions, skip_while};
use super::super::shape::{Shape, is_wordy, looks_random};
use super::super::view::BARRIER;
use super::super::words::{ANSWERS, THINGS};
use super::judge::Announced;
use super::link::{Link, Site};
use super::nature::is_predicate;
use super::value::Value;

/// How far after its label a list of codes may reach.
const LIST_REACH: usize = 900;

impl Announced<'_> {
    /// The recovery codes after the label, from the first to the last.
    pub(super) fn recovery_codes(&self) -> Option<Range<usize>> {
        const MOST_WORDS_BETWEEN: usize = 9;
        let text = self.view.text();
        let until = floor(text, self.label.end + LIST_REACH);
        let mut found: Option<Range<usize>> = None;
        let mut others = 0;
        for token in tokens(text, self.label.end..until) {
            let written = &text[token.clone()];
            if written.contains(BARRIER) || others > MOST_WORDS_BETWEEN {
                break;
            }
            if is_recovery_code(written, found.is_some()) {
                let start = found.map_or(token.start, |span| span.start);
                found = Some(start..token.end);
                others = 0;
            } else if written.len() > 2 {
                others += 1 + usize::from(found.is_some()) * 3;
            }
        }
        found
    }

    /// "use 8829-1174 or 5520-9931 as recovery codes".
    pub(super) fn recovery_codes_before(&self) -> Option<Range<usize>> {
        let text = self.view.text();
        let codes: Vec<Range<usize>> = tokens(text, self.sentence().start..self.label.start)
            .filter(|token| {
                text[token.clone()].contains('-') && is_recovery_code(&text[token.clone()], false)
            })
            .collect();
        let said = self
            .before
            .first()
            .is_some_and(|word| matches!(*word, "as" | "my" | "the" | "github" | "google"));
        (said && !codes.is_empty()).then(|| codes[0].start..codes[codes.len() - 1].end)
    }

    /// The base 32 seed of an authenticator.
    pub(super) fn otp_seed(&self) -> Option<Range<usize>> {
        let text = self.view.text();
        let until = floor(text, self.label.end + 300);
        let (mut run, mut letters): (Option<Range<usize>>, String) = (None, String::new());
        for token in tokens(text, self.label.end..until) {
            let written = text[token.clone()].rsplit('=').next().unwrap_or_default();
            let token = token.end - written.len()..token.end;
            let bare = written.trim_end_matches('=');
            let is_group = bare
                .bytes()
                .all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b) || b == b'-');
            let counts = is_group
                && (bare.len() == 4 || bare.len() >= 16)
                && !is_word(bare, letters.is_empty());
            if !counts {
                if is_seed(&letters) {
                    break;
                }
                (run, letters) = (None, String::new());
                continue;
            }
            letters.push_str(bare);
            run = Some(run.map_or(token.start, |span| span.start)..token.end);
        }
        run.filter(|_| is_seed(&letters))
    }

    /// The answer to a security question.
    pub(super) fn security_answer(&self, site: Site) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let label = &lower[self.label.clone()];
        let answered = ["answer", "word", "respuesta", "memorable"]
            .iter()
            .any(|part| label.contains(part))
            || mentions(lower, self.sentence(), &ANSWERS);
        let value = Value::at(self.view, site.at)?;
        let first = value.text.to_lowercase();
        let is_name = value.text.starts_with(char::is_uppercase) && value.text.len() >= 2;
        let plausible = value.quoted
            || value.is_strong()
            || !is_predicate(&first) && (is_name || value.text.len() >= 3);
        let direct = matches!(site.link, Link::Copula | Link::Sign | Link::Far);
        (answered && direct && plausible && !is_placeholder(value.text))
            .then(|| value.span.start..self.clause_end(value.span.end))
    }

    fn clause_end(&self, from: usize) -> usize {
        let text = self.view.text();
        let until = floor(text, from + 60);
        let end = text[from..until]
            .find(['.', ',', ';', '\n', '"', ')', BARRIER])
            .map_or(until, |length| from + length);
        from + text[from..end].trim_end().len()
    }
}

/// White-space or comma separated tokens without the numbers and brackets of a list.
fn tokens(text: &str, within: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = within.start;
    let is_gap = |byte: u8| byte.is_ascii_whitespace() || b",;|\"'`()[]*>:".contains(&byte);
    std::iter::from_fn(move || {
        let start = skip_while(&text[..within.end], at, is_gap);
        let end = skip_while(&text[..within.end], start, |byte| !is_gap(byte));
        at = end;
        let written = text[start..end].trim_end_matches('.');
        (start < within.end).then_some(start..start + written.len())
    })
}

fn is_recovery_code(token: &str, in_list: bool) -> bool {
    let shape = Shape::of(token);
    let spelled = token
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let long_enough = if in_list { 4 } else { 6 };
    let grouped =
        token.contains('-') && token.split('-').all(|group| (3..=8).contains(&group.len()));
    let generated = shape.digits > 0
        && (shape.letters() > 0 || shape.digits >= 6 || in_list && shape.digits >= 4)
        || grouped && looks_random(token)
        || shape.length >= 8 && looks_random(token);
    spelled
        && shape.length >= long_enough
        && shape.length <= 80
        && generated
        && !is_date_or_time(token)
        && !is_placeholder(token)
        && !THINGS.contains(token.to_ascii_lowercase().as_str())
        && !(shape.digits <= 2
            && !grouped
            && shape.letters() > 0
            && !looks_random(token)
            && shape.length < 8)
}

/// Base 32 has no shape of its own, so a group must not read as a word.
fn is_word(group: &str, first: bool) -> bool {
    let shape = Shape::of(group);
    let small = shape.digits == 0 && shape.upper < 4 && first;
    let long = !looks_random(group) && (shape.lower > 0 || shape.digits == 0);
    if group.len() == 4 {
        small
    } else {
        long || group.contains('-') && is_wordy(group)
    }
}

fn is_seed(letters: &str) -> bool {
    let shape = Shape::of(letters);
    letters.len() >= 16
        && letters.len() <= 128
        && (shape.digits > 0 || shape.lower == 0)
        && !is_placeholder(letters)
}
