//! Bytes that are not what was written: an error, whatever they are, and never a panic.

use cofio_index::{Filter, Quantized, Segment, SegmentError, SpaceIndex};
use proptest::prelude::*;

use crate::support::{MODEL, Owned, any_documents, keyword_scores, segment_of, similar_scores};

fn small_segment() -> Vec<u8> {
    let first = Owned {
        vector: Some(Quantized::new(&[0.5, -0.5, 0.25])),
        domain: "health".to_owned(),
        session: "s1".to_owned(),
        speaker: "Ann".to_owned(),
        valid_until: 9,
        ..Owned::new(3, "green tea tea")
    };
    let second = Owned { previous: Some(3), session: "s1".to_owned(), ..Owned::new(5, "Lisbon in May") };
    segment_of(&[first, second], 3).to_bytes()
}

/// Writes the checksum anew, as somebody would who means it.
fn forge(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= 28 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&bytes[..12]);
        hasher.update(&bytes[28..]);
        bytes[12..28].copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    }
    bytes
}

/// Searches whatever could be read, in every way there is.
fn use_it(bytes: &[u8]) {
    let Ok(segment) = Segment::from_bytes(bytes) else { return };
    segment.to_bytes();
    let Some(last) = segment.columns().keys.last().copied() else { return };
    for dimensions in [0, 3] {
        let model = segment.model().to_owned();
        let Ok(mut index) = SpaceIndex::from_segments(&model, dimensions, [(0, segment.clone())]) else { return };
        let filter = Filter { known_at: Some(5), as_of: Some(5), ..Filter::default() };
        let scores = keyword_scores(&index, "green tea Lisbon May", &filter);
        assert!(scores.iter().all(|score| score.is_finite()));
        let scores = similar_scores(&index, &vec![0.5; dimensions], &filter);
        assert!(scores.iter().all(|score| !score.is_nan()));
        (0..index.len() as u32).for_each(|number| drop(index.question("tea").explain(number)));
        index.remove(last);
        index.segment_bytes(0);
    }
}

#[test]
fn a_changed_byte_is_noticed_wherever_it_is() {
    let bytes = small_segment();
    assert!(Segment::from_bytes(&bytes).is_ok());
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << bit;
            let expected = match place {
                0..8 => SegmentError::NotASegment,
                8..12 => SegmentError::UnknownFormat(u32::from_le_bytes(damaged[8..12].try_into().unwrap())),
                _ => SegmentError::Damaged,
            };
            assert_eq!(Segment::from_bytes(&damaged).err(), Some(expected), "byte {place}, bit {bit}");
        }
    }
}

#[test]
fn a_missing_or_added_byte_is_noticed_wherever_it_is() {
    let bytes = small_segment();
    for length in 0..bytes.len() {
        assert!(Segment::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        assert!(Segment::from_bytes(&forge(bytes[..length].to_vec())).is_err(), "{length} bytes, forged");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(Segment::from_bytes(&longer).err(), Some(SegmentError::Damaged));
    assert_eq!(Segment::from_bytes(&forge(longer)).err(), Some(SegmentError::Malformed("end")));
}

#[test]
fn a_forged_byte_can_be_searched_or_is_an_error() {
    let bytes = small_segment();
    for place in 28..bytes.len() {
        for byte in (0..=255u8).step_by(3).chain([1, 127, 128, 254]) {
            let mut forged = bytes.clone();
            forged[place] = byte;
            use_it(&forge(forged));
        }
    }
}

#[test]
fn lengths_that_lie_cost_no_memory() {
    let bytes = small_segment();
    for place in 28..bytes.len() {
        let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
        let forged = [&bytes[..place], &huge, &bytes[place..]].concat();
        use_it(&forge(forged));
        let mut forged = bytes.clone();
        let end = bytes.len().min(place + huge.len());
        forged[place..end].copy_from_slice(&huge[..end - place]);
        use_it(&forge(forged));
    }
}

#[test]
fn two_segments_never_share_bytes_by_chance() {
    let one = segment_of(&[Owned::new(1, "tea")], 3).to_bytes();
    let other = segment_of(&[Owned::new(2, "tea")], 3).to_bytes();
    assert_ne!(one, other);
    assert_eq!(Segment::from_bytes(&one).unwrap().model(), MODEL);
}

proptest! {
    #[test]
    fn forged_segments_can_be_searched_or_are_errors(
        documents in any_documents(3, 12),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = segment_of(&documents, 3).to_bytes();
        for (place, byte) in changes {
            let place = 28 + place.index(bytes.len() - 28);
            bytes[place] = byte;
        }
        use_it(&forge(bytes));
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
        let mut whole = small_segment()[..28].to_vec();
        whole.extend_from_slice(&bytes);
        use_it(&forge(whole));
        prop_assert!(Segment::from_bytes(&bytes).is_err());
    }
}
