//! Writes weight files: for tests, measurements, and models brought over from elsewhere.

use crate::local::bytes::ALIGNMENT;
use crate::local::file::{MAGIC, PREAMBLE};
use crate::local::header::{Dtype, Header, Place};
use crate::local::kernel::{GROUP, LANES};

/// A weight file in the making.
#[derive(Debug)]
pub struct FileBuilder {
    header: Header,
    data: Vec<u8>,
}

impl FileBuilder {
    /// Begins a file with a header, given as JSON without tensors.
    pub fn new(mut header: serde_json::Value) -> Result<FileBuilder, serde_json::Error> {
        header["tensors"] = serde_json::json!({});
        Ok(FileBuilder { header: serde_json::from_value(header)?, data: Vec::new() })
    }

    /// Adds numbers as they are.
    pub fn floats(&mut self, name: &str, shape: &[usize], numbers: &[f32]) -> &mut FileBuilder {
        assert_eq!(shape.iter().product::<usize>(), numbers.len(), "{name}");
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.add(name, Dtype::F32, shape, &bytes)
    }

    /// Adds plain bytes.
    pub fn bytes(&mut self, name: &str, bytes: &[u8]) -> &mut FileBuilder {
        self.add(name, Dtype::U8, &[bytes.len()], bytes)
    }

    /// Adds a table, rounded to bytes with a scale for each row.
    pub fn rounded_table(&mut self, name: &str, shape: [usize; 2], numbers: &[f32]) -> &mut FileBuilder {
        let (bytes, scales) = round(shape, numbers);
        let bytes: Vec<u8> = bytes.iter().map(|byte| *byte as u8).collect();
        self.add(name, Dtype::I8, &shape, &bytes);
        self.floats(&format!("{name}.scale"), &[shape[0]], &scales)
    }

    /// Adds the weights of a linear layer, rounded to bytes and packed for multiplication.
    pub fn rounded_linear(&mut self, name: &str, shape: [usize; 2], numbers: &[f32]) -> &mut FileBuilder {
        let [outputs, inputs] = shape;
        let (bytes, scales) = round(shape, numbers);
        let groups = inputs.div_ceil(GROUP);
        let mut packed = vec![0; outputs.next_multiple_of(LANES) * groups * GROUP];
        for (row, bytes) in bytes.chunks_exact(inputs).enumerate() {
            for (column, byte) in bytes.iter().enumerate() {
                let line = row / LANES * groups + column / GROUP;
                packed[(line * LANES + row % LANES) * GROUP + column % GROUP] = *byte as u8;
            }
        }
        self.add(name, Dtype::I8p, &shape, &packed);
        self.floats(&format!("{name}.scale"), &[outputs], &scales)
    }

    fn add(&mut self, name: &str, dtype: Dtype, shape: &[usize], bytes: &[u8]) -> &mut FileBuilder {
        self.data.resize(self.data.len().next_multiple_of(ALIGNMENT), 0);
        let place = Place { dtype, shape: shape.to_vec(), at: self.data.len() };
        self.header.tensors.insert(name.to_owned(), place);
        self.data.extend_from_slice(bytes);
        self
    }

    /// Returns the file.
    pub fn build(&self) -> Vec<u8> {
        let mut header = serde_json::to_vec(&self.header).expect("a header has string keys");
        header.resize((PREAMBLE + header.len()).next_multiple_of(ALIGNMENT) - PREAMBLE, b' ');
        let length = u32::try_from(header.len()).expect("a header is short");
        [MAGIC, &length.to_le_bytes()[..], &header, &self.data].concat()
    }
}

/// Rounds each row to whole numbers between -127 and 127 with a scale of its own.
fn round([rows, columns]: [usize; 2], numbers: &[f32]) -> (Vec<i8>, Vec<f32>) {
    assert_eq!(rows * columns, numbers.len());
    let mut bytes = Vec::with_capacity(numbers.len());
    let mut scales = Vec::with_capacity(rows);
    for row in numbers.chunks_exact(columns) {
        let greatest = row.iter().fold(0.0f32, |greatest, number| greatest.max(number.abs()));
        let scale = if greatest > 0.0 { greatest / 127.0 } else { 1.0 };
        bytes.extend(row.iter().map(|number| (number / scale).round_ties_even().clamp(-127.0, 127.0) as i8));
        scales.push(scale);
    }
    (bytes, scales)
}
