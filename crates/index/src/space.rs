//! The index of one space: segments that never change, and a tail that does.

use std::ops::Range;

use crate::columns::Columns;
use crate::document::Document;
use crate::filter::{Filter, Selection};
use crate::lexicon::Lexicon;
use crate::quantized::Quantized;
use crate::question::Question;
use crate::segment::{self, SEGMENT_DOCUMENTS, SEGMENT_WORDS, Segment, Slice};
use crate::tail::Tail;
use crate::vectors::Vectors;
use crate::words::with_words;

/// Everything of one space that can be found.
///
/// Documents are numbered from 0 in the order of their keys, whichever segment they are in. A number holds until
/// something is removed; everything asked between two changes speaks of the same numbers.
#[derive(Debug, Clone)]
pub struct SpaceIndex {
    model: Box<str>,
    columns: Columns,
    vectors: Vectors,
    parts: Vec<Part>,
    tail: Tail,
    /// How many words all documents have.
    total_length: u64,
    /// How many words those of the tail have.
    tail_length: u64,
    next_number: u32,
}

/// The words of a segment, and how many documents it has. Their columns and vectors lie with all others.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    number: u32,
    documents: Range<usize>,
    pub(crate) words: Lexicon,
}

/// Where a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// In no segment yet.
    Tail,
    /// In the segment of this number, whose kept bytes are out of date now.
    Segment(u32),
}

/// A segment, as something to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Its number: one more than any before.
    pub number: u32,
    /// The key of its first document.
    pub first_key: i64,
    /// The key of its last document.
    pub last_key: i64,
    /// What to keep.
    pub bytes: Vec<u8>,
}

/// Documents come in the order of their keys, and this one does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("document {key} cannot come after document {last_key}")]
pub struct OutOfOrder {
    /// The document that came.
    pub key: i64,
    /// The last one there is.
    pub last_key: i64,
}

impl SpaceIndex {
    /// Makes an empty index for vectors of a model. An index without a model has no dimensions.
    pub fn new(model: &str, dimensions: usize) -> SpaceIndex {
        SpaceIndex {
            model: model.into(),
            columns: Columns::default(),
            vectors: Vectors::new(dimensions),
            parts: Vec::new(),
            tail: Tail::default(),
            total_length: 0,
            tail_length: 0,
            next_number: 0,
        }
    }

    /// Makes an index of segments, with their numbers, in the order of their documents. They are best read one by one as
    /// they are taken: then there is never more than one of them in memory.
    pub fn from_segments(
        model: &str,
        dimensions: usize,
        segments: impl IntoIterator<Item = (u32, Segment)>,
    ) -> Result<SpaceIndex, OutOfOrder> {
        let segments = segments.into_iter();
        let count = segments.size_hint().0;
        let mut index = SpaceIndex::new(model, dimensions);
        for (number, segment) in segments {
            if index.is_empty() {
                // Those that follow are as long as the first, or nearly.
                index.reserve(segment.columns.len() * count);
            }
            index.absorb(number, segment)?;
        }
        Ok(index)
    }

    /// Makes room for so many documents more, where it is known how many will come.
    pub fn reserve(&mut self, documents: usize) {
        self.columns.reserve(documents);
        self.vectors.reserve(documents);
    }

    /// Adds a segment after all documents there are. Vectors of another model are left out: its documents are found by
    /// their words until they are given vectors of this one.
    fn absorb(&mut self, number: u32, segment: Segment) -> Result<(), OutOfOrder> {
        self.next_number = self.next_number.max(number + 1);
        let Some(first) = segment.columns.keys.first() else { return Ok(()) };
        self.check_order(*first)?;
        let start = self.columns.len();
        if segment.model == self.model {
            self.vectors.append(&segment.vectors);
        } else {
            segment.columns.keys.iter().for_each(|_| self.vectors.push_nothing());
        }
        self.total_length += segment.columns.lengths.iter().map(|length| u64::from(*length)).sum::<u64>();
        self.columns.append(&segment.columns);
        self.parts.push(Part { number, documents: start..self.columns.len(), words: segment.words });
        Ok(())
    }

    /// Adds a document to the tail and returns its number. A vector of another length is left out.
    pub fn add(&mut self, document: &Document<'_>) -> Result<u32, OutOfOrder> {
        self.check_order(document.key)?;
        let number = self.columns.len() as u32;
        let place = number - self.tail_start() as u32;
        let length = with_words(document.text, |words| self.tail.add(place, words));
        self.columns.push(document.key, &document.attributes, length);
        self.total_length += u64::from(length);
        self.tail_length += u64::from(length);
        self.vectors.push_nothing();
        if let Some(vector) = document.vector {
            self.vectors.set(number, vector);
        }
        Ok(number)
    }

