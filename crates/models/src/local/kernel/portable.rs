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

/// Half a packed line: as many sums as most processors can hold in registers.
const HALF: usize = LINE / 2;

/// Multiplies rows of bytes by a matrix of bytes.
pub(super) fn multiply_bytes(rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], to: usize) {
    for half in 0..matrix.blocks * 2 {
        let lines = &matrix.lines[half / 2 * matrix.groups * LINE..][..matrix.groups * LINE];
        let first = half * HALF / GROUP;
        for (row, (scale, zero)) in rows.scales.iter().zip(rows.zeros).enumerate() {
            let input = &rows.bytes[row * rows.stride..][..matrix.groups * GROUP];
            let sums = products(lines, half % 2 * HALF, input);
            for (index, four) in sums.as_chunks::<GROUP>().0.iter().enumerate() {
                let exact = four.iter().sum::<i32>() - zero * matrix.sums[first + index];
                let scale = scale * matrix.scales[first + index];
                out[row * to + first + index] = exact as f32 * scale + matrix.bias[first + index];
            }
        }
    }
}

/// Adds up the products of each place in half a line, four of which belong to one output.
///
/// A sum for each place keeps lanes apart, which is what compilers turn into vector instructions.
fn products(lines: &[u8], offset: usize, input: &[u8]) -> [i32; HALF] {
    let mut sums = [0; HALF];
    for (line, four) in lines.as_chunks::<LINE>().0.iter().zip(input.as_chunks::<GROUP>().0) {
        let mut values = [0i16; HALF];
        for to in values.as_chunks_mut::<GROUP>().0 {
            *to = four.map(i16::from);
        }
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum += i32::from(i16::from(line[offset + index] as i8)) * i32::from(values[index]);
        }
    }
    sums
}
