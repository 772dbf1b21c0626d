//! The path of processors with AVX2.
//!
//! AVX2 has a product of bytes too, but it loses what does not fit in sixteen bits. So bytes are widened first and
//! multiplied as sixteen-bit numbers, which is exact.

use std::arch::x86_64::*;

use super::lanes::{LANES, Lanes};
use super::{
    AttentionRoom, ByteMatrix, ByteRows, FloatMatrix, GROUP, Heads, LINE, Norm, Place, attention, float, float_kernels,
};

/// Whether this processor has what this path needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Sixteen numbers in two registers.
#[derive(Clone, Copy)]
pub(super) struct Pair(__m256, __m256);

/// How many numbers are in a register.
const HALF: usize = 8;

/// Adds eight lanes: i and i + 4, then i and i + 2, then the last two.
#[inline(always)]
pub(super) unsafe fn sum_of_eight(lanes: __m256) -> f32 {
    // SAFETY: the caller has the instructions.
    unsafe {
        let four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps::<1>(lanes));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}

/// Returns the least of eight lanes.
#[inline(always)]
pub(super) unsafe fn least_of_eight(lanes: __m256) -> f32 {
    // SAFETY: the caller has the instructions.
    unsafe {
        let four = _mm_min_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps::<1>(lanes));
        let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)))
    }
}

/// Returns the greatest of eight lanes.
#[inline(always)]
pub(super) unsafe fn greatest_of_eight(lanes: __m256) -> f32 {
    // SAFETY: the caller has the instructions.
    unsafe {
        let four = _mm_max_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps::<1>(lanes));
        let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)))
    }
}

