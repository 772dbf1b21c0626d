//! The arithmetic of the scan, once for each sort of processor, chosen when the program runs.
//!
//! Products of bytes are whole numbers and exact on every path. Floating-point numbers are multiplied and added in sixteen
//! lanes, in one order, without instructions that round once for two steps: all paths give the same bits. These files
//! alone may be `unsafe`: vector instructions exist only on processors that were asked for them, and a [`Path`] can only
//! be had by asking.

#![allow(unsafe_code, reason = "vector instructions need it; every use says why it holds")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
mod shared;

use std::fmt;
use std::sync::LazyLock;

/// The bytes of a line: what one load of the widest registers takes, and what rows are padded to.
pub const LINE: usize = 64;

/// Sixty-four bytes that lie within one line of the processor's cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Line(pub [u8; LINE]);

/// What is added to a number from -128 to 127 to keep it as a byte without a sign.
pub const ZERO: u8 = 128;

/// How products become scores.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// What every product is too great by.
    pub excess: i32,
    /// What a product stands for, before the scale of its row.
    pub scale: f32,
    /// The rows that count.
    pub chosen: u64,
    /// The score to be above.
    pub bar: f32,
}

/// What is taken off the number that two bytes make, as both are kept [`ZERO`] too great.
const OFFSET: i32 = ZERO as i32 * 256 + ZERO as i32;

/// How many floating-point numbers are worked on at once.
const LANES: usize = 16;

/// The instructions a search runs on. All paths give the same result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Path {
    /// Returns the paths this processor can take, fastest first.
    pub fn available() -> Vec<Path> {
        let mut paths = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if avx512::is_available() {
                paths.push(Path(Kind::Avx512Vnni));
            }
            if avx2::is_available() {
                paths.push(Path(Kind::Avx2));
            }
        }
        paths.push(Path(Kind::Portable));
        paths
    }

    /// Returns the fastest path of this processor, which is found out once.
    pub fn fastest() -> Path {
        static FASTEST: LazyLock<Path> = LazyLock::new(|| Path::available()[0]);
        *FASTEST
    }
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Vnni => "avx512-vnni",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            Kind::Portable => "portable",
        })
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Path({self})")
    }
}

/// Runs the kernel of a path.
macro_rules! on {
    ($path:expr, $kernel:ident($($argument:expr),* $(,)?)) => {
        match $path.0 {
            // SAFETY: a `Path` of this kind is only made where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Vnni => unsafe { avx512::$kernel($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { avx2::$kernel($($argument),*) },
            Kind::Portable => portable::$kernel($($argument),*),
        }
    };
}

