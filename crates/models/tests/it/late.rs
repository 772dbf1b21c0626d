//! The late reranker: tokens look for their like, and a reading can be kept.

use std::sync::Arc;

use cofio_domain::ports::{Cancel, Embedder, ModelError, Passage, Reranker};
use cofio_models::local::{
    FileBuilder, FileError, LateReranker, LocalEmbedder, Path, ReadPassage, Reading, WeightFile, builtin,
};
use serde_json::json;

use crate::support::random::{self, Written};
use crate::support::text_of;

const WIDTH: usize = 48;

fn tower(seed: u64, path: Path) -> Arc<LocalEmbedder> {
    let bytes = random::small(&random::shape(2, WIDTH, 4, 64, 16, 32), Written::Bytes, seed);
    Arc::new(LocalEmbedder::new(WeightFile::from_bytes(&bytes).unwrap()).unwrap().on(path))
}

/// What a reranker of chance looks like.
struct Head {
    width: usize,
    layers: usize,
    /// Whether the tokens of a question count differently.
    weighs: bool,
    before: f32,
}

const HEAD: Head = Head { width: WIDTH, layers: 1, weighs: true, before: 0.5 };

fn head(over: &str, Head { width, layers, weighs, before }: Head) -> WeightFile {
    let shape = random::shape(layers, width, 4, 96, 16, 0);
    let header = json!({
        "name": "late", "kind": "reranker", "head": "late", "over": over, "layers": layers, "width": width, "heads": 4,
        "ffn": 96, "out": 16, "max_tokens": 128,
    });
    let mut chance = random::Chance::new(9);
    let mut numbers =
        |count: usize| -> Vec<f32> { (0..count).map(|_| chance.below(2001) as f32 / 1000.0 - 1.0).collect() };
    let mut file = FileBuilder::new(header).unwrap();
    for (name, (shape, numbers)) in random::tensors(&shape, 1, 4) {
        match shape.as_slice() {
            _ if !name.starts_with("layer.") => &mut file,
            &[rows, columns] => file.rounded_linear(&name, [rows, columns], &numbers),
            shape => file.floats(&name, shape, &numbers),
        };
    }
    file.rounded_linear("token.weight", [16, width], &numbers(16 * width));
    let weigh = if weighs { numbers(width) } else { vec![0.0; width] };
    file.floats("weigh.weight", &[1, width], &weigh).floats("weigh.bias", &[1], &[0.1]);
    file.floats("special", &[1], &[0.3]).floats("before", &[1], &[before]).floats("scale", &[1], &[20.0]);
    WeightFile::from_bytes(&file.build()).unwrap()
}

fn late_with(shape: Head, path: Path) -> LateReranker {
    let tower = tower(1, path);
    LateReranker::new(head(tower.model().as_str(), shape), tower).unwrap()
}

fn late(path: Path) -> LateReranker {
    late_with(HEAD, path)
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

/// Every other text stands behind the one before it.
fn in_order(texts: &[String]) -> Vec<Passage<'_>> {
    let before = |at: usize| (at % 2 == 1).then(|| texts[at - 1].as_str());
    texts.iter().enumerate().map(|(at, text)| Passage { text, before: before(at) }).collect()
}

