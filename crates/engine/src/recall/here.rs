//! How much something is wanted where a question belongs: what the person called not relevant there comes later.

use cofio_domain::domains::Domain;
use cofio_domain::memory::Claim;

use crate::browse::Item;
use crate::reading;

/// What is not wanted keeps this much of its score: it is found, and found last.
const NOT_HERE: f64 = 0.3;

/// Returns what the score of something counts for. What nobody said anything about counts in full.
pub(super) fn here(item: &Item, question: &str, domains: &[Domain]) -> f64 {
    let Item::Memory(view) = item else { return 1.0 };
    if !Claim::is_unwanted_in(&view.claim.tags) {
        return 1.0;
    }
    let asked = reading::domain_of(question, domains);
    let unwanted = asked.is_some_and(|domain| view.claim.tags.contains(&Claim::not_for(&domain)));
    if unwanted { NOT_HERE } else { 1.0 }
}
