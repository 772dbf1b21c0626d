//! Finds the clauses that are about health, finance or religion.

use std::ops::Range;

use super::table::{self, SENSITIVE, SENSITIVE_FLOOR};
use crate::lexicon::Tokens;

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
    let mut clauses: Vec<SensitiveClause> = Vec::new();
    for evidence in table::evidence(&tokens) {
        if !SENSITIVE.contains(&evidence.domain) || evidence.weight < SENSITIVE_FLOOR {
            continue;
        }
        let mut reach: Option<Range<usize>> = None;
        for at in evidence.at {
            let words = tokens.span(at.clone());
            let clause = whole_clause(&tokens, at);
            match clauses.last_mut() {
                Some(last)
                    if reach
                        .as_ref()
                        .is_some_and(|reach| clause.start <= reach.end) =>
                {
                    let joined = reach.as_ref().map_or(clause.start, |reach| reach.start)
                        ..clause.end.max(reach.as_ref().map_or(0, |reach| reach.end));
                    last.span = tokens.span(joined.clone());
                    last.words.push(words);
                    reach = Some(joined);
                }
                _ => {
                    clauses.push(SensitiveClause {
                        domain: evidence.domain,
                        span: tokens.span(clause.clone()),
                        words: vec![words],
                    });
                    reach = Some(clause);
                }
            }
        }
    }
    clauses.sort_by_key(|clause| clause.span.start);
    clauses
}

/// Returns the tokens of the clause or clauses that `at` is in, with the fragments that lean on them.
fn whole_clause(tokens: &Tokens, at: Range<usize>) -> Range<usize> {
    let (first, last) = tokens.list[at.start].sentence;
    let (first, last) = (first as usize, last as usize);
    let start = (first..=at.start)
        .rev()
        .find(|&at| tokens.list[at].opens)
        .unwrap_or(first);
    let end = (at.end..last)
        .find(|&at| tokens.list[at].opens && !tokens.list[at].leans)
        .unwrap_or(last);
    start..end
}
