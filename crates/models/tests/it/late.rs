//! The late reranker: tokens look for their like, and a reading can be kept.

use std::sync::Arc;

use cofio_domain::ports::{Cancel, Embedder, ModelError, Passage, Reranker};
use cofio_models::local::{FileBuilder, FileError, LateReranker, LocalEmbedder, Path, Reading, WeightFile, builtin};
use serde_json::json;

use crate::support::random::{self, Written};
use crate::support::text_of;

const WIDTH: usize = 48;

fn tower(seed: u64, path: Path) -> Arc<LocalEmbedder> {
    let bytes = random::small(&random::shape(2, WIDTH, 4, 64, 16, 32), Written::Bytes, seed);
    Arc::new(LocalEmbedder::new(WeightFile::from_bytes(&bytes).unwrap()).unwrap().on(path))
}

fn head(over: &str, width: usize) -> WeightFile {
    let header = json!({
        "name": "late", "kind": "reranker", "head": "late", "over": over, "width": width, "out": 16, "max_tokens": 128,
    });
    let mut chance = random::Chance::new(9);
    let numbers: Vec<f32> = (0..16 * width).map(|_| chance.below(2001) as f32 / 1000.0 - 1.0).collect();
    let mut file = FileBuilder::new(header).unwrap();
    file.rounded_linear("token.weight", [16, width], &numbers);
    file.floats("special", &[1], &[0.3]).floats("scale", &[1], &[20.0]);
    WeightFile::from_bytes(&file.build()).unwrap()
}

fn late(path: Path) -> LateReranker {
    let tower = tower(1, path);
    LateReranker::new(head(tower.model().as_str(), WIDTH), tower).unwrap()
}

fn bits(scores: &[f32]) -> Vec<u32> {
    scores.iter().map(|score| score.to_bits()).collect()
}

fn texts() -> Vec<String> {
    (0..40)
        .map(|seed| text_of(1 + seed as usize * 5 % 150, seed))
        .chain([String::new(), "\u{200b}\0\u{202e}".into()])
        .collect()
}

#[test]
fn every_set_of_instructions_gives_the_same_bits() {
    let texts = texts();
    let passages: Vec<Passage<'_>> = texts.iter().map(|text| Passage::alone(text)).collect();
    let expected = late(*Path::available().last().unwrap()).score(&text_of(12, 77), &passages, &Cancel::new()).unwrap();
    assert!(expected.iter().all(|score| score.is_finite()));
    for path in Path::available() {
        let found = late(path).score(&text_of(12, 77), &passages, &Cancel::new()).unwrap();
        assert_eq!(bits(&found), bits(&expected), "{path}");
    }
}

#[test]
fn a_kept_reading_scores_like_the_text() {
    let (model, texts) = (late(Path::fastest()), texts());
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let readings = model.read(&borrowed, &Cancel::new()).unwrap();
    let kept: Vec<Vec<u8>> = readings.iter().map(Reading::to_bytes).collect();
    let back: Vec<_> = kept.iter().map(|bytes| model.reading(bytes).unwrap()).collect();
    let passages: Vec<Passage<'_>> = texts.iter().map(|text| Passage::alone(text)).collect();
    let question = text_of(9, 5);
    let at_once = model.score(&question, &passages, &Cancel::new()).unwrap();
    assert_eq!(bits(&model.score_readings(&question, &back, &Cancel::new()).unwrap()), bits(&at_once));
    for (passage, score) in passages.iter().zip(&at_once) {
        let alone = model.score(&question, &[*passage], &Cancel::new()).unwrap();
        assert_eq!(bits(&alone), bits(&[*score]), "a passage alone and among others");
    }
    for wrong in [&b""[..], &kept[0][1..]] {
        assert!(model.reading(wrong).is_none(), "{} bytes are no reading", wrong.len());
    }
}

#[test]
fn a_passage_is_read_to_its_hundred_and_twenty_eighth_token() {
    let model = late(Path::fastest());
    let readings = model.read(&[&text_of(400, 1), ""], &Cancel::new()).unwrap();
    let tokens = |at: usize| readings[at].to_bytes().len() / model.bytes_a_token();
    assert_eq!((tokens(0), tokens(1)), (128, 2));
}

#[test]
fn the_question_itself_scores_highest() {
    let model = builtin::reranker();
    let question = "Where does my sister work?";
    let passages = [question, "My sister is a nurse at the hospital.", "The car needs a new battery.", ""];
    let passages = passages.map(Passage::alone);
    let scores = model.score(question, &passages, &Cancel::new()).unwrap();
    assert!(scores[0] > scores[1] && scores[1] > scores[2] && scores[2] > scores[3], "{scores:?}");
}

#[test]
fn it_stands_on_its_own_embedder_alone() {
    let (one, other) = (tower(1, Path::fastest()), tower(2, Path::fastest()));
    let refused = LateReranker::new(head(one.model().as_str(), WIDTH), other).unwrap_err();
    assert!(matches!(&refused, FileError::Broken(why) if why.contains("belongs to")), "{refused}");
    let refused = LateReranker::new(head(one.model().as_str(), WIDTH + 16), Arc::clone(&one)).unwrap_err();
    assert!(matches!(&refused, FileError::Broken(why) if why.contains("wide")), "{refused}");
    assert!(LateReranker::new(one.file().clone(), Arc::clone(&one)).is_err(), "an embedder is no reranker");
}

#[test]
fn it_can_be_called_off() {
    let cancel = Cancel::new();
    cancel.cancel();
    let passages = [Passage::alone("anything")];
    assert!(matches!(late(Path::fastest()).score("what?", &passages, &cancel), Err(ModelError::Cancelled(_))));
}
