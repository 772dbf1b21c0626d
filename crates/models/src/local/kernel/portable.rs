//! The path every processor can take: plain code over arrays, which the compiler makes the best of.

use super::lanes::{LANES, Lanes};
use super::{
    AttentionRoom, ByteMatrix, ByteRows, FloatMatrix, GROUP, Heads, LINE, Norm, attention, float, float_kernels,
};

/// Sixteen numbers in an array.
#[derive(Clone, Copy)]
pub(super) struct Array([f32; LANES]);

/// Applies an operation to each pair of lanes.
macro_rules! lanewise {
    ($one:expr, $other:expr, $operation:expr) => {{
        let mut lanes = [0.0; LANES];
        for (index, lane) in lanes.iter_mut().enumerate() {
            *lane = $operation($one.0[index], $other.0[index]);
        }
        Array(lanes)
    }};
}

/// Folds sixteen lanes in the order of [`Lanes::sum`].
#[inline(always)]
fn fold(mut lanes: [f32; LANES], operation: impl Fn(f32, f32) -> f32) -> f32 {
    for half in [8, 4, 2, 1] {
        for index in 0..half {
            lanes[index] = operation(lanes[index], lanes[index + half]);
        }
    }
    lanes[0]
}

// Written as the processors do it: the second one wins where either is not a number.
#[inline(always)]
fn smaller(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

#[inline(always)]
fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

impl Lanes for Array {
    #[inline(always)]
    fn splat(value: f32) -> Array {
        Array([value; LANES])
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Array {
        Array(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        *to = self.0;
    }

    #[inline(always)]
    fn add(self, other: Array) -> Array {
        lanewise!(self, other, |one: f32, other: f32| one + other)
    }

    #[inline(always)]
    fn sub(self, other: Array) -> Array {
        lanewise!(self, other, |one: f32, other: f32| one - other)
    }

    #[inline(always)]
    fn mul(self, other: Array) -> Array {
        lanewise!(self, other, |one: f32, other: f32| one * other)
    }

    #[inline(always)]
    fn min(self, other: Array) -> Array {
        lanewise!(self, other, smaller)
    }

    #[inline(always)]
    fn max(self, other: Array) -> Array {
        lanewise!(self, other, larger)
    }

    #[inline(always)]
    fn power_of_two(self) -> Array {
        Array(self.0.map(|lane| f32::from_bits((lane.to_bits() << 23).wrapping_add(1.0f32.to_bits()))))
    }

    #[inline(always)]
    fn to_bytes(self) -> [u8; LANES] {
        self.0.map(|lane| lane as u8)
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        fold(self.0, |one, other| one + other)
    }

    #[inline(always)]
    fn least(self) -> f32 {
        fold(self.0, smaller)
    }

    #[inline(always)]
    fn greatest(self) -> f32 {
        fold(self.0, larger)
    }
}

float_kernels!(Array, queries: 4);

/// Multiplies rows of bytes by a matrix of bytes.
///
/// Both are spread out as sixteen-bit numbers first, a row of weights after the other: sums of products of such rows are
/// what every compiler has instructions for.
pub(super) fn multiply_bytes(rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], to: usize) {
    let width = matrix.groups * GROUP;
    let spread = |row: &[u8]| row[..width].iter().map(|byte| i16::from(*byte)).collect::<Vec<_>>();
    let inputs: Vec<Vec<i16>> = rows.bytes.chunks(rows.stride).take(rows.scales.len()).map(spread).collect();
    let mut weights = vec![0; LANES * width];
    for (block, lines) in matrix.lines.chunks_exact(matrix.groups * LINE).enumerate() {
        for (group, line) in lines.as_chunks::<LINE>().0.iter().enumerate() {
            for (lane, four) in line.as_chunks::<GROUP>().0.iter().enumerate() {
                weights[lane * width + group * GROUP..][..GROUP]
                    .copy_from_slice(&four.map(|byte| i16::from(byte as i8)));
            }
        }
        for (row, input) in inputs.iter().enumerate() {
            let (scale, zero) = (rows.scales[row], rows.zeros[row]);
            for (lane, weights) in weights.chunks_exact(width).enumerate() {
                let output = block * LANES + lane;
                let exact = sum_of_products(input, weights) - zero * matrix.sums[output];
                out[row * to + output] = exact as f32 * (scale * matrix.scales[output]) + matrix.bias[output];
            }
        }
    }
}

fn sum_of_products(one: &[i16], other: &[i16]) -> i32 {
    one.iter().zip(other).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum()
}
