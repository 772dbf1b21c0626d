//! The floating-point kernels, written once over [`Lanes`] and compiled for each processor.
//!
//! Rows lie `stride` apart, a multiple of sixteen; what is beyond a row's own numbers is zero and stays zero. No
//! multiplication is fused with an addition, and every sum has one order.

use super::lanes::{LANES, Lanes, gelu, round};
use super::{FloatMatrix, Norm};

/// Replaces every number by its gelu.
#[inline(always)]
pub(super) fn gelu_all<L: Lanes>(values: &mut [f32]) {
    for chunk in values.as_chunks_mut::<LANES>().0 {
        gelu(L::load(chunk)).store(chunk);
    }
}

/// Adds `addend` to each row of `rows`, then brings the row to mean 0 and variance 1, scales and shifts it.
#[inline(always)]
pub(super) fn add_and_normalize<L: Lanes>(rows: &mut [f32], addend: &[f32], stride: usize, norm: &Norm) {
    let (weight, bias) = (norm.weight.as_chunks::<LANES>().0, norm.bias.as_chunks::<LANES>().0);
    let inverse_width = 1.0 / norm.width as f32;
    let mut inside = [1.0; LANES];
    if !norm.width.is_multiple_of(LANES) {
        inside[norm.width % LANES..].fill(0.0);
    }
    for (row, addend) in rows.chunks_exact_mut(stride).zip(addend.chunks_exact(stride)) {
        let (row, addend) = (row.as_chunks_mut::<LANES>().0, addend.as_chunks::<LANES>().0);
        let mut total = L::splat(0.0);
        for (chunk, addend) in row.iter_mut().zip(addend) {
            let sum = L::load(chunk).add(L::load(addend));
            sum.store(chunk);
            total = total.add(sum);
        }
        let mean = L::splat(total.sum() * inverse_width);
        let mut squares = L::splat(0.0);
        let last = row.len() - 1;
        for (index, chunk) in row.iter_mut().enumerate() {
            let mut apart = L::load(chunk).sub(mean);
            if index == last {
                apart = apart.mul(L::load(&inside));
            }
            apart.store(chunk);
            squares = squares.add(apart.mul(apart));
        }
        let scale = L::splat(1.0 / (squares.sum() * inverse_width + norm.eps).sqrt());
        for ((chunk, weight), bias) in row.iter_mut().zip(weight).zip(bias) {
            L::load(chunk).mul(scale).mul(L::load(weight)).add(L::load(bias)).store(chunk);
        }
    }
}

/// Rounds a row to bytes with one scale and one zero point; returns both.
#[inline(always)]
pub(super) fn quantize_row<L: Lanes>(row: &[f32], bytes: &mut [u8]) -> (f32, i32) {
    let row = row.as_chunks::<LANES>().0;
    let (mut low, mut high) = (L::splat(0.0), L::splat(0.0));
    for chunk in row {
        let values = L::load(chunk);
        low = values.min(low);
        high = values.max(high);
    }
    let (low, high) = (low.least(), high.greatest());
    let span = (high - low) / 255.0;
    // A row of nothing but zeros, or so near to it that the inverse would not be finite.
    let scale = if span >= f32::MIN_POSITIVE { span } else { 1.0 };
    let zero = (-low / scale).round_ties_even().clamp(0.0, 255.0);
    let (inverse, shift) = (L::splat(1.0 / scale), L::splat(zero));
    for (chunk, bytes) in row.iter().zip(bytes.as_chunks_mut::<LANES>().0) {
        // Bounded before rounding as well, so that no huge number reaches the trick of `round`.
        let whole = round(L::load(chunk).mul(inverse).max(L::splat(-255.0)).min(L::splat(255.0)));
        *bytes = whole.add(shift).max(L::splat(0.0)).min(L::splat(255.0)).to_bytes();
    }
    (scale, zero as i32)
}

/// How many tokens and outputs a step of [`multiply`] takes on at once.
const BLOCK: usize = 4;

/// Multiplies rows by a matrix of floating-point numbers. Used for comparison, not for speed.
#[inline(always)]
pub(super) fn multiply<L: Lanes>(rows: &[f32], stride: usize, matrix: &FloatMatrix<'_>, out: &mut [f32], to: usize) {
    let whole = matrix.inputs / LANES * LANES;
    let tail = |row: &[f32]| {
        let mut chunk = [0.0; LANES];
        chunk[..matrix.inputs - whole].copy_from_slice(&row[whole..matrix.inputs]);
        chunk
    };
    for first in (0..matrix.outputs).step_by(BLOCK) {
        let count = BLOCK.min(matrix.outputs - first);
        for (input, output) in rows.chunks(stride * BLOCK).zip(out.chunks_mut(to * BLOCK)) {
            let tokens = input.len() / stride;
            let mut totals = [[L::splat(0.0); BLOCK]; BLOCK];
            let weights: [&[f32]; BLOCK] = std::array::from_fn(|index| {
                let start = (first + index.min(count - 1)) * matrix.inputs;
                &matrix.weights[start..start + matrix.inputs]
            });
            let inputs: [&[f32]; BLOCK] = std::array::from_fn(|index| {
                let start = index.min(tokens - 1) * stride;
                &input[start..start + matrix.inputs]
            });
            for at in (0..whole).step_by(LANES) {
                for (totals, input) in totals.iter_mut().zip(inputs) {
                    let input = L::load(chunk_at(input, at));
                    for (total, weights) in totals.iter_mut().zip(weights) {
                        *total = total.add(input.mul(L::load(chunk_at(weights, at))));
                    }
                }
            }
            for (token, totals) in totals.iter_mut().enumerate().take(tokens) {
                for (index, total) in totals.iter_mut().enumerate().take(count) {
                    if whole < matrix.inputs {
                        *total = total.add(L::load(&tail(inputs[token])).mul(L::load(&tail(weights[index]))));
                    }
                    output[token * to + first + index] = total.sum() + matrix.bias[first + index];
                }
            }
        }
    }
    for row in out.chunks_exact_mut(to) {
        row[matrix.outputs..].fill(0.0);
    }
}

/// Sixteen numbers of a row.
#[inline(always)]
pub(super) fn chunk_at(row: &[f32], at: usize) -> &[f32; LANES] {
    row[at..].first_chunk().expect("rows are read in whole chunks")
}
