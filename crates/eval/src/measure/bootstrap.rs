//! Paired bootstrap: would one way of finding still be ahead of another with other questions of the same sort?

/// Draws of as many questions as there are.
const DRAWS: usize = 4_000;
/// Fixed, so that the same figures give the same intervals.
const SEED: u64 = 11;

/// By how much one is ahead of another, and the interval that holds 95 % of the draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Difference {
    /// Whether chance is a poor explanation: the interval leaves out zero.
    pub fn is_clear(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// Compares two results question by question. Both lists are in the order of the questions.
pub fn difference(one: &[f64], other: &[f64]) -> Difference {
    assert_eq!(one.len(), other.len(), "both must have answered the same questions");
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let count = differences.len();
    if count == 0 {
        return Difference { mean: 0.0, low: 0.0, high: 0.0 };
    }
    let mut chance = Chance(SEED);
    let mut means: Vec<f64> =
        (0..DRAWS).map(|_| (0..count).map(|_| differences[chance.below(count)]).sum::<f64>() / count as f64).collect();
    means.sort_by(f64::total_cmp);
    let mean = differences.iter().sum::<f64>() / count as f64;
    Difference { mean, low: quantile(&means, 0.025), high: quantile(&means, 0.975) }
}

/// The value below which a share of the sorted values lies, in between if need be.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

/// SplitMix64: small, and good enough to draw questions.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_in_between() {
        let values: Vec<f64> = (0..=40).map(f64::from).collect();
        assert_eq!(quantile(&values, 0.025), 1.0);
        assert_eq!(quantile(&[0.0, 1.0], 0.25), 0.25);
    }

    #[test]
    fn an_advantage_on_every_question_is_certain() {
        let ahead = difference(&[0.75; 50], &[0.5; 50]);
        assert_eq!(ahead, Difference { mean: 0.25, low: 0.25, high: 0.25 });
        assert!(ahead.is_clear());
    }

    #[test]
    fn the_interval_is_that_of_the_normal_approximation() {
        // 400 questions, half better by 1: mean 0.5, standard error 0.5 / 20 = 0.025, so 0.451 to 0.549.
        let one: Vec<f64> = (0..400).map(|at| f64::from(at % 2)).collect();
        let found = difference(&one, &[0.0; 400]);
        assert_eq!(found.mean, 0.5);
        assert!((found.low - 0.451).abs() < 0.006 && (found.high - 0.549).abs() < 0.006, "{found:?}");
    }

    #[test]
    fn a_few_questions_either_way_prove_nothing() {
        assert!(!difference(&[1.0, 0.0, 1.0, 0.0, 1.0], &[0.0, 1.0, 0.0, 1.0, 0.0]).is_clear());
        assert_eq!(difference(&[], &[]).mean, 0.0);
    }

    #[test]
    fn the_same_figures_give_the_same_interval() {
        let (one, other) = ([1.0, 0.0, 0.5, 0.25], [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(difference(&one, &other), difference(&one, &other));
    }
}
