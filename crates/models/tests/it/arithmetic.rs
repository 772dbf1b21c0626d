//! The arithmetic: the same bits on every path, in every batch, and close to what plain loops give.

use cofio_domain::ports::{Mode, Passage};
use cofio_models::local::Path;
use proptest::prelude::*;
use serde_json::json;

use crate::support::random::{self, Written, shape, small};
use crate::support::{bits, embed, embedder, naive, reranker, score, text_of};

/// Shapes with every sort of remainder: sizes that are and are not multiples of 4, 16 and 48.
const SHAPES: [[usize; 6]; 6] = [
    [2, 48, 3, 96, 48, 0],
    [1, 20, 2, 35, 9, 7],
    [2, 64, 2, 100, 32, 24],
    [1, 33, 3, 17, 33, 0],
    [3, 96, 4, 384, 40, 50],
    [1, 8, 1, 8, 3, 1],
];

fn header([layers, width, heads, ffn, rank, out]: [usize; 6]) -> serde_json::Value {
    shape(layers, width, heads, ffn, rank, out)
}

#[test]
fn every_path_gives_the_same_bits() {
    let lengths = [2, 3, 15, 16, 17, 31, 64, 65, 130, 512];
    let texts: Vec<String> = lengths.iter().map(|length| text_of(*length, *length as u64)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (seed, sizes) in SHAPES.into_iter().enumerate() {
        for written in [Written::Bytes, Written::Floats] {
            let file = small(&header(sizes), written, seed as u64);
            let portable = embedder(&file).on(*Path::available().last().unwrap());
            let wanted = bits(&embed(&portable, Mode::Query, &texts));
            for path in Path::available() {
                let found = bits(&embed(&embedder(&file).on(path), Mode::Query, &texts));
                assert_eq!(found, wanted, "{path} {sizes:?} {written:?}");
            }
        }
    }
}

#[test]
fn a_reranker_gives_the_same_bits_on_every_path() {
    for head in ["linear", "pooler_linear"] {
        let file = small(&random::reranker(shape(2, 40, 4, 60, 12, 0), head), Written::Bytes, 5);
        let (text, before) = (text_of(30, 1), text_of(20, 2));
        let passages = [Passage::alone(&text), Passage::after(&before, &text), Passage::alone("")];
        let wanted = score(&reranker(&file).on(*Path::available().last().unwrap()), "the memory?", &passages);
        assert!(wanted[0] != wanted[1] && wanted[0] != wanted[2], "{wanted:?}");
        for path in Path::available() {
            assert_eq!(score(&reranker(&file).on(path), "the memory?", &passages), wanted, "{path} {head}");
        }
    }
}

#[test]
fn neighbours_change_nothing() {
    let model = embedder(&small(&header(SHAPES[0]), Written::Bytes, 1));
    let texts: Vec<String> = (0..70).map(|index| text_of(2 + index * 7 % 60, index as u64)).collect();
    let alone: Vec<_> = texts.iter().map(|text| embed(&model, Mode::Document, &[text]).remove(0)).collect();
    for count in [1, 2, 3, 17, 69, 70] {
        let batch: Vec<&str> = texts[..count].iter().map(String::as_str).collect();
        assert_eq!(bits(&embed(&model, Mode::Document, &batch)), bits(&alone[..count]), "{count} texts");
        let turned: Vec<&str> = batch.iter().rev().copied().collect();
        let mut found = embed(&model, Mode::Document, &turned);
        found.reverse();
        assert_eq!(bits(&found), bits(&alone[..count]), "{count} texts, last first");
    }
}

#[test]
fn plain_loops_give_the_same_within_rounding() {
    for (seed, sizes) in SHAPES.into_iter().enumerate() {
        for pooling in ["mean", "cls"] {
            let mut header = header(sizes);
            header["pooling"] = json!(pooling);
            let vocabulary = random::small_vocabulary();
            let tensors = random::tensors(&header, vocabulary.lines().count(), seed as u64);
            let model = |written| embedder(&random::file(&header, &vocabulary, &tensors, written));
            let (floats, bytes) = (model(Written::Floats), model(Written::Bytes));
            for length in [2, 9, 40] {
                let text = text_of(length, seed as u64);
                let mut ids = vec![2];
                floats.tokenizer().encode(&text, 512, &mut ids);
                ids.push(3);
                assert_eq!(ids.len(), length);
                let ids: Vec<usize> = ids.into_iter().map(|id| id as usize).collect();
                let mut wanted = naive::pooled(&header, &tensors, &ids, &vec![0; length]);
                if sizes[5] > 0 {
                    wanted = naive::linear(&tensors, "out", &wanted);
                }
                let wanted = naive::unit(&wanted);
                let cosine = |found: &[f32]| -> f64 {
                    found.iter().zip(&wanted).map(|(found, wanted)| f64::from(*found) * wanted).sum()
                };
                let exact = embed(&floats, Mode::Document, &[&text]).remove(0);
                for (found, wanted) in exact.values().iter().zip(&wanted) {
                    assert!((f64::from(*found) - wanted).abs() < 2e-5, "{sizes:?} {pooling} {found} {wanted}");
                }
                let rounded = embed(&bytes, Mode::Document, &[&text]).remove(0);
                assert!(cosine(rounded.values()) > 0.995, "{sizes:?} {pooling} {}", cosine(rounded.values()));
            }
        }
    }
}

#[test]
fn plain_loops_give_the_same_score() {
    for head in ["linear", "pooler_linear"] {
        let header = random::reranker(shape(2, 48, 4, 60, 48, 0), head);
        let vocabulary = random::small_vocabulary();
        let tensors = random::tensors(&header, vocabulary.lines().count(), 3);
        let model = reranker(&random::file(&header, &vocabulary, &tensors, Written::Floats));
        // [CLS] the memory ? [SEP] a [SEP] b . [SEP]
        let id = |word: &str| vocabulary.lines().position(|line| line == word).unwrap();
        let words = ["[CLS]", "the", "memory", "?", "[SEP]", "a", "[SEP]", "b", ".", "[SEP]"];
        let ids: Vec<usize> = words.map(id).into();
        let types = [0, 0, 0, 0, 0, 1, 1, 2, 2, 2];
        let mut wanted = naive::pooled(&header, &tensors, &ids, &types);
        if head == "pooler_linear" {
            wanted = naive::linear(&tensors, "pooler", &wanted).into_iter().map(f64::tanh).collect();
        }
        let wanted = naive::linear(&tensors, "head", &wanted)[0];
        let found = score(&model, "The memory?", &[Passage::after("b.", "A")])[0];
        assert!((f64::from(found) - wanted).abs() < 1e-4, "{head}: {found} {wanted}");
    }
}

#[test]
fn the_mode_is_part_of_the_meaning() {
    let model = embedder(&small(&header(SHAPES[0]), Written::Bytes, 1));
    let text = "the memory lives";
    assert_ne!(bits(&embed(&model, Mode::Query, &[text])), bits(&embed(&model, Mode::Document, &[text])));
}

#[test]
fn a_prefix_is_read_with_the_text() {
    let mut header = header(SHAPES[0]);
    header["query_type"] = json!(0);
    header["query_prefix"] = json!("the mem");
    let model = embedder(&small(&header, Written::Bytes, 1));
    assert_eq!(
        bits(&embed(&model, Mode::Query, &["ory lives"])),
        bits(&embed(&model, Mode::Document, &["the memory lives"]))
    );
}

#[test]
fn a_table_of_words_takes_the_weighted_mean() {
    let header = json!({ "name": "table", "kind": "static", "width": 5, "max_tokens": 64 });
    let vocabulary = random::small_vocabulary();
    let tensors = random::tensors(&header, vocabulary.lines().count(), 2);
    let model = embedder(&random::file(&header, &vocabulary, &tensors, Written::Floats));
    let id = |word: &str| vocabulary.lines().position(|line| line == word).unwrap();
    let mut wanted = [0.0; 5];
    for word in ["the", "memory", "the"] {
        for (index, sum) in wanted.iter_mut().enumerate() {
            let weight = f64::from(tensors["token_weight"].1[id(word)]);
            *sum += weight * f64::from(tensors["word"].1[id(word) * 5 + index]);
        }
    }
    let found = embed(&model, Mode::Query, &["The memory the"]).remove(0);
    for (found, wanted) in found.values().iter().zip(naive::unit(&wanted)) {
        assert!((f64::from(*found) - wanted).abs() < 1e-6);
    }
    let nothing = embed(&model, Mode::Query, &[""]).remove(0);
    assert_eq!(nothing.values(), [1.0, 0.0, 0.0, 0.0, 0.0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any shape, any text: all paths agree to the last bit, and the vector has length one.
    #[test]
    fn all_paths_agree_on_anything(
        heads in 1usize..4, size in 1usize..40, ffn in 1usize..90, rank in 1usize..50, out in 0usize..40,
        seed in any::<u64>(), texts in proptest::collection::vec("\\PC{0,60}", 1..6),
    ) {
        let file = small(&shape(1, heads * size, heads, ffn, rank, out), Written::Bytes, seed);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut found = Path::available().into_iter().map(|path| embed(&embedder(&file).on(path), Mode::Document, &texts));
        let first = found.next().unwrap();
        for vector in &first {
            let length: f64 = vector.values().iter().map(|value| f64::from(*value).powi(2)).sum();
            prop_assert!((length - 1.0).abs() < 1e-5, "{length}");
        }
        for other in found {
            prop_assert_eq!(bits(&other), bits(&first));
        }
    }
}
