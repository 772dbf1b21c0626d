//! Whether what was extracted is what was written down.

use std::collections::BTreeSet;

use crate::measure::stems;

/// Two texts say the same by their words when the F1 of their telling stems is at least this.
pub const LEXICAL: f64 = 0.5;

/// How alike every claim of a unit is to every fact of it: `[claim][fact]`.
pub type Likeness = Vec<Vec<f64>>;

/// What was counted over units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    pub claims: usize,
    pub facts: usize,
    pub matched: usize,
    /// Units with a claim, with a fact, with both.
    pub units: [usize; 3],
}

impl Tally {
    pub fn precision(&self) -> f64 {
        share(self.matched, self.claims)
    }

    pub fn recall(&self) -> f64 {
        share(self.matched, self.facts)
    }

    pub fn f1(&self) -> f64 {
        harmonic(self.precision(), self.recall())
    }

    pub fn per_fact(&self) -> f64 {
        share(self.claims, self.facts)
    }

    pub fn unit_precision(&self) -> f64 {
        share(self.units[2], self.units[0])
    }

    pub fn unit_recall(&self) -> f64 {
        share(self.units[2], self.units[1])
    }

    /// Adds a unit.
    pub fn add(&mut self, claims: usize, facts: usize, matched: usize) {
        self.claims += claims;
        self.facts += facts;
        self.matched += matched;
        let holds = [claims > 0, facts > 0, claims > 0 && facts > 0];
        self.units.iter_mut().zip(holds).for_each(|(count, holds)| *count += usize::from(holds));
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn harmonic(one: f64, other: f64) -> f64 {
    if one + other == 0.0 { 0.0 } else { 2.0 * one * other / (one + other) }
}

/// Matches claims with facts, the most alike first, each at most once; returns (claim, fact) pairs.
pub fn greedy(likeness: &Likeness, threshold: f64) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (claim, row) in likeness.iter().enumerate() {
        pairs.extend(
            row.iter().enumerate().filter(|(_, like)| **like >= threshold).map(|(fact, like)| (*like, claim, fact)),
        );
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let (mut claims, mut facts) = (BTreeSet::new(), BTreeSet::new());
    let mut matched = Vec::new();
    for (_, claim, fact) in pairs {
        if !claims.contains(&claim) && !facts.contains(&fact) {
            claims.insert(claim);
            facts.insert(fact);
            matched.push((claim, fact));
        }
    }
    matched
}

/// The F1 of the telling stems of two texts.
pub fn stem_f1(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let common = one.intersection(other).count();
    harmonic(share(common, one.len()), share(common, other.len()))
}

/// The telling stems of a text.
pub fn telling(text: &str) -> BTreeSet<String> {
    stems(text).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_alike_are_matched_first_and_once() {
        let likeness = vec![vec![0.9, 0.95], vec![0.8, 0.94], vec![0.1, 0.2]];
        assert_eq!(greedy(&likeness, 0.6), [(0, 1), (1, 0)]);
        assert_eq!(greedy(&likeness, 0.85), [(0, 1)]);
    }

    #[test]
    fn stems_are_compared_without_common_words() {
        assert_eq!(stem_f1(&telling("I have two dogs"), &telling("I own two dogs")), 0.8);
        assert_eq!(stem_f1(&telling("I"), &telling("me")), 0.0);
    }

    #[test]
    fn figures_follow_from_the_counts() {
        let mut tally = Tally::default();
        tally.add(2, 1, 1);
        tally.add(0, 1, 0);
        assert_eq!((tally.precision(), tally.recall(), tally.f1(), tally.per_fact()), (0.5, 0.5, 0.5, 1.0));
        assert_eq!((tally.unit_precision(), tally.unit_recall()), (1.0, 0.5));
    }
}