/// Compiles what is written once for a set of instructions.
macro_rules! shared_kernels {
    ($($features:literal)?) => {
        $(#[target_feature(enable = $features)])?
        pub(super) fn keep_during(keep: &mut [u8], from: &[i64], until: &[i64], time: i64) {
            shared::keep_during(keep, from, until, time);
        }

        $(#[target_feature(enable = $features)])?
        pub(super) fn keep_open(keep: &mut [u8], until: &[i64]) {
            shared::keep_open(keep, until);
        }
    };
}
use shared_kernels;

impl Path {
    /// Writes the product of the question with each row, both in bytes.
    ///
    /// `question` holds signed bytes and is as long as a row. `rows` holds bytes kept [`ZERO`] too great: their products
    /// are too great by `ZERO` times the sum of the question, which the caller takes off once.
    ///
    /// # Panics
    /// If there are not as many rows as results.
    pub fn products(self, question: &[Line], rows: &[Line], results: &mut [i32]) {
        assert_eq!(rows.len(), question.len() * results.len(), "a result for each row");
        on!(self, products(question, rows, results));
    }

    /// Returns the product of a question with one row of which both bytes are known, before the row's scale.
    ///
    /// # Panics
    /// If the three are not equally long.
    pub fn exact_product(self, question: &[f32], high: &[Line], low: &[Line]) -> f32 {
        assert!(question.len() == high.len() * LINE && high.len() == low.len(), "a question as long as the row");
        on!(self, exact_product(question, high, low))
    }

    /// Turns the products of up to 64 rows into scores, minus infinity for those not `chosen`, and returns which are above
    /// a bar.
    pub(crate) fn scores(
        self,
        products: &[i32; LINE],
        scales: &[f32; LINE],
        terms: &Terms,
        scores: &mut [f32; LINE],
    ) -> u64 {
        on!(self, scores(products, scales, terms, scores))
    }

    /// Clears the bytes of what begins after a time or ends at it or before.
    pub(crate) fn keep_during(self, keep: &mut [u8], from: &[i64], until: &[i64], time: i64) {
        on!(self, keep_during(keep, from, until, time));
    }

    /// Clears the bytes of what has an end.
    pub(crate) fn keep_open(self, keep: &mut [u8], until: &[i64]) {
        on!(self, keep_open(keep, until));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line() -> impl Strategy<Value = Line> {
        prop_oneof![
            proptest::collection::vec(any::<u8>(), LINE),
            proptest::collection::vec(prop_oneof![Just(0u8), Just(127), Just(128), Just(129), Just(255)], LINE),
        ]
        .prop_map(|bytes| Line(bytes.try_into().unwrap()))
    }

    /// The widest products there can be: 4,096 times the least number by the least.
    #[test]
    fn the_greatest_products_fit_on_every_path() {
        let question = vec![Line([128; LINE]); 64];
        for (byte, product) in [(255u8, -128 * 255 * 4096), (0, 0), (1, -128 * 4096)] {
            let rows = vec![Line([byte; LINE]); 64 * 5];
            for path in Path::available() {
                let mut results = [0; 5];
                path.products(&question, &rows, &mut results);
                assert_eq!(results, [product; 5], "{path}");
            }
        }
    }

    proptest! {
        #[test]
        fn whole_numbers_are_equal_on_every_path(
            width in 1usize..=6,
            rows in 0usize..=11,
            lines in proptest::collection::vec(line(), 6 * 12),
        ) {
            let (question, rows) = (&lines[..width], &lines[6..6 + width * rows]);
            let naive: Vec<i32> = rows
                .chunks_exact(width)
                .map(|row| {
                    let pairs = row.iter().zip(question).flat_map(|(row, question)| row.0.into_iter().zip(question.0));
                    pairs.map(|(row, question)| i32::from(row) * i32::from(question.cast_signed())).sum()
                })
                .collect();
            for path in Path::available() {
                let mut results = vec![-1; naive.len()];
                path.products(question, rows, &mut results);
                prop_assert_eq!(&results, &naive, "{}", path);
            }
        }

        #[test]
        fn scores_are_equal_on_every_path(
            products in proptest::collection::vec(-40_000_000i32..40_000_000, LINE),
            scales in proptest::collection::vec(0.0f32..0.1, LINE),
            chosen: u64,
            excess in -40_000_000i32..40_000_000,
            bar in prop_oneof![Just(f32::NEG_INFINITY), -1e6f32..1e6],
        ) {
            let products: [i32; LINE] = products.try_into().unwrap();
            let scales: [f32; LINE] = scales.try_into().unwrap();
            let terms = Terms { excess, scale: 0.3, chosen, bar };
            let naive: Vec<f32> = (0..LINE)
                .map(|row| {
                    let score = (products[row] - excess) as f32 * (0.3 * scales[row]);
                    if chosen >> row & 1 == 1 { score } else { f32::NEG_INFINITY }
                })
                .collect();
            let above = (0..LINE).filter(|row| naive[*row] > bar).fold(0, |above, row| above | 1u64 << row);
            for path in Path::available() {
                let mut scores = [9.0; LINE];
                prop_assert_eq!(path.scores(&products, &scales, &terms, &mut scores), above, "{}", path);
                prop_assert_eq!(&scores[..], &naive[..], "{}", path);
            }
        }

        #[test]
        fn floating_point_numbers_are_equal_on_every_path(
            width in 1usize..=4,
            lines in proptest::collection::vec(line(), 8),
            question in proptest::collection::vec(-1.0f32..1.0, 4 * LINE),
        ) {
            let (question, high, low) = (&question[..width * LINE], &lines[..width], &lines[4..4 + width]);
            let bits: Vec<u32> =
                Path::available().into_iter().map(|path| path.exact_product(question, high, low).to_bits()).collect();
            prop_assert!(bits.iter().all(|one| *one == bits[0]), "{:x?}", bits);
            let flat = |lines: &[Line]| lines.iter().flat_map(|line| line.0).map(|byte| f64::from(byte) - 128.0).collect::<Vec<_>>();
            let (high, low) = (flat(high), flat(low));
            let naive: f64 = question.iter().zip(high.iter().zip(&low)).map(|(value, (high, low))| f64::from(*value) * (high * 256.0 + low)).sum();
            prop_assert!((f64::from(f32::from_bits(bits[0])) - naive).abs() <= 2.0 * (width * LINE) as f64, "{naive}");
        }
    }
}
