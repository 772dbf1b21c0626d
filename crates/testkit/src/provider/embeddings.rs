//! Vectors for tests: texts with the same words are near each other.

use serde_json::{Value, json};

/// Returns the vector of a text, not of length one: providers need not see to that.
pub fn embedding_of(text: &str, dimensions: usize) -> Vec<f32> {
    let mut values = vec![0.01_f32; dimensions];
    for word in text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        // FNV-1a: the same everywhere.
        let hash = word
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        values[(hash % dimensions as u64) as usize] += 3.0;
    }
    values
}

/// Returns an answer of `/embeddings`, the last text first: the order is in the numbers.
pub fn embeddings_of(texts: &[String], dimensions: usize) -> Value {
    let item = |(index, text): (usize, &String)| json!({ "object": "embedding", "index": index, "embedding": embedding_of(text, dimensions) });
    let data: Vec<Value> = texts.iter().enumerate().rev().map(item).collect();
    json!({ "object": "list", "data": data, "model": "words", "usage": { "prompt_tokens": 1, "total_tokens": 1 } })
}
