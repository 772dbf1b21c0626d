//! Vectors rounded to two bytes a number: the first finds, the second tells neighbours apart.

use crate::kernel::{LINE, Line, ZERO};

/// The most numbers a vector may have. Embedders have a few hundred; more than this is a mistake.
pub const MAX_DIMENSIONS: usize = 4096;

/// The greatest whole number a vector is rounded to. Its high byte is 127 and its low byte 0, so that no number of a
/// vector has a high byte that does not fit.
const GREATEST: i32 = 127 * 256;

/// The greatest number a vector may have. Those of embedders are at most one; products of these are still finite.
const TOO_GREAT: f32 = 1e6;

/// A vector of whole numbers from -32,512 to 32,512 and what one of them stands for.
///
/// No number is off by more than [`Quantized::FINE`] times the scale, and the high bytes alone by no more than
/// [`Quantized::COARSE`] times the scale. For a vector of length one and `d` numbers the product with another vector of
/// length one is therefore off by at most `FINE × scale × √d`: less than 0.0003 at 256 numbers, and usually a hundredth
/// of that.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantized {
    scale: f32,
    numbers: Box<[i16]>,
}

impl Quantized {
    /// How far a number may be off, in units of the scale: half, and a little for rounding on the way.
    pub const FINE: f32 = 0.51;
    /// How far the high byte alone may be off, in units of the scale.
    pub const COARSE: f32 = 128.51;

    /// Rounds a vector, to the nearest and halves to even. What is no number, or over a million, becomes zero.
    pub fn new(values: &[f32]) -> Quantized {
        let greatest = values.iter().fold(0f32, |greatest, value| greatest.max(sane(*value).abs()));
        let scale = greatest / GREATEST as f32;
        // Below this a product with the scale would lose its digits: such a vector is nothing.
        if scale < f32::MIN_POSITIVE {
            return Quantized { scale: 0.0, numbers: vec![0; values.len()].into() };
        }
        let limit = GREATEST as f32;
        let whole = |value: f32| (sane(value) / scale).round_ties_even().clamp(-limit, limit) as i16;
        Quantized { scale, numbers: values.iter().map(|value| whole(*value)).collect() }
    }

    /// Returns how many numbers it has.
    pub fn dimensions(&self) -> usize {
        self.numbers.len()
    }

    /// Returns what the number one stands for.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns the vector as it is after rounding.
    pub fn to_values(&self) -> Vec<f32> {
        self.numbers.iter().map(|number| f32::from(*number) * self.scale).collect()
    }

    /// Returns it as a store keeps it: the scale, then all high bytes, then all low ones.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(size_of::<f32>() + 2 * self.numbers.len());
        bytes.extend_from_slice(&self.scale.to_le_bytes());
        bytes.extend(self.high());
        bytes.extend(self.low());
        bytes
    }

    /// Reads what [`to_bytes`](Quantized::to_bytes) wrote; nothing if it cannot be that.
    pub fn from_bytes(bytes: &[u8]) -> Option<Quantized> {
        let (scale, planes) = bytes.split_first_chunk()?;
        let dimensions = planes.len() / 2;
        if planes.len() % 2 != 0 || dimensions > MAX_DIMENSIONS {
            return None;
        }
        let (high, low) = planes.split_at(dimensions);
        Quantized::from_planes(f32::from_le_bytes(*scale), high, low)
    }

    /// Puts high and low bytes together; nothing if no vector is rounded to them.
    pub(crate) fn from_planes(scale: f32, high: &[u8], low: &[u8]) -> Option<Quantized> {
        let whole = |(high, low): (&u8, &u8)| {
            let number = (i32::from(*high) - i32::from(ZERO)) * 256 + i32::from(*low) - i32::from(ZERO);
            (number.abs() <= GREATEST).then_some(number as i16)
        };
        let numbers: Option<Box<[i16]>> = high.iter().zip(low).map(whole).collect();
        (is_scale(scale)).then_some(Quantized { scale, numbers: numbers? })
    }

    /// The whole numbers.
    pub(crate) fn numbers(&self) -> &[i16] {
        &self.numbers
    }

    /// The high bytes, rounded, as they are scanned.
    fn high(&self) -> impl Iterator<Item = u8> {
        self.numbers.iter().map(|number| high_byte(*number))
    }

    /// What the high bytes leave.
    fn low(&self) -> impl Iterator<Item = u8> {
        self.numbers.iter().map(|number| low_byte(*number))
    }
}

/// Whether a number can be the scale of a vector.
pub(crate) fn is_scale(scale: f32) -> bool {
    (0.0..=TOO_GREAT / GREATEST as f32).contains(&scale)
}

fn sane(value: f32) -> f32 {
    if value.abs() <= TOO_GREAT { value } else { 0.0 }
}

/// The nearest multiple of 256, as a byte that is [`ZERO`] too great.
#[inline]
pub(crate) fn high_byte(number: i16) -> u8 {
    // No number is so great that this overflows.
    ((number + 128) >> 8) as u8 ^ ZERO
}

