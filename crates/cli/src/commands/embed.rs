//! `cofio embed`

use cofio_domain::ports::{Cancel, Embedder, Mode, Vector};
use cofio_models::local::builtin;
use serde::Serialize;

use crate::args::HELP;
use crate::commands::texts_of;
use crate::exit::Failure;
use crate::output::{Manner, Style, one_line, shortened};
use crate::wire::Setup;

/// Turn texts into vectors with the built-in model
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio embed \"My sister is a nurse\" --json
  cofio embed \"Who works in medicine?\" --query --json
  cofio embed --json < texts.txt                    one text a line
")]
pub struct Embed {
    /// The texts; - or none reads standard input, one text a line
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,
    /// They look for something, rather than being there to be found
    #[arg(long)]
    query: bool,
}

/// What programs are told.
#[derive(Serialize)]
struct Embedded<'a> {
    model: &'a str,
    mode: &'static str,
    dimensions: usize,
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Item<'a> {
    text: &'a str,
    vector: &'a [f32],
}

/// How many numbers of a vector a person is shown.
const SHOWN: usize = 4;

impl Embed {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let texts = texts_of(&self.texts)?;
        let (mode, word) = if self.query { (Mode::Query, "query") } else { (Mode::Document, "document") };
        let model = builtin::embedder();
        let asked: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = model.embed(mode, &asked, &Cancel::new()).map_err(anyhow::Error::from)?;
        let output = &setup.output;
        let pairs = asked.iter().zip(&vectors);
        match output.manner {
            Manner::Json => {
                let items = pairs.map(|(text, vector)| Item { text, vector: vector.values() }).collect();
                let (model, dimensions) = (model.model().as_str(), model.dimensions());
                let embedded = Embedded { model, mode: word, dimensions, items };
                // On one line: a number a line would be of no use to anybody.
                output.line(&serde_json::to_string(&embedded).expect("numbers are finite and keys are strings"));
            }
            Manner::Plain => pairs.for_each(|(text, vector)| {
                output.line(&format!("{}\t{}", one_line(text), numbers(vector, usize::MAX).join(",")));
            }),
            Manner::Human => {
                for (text, vector) in pairs {
                    let numbers = numbers(vector, SHOWN).join(", ");
                    output.line(&format!("[{numbers}, …]  {}", shortened(&one_line(text), 60)));
                }
                let note = format!("{} numbers each, by {} · all of them: --json", model.dimensions(), model.model());
                output.human(&format!("  {}", output.paint.paint(Style::Faint, &note)));
            }
        }
        Ok(())
    }
}

fn numbers(vector: &Vector, most: usize) -> Vec<String> {
    vector.values().iter().take(most).map(|number| format!("{number:.6}")).collect()
}
