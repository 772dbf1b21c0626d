//! Scores over the units of a collection: bringing them to one scale, letting neighbours help, and judging an order.

/// Moves scores to 0..1. Scores that are all the same say nothing and become 0.
pub fn minmax(scores: &[f64]) -> Vec<f64> {
    let low = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let high = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = (high - low).max(1e-9);
    scores.iter().map(|score| (score - low) / range).collect()
}

/// Adds to each score a share of the better of its two neighbours, within what belongs together.
///
/// `follows[i]` says whether `i` continues what `i - 1` belongs to. A neighbour that is not there counts as 0.
pub fn with_neighbours(scores: &[f64], follows: &[bool], share: f64) -> Vec<f64> {
    let neighbour = |at: usize, joined: bool| if joined { scores[at] } else { 0.0 };
    let helped = scores.iter().enumerate().map(|(at, score)| {
        let before = if at > 0 { neighbour(at - 1, follows[at]) } else { 0.0 };
        let after = if at + 1 < scores.len() { neighbour(at + 1, follows[at + 1]) } else { 0.0 };
        score + share * before.max(after)
    });
    helped.collect()
}

/// Returns the places of the best scores, best first; of equal ones the earlier place comes first.
pub fn best(scores: &[f64], count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..scores.len()).collect();
    places.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    places.truncate(count);
    places
}

/// Returns the share of what was looked for that is among the first `count` of an order.
pub fn recall(order: &[usize], gold: &[usize], count: usize) -> f64 {
    let first = &order[..count.min(order.len())];
    gold.iter().filter(|place| first.contains(place)).count() as f64 / gold.len() as f64
}

/// The mean, or nothing of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_becomes_nought_and_the_best_one() {
        assert_eq!(minmax(&[2.0, 4.0, 3.0]), [0.0, 1.0, 0.5]);
        assert_eq!(minmax(&[-1.0, -1.0]), [0.0, 0.0]);
        assert_eq!(minmax(&[]), [0.0; 0]);
    }

    #[test]
    fn a_unit_is_helped_by_its_better_neighbour_in_the_same_session() {
        // Two sessions: the first three belong together, then one, alone.
        let helped = with_neighbours(&[1.0, 0.0, 2.0, 4.0], &[false, true, true, false], 0.5);
        assert_eq!(helped, [1.0, 1.0, 2.0, 4.0]);
    }

    #[test]
    fn a_bad_neighbour_does_no_harm() {
        assert_eq!(with_neighbours(&[1.0, -4.0], &[false, true], 0.5), [1.0, -3.5]);
    }

    #[test]
    fn equal_scores_keep_their_order() {
        assert_eq!(best(&[1.0, 3.0, 3.0, 2.0], 3), [1, 2, 3]);
        assert_eq!(best(&[1.0], 10), [0]);
    }

    #[test]
    fn recall_is_the_share_found() {
        assert_eq!(recall(&[5, 2, 9, 1], &[1, 2], 3), 0.5);
        assert_eq!(recall(&[5, 2], &[2], 10), 1.0);
        assert_eq!(recall(&[5, 2], &[7], 10), 0.0);
    }

    #[test]
    fn nothing_has_no_mean() {
        assert_eq!(mean(&[1.0, 2.0]), Some(1.5));
        assert_eq!(mean(&[]), None);
    }
}