    /// Gives a document its vector. Nothing if there is no such document, or the vector has another length.
    pub fn attach_vector(&mut self, key: i64, vector: &Quantized) -> Option<Whereabouts> {
        let number = self.columns.number_of(key)?;
        self.vectors.set(number, vector).then(|| self.whereabouts(number))
    }

    /// Says when a document ceased to be believed; [`OPEN`](crate::OPEN) if it is believed again.
    pub fn retire(&mut self, key: i64, at: i64) -> Option<Whereabouts> {
        let number = self.columns.number_of(key)?;
        self.columns.retired_at[number as usize] = at;
        Some(self.whereabouts(number))
    }

    /// Takes a document out with all its words, as if it had never been there. If it was in a segment, what is kept of
    /// that must be replaced by [`segment_bytes`](SpaceIndex::segment_bytes), or removed if there are none.
    pub fn remove(&mut self, key: i64) -> Option<Whereabouts> {
        let number = self.columns.number_of(key)?;
        let whereabouts = self.whereabouts(number);
        let length = u64::from(self.columns.lengths[number as usize]);
        match self.part_of(number) {
            Some(place) => {
                let part = &mut self.parts[place];
                part.words = part.words.without(number - part.documents.start as u32);
                part.documents.end -= 1;
                for later in &mut self.parts[place + 1..] {
                    later.documents = later.documents.start - 1..later.documents.end - 1;
                }
                self.parts.retain(|part| !part.documents.is_empty());
            }
            None => {
                self.tail.remove(number - self.tail_start() as u32);
                self.tail_length -= length;
            }
        }
        self.total_length -= length;
        self.columns.remove(number);
        self.vectors.remove(number);
        Some(whereabouts)
    }

    /// Makes a segment of the oldest documents of the tail, if there are enough and all of them have their vectors.
    ///
    /// Asked after each document, it costs nothing until then; a tail that has grown long costs every sealing more.
    pub fn seal(&mut self) -> Option<Sealed> {
        self.ready_segment().map(|documents| self.seal_documents(documents))
    }

    /// Whether there is enough in the tail for a segment.
    pub fn can_seal(&self) -> bool {
        self.ready_segment().is_some()
    }

    fn ready_segment(&self) -> Option<Range<usize>> {
        if self.tail_len() < SEGMENT_DOCUMENTS && self.tail_length <= SEGMENT_WORDS {
            return None;
        }
        let documents = self.next_segment();
        let is_full = documents.len() == SEGMENT_DOCUMENTS || documents.end < self.len();
        let is_ready = documents.clone().all(|document| self.vectors.there().contains(document as u32));
        (is_full && is_ready).then_some(documents)
    }

    /// Makes a segment of the oldest documents of the tail, however few there are and whether they have vectors or not.
    pub fn seal_anyway(&mut self) -> Option<Sealed> {
        let documents = self.next_segment();
        (!documents.is_empty()).then(|| self.seal_documents(documents))
    }

    /// The documents that go into the next segment.
    fn next_segment(&self) -> Range<usize> {
        let start = self.tail_start();
        let most = self.len().min(start + SEGMENT_DOCUMENTS);
        let mut words = 0;
        let fits = |length: &&u32| {
            words += u64::from(**length);
            words <= SEGMENT_WORDS
        };
        let fitting = self.columns.lengths[start..most].iter().take_while(fits).count();
        // A text that is too long for any segment has one to itself.
        start..most.min(start + fitting.max(1))
    }

    fn seal_documents(&mut self, documents: Range<usize>) -> Sealed {
        let number = self.next_number;
        self.next_number += 1;
        let words = self.tail.take(documents.len() as u32);
        self.tail_length -=
            self.columns.lengths[documents.clone()].iter().map(|length| u64::from(*length)).sum::<u64>();
        let part = Part { number, documents: documents.clone(), words };
        let bytes = self.bytes_of(&part);
        self.parts.push(part);
        let keys = &self.columns.keys[documents];
        Sealed { number, first_key: keys[0], last_key: keys[keys.len() - 1], bytes }
    }

