//! Which documents have a word and how often, a byte or two each.

/// One document that has a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Posting {
    pub document: u32,
    pub count: u32,
}

/// Writes a number, seven bits a byte, lowest first.
pub(crate) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number and moves on; nothing if the bytes end or the number is too great.
#[inline]
pub(crate) fn read_number(bytes: &[u8], place: &mut usize) -> Option<u64> {
    let first = *bytes.get(*place)?;
    *place += 1;
    if first < 0x80 {
        return Some(u64::from(first));
    }
    let mut number = u64::from(first & 0x7f);
    for shift in (7..64).step_by(7) {
        let byte = *bytes.get(*place)?;
        *place += 1;
        let part = u64::from(byte & 0x7f);
        if (part << shift) >> shift != part {
            return None;
        }
        number |= part << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Writes the documents that have a word: how many, then for each how far it is from the one before, and the count if it
/// is not one.
pub(crate) fn write_postings(bytes: &mut Vec<u8>, postings: impl ExactSizeIterator<Item = Posting>) {
    write_number(bytes, postings.len() as u64);
    let mut next = 0;
    for Posting { document, count } in postings {
        write_number(bytes, u64::from(document - next) << 1 | u64::from(count > 1));
        if count > 1 {
            write_number(bytes, u64::from(count));
        }
        next = document + 1;
    }
}

/// Reads what [`write_postings`] wrote, and stops where that cannot be.
pub(crate) struct Postings<'a> {
    bytes: &'a [u8],
    place: usize,
    next: u32,
    left: u32,
}

impl Postings<'_> {
    pub(crate) fn read(bytes: &[u8]) -> Option<Postings<'_>> {
        let mut place = 0;
        let left = u32::try_from(read_number(bytes, &mut place)?).ok()?;
        Some(Postings { bytes, place, next: 0, left })
    }

    /// Passes on what was checked before: without a second look, and most documents are one byte.
    #[inline]
    pub(crate) fn for_each_checked(self, mut action: impl FnMut(Posting)) {
        let (bytes, mut place, mut next) = (self.bytes, self.place, self.next);
        while let Some(first) = bytes.get(place) {
            let number = if *first < 0x80 {
                place += 1;
                u32::from(*first)
            } else {
                read_number(bytes, &mut place).map_or(0, |number| number as u32)
            };
            let count =
                if number & 1 == 0 { 1 } else { read_number(bytes, &mut place).map_or(0, |count| count as u32) };
            let document = next + (number >> 1);
            next = document + 1;
            action(Posting { document, count });
        }
    }

    /// Returns how many documents have the word.
    pub(crate) fn having(&self) -> u32 {
        self.left
    }

    /// Whether all bytes were read and nothing was missing.
    pub(crate) fn is_done(&self) -> bool {
        self.left == 0 && self.place == self.bytes.len()
    }
}

impl Iterator for Postings<'_> {
    type Item = Posting;

    #[inline]
    fn next(&mut self) -> Option<Posting> {
        if self.left == 0 {
            return None;
        }
        let number = read_number(self.bytes, &mut self.place)?;
        let document = u32::try_from(number >> 1).ok()?.checked_add(self.next)?;
        let count = if number & 1 == 0 { 1 } else { u32::try_from(read_number(self.bytes, &mut self.place)?).ok()? };
        self.next = document.checked_add(1)?;
        self.left -= 1;
        Some(Posting { document, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_and_postings_come_back(number: u64, gaps in proptest::collection::vec((0u32..5000, 1u32..400), 0..40)) {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            prop_assert_eq!(read_number(&bytes, &mut 0), Some(number));

            let mut next = 0;
            let postings: Vec<Posting> = gaps.into_iter().map(|(gap, count)| {
                let posting = Posting { document: next + gap, count };
                next = posting.document + 1;
                posting
            }).collect();
            bytes.clear();
            write_postings(&mut bytes, postings.iter().copied());
            let mut read = Postings::read(&bytes).unwrap();
            prop_assert_eq!(read.having() as usize, postings.len());
            prop_assert_eq!(&read.by_ref().collect::<Vec<_>>(), &postings);
            prop_assert!(read.is_done());
            let mut checked = Vec::new();
            Postings::read(&bytes).unwrap().for_each_checked(|posting| checked.push(posting));
            prop_assert_eq!(checked, postings);
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
            if let Some(postings) = Postings::read(&bytes) {
                prop_assert!(postings.count() <= bytes.len());
            }
        }
    }
}