// SAFETY (of every block in this impl): `Pair` is named by this file's kernels alone, which run only where
// `is_available` said yes; loads and stores go through references to sixteen numbers and need no alignment.
impl Lanes for Pair {
    #[inline(always)]
    fn splat(value: f32) -> Pair {
        // SAFETY: as said above.
        let all = unsafe { _mm256_set1_ps(value) };
        Pair(all, all)
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Pair {
        // SAFETY: as said above.
        unsafe { Pair(_mm256_loadu_ps(from.as_ptr()), _mm256_loadu_ps(from.as_ptr().add(HALF))) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: as said above.
        unsafe {
            _mm256_storeu_ps(to.as_mut_ptr(), self.0);
            _mm256_storeu_ps(to.as_mut_ptr().add(HALF), self.1);
        }
    }

    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        // SAFETY: as said above.
        unsafe { Pair(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        // SAFETY: as said above.
        unsafe { Pair(_mm256_sub_ps(self.0, other.0), _mm256_sub_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn mul(self, other: Pair) -> Pair {
        // SAFETY: as said above.
        unsafe { Pair(_mm256_mul_ps(self.0, other.0), _mm256_mul_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn min(self, other: Pair) -> Pair {
        // SAFETY: as said above.
        unsafe { Pair(_mm256_min_ps(self.0, other.0), _mm256_min_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn max(self, other: Pair) -> Pair {
        // SAFETY: as said above.
        unsafe { Pair(_mm256_max_ps(self.0, other.0), _mm256_max_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn power_of_two(self) -> Pair {
        // SAFETY: as said above.
        unsafe {
            let one = _mm256_set1_epi32(1.0f32.to_bits() as i32);
            let low = _mm256_add_epi32(_mm256_slli_epi32::<23>(_mm256_castps_si256(self.0)), one);
            let high = _mm256_add_epi32(_mm256_slli_epi32::<23>(_mm256_castps_si256(self.1)), one);
            Pair(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high))
        }
    }

    #[inline(always)]
    fn to_bytes(self) -> [u8; LANES] {
        let mut bytes = [0; LANES];
        // SAFETY: as said above; sixteen bytes are written to sixteen bytes.
        unsafe {
            // Packing works within halves of a register; the permutation puts the quarters in order again.
            let shorts = _mm256_packs_epi32(_mm256_cvttps_epi32(self.0), _mm256_cvttps_epi32(self.1));
            let shorts = _mm256_permute4x64_epi64::<0b11_01_10_00>(shorts);
            let narrow = _mm_packus_epi16(_mm256_castsi256_si128(shorts), _mm256_extracti128_si256::<1>(shorts));
            _mm_storeu_si128(bytes.as_mut_ptr().cast(), narrow);
        }
        bytes
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: as said above.
        unsafe { sum_of_eight(_mm256_add_ps(self.0, self.1)) }
    }

    #[inline(always)]
    fn least(self) -> f32 {
        // SAFETY: as said above.
        unsafe { least_of_eight(_mm256_min_ps(self.0, self.1)) }
    }

    #[inline(always)]
    fn greatest(self) -> f32 {
        // SAFETY: as said above.
        unsafe { greatest_of_eight(_mm256_max_ps(self.0, self.1)) }
    }
}

float_kernels!(Pair, queries: 4, features: "avx2");

/// How many rows are worked on at once: with half a block of outputs their eight sums, two registers of weights and one
/// of inputs fit the sixteen registers.
const ROWS: usize = 4;

/// Multiplies rows of bytes by a matrix of bytes.
#[target_feature(enable = "avx2")]
pub(super) fn multiply_bytes(rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], to: usize) {
    for half in 0..matrix.blocks * 2 {
        for first in (0..rows.scales.len()).step_by(ROWS) {
            let place = Place { row: first, block: half / 2, to };
            match rows.scales.len() - first {
                1 => tile::<1>(rows, matrix, out, place, half),
                2 => tile::<2>(rows, matrix, out, place, half),
                3 => tile::<3>(rows, matrix, out, place, half),
                _ => tile::<ROWS>(rows, matrix, out, place, half),
            }
        }
    }
}

/// Multiplies `R` rows by half a block of sixteen outputs.
#[target_feature(enable = "avx2")]
fn tile<const R: usize>(
    rows: &ByteRows<'_>,
    matrix: &ByteMatrix<'_>,
    out: &mut [f32],
    Place { row: first, block, to }: Place,
    half: usize,
) {
    let per_block = matrix.groups * LINE;
    let lines = &matrix.lines[block * per_block..][..per_block];
    let offset = half % 2 * LINE / 2;
    let input = &rows.bytes[first * rows.stride..];
    assert!(input.len() >= (R - 1) * rows.stride + matrix.groups * GROUP);
    let mut totals = [[_mm256_setzero_si256(); 2]; R];
    for group in 0..matrix.groups {
        // SAFETY: `lines` holds `groups` lines, of which a half is read; each of the R rows of `input` has at least
        // `groups` times four bytes, as the slice and the assertion above made sure.
        unsafe {
            let line = lines.as_ptr().add(group * LINE + offset);
            let weights = [
                _mm256_cvtepi8_epi16(_mm_loadu_si128(line.cast())),
                _mm256_cvtepi8_epi16(_mm_loadu_si128(line.add(16).cast())),
            ];
            for (row, totals) in totals.iter_mut().enumerate() {
                let four = input.as_ptr().add(row * rows.stride + group * GROUP).cast::<i32>().read_unaligned();
                let four = _mm256_cvtepu8_epi16(_mm_set1_epi32(four));
                for (total, weights) in totals.iter_mut().zip(weights) {
                    *total = _mm256_add_epi32(*total, _mm256_madd_epi16(four, weights));
                }
            }
        }
    }
    let range = half * HALF..(half + 1) * HALF;
    // SAFETY: each of the three slices has eight values.
    let (sums, scales, bias) = unsafe {
        (
            _mm256_loadu_si256(matrix.sums[range.clone()].as_ptr().cast()),
            _mm256_loadu_ps(matrix.scales[range.clone()].as_ptr()),
            _mm256_loadu_ps(matrix.bias[range.clone()].as_ptr()),
        )
    };
    for (row, [low, high]) in totals.into_iter().enumerate() {
        // An output's sum is in two neighbouring lanes; adding neighbours leaves the quarters out of order.
        let total = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_hadd_epi32(low, high));
        let zero = _mm256_set1_epi32(rows.zeros[first + row]);
        let exact = _mm256_sub_epi32(total, _mm256_mullo_epi32(zero, sums));
        let scale = _mm256_mul_ps(_mm256_set1_ps(rows.scales[first + row]), scales);
        let value = _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(exact), scale), bias);
        let output = &mut out[(first + row) * to..][range.clone()];
        // SAFETY: the slice has eight values.
        unsafe { _mm256_storeu_ps(output.as_mut_ptr(), value) };
    }
}
