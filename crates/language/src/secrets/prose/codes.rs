//! Which codes were listed or set up, now that a label said so?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{floor, is_date_or_time, skip_while};
use super::super::shape::{Shape, is_wordy, looks_random};
use super::super::view::BARRIER;
use super::super::words::THINGS;
use super::judge::Announced;

/// How far after its label a list of codes may reach.
const LIST_REACH: usize = 900;

impl Announced<'_> {
    /// The recovery codes after the label, from the first to the last.
    pub(super) fn recovery_codes(&self) -> Option<Range<usize>> {
        const MOST_WORDS_BETWEEN: usize = 9;
        let text = self.view.text();
        let until = floor(text, self.label.end + LIST_REACH);
        let mut found: Option<Range<usize>> = None;
        let (mut others, mut count) = (0, 0);
        let mut rest = tokens(text, self.label.end..until).peekable();
        while let Some(mut token) = rest.next() {
            if let Some(half) = rest.next_if(|next| are_halves(text, &token, next)) {
                token.end = half.end;
            }
            let written = &text[token.clone()];
            if written.contains(BARRIER) || others > MOST_WORDS_BETWEEN {
                break;
            }
            if is_recovery_code(written, found.is_some()) {
                let start = found.map_or(token.start, |span| span.start);
                found = Some(start..token.end);
                others = 0;
                count += 1;
            } else if written.len() > 2 {
                others += 1 + usize::from(found.is_some()) * 3;
            }
        }
        // A backup may be of anything; three codes in a row are no file name.
        let is_list = !self.view.lower()[self.label.clone()].ends_with(':') || count >= 3;
        found.filter(|_| is_list)
    }

    /// "use 8829-1174 or 5520-9931 as recovery codes".
    pub(super) fn recovery_codes_before(&self) -> Option<Range<usize>> {
        let text = self.view.text();
        let codes: Vec<Range<usize>> = tokens(text, self.sentence().start..self.label.start)
            .filter(|token| text[token.clone()].contains('-') && is_recovery_code(&text[token.clone()], false))
            .collect();
        let said = self.before.first().is_some_and(|word| matches!(*word, "as" | "my" | "the" | "github" | "google"));
        (said && !codes.is_empty()).then(|| codes[0].start..codes[codes.len() - 1].end)
    }

    /// The base 32 seed of an authenticator.
    pub(super) fn otp_seed(&self) -> Option<Range<usize>> {
        let until = floor(self.view.text(), self.label.end + 300);
        self.otp_seed_in(self.label.end..until)
    }

    /// "shows me ABCD EFGH … to type in the authenticator".
    pub(super) fn otp_seed_before(&self) -> Option<Range<usize>> {
        let near = floor(self.view.text(), self.label.start.saturating_sub(200));
        let span = self.otp_seed_in(near..self.label.start)?;
        let written = &self.view.text()[span.clone()];
        let is_shouted = written.bytes().all(|byte| !byte.is_ascii_lowercase());
        (is_shouted || looks_random(written)).then_some(span)
    }

    fn otp_seed_in(&self, within: Range<usize>) -> Option<Range<usize>> {
        let text = self.view.text();
        let (mut run, mut letters): (Option<Range<usize>>, String) = (None, String::new());
        for token in tokens(text, within) {
            let written = text[token.clone()].rsplit('=').next().unwrap_or_default();
            let token = token.end - written.len()..token.end;
            let bare = written.trim_end_matches('=');
            let is_group = bare.bytes().all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b) || b == b'-');
            let counts = is_group && (bare.len() == 4 || bare.len() >= 16 && !is_word(bare));
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

/// "8841 2276": one code, with a space in the middle.
fn are_halves(text: &str, first: &Range<usize>, second: &Range<usize>) -> bool {
    let is_half = |half: &Range<usize>| half.len() == 4 && text[half.clone()].bytes().all(|b| b.is_ascii_digit());
    is_half(first) && is_half(second) && &text[first.end..second.start] == " "
}

fn is_recovery_code(token: &str, in_list: bool) -> bool {
    let shape = Shape::of(token);
    let spelled = token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b' ');
    let long_enough = if in_list { 4 } else { 6 };
    let grouped = token.contains('-') && token.split('-').all(|group| (3..=8).contains(&group.len()));
    let generated = shape.digits > 0 && (shape.letters() > 0 || shape.digits >= 6 || in_list && shape.digits >= 4)
        || grouped && looks_random(token)
        || shape.length >= 8 && looks_random(token);
    spelled
        && shape.length >= long_enough
        && shape.length <= 80
        && generated
        && !is_date_or_time(token)
        && !is_placeholder(token)
        && !THINGS.contains(token.to_ascii_lowercase().as_str())
        && !(shape.digits <= 2 && !grouped && shape.letters() > 0 && !looks_random(token) && shape.length < 8)
}

/// Base 32 has no shape of its own, so a seed must not read as a word.
fn is_word(group: &str) -> bool {
    let shape = Shape::of(group);
    let plain = !looks_random(group) && (shape.lower > 0 || shape.digits == 0);
    plain || group.contains('-') && is_wordy(group)
}

fn is_seed(letters: &str) -> bool {
    let shape = Shape::of(letters);
    letters.len() >= 16
        && letters.len() <= 128
        && (shape.digits > 0 || shape.lower == 0 || looks_random(letters))
        && !is_placeholder(letters)
}
