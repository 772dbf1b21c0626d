//! The path of processors with AVX-512 and its instruction for products of bytes (VNNI).

use std::arch::x86_64::*;

use super::lanes::{LANES, Lanes};
use super::{
    AttentionRoom, ByteMatrix, ByteRows, FloatMatrix, GROUP, Heads, LINE, Norm, Place, attention, avx2, float,
    float_kernels,
};

/// Whether this processor has what this path needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni")
        && avx2::is_available()
}

/// Sixteen numbers in one register.
#[derive(Clone, Copy)]
pub(super) struct Wide(__m512);

// SAFETY (of every block in this impl): `Wide` is named by this file's kernels alone, which run only where
// `is_available` said yes; loads and stores go through references to sixteen numbers and need no alignment.
impl Lanes for Wide {
    #[inline(always)]
    fn splat(value: f32) -> Wide {
        // SAFETY: as said above.
        unsafe { Wide(_mm512_set1_ps(value)) }
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Wide {
        // SAFETY: as said above.
        unsafe { Wide(_mm512_loadu_ps(from.as_ptr())) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: as said above.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Wide) -> Wide {
        // SAFETY: as said above.
        unsafe { Wide(_mm512_add_ps(self.0, other.0)) }
    }

    #[inline(always)]
    fn sub(self, other: Wide) -> Wide {
        // SAFETY: as said above.
        unsafe { Wide(_mm512_sub_ps(self.0, other.0)) }
    }

    #[inline(always)]
    fn mul(self, other: Wide) -> Wide {
        // SAFETY: as said above.
        unsafe { Wide(_mm512_mul_ps(self.0, other.0)) }
    }

    #[inline(always)]
    fn min(self, other: Wide) -> Wide {
        // SAFETY: as said above.
        unsafe { Wide(_mm512_min_ps(self.0, other.0)) }
    }

    #[inline(always)]
    fn max(self, other: Wide) -> Wide {
        // SAFETY: as said above.
        unsafe { Wide(_mm512_max_ps(self.0, other.0)) }
    }

    #[inline(always)]
    fn power_of_two(self) -> Wide {
        // SAFETY: as said above.
        unsafe {
            let shifted = _mm512_slli_epi32::<23>(_mm512_castps_si512(self.0));
            Wide(_mm512_castsi512_ps(_mm512_add_epi32(shifted, _mm512_set1_epi32(1.0f32.to_bits() as i32))))
        }
    }

    #[inline(always)]
    fn to_bytes(self) -> [u8; LANES] {
        let mut bytes = [0; LANES];
        // SAFETY: as said above; sixteen bytes are written to sixteen bytes.
        unsafe {
            let narrow = _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(self.0));
            _mm_storeu_si128(bytes.as_mut_ptr().cast(), narrow);
        }
        bytes
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: as said above.
        unsafe {
            let (low, high) = halves(self.0);
            avx2::sum_of_eight(_mm256_add_ps(low, high))
        }
    }

    #[inline(always)]
    fn least(self) -> f32 {
        // SAFETY: as said above.
        unsafe {
            let (low, high) = halves(self.0);
            avx2::least_of_eight(_mm256_min_ps(low, high))
        }
    }

    #[inline(always)]
    fn greatest(self) -> f32 {
        // SAFETY: as said above.
        unsafe {
            let (low, high) = halves(self.0);
            avx2::greatest_of_eight(_mm256_max_ps(low, high))
        }
    }
}

/// Lanes 0 to 7 and lanes 8 to 15.
#[inline(always)]
unsafe fn halves(lanes: __m512) -> (__m256, __m256) {
    // SAFETY: the caller has the instructions.
    unsafe { (_mm512_castps512_ps256(lanes), _mm512_extractf32x8_ps::<1>(lanes)) }
}

float_kernels!(Wide, queries: 8, features: "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma");

/// How many rows, and how many blocks of sixteen outputs, are worked on at once: 24 sums, 3 lines of weights and one
/// group of inputs fill 28 of the 32 registers, and each load serves several products.
const ROWS: usize = 8;
const BLOCKS: usize = 3;

/// Multiplies rows of bytes by a matrix of bytes.
///
/// The weights of a few outputs stay near while all rows pass by, so that each is fetched from far once.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) fn multiply_bytes(rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], to: usize) {
    let mut block = 0;
    while block < matrix.blocks {
        let blocks = BLOCKS.min(matrix.blocks - block);
        for first in (0..rows.scales.len()).step_by(ROWS) {
            let count = ROWS.min(rows.scales.len() - first);
            let place = Place { row: first, block, to };
            match blocks {
                3 => by_rows::<3>(count, rows, matrix, out, place),
                2 => by_rows::<2>(count, rows, matrix, out, place),
                _ => by_rows::<1>(count, rows, matrix, out, place),
            }
        }
        block += blocks;
    }
}

