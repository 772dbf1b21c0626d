//! Takes the checksums of the weights that are compiled in, so that no start of the program has to.

// The same function serves the crate itself; here only a part of its file is used.
#[allow(missing_docs)]
#[path = "src/local/sha256.rs"]
mod sha256;

const FILES: [(&str, &str); 2] =
    [("COFIO_EMBED_1_SHA256", "weights/cofio-embed-1.bin"), ("COFIO_RERANK_1_SHA256", "weights/cofio-rerank-1.bin")];

fn main() {
    println!("cargo::rerun-if-changed=src/local/sha256.rs");
    for (variable, path) in FILES {
        println!("cargo::rerun-if-changed={path}");
        match std::fs::read(path) {
            Ok(bytes) => println!("cargo::rustc-env={variable}={}", sha256::sha256(&bytes)),
            Err(error) => println!("cargo::error=crates/models/{path} cannot be read: {error}"),
        }
    }
}
