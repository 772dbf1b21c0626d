//! What is measured on: public sets of conversations with questions, and of sentence pairs.
//!
//! None of it is part of the project (see each set's licence); it lies in a folder of its own.

mod beam;
mod dialogue;
mod stsb;

use std::path::Path;

use anyhow::{Context, bail};

pub use stsb::Pair;

/// What is searched together, a conversation or a chat, and the questions about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Collection {
    pub units: Vec<Unit>,
    pub questions: Vec<Question>,
}

/// What is to be found: a turn of a conversation, a message of a chat.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// Who said it: a name, or in a chat with an assistant a role.
    pub speaker: String,
    pub text: String,
    /// Whether it continues what the unit before it in the collection belongs to.
    pub follows: bool,
}

/// A question with the units that answer it.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub text: String,
    /// Places in `units`, in order and without repeats; never empty.
    pub gold: Vec<usize>,
}

impl Unit {
    /// The words with the speaker's name in front, as they are indexed.
    pub fn spoken(&self) -> String {
        format!("{}: {}", self.speaker, self.text)
    }
}

impl Collection {
    /// What was said just before a unit, if that belongs together.
    pub fn before(&self, unit: usize) -> Option<&Unit> {
        if self.units[unit].follows { unit.checked_sub(1).map(|before| &self.units[before]) } else { None }
    }
}

/// The sets on which evidence is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Set {
    LoCoMo,
    RealTalk,
    Beam,
}

impl Set {
    pub const ALL: [Set; 3] = [Set::LoCoMo, Set::RealTalk, Set::Beam];

    /// As it is written in tables.
    pub fn title(self) -> &'static str {
        match self {
            Set::LoCoMo => "LoCoMo",
            Set::RealTalk => "REALTALK",
            Set::Beam => "BEAM 100K",
        }
    }

    /// As it is written on the command line and in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Set::LoCoMo => "locomo",
            Set::RealTalk => "realtalk",
            Set::Beam => "beam",
        }
    }
}

/// Reads a set from the folder that holds them all.
pub fn collections(root: &Path, set: Set) -> anyhow::Result<Vec<Collection>> {
    let read = || match set {
        Set::LoCoMo => dialogue::locomo(&root.join("locomo")),
        Set::RealTalk => dialogue::realtalk(&root.join("realtalk")),
        Set::Beam => beam::chats(&root.join("beam/100K")),
    };
    read().with_context(|| format!("cannot read {}", set.title()))
}

/// Reads the sentence pairs of STS-B with people's judgement of how alike they are.
pub fn pairs(root: &Path) -> anyhow::Result<Vec<Pair>> {
    stsb::pairs(&root.join("stsb/stsb-en-dev.csv")).context("cannot read STS-B")
}

/// Says what to do if the data are not where they are expected.
pub fn require(root: &Path) -> anyhow::Result<()> {
    if root.is_dir() {
        return Ok(());
    }
    bail!(
        "there are no data sets in {}\n\
         Measuring needs LoCoMo (locomo/locomo.json), REALTALK (realtalk/Chat_*.json), BEAM (beam/100K/*/chat.json)\n\
         and STS-B (stsb/stsb-en-dev.csv) in one folder. Name it in COFIO_EVAL_DATA or with --data.",
        root.display()
    )
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} has another shape than expected", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_follows_has_something_before_it() {
        let unit = |text: &str, follows| Unit { speaker: "Ann".into(), text: text.into(), follows };
        let collection =
            Collection { units: vec![unit("a", false), unit("b", true), unit("c", false)], questions: vec![] };
        let before: Vec<_> = (0..3).map(|at| collection.before(at).map(|unit| unit.text.as_str())).collect();
        assert_eq!(before, [None, Some("a"), None]);
        assert_eq!(collection.units[1].spoken(), "Ann: b");
    }

    #[test]
    fn missing_data_are_told_with_what_to_do() {
        let told = require(Path::new("/nowhere/at/all")).unwrap_err().to_string();
        assert!(told.contains("/nowhere/at/all") && told.contains("COFIO_EVAL_DATA"), "{told}");
    }
}
