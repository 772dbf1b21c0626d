//! The models that are part of the program: what they are is written down and checked.

use cofio_domain::ports::{Embedder, Mode, Passage, Reranker};
use cofio_models::local::{Kind, builtin, sha256};

use crate::support::{bits, embed, score};

/// Reads the line `sha256: …` of a model's card.
fn written_in_card(name: &str) -> String {
    let path = format!("{}/../../docs/models/{name}.md", env!("CARGO_MANIFEST_DIR"));
    let card = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let line = card.lines().find_map(|line| line.trim().strip_prefix("sha256: "));
    line.unwrap_or_else(|| panic!("{path} has no line `sha256: …`")).trim().to_owned()
}

#[test]
fn the_weights_are_those_of_their_cards() {
    for name in ["cofio-embed-1", "cofio-rerank-1"] {
        let path = format!("{}/weights/{name}.bin", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        let file = builtin::files().into_iter().find(|file| file.header().name == name).unwrap();
        assert_eq!(file.size(), bytes.len(), "{name}");
        assert_eq!(file.sha256(), sha256(&bytes), "{name}");
        assert_eq!(file.sha256(), written_in_card(name), "{name}");
    }
}

#[test]
fn the_weights_are_small_enough_to_travel_with_the_program() {
    let [embedder, reranker] = builtin::files();
    assert!(embedder.size() + reranker.size() <= 25_000_000);
    assert!(reranker.size() <= 8_000_000);
    assert_eq!((embedder.header().kind, reranker.header().kind), (Kind::Embedder, Kind::Reranker));
    assert!(!embedder.header().licence.is_empty() && !reranker.header().licence.is_empty());
}

#[test]
fn one_instance_serves_everybody() {
    assert!(std::ptr::eq(builtin::embedder(), builtin::embedder()));
    assert!(std::ptr::eq(builtin::reranker(), builtin::reranker()));
    let id = builtin::embedder().model();
    assert_eq!(id.as_str().split_once('@').map(|(name, digits)| (name, digits.len())), Some(("cofio-embed-1", 12)));
}

#[test]
fn meaning_is_nearer_than_words() {
    let texts = ["My sister is a nurse at the hospital", "The car needs a new battery", "I went running in the park"];
    let vectors = embed(builtin::embedder(), Mode::Document, &texts);
    let question = embed(builtin::embedder(), Mode::Query, &["Who in my family works in medicine?"]).remove(0);
    let near: Vec<f32> = vectors.iter().map(|vector| question.dot(vector).unwrap()).collect();
    assert!(near[0] > near[1] && near[0] > near[2], "{near:?}");
    assert_eq!(bits(&vectors), bits(&embed(builtin::embedder(), Mode::Document, &texts)));
}

#[test]
fn an_answer_scores_higher_than_what_is_beside_the_point() {
    let passages = [
        Passage::alone("The weather was lovely all week."),
        Passage::after("Where do you live these days?", "I moved to Lisbon in March."),
        Passage::alone("She likes to paint."),
    ];
    let scores = score(builtin::reranker(), "Which city does the user live in?", &passages);
    assert!(scores[1] > scores[0] && scores[1] > scores[2], "{scores:?}");
    assert!(builtin::reranker().model().as_str().starts_with("cofio-rerank-1@"));
}
