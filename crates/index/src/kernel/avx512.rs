//! The path of processors with AVX-512 and its instruction for products of bytes (VNNI).
//!
//! The instruction multiplies bytes without a sign by bytes with one, which is how rows and questions are kept.

use std::arch::x86_64::*;

use super::{LANES, LINE, Line, OFFSET, Terms, avx2, shared, shared_kernels};

/// Whether this processor has what this path needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni")
        && avx2::is_available()
}

/// How many rows are worked on at once: their sums are added up together.
const ROWS: usize = 4;

/// Writes the product of the question with each row.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2")]
pub(super) fn products(question: &[Line], rows: &[Line], results: &mut [i32]) {
    let width = question.len();
    if width == 0 {
        return results.fill(0);
    }
    let (fours, rest) = results.as_chunks_mut::<ROWS>();
    let (rows_of_fours, rows_of_rest) = rows.split_at(fours.len() * ROWS * width);
    for (rows, results) in rows_of_fours.chunks_exact(ROWS * width).zip(fours) {
        let (one, others) = rows.split_at(width);
        let (two, others) = others.split_at(width);
        let (three, four) = others.split_at(width);
        *results = products_of_four(question, [one, two, three, four]);
    }
    for (row, result) in rows_of_rest.chunks_exact(width).zip(rest) {
        *result = products_of_four(question, [row, row, row, row])[0];
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2")]
fn products_of_four(question: &[Line], rows: [&[Line]; ROWS]) -> [i32; ROWS] {
    let mut totals = [_mm512_setzero_si512(); ROWS];
    for (index, question) in question.iter().enumerate() {
        // SAFETY: a line is 64 bytes.
        let asked = unsafe { _mm512_loadu_si512(question.0.as_ptr().cast()) };
        for (total, row) in totals.iter_mut().zip(rows) {
            // SAFETY: as above.
            let bytes = unsafe { _mm512_loadu_si512(row[index].0.as_ptr().cast()) };
            *total = _mm512_dpbusd_epi32(*total, bytes, asked);
        }
    }
    let mut halves = [_mm256_setzero_si256(); ROWS];
    for (half, total) in halves.iter_mut().zip(totals) {
        *half = _mm256_add_epi32(_mm512_castsi512_si256(total), _mm512_extracti64x4_epi64::<1>(total));
    }
    avx2::sums_of_four(halves)
}

/// The product with both bytes of a row.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2")]
pub(super) fn exact_product(question: &[f32], high: &[Line], low: &[Line]) -> f32 {
    let mut lanes = _mm512_setzero_ps();
    for ((question, high), low) in question.as_chunks::<LINE>().0.iter().zip(high).zip(low) {
        for start in (0..LINE).step_by(LANES) {
            // SAFETY: sixteen numbers and sixteen bytes from `start` on lie within the line.
            unsafe {
                let asked = _mm512_loadu_ps(question.as_ptr().add(start));
                let high = _mm512_cvtepu8_epi32(_mm_loadu_si128(high.0.as_ptr().add(start).cast()));
                let low = _mm512_cvtepu8_epi32(_mm_loadu_si128(low.0.as_ptr().add(start).cast()));
                let both = _mm512_or_si512(_mm512_slli_epi32::<8>(high), low);
                let numbers = _mm512_cvtepi32_ps(_mm512_sub_epi32(both, _mm512_set1_epi32(OFFSET)));
                lanes = _mm512_add_ps(lanes, _mm512_mul_ps(asked, numbers));
            }
        }
    }
    let halves = _mm256_add_ps(_mm512_castps512_ps256(lanes), _mm512_extractf32x8_ps::<1>(lanes));
    avx2::sum_of_eight(halves)
}

/// Turns products into scores.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2")]
pub(super) fn scores(products: &[i32; LINE], scales: &[f32; LINE], terms: &Terms, scores: &mut [f32; LINE]) -> u64 {
    let mut above = 0;
    for start in (0..LINE).step_by(LANES) {
        let chosen = (terms.chosen >> start) as u16;
        // SAFETY: sixteen numbers from `start` on lie within each of the arrays.
        let (products, scales) = unsafe {
            let products = _mm512_loadu_si512(products.as_ptr().add(start).cast());
            (products, _mm512_loadu_ps(scales.as_ptr().add(start)))
        };
        let exact = _mm512_cvtepi32_ps(_mm512_sub_epi32(products, _mm512_set1_epi32(terms.excess)));
        let scales = _mm512_mul_ps(_mm512_set1_ps(terms.scale), scales);
        let these = _mm512_mask_mul_ps(_mm512_set1_ps(f32::NEG_INFINITY), chosen, exact, scales);
        // SAFETY: as above.
        unsafe { _mm512_storeu_ps(scores.as_mut_ptr().add(start), these) };
        let over = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(these, _mm512_set1_ps(terms.bar));
        above |= u64::from(over) << start;
    }
    above
}

shared_kernels!("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2");
