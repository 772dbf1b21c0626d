//! Vectors as they are kept: small, and found again by the text they were made from.

use crate::policy::fingerprint::Salt;
use crate::ports::{ModelId, Vector};

/// What a text hashes to inside one space: under this its vectors are kept. Every letter counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextHash(pub [u8; 16]);

impl TextHash {
    /// Takes the hash of a text.
    pub fn of(salt: Salt, text: &str) -> TextHash {
        // A fingerprint of the same words must not give this away, so it is keyed apart from those.
        let key = blake3::derive_key("cofio vectors of a space", &salt.0);
        let mut short = [0; 16];
        short.copy_from_slice(&blake3::keyed_hash(&key, text.as_bytes()).as_bytes()[..16]);
        TextHash(short)
    }
}

/// A vector as it is kept: sixteen bits a dimension and one scale for all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredVector {
    /// What one step is worth.
    pub scale: f32,
    /// The steps.
    pub values: Box<[i16]>,
}

impl StoredVector {
    /// Rounds numbers to what is kept of them.
    pub fn of(values: &[f32]) -> StoredVector {
        let largest = values.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let scale = if largest > 0.0 && largest.is_finite() { largest / f32::from(i16::MAX) } else { 1.0 };
        // A float that is no number becomes 0, and one that is too large the largest there is.
        let values = values.iter().map(|value| (value / scale).round() as i16).collect();
        StoredVector { scale, values }
    }

    /// Returns the numbers.
    pub fn to_f32(&self) -> Box<[f32]> {
        self.values.iter().map(|value| f32::from(*value) * self.scale).collect()
    }

    /// Returns the numbers, marked with the model they come from.
    pub fn to_vector(&self, model: &ModelId) -> Vector {
        Vector::new(model.clone(), self.to_f32())
    }

    /// Returns the bytes it is kept as: the scale, then each value, lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let values = self.values.iter().flat_map(|value| value.to_le_bytes());
        self.scale.to_le_bytes().into_iter().chain(values).collect()
    }

    /// Reads the bytes back.
    pub fn from_bytes(bytes: &[u8]) -> Option<StoredVector> {
        let (scale, values) = bytes.split_first_chunk::<4>()?;
        let (pairs, rest) = values.as_chunks::<2>();
        let scale = f32::from_le_bytes(*scale);
        let sound = rest.is_empty() && scale.is_finite();
        sound.then(|| StoredVector { scale, values: pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn two_spaces_keep_the_same_text_under_different_hashes() {
        assert_ne!(TextHash::of(Salt([1; 32]), "tea"), TextHash::of(Salt([2; 32]), "tea"));
        assert_ne!(TextHash::of(Salt([1; 32]), "tea"), TextHash::of(Salt([1; 32]), "Tea"));
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        let kept = StoredVector::of(&[f32::NAN, f32::INFINITY, 1.0]);
        assert_eq!(kept.to_f32()[0], 0.0);
        assert_eq!(StoredVector::of(&[0.0, 0.0]).to_f32().as_ref(), [0.0, 0.0]);
        assert_eq!(StoredVector::from_bytes(&[0, 0, 0]), None);
        assert_eq!(StoredVector::from_bytes(&[0, 0, 0, 0, 1]), None);
    }

    proptest! {
        #[test]
        fn a_vector_reads_back_as_it_was_rounded(values in proptest::collection::vec(-1.0_f32..1.0, 0..300)) {
            let kept = StoredVector::of(&values);
            prop_assert_eq!(StoredVector::from_bytes(&kept.to_bytes()).unwrap(), kept.clone());
            for (was, is) in values.iter().zip(kept.to_f32()) {
                prop_assert!((was - is).abs() <= 0.6 * kept.scale);
            }
        }
    }
}
