//! Public ids: a prefix that says what it names, and a UUIDv7 in base32 that sorts by time.
//!
//! People never have to type one in full: any unique prefix or suffix of the 26 letters will do, in either case. The
//! random part is at the end, so short suffixes are the ones that tell two ids apart.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::time::Timestamp;

/// Crockford's base32: no I, L, O or U, so nothing can be misread or misspelt into another id.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many letters 128 bits take.
pub const LETTERS: usize = 26;

/// The longest suffix that [`tail`] can tell apart: 60 bits.
pub const TAIL_LETTERS: usize = 12;

/// What every id type has in common.
pub trait Id: Copy + Ord + fmt::Display + FromStr<Err = InvalidId> {
    /// The letters before the underscore.
    const PREFIX: &'static str;

    /// Wraps 128 bits.
    fn from_bits(bits: u128) -> Self;

    /// Returns the 128 bits.
    fn bits(self) -> u128;
}

/// A text that is not an id of the wanted sort.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an id of the form {prefix}_… with 26 letters")]
pub struct InvalidId {
    /// What was given.
    pub text: String,
    /// The prefix that was wanted.
    pub prefix: &'static str,
}

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u128);

        impl $name {
            /// Wraps 128 bits.
            pub const fn new(bits: u128) -> Self {
                Self(bits)
            }
        }

        impl Id for $name {
            const PREFIX: &'static str = $prefix;

            fn from_bits(bits: u128) -> Self {
                Self(bits)
            }

            fn bits(self) -> u128 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "_{}"), encode(self.0))
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                let invalid = || InvalidId { text: text.to_owned(), prefix: $prefix };
                let letters = strip_prefix(text, $prefix).ok_or_else(invalid)?;
                decode(letters).map(Self).ok_or_else(invalid)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

id! {
    /// Names a memory through all its versions.
    MemoryId = "mem";
    /// Names one version of a memory.
    VersionId = "ver";
    /// Names a link between two memories.
    LinkId = "lnk";
    /// Names an operation.
    OperationId = "op";
    /// Names a space.
    SpaceId = "spc";
    /// Names a user.
    UserId = "usr";
    /// Names a project.
    ProjectId = "prj";
    /// Names a candidate.
    CandidateId = "cand";
    /// Names a proposal.
    ProposalId = "prop";
    /// Names a conflict.
    ConflictId = "conf";
    /// Names a job, or one run of a bulk command.
    JobId = "job";
    /// Names an event of the raw log.
    EventId = "evt";
    /// Names a session.
    SessionId = "ses";
    /// An episode.
    EpisodeId = "epi";
    /// A brief.
    BriefId = "brf";
    /// Names somebody or something that memories speak of.
    EntityId = "ent";
    /// Names memories that are about the same thing.
    ClusterId = "clu";
    /// Names an API key.
    KeyId = "key";
}

/// Where ids come from: passed in, so that a test or a replay can make the same ones again.
pub trait IdSource: Send + Sync {
    /// Returns 128 bits that have not been returned before and sort after everything minted at an earlier time.
    fn next_bits(&self, at: Timestamp) -> u128;

    /// Returns bytes that nobody can guess.
    fn secret(&self) -> [u8; 32];
}

/// Mints an id of any type.
pub fn mint<I: Id>(source: &dyn IdSource, at: Timestamp) -> I {
    I::from_bits(source.next_bits(at))
}

/// Lays out a UUIDv7: milliseconds first, then randomness, with the version and variant bits where they belong.
pub fn uuid_v7(at: Timestamp, randomness: u128) -> u128 {
    const VERSION: u128 = 0x7 << 76;
    const VARIANT: u128 = 0b10 << 62;
    const RANDOM_BITS: u128 = (0xfff << 64) | ((1 << 62) - 1);

    let milliseconds = u128::from(at.as_micros().max(0).unsigned_abs() / 1_000) & ((1 << 48) - 1);
    (milliseconds << 80) | VERSION | VARIANT | (randomness & RANDOM_BITS)
}

/// Returns the last [`TAIL_LETTERS`] letters of an id as a number, last letter first.
///
/// Ids that end alike are neighbours in this order, so a suffix can be looked up in an ordered index.
pub fn tail(bits: u128) -> i64 {
    let mut rest = bits;
    let mut tail = 0_i64;
    for _ in 0..TAIL_LETTERS {
        tail = (tail << 5) | i64::try_from(rest & 31).expect("five bits fit");
        rest >>= 5;
    }
    tail
}

/// The range of [`tail`]s that end in `letters`, and the letters' own bits to compare beyond it.
pub fn tail_range(letters: &str) -> Option<std::ops::RangeInclusive<i64>> {
    let values = letters.bytes().rev().map(value_of).collect::<Option<Vec<_>>>()?;
    let known = values.len().min(TAIL_LETTERS);
    let start = values[..known].iter().fold(0_i64, |tail, value| (tail << 5) | i64::from(*value));
    let free = 5 * (TAIL_LETTERS - known);
    Some(start << free..=(start << free) | ((1 << free) - 1))
}

/// A part of an id as people type it: `mem_01JC…`, `…7Q4K`, `7q4k`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdPart {
    /// The letters, in upper case.
    pub letters: String,
    /// Which end of an id they may stand at.
    pub end: IdEnd,
    /// Whether the text could not be anything but an id: it carried the prefix or an ellipsis.
    pub unmistakable: bool,
}

