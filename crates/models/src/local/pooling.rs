//! From the tokens of a text to one vector, and from a vector to one of length one.
//!
//! Plain code in one order: a few hundred operations for each text need no instructions of their own.

use crate::local::header::Pooling;

/// Makes one vector of the rows of a text.
pub(super) fn pool(rows: &[f32], stride: usize, pooling: Pooling, out: &mut [f32]) {
    match pooling {
        Pooling::Cls => out.copy_from_slice(&rows[..stride]),
        Pooling::Mean => {
            out.fill(0.0);
            for row in rows.chunks_exact(stride) {
                for (total, value) in out.iter_mut().zip(row) {
                    *total += value;
                }
            }
            let tokens = (rows.len() / stride) as f32;
            for total in out {
                *total /= tokens;
            }
        }
    }
}

/// Brings a vector to length one.
///
/// A vector without a direction (all zeros, or what is left of numbers too large) becomes the vector of nothing: the
/// first axis. It is as good as any other, and always the same.
pub(super) fn to_unit(vector: &mut [f32]) {
    // In f64 no vector of these lengths over- or underflows.
    let square: f64 = vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum();
    let length = square.sqrt();
    if !length.is_finite() || length == 0.0 {
        vector.fill(0.0);
        vector[0] = 1.0;
        return;
    }
    for value in vector {
        *value = (f64::from(*value) / length) as f32;
    }
}

/// The hyperbolic tangent, by e⁻²ˣ in `f64` with operations that are the same everywhere.
pub(super) fn tanh(x: f32) -> f32 {
    let size = f64::from(x.abs().min(20.0));
    let decay = exp_of_minus(2.0 * size);
    (((1.0 - decay) / (1.0 + decay)) as f32).copysign(x)
}

/// e⁻ˣ for 0 ≤ x ≤ 40: a series for a small part of x, squared up again.
fn exp_of_minus(x: f64) -> f64 {
    let part = -x / 1024.0;
    let series = 1.0 + part * (1.0 + part / 2.0 * (1.0 + part / 3.0 * (1.0 + part / 4.0 * (1.0 + part / 5.0))));
    (0..10).fold(series, |value, _| value * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_a_direction_too() {
        for mut lost in [[0.0; 4], [f32::NAN; 4], [f32::INFINITY, 0.0, 0.0, 0.0]] {
            to_unit(&mut lost);
            assert_eq!(lost, [1.0, 0.0, 0.0, 0.0]);
        }
        let mut tiny = [0.0, -1e-40, 0.0];
        to_unit(&mut tiny);
        assert_eq!(tiny, [0.0, -1.0, 0.0]);
        let mut large = [3e38, -3e38];
        to_unit(&mut large);
        assert!((large[0] - 0.5f32.sqrt()).abs() < 1e-7);
    }

    #[test]
    fn tanh_is_the_tangent() {
        for step in -4000..4000 {
            let x = step as f32 / 150.0;
            assert!((tanh(x) - x.tanh()).abs() < 3e-7, "{x}");
        }
        assert_eq!(tanh(f32::INFINITY), 1.0);
        assert_eq!(tanh(-1e30), -1.0);
    }

    #[test]
    fn the_mean_and_the_first_are_pooled() {
        let rows = [1.0, 2.0, 3.0, 6.0];
        let mut out = [0.0; 2];
        pool(&rows, 2, Pooling::Mean, &mut out);
        assert_eq!(out, [2.0, 4.0]);
        pool(&rows, 2, Pooling::Cls, &mut out);
        assert_eq!(out, [1.0, 2.0]);
    }
}
