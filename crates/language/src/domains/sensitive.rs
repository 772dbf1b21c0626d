//! Finds the clauses that are about health, finance or religion.

use std::ops::Range;

use super::UserDomain;
use super::table::{self, SENSITIVE_FLOOR, is_sensitive};
use crate::lexicon::{Opening, Tokens};

/// A clause that belongs to a sensitive domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SensitiveClause {
    /// `health`, `finance` or `religion`.
    pub domain: &'static str,
    /// The clause: what would have to go for nothing of it to stay.
    pub span: Range<usize>,
    /// What gave it away, in order.
    pub words: Vec<Range<usize>>,
}

/// Returns the clauses that belong to a sensitive domain, also where one is only the reason inside another claim.
///
/// Who it is about makes no difference ("my son has asthma"), nor does a "not" or a question mark: the words would be
/// kept all the same. Clauses are in order; two domains can share one.
pub fn sensitive(text: &str) -> Vec<SensitiveClause> {
    let tokens = Tokens::of(text);
    let mut clauses = Vec::new();
    for evidence in table::evidence(&tokens) {
        if !is_sensitive(evidence.domain) || evidence.weight < SENSITIVE_FLOOR {
            continue;
        }
        let mut runs: Vec<(Range<usize>, Vec<Range<usize>>)> = Vec::new();
        for at in evidence.at {
            let words = tokens.span(at.clone());
            let clause = clause_of(&tokens, at);
            match runs.last_mut() {
                Some((run, all)) if clause.start < run.end => {
                    run.end = run.end.max(clause.end);
                    all.push(words);
                }
                _ => runs.push((clause, vec![words])),
            }
        }
        let domain = evidence.domain;
        clauses.extend(runs.into_iter().map(|(run, words)| SensitiveClause { domain, span: tokens.span(run), words }));
    }
    clauses.sort_by_key(|clause| clause.span.start);
    clauses
}

/// Returns the clauses in which a word of one of the person's own domains stands, with the name of that domain, in order.
pub fn clauses_of(text: &str, domains: &[UserDomain]) -> Vec<(String, Range<usize>)> {
    let tokens = Tokens::of(text);
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    for detected in table::own_domains(&tokens, domains) {
        for words in detected.words {
            let at = tokens.list.iter().position(|token| token.end > words.start);
            let end = tokens.list.iter().rposition(|token| token.start < words.end);
            let (Some(at), Some(end)) = (at, end) else { continue };
            let span = tokens.span(clause_of(&tokens, at..end + 1));
            match found.last_mut() {
                Some((domain, last)) if *domain == detected.domain && span.start < last.end => {
                    last.end = last.end.max(span.end);
                }
                _ => found.push((detected.domain.clone(), span)),
            }
        }
    }
    found.sort_by_key(|(_, span)| span.start);
    found
}

/// Returns the tokens of the clause or clauses that `at` is in, with the fragments that lean on them.
fn clause_of(tokens: &Tokens, at: Range<usize>) -> Range<usize> {
    let (first, last) = tokens.list[at.start].sentence;
    let (first, last) = (first as usize, last as usize);
    let opens = |&at: &usize| tokens.list[at].opening != Opening::Nothing;
    let start = (first..=at.start).rev().find(opens).unwrap_or(first);
    let end = (at.end..last).find(|&at| tokens.list[at].stands()).unwrap_or(last);
    start..end
}

/// Tells whether the tokens `at` are said as a reason, a time or a condition for something else.
pub(super) fn is_aside(tokens: &Tokens, at: Range<usize>) -> bool {
    let clause = clause_of(tokens, at);
    tokens.list[clause.start].opening == Opening::Reason
}
