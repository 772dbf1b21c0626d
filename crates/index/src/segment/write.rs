//! Writing a segment: in one order, with one spelling for everything, so that equal documents give equal bytes.

use std::ops::Range;

use super::{BODY, CHECKSUM, FORMAT, HEAD, MAGIC, checksum, fold_sign};
use crate::columns::{Columns, NO_KEY};
use crate::kernel::LINE;
use crate::lexicon::Lexicon;
use crate::names::Names;
use crate::postings::write_number;
use crate::vectors::Vectors;

/// Some documents of an index, and their words.
pub(crate) struct Slice<'a> {
    pub model: &'a str,
    pub columns: &'a Columns,
    pub vectors: &'a Vectors,
    pub words: &'a Lexicon,
    pub documents: Range<u32>,
}

/// Writes a segment.
pub(crate) fn write(slice: &Slice<'_>) -> Vec<u8> {
    let Slice { columns, vectors, words, documents, .. } = slice;
    let range = documents.start as usize..documents.end as usize;
    let mut bytes = Vec::with_capacity(BODY + range.len() * (2 * vectors.dimensions() + 128) + words.bytes());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&FORMAT.to_le_bytes());
    bytes.extend_from_slice(&[0; CHECKSUM]);
    write_number(&mut bytes, range.len() as u64);
    write_number(&mut bytes, vectors.dimensions() as u64);
    write_text(&mut bytes, slice.model);
    for column in [
        &columns.keys,
        &columns.valid_from,
        &columns.valid_until,
        &columns.recorded_at,
        &columns.retired_at,
        &columns.at,
    ] {
        write_times(&mut bytes, &column[range.clone()]);
    }
    for (key, previous) in columns.keys[range.clone()].iter().zip(&columns.previous_keys[range.clone()]) {
        // How far back the one before is; 0 for none, as no document comes before itself.
        let back = if *previous == NO_KEY { 0 } else { key.wrapping_sub(*previous).cast_unsigned() };
        write_number(&mut bytes, back);
    }
    bytes.extend(columns.layers[range.clone()].iter().map(|layer| *layer as u8));
    for column in [&columns.kinds, &columns.tiers, &columns.authorities, &columns.roles, &columns.marks] {
        bytes.extend_from_slice(&column[range.clone()]);
    }
    columns.sizes[range.clone()].iter().for_each(|size| write_number(&mut bytes, u64::from(*size)));
    for (column, names) in [
        (&columns.domains, &columns.domain_names),
        (&columns.projects, &columns.project_names),
        (&columns.speakers, &columns.speaker_names),
        (&columns.sessions, &columns.session_names),
    ] {
        write_names(&mut bytes, &column[range.clone()], names);
    }
    columns.lengths[range].iter().for_each(|length| write_number(&mut bytes, u64::from(*length)));
    write_vectors(&mut bytes, vectors, documents.clone());
    write_words(&mut bytes, words);
    let checksum = checksum(&bytes);
    bytes[HEAD..BODY].copy_from_slice(&checksum);
    bytes
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    write_number(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Writes how far each number is from the one before: most are close, and what is open costs a byte.
fn write_times(bytes: &mut Vec<u8>, column: &[i64]) {
    let mut before = 0;
    for time in column {
        write_number(bytes, fold_sign(time.wrapping_sub(before)));
        before = *time;
    }
}

/// Writes the names that are used, in the order in which they are first met, and a number for each document.
fn write_names(bytes: &mut Vec<u8>, column: &[u32], names: &Names) {
    let mut used = Names::default();
    let numbers: Vec<u32> = column.iter().map(|number| used.intern(names.name(*number))).collect();
    write_number(bytes, used.len() as u64 - 1);
    used.iter().skip(1).for_each(|name| write_text(bytes, name));
    numbers.iter().for_each(|number| write_number(bytes, u64::from(*number)));
}

/// Writes which documents have a vector, their scales, all high bytes from a multiple of 64 on, and all low bytes.
fn write_vectors(bytes: &mut Vec<u8>, vectors: &Vectors, documents: Range<u32>) {
    let there: Vec<u32> = documents.clone().filter(|document| vectors.there().contains(*document)).collect();
    let mut bits = vec![0u8; documents.len().div_ceil(8)];
    for document in &there {
        let place = (document - documents.start) as usize;
        bits[place / 8] |= 1 << (place % 8);
    }
    bytes.extend_from_slice(&bits);
    for document in &there {
        bytes.extend_from_slice(&vectors.scales()[*document as usize].to_le_bytes());
    }
    bytes.resize(bytes.len().next_multiple_of(LINE), 0);
    there.iter().for_each(|document| vectors.write_high(*document, bytes));
    there.iter().for_each(|document| vectors.write_low(*document, bytes));
}

fn write_words(bytes: &mut Vec<u8>, words: &Lexicon) {
    write_number(bytes, words.len() as u64);
    (0..words.len()).for_each(|term| write_number(bytes, words.word(term).len() as u64));
    bytes.extend_from_slice(words.letters().as_bytes());
    (0..words.len()).for_each(|term| write_number(bytes, words.posting_bytes(term).len() as u64));
    bytes.extend_from_slice(words.all_postings());
}