    /// Returns a segment as it is to be kept now; nothing if there is no such segment any more.
    pub fn segment_bytes(&self, number: u32) -> Option<Vec<u8>> {
        self.parts.iter().find(|part| part.number == number).map(|part| self.bytes_of(part))
    }

    /// The numbers of the segments and the keys of their first and last documents, in order.
    pub fn segments(&self) -> impl Iterator<Item = (u32, i64, i64)> {
        let keys = &self.columns.keys;
        self.parts.iter().map(|part| (part.number, keys[part.documents.start], keys[part.documents.end - 1]))
    }

    fn bytes_of(&self, part: &Part) -> Vec<u8> {
        segment::write(&Slice {
            model: &self.model,
            columns: &self.columns,
            vectors: &self.vectors,
            words: &part.words,
            documents: part.documents.start as u32..part.documents.end as u32,
        })
    }

    /// Makes a segment of an index that has nothing but a tail.
    pub(crate) fn into_segment(mut self) -> Segment {
        let words = self.tail.take(self.columns.len() as u32);
        Segment { model: self.model, columns: self.columns, vectors: self.vectors, words }
    }

    /// Returns how many documents there are.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there is nothing to find.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Returns how many documents are in no segment.
    pub fn tail_len(&self) -> usize {
        self.len() - self.tail_start()
    }

    /// Returns the key of the last document.
    pub fn last_key(&self) -> Option<i64> {
        self.columns.keys.last().copied()
    }

    /// The model the vectors are of.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns how many numbers a vector has.
    pub fn dimensions(&self) -> usize {
        self.vectors.dimensions()
    }

    /// What is known of the documents, by number.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The keys of the documents that have no vector, in order.
    pub fn without_vector(&self) -> impl Iterator<Item = i64> {
        let keys = self.columns.keys.iter().enumerate();
        keys.filter(|(number, _)| !self.vectors.there().contains(*number as u32)).map(|(_, key)| *key)
    }

    /// Whether any document has no vector.
    pub fn lacks_vectors(&self) -> bool {
        self.vectors.there().len() < self.len()
    }

    /// Returns how much memory it takes, nearly.
    pub fn bytes(&self) -> usize {
        let words: usize = self.parts.iter().map(|part| part.words.bytes()).sum();
        size_of::<SpaceIndex>() + self.columns.bytes() + self.vectors.bytes() + words + self.tail.bytes()
    }

    /// Returns the documents that may be found.
    pub fn select(&self, filter: &Filter<'_>) -> Selection {
        let mut selection = Selection::default();
        self.select_into(filter, &mut selection);
        selection
    }

    /// Does the same in a selection that was used before.
    pub fn select_into(&self, filter: &Filter<'_>, selection: &mut Selection) {
        selection.choose(&self.columns, filter);
    }

    /// Looks up the words of a question.
    pub fn question(&self, text: &str) -> Question<'_> {
        Question::new(self, text)
    }

    /// Looks up words as [`words`](crate::words) gives them.
    pub fn question_of_words(&self, words: Vec<String>) -> Question<'_> {
        Question::of_words(self, words)
    }

    pub(crate) fn check(&self, selection: &Selection) {
        assert_eq!(selection.documents(), self.len(), "a selection is of the index as it is");
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub(crate) fn tail(&self) -> &Tail {
        &self.tail
    }

    pub(crate) fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    pub(crate) fn total_length(&self) -> u64 {
        self.total_length
    }

    /// The documents of a part; the tail comes after all parts.
    pub(crate) fn documents_of(&self, part: usize) -> Range<usize> {
        self.parts.get(part).map_or_else(|| self.tail_start()..self.len(), |part| part.documents.clone())
    }

    fn tail_start(&self) -> usize {
        self.parts.last().map_or(0, |part| part.documents.end)
    }

    fn part_of(&self, number: u32) -> Option<usize> {
        let place = self.parts.partition_point(|part| part.documents.end <= number as usize);
        (place < self.parts.len()).then_some(place)
    }

    fn whereabouts(&self, number: u32) -> Whereabouts {
        self.part_of(number).map_or(Whereabouts::Tail, |place| Whereabouts::Segment(self.parts[place].number))
    }

    fn check_order(&self, key: i64) -> Result<(), OutOfOrder> {
        // The least number of all stands for no key.
        let last_key = self.last_key().unwrap_or(i64::MIN);
        if key > last_key { Ok(()) } else { Err(OutOfOrder { key, last_key }) }
    }
}
