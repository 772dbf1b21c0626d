//! Weighs what the word lists find.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::sensitive::is_aside;
use super::{Detected, UserDomain};
use crate::lexicon::{Hit, Lexicon, Tokens};

/// The domains nothing may be kept of until the person turns them on.
pub(super) fn is_sensitive(domain: &str) -> bool {
    matches!(domain, "health" | "finance" | "religion")
}

/// What one sentence must weigh to be about a sensitive domain.
///
/// A hair under one, so that .6 and .4 are enough however they are rounded.
pub(super) const SENSITIVE_FLOOR: f32 = 0.99;

/// What a sensitive claim counts for against the words around it: "my son has asthma" is about asthma first. Where it is
/// only the reason for something ("aisle seat since the operation") it comes after what it is the reason for.
const CLAIM: f32 = 2.0;

/// What weighs less than this counts only together with other faint signs.
const FAINT: f32 = 0.6;

/// The sections of `distance.txt`: a sentence about the world at large, with nobody close in it, is not sensitive.
const AT_LARGE: &str = "at large";
const CLOSE: &str = "close";

const FILES: [&str; 15] = [
    include_str!("words/classes.txt"),
    include_str!("words/distance.txt"),
    include_str!("words/health.txt"),
    include_str!("words/finance.txt"),
    include_str!("words/religion.txt"),
    include_str!("words/world.txt"),
    include_str!("words/schedule.txt"),
    include_str!("words/food.txt"),
    include_str!("words/shopping.txt"),
    include_str!("words/communication.txt"),
    include_str!("words/travel.txt"),
    include_str!("words/work.txt"),
    include_str!("words/personal.txt"),
    include_str!("words/relationships.txt"),
    include_str!("words/general.txt"),
];

const TERMS: [&str; 3] = [
    include_str!("words/terms/health.txt"),
    include_str!("words/terms/finance.txt"),
    include_str!("words/terms/religion.txt"),
];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| TERMS.into_iter().fold(Lexicon::read(&FILES), Lexicon::and_terms));

/// What speaks for one domain in one sentence.
#[derive(Debug)]
pub(super) struct Evidence {
    pub(super) domain: &'static str,
    pub(super) weight: f32,
    /// The tokens that speak, in order.
    pub(super) at: Vec<Range<usize>>,
}

/// Returns what speaks for each domain, sentence by sentence.
pub(super) fn evidence(tokens: &Tokens) -> Vec<Evidence> {
    let mut hits = WORDS.find(tokens);
    // A phrase yields to a weightier or longer one of its domain that covers the same words.
    let sentence = |hit: &Hit| tokens.list[hit.at.start].sentence.0;
    hits.sort_by(|a, b| {
        (sentence(a), a.section)
            .cmp(&(sentence(b), b.section))
            .then(b.weight.total_cmp(&a.weight))
            .then(b.at.len().cmp(&a.at.len()))
    });
    let mut found = Vec::new();
    for said in hits.chunk_by(|a, b| sentence(a) == sentence(b)) {
        let has = |name: &str| said.iter().any(|hit| WORDS.sections[hit.section].name == name);
        let at_large = has(AT_LARGE) && !has(CLOSE);
        for of_domain in said.chunk_by(|a, b| a.section == b.section) {
            let domain = WORDS.sections[of_domain[0].section].name;
            if matches!(domain, AT_LARGE | CLOSE) || (at_large && is_sensitive(domain)) {
                continue;
            }
            found.push(weigh(domain, of_domain));
        }
    }
    found
}

/// Adds up the phrases of one domain in one sentence, the weightiest first.
fn weigh(domain: &'static str, hits: &[Hit]) -> Evidence {
    let mut evidence = Evidence { domain, weight: 0.0, at: Vec::new() };
    // Beside a phrase that is enough alone, a faint one elsewhere in the sentence says nothing.
    let enough = hits.iter().any(|hit| hit.weight >= SENSITIVE_FLOOR);
    let mut covered = HashSet::new();
    let mut counted = HashSet::new();
    for hit in hits {
        let is_faint = enough && hit.weight < FAINT;
        if is_faint || hit.at.clone().any(|at| covered.contains(&at)) {
            continue;
        }
        covered.extend(hit.at.clone());
        // Said twice is not twice as true.
        if counted.insert(hit.phrase) {
            evidence.weight += hit.weight;
        }
        evidence.at.push(hit.at.clone());
    }
    evidence.at.sort_by_key(|at| at.start);
    evidence
}

/// Returns the seeded domains that speak from a text, in the order of the table.
pub(super) fn seeded_domains(tokens: &Tokens) -> Vec<Detected> {
    let mut found: Vec<Detected> = Vec::new();
    for evidence in evidence(tokens) {
        let mut weight = evidence.weight;
        if is_sensitive(evidence.domain) {
            if weight < SENSITIVE_FLOOR {
                continue;
            }
            if evidence.at.iter().any(|at| !is_aside(tokens, at.clone())) {
                weight *= CLAIM;
            }
        }
        let words = evidence.at.into_iter().map(|at| tokens.span(at));
        match found.iter_mut().find(|detected| detected.domain == evidence.domain) {
            Some(detected) => {
                detected.score += weight;
                detected.words.extend(words);
            }
            None => found.push(Detected { domain: evidence.domain.to_owned(), score: weight, words: words.collect() }),
        }
    }
    found.sort_by_key(|detected| WORDS.sections.iter().position(|section| section.name == detected.domain));
    found
}

/// Returns the person's own domains whose keywords are in a text.
pub(super) fn own_domains(tokens: &Tokens, domains: &[UserDomain]) -> Vec<Detected> {
    let own = domains.iter().map(|domain| {
        let mut words: Vec<Range<usize>> =
            domain.keywords.iter().flat_map(|keyword| find_keyword(tokens, keyword)).collect();
        words.sort_by_key(|range| (range.start, range.end));
        Detected { domain: domain.name.clone(), score: words.len() as f32, words }
    });
    own.filter(|detected| detected.score > 0.0).collect()
}

fn find_keyword(tokens: &Tokens, keyword: &str) -> Vec<Range<usize>> {
    let (keyword, any_ending) = match keyword.strip_suffix('*') {
        Some(stem) => (stem, true),
        None => (keyword, false),
    };
    let wanted = Tokens::of(keyword);
    let count = wanted.list.len();
    if count == 0 {
        return Vec::new();
    }
    let matches = |&start: &usize| {
        (0..count).all(|at| {
            let (have, want) = (tokens.word(start + at), wanted.word(at));
            have == want || (any_ending && at + 1 == count && have.starts_with(want))
        })
    };
    (0..(tokens.list.len() + 1).saturating_sub(count))
        .filter(matches)
        .map(|start| tokens.span(start..start + count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{misread, misread_terms};

    #[test]
    fn the_word_lists_are_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
    }

    #[test]
    fn the_terms_are_sorted_and_written_as_they_are_matched() {
        for list in TERMS {
            assert_eq!(misread_terms(list), [""; 0]);
        }
    }
}
