//! However documents came into an index, it is the same index.

use cofio_index::{Filter, OPEN, Path, Quantized, SEGMENT_DOCUMENTS, Segment, SpaceIndex, Whereabouts};
use proptest::prelude::*;

use crate::support::{
    MODEL, Numbers, Owned, any_documents, index_of, index_of_texts, keyword_scores, segment_of, similar_scores,
};

const DIMENSIONS: usize = 20;

/// Everything a search may see.
fn seen(index: &SpaceIndex) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut numbers = Numbers::new(5);
    let query = numbers.vector(DIMENSIONS);
    let columns = index.columns();
    let documents: Vec<String> =
        (0..index.len() as u32).map(|number| format!("{:?}", columns.attributes(number))).collect();
    let filters = [Filter::default(), Filter { known_at: Some(3), as_of: Some(0), ..Filter::default() }];
    let bits = |scores: Vec<f32>| scores.into_iter().map(f32::to_bits).collect::<Vec<u32>>();
    let scores: Vec<Vec<u32>> = filters
        .iter()
        .flat_map(|filter| {
            let words = bits(keyword_scores(index, "green tea in Lisbon 茶道 a_b", filter));
            [words, bits(similar_scores(index, &query, filter))]
        })
        .collect();
    let names = [&columns.domains, &columns.projects, &columns.speakers, &columns.sessions, &columns.previous];
    (columns.keys.clone(), documents, scores, names.map(Clone::clone), index.question("tea").words().to_vec())
}

proptest! {
    /// Same ranking on rebuilt segments (issue 12, golden tests).
    #[test]
    fn the_split_into_segments_makes_no_difference(
        documents in any_documents(DIMENSIONS, 40),
        cuts in (0usize..20, 0usize..20),
    ) {
        let whole = index_of(&documents, DIMENSIONS);
        let first = cuts.0.min(documents.len());
        let second = (first + cuts.1).min(documents.len());
        let segments = [&documents[..first], &documents[first..second]].map(|part| segment_of(part, DIMENSIONS));
        let mut split = SpaceIndex::from_segments(MODEL, DIMENSIONS, (1..).zip(segments)).unwrap();
        for document in &documents[second..] {
            split.add(&document.document()).unwrap();
        }
        prop_assert_eq!(seen(&split), seen(&whole));

        let mut sealed = whole.clone();
        let bytes = sealed.seal_anyway().map(|sealed| sealed.bytes);
        prop_assert_eq!(seen(&sealed), seen(&whole));
        prop_assert_eq!(bytes.is_some(), !documents.is_empty());
        if let Some(bytes) = bytes {
            prop_assert_eq!(&bytes, &segment_of(&documents, DIMENSIONS).to_bytes());
            let read = Segment::from_bytes(&bytes).unwrap();
            prop_assert_eq!(read.to_bytes(), bytes);
            let opened = SpaceIndex::from_segments(MODEL, DIMENSIONS, [(0, read)]).unwrap();
            prop_assert_eq!(seen(&opened), seen(&whole));
        }
    }

    #[test]
    fn what_is_removed_was_never_there(
        documents in any_documents(DIMENSIONS, 24),
        cuts in (0usize..12, 0usize..12),
        gone in proptest::collection::vec(any::<proptest::sample::Index>(), 1..8),
    ) {
        let first = cuts.0.min(documents.len());
        let second = (first + cuts.1).min(documents.len());
        let parts = [(4, &documents[..first]), (7, &documents[first..second])];
        let segments = parts.map(|(number, part)| (number, segment_of(part, DIMENSIONS)));
        let mut index = SpaceIndex::from_segments(MODEL, DIMENSIONS, segments).unwrap();
        for document in &documents[second..] {
            index.add(&document.document()).unwrap();
        }
        let is_in = |part: &[Owned], key: i64| part.iter().any(|document| document.key == key);
        let mut left = documents.clone();
        for gone in gone {
            if left.is_empty() {
                break;
            }
            let key = left.remove(gone.index(left.len())).key;
            let part = parts.iter().find(|(_, part)| is_in(part, key));
            let whereabouts = part.map_or(Whereabouts::Tail, |(number, _)| Whereabouts::Segment(*number));
            prop_assert_eq!(index.remove(key), Some(whereabouts));
            prop_assert_eq!(index.remove(key), None);
        }
        prop_assert_eq!(seen(&index), seen(&index_of(&left, DIMENSIONS)));
        for (number, part) in parts {
            let kept: Vec<Owned> = left.iter().filter(|document| is_in(part, document.key)).cloned().collect();
            let expected = (!kept.is_empty()).then(|| segment_of(&kept, DIMENSIONS).to_bytes());
            prop_assert_eq!(index.segment_bytes(number), expected, "segment {} is rebuilt without them", number);
        }
    }

    #[test]
    fn a_tail_is_sealed_in_pieces_while_it_grows(documents in any_documents(DIMENSIONS, 30), every in 1usize..9) {
        let mut index = SpaceIndex::new(MODEL, DIMENSIONS);
        let mut kept = Vec::new();
        for (place, document) in documents.iter().enumerate() {
            index.add(&document.document()).unwrap();
            if place % every == 0 {
                kept.extend(index.seal_anyway());
            }
            if place % 7 == 3 {
                index.remove(document.key);
            }
        }
        let left: Vec<Owned> = documents.iter().enumerate().filter(|(place, _)| place % 7 != 3).map(|(_, left)| left.clone()).collect();
        prop_assert_eq!(seen(&index), seen(&index_of(&left, DIMENSIONS)));
        let numbers: Vec<u32> = kept.iter().map(|sealed| sealed.number).collect();
        prop_assert!(numbers.is_sorted_by(|one, other| one < other), "no number is used twice");
    }

    #[test]
    fn a_vector_that_comes_later_is_as_good_as_one_that_was_there(documents in any_documents(DIMENSIONS, 24)) {
        let mut index = SpaceIndex::new(MODEL, DIMENSIONS);
        for document in &documents {
            let bare = Owned { vector: None, retired_at: OPEN, ..document.clone() };
            index.add(&bare.document()).unwrap();
        }
        prop_assert_eq!(index.without_vector().count(), documents.len());
        for document in &documents {
            prop_assert_eq!(index.retire(document.key, document.retired_at), Some(Whereabouts::Tail));
            if let Some(vector) = &document.vector {
                prop_assert_eq!(index.attach_vector(document.key, vector), Some(Whereabouts::Tail));
            }
        }
        prop_assert_eq!(seen(&index), seen(&index_of(&documents, DIMENSIONS)));
    }
}

