//! The bytes of a weight file, held once and looked at from many places.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use crate::local::error::FileError;
use crate::local::kernel::floats_in;

/// What tensors begin at multiples of.
pub(super) const ALIGNMENT: usize = 64;

/// More than any model that could be run here; a length beyond it is a mistake or an attack.
const MOST_BYTES: u64 = 4 << 30;

/// A part of a weight file. Cloning it copies nothing.
#[derive(Clone)]
pub(super) struct Bytes {
    source: Source,
    range: Range<usize>,
}

#[derive(Clone)]
enum Source {
    /// Compiled into the program.
    Static(&'static [u8]),
    /// Read from somewhere. The bytes that count begin at an aligned place in it.
    Owned(Arc<[u8]>),
}

impl Bytes {
    /// Takes bytes that are part of the program.
    pub(super) fn compiled_in(bytes: &'static [u8]) -> Bytes {
        Bytes { source: Source::Static(bytes), range: 0..bytes.len() }
    }

    /// Copies bytes to an aligned place.
    pub(super) fn copied(bytes: &[u8]) -> Bytes {
        let filled = Bytes::aligned(bytes.len(), |room| {
            room.copy_from_slice(bytes);
            Ok(())
        });
        filled.expect("copying cannot fail")
    }

    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<Bytes, FileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let length = usize::try_from(length).ok().filter(|_| length <= MOST_BYTES);
        let length = length.ok_or_else(|| FileError::broken("it is larger than any model"))?;
        Bytes::aligned(length, |room| file.read_exact(room)).map_err(unreadable)
    }

    /// Makes room at an aligned place and lets it be filled.
    fn aligned(length: usize, fill: impl FnOnce(&mut [u8]) -> std::io::Result<()>) -> std::io::Result<Bytes> {
        let mut room: Arc<[u8]> = std::iter::repeat_n(0, length + ALIGNMENT).collect();
        let start = room.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        let range = start..start + length;
        fill(&mut Arc::get_mut(&mut room).expect("nobody else has it yet")[range.clone()])?;
        Ok(Bytes { source: Source::Owned(room), range })
    }

    /// Returns a part, or nothing if it is not all there.
    pub(super) fn part(&self, at: usize, length: usize) -> Option<Bytes> {
        let start = self.range.start.checked_add(at)?;
        let end = start.checked_add(length)?;
        (end <= self.range.end).then(|| Bytes { source: self.source.clone(), range: start..end })
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.source {
            Source::Static(bytes) => &bytes[self.range.clone()],
            Source::Owned(bytes) => &bytes[self.range.clone()],
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} bytes", self.range.len())
    }
}

/// Numbers in a weight file: read in place where the machine can, else from a copy.
#[derive(Debug, Clone)]
pub(super) enum Floats {
    InPlace(Bytes),
    Copied(Arc<[f32]>),
}

impl Floats {
    /// Reads little-endian numbers. The length is a multiple of four.
    pub(super) fn new(bytes: Bytes) -> Floats {
        if floats_in(&bytes).is_some() {
            return Floats::InPlace(bytes);
        }
        Floats::Copied(bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
    }
}

impl Deref for Floats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        match self {
            Floats::InPlace(bytes) => floats_in(bytes).expect("checked when it was made"),
            Floats::Copied(numbers) => numbers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_beyond_the_end_is_not_there() {
        let bytes = Bytes::copied(&[1, 2, 3, 4]);
        assert_eq!(&*bytes.part(1, 3).unwrap(), &[2, 3, 4]);
        assert!(bytes.part(1, 4).is_none());
        assert!(bytes.part(usize::MAX, 2).is_none());
        assert!(bytes.part(2, usize::MAX).is_none());
        assert!(bytes.part(1, 3).unwrap().part(0, 4).is_none());
    }

    #[test]
    fn numbers_are_the_same_in_place_and_copied() {
        static ROOM: [u8; 9] = [0, 0, 0, 128, 63, 0, 0, 32, 192];
        let wanted = [1.0, -2.5];
        assert_eq!(&*Floats::new(Bytes::compiled_in(&ROOM[1..])), &wanted);
        assert_eq!(&*Floats::new(Bytes::copied(&ROOM[1..])), &wanted);
    }
}
