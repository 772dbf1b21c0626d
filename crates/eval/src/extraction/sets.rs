//! The annotated sets: what was said, and what somebody wrote down as known from it.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{ToSpan, Zoned};
use serde::Deserialize;
use serde_json::Value;

use crate::data::when;

/// As many of MSC as the published floors are of.
const MSC_UTTERANCES: usize = 6000;

/// Conversations, and the facts that each unit of them holds.
pub struct Annotated {
    pub key: &'static str,
    pub title: &'static str,
    /// In whose words the facts are written down.
    pub wording: Wording,
    /// Two people talk who have names.
    pub spoken_by_name: bool,
    /// Sessions, each in the order it was said.
    pub sessions: Vec<Vec<Said>>,
    /// The facts of every unit.
    pub facts: Vec<Vec<String>>,
    /// What is planted in every unit and must not be taken for a fact about the person.
    pub planted: Vec<Vec<String>>,
}

/// In whose words facts are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// "I have a dog."
    OwnWords,
    /// "Ann has a dog."
    ThirdPerson,
}

/// One message.
pub struct Said {
    pub speaker: String,
    pub by_assistant: bool,
    pub text: String,
    pub at: Zoned,
    /// Within which unit its facts are looked for.
    pub unit: usize,
}

impl Annotated {
    pub fn count(&self) -> usize {
        self.facts.iter().map(Vec::len).sum()
    }
}

/// Reads those of the three sets that a folder has.
pub fn read(root: &Path) -> anyhow::Result<Vec<Annotated>> {
    let mut found = Vec::new();
    for (folder, read) in [("msc", msc as fn(&Path) -> _), ("locomo", locomo), ("halumem", halumem)] {
        let path = root.join(folder);
        if path.is_dir() {
            found.push(read(&path).with_context(|| format!("cannot read {}", path.display()))?);
        }
    }
    anyhow::ensure!(!found.is_empty(), "there is none of msc/, locomo/ and halumem/ in {}", root.display());
    Ok(found)
}

fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// The files of a folder with this ending, in the order of their names.
fn files(folder: &Path, ending: &str) -> anyhow::Result<Vec<std::path::PathBuf>> {
    let entries = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    files.sort();
    Ok(files)
}

#[derive(Deserialize)]
struct Dialogue {
    dialog: Vec<Utterance>,
}

#[derive(Deserialize)]
struct Utterance {
    id: String,
    text: String,
    persona_text: Option<String>,
}

/// MSC: a unit is an utterance, a fact a sentence of what was written about it.
fn msc(folder: &Path) -> anyhow::Result<Annotated> {
    let mut set = empty("msc", "MSC", Wording::OwnWords);
    let at = DateTime::constant(2021, 6, 1, 9, 0, 0, 0).to_zoned(TimeZone::UTC)?;
    'all: for file in files(folder, "jsonl")? {
        for dialogue in lines::<Dialogue>(&file)? {
            let mut session = Vec::new();
            for utterance in dialogue.dialog {
                if set.facts.len() == MSC_UTTERANCES {
                    break 'all;
                }
                let unit = set.facts.len();
                set.facts.push(sentences(utterance.persona_text.as_deref().unwrap_or_default()));
                set.planted.push(Vec::new());
                let (speaker, text) = (utterance.id, utterance.text.trim().to_owned());
                session.push(Said { speaker, by_assistant: false, text, at: at.clone(), unit });
            }
            set.sessions.push(session);
        }
    }
    Ok(set)
}

#[derive(Deserialize)]
struct Sample {
    conversation: HashMap<String, Value>,
    #[serde(default)]
    observation: HashMap<String, HashMap<String, Vec<(String, Value)>>>,
}

#[derive(Deserialize)]
struct Turn {
    speaker: String,
    dia_id: String,
    #[serde(default)]
    text: String,
}

/// LoCoMo: a unit is a turn, a fact an observation that cites it.
fn locomo(folder: &Path) -> anyhow::Result<Annotated> {
    let mut set = empty("locomo", "LoCoMo observations", Wording::ThirdPerson);
    for file in files(folder, "json")? {
        let samples: Vec<Value> = crate::data::json(&file)?;
        for sample in samples.into_iter().filter(|sample| sample.get("observation").is_some()) {
            add_conversation(&mut set, serde_json::from_value(sample)?)?;
        }
    }
    Ok(set)
}

