//! The path of every processor.

use super::{LANES, LINE, Line, OFFSET, Terms, shared, shared_kernels};

/// Writes the product of the question with each row.
pub(super) fn products(question: &[Line], rows: &[Line], results: &mut [i32]) {
    for (row, result) in rows.chunks_exact(question.len().max(1)).zip(results) {
        *result = row.iter().zip(question).map(|(row, question)| product(row, question)).sum();
    }
}

fn product(row: &Line, question: &Line) -> i32 {
    row.0.iter().zip(&question.0).map(|(row, question)| i32::from(*row) * i32::from(question.cast_signed())).sum()
}

/// Multiplies and adds in sixteen lanes, then adds lanes i and i + 8, i and i + 4, i and i + 2, and the last two. All
/// paths keep to this order and round after each step, so that all give the same bits.
pub(super) fn exact_product(question: &[f32], high: &[Line], low: &[Line]) -> f32 {
    let mut lanes = [0f32; LANES];
    for ((question, high), low) in question.as_chunks::<LINE>().0.iter().zip(high).zip(low) {
        for place in 0..LINE {
            let number = i32::from(high.0[place]) * 256 + i32::from(low.0[place]) - OFFSET;
            lanes[place % LANES] += question[place] * number as f32;
        }
    }
    for width in [8, 4, 2, 1] {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
    }
    lanes[0]
}

pub(super) fn scores(products: &[i32; LINE], scales: &[f32; LINE], terms: &Terms, scores: &mut [f32; LINE]) -> u64 {
    let mut above = 0;
    for row in 0..LINE {
        let score = (products[row] - terms.excess) as f32 * (terms.scale * scales[row]);
        scores[row] = if terms.chosen >> row & 1 == 1 { score } else { f32::NEG_INFINITY };
        above |= u64::from(scores[row] > terms.bar) << row;
    }
    above
}

shared_kernels!();