/// Which end of an id some letters stand at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdEnd {
    /// The last letters: they were written after an ellipsis, as they are shown.
    Last,
    /// Either end.
    Either,
}

impl IdPart {
    /// Reads a text as part of an id with this prefix, or returns `None` when it cannot be one.
    pub fn parse(text: &str, prefix: &str) -> Option<IdPart> {
        let text = text.trim();
        let bare = strip_prefix(text, prefix).unwrap_or(text);
        let letters = bare.trim_start_matches(['…', '.']);
        let possible =
            !letters.is_empty() && letters.len() <= LETTERS && letters.bytes().all(|byte| value_of(byte).is_some());
        possible.then(|| IdPart {
            letters: letters.to_ascii_uppercase(),
            end: if letters.len() < bare.len() { IdEnd::Last } else { IdEnd::Either },
            unmistakable: letters.len() < text.len(),
        })
    }

    /// Returns whether an id begins or ends with these letters.
    pub fn matches(&self, id: impl Id) -> bool {
        let letters = encode(id.bits());
        let begins = self.end == IdEnd::Either && letters.starts_with(&self.letters);
        begins || letters.ends_with(&self.letters)
    }
}

/// Returns the last `count` letters of an id, the form shown to people.
pub fn suffix(id: impl Id, count: usize) -> String {
    let letters = encode(id.bits());
    letters[LETTERS.saturating_sub(count)..].to_owned()
}

/// How many letters are the same at the end of both ids.
pub fn shared_suffix(one: u128, other: u128) -> usize {
    let different = one ^ other;
    if different == 0 { LETTERS } else { different.trailing_zeros() as usize / 5 }
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    if !head.eq_ignore_ascii_case(prefix) {
        return None;
    }
    text[prefix.len()..].strip_prefix('_')
}

fn encode(bits: u128) -> String {
    (0..LETTERS)
        .rev()
        .map(|place| {
            let value = usize::try_from((bits >> (5 * place)) & 31).expect("five bits fit");
            char::from(ALPHABET[value])
        })
        .collect()
}

fn decode(letters: &str) -> Option<u128> {
    if letters.len() != LETTERS {
        return None;
    }
    let mut bits = 0_u128;
    for (place, byte) in letters.bytes().enumerate() {
        let value = value_of(byte)?;
        // 26 letters hold 130 bits; the first one may only use three of its five.
        if place == 0 && value > 7 {
            return None;
        }
        bits = (bits << 5) | u128::from(value);
    }
    Some(bits)
}

fn value_of(byte: u8) -> Option<u8> {
    let upper = byte.to_ascii_uppercase();
    ALPHABET.iter().position(|letter| *letter == upper).and_then(|place| u8::try_from(place).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    #[test]
    fn later_ids_sort_after_earlier_ones() {
        let earlier = MemoryId::from_bits(uuid_v7(at(1_000_000_000), u128::MAX));
        let later = MemoryId::from_bits(uuid_v7(at(1_000_001_000), 0));
        assert!(earlier < later);
        assert!(earlier.to_string() < later.to_string());
    }

    #[test]
    fn the_uuid_is_a_valid_version_seven() {
        let bits = uuid_v7(at(1_763_187_660_123_456), 0x1234_5678_9abc_def0_1234_5678_9abc_def0);
        assert_eq!((bits >> 76) & 0xf, 7);
        assert_eq!((bits >> 62) & 0b11, 0b10);
        assert_eq!(bits >> 80, 1_763_187_660_123);
    }

    #[test]
    fn an_id_of_another_sort_is_refused() {
        let memory = MemoryId::from_bits(7);
        assert!(memory.to_string().parse::<OperationId>().is_err());
    }

    #[test]
    fn a_word_with_letters_outside_the_alphabet_is_no_id() {
        assert_eq!(IdPart::parse("retirement", "mem"), None, "i is not in the alphabet");
        assert!(IdPart::parse("rent", "mem").is_some_and(|part| !part.unmistakable));
        assert!(IdPart::parse("…rent", "mem").is_some_and(|part| part.unmistakable));
        assert!(IdPart::parse("mem_7q4k", "mem").is_some_and(|part| part.letters == "7Q4K"));
    }

    proptest! {
        #[test]
        fn an_id_reads_back_as_itself(bits: u128) {
            let id = MemoryId::from_bits(bits);
            prop_assert_eq!(id.to_string().parse::<MemoryId>().unwrap(), id);
            prop_assert_eq!(id.to_string().to_lowercase().parse::<MemoryId>().unwrap(), id);
        }

        #[test]
        fn every_suffix_finds_its_id_in_the_tail_order(bits: u128, length in 1_usize..=LETTERS) {
            let id = MemoryId::from_bits(bits);
            let letters = suffix(id, length);
            prop_assert!(tail_range(&letters).unwrap().contains(&tail(bits)));
            prop_assert!(IdPart::parse(&letters, "mem").unwrap().matches(id));
        }

        #[test]
        fn shared_suffix_counts_equal_letters(one: u128, other: u128) {
            let (a, b) = (encode(one), encode(other));
            let expected = a.bytes().rev().zip(b.bytes().rev()).take_while(|(x, y)| x == y).count();
            prop_assert_eq!(shared_suffix(one, other).min(LETTERS), expected);
        }
    }
}
