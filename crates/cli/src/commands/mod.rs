//! One file a command: what it takes, what it does, how it tells.

pub mod activity;
pub mod bench;
pub mod briefs;
pub mod check;
pub mod compile;
pub mod completions;
pub mod config;
pub mod confirm;
pub mod conflicts;
pub mod consolidate;
pub mod context;
pub mod dates;
pub mod delete;
pub mod doctor;
pub mod doctor_gateway;
pub mod doctor_models;
mod doctor_report;
mod doctor_server;
pub mod domains;
pub mod edit;
pub mod embed;
pub mod entities;
pub mod erase;
pub mod forget;
pub mod history;
pub mod import;
pub mod jobs;
pub mod key;
pub mod link;
pub mod lint;
pub mod list;
pub mod man;
pub mod mcp;
pub mod metrics;
pub mod model;
pub mod open;
pub mod outcome;
pub mod projects;
pub mod proposals;
pub mod rebuild;
pub mod recall;
pub mod record;
pub mod remember;
pub mod rerank;
pub mod restore;
pub mod review;
pub mod serve;
pub mod service;
pub mod sessions;
pub mod set;
pub mod share;
pub mod show;
pub mod spaces;
pub mod stats;
pub mod status;
pub mod stop;
pub mod tasks;
pub mod undo;
pub mod update;
pub mod user;
pub mod verify;
pub mod version;
pub mod why;

mod claim;
mod serve_settings;
mod serve_telemetry;
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
    if words.len() > 1 && words.iter().any(|word| word == "-") {
        return Err(Failure::usage("- stands for standard input and is given alone"));
    }
    if !words.is_empty() && words != ["-"] {
        return Ok(words.to_vec());
    }
    if words.is_empty() && std::io::stdin().is_terminal() {
        return Err(Failure::usage("no text was given: name one, or pipe texts in, one a line"));
    }
    // Any bytes will do: a model reads past what is no text, and one bad byte must not lose ten thousand lines.
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::usage(format!("standard input cannot be read: {error}")))?;
    let texts: Vec<String> = String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect();
    if texts.is_empty() {
        return Err(Failure::usage("no text was given: name one, or pipe texts in, one a line"));
    }
    Ok(texts)
}

/// Cuts a file of JSON lines, or one with a list, into values, each with its number and read or with why it could not be.
fn json_lines(bytes: &[u8]) -> Vec<(u64, Result<serde_json::Value, String>)> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if bytes.trim_ascii_start().starts_with(b"[") {
        return match serde_json::from_slice::<Vec<serde_json::Value>>(bytes) {
            Err(error) => vec![(error.line() as u64, Err(format!("not JSON: {error}")))],
            Ok(values) => (1..).zip(values.into_iter().map(Ok)).collect(),
        };
    }
    (1..)
        .zip(bytes.split(|byte| *byte == b'\n'))
        .filter(|(_, line)| !line.trim_ascii().is_empty())
        .map(|(number, line)| {
            let text = std::str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned());
            let value = text.and_then(|text| serde_json::from_str(text).map_err(|error| not_json(&error)));
            (number, value)
        })
        .collect()
}

/// Says what is wrong with a line. Which line it is, is said beside it; here it is always the first.
fn not_json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("not JSON: {what} (at letter {})", error.column())
}

fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Failure::usage(format!("standard input cannot be read as text: {error}")))?;
    Ok(text)
}