/// Picks the tile for a number of rows.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn by_rows<const B: usize>(count: usize, rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], place: Place) {
    match count {
        8 => tile::<8, B>(rows, matrix, out, place),
        7 => tile::<7, B>(rows, matrix, out, place),
        6 => tile::<6, B>(rows, matrix, out, place),
        5 => tile::<5, B>(rows, matrix, out, place),
        4 => tile::<4, B>(rows, matrix, out, place),
        3 => tile::<3, B>(rows, matrix, out, place),
        2 => tile::<2, B>(rows, matrix, out, place),
        _ => tile::<1, B>(rows, matrix, out, place),
    }
}

/// Multiplies `R` rows by `B` blocks of sixteen outputs.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn tile<const R: usize, const B: usize>(rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], place: Place) {
    let Place { row: first, block, to } = place;
    let per_block = matrix.groups * LINE;
    let lines = &matrix.lines[block * per_block..(block + B) * per_block];
    let input = &rows.bytes[first * rows.stride..];
    assert!(input.len() >= (R - 1) * rows.stride + matrix.groups * GROUP);
    let mut totals = [[_mm512_setzero_si512(); B]; R];
    for group in 0..matrix.groups {
        // SAFETY: `lines` holds B blocks of `groups` lines, and each of the R rows of `input` at least `groups` times
        // four bytes, as the slice and the assertion above made sure.
        unsafe {
            let mut weights = [_mm512_setzero_si512(); B];
            for (index, weights) in weights.iter_mut().enumerate() {
                *weights = _mm512_loadu_si512(lines.as_ptr().add(index * per_block + group * LINE).cast());
            }
            for (row, totals) in totals.iter_mut().enumerate() {
                let four = input.as_ptr().add(row * rows.stride + group * GROUP).cast::<i32>().read_unaligned();
                let four = _mm512_set1_epi32(four);
                for (total, weights) in totals.iter_mut().zip(weights) {
                    *total = _mm512_dpbusd_epi32(*total, four, weights);
                }
            }
        }
    }
    for index in 0..B {
        let outputs = Outputs::of(matrix, block + index);
        for (row, totals) in totals.iter().enumerate() {
            outputs.finish(totals[index], rows, first + row, &mut out[(first + row) * to..]);
        }
    }
}

/// What turns the sums of products of sixteen outputs into numbers.
pub(super) struct Outputs {
    start: usize,
    sums: __m512i,
    scales: __m512,
    bias: __m512,
}

impl Outputs {
    /// Loads it for a block of outputs.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn of(matrix: &ByteMatrix<'_>, block: usize) -> Outputs {
        let start = block * LANES;
        let range = start..start + LANES;
        // SAFETY: each of the three slices has sixteen values.
        unsafe {
            Outputs {
                start,
                sums: _mm512_loadu_si512(matrix.sums[range.clone()].as_ptr().cast()),
                scales: _mm512_loadu_ps(matrix.scales[range.clone()].as_ptr()),
                bias: _mm512_loadu_ps(matrix.bias[range].as_ptr()),
            }
        }
    }

    /// Pays for the zero point of a row, scales, adds the bias, and writes sixteen numbers to the row of results.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn finish(&self, total: __m512i, rows: &ByteRows<'_>, row: usize, out: &mut [f32]) {
        let zero = _mm512_set1_epi32(rows.zeros[row]);
        let exact = _mm512_sub_epi32(total, _mm512_mullo_epi32(zero, self.sums));
        let scale = _mm512_mul_ps(_mm512_set1_ps(rows.scales[row]), self.scales);
        let value = _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(exact), scale), self.bias);
        let output = &mut out[self.start..self.start + LANES];
        // SAFETY: the slice has sixteen values.
        unsafe { _mm512_storeu_ps(output.as_mut_ptr(), value) };
    }
}
