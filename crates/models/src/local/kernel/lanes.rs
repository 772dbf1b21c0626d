//! Sixteen numbers side by side: the one width every floating-point kernel is written in.
//!
//! Each processor has its own way to hold them (one register, two, or an array); what is computed is the same to the
//! last bit, because every operation is a plain IEEE one on each lane and sums are taken in one fixed tree.

/// How many numbers stand side by side.
pub(in crate::local) const LANES: usize = 16;

/// Sixteen numbers.
///
/// An implementation may only be named by the kernels of a path whose instructions were found on this processor.
pub(super) trait Lanes: Copy {
    fn splat(value: f32) -> Self;
    fn load(from: &[f32; LANES]) -> Self;
    fn store(self, to: &mut [f32; LANES]);
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// The smaller one; `other` where either is not a number.
    fn min(self, other: Self) -> Self;
    /// The larger one; `other` where either is not a number.
    fn max(self, other: Self) -> Self;
    /// Returns 2ⁿ, where `self` is [`ROUNDER`] + n for a whole n between -126 and 127.
    fn power_of_two(self) -> Self;
    /// Returns whole numbers between 0 and 255 as bytes.
    fn to_bytes(self) -> [u8; LANES];
    /// Adds all lanes: i and i + 8, then i and i + 4, then i and i + 2, then the last two.
    fn sum(self) -> f32;
    /// Returns the least of all lanes.
    fn least(self) -> f32;
    /// Returns the greatest of all lanes.
    fn greatest(self) -> f32;
}

/// Added to a number below 2²² it leaves no room for a fraction: what remains is rounded to even, and its lowest bits
/// are the whole number.
pub(super) const ROUNDER: f32 = 12_582_912.0;

/// Rounds to a whole number, ties to even. For numbers below 2²².
#[inline(always)]
pub(super) fn round<L: Lanes>(value: L) -> L {
    value.add(L::splat(ROUNDER)).sub(L::splat(ROUNDER))
}

/// Evaluates a polynomial, lowest coefficient first.
#[inline(always)]
pub(super) fn polynomial<L: Lanes, const N: usize>(coefficients: &[f32; N], at: L) -> L {
    let mut value = L::splat(coefficients[N - 1]);
    let mut index = N - 1;
    while index > 0 {
        index -= 1;
        value = value.mul(at).add(L::splat(coefficients[index]));
    }
    value
}

/// 2ᶠ for f in -½ ..= ½, within 2e-9 before rounding (least greatest relative error, degree 6).
const POWER: [f32; 7] =
    [1.0, std::f32::consts::LN_2, 0.24022646, 0.055503286, 0.009618489, 0.0013399931, 0.00015345811];

/// eˣ for x ≤ 0. Below -87 it stays at e⁻⁸⁷, which is as good as nothing.
#[inline(always)]
pub(super) fn exp<L: Lanes>(x: L) -> L {
    let x = x.max(L::splat(-87.0));
    let scaled = x.mul(L::splat(std::f32::consts::LOG2_E));
    let shifted = scaled.add(L::splat(ROUNDER));
    let fraction = scaled.sub(shifted.sub(L::splat(ROUNDER)));
    polynomial(&POWER, fraction).mul(shifted.power_of_two())
}

/// (Φ(x) - ½) / x as a polynomial in 2x²/25 - 1, for |x| ≤ 5, where Φ is the normal distribution.
const NORMAL: [f32; 13] = [
    0.14136378,
    -0.07029665,
    0.05152142,
    -0.04043295,
    0.03142623,
    -0.02333673,
    0.016497657,
    -0.010973232,
    0.0061654295,
    -0.0029156734,
    0.0020018613,
    -0.0015141536,
    0.00049296906,
];

/// x Φ(x), the gelu of BERT, within 2e-6.
#[inline(always)]
pub(super) fn gelu<L: Lanes>(x: L) -> L {
    let inside = x.max(L::splat(-5.0)).min(L::splat(5.0));
    let at = inside.mul(inside).mul(L::splat(2.0 / 25.0)).sub(L::splat(1.0));
    let share = inside.mul(polynomial(&NORMAL, at)).add(L::splat(0.5));
    x.mul(share.max(L::splat(0.0)).min(L::splat(1.0)))
}
