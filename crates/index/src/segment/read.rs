//! Reading a segment. Every length is checked against what is left before anything is made of that length.

use super::{BODY, FORMAT, HEAD, MAGIC, SEGMENT_DOCUMENTS, Segment, SegmentError, checksum, unfold_sign};
use crate::columns::{Columns, NO_KEY};
use crate::document::Layer;
use crate::kernel::LINE;
use crate::lexicon::Lexicon;
use crate::names::Names;
use crate::postings::read_number;
use crate::quantized::{MAX_DIMENSIONS, is_scale};
use crate::vectors::Vectors;

/// Reads a segment.
pub(super) fn read(bytes: &[u8]) -> Result<Segment, SegmentError> {
    if bytes.len() < BODY || bytes[..MAGIC.len()] != MAGIC {
        return Err(SegmentError::NotASegment);
    }
    let format = u32::from_le_bytes(bytes[MAGIC.len()..HEAD].try_into().expect("four bytes"));
    if format != FORMAT {
        return Err(SegmentError::UnknownFormat(format));
    }
    if bytes[HEAD..BODY] != checksum(bytes) {
        return Err(SegmentError::Damaged);
    }
    let mut reader = Reader { bytes, place: BODY };
    let documents = reader.count(SEGMENT_DOCUMENTS).ok_or(SegmentError::Malformed("head"))?;
    let dimensions = reader.count(MAX_DIMENSIONS).ok_or(SegmentError::Malformed("head"))?;
    let model = reader.text().ok_or(SegmentError::Malformed("head"))?;
    let columns = reader.columns(documents).ok_or(SegmentError::Malformed("attributes"))?;
    let vectors = reader.vectors(documents, dimensions).ok_or(SegmentError::Malformed("vectors"))?;
    let words = reader.words(&columns.lengths).ok_or(SegmentError::Malformed("words"))?;
    if reader.place != bytes.len() {
        return Err(SegmentError::Malformed("end"));
    }
    Ok(Segment { model: model.into(), columns, vectors, words })
}

struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.place..)?.get(..length)?;
        self.place += length;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        read_number(self.bytes, &mut self.place)
    }

    fn count(&mut self, most: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= most)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.count(self.bytes.len())?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    /// Reads so many numbers. Each takes a byte at least, which bounds how many there can be.
    fn lengths(&mut self, count: usize) -> Option<Vec<u32>> {
        if count > self.bytes.len() - self.place {
            return None;
        }
        (0..count).map(|_| u32::try_from(self.number()?).ok()).collect()
    }

    fn times(&mut self, count: usize) -> Option<Vec<i64>> {
        let mut before = 0i64;
        let mut next = || {
            before = before.wrapping_add(unfold_sign(self.number()?));
            Some(before)
        };
        (0..count).map(|_| next()).collect()
    }

    /// Reads names and a number for each document. They stand in the order in which they are first met, and all are.
    fn names(&mut self, documents: usize) -> Option<(Names, Vec<u32>)> {
        let count = self.count(documents)?;
        let mut names = Names::default();
        for number in 1..=count {
            if names.intern(self.text()?) != number as u32 {
                return None;
            }
        }
        let numbers = self.lengths(documents)?;
        let mut met = 0;
        for number in &numbers {
            met = met.max(Some(*number).filter(|number| *number <= met + 1)?);
        }
        (met as usize == count).then_some((names, numbers))
    }

    fn columns(&mut self, documents: usize) -> Option<Columns> {
        let keys = self.times(documents)?;
        if !keys.is_sorted_by(|one, other| one < other) || keys.first() == Some(&NO_KEY) {
            return None;
        }
        let mut columns = Columns {
            valid_from: self.times(documents)?,
            valid_until: self.times(documents)?,
            recorded_at: self.times(documents)?,
            retired_at: self.times(documents)?,
            at: self.times(documents)?,
            previous_keys: self.previous(&keys)?,
            layers: self.take(documents)?.iter().map(|number| Layer::from_number(*number)).collect::<Option<_>>()?,
            kinds: self.take(documents)?.to_vec(),
            tiers: self.take(documents)?.to_vec(),
            authorities: self.take(documents)?.to_vec(),
            roles: self.take(documents)?.to_vec(),
            marks: self.take(documents)?.to_vec(),
            sizes: self.lengths(documents)?,
            keys,
            ..Columns::default()
        };
        (columns.domain_names, columns.domains) = self.names(documents)?;
        (columns.project_names, columns.projects) = self.names(documents)?;
        (columns.speaker_names, columns.speakers) = self.names(documents)?;
        (columns.session_names, columns.sessions) = self.names(documents)?;
        columns.lengths = self.lengths(documents)?;
        columns.find_neighbours();
        Some(columns)
    }

    /// Reads which document came before each.
    fn previous(&mut self, keys: &[i64]) -> Option<Vec<i64>> {
        let mut before = |key: &i64| match self.number()? {
            0 => Some(NO_KEY),
            back => Some(key.wrapping_sub(back.cast_signed())).filter(|before| before < key && *before != NO_KEY),
        };
        keys.iter().map(&mut before).collect()
    }

    fn vectors(&mut self, documents: usize, dimensions: usize) -> Option<Vectors> {
        let bits = self.take(documents.div_ceil(8))?;
        let is_there = |document: usize| bits[document / 8] >> (document % 8) & 1 == 1;
        let count = (0..documents).filter(|document| is_there(*document)).count();
        if (documents..bits.len() * 8).any(is_there) || (count > 0 && dimensions == 0) {
            return None;
        }
        let mut scales =
            self.take(count * size_of::<f32>())?.as_chunks().0.iter().map(|scale| f32::from_le_bytes(*scale));
        let padding = self.place.next_multiple_of(LINE) - self.place;
        if self.take(padding)?.iter().any(|byte| *byte != 0) {
            return None;
        }
        let mut high = self.take(count * dimensions)?.chunks_exact(dimensions.max(1));
        let mut low = self.take(count * dimensions)?.chunks_exact(dimensions.max(1));
        let mut vectors = Vectors::new(dimensions);
        vectors.reserve(documents);
        for document in 0..documents {
            if is_there(document) {
                vectors.push_planes(scales.next().filter(|scale| is_scale(*scale))?, high.next()?, low.next()?);
            } else {
                vectors.push_nothing();
            }
        }
        Some(vectors)
    }

    fn words(&mut self, document_lengths: &[u32]) -> Option<Lexicon> {
        let terms = self.count(self.bytes.len())?;
        let lengths = self.lengths(terms)?;
        let letters: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
        let letters = std::str::from_utf8(self.take(usize::try_from(letters).ok()?)?).ok()?;
        let posting_lengths = self.lengths(terms)?;
        let postings: u64 = posting_lengths.iter().map(|length| u64::from(*length)).sum();
        let postings = self.take(usize::try_from(postings).ok()?)?;
        Lexicon::read(letters, &lengths, postings, &posting_lengths, document_lengths)
    }
}
