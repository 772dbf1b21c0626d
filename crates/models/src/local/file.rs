//! A weight file: a header that says what there is, and tensors that are used where they lie.
//!
//! Nothing in the file is trusted. Every length and place is checked before it is used, so that a cut, damaged or
//! malicious file is refused with a reason.

use std::path::Path;

use cofio_domain::ports::ModelId;

use crate::local::bytes::{ALIGNMENT, Bytes, Floats};
use crate::local::error::FileError;
use crate::local::header::{Dtype, Header, Kind, Place, require};
use crate::local::kernel::LANES;
use crate::local::sha256::sha256;

/// What every weight file begins with.
pub(super) const MAGIC: &[u8; 8] = b"COFIOM01";
/// The magic and the length of the header.
pub(super) const PREAMBLE: usize = 12;
/// Far more than the header of any model.
const MOST_HEADER: usize = 1 << 20;
/// How much of the checksum tells models apart in their ids.
const ID_DIGITS: usize = 12;

/// A weight file whose header was read and found sound.
#[derive(Debug, Clone)]
pub struct WeightFile {
    header: Header,
    data: Bytes,
    size: usize,
    sha256: String,
}

impl WeightFile {
    /// Takes a file that is part of the program, whose checksum was taken when that was built.
    pub fn compiled_in(bytes: &'static [u8], sha256: &str) -> Result<WeightFile, FileError> {
        WeightFile::parse(Bytes::compiled_in(bytes), sha256.to_owned())
    }

    /// Reads a file from the disk.
    pub fn open(path: impl AsRef<Path>) -> Result<WeightFile, FileError> {
        let bytes = Bytes::read(path.as_ref())?;
        let checksum = sha256(&bytes);
        WeightFile::parse(bytes, checksum)
    }

    /// Takes a copy of a file's bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightFile, FileError> {
        WeightFile::parse(Bytes::copied(bytes), sha256(bytes))
    }

    fn parse(bytes: Bytes, sha256: String) -> Result<WeightFile, FileError> {
        let (Some(magic), Some(length)) = (bytes.first_chunk(), bytes.get(MAGIC.len()..).and_then(<[u8]>::first_chunk))
        else {
            return Err(FileError::broken("it is too short"));
        };
        require(magic == MAGIC, || "it does not begin as one".into())?;
        let length = u32::from_le_bytes(*length) as usize;
        require(length <= MOST_HEADER, || format!("its header would be {length} bytes long"))?;
        require((PREAMBLE + length).is_multiple_of(ALIGNMENT), || "its header is not padded".into())?;
        let header = bytes.part(PREAMBLE, length).ok_or_else(|| FileError::broken("it ends inside its header"))?;
        let header: Header =
            serde_json::from_slice(&header).map_err(|error| FileError::broken(format!("its header: {error}")))?;
        header.check()?;
        let start = PREAMBLE + length;
        let data = bytes.part(start, bytes.len() - start).expect("the header was inside");
        Ok(WeightFile { header, data, size: bytes.len(), sha256 })
    }

    /// Returns what the file says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns its length in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns its checksum, in hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Returns the model's id: its name and the beginning of its checksum.
    pub fn id(&self) -> ModelId {
        let digits = self.sha256.get(..ID_DIGITS).unwrap_or(&self.sha256);
        ModelId::new(format!("{}@{digits}", self.header.name))
    }

    /// Fails unless the model can be used for what it is wanted.
    pub(super) fn expect(&self, kinds: &[Kind], wanted: &'static str) -> Result<(), FileError> {
        if kinds.contains(&self.header.kind) {
            return Ok(());
        }
        Err(FileError::Kind { name: self.header.name.clone(), found: self.header.kind, wanted })
    }

    /// Returns how a tensor is written, if it is there.
    pub(super) fn dtype(&self, name: &str) -> Option<Dtype> {
        self.header.tensors.get(name).map(|place| place.dtype)
    }

    /// Returns how many rows a tensor has.
    pub(super) fn rows(&self, name: &str) -> Result<usize, FileError> {
        Ok(self.place(name)?.shape.first().copied().unwrap_or(0))
    }

    /// Returns the numbers of a tensor.
    pub(super) fn floats(&self, name: &str, shape: &[usize]) -> Result<Floats, FileError> {
        let floats = Floats::new(self.tensor(name, Dtype::F32, shape)?);
        require(floats.iter().all(|number| number.is_finite()), || {
            format!("`{name}` holds something that is no number")
        })?;
        Ok(floats)
    }

    /// Returns a vector of numbers, padded with zeros to whole chunks.
    pub(super) fn padded(&self, name: &str, length: usize) -> Result<Box<[f32]>, FileError> {
        let mut numbers = self.floats(name, &[length])?.to_vec();
        numbers.resize(length.next_multiple_of(LANES), 0.0);
        Ok(numbers.into())
    }

    /// Returns the bytes of a tensor.
    pub(super) fn tensor(&self, name: &str, dtype: Dtype, shape: &[usize]) -> Result<Bytes, FileError> {
        let place = self.place(name)?;
        require(place.dtype == dtype, || format!("`{name}` is written as {:?}, not as {dtype:?}", place.dtype))?;
        require(place.shape == shape, || format!("`{name}` has the shape {:?}, not {shape:?}", place.shape))?;
        require(place.at.is_multiple_of(ALIGNMENT), || {
            format!("`{name}` does not begin at a multiple of {ALIGNMENT}")
        })?;
        let length = length(dtype, shape).ok_or_else(|| FileError::broken(format!("`{name}` is too large")))?;
        self.data.part(place.at, length).ok_or_else(|| FileError::broken(format!("`{name}` is beyond the end")))
    }

    /// Returns a tensor of bytes of any length, as its shape says.
    pub(super) fn text(&self, name: &str) -> Result<Bytes, FileError> {
        let length = self.rows(name)?;
        self.tensor(name, Dtype::U8, &[length])
    }

    fn place(&self, name: &str) -> Result<&Place, FileError> {
        self.header.tensors.get(name).ok_or_else(|| FileError::broken(format!("`{name}` is missing")))
    }
}

/// Returns how many bytes a tensor takes, unless that is more than can be counted.
pub(super) fn length(dtype: Dtype, shape: &[usize]) -> Option<usize> {
    let product = |shape: &[usize]| shape.iter().try_fold(1usize, |product, size| product.checked_mul(*size));
    match (dtype, shape) {
        (Dtype::I8p, [outputs, inputs]) => {
            outputs.checked_next_multiple_of(LANES)?.checked_mul(inputs.checked_next_multiple_of(4)?)
        }
        (Dtype::I8p, _) => None,
        (Dtype::F32, _) => product(shape)?.checked_mul(4),
        (Dtype::I8 | Dtype::U8, _) => product(shape),
    }
}
