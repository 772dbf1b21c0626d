//! A segment: up to 1,024 documents as they are kept, never changed, and never trusted when they are read.

mod read;
mod write;

use crate::columns::Columns;
use crate::document::Document;
use crate::lexicon::Lexicon;
use crate::space::{OutOfOrder, SpaceIndex};
use crate::vectors::Vectors;

pub(crate) use write::{Slice, write};

/// How many documents a segment holds at most.
pub const SEGMENT_DOCUMENTS: usize = 1024;

/// A segment with more words than this is closed early, so that no text is too long for it.
pub(crate) const SEGMENT_WORDS: u64 = 1 << 22;

/// What every segment begins with.
const MAGIC: [u8; 8] = *b"COFIOSEG";

/// How segments are written today. Others are rebuilt from what they were made of.
const FORMAT: u32 = 2;

/// Half of a BLAKE3 hash of everything but itself, as rows in a store have it.
const CHECKSUM: usize = 16;

/// Where the checksum begins, and where everything else goes on.
const HEAD: usize = MAGIC.len() + size_of::<u32>();
const BODY: usize = HEAD + CHECKSUM;

/// Documents read from a segment.
#[derive(Debug, Clone)]
pub struct Segment {
    pub(crate) model: Box<str>,
    pub(crate) columns: Columns,
    pub(crate) vectors: Vectors,
    pub(crate) words: Lexicon,
}

/// Why bytes are no segment. Whatever it is, the segment is made again from its documents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SegmentError {
    /// Something else, or too short to be anything.
    #[error("this is no segment")]
    NotASegment,
    /// Written by a program of another time.
    #[error("a segment of format {0} cannot be read")]
    UnknownFormat(u32),
    /// At least one byte is not what was written.
    #[error("a segment is damaged")]
    Damaged,
    /// The checksum is right and the content is not.
    #[error("the {0} of a segment cannot be read")]
    Malformed(&'static str),
}

impl Segment {
    /// Makes a segment of documents, which come in the order of their keys and are no more than
    /// [`SEGMENT_DOCUMENTS`]. Vectors of another length than `dimensions` are left out.
    ///
    /// # Panics
    /// If there are more.
    pub fn new<'a>(
        model: &str,
        dimensions: usize,
        documents: impl IntoIterator<Item = Document<'a>>,
    ) -> Result<Segment, OutOfOrder> {
        let mut index = SpaceIndex::new(model, dimensions);
        for document in documents {
            index.add(&document)?;
        }
        assert!(index.len() <= SEGMENT_DOCUMENTS, "a segment has no room for {} documents", index.len());
        Ok(index.into_segment())
    }

    /// Reads a segment. Nothing about the bytes is taken for granted.
    pub fn from_bytes(bytes: &[u8]) -> Result<Segment, SegmentError> {
        read::read(bytes)
    }

    /// Returns the segment as it is kept. The same documents always give the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        write(&Slice {
            model: &self.model,
            columns: &self.columns,
            vectors: &self.vectors,
            words: &self.words,
            documents: 0..self.columns.len() as u32,
        })
    }

    /// The model its vectors are of.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// What is known of its documents.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..HEAD]);
    hasher.update(&bytes[BODY..]);
    let mut checksum = [0; CHECKSUM];
    checksum.copy_from_slice(&hasher.finalize().as_bytes()[..CHECKSUM]);
    checksum
}

/// How a number with a sign becomes one without, small ones staying small.
fn fold_sign(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

fn unfold_sign(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}
