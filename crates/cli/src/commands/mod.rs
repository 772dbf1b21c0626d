//! One file a command: what it takes, what it does, how it tells.

pub mod activity;
pub mod check;
pub mod completions;
pub mod config;
pub mod confirm;
pub mod conflicts;
pub mod dates;
pub mod delete;
pub mod doctor;
pub mod domains;
pub mod edit;
pub mod erase;
pub mod forget;
pub mod history;
pub mod import;
pub mod link;
pub mod lint;
pub mod list;
pub mod man;
pub mod projects;
pub mod proposals;
pub mod recall;
pub mod remember;
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

use std::io::Read;

use crate::exit::Failure;

/// Joins words into a text; `-` alone reads standard input.
fn text_of(words: &[String]) -> Result<String, Failure> {
    if words == ["-"] {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::usage(format!("standard input cannot be read as text: {error}")))?;
        return Ok(text.trim_end_matches('\n').to_owned());
    }
    Ok(words.join(" "))
}
