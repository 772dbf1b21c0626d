//! What a person said of claims and decisions, kept without their words: where it is from, a hash of it, and the verdict.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};

/// Verdicts by what they are about: its set, its message and the hash of its words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels(BTreeMap<Subject, String>);

/// What a verdict is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// The set it is from.
    pub set: String,
    /// Where in it: the session and the message.
    pub message: String,
    /// A hash of its words.
    pub hash: String,
}

impl Subject {
    /// What a claim from a message named `set/session/place` is labelled as.
    pub fn of(message: &str, words: &str) -> Subject {
        let (set, message) = message.split_once('/').unwrap_or(("", message));
        let hash = blake3::hash(words.as_bytes()).to_hex()[..16].to_owned();
        Subject { set: set.to_owned(), message: message.to_owned(), hash }
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\t{}\t{}", self.set, self.message, self.hash)
    }
}

impl Labels {
    /// Reads a file of lines `set, message, hash, verdict`, parted by tabs; lines with `#` say something about them.
    pub fn read(path: &Path) -> anyhow::Result<Labels> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mut labels = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let parts: Vec<&str> = line.split('\t').collect();
            let [set, message, hash, verdict] = parts[..] else {
                bail!("{}: line {} is not set, message, hash and verdict", path.display(), number + 1);
            };
            let [set, message, hash] = [set, message, hash].map(str::to_owned);
            labels.insert(Subject { set, message, hash }, verdict.to_owned());
        }
        Ok(Labels(labels))
    }

    pub fn of(&self, subject: &Subject) -> Option<&str> {
        self.0.get(subject).map(String::as_str)
    }
}

/// Picks so many at random, the same in every run, whatever else there is: those with the smallest hashes.
pub fn sample<T>(mut all: Vec<T>, subject: impl Fn(&T) -> Subject, most: usize) -> Vec<T> {
    all.sort_by_key(|one| *blake3::hash(subject(one).to_string().as_bytes()).as_bytes());
    all.truncate(most);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_found_by_where_it_was_said_and_by_its_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.tsv");
        let subject = Subject::of("realtalk/0/3/17", "User has a dog");
        std::fs::write(&path, format!("# rubric 1\n{subject}\tfact\n")).unwrap();
        let labels = Labels::read(&path).unwrap();
        assert_eq!(labels.of(&subject), Some("fact"));
        assert_eq!(labels.of(&Subject::of("realtalk/0/3/17", "User has a cat")), None);
        assert_eq!(labels.of(&Subject::of("realtalk/0/3/18", "User has a dog")), None);
        std::fs::write(&path, "only\tthree\tparts\n").unwrap();
        assert!(Labels::read(&path).unwrap_err().to_string().contains("line 1"));
    }

    #[test]
    fn a_sample_stays_when_others_come() {
        let subject = |word: &&str| Subject::of("x/1", word);
        let words = vec!["a", "b", "c", "d", "e"];
        let picked = sample(words.clone(), subject, 2);
        let fewer: Vec<&str> = words.into_iter().filter(|word| picked.contains(word) || *word == "a").collect();
        assert_eq!(sample(fewer, subject, 2), picked);
    }
}