fn add_conversation(set: &mut Annotated, sample: Sample) -> anyhow::Result<()> {
    let mut units = HashMap::new();
    for number in 1.. {
        let Some(turns) = sample.conversation.get(&format!("session_{number}")) else { break };
        let turns: Vec<Turn> = serde_json::from_value(turns.clone())?;
        let date = sample.conversation.get(&format!("session_{number}_date_time")).and_then(Value::as_str);
        let at = date.and_then(when::read).unwrap_or_else(when::unknown);
        let at = at.to_jiff().to_zoned(TimeZone::UTC);
        let mut session = Vec::new();
        for turn in turns {
            let unit = set.facts.len();
            units.insert(turn.dia_id, unit);
            set.facts.push(Vec::new());
            set.planted.push(Vec::new());
            session.push(Said { speaker: turn.speaker, by_assistant: false, text: turn.text, at: at.clone(), unit });
        }
        set.sessions.push(session);
    }
    for (fact, cited) in sample.observation.into_values().flatten().flat_map(|(_, facts)| facts) {
        let cited = match &cited {
            Value::Array(several) => several.first().and_then(Value::as_str),
            one => one.as_str(),
        };
        // Where several turns are cited, the first is where it was said.
        let first = cited.and_then(|cited| cited.split([',', ';', ' ']).next());
        if let Some(unit) = first.and_then(|first| units.get(first)) {
            set.facts[*unit].push(fact);
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct Person {
    #[serde(default)]
    persona_info: String,
    sessions: Vec<Talk>,
}

#[derive(Deserialize)]
struct Talk {
    #[serde(default)]
    start_time: String,
    dialogue: Vec<Line>,
    #[serde(default)]
    memory_points: Vec<Point>,
}

#[derive(Deserialize)]
struct Line {
    role: String,
    content: String,
}

#[derive(Deserialize)]
struct Point {
    memory_content: String,
    memory_source: String,
}

/// HaluMem: a unit is a session, a fact a memory point that is not planted.
pub fn halumem(folder: &Path) -> anyhow::Result<Annotated> {
    let mut set = empty("halumem", "HaluMem", Wording::ThirdPerson);
    for file in files(folder, "jsonl")? {
        for person in lines::<Person>(&file)? {
            let name = person.persona_info.split("Name: ").nth(1).and_then(|rest| rest.split(';').next());
            let name = name.unwrap_or("User").trim().to_owned();
            for talk in person.sessions {
                let unit = set.facts.len();
                let (planted, facts): (Vec<Point>, Vec<Point>) =
                    talk.memory_points.into_iter().partition(|point| point.memory_source == "interference");
                set.facts.push(facts.into_iter().map(|point| point.memory_content).collect());
                set.planted.push(planted.into_iter().map(|point| point.memory_content).collect());
                let from = when::read(&talk.start_time).unwrap_or_else(when::unknown).to_jiff().to_zoned(TimeZone::UTC);
                let said = talk.dialogue.into_iter().enumerate().map(|(place, line)| {
                    let by_assistant = line.role != "user";
                    let speaker = if by_assistant { "assistant".into() } else { name.clone() };
                    let at = from.saturating_add(i64::try_from(place).unwrap_or(0).minutes());
                    Said { speaker, by_assistant, text: line.content, at, unit }
                });
                set.sessions.push(said.collect());
            }
        }
    }
    Ok(set)
}

fn empty(key: &'static str, title: &'static str, wording: Wording) -> Annotated {
    let spoken_by_name = key == "locomo";
    Annotated { key, title, wording, spoken_by_name, sessions: Vec::new(), facts: Vec::new(), planted: Vec::new() }
}

/// Cuts a text into sentences at `.`, `!` and `?` before a space, as the published floors do.
pub fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut ended = false;
    for (at, letter) in text.char_indices() {
        if ended && letter.is_whitespace() {
            found.push(text[start..at].trim().to_owned());
            start = at;
        }
        ended = matches!(letter, '.' | '!' | '?') || letter == '\n';
    }
    found.push(text[start..].trim().to_owned());
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_before_a_space() {
        assert_eq!(sentences("I have 2.5 dogs. They bark!  Why? "), ["I have 2.5 dogs.", "They bark!", "Why?"]);
        assert_eq!(sentences(" ... "), Vec::<String>::new());
    }
}
