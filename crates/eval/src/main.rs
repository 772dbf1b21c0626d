//! `cofio-eval`: how well is found what was said, and how good are the built-in models, measured beside others on public
//! data?
//!
//! For whoever changes how things are found, or trains or replaces a model. The product does not need it and does not contain it.

mod agree;
mod asked;
mod clock;
mod contest;
mod data;
mod dialogues;
mod extraction;
#[cfg(test)]
mod fakes;
mod fusion;
mod languages;
mod learning;
mod measure;
mod models;
mod npy;
mod peer;
mod report;
mod rerank;
mod retrieval;
mod roster;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

use asked::Means;
use contest::Field;
use data::Set;

/// Measures how well things are found, and the built-in models against others.
#[derive(Parser)]
#[command(name = "cofio-eval", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Records conversations in the engine, asks it the questions about them, and prints what it found beside baselines.
    Retrieval(Box<retrieval::Wanted>),
    /// Extracts claims from annotated conversations without a language model, and prints how many are right and missed.
    Extraction(extraction::Wanted),
    /// Holds short conversations, and compares what is known afterwards with what must, may and must not be.
    Dialogues(dialogues::Wanted),
    /// Asks what has changed, and counts how often what was said last is ranked above what it replaced.
    Updates(learning::updates::Wanted),
    /// Holds a hundred real conversations, and counts how much of what is kept is worth keeping.
    Hygiene(learning::hygiene::Wanted),
    /// Fits and tries what tells whether a claim is still of use in a month.
    Lasting(learning::lasting::Wanted),
    /// Forgets, deletes and erases at random, and looks everywhere for what should be gone.
    Forgetting(learning::forgetting::Wanted),
    /// Lives ninety days of three people, and shows what memory did by itself each night.
    Ninety(learning::ninety::Wanted),
    /// Finds the evidence of questions with each embedder and reranker, and prints one table.
    Models(models::Wanted),
    /// Asks in languages other than English, too.
    Languages {
        /// The folder with the weight files of other models, made by tools/eval-models/fetch.
        #[arg(long, default_value = "target/models")]
        models: PathBuf,
    },
    /// Writes the texts of the development questions, one JSON object a line, for the reference to embed.
    Texts {
        #[command(flatten)]
        place: Place,
        /// Where to write them.
        #[arg(long)]
        out: PathBuf,
    },
    /// Drives Cofio the way tools/bench-peers drives everybody.
    #[command(subcommand)]
    Peer(peer::Task),
    /// Compares the built-in models with vectors and scores that the reference wrote into a folder.
    Agree {
        #[command(flatten)]
        place: Place,
        folder: PathBuf,
    },
}

/// Where things are.
#[derive(Args)]
struct Place {
    /// The folder with the data sets; for retrieval also a set's own folder or file.
    #[arg(long, env = "COFIO_EVAL_DATA", default_value = "../shared/data")]
    data: PathBuf,
    /// The folder with the weight files of other models, made by tools/eval-models/fetch.
    #[arg(long, default_value = "target/models")]
    models: PathBuf,
    /// Where answers of models are kept between runs.
    #[arg(long, default_value = "target/eval-cache")]
    cache: PathBuf,
    /// How many threads ask the models.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, std::num::NonZero::get))]
    threads: usize,
}

impl Place {
    fn means(&self) -> Means {
        Means { folder: self.cache.clone(), threads: self.threads }
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Retrieval(wanted) => retrieval::run(&wanted),
        Command::Extraction(wanted) => extraction::run(&wanted),
        Command::Dialogues(wanted) => dialogues::run(&wanted),
        Command::Updates(wanted) => learning::updates::run(&wanted),
        Command::Hygiene(wanted) => learning::hygiene::run(&wanted),
        Command::Lasting(wanted) => learning::lasting::run(&wanted),
        Command::Forgetting(wanted) => learning::forgetting::run(&wanted),
        Command::Ninety(wanted) => learning::ninety::run(&wanted),
        Command::Models(wanted) => models::run(&wanted),
        Command::Languages { models } => languages::run(&models),
        Command::Peer(task) => peer::run(task),
        Command::Texts { place, out } => {
            let lines = agree::development(&Field::read(&place.data, &Set::OF_MODELS, false)?);
            let text: String = lines
                .iter()
                .map(|line| serde_json::to_string(line).map(|line| line + "\n"))
                .collect::<Result<_, _>>()?;
            std::fs::write(&out, text).with_context(|| format!("cannot write {}", out.display()))?;
            println!("{} texts in {}", lines.len(), out.display());
            Ok(())
        }
        Command::Agree { place, folder } => {
            let field = Field::read(&place.data, &Set::OF_MODELS, false)?;
            print!("{}", agree::embedder(&folder, roster::built_in_embedder()?, &field, &place.means())?);
            if let Some(told) = agree::reranker(&folder, &*roster::built_in_reranker()?)? {
                print!("{told}");
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_holds_together() {
        Arguments::command().debug_assert();
    }
}
