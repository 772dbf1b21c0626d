//! Signed tokens of three segments.

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::view::View;
use super::super::{Finding, SecretKind};

/// The token whose header begins at `at`.
pub(super) fn token(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    if !text[at.clone()].starts_with("eyJ")
        || text[..at.start].bytes().next_back().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'.')
    {
        return None;
    }
    let length =
        text[at.start..].bytes().take(8_000).take_while(|b| b.is_ascii_alphanumeric() || b"-_.=".contains(b)).count();
    let token = text[at.start..at.start + length].trim_end_matches('.');
    let segments: Vec<&str> = token.split('.').collect();
    let signed = matches!(segments.as_slice(), [header, payload, signature, ..]
        if header.len() >= 10 && payload.len() >= 10 && (signature.len() >= 10 || payload.starts_with("eyJ")));
    let unsigned = matches!(segments.as_slice(), [header, payload] if header.len() >= 16 && payload.starts_with("eyJ") && payload.len() >= 16);
    // The settings of a Grafana key are one segment of JSON.
    let single = segments.len() == 1 && token.starts_with("eyJrIjoi") && token.len() >= 50;
    let is_token = (signed || unsigned || single) && !is_placeholder(token);
    is_token.then(|| Finding {
        kind: SecretKind::Token,
        span: at.start..at.start + token.len(),
        reason: "looks like a signed token (JWT)",
    })
}
