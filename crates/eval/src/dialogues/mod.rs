//! `cofio-eval dialogues`: what is known after short conversations, against what must, may and must not be.

mod matcher;
mod report;
mod space;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use cofio_engine::Models;
use serde::Deserialize;

use crate::roster;
use matcher::{Matcher, Place, plain};
use report::Figures;
use space::Known;

/// What is to be measured.
#[derive(Args)]
pub struct Wanted {
    /// The dialogues, one JSON object a line.
    #[arg(long, default_value = "crates/eval/dialogues/open.jsonl")]
    file: PathBuf,
    /// How many dialogues that went wrong are shown in full.
    #[arg(long, default_value_t = 0)]
    examples: usize,
    /// Only dialogues about this.
    #[arg(long)]
    about: Option<String>,
    /// Write the figures here as well.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// A conversation, and what is to be known afterwards.
#[derive(Debug, Clone, Deserialize)]
struct Dialogue {
    id: String,
    about: Vec<String>,
    zone: String,
    settings: Set,
    sessions: Vec<Said>,
    must: Vec<Matcher>,
    must_not: Vec<Matcher>,
    may: Vec<Matcher>,
    superseded: Vec<Superseded>,
    dates: Vec<Dated>,
    empty: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct Set {
    #[serde(default)]
    domains_on: Vec<String>,
    #[serde(default)]
    incognito: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct Said {
    at: jiff::civil::DateTime,
    messages: Vec<Message>,
    #[serde(default)]
    incognito: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct Message {
    role: String,
    text: String,
}

#[derive(Debug, Clone, Deserialize)]
struct Superseded {
    old: Matcher,
    new: Matcher,
}

#[derive(Debug, Clone, Deserialize)]
struct Dated {
    of: Matcher,
    date: String,
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    let mut dialogues = read(&wanted.file)?;
    if let Some(about) = &wanted.about {
        dialogues.retain(|dialogue| dialogue.about.contains(about));
    }
    let models = Models {
        embedder: Some(Arc::from(roster::built_in_embedder()?)),
        reranker: Some(Arc::from(roster::built_in_reranker()?)),
    };
    let mut figures = Figures::default();
    for dialogue in &dialogues {
        let known = Known::after(dialogue, &models).with_context(|| format!("dialogue {}", dialogue.id))?;
        figures.judge(dialogue, &known);
    }
    print!("{}", figures.told(wanted.examples));
    if let Some(path) = &wanted.json {
        let text = serde_json::to_string_pretty(&figures.json())? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A session of a dialogue as it was held, with what may be known of it.
pub struct Held {
    pub name: String,
    pub at: jiff::Zoned,
    /// Who speaks, and what they say.
    pub messages: Vec<(String, String)>,
    dialogue: Dialogue,
}

impl Held {
    /// Whether it is right to know something afterwards.
    pub fn may_be_known(&self, content: &str) -> bool {
        let text = plain(content);
        let said = |matchers: &[Matcher]| matchers.iter().any(|matcher| matcher.is_said_by(&text));
        !said(&self.dialogue.must_not) && (said(&self.dialogue.must) || said(&self.dialogue.may))
    }
}

/// Reads the sessions of dialogues.
pub fn held(path: &Path) -> anyhow::Result<Vec<Held>> {
    let mut found = Vec::new();
    for dialogue in read(path)? {
        let zone = jiff::tz::TimeZone::get(&dialogue.zone)?;
        for (number, said) in dialogue.sessions.iter().enumerate() {
            found.push(Held {
                name: format!("{}-{number}", dialogue.id),
                at: said.at.to_zoned(zone.clone())?,
                messages: said.messages.iter().map(|line| (line.role.clone(), line.text.clone())).collect(),
                dialogue: dialogue.clone(),
            });
        }
    }
    Ok(found)
}

fn read(path: &Path) -> anyhow::Result<Vec<Dialogue>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| serde_json::from_str(line).with_context(|| format!("line {}", at + 1))).collect()
}
