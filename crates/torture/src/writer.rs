//! A process that writes as fast as it can and says what it was promised.
//!
//! Before a write it prints `try`, after the store has acknowledged it `ack`. Where each write has come to is kept in a
//! file that outlives the process.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, bail};
use cofio_domain::event::MessageRole;
use cofio_domain::session::Surface;
use cofio_engine::{Draft, ImportLine, MessageLine, Recording};
use cofio_store_sqlite::{Observer, Phase};

use crate::chance::Chance;
use crate::room::Room;

/// The word that makes this program a writer.
pub const MODE: &str = "writer";

/// What a writer is told.
#[derive(Debug, Clone)]
pub struct Orders {
    pub folder: PathBuf,
    /// Begins every text it writes.
    pub name: String,
    /// How many writes, or until it is killed.
    pub writes: Option<u32>,
    pub seed: u64,
}

impl Orders {
    /// Starts the process.
    pub fn start(&self) -> anyhow::Result<Child> {
        self.start_with(&[])
    }

    /// Starts the process with variables set.
    pub fn start_with(&self, variables: &[(&str, String)]) -> anyhow::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .arg(MODE)
            .arg(&self.folder)
            .arg(&self.name)
            .arg(self.writes.unwrap_or(0).to_string())
            .arg(self.seed.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        for (name, value) in variables {
            command.env(name, value);
        }
        command.spawn().context("a writer starts")
    }
}

/// The file that says where a writer's transaction has come to.
pub fn phase_file(folder: &Path, name: &str) -> PathBuf {
    folder.with_file_name(format!("{name}.phase"))
}

/// What a writer says: how a write ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// It is about to write this many texts in one go, all beginning so.
    Try(String, u32),
    /// They were acknowledged.
    Ack(String),
    /// The store said no.
    Refused(String),
}

impl Said {
    pub fn read(line: &str) -> Option<Said> {
        let mut words = line.split(' ');
        match (words.next()?, words.next()?, words.next()) {
            ("try", text, Some(count)) => Some(Said::Try(text.to_owned(), count.parse().ok()?)),
            ("ack", text, _) => Some(Said::Ack(text.to_owned())),
            ("refused", text, _) => Some(Said::Refused(text.to_owned())),
            _ => None,
        }
    }
}

/// The text of one memory of one write.
pub fn text_of(write: &str, part: u32) -> String {
    format!("{write}/{part} is what was written")
}

/// Writes.
pub fn run(arguments: &[&str]) -> anyhow::Result<()> {
    let [folder, name, writes, seed] = arguments else { bail!("a writer needs folder, name, writes, seed") };
    let (folder, writes, seed) = (Path::new(folder), writes.parse::<u32>()?, seed.parse::<u64>()?);
    let room = Room::watched(folder, Some(watcher(&phase_file(folder, name))?), 0)?;
    let mut chance = Chance::new(seed);
    let mut number = 0;
    while writes == 0 || number < writes {
        let write = format!("{name}-{number}");
        // Many small writes, and now and then a large one, so that a kill can fall inside a long transaction.
        let parts = if writes == 0 && chance.below(4) == 0 { 40 + chance.below(160) as u32 } else { 1 };
        say(&format!("try {write} {parts}"))?;
        match save(&room, &write, parts, &mut chance) {
            Ok(()) => say(&format!("ack {write}"))?,
            Err(error) => say(&format!("refused {write} {error}"))?,
        }
        number += 1;
    }
    Ok(())
}

fn save(room: &Room, write: &str, parts: u32, chance: &mut Chance) -> Result<(), cofio_engine::Error> {
    if chance.below(3) == 0 {
        return record(room, write, parts);
    }
    if parts > 1 {
        let lines = (0..parts).map(|part| (u64::from(part) + 1, Ok(line(&text_of(write, part)))));
        return room.engine.import(&room.space, "torture", lines).map(drop);
    }
    let text = text_of(write, 0);
    let saved = room.engine.remember(&room.space, &Draft::said(text.clone()))?;
    // Some are corrected or forgotten at once, so that retiring is in the middle of things, too.
    if let Some(memory) = saved.event.memory.filter(|_| chance.below(5) == 0) {
        let id = memory.id.to_string();
        if chance.below(2) == 0 {
            room.engine.forget(&room.space, &id, None)?;
        } else {
            room.engine.update(&room.space, &id, &Draft::said(format!("{text}, corrected")))?;
        }
    }
    Ok(())
}

/// Says it instead, in one of a few sessions.
fn record(room: &Room, write: &str, parts: u32) -> Result<(), cofio_engine::Error> {
    let session = Some(format!("session {}", write.len() % 3));
    let recording = Recording { session, surface: Surface::Cli, project: None };
    let message = |part: u32| MessageLine {
        role: MessageRole::User,
        at: Some(room.engine.now()),
        text: text_of(write, part),
        name: None,
    };
    let lines = (0..parts).map(|part| (u64::from(part) + 1, Ok(message(part))));
    room.engine.record(&room.space, &recording, lines).map(drop)
}

fn line(text: &str) -> ImportLine {
    ImportLine::of(text)
}

fn say(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

/// Writes each phase to a file: what is in the page cache outlives the process that put it there.
fn watcher(path: &Path) -> anyhow::Result<Observer> {
    let file = Arc::new(File::create(path)?);
    Ok(Arc::new(move |phase| {
        let letter = match phase {
            Phase::Idle => b"i",
            Phase::Writing => b"w",
            Phase::Committing => b"c",
        };
        let _ = std::os::unix::fs::FileExt::write_at(&*file, letter, 0);
    }))
}
