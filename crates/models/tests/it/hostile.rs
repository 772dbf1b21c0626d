//! Files nobody should have written: each is refused with a reason, and none does harm.

use cofio_domain::ports::{Cancel, Embedder, Mode, Passage, Reranker};
use cofio_models::local::{FileBuilder, FileError, LocalEmbedder, LocalReranker, WeightFile};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::random::{self, Written, shape, small};

/// Loads a file as whatever it says it is, and runs it.
fn load_and_run(bytes: &[u8]) -> Result<(), FileError> {
    let texts = ["the memory lives", "", "zzz"];
    let file = WeightFile::from_bytes(bytes)?;
    match LocalEmbedder::new(file.clone()) {
        Ok(model) => {
            for vector in model.embed(Mode::Query, &texts, &Cancel::new()).unwrap() {
                assert!(vector.values().iter().all(|value| value.is_finite()));
            }
            return Ok(());
        }
        Err(FileError::Kind { .. }) => {}
        Err(error) => return Err(error),
    }
    let model = LocalReranker::new(file)?;
    let scores = model.score("the memory?", &texts.map(Passage::alone), &Cancel::new()).unwrap();
    assert!(scores.iter().all(|score| score.is_finite()));
    Ok(())
}

fn model() -> Vec<u8> {
    small(&shape(1, 16, 2, 20, 8, 5), Written::Bytes, 1)
}

/// Rewrites the header of a file; offsets count from where the data begins, so they still hold.
fn with_header(bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let length = u32::from_le_bytes(*bytes[8..].first_chunk().unwrap()) as usize;
    let mut header: Value = serde_json::from_slice(&bytes[12..12 + length]).unwrap();
    change(&mut header);
    let mut text = serde_json::to_vec(&header).unwrap();
    text.resize((12 + text.len()).next_multiple_of(64) - 12, b' ');
    [&bytes[..8], &(text.len() as u32).to_le_bytes(), &text, &bytes[12 + length..]].concat()
}

fn refusal(bytes: &[u8]) -> String {
    load_and_run(bytes).expect_err("it must be refused").to_string()
}

#[test]
fn a_sound_file_is_taken() {
    load_and_run(&model()).unwrap();
    load_and_run(&with_header(&model(), |_| {})).unwrap();
    load_and_run(&small(&random::reranker(shape(1, 16, 2, 20, 8, 0), "linear"), Written::Bytes, 1)).unwrap();
}

/// A late head has no words and no encoder of its own: whoever takes it for a cross-encoder would run off its end.
#[test]
fn a_cross_encoder_that_says_it_is_late_is_refused() {
    let bytes = small(&random::reranker(shape(1, 16, 2, 20, 8, 0), "linear"), Written::Bytes, 1);
    let late = with_header(&bytes, |header| {
        header["head"] = json!("late");
        header["out"] = json!(1);
        header["over"] = json!("x");
    });
    assert!(refusal(&late).contains("reads no question and passage together"));
    let headless = with_header(&late, |header| header["heads"] = json!(0));
    assert!(refusal(&headless).contains("0 heads"), "{}", refusal(&headless));
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let bytes = model();
    for length in (0..bytes.len() - 1).step_by(61).chain([0, 7, 8, 11, 12, 13]) {
        assert!(refusal(&bytes[..length]).starts_with("not a usable weight file: "), "{length}");
    }
}

#[test]
fn a_header_that_makes_no_sense_is_refused_with_a_reason() {
    let huge = json!(u64::MAX / 2);
    let cases: [(&str, Value, &str); 20] = [
        ("width", json!(0), "the width is 0"),
        ("width", huge.clone(), "width is"),
        ("width", json!(17), "2 heads cannot share a width of 17"),
        ("width", json!(18), "has the shape"),
        ("heads", json!(0), "0 heads"),
        ("layers", json!(2), "`layer.1.qkv.weight` is missing"),
        ("layers", json!(0), "layers is 0"),
        ("layers", huge.clone(), "layers is"),
        ("rank", json!(16), "has the shape"),
        ("ffn", json!(-1), "its header"),
        ("out", json!(6), "`out.weight` has the shape [5, 16], not [6, 16]"),
        ("positions", json!(10), "512 tokens do not fit 10 positions"),
        ("positions", json!(513), "`position` has the shape"),
        ("max_tokens", json!(0), "max_tokens is 0"),
        ("max_tokens", huge, "max_tokens is"),
        ("types", json!(0), "types is 0"),
        ("query_type", json!(3), "a type of token that is not there"),
        ("eps", json!(-1.0), "eps is -1"),
        ("kind", json!("poem"), "unknown variant"),
        ("kind", json!("reranker"), "a reranker has a head"),
    ];
    for (field, value, reason) in cases {
        let text = refusal(&with_header(&model(), |header| header[field] = value.clone()));
        assert!(text.contains(reason), "{field} = {value}: {text}");
    }
}

