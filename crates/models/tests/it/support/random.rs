//! Models made of chance, of any shape: what the arithmetic is tested and timed with.

use std::collections::BTreeMap;

use cofio_models::local::FileBuilder;
use serde_json::{Value, json};

/// Tensors by name, each with its shape.
pub type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// How the numbers of a random model are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Linear layers and tables as bytes.
    Bytes,
    /// Everything as floating-point numbers.
    Floats,
}

/// A generator of numbers that is the same everywhere (xorshift).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Between -1 and 1.
    fn number(&mut self) -> f32 {
        self.next() as f32 / (1u64 << 52) as f32 - 1.0
    }

    fn numbers(&mut self, count: usize, scale: f32, center: f32) -> Vec<f32> {
        (0..count).map(|_| center + scale * self.number()).collect()
    }
}

/// The header of a model with the given sizes.
pub fn shape(layers: usize, width: usize, heads: usize, ffn: usize, rank: usize, out: usize) -> Value {
    json!({
        "name": "random", "kind": "embedder", "licence": "none", "layers": layers, "width": width, "heads": heads,
        "ffn": ffn, "rank": rank, "positions": 512, "types": 3, "out": out, "pooling": "mean", "head": "none",
        "eps": 1e-12, "max_tokens": 512, "query_type": 1, "document_type": 0
    })
}

/// The same as a reranker.
pub fn reranker(mut header: Value, head: &str) -> Value {
    header["kind"] = json!("reranker");
    header["head"] = json!(head);
    header["out"] = json!(0);
    header
}

/// A small vocabulary: the special tokens, letters, and a few words.
pub fn small_vocabulary() -> String {
    let mut lines: Vec<String> = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map(str::to_owned).into();
    for letter in 'a'..='z' {
        lines.push(letter.to_string());
        lines.push(format!("##{letter}"));
    }
    lines.extend(["the", "memory", "lives", "##ing", ".", ",", "?", "[", "]", "1", "2"].map(str::to_owned));
    lines.join("\n") + "\n"
}

/// Draws every tensor a header asks for.
pub fn tensors(header: &Value, words: usize, seed: u64) -> Tensors {
    let size = |name: &str| header[name].as_u64().unwrap_or(0) as usize;
    let (width, ffn, rank) = (size("width"), size("ffn"), size("rank"));
    let mut chance = Chance::new(seed);
    let mut tensors = Tensors::new();
    let mut add = |name: &str, shape: &[usize], scale: f32, center: f32| {
        let numbers = chance.numbers(shape.iter().product(), scale, center);
        tensors.insert(name.to_owned(), (shape.to_vec(), numbers));
    };
    let even = |inputs: usize| (3.0 / inputs as f32).sqrt();
    if header["kind"] == "static" {
        add("word", &[words, width], 1.0, 0.0);
        add("token_weight", &[words], 0.4, 0.6);
        return tensors;
    }
    add("word", &[words, rank], 1.0, 0.0);
    if rank != width {
        add("up.weight", &[width, rank], even(rank), 0.0);
    }
    add("position", &[size("positions"), width], 0.3, 0.0);
    add("type", &[size("types"), width], 0.3, 0.0);
    let mut norms = vec!["ln".to_owned()];
    for layer in 0..size("layers") {
        let linears = [("qkv", 3 * width, width), ("o", width, width), ("up", ffn, width), ("down", width, ffn)];
        for (name, outputs, inputs) in linears {
            add(&format!("layer.{layer}.{name}.weight"), &[outputs, inputs], even(inputs), 0.0);
            add(&format!("layer.{layer}.{name}.bias"), &[outputs], 0.1, 0.0);
        }
        norms.extend([format!("layer.{layer}.ln1"), format!("layer.{layer}.ln2")]);
    }
    for norm in norms {
        add(&format!("{norm}.weight"), &[width], 0.2, 1.0);
        add(&format!("{norm}.bias"), &[width], 0.1, 0.0);
    }
    if size("out") > 0 {
        add("out.weight", &[size("out"), width], even(width), 0.0);
    }
    if header["head"] == "pooler_linear" {
        add("pooler.weight", &[width, width], even(width), 0.0);
        add("pooler.bias", &[width], 0.1, 0.0);
    }
    if header["head"] != "none" {
        add("head.weight", &[1, width], even(width), 0.0);
        add("head.bias", &[1], 0.1, 0.0);
    }
    tensors
}

/// Writes tensors as a weight file.
pub fn file(header: &Value, vocabulary: &str, tensors: &Tensors, written: Written) -> Vec<u8> {
    let mut builder = FileBuilder::new(header.clone()).expect("the header is complete");
    builder.bytes("vocab", vocabulary.as_bytes());
    for (name, (shape, numbers)) in tensors {
        let linear = name.ends_with(".weight") && shape.len() == 2 && name != "head.weight";
        match (written, shape.as_slice()) {
            (Written::Bytes, &[rows, columns]) if linear => builder.rounded_linear(name, [rows, columns], numbers),
            (Written::Bytes, &[rows, columns]) if name == "word" => {
                builder.rounded_table(name, [rows, columns], numbers)
            }
            _ => builder.floats(name, shape, numbers),
        };
    }
    builder.build()
}

/// A random model with the small vocabulary.
pub fn small(header: &Value, written: Written, seed: u64) -> Vec<u8> {
    let vocabulary = small_vocabulary();
    file(header, &vocabulary, &tensors(header, vocabulary.lines().count(), seed), written)
}
