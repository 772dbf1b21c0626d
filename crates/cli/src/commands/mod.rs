//! One file a command: what it takes, what it does, how it tells.

pub mod activity;
pub mod check;
pub mod completions;
pub mod config;
pub mod confirm;
pub mod conflicts;
pub mod context;
pub mod dates;
pub mod delete;
pub mod doctor;
pub mod domains;
pub mod edit;
pub mod embed;
pub mod erase;
pub mod forget;
pub mod history;
pub mod import;
pub mod link;
pub mod lint;
pub mod list;
pub mod man;
pub mod model;
pub mod projects;
pub mod proposals;
pub mod recall;
pub mod remember;
pub mod rerank;
pub mod restore;
pub mod set;
pub mod share;
pub mod show;
pub mod spaces;
pub mod status;
pub mod tasks;
pub mod undo;
pub mod update;
pub mod version;
pub mod why;

mod claim;
mod telling;

use std::io::{IsTerminal, Read};

use crate::exit::Failure;

/// Joins words into a text; `-` alone reads standard input.
fn text_of(words: &[String]) -> Result<String, Failure> {
    if words == ["-"] {
        return Ok(standard_input()?.trim_end_matches('\n').to_owned());
    }
    Ok(words.join(" "))
}

/// Takes each word as a text of its own; `-` or nothing at all reads standard input, one text a line.
fn texts_of(words: &[String]) -> Result<Vec<String>, Failure> {
    if !words.is_empty() && words != ["-"] {
        return Ok(words.to_vec());
    }
    if words.is_empty() && std::io::stdin().is_terminal() {
        return Err(Failure::usage("no text was given: name one, or pipe texts in, one a line"));
    }
    Ok(standard_input()?.lines().map(str::to_owned).collect())
}

fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Failure::usage(format!("standard input cannot be read as text: {error}")))?;
    Ok(text)
}
