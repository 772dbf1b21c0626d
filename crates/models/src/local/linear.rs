//! A linear layer: rows in, rows out, in bytes or in floating-point numbers.

use crate::local::buffer::Buffer;
use crate::local::bytes::{Bytes, Floats};
use crate::local::error::FileError;
use crate::local::file::WeightFile;
use crate::local::header::{Dtype, require};
use crate::local::kernel::{ByteMatrix, ByteRows, FloatMatrix, GROUP, LANES, Path};

/// A matrix and what is added after it.
#[derive(Debug)]
pub(super) struct Linear {
    inputs: usize,
    outputs: usize,
    weights: Weights,
    /// Padded with zeros; all zeros where the layer adds nothing.
    bias: Box<[f32]>,
}

#[derive(Debug)]
enum Weights {
    Bytes { lines: Bytes, scales: Box<[f32]>, sums: Box<[i32]> },
    Floats(Floats),
}

/// Room for rows as bytes.
#[derive(Debug, Default)]
pub(super) struct LinearRoom {
    bytes: Buffer<u8>,
    scales: Buffer<f32>,
    zeros: Buffer<i32>,
}

impl Linear {
    /// Reads the layer called `name` from a file.
    pub(super) fn read(file: &WeightFile, name: &str, outputs: usize, inputs: usize) -> Result<Linear, FileError> {
        let weight = format!("{name}.weight");
        let padded = outputs.next_multiple_of(LANES);
        let bias_name = format!("{name}.bias");
        let bias = match file.dtype(&bias_name) {
            Some(_) => file.padded(&bias_name, outputs)?,
            None => vec![0.0; padded].into(),
        };
        let weights = match file.dtype(&weight) {
            Some(Dtype::F32) => Weights::Floats(file.floats(&weight, &[outputs, inputs])?),
            _ => {
                let lines = file.tensor(&weight, Dtype::I8p, &[outputs, inputs])?;
                let scales = file.padded(&format!("{weight}.scale"), outputs)?;
                let sums = sums(&lines, padded, inputs);
                Weights::Bytes { lines, scales, sums }
            }
        };
        require(inputs > 0 && outputs > 0, || format!("`{name}` has no size"))?;
        Ok(Linear { inputs, outputs, weights, bias })
    }

    /// Returns how far apart the rows of its result lie.
    pub(super) fn stride(&self) -> usize {
        self.outputs.next_multiple_of(LANES)
    }

    /// Multiplies rows that lie as far apart as their length says, a multiple of sixteen.
    pub(super) fn apply(&self, path: Path, rows: &[f32], out: &mut [f32], room: &mut LinearRoom) {
        let (stride, to) = (self.inputs.next_multiple_of(LANES), self.stride());
        let count = rows.len() / stride;
        match &self.weights {
            Weights::Floats(weights) => {
                let (inputs, outputs) = (self.inputs, self.outputs);
                let matrix = FloatMatrix { weights, bias: &self.bias, inputs, outputs };
                path.multiply_floats(rows, stride, &matrix, out, to);
            }
            Weights::Bytes { lines, scales, sums } => {
                let bytes = room.bytes.take(count.next_multiple_of(LANES) * stride);
                let (row_scales, zeros) = (room.scales.take(count), room.zeros.take(count));
                let targets = bytes.chunks_exact_mut(stride).zip(row_scales.iter_mut().zip(zeros.iter_mut()));
                for (row, (bytes, (scale, zero))) in rows.chunks_exact(stride).zip(targets) {
                    (*scale, *zero) = path.quantize_row(row, bytes);
                }
                let input = ByteRows { bytes, stride, scales: row_scales, zeros };
                let (blocks, groups) = (to / LANES, self.inputs.div_ceil(GROUP));
                let matrix = ByteMatrix { lines, blocks, groups, scales, sums, bias: &self.bias };
                path.multiply_bytes(&input, &matrix, out, to);
            }
        }
    }
}

/// Adds up the weights of each output, by multiplying the matrix by ones.
fn sums(lines: &[u8], outputs: usize, inputs: usize) -> Box<[i32]> {
    let groups = inputs.div_ceil(GROUP);
    let (ones, zeros, units) = (vec![1; groups * GROUP], vec![0; outputs], vec![1.0; outputs]);
    let mut exact = vec![0.0; outputs];
    let rows = ByteRows { bytes: &ones, stride: groups * GROUP, scales: &[1.0], zeros: &[0] };
    let matrix =
        ByteMatrix { lines, blocks: outputs / LANES, groups, scales: &units, sums: &zeros, bias: &vec![0.0; outputs] };
    Path::fastest().multiply_bytes(&rows, &matrix, &mut exact, outputs);
    // At most 32,768 weights of at most 128 each: a whole number that a float holds exactly.
    exact.iter().map(|sum| *sum as i32).collect()
}
