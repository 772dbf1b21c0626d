//! `cofio model`

use cofio_models::local::{Kind, WeightFile, builtin};
use serde_json::{Value, json};

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, one_line, table};
use crate::wire::Setup;

/// List the models that are built in
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio model
  cofio model --json      with checksums, for programs
")]
pub struct Model {}

impl Model {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let files = builtin::files();
        let output = &setup.output;
        match output.manner {
            Manner::Json => output.json(&files.iter().map(as_json).collect::<Vec<_>>()),
            Manner::Plain => files.iter().for_each(|file| output.line(&plain(file))),
            Manner::Human => {
                let rows: Vec<Row> = files.iter().map(row).collect();
                table(&rows, &output.paint).iter().for_each(|line| output.line(line));
                output.human("  try them: cofio embed TEXT · cofio rerank QUESTION TEXT TEXT");
            }
        }
        Ok(())
    }
}

fn as_json(file: &WeightFile) -> Value {
    let header = file.header();
    json!({
        "name": header.name,
        "id": file.id().as_str(),
        "kind": header.kind,
        "bytes": file.size(),
        "dimensions": dimensions(file),
        "max_tokens": header.max_tokens,
        "licence": header.licence,
        "sha256": file.sha256(),
        "note": header.note,
    })
}

fn plain(file: &WeightFile) -> String {
    let header = file.header();
    let dimensions = dimensions(file).map_or(String::new(), |dimensions| dimensions.to_string());
    let (kind, licence) = (word(header.kind), one_line(&header.licence));
    format!("{}\t{kind}\t{}\t{dimensions}\t{licence}\t{}", header.name, file.size(), file.sha256())
}

fn row(file: &WeightFile) -> Row {
    let header = file.header();
    let gives = dimensions(file).map_or("scores".to_owned(), |dimensions| format!("{dimensions} dimensions"));
    vec![
        (one_line(&header.name), Some(Style::Strong)),
        (word(header.kind).to_owned(), None),
        (size(file.size()), None),
        (gives, None),
        (one_line(&header.licence), Some(Style::Faint)),
        (format!("sha256 {}…", &file.sha256()[..12]), Some(Style::Faint)),
    ]
}

fn size(bytes: usize) -> String {
    match bytes {
        0..100_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// How long its vectors are, if it makes any.
fn dimensions(file: &WeightFile) -> Option<usize> {
    (file.header().kind != Kind::Reranker).then(|| file.header().dimensions())
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Embedder => "embedder",
        Kind::Reranker => "reranker",
        Kind::Static => "static",
    }
}