/// What the high byte leaves, as a byte that is [`ZERO`] too great.
#[inline]
pub(crate) fn low_byte(number: i16) -> u8 {
    number as u8 ^ ZERO
}

/// A question's vector: in bytes for the scan, and as it is for the best of what that finds.
#[derive(Debug)]
pub struct Asked {
    bytes: Vec<Line>,
    /// What every product is too great by, as rows are kept [`ZERO`] too great.
    excess: i32,
    /// What a product of high bytes stands for, before the scale of the row.
    scale: f32,
    values: Vec<f32>,
}

impl Asked {
    /// Prepares a question's vector. What is no number, or over a million, becomes zero.
    pub fn new(query: &[f32]) -> Asked {
        let rounded = Quantized::new(query);
        let lines = query.len().div_ceil(LINE);
        let mut bytes = vec![Line([0; LINE]); lines];
        let mut sum = 0;
        for (place, high) in rounded.high().enumerate() {
            let signed = high.wrapping_sub(ZERO);
            bytes[place / LINE].0[place % LINE] = signed;
            sum += i32::from(signed.cast_signed());
        }
        let mut values: Vec<f32> = query.iter().map(|value| sane(*value)).collect();
        values.resize(lines * LINE, 0.0);
        Asked { bytes, excess: i32::from(ZERO) * sum, scale: rounded.scale * 256.0 * 256.0, values }
    }

    /// The question as lines of signed bytes.
    pub fn lines(&self) -> &[Line] {
        &self.bytes
    }

    /// The question's own numbers, padded with zeros.
    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    /// What every product is too great by.
    pub(crate) fn excess(&self) -> i32 {
        self.excess
    }

    /// What a product stands for, before the scale of its row.
    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn strange_numbers_are_nothing() {
        let strange = Quantized::new(&[f32::NAN, f32::INFINITY, -1.1e6, 0.5, -1.0]);
        assert_eq!(strange.to_values()[..3], [0.0; 3]);
        assert_eq!(strange.to_values()[4], -1.0);
        for nothing in [&[0.0, -0.0][..], &[1e-42, 0.0], &[f32::NAN], &[]] {
            let quantized = Quantized::new(nothing);
            assert_eq!((quantized.scale(), quantized.to_values()), (0.0, vec![0.0; nothing.len()]));
            assert_eq!(Quantized::from_bytes(&quantized.to_bytes()), Some(quantized));
        }
    }

    #[test]
    fn halves_go_to_the_even_number() {
        let unit = 1.0 / GREATEST as f32;
        let scale = 1.0 / GREATEST as f32;
        let values = Quantized::new(&[1.0, 0.5 * unit, 1.5 * unit, -2.5 * unit]).to_values();
        assert_eq!(values, [GREATEST as f32 * scale, 0.0, 2.0 * scale, -2.0 * scale]);
    }

    #[test]
    fn bytes_that_are_no_vector_are_refused() {
        let bytes = Quantized::new(&[1.0, -0.25, 0.125]).to_bytes();
        assert_eq!(bytes.len(), 4 + 2 * 3);
        assert_eq!(Quantized::from_bytes(&bytes[..9]), None, "half a number");
        assert_eq!(Quantized::from_bytes(&bytes[..3]), None, "no scale");
        for scale in [f32::NAN, f32::INFINITY, -1.0] {
            let forged = [&scale.to_le_bytes()[..], &bytes[4..]].concat();
            assert_eq!(Quantized::from_bytes(&forged), None, "{scale}");
        }
        let mut forged = bytes.clone();
        forged[4] = 0;
        assert_eq!(Quantized::from_bytes(&forged), None, "a high byte nothing is rounded to");
        assert_eq!(Quantized::from_bytes(&vec![0; 4 + 2 * (MAX_DIMENSIONS + 1)]), None);
    }

    proptest! {
        #[test]
        fn no_number_is_off_by_more_than_is_said(values in proptest::collection::vec(-3.0f32..3.0, 1..300), power in -30i32..18) {
            let values: Vec<f32> = values.into_iter().map(|value| value * (power as f32).exp2()).collect();
            let quantized = Quantized::new(&values);
            for (value, rounded) in values.iter().zip(quantized.to_values()) {
                prop_assert!((value - rounded).abs() <= Quantized::FINE * quantized.scale(), "{} {}", value, rounded);
            }
            for (value, high) in values.iter().zip(quantized.high()) {
                let rounded = (f32::from(high) - 128.0) * 256.0 * quantized.scale();
                prop_assert!((value - rounded).abs() <= Quantized::COARSE * quantized.scale(), "{} {}", value, rounded);
            }
            prop_assert_eq!(Quantized::from_bytes(&quantized.to_bytes()), Some(quantized));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
            if let Some(vector) = Quantized::from_bytes(&bytes) {
                prop_assert_eq!(vector.to_bytes(), bytes);
            }
        }
    }
}