#[test]
fn a_segment_is_sealed_when_it_is_full_and_all_vectors_are_there() {
    let mut index = SpaceIndex::new(MODEL, 4);
    let vector = Quantized::new(&[0.5, 0.5, -0.5, 0.5]);
    for key in 1..=SEGMENT_DOCUMENTS as i64 + 3 {
        assert_eq!(index.seal(), None);
        index.add(&Owned::new(key, "tea").document()).unwrap();
    }
    for key in 1..=SEGMENT_DOCUMENTS as i64 {
        assert_eq!(index.seal(), None, "some vectors are missing");
        index.attach_vector(key, &vector).unwrap();
    }
    let sealed = index.seal().unwrap();
    assert_eq!((sealed.number, sealed.first_key, sealed.last_key), (0, 1, 1024));
    assert_eq!((index.len(), index.tail_len(), index.seal()), (1027, 3, None));
    assert_eq!(index.segments().collect::<Vec<_>>(), [(0, 1, 1024)]);
    let rest = index.seal_anyway().unwrap();
    assert_eq!((rest.number, rest.first_key, rest.last_key, index.tail_len()), (1, 1025, 1027, 0));
    assert_eq!(index.seal_anyway(), None);
    assert_eq!(index.attach_vector(1026, &vector), Some(Whereabouts::Segment(1)));
    assert_ne!(index.segment_bytes(1), Some(rest.bytes), "what is kept of it is out of date");
}

#[test]
fn documents_come_in_the_order_of_their_keys() {
    let mut index = index_of_texts(&["one", "two"]);
    let error = index.add(&Owned::new(2, "again").document()).unwrap_err();
    assert_eq!(error.to_string(), "document 2 cannot come after document 2");
    assert_eq!((index.len(), index.last_key()), (2, Some(2)));
    let segment = segment_of(&[Owned::new(1, "one")], 0);
    let twice = SpaceIndex::from_segments(MODEL, 0, [(0, segment.clone()), (1, segment)]);
    assert!(twice.is_err());
}

#[test]
fn vectors_of_another_model_are_not_compared() {
    let document = Owned { vector: Some(Quantized::new(&[1.0, 0.0])), ..Owned::new(1, "green tea") };
    let segment = Segment::new("another", 2, [document.document()]).unwrap();
    assert_eq!(segment.model(), "another");
    let mut index = SpaceIndex::from_segments(MODEL, 2, [(0, segment)]).unwrap();
    assert_eq!(index.without_vector().collect::<Vec<_>>(), [1]);
    assert_eq!(similar_scores(&index, &[1.0, 0.0], &Filter::default()), [f32::NEG_INFINITY]);
    assert!(keyword_scores(&index, "tea", &Filter::default())[0] > 0.0);
    assert_eq!(index.attach_vector(1, &Quantized::new(&[0.0, 1.0, 0.0])), None, "of another length");
    assert_eq!(index.attach_vector(1, &Quantized::new(&[0.0, 1.0])), Some(Whereabouts::Segment(0)));
    assert_eq!(Segment::from_bytes(&index.segment_bytes(0).unwrap()).unwrap().model(), MODEL);
}

/// Same ranking on every SIMD path (issue 12, golden tests).
#[test]
fn every_path_gives_the_same_scores() {
    let mut numbers = Numbers::new(11);
    for dimensions in [1, 63, 64, 100, 256, 1024] {
        let documents: Vec<Owned> = (1..=300)
            .map(|key| Owned { vector: Some(Quantized::new(&numbers.vector(dimensions))), ..Owned::new(key, "") })
            .collect();
        let index = index_of(&documents, dimensions);
        let (query, selection) = (numbers.vector(dimensions), index.select(&Filter::default()));
        let scores = Path::available().into_iter().map(|path| {
            let mut scores = Vec::new();
            index.similar_on(path, 50, &query, &selection, &mut scores).unwrap();
            scores.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        });
        let scores: Vec<Vec<u32>> = scores.collect();
        assert!(scores.iter().all(|others| *others == scores[0]), "{dimensions}");
    }
}
