//! Compares the tokenizer with the reference on many texts: `tools/wordpiece/compare` runs it.
//!
//!     wordpiece TEXTS IDS        texts as JSON strings, one a line; ids of the reference, apart by commas, one a line

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use cofio_models::local::builtin;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [texts, ids] = arguments.as_slice() else {
        eprintln!("usage: wordpiece TEXTS IDS");
        return ExitCode::from(2);
    };
    let tokenizer = builtin::embedder().tokenizer();
    let (mut count, mut tokens, mut different) = (0u64, 0u64, 0u64);
    for (text, wanted) in lines(texts).zip(lines(ids)) {
        let text: String = serde_json::from_str(&text).expect("a JSON string");
        let wanted: Vec<u32> = wanted.split(',').filter_map(|id| id.parse().ok()).collect();
        let mut found = Vec::new();
        tokenizer.encode(&text, usize::MAX, &mut found);
        count += 1;
        tokens += wanted.len() as u64;
        if found != wanted {
            different += 1;
            if different <= 5 {
                println!("{text:?}\n  ours      {found:?}\n  reference {wanted:?}");
            }
        }
    }
    println!("{count} texts, {tokens} tokens, {different} texts different");
    if count > 0 && different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn lines(path: &str) -> impl Iterator<Item = String> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    BufReader::new(file).lines().map(|line| line.expect("text"))
}
