//! Reading a segment. Every length is checked against what is left before anything is made of that length.

use super::{BODY, FORMAT, HEAD, MAGIC, SEGMENT_DOCUMENTS, Segment, SegmentError, checksum, unfold_sign};
use crate::columns::{Columns, NO_KEY};
use crate::document::{Attributes, Layer};
use crate::kernel::LINE;
use crate::lexicon::Lexicon;
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
    fn names(&mut self, documents: usize) -> Option<(Vec<&'a str>, Vec<u32>)> {
        let count = self.count(documents)?;
        let mut names = vec![""];
        for _ in 0..count {
            names.push(self.text()?);
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
        let [valid_from, valid_until, recorded_at, retired_at, at] = [
            self.times(documents)?,
            self.times(documents)?,
            self.times(documents)?,
            self.times(documents)?,
            self.times(documents)?,
        ];
        let mut previous = Vec::with_capacity(documents);
        for key in &keys {
            previous.push(match self.number()? {
                0 => None,
                back => {
                    let before = key.wrapping_sub(back.cast_signed());
                    Some(before).filter(|before| before < key && *before != NO_KEY).map(Some)?
                }
            });
        }
        let layers: Option<Vec<Layer>> =
            self.take(documents)?.iter().map(|number| Layer::from_number(*number)).collect();
        let layers = layers?;
        let [kinds, tiers, authorities, roles, marks] = [
            self.take(documents)?,
            self.take(documents)?,
            self.take(documents)?,
            self.take(documents)?,
            self.take(documents)?,
        ];
        let sizes = self.lengths(documents)?;
        let (domain_names, domains) = self.names(documents)?;
        let (project_names, projects) = self.names(documents)?;
        let (speaker_names, speakers) = self.names(documents)?;
        let (session_names, sessions) = self.names(documents)?;
        let lengths = self.lengths(documents)?;
        if !keys.is_sorted_by(|one, other| one < other) || keys.first() == Some(&NO_KEY) {
            return None;
        }
        let mut columns = Columns::default();
        columns.reserve(documents);
        for place in 0..documents {
            let attributes = Attributes {
                layer: layers[place],
                kind: kinds[place],
                tier: tiers[place],
                authority: authorities[place],
                role: roles[place],
                marks: marks[place],
                size: sizes[place],
                domain: domain_names[domains[place] as usize],
                project: project_names[projects[place] as usize],
                speaker: speaker_names[speakers[place] as usize],
                session: session_names[sessions[place] as usize],
                valid_from: valid_from[place],
                valid_until: valid_until[place],
                recorded_at: recorded_at[place],
                retired_at: retired_at[place],
                at: at[place],
                previous: previous[place],
            };
            columns.push(keys[place], &attributes, lengths[place]);
        }
        Some(columns)
    }

    fn vectors(&mut self, documents: usize, dimensions: usize) -> Option<Vectors> {
        let bits = self.take(documents.div_ceil(8))?;
        let there = |document: usize| bits[document / 8] >> (document % 8) & 1 == 1;
        if (documents..bits.len() * 8).any(there) {
            return None;
        }
        let there: Vec<u32> = (0..documents as u32).filter(|document| there(*document as usize)).collect();
        if !there.is_empty() && dimensions == 0 {
            return None;
        }
        let scales = self.take(there.len() * size_of::<f32>())?.as_chunks().0;
        let padding = self.place.next_multiple_of(LINE) - self.place;
        if self.take(padding)?.iter().any(|byte| *byte != 0) {
            return None;
        }
        let high = self.take(there.len() * dimensions)?;
        let low = self.take(there.len() * dimensions)?;
        let mut vectors = Vectors::new(dimensions);
        vectors.reserve(documents);
        (0..documents).for_each(|_| vectors.push_nothing());
        for (place, (document, scale)) in there.into_iter().zip(scales).enumerate() {
            let scale = Some(f32::from_le_bytes(*scale)).filter(|scale| is_scale(*scale))?;
            let row = place * dimensions..(place + 1) * dimensions;
            vectors.set_planes(document, scale, &high[row.clone()], &low[row]);
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
