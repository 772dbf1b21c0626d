//! How well dates are read, on public data that is not part of the repository.
//!
//! `cargo run -p cofio-language --example eval_dates -- [DATA] [--misses] [--excluded]`
//!
//! DATA holds `temporal_recognizers/`, `locomo/` and `realtalk/`; without it `COFIO_EVAL_DATA` or `../shared/data` is
//! taken. `--misses` lists what went wrong, `--excluded` the cases left out and why.

mod conversations;
mod gold;
mod recognizers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What one set measured.
pub(crate) struct Score {
    pub(crate) name: &'static str,
    pub(crate) right: usize,
    pub(crate) total: usize,
    /// What went wrong, in words.
    pub(crate) misses: Vec<String>,
    /// What was left out, and why.
    pub(crate) excluded: Vec<String>,
}

impl Score {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, right: 0, total: 0, misses: Vec::new(), excluded: Vec::new() }
    }

    /// Counts one case.
    pub(crate) fn count(&mut self, right: bool, describe: impl FnOnce() -> String) {
        self.total += 1;
        if right {
            self.right += 1;
        } else {
            self.misses.push(describe());
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let folder = data_folder(&arguments);
    match scores(&folder) {
        Ok(scores) => {
            print(&scores, asked("--misses"), asked("--excluded"));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}\nGive the folder as an argument or in COFIO_EVAL_DATA.");
            ExitCode::FAILURE
        }
    }
}

fn data_folder(arguments: &[String]) -> PathBuf {
    let given = arguments.iter().find(|argument| !argument.starts_with("--")).map(PathBuf::from);
    let configured = std::env::var_os("COFIO_EVAL_DATA").map(PathBuf::from);
    given.or(configured).unwrap_or_else(|| PathBuf::from("../shared/data"))
}

fn scores(folder: &Path) -> Result<Vec<Score>, String> {
    let mut scores = recognizers::scores(&folder.join("temporal_recognizers/DateTimeModel.json"))?;
    scores.extend(conversations::locomo(&folder.join("locomo/locomo.json"))?);
    scores.extend(conversations::realtalk(&folder.join("realtalk"))?);
    Ok(scores)
}

/// Reads a file of the data as JSON.
pub(crate) fn read_json(path: &Path) -> Result<serde_json::Value, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).map_err(|error| format!("{} is not JSON: {error}", path.display()))
}

fn print(scores: &[Score], misses: bool, excluded: bool) {
    println!("{:<58} {:>6} {:>6} {:>7}  left out", "", "right", "of", "%");
    for score in scores {
        let share = 100.0 * score.right as f64 / score.total.max(1) as f64;
        println!("{:<58} {:>6} {:>6} {share:>7.1}  {}", score.name, score.right, score.total, score.excluded.len());
    }
    for score in scores {
        if misses && !score.misses.is_empty() {
            println!("\nmisses: {}", score.name);
            score.misses.iter().for_each(|miss| println!("  {miss}"));
        }
        if excluded && !score.excluded.is_empty() {
            println!("\nleft out: {}", score.name);
            score.excluded.iter().for_each(|case| println!("  {case}"));
        }
    }
}
