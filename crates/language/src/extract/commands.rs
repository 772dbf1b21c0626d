//! Explicit commands to remember and to forget, in the ten most spoken languages.

use super::claim::{Extracted, Message};
use super::extractor::Extractor;

/// Returns what the person asks to be kept or forgotten.
pub(super) fn find(_extractor: &Extractor, _message: &Message<'_>, _text: &str) -> Vec<Extracted> {
    Vec::new()
}
