//! Does a secret that was found appear in the text a second time?
//!
//! "My password is hunter2 … so I typed hunter2": only the first has a label, but both have to go.

use aho_corasick::{AhoCorasick, MatchKind};

use super::reading::is_whole_word;
use super::{Finding, merged};

/// Shorter secrets are ordinary text anywhere else.
const SHORTEST: usize = 4;

/// Adds the other places where the found secrets stand word for word.
pub(super) fn with_repeats(text: &str, found: Vec<Finding>) -> Vec<Finding> {
    if found.is_empty() {
        return found;
    }
    let mut secrets: Vec<(&str, &Finding)> = found
        .iter()
        .map(|finding| (&text[finding.span.clone()], finding))
        .filter(|(secret, _)| secret.len() >= SHORTEST && secret.len() <= 2_000)
        .collect();
    secrets.sort_by_key(|(secret, _)| *secret);
    secrets.dedup_by_key(|(secret, _)| *secret);
    let patterns = secrets.iter().map(|(secret, _)| secret);
    let Ok(automaton) = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(patterns) else {
        return found;
    };
    let repeats: Vec<Finding> = automaton
        .find_iter(text)
        .filter(|hit| is_whole_word(text, &hit.range()))
        .map(|hit| Finding { span: hit.range(), ..secrets[hit.pattern().as_usize()].1.clone() })
        .collect();
    merged(found.iter().cloned().chain(repeats).collect())
}
