//! Does everything a sentence says about a token add up to a secret?
//!
//! Labels are not always where they should be: "the icloud one is now …", "if I ever lock myself out: it's …",
//! "log into the portal as bob / …". Here the token comes first. Its looks, how it is bound to what stands before it and
//! what the sentence is about each carry a weight, and the sum decides. No single one of them is enough.

mod binding;
mod code;
mod context;
mod key;
mod look;
mod password;

use std::ops::Range;

use super::super::reading::skip_while;
use super::super::view::{BARRIER, View};
use super::super::{Finding, SecretKind, base64, opaque};
use context::Contexts;

/// How much a sign that something is a secret counts.
type Weight = i32;

/// Longer tokens are data.
const LONGEST: usize = 140;

/// Adds the tokens of the view that their sentences make secrets.
pub(in super::super) fn find(view: &View, found: &mut Vec<Finding>) {
    let text = view.text();
    let mut contexts = Contexts::of(view);
    let mut known: Vec<Range<usize>> = found.iter().map(|finding| finding.span.clone()).collect();
    known.sort_by_key(|span| span.start);
    let mut known = known.into_iter().peekable();
    let mut at = 0;
    while let Some(token) = next_token(text, at) {
        at = token.end;
        let written = &text[token.clone()];
        // A detector that knows what it found has the last word.
        while known.next_if(|span| span.end <= token.start).is_some() {}
        if known.peek().is_some_and(|span| span.start < token.end) {
            continue;
        }
        if written.len() > LONGEST || written.contains(BARRIER) || written.contains("://") {
            continue;
        }
        let finding = judged(view, token.clone(), &mut contexts);
        if let Some(finding) = finding {
            at = at.max(finding.span.end);
            found.push(finding);
        }
    }
}

/// The next run without white space, without the quotes and brackets around it.
fn next_token(text: &str, from: usize) -> Option<Range<usize>> {
    const AROUND: &str = "\"'`*()[]<>,;:.";
    let start = skip_while(text, from, |byte| byte.is_ascii_whitespace() || b"\"'`*([<>,;:)]".contains(&byte));
    let end = skip_while(text, start, |byte| !byte.is_ascii_whitespace());
    let written = text[start..end].trim_end_matches(|c: char| AROUND.contains(c));
    (start < text.len()).then(|| start..start + written.len().max(1).min(end - start))
}

fn judged(view: &View, token: Range<usize>, contexts: &mut Contexts) -> Option<Finding> {
    let text = view.text();
    if !text.is_char_boundary(token.end) {
        return None;
    }
    let written = &text[token.clone()];
    if code::may_begin(written)
        && let Some(span) = code::opening(view, token.clone(), contexts)
    {
        return Some(Finding { kind: SecretKind::Pin, span, reason: "looks like a code that opens something" });
    }
    // What a wrapped sentence gives away is judged where it is unwrapped.
    if base64::prose(written).is_some() {
        return None;
    }
    if key::may_be(written) && key::is_key(view, token.clone(), contexts) {
        return Some(Finding { kind: SecretKind::ApiKey, span: token, reason: opaque::REASON });
    }
    let look = look::weight(view, &token)?;
    password::is_password(view, token.clone(), look, contexts).then_some(Finding {
        kind: SecretKind::Password,
        span: token,
        reason: "looks like a password",
    })
}
