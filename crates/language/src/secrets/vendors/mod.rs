//! Is this an API key that its vendor marks with a prefix?
//!
//! One line of a table for each kind of key; the matcher below is the same for all. Lengths are minimums and on the
//! short side, because a key that was cut off still opens doors once somebody guesses the rest.

mod table;

use std::ops::Range;

use super::placeholder::is_placeholder;
use super::shape::{Shape, is_wordy};
use super::view::View;
use super::{Finding, SecretKind};

pub(super) use table::VENDORS;

/// A kind of key that is known by how it begins.
pub(super) struct Vendor {
    pub(super) prefix: &'static str,
    pub(super) alphabet: Alphabet,
    /// How many characters of the alphabet have to follow the prefix.
    pub(super) at_least: usize,
    pub(super) kind: SecretKind,
    /// What to tell the person: "looks like an OpenAI API key".
    pub(super) reason: &'static str,
}

/// The characters a vendor makes keys of.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Alphabet {
    Hex,
    /// Capitals and digits.
    Capitals,
    Alphanumeric,
    /// Letters, digits, hyphen and underscore.
    Word,
    /// The same and dots, for keys of several parts.
    Dotted,
    /// The same and the signs of base 64.
    Base64,
    /// Letters and digits without look-alikes.
    Base58,
}

impl Alphabet {
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_hexdigit(),

            Self::Capitals | Self::Alphanumeric => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || b"-_".contains(&byte),
            Self::Dotted => byte.is_ascii_alphanumeric() || b"-_.".contains(&byte),
            Self::Base64 => byte.is_ascii_alphanumeric() || b"-_.+/=~%".contains(&byte),
            Self::Base58 => byte.is_ascii_alphanumeric() && !b"0OIl".contains(&byte),
        }
    }
}

/// Longer than any key; a run beyond it is data.
const LONGEST: usize = 1_200;

/// Reads the key of `vendor` whose prefix was seen at `prefix` in the view.
pub(super) fn key_at(view: &View, prefix: Range<usize>, vendor: &Vendor) -> Option<Finding> {
    let text = view.text();
    if !begins_a_token(text, prefix.start, vendor.prefix) {
        return None;
    }
    let body_end = text[prefix.end..]
        .bytes()
        .take(LONGEST)
        .position(|byte| !vendor.alphabet.has(byte))
        .map_or_else(|| text.len().min(prefix.end + LONGEST), |length| prefix.end + length);
    let body = text.get(prefix.end..body_end)?.trim_end_matches(['.', '-', '%', '/']);
    let end = prefix.end + body.len();
    let ends_cleanly = text[end..].bytes().next().is_none_or(|next| !next.is_ascii_alphanumeric() || !next.is_ascii());
    // Without a sign in it, a prefix is told from the start of a word only by its case.
    let is_spelled = &text[prefix.clone()] == vendor.prefix || vendor.prefix.contains(['-', '_', '.']);
    let is_key = is_spelled
        && body.len() >= vendor.at_least
        && body.len() < LONGEST
        && ends_cleanly
        && !is_placeholder(body)
        && is_convincing(body, vendor);
    is_key.then_some(Finding { kind: vendor.kind, span: prefix.start..end, reason: vendor.reason })
}

/// A prefix in the middle of a word is a coincidence: `task-…` is not `sk-…`.
fn begins_a_token(text: &str, start: usize, prefix: &str) -> bool {
    if prefix.starts_with(|c: char| !c.is_ascii_alphanumeric()) {
        return true;
    }
    match text[..start].chars().next_back() {
        None => true,
        Some('-') => false,
        Some('_') => prefix.len() >= 4,
        Some(before) => !before.is_ascii_alphanumeric(),
    }
}

fn is_convincing(body: &str, vendor: &Vendor) -> bool {
    /// A prefix this long is no accident, so a long body may even contain words.
    const DISTINCT: usize = 6;
    let shape = Shape::of(body);
    let varied = {
        let mut bytes = body.as_bytes().to_vec();
        bytes.sort_unstable();
        bytes.dedup();
        bytes.len() >= 6
    };
    let made_up = vendor.prefix.len() >= DISTINCT && body.len() >= 20 && shape.digits >= 2;
    match vendor.alphabet {
        Alphabet::Hex => varied,
        Alphabet::Capitals => varied && shape.digits > 0 && shape.lower == 0,
        _ if made_up => varied,
        _ => varied && !is_wordy(body) && (shape.digits > 0 || shape.upper > 0 && shape.lower > 0),
    }
}
