//! `cofio rerank`

use cofio_domain::ports::{Cancel, Passage, Reranker};
use cofio_models::local::builtin;
use serde::Serialize;

use crate::args::HELP;
use crate::commands::texts_of;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, one_line, shortened, table};
use crate::wire::Setup;

/// Order texts by how well they answer a question, with the built-in model
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio rerank \"Where does she live?\" \"She moved to Lisbon\" \"She likes tea\"
  cofio rerank \"Where does she live?\" --json < texts.txt        one text a line
")]
pub struct Rerank {
    /// What is asked
    #[arg(value_name = "QUESTION")]
    question: String,
    /// The texts; - or none reads standard input, one text a line
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,
}

/// What programs are told.
#[derive(Serialize)]
struct Reranked<'a> {
    model: &'a str,
    question: &'a str,
    /// Best first.
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Item<'a> {
    /// Where it stood among the texts that were given, from 0.
    index: usize,
    score: f32,
    text: &'a str,
}

impl Rerank {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let texts = texts_of(&self.texts)?;
        let model = builtin::reranker();
        let passages: Vec<Passage<'_>> = texts.iter().map(|text| Passage::alone(text)).collect();
        let scores = model.score(&self.question, &passages, &Cancel::new()).map_err(anyhow::Error::from)?;
        let scored = texts.iter().zip(scores).enumerate();
        let mut items: Vec<Item<'_>> = scored.map(|(index, (text, score))| Item { index, score, text }).collect();
        // Texts of one score stay as they were given.
        items.sort_by(|one, other| other.score.total_cmp(&one.score));
        let output = &setup.output;
        match output.manner {
            Manner::Json => {
                output.json(&Reranked { model: model.model().as_str(), question: &self.question, items });
            }
            Manner::Plain => items.iter().for_each(|item| {
                output.line(&format!("{:.4}\t{}\t{}", item.score, item.index, one_line(item.text)));
            }),
            Manner::Human => {
                let rows: Vec<Row> = items.iter().map(row).collect();
                table(&rows, &output.paint).iter().for_each(|line| output.line(line));
            }
        }
        Ok(())
    }
}

fn row(item: &Item<'_>) -> Row {
    vec![
        (format!("{:>8.3}", item.score), Some(Style::Faint)),
        (shortened(&one_line(item.text), 90), Some(Style::Strong)),
    ]
}
