//! Tells which area of life a text belongs to.
//!
//! The word lists in `words/` speak for the seeded domains; a person's own domains bring their keywords. Every phrase
//! found adds its weight, once for each sentence, and the two domains with the most weight are named.
//!
//! Health, finance and religion are different: they are only named where [`sensitive()`] finds a clause about them, so
//! that what is asked about and what is kept out of the raw log are decided in one place.

mod sensitive;
mod table;

use std::ops::Range;

use crate::lexicon::Tokens;

pub use sensitive::{SensitiveClause, clauses_of, sensitive};

/// A domain that speaks from a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Detected {
    /// The domain's name.
    pub domain: String,
    /// How much speaks for it: 1 is one clear phrase.
    pub score: f32,
    /// What spoke for it, as byte ranges of the text, in order.
    pub words: Vec<Range<usize>>,
}

/// A domain the person made, and the words that speak for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDomain {
    /// The domain's name.
    pub name: String,
    /// Words or phrases, in any case; a trailing `*` stands for any ending.
    pub keywords: Vec<String>,
}

/// The least that names a domain.
const FLOOR: f32 = 0.5;

/// A second domain is named when it has at least this share of the first one's score.
const SECOND: f32 = 0.5;

/// Returns at most two domains, best first; none when nothing speaks for any (the caller uses `general`).
///
/// A sensitive domain with a clause of its own in the text is always one of the two, because a caller that looks no
/// further must still ask. On a tie the person's own domain comes first.
pub fn detect(text: &str, extra: &[UserDomain]) -> Vec<Detected> {
    let tokens = Tokens::of(text);
    let mut found = table::own_domains(&tokens, extra);
    found.extend(table::seeded_domains(&tokens));
    found.retain(|detected| detected.score >= FLOOR);
    // A stable sort: on a tie the person's own domains stay first, then those that need no leave.
    found.sort_by_key(|detected| table::is_sensitive(&detected.domain));
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    keep_two(found)
}

fn keep_two(mut found: Vec<Detected>) -> Vec<Detected> {
    let Some(best) = found.first().map(|detected| detected.score) else {
        return found;
    };
    let is_sensitive = |detected: &Detected| table::is_sensitive(&detected.domain);
    if let Some(at) = found.iter().skip(2).position(is_sensitive)
        && !found[..2].iter().any(is_sensitive)
    {
        found.swap(1, at + 2);
    }
    found.truncate(2);
    if found.get(1).is_some_and(|second| second.score < best * SECOND && !is_sensitive(second)) {
        found.truncate(1);
    }
    found
}
