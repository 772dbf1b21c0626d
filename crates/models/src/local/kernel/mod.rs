//! The arithmetic, once for each sort of processor, chosen when the program runs.
//!
//! Whole numbers are exact on every path. Floating-point code is written once ([`float`], [`attention`]) over sixteen
//! lanes and compiled for each path, so that all paths give the same bits. These files alone may be `unsafe`: vector
//! instructions exist only on processors that were asked for them, and a [`Path`] can only be had by asking.

#![allow(unsafe_code, reason = "vector instructions need it; every use says why it holds")]

#[cfg(target_arch = "x86_64")]
mod amx;
mod attention;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod float;
mod floats;
mod lanes;
mod portable;

pub(super) use attention::{AttentionRoom, Heads};
pub(super) use floats::floats_in;
pub(super) use lanes::LANES;

use std::fmt;
use std::sync::LazyLock;

/// The instructions a model runs on. All paths give the same result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Amx,
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
            if amx::is_available() {
                paths.push(Path(Kind::Amx));
            }
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
            Kind::Amx => "amx",
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

/// How a row is brought to mean 0 and variance 1. The slices are padded with zeros to whole chunks.
#[derive(Debug)]
pub(super) struct Norm {
    pub weight: Box<[f32]>,
    pub bias: Box<[f32]>,
    pub width: usize,
    pub eps: f32,
}

/// A matrix of floating-point numbers, one row of weights after the other.
#[derive(Debug)]
pub(super) struct FloatMatrix<'a> {
    pub weights: &'a [f32],
    pub bias: &'a [f32],
    pub inputs: usize,
    pub outputs: usize,
}

/// Rows rounded to bytes, each with its scale and zero point.
#[derive(Debug)]
pub(super) struct ByteRows<'a> {
    /// May have room for more rows than there are, up to a multiple of sixteen.
    pub bytes: &'a [u8],
    /// From one row to the next: a multiple of sixteen.
    pub stride: usize,
    pub scales: &'a [f32],
    pub zeros: &'a [i32],
}

/// A matrix of bytes, packed as the weight file has it: lines of sixteen outputs by four inputs.
#[derive(Debug)]
pub(super) struct ByteMatrix<'a> {
    pub lines: &'a [u8],
    /// How many times sixteen outputs.
    pub blocks: usize,
    /// How many times four inputs.
    pub groups: usize,
    /// What a byte stands for, for each output, padded with zeros.
    pub scales: &'a [f32],
    /// The sum of an output's weights, which pays for the zero point.
    pub sums: &'a [i32],
    pub bias: &'a [f32],
}

/// Where a product begins: at which row, at which block of outputs, and how far apart the rows of the result lie.
#[derive(Debug, Clone, Copy)]
struct Place {
    row: usize,
    block: usize,
    to: usize,
}

/// The bytes of a packed line.
pub(super) const LINE: usize = 64;
/// The inputs in a packed line.
pub(super) const GROUP: usize = 4;

impl ByteMatrix<'_> {
    /// Panics unless every slice is as long as the kernels take it to be, which is what makes their reads sound.
    fn check(&self, rows: &ByteRows<'_>, out: &[f32], to: usize) {
        let (count, outputs) = (rows.scales.len(), self.blocks * LANES);
        assert_eq!(self.lines.len(), self.blocks * self.groups * LINE);
        assert!(self.scales.len() == outputs && self.sums.len() == outputs && self.bias.len() == outputs);
        assert!(rows.zeros.len() == count && rows.stride >= self.groups * GROUP && to >= outputs);
        assert!(rows.bytes.len() >= count * rows.stride && out.len() >= count * to);
    }
}

/// Runs the kernel of a path.
macro_rules! on {
    ($path:expr, $kernel:ident($($argument:expr),* $(,)?)) => {
        match $path.0 {
            // SAFETY: a `Path` of these kinds is only made where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Vnni | Kind::Amx => unsafe { avx512::$kernel($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { avx2::$kernel($($argument),*) },
            Kind::Portable => portable::$kernel($($argument),*),
        }
    };
}

/// Compiles the floating-point kernels for a set of instructions.
macro_rules! float_kernels {
    ($lanes:ty, queries: $queries:literal $(, features: $features:literal)?) => {
        $(#[target_feature(enable = $features)])?
        pub(super) fn gelu(values: &mut [f32]) {
            float::gelu_all::<$lanes>(values);
        }

        $(#[target_feature(enable = $features)])?
        pub(super) fn add_and_normalize(rows: &mut [f32], addend: &[f32], stride: usize, norm: &Norm) {
            float::add_and_normalize::<$lanes>(rows, addend, stride, norm);
        }

        $(#[target_feature(enable = $features)])?
        pub(super) fn quantize_row(row: &[f32], bytes: &mut [u8]) -> (f32, i32) {
            float::quantize_row::<$lanes>(row, bytes)
        }

        $(#[target_feature(enable = $features)])?
        pub(super) fn multiply_floats(
            rows: &[f32],
            stride: usize,
            matrix: &FloatMatrix<'_>,
            out: &mut [f32],
            to: usize,
        ) {
            float::multiply::<$lanes>(rows, stride, matrix, out, to);
        }

        $(#[target_feature(enable = $features)])?
        pub(super) fn attention(rows: &[f32], heads: Heads, out: &mut [f32], to: usize, room: &mut AttentionRoom) {
            attention::attention::<$lanes, $queries>(rows, heads, out, to, room);
        }
    };
}
use float_kernels;

impl Path {
    /// Replaces every number by its gelu.
    pub(super) fn gelu(self, values: &mut [f32]) {
        on!(self, gelu(values));
    }

    /// Adds two sets of rows and normalises each row of the sum.
    pub(super) fn add_and_normalize(self, rows: &mut [f32], addend: &[f32], stride: usize, norm: &Norm) {
        on!(self, add_and_normalize(rows, addend, stride, norm));
    }

    /// Rounds a row to bytes; returns its scale and zero point.
    pub(super) fn quantize_row(self, row: &[f32], bytes: &mut [u8]) -> (f32, i32) {
        on!(self, quantize_row(row, bytes))
    }

    /// Multiplies rows by a matrix of floating-point numbers; output rows lie `to` apart.
    pub(super) fn multiply_floats(
        self,
        rows: &[f32],
        stride: usize,
        matrix: &FloatMatrix<'_>,
        out: &mut [f32],
        to: usize,
    ) {
        on!(self, multiply_floats(rows, stride, matrix, out, to));
    }

    /// Multiplies rows of bytes by a matrix of bytes; output rows lie `to` apart.
    pub(super) fn multiply_bytes(self, rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], to: usize) {
        matrix.check(rows, out, to);
        #[cfg(target_arch = "x86_64")]
        if self.0 == Kind::Amx && amx::suits(rows, matrix) {
            // SAFETY: a `Path` of this kind is only made where the processor has the instructions.
            return unsafe { amx::multiply_bytes(rows, matrix, out, to) };
        }
        on!(self, multiply_bytes(rows, matrix, out, to));
    }

    /// Lets the tokens of one text look at each other; output rows lie `to` apart.
    pub(super) fn attention(self, rows: &[f32], heads: Heads, out: &mut [f32], to: usize, room: &mut AttentionRoom) {
        on!(self, attention(rows, heads, out, to, room));
    }
}
