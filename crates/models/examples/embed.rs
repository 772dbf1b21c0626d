//! Embeds texts with any weight file, so that other programs can compare their vectors with ours.
//!
//!     embed FILE [--query] [--on PATH] < TEXTS        texts as JSON strings, one a line; vectors as JSON, one a line

use std::io::{BufRead, Write};

use cofio_domain::ports::{Cancel, Embedder, Mode};
use cofio_models::local::{LocalEmbedder, Path, WeightFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().ok_or("usage: embed FILE [--query] [--on PATH] < TEXTS")?;
    let mode = if arguments.iter().any(|word| word == "--query") { Mode::Query } else { Mode::Document };
    let mut model = LocalEmbedder::new(WeightFile::open(file)?)?;
    if let Some(at) = arguments.iter().position(|word| word == "--on") {
        let named = |path: &Path| Some(&path.to_string()) == arguments.get(at + 1);
        model = model.on(Path::available().into_iter().find(named).ok_or("this processor has no such path")?);
    }
    let texts = std::io::stdin().lock().lines().map(|line| Ok(serde_json::from_str(&line?)?));
    let texts: Vec<String> = texts.collect::<Result<_, Box<dyn std::error::Error>>>()?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut out = std::io::stdout().lock();
    for vector in model.embed(mode, &texts, &Cancel::new())? {
        serde_json::to_writer(&mut out, vector.values())?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
