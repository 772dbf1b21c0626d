//! Tokens that are another text in base 64 or hexadecimal.

use std::ops::Range;

use super::super::base64;
use super::super::shape::is_hex;
use super::super::view::View;

/// Shorter tokens cannot hold a secret worth wrapping.
const SHORTEST: usize = 16;
/// Longer ones are files.
const LONGEST: usize = 20_000;

/// The tokens of the view that decode to text, and that text.
pub(in super::super) fn tokens<'v>(view: &'v View) -> impl Iterator<Item = (Range<usize>, String)> + 'v {
    let text = view.text();
    let belongs = |c: char| c.is_ascii_alphanumeric() || "+/=_-".contains(c);
    text.split(move |c| !belongs(c)).filter(|token| (SHORTEST..LONGEST).contains(&token.len())).filter_map(
        move |token| {
            let start = token.as_ptr() as usize - text.as_ptr() as usize;
            // `key=dGhl…`: what stands before the sign is a name.
            let body = token.trim_end_matches('=').rsplit('=').next()?;
            let offset = token.trim_end_matches('=').len() - body.len();
            let decoded = decoded(&token[offset..])?;
            Some((start + offset..start + token.len(), decoded))
        },
    )
}

fn decoded(token: &str) -> Option<String> {
    let bytes = if is_hex(token) { base64::decode_hex(token)? } else { base64::decode(token)? };
    let text = String::from_utf8(bytes).ok()?;
    let is_text = text.len() >= 8 && text.chars().all(|c| !c.is_control() || c == '\n' || c == '\t' || c == '\r');
    is_text.then_some(text)
}
