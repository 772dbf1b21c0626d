//! The path of processors with AVX2.
//!
//! AVX2 has a product of bytes too, but it loses what does not fit in sixteen bits. So bytes are widened first and
//! multiplied as sixteen-bit numbers, which is exact.

use std::arch::x86_64::*;

use super::{LANES, LINE, Line, OFFSET, Terms, shared, shared_kernels};

/// Whether this processor has what this path needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// How many bytes are widened at once.
const HALF: usize = 16;

/// How many rows are worked on at once, so that a piece of the question is widened once for all of them.
const ROWS: usize = 4;

/// Writes the product of the question with each row.
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
fn products_of_four(question: &[Line], rows: [&[Line]; ROWS]) -> [i32; ROWS] {
    let mut totals = [_mm256_setzero_si256(); ROWS];
    for (index, question) in question.iter().enumerate() {
        for start in (0..LINE).step_by(HALF) {
            // SAFETY: `start + HALF` is at most `LINE`.
            let asked = unsafe { _mm_loadu_si128(question.0.as_ptr().add(start).cast()) };
            let asked = _mm256_cvtepi8_epi16(asked);
            for (total, row) in totals.iter_mut().zip(rows) {
                // SAFETY: as above.
                let bytes = unsafe { _mm_loadu_si128(row[index].0.as_ptr().add(start).cast()) };
                *total = _mm256_add_epi32(*total, _mm256_madd_epi16(_mm256_cvtepu8_epi16(bytes), asked));
            }
        }
    }
    sums_of_four(totals)
}

/// Adds the eight lanes of each of four registers.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sums_of_four([one, two, three, four]: [__m256i; ROWS]) -> [i32; ROWS] {
    let pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(one, two), _mm256_hadd_epi32(three, four));
    let sums = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256::<1>(pairs));
    let mut results = [0; ROWS];
    // SAFETY: sixteen bytes are written to four numbers of four bytes.
    unsafe { _mm_storeu_si128(results.as_mut_ptr().cast(), sums) };
    results
}

/// The product with both bytes of a row.
#[target_feature(enable = "avx2")]
pub(super) fn exact_product(question: &[f32], high: &[Line], low: &[Line]) -> f32 {
    let mut lanes = [_mm256_setzero_ps(); 2];
    for ((question, high), low) in question.as_chunks::<LINE>().0.iter().zip(high).zip(low) {
        for start in (0..LINE).step_by(LANES) {
            for (half, lanes) in lanes.iter_mut().enumerate() {
                let place = start + half * LANES / 2;
                // SAFETY: eight numbers and eight bytes from `place` on lie within the line.
                unsafe {
                    let asked = _mm256_loadu_ps(question.as_ptr().add(place));
                    let high = _mm256_cvtepu8_epi32(_mm_loadl_epi64(high.0.as_ptr().add(place).cast()));
                    let low = _mm256_cvtepu8_epi32(_mm_loadl_epi64(low.0.as_ptr().add(place).cast()));
                    let both = _mm256_or_si256(_mm256_slli_epi32::<8>(high), low);
                    let numbers = _mm256_cvtepi32_ps(_mm256_sub_epi32(both, _mm256_set1_epi32(OFFSET)));
                    *lanes = _mm256_add_ps(*lanes, _mm256_mul_ps(asked, numbers));
                }
            }
        }
    }
    sum_of_eight(_mm256_add_ps(lanes[0], lanes[1]))
}

/// Adds eight lanes: i and i + 4, then i and i + 2, then the last two.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_of_eight(lanes: __m256) -> f32 {
    let four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps::<1>(lanes));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
}

/// Turns products into scores.
#[target_feature(enable = "avx2")]
pub(super) fn scores(products: &[i32; LINE], scales: &[f32; LINE], terms: &Terms, scores: &mut [f32; LINE]) -> u64 {
    const EIGHT: usize = 8;
    let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    let mut above = 0;
    for start in (0..LINE).step_by(EIGHT) {
        let chosen = _mm256_and_si256(_mm256_set1_epi32((terms.chosen >> start) as i32), bits);
        let chosen = _mm256_castsi256_ps(_mm256_cmpeq_epi32(chosen, bits));
        // SAFETY: eight numbers from `start` on lie within each of the arrays.
        let (products, scales) = unsafe {
            let products = _mm256_loadu_si256(products.as_ptr().add(start).cast());
            (products, _mm256_loadu_ps(scales.as_ptr().add(start)))
        };
        let exact = _mm256_cvtepi32_ps(_mm256_sub_epi32(products, _mm256_set1_epi32(terms.excess)));
        let all = _mm256_mul_ps(exact, _mm256_mul_ps(_mm256_set1_ps(terms.scale), scales));
        let these = _mm256_blendv_ps(_mm256_set1_ps(f32::NEG_INFINITY), all, chosen);
        // SAFETY: as above.
        unsafe { _mm256_storeu_ps(scores.as_mut_ptr().add(start), these) };
        let over = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(these, _mm256_set1_ps(terms.bar)));
        above |= u64::from(over.cast_unsigned()) << start;
    }
    above
}

shared_kernels!("avx2");