#[test]
fn a_tensor_that_lies_elsewhere_is_refused() {
    let place = |field: &'static str, value: Value| {
        refusal(&with_header(&model(), |header| header["tensors"]["layer.0.o.weight"][field] = value))
    };
    assert!(place("at", json!(u64::MAX / 64 * 64)).contains("beyond the end"));
    assert!(place("at", json!(1u64 << 40)).contains("beyond the end"));
    assert!(place("at", json!(8)).contains("multiple of 64"));
    assert!(place("shape", json!([16])).contains("has the shape"));
    assert!(place("shape", json!([u64::MAX, u64::MAX])).contains("has the shape"));
    assert!(place("dtype", json!("u8")).contains("is written as U8, not as I8p"));
    assert!(place("dtype", json!("f64")).contains("unknown variant"));
    let gone = with_header(&model(), |header| {
        header["tensors"].as_object_mut().unwrap().remove("word.scale");
    });
    assert!(refusal(&gone).contains("`word.scale` is missing"));
    let long = with_header(&model(), |header| header["tensors"]["vocab"]["shape"] = json!([u64::MAX]));
    assert!(refusal(&long).contains("`vocab` is beyond the end"));
    let wide = with_header(&model(), |header| header["tensors"]["word"]["shape"] = json!([1u64 << 62, 8]));
    assert!(refusal(&wide).contains("rows"));
}

#[test]
fn numbers_that_are_none_are_refused() {
    for wrong in [f32::NAN, f32::INFINITY] {
        let header = shape(1, 16, 2, 20, 8, 5);
        let vocabulary = random::small_vocabulary();
        let mut tensors = random::tensors(&header, vocabulary.lines().count(), 1);
        tensors.get_mut("ln.weight").unwrap().1[3] = wrong;
        let text = refusal(&random::file(&header, &vocabulary, &tensors, Written::Bytes));
        assert!(text.contains("`ln.weight` holds something that is no number"), "{text}");
    }
}

#[test]
fn numbers_far_too_large_still_give_a_finite_answer() {
    for written in [Written::Bytes, Written::Floats] {
        for header in [shape(1, 16, 2, 20, 8, 5), random::reranker(shape(1, 16, 2, 20, 8, 0), "pooler_linear")] {
            let vocabulary = random::small_vocabulary();
            let mut tensors = random::tensors(&header, vocabulary.lines().count(), 1);
            for (_, numbers) in tensors.values_mut() {
                numbers.iter_mut().for_each(|number| *number *= 1e37);
            }
            load_and_run(&random::file(&header, &vocabulary, &tensors, written)).unwrap();
        }
    }
}

#[test]
fn a_vocabulary_without_its_special_tokens_is_refused() {
    for token in ["[UNK]", "[CLS]", "[SEP]"] {
        let vocabulary = random::small_vocabulary().replace(token, "[else]");
        let header = shape(1, 16, 2, 20, 8, 5);
        let tensors = random::tensors(&header, vocabulary.lines().count(), 1);
        let text = refusal(&random::file(&header, &vocabulary, &tensors, Written::Bytes));
        assert!(text.contains(&format!("no {token}")), "{text}");
    }
}

#[test]
fn a_model_is_not_used_for_what_it_is_not() {
    let file = WeightFile::from_bytes(&model()).unwrap();
    let error = LocalReranker::new(file).unwrap_err();
    assert_eq!(error.to_string(), "`random` is a model of kind Embedder and cannot be used as a reranker");
}

#[test]
fn a_file_is_read_from_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.bin");
    std::fs::write(&path, model()).unwrap();
    let (there, copied) = (WeightFile::open(&path).unwrap(), WeightFile::from_bytes(&model()).unwrap());
    assert_eq!((there.id(), there.size()), (copied.id(), copied.size()));
    let missing = WeightFile::open(folder.path().join("nothing.bin")).unwrap_err();
    assert!(matches!(missing, FileError::Unreadable { .. }) && missing.to_string().ends_with("cannot be read"));
    assert!(WeightFile::open(folder.path()).is_err(), "a folder is no file");
}

#[test]
fn the_builder_wants_a_complete_header() {
    assert!(FileBuilder::new(json!({ "name": "x" })).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever bytes are changed, the file is refused or runs; it never panics and never reads what is not there.
    #[test]
    fn changed_bytes_do_no_harm(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        in_header in any::<bool>(),
    ) {
        let mut bytes = model();
        let end = if in_header { 2048.min(bytes.len()) } else { bytes.len() };
        for (index, byte) in changes {
            let at = index.index(end);
            bytes[at] = byte;
        }
        let _ = load_and_run(&bytes);
    }

    /// Digits of the header changed for other digits: sizes and places that are nearly right.
    #[test]
    fn changed_sizes_do_no_harm(changes in proptest::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..4)) {
        let mut bytes = model();
        let length = u32::from_le_bytes(*bytes[8..].first_chunk().unwrap()) as usize;
        let digits: Vec<usize> = (12..12 + length).filter(|at| bytes[*at].is_ascii_digit()).collect();
        for (index, digit) in changes {
            bytes[digits[index.index(digits.len())]] = digit;
        }
        let _ = load_and_run(&bytes);
    }

    #[test]
    fn any_bytes_at_all_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(load_and_run(&bytes).is_err());
    }
}
