//! Tokens written backwards, or with their letters moved thirteen places.

use std::ops::Range;

use super::super::shape::looks_random;
use super::super::view::View;

/// Shorter tokens hold no key.
const SHORTEST: usize = 20;
const LONGEST: usize = 400;

/// The long random tokens of the view, each read from its end and with its letters moved back.
pub(in super::super) fn turned<'v>(view: &'v View) -> impl Iterator<Item = (Range<usize>, String)> + 'v {
    let text = view.text();
    text.split_ascii_whitespace()
        .filter(|token| (SHORTEST..LONGEST).contains(&token.len()) && token.is_ascii() && looks_random(token))
        .flat_map(move |token| {
            let start = token.as_ptr() as usize - text.as_ptr() as usize;
            let span = start..start + token.len();
            [(span.clone(), token.chars().rev().collect()), (span, token.chars().map(rotated).collect())]
        })
}

fn rotated(character: char) -> char {
    match character {
        'a'..='m' | 'A'..='M' => (character as u8 + 13) as char,
        'n'..='z' | 'N'..='Z' => (character as u8 - 13) as char,
        _ => character,
    }
}
