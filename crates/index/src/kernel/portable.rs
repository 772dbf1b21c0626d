//! The path of every processor, and the floating-point code of all paths.

use super::{LINE, Line, ZERO};

/// Writes the product of the question with each row.
pub(super) fn products(question: &[Line], rows: &[Line], results: &mut [i32]) {
    for (row, result) in rows.chunks_exact(question.len().max(1)).zip(results) {
        *result = row.iter().zip(question).map(|(row, question)| product(row, question)).sum();
    }
}

fn product(row: &Line, question: &Line) -> i32 {
    row.0.iter().zip(&question.0).map(|(row, question)| i32::from(*row) * i32::from(question.cast_signed())).sum()
}

pub(super) fn exact_product(question: &[f32], high: &[Line], low: &[Line]) -> f32 {
    product_in_lanes(question, high, low)
}

const LANES: usize = 16;

/// Multiplies and adds in sixteen lanes, then adds lanes i and i + 8, i and i + 4, i and i + 2, and the last two. No
/// instruction that rounds once where two would round twice is ever made of this, so all paths give the same bits.
#[inline(always)]
pub(super) fn product_in_lanes(question: &[f32], high: &[Line], low: &[Line]) -> f32 {
    let mut lanes = [0f32; LANES];
    for ((question, high), low) in question.as_chunks::<LINE>().0.iter().zip(high).zip(low) {
        let parts = question.as_chunks::<LANES>().0.iter();
        let bytes = high.0.as_chunks::<LANES>().0.iter().zip(low.0.as_chunks::<LANES>().0);
        for (question, (high, low)) in parts.zip(bytes) {
            for lane in 0..LANES {
                lanes[lane] += question[lane] * whole(high[lane], low[lane]);
            }
        }
    }
    for width in [8, 4, 2, 1] {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
    }
    lanes[0]
}

/// The number that two bytes are of.
#[inline(always)]
fn whole(high: u8, low: u8) -> f32 {
    const OFFSET: i32 = ZERO as i32 * 256 + ZERO as i32;
    (i32::from(high) * 256 + i32::from(low) - OFFSET) as f32
}
