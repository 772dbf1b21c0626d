//! What is measured on: public sets of conversations with questions, and of sentence pairs.
//!
//! None of it is part of the project (see each set's licence); it lies in a folder of its own.

mod beam;
mod dialogue;
mod longmemeval;
mod stsb;
pub mod when;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;

pub use stsb::Pair;

/// What is searched together, a conversation or a chat, and the questions about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Collection {
    /// Which part of its set it belongs to, where figures of parts are told apart: a size, a sort.
    pub part: &'static str,
    pub units: Vec<Unit>,
    pub questions: Vec<Question>,
}

/// What is to be found: a turn of a conversation, a message of a chat.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// Who said it: a name, or in a chat with an assistant a role.
    pub speaker: String,
    /// Of two people who talk to each other, both are persons: `user`.
    pub role: MessageRole,
    pub text: String,
    /// The number of the session it was said in, from 0.
    pub session: usize,
    pub at: Timestamp,
    /// Whether it continues what the unit before it in the collection belongs to.
    pub follows: bool,
}

/// A question with the units that answer it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Question {
    pub text: String,
    pub category: String,
    /// Places in `units`, in order and without repeats. Empty only where no more than the sessions are known.
    pub gold: Vec<usize>,
    /// The sessions that answer it, where the set is about sessions.
    pub sessions: Vec<usize>,
    /// When it is asked, where the set says so.
    pub asked_at: Option<Timestamp>,
    pub sides: Option<Sides>,
}

/// What of the evidence stands against what.
#[derive(Debug, Clone, PartialEq)]
pub enum Sides {
    /// What was true first and what replaced it.
    Update { stale: Vec<usize>, fresh: Vec<usize> },
    /// Two statements of which one must be wrong.
    Contradiction(Vec<usize>, Vec<usize>),
}

impl Unit {
    /// The words with the speaker's name in front, as they are indexed.
    pub fn spoken(&self) -> String {
        format!("{}: {}", self.speaker, self.text)
    }

    /// The same with the date, as it is put before a reader.
    pub fn dated(&self) -> String {
        format!("{} {}", self.at.to_jiff().strftime("%Y-%m-%d"), self.spoken())
    }
}

impl Collection {
    /// What was said just before a unit, if that belongs together.
    pub fn before(&self, unit: usize) -> Option<&Unit> {
        if self.units[unit].follows { unit.checked_sub(1).map(|before| &self.units[before]) } else { None }
    }
}

/// The sets on which evidence is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum Set {
    #[value(name = "locomo")]
    LoCoMo,
    #[value(name = "realtalk")]
    RealTalk,
    Beam,
    #[value(name = "longmemeval")]
    LongMemEval,
}

impl Set {
    pub const ALL: [Set; 4] = [Set::LoCoMo, Set::RealTalk, Set::Beam, Set::LongMemEval];
    /// Those that models are compared on.
    pub const OF_MODELS: [Set; 3] = [Set::LoCoMo, Set::RealTalk, Set::Beam];

    /// As it is written in tables.
    pub fn title(self) -> &'static str {
        match self {
            Set::LoCoMo => "LoCoMo",
            Set::RealTalk => "REALTALK",
            Set::Beam => "BEAM",
            Set::LongMemEval => "LongMemEval",
        }
    }

    /// As it is written on the command line, in JSON, and as its folder is called.
    pub fn key(self) -> &'static str {
        match self {
            Set::LoCoMo => "locomo",
            Set::RealTalk => "realtalk",
            Set::Beam => "beam",
            Set::LongMemEval => "longmemeval",
        }
    }

    /// Whether a person talks to an assistant there, and not to another person.
    pub fn is_with_an_assistant(self) -> bool {
        matches!(self, Set::Beam | Set::LongMemEval)
    }
}

/// Reads a set from the folder that holds them all, from its own folder, or from one of its files.
pub fn collections(path: &Path, set: Set) -> anyhow::Result<Vec<Collection>> {
    let own = path.join(set.key());
    let path = if own.is_dir() { &own } else { path };
    let read = || match set {
        Set::LoCoMo => dialogue::locomo(path),
        Set::RealTalk => dialogue::realtalk(path),
        Set::Beam => beam::chats(path),
        Set::LongMemEval => longmemeval::haystacks(path),
    };
    let found = read().with_context(|| format!("cannot read {}", set.title()))?;
    if found.is_empty() {
        bail!("there is nothing of {} in {}", set.title(), path.display());
    }
    Ok(found)
}

/// Returns which sets a folder has in folders of their own.
pub fn sets_in(root: &Path) -> Vec<Set> {
    Set::ALL.into_iter().filter(|set| root.join(set.key()).is_dir()).collect()
}

/// Reads the sentence pairs of STS-B with people's judgement of how alike they are.
pub fn pairs(root: &Path) -> anyhow::Result<Vec<Pair>> {
    stsb::pairs(&root.join("stsb/stsb-en-dev.csv")).context("cannot read STS-B")
}

/// Says what to do if the data are not where they are expected.
pub fn require(root: &Path) -> anyhow::Result<()> {
    if root.exists() {
        return Ok(());
    }
    bail!(
        "there are no data sets in {}\n\
         Measuring needs LoCoMo (locomo/*.json), REALTALK (realtalk/Chat_*.json), BEAM (beam/100K/*/chat.json),\n\
         LongMemEval (longmemeval/*.json) and, for models, STS-B (stsb/stsb-en-dev.csv) in one folder.\n\
         Name it in COFIO_EVAL_DATA or with --data.",
        root.display()
    )
}

/// Returns the JSON files of a folder in the order of their names and numbers, or the file itself.
fn json_files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    Ok(files)
}

pub fn json<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} has another shape than expected", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_follows_has_something_before_it() {
        let collection = crate::fakes::talk(&[("Ann", "a"), ("Ann", "b")], "?", &[0]);
        let before: Vec<_> = (0..2).map(|at| collection.before(at).map(|unit| unit.text.as_str())).collect();
        assert_eq!(before, [None, Some("a")]);
        assert_eq!(collection.units[1].spoken(), "Ann: b");
        assert_eq!(collection.units[1].dated(), "2026-01-01 Ann: b");
    }

    #[test]
    fn missing_data_are_told_with_what_to_do() {
        let told = require(Path::new("/nowhere/at/all")).unwrap_err().to_string();
        assert!(told.contains("/nowhere/at/all") && told.contains("COFIO_EVAL_DATA"), "{told}");
    }
}
