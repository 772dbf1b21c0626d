//! Flipped bits: what is read is what was written, or an error; never something else.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::ensure;
use cofio_domain::event::MessageRole;
use cofio_domain::ports::Feed as _;
use cofio_domain::record::Seq;
use cofio_domain::session::Surface;
use cofio_engine::{Draft, Item, ListFilter, ListStatus, MessageLine, Recording};

use crate::chance::Chance;
use crate::room::Room;

/// How many memories the file holds.
const MEMORIES: u32 = 150;

/// How many messages.
const MESSAGES: u32 = 150;

/// What became of a flip.
#[derive(Debug, Default)]
struct Count {
    refused: u32,
    set_apart: u32,
    harmless: u32,
}

/// Flips so many bits, one at a time, each in a fresh copy.
pub fn run(flips: u32) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let original = folder.path().join("original");
    let expected = fill(&original)?;
    let bytes = std::fs::read(original.join("cofio.db"))?;
    let mut chance = Chance::new(1_234_567);
    let mut count = Count::default();
    for flip in 0..flips {
        let damaged = folder.path().join(format!("flip{flip}"));
        std::fs::create_dir(&damaged)?;
        let place = chance.below(bytes.len() as u64) as usize;
        let mut copy = bytes.clone();
        copy[place] ^= 1 << chance.below(8);
        std::fs::write(damaged.join("cofio.db"), copy)?;
        judge(&damaged, &expected, place, &mut count)?;
        std::fs::remove_dir_all(&damaged)?;
    }
    println!(
        "flips: {flips} single bits flipped: {} refused or reported, {} records set apart, {} harmless, 0 wrong words read",
        count.refused, count.set_apart, count.harmless
    );
    Ok(())
}

/// What each memory says, by id and version.
type Contents = BTreeMap<(String, u32), String>;

fn fill(folder: &Path) -> anyhow::Result<Contents> {
    let room = Room::open(folder)?;
    for number in 0..MEMORIES {
        let saved =
            room.engine.remember(&room.space, &Draft::said(format!("memory number {number} as it was said")))?;
        if let Some(memory) = saved.event.memory.filter(|_| number % 5 == 0) {
            let id = memory.id.to_string();
            room.engine.update(
                &room.space,
                &id,
                &Draft::said(format!("memory number {number} as it was corrected")),
            )?;
        }
    }
    for number in 0..MESSAGES {
        let session = Some(format!("session {}", number % 7));
        let recording = Recording { session, surface: Surface::Cli, project: None };
        let text = format!("message number {number} as it was said");
        let line = MessageLine { role: MessageRole::User, at: Some(room.engine.now()), text, name: None };
        room.engine.record(&room.space, &recording, [(1, Ok(line))])?;
    }
    Ok(read(&room)?.0)
}

fn read(room: &Room) -> Result<(Contents, usize), cofio_engine::Error> {
    let filter = ListFilter { status: ListStatus::All, ..ListFilter::default() };
    let listed = room.engine.list(&room.space, &filter)?;
    let mut contents: Contents = listed
        .items
        .into_iter()
        .filter_map(|item| match item {
            Item::Memory(view) => Some(((view.id.to_string(), view.version), view.claim.content)),
            _ => None,
        })
        .collect();
    let said = room.store.events_since(&room.space, Seq(0), usize::MAX)?;
    contents.extend(said.events.iter().filter_map(|event| Some(((event.id.to_string(), 0), event.text()?.to_owned()))));
    Ok((contents, listed.damaged.len() + said.damaged.len()))
}

fn judge(folder: &Path, expected: &Contents, place: usize, count: &mut Count) -> anyhow::Result<()> {
    let Ok(room) = Room::open(folder) else {
        count.refused += 1;
        return Ok(());
    };
    let Ok((found, damaged)) = read(&room) else {
        count.refused += 1;
        return Ok(());
    };
    for (memory, words) in &found {
        ensure!(expected.get(memory) == Some(words), "flip at {place}: {memory:?} was read as {words:?}");
    }
    if damaged > 0 {
        count.set_apart += 1;
    } else if found.len() == expected.len() {
        count.harmless += 1;
    } else {
        // Fewer records without a word: the file itself must be known to be broken.
        drop(room);
        let known = cofio_store_sqlite::inspect(folder)
            .findings
            .iter()
            .any(|finding| finding.verdict == cofio_store_sqlite::Verdict::Broken);
        ensure!(known, "flip at {place}: {} records are missing and nobody noticed", expected.len() - found.len());
        count.refused += 1;
    }
    Ok(())
}
