//! Writes a model made of chance, to time the arithmetic with or to stand in for weights that are not there yet.
//!
//!     cargo run --release -p cofio-models --example random_model -- embedder VOCABULARY OUT
//!     cargo run --release -p cofio-models --example random_model -- reranker VOCABULARY OUT

#[path = "../tests/it/support/random.rs"]
#[allow(dead_code, reason = "shared with tests, which use more of it")]
mod random;

use random::{Written, file, reranker, shape, tensors};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, vocabulary, out] = arguments.as_slice() else {
        eprintln!("usage: random_model embedder|reranker VOCABULARY OUT");
        std::process::exit(2);
    };
    let vocabulary = std::fs::read_to_string(vocabulary).expect("the vocabulary can be read");
    let mut header = match kind.as_str() {
        "reranker" => reranker(shape(3, 256, 8, 1024, 128, 0), "linear"),
        _ => shape(6, 384, 12, 1536, 128, 256),
    };
    header["max_tokens"] = 256.into();
    header["name"] = format!("random-{kind}").into();
    let tensors = tensors(&header, vocabulary.lines().count(), 1);
    std::fs::write(out, file(&header, &vocabulary, &tensors, Written::Bytes)).expect("the file can be written");
}
