//! Spearman's correlation: do two lists put things in the same order?

/// Returns the correlation of ranks, from -1 to 1; equal values share the mean of their ranks.
pub fn spearman(one: &[f64], other: &[f64]) -> f64 {
    pearson(&ranks(one), &ranks(other))
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let same = order[start..].iter().take_while(|at| values[**at] == values[order[start]]).count();
        let shared = start as f64 + (same as f64 - 1.0) / 2.0;
        order[start..start + same].iter().for_each(|at| ranks[*at] = shared);
        start += same;
    }
    ranks
}

fn pearson(one: &[f64], other: &[f64]) -> f64 {
    let count = one.len() as f64;
    let (mean_one, mean_other) = (one.iter().sum::<f64>() / count, other.iter().sum::<f64>() / count);
    let (mut both, mut spread_one, mut spread_other) = (0.0, 0.0, 0.0);
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (a - mean_one, b - mean_other);
        both += a * b;
        spread_one += a * a;
        spread_other += b * b;
    }
    both / (spread_one * spread_other).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_rank() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
    }

    #[test]
    fn only_the_order_counts() {
        assert!((spearman(&[1.0, 2.0, 3.0], &[10.0, 11.0, 900.0]) - 1.0).abs() < 1e-12);
        assert!((spearman(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_exchange_among_four_is_told() {
        // Sum of squared rank differences 2: 1 - 6 * 2 / (4 * 15) = 0.8.
        assert!((spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 3.0, 2.0, 4.0]) - 0.8).abs() < 1e-12);
    }
}