#[test]
fn every_set_of_instructions_gives_the_same_bits() {
    let texts = texts();
    let passages = in_order(&texts);
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
    let back: Vec<_> = kept.iter().map(|bytes| model.reading(model.model(), bytes).unwrap()).collect();
    let read = |at: usize| ReadPassage { reading: &back[at], before: (at % 2 == 1).then(|| &back[at - 1]) };
    let read: Vec<ReadPassage<'_>> = (0..back.len()).map(read).collect();
    let (question, passages) = (text_of(9, 5), in_order(&texts));
    let at_once = model.score(&question, &passages, &Cancel::new()).unwrap();
    assert_eq!(bits(&model.score_readings(&question, &read, &Cancel::new()).unwrap()), bits(&at_once));
    for (passage, score) in passages.iter().zip(&at_once) {
        let alone = model.score(&question, &[*passage], &Cancel::new()).unwrap();
        assert_eq!(bits(&alone), bits(&[*score]), "a passage alone and among others");
    }
    for wrong in [&b""[..], &kept[0][1..]] {
        assert!(model.reading(model.model(), wrong).is_none(), "{} bytes are no reading", wrong.len());
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
fn what_was_said_before_can_only_help_and_helps_in_part() {
    let score = |before: f32, passage: Passage<'_>| {
        let model = late_with(Head { before, ..HEAD }, Path::fastest());
        model.score("the memory lives", &[passage], &Cancel::new()).unwrap()[0]
    };
    let (alone, whole) = (Passage::alone("a b q"), Passage::alone("the memory lives"));
    let after = Passage::after("the memory lives", "a b q");
    assert!(score(0.5, alone) < score(0.5, after) && score(0.5, after) < score(0.5, whole));
    assert_eq!(score(0.0, after), score(0.0, alone), "a reranker may take no interest in it");
    assert_eq!(score(0.5, Passage::after("a b q", "a b q")), score(0.5, alone), "it has nothing more to offer");
    assert!(score(0.5, Passage::after("2", "the memory lives")) >= score(0.5, whole));
    assert_eq!(score(0.5, Passage::after("", "a b q")), score(0.5, alone), "nothing was said before");
}

#[test]
fn its_own_layers_stand_in_the_place_of_the_embedders() {
    let reading = |layers: usize| late_with(Head { layers, ..HEAD }, Path::fastest()).read(&["a b q"], &Cancel::new());
    let readings: Vec<_> = (0..=2).map(|layers| reading(layers).unwrap()).collect();
    assert!(readings[0] != readings[1] && readings[1] != readings[2] && readings[0] != readings[2]);
    let tower = tower(1, Path::fastest());
    let refused = LateReranker::new(head(tower.model().as_str(), Head { layers: 3, ..HEAD }), tower).unwrap_err();
    assert!(matches!(&refused, FileError::Broken(why) if why.contains("layers")), "{refused}");
}

#[test]
fn the_tokens_of_a_question_count_differently() {
    let passages = [Passage::alone("the memory"), Passage::alone("a b q")];
    let scores = |weighs: bool| {
        let model = late_with(Head { weighs, ..HEAD }, Path::fastest());
        model.score("the a memory b lives q", &passages, &Cancel::new()).unwrap()
    };
    assert_ne!(bits(&scores(true)), bits(&scores(false)));
}

#[test]
fn an_answer_is_found_by_the_question_before_it() {
    let text = "Oh, at the hospital, since March.";
    let passages = [Passage::alone(text), Passage::after("Where does your sister work?", text)];
    let scores = builtin::reranker().score("Where does the sister work?", &passages, &Cancel::new()).unwrap();
    assert!(scores[1] > scores[0], "{scores:?}");
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
    let refused = LateReranker::new(head(one.model().as_str(), HEAD), other).unwrap_err();
    assert!(matches!(&refused, FileError::Broken(why) if why.contains("belongs to")), "{refused}");
    let wider = head(one.model().as_str(), Head { width: WIDTH + 16, ..HEAD });
    let refused = LateReranker::new(wider, Arc::clone(&one)).unwrap_err();
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

/// What reads more than the embedder has places for would look beyond its table.
#[test]
fn a_reranker_that_reads_more_than_its_embedder_is_refused() {
    let tower = tower(1, Path::fastest());
    let most = tower.file().header().max_tokens;
    let file = head(tower.model().as_str(), HEAD);
    assert!(file.header().max_tokens <= most, "the usual one fits");
    let mut shape = random::shape(2, WIDTH, 4, 64, 16, 32);
    shape["max_tokens"] = json!(16);
    shape["positions"] = json!(16);
    let bytes = random::small(&shape, Written::Bytes, 1);
    let short = Arc::new(LocalEmbedder::new(WeightFile::from_bytes(&bytes).unwrap()).unwrap());
    let refused = LateReranker::new(head(short.model().as_str(), HEAD), short).unwrap_err();
    assert!(refused.to_string().contains("it reads 128 tokens"), "{refused}");
}

/// Readings carry their model; those of another are refused, not compared.
#[test]
fn readings_of_another_model_never_meet() {
    let one = late_with(HEAD, Path::fastest());
    let other = late_with(Head { before: 0.1, ..HEAD }, Path::fastest());
    assert_ne!(one.model(), other.model());
    let reading = one.read(&["the memory lives"], &Cancel::new()).unwrap().remove(0);
    let passage = ReadPassage { reading: &reading, before: None };
    assert!(one.score_readings("memory?", &[passage], &Cancel::new()).is_ok());
    assert!(matches!(other.score_readings("memory?", &[passage], &Cancel::new()), Err(ModelError::Unavailable { .. })));
    assert!(other.reading(one.model(), &reading.to_bytes()).is_none());
}

#[test]
fn nothing_answers_an_empty_question() {
    let model = late_with(HEAD, Path::fastest());
    let passages = ["the memory lives", "a house"].map(Passage::alone);
    assert_eq!(model.score("", &passages, &Cancel::new()).unwrap(), [0.0, 0.0]);
}
