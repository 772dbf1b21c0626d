//! Something that should be gone, and where it is looked for.

use std::path::Path;

use cofio_domain::axes::Source;
use cofio_domain::evidence::Cited;
use cofio_domain::policy::fingerprint::normalized;
use cofio_engine::compose::ContextQuery;
use cofio_engine::{Item, MemoryView, RecallQuery};

use crate::learning::life::Life;

/// Something that should be gone.
pub enum Gone {
    /// A memory, with whether its words should be out of the files as well.
    Memory { view: Box<MemoryView>, from_files: bool },
    /// What was said in a conversation.
    Session(String),
}

/// How many hits are looked through.
const LIMIT: usize = 50;

impl Gone {
    pub fn memory(view: MemoryView) -> Gone {
        Gone::Memory { view: Box::new(view), from_files: false }
    }

    /// Words that stand elsewhere, too, are told of and stay.
    pub fn erased(view: MemoryView, elsewhere: bool) -> Gone {
        Gone::Memory { view: Box::new(view), from_files: !elsewhere }
    }

    pub fn session(name: String) -> Gone {
        Gone::Session(name)
    }

    pub fn words(&self) -> &str {
        match self {
            Gone::Memory { view, .. } => &view.claim.content,
            Gone::Session(name) => name,
        }
    }

    pub fn is_memory(&self, id: &str) -> bool {
        matches!(self, Gone::Memory { view, .. } if view.id.to_string() == id)
    }

    /// Whether a text says it, in its words.
    pub fn is_in(&self, text: &str) -> bool {
        matches!(self, Gone::Memory { view, .. } if says(text, &view.claim.content))
    }

    /// Whether nothing that is still known has its words in it: then they may stand nowhere.
    pub fn is_told_by_its_words_alone(&self, life: &Life) -> bool {
        let Gone::Memory { view, .. } = self else { return false };
        let known = life.known().unwrap_or_default();
        !known.iter().any(|other| says(&other.claim.content, &view.claim.content))
    }

    /// Looks for it everywhere, and returns where it was found.
    pub fn found(&self, life: &Life, folder: &Path) -> anyhow::Result<Vec<String>> {
        match self {
            Gone::Memory { view, from_files } => {
                let mut found = memory_found(life, view)?;
                if *from_files && self.is_told_by_its_words_alone(life) && in_files(folder, &view.claim.content)? {
                    found.push(format!("in the files: {}", view.claim.content));
                }
                Ok(found)
            }
            Gone::Session(name) => session_found(life, name),
        }
    }
}

fn memory_found(life: &Life, gone: &MemoryView) -> anyhow::Result<Vec<String>> {
    let (engine, space, words) = (&life.engine, &life.space, gone.claim.content.as_str());
    let mut found = Vec::new();
    let mut note = |place: &str| found.push(format!("{place}: {words}"));
    let known = life.known()?;
    if known.iter().any(|view| view.id == gone.id || normalized(&view.claim.content) == normalized(words)) {
        note("known");
    }
    if life
        .maybes()?
        .iter()
        .any(|view| view.status == "waiting" && normalized(&view.claim.content) == normalized(words))
    {
        note("a maybe");
    }
    let alone = !known.iter().any(|view| says(&view.claim.content, words));
    let id = gone.id.to_string();
    for line in engine.briefs(space)?.into_iter().flat_map(|brief| brief.lines) {
        if line.cites.contains(&id) || (alone && says(&line.text, words)) {
            note("a brief");
        }
    }
    if engine.clusters(space)?.iter().any(|cluster| cluster.memories.contains(&gone.id)) {
        note("a cluster");
    }
    for entity in engine.entities(space)?.into_iter().filter(|entity| words.contains(&entity.name)) {
        let shown = engine.entity(space, &entity.id.to_string())?;
        if shown.spoken_of_in.iter().any(|mention| mention.id == id) {
            note("what is known of somebody");
        }
    }
    // What the words it was learned from teach somebody else, too, is theirs to show.
    let cited_by_others = |session: &str, index: u64| {
        let cites = |view: &MemoryView| {
            view.evidence.iter().any(
                |item| matches!(&item.cites, Cited::Message { session: there, index: at } if there == session && *at == index),
            )
        };
        known.iter().any(cites)
    };
    // A conclusion is not what the messages say: they stand, whatever becomes of it.
    let is_conclusion = gone.claim.source == Source::Derived;
    let learned_from = |session: &str, index: u64, text: &str| {
        !is_conclusion
            && gone.evidence.iter().any(|item| match &item.cites {
                Cited::Message { session: there, index: at } if there == session && *at == index => {
                    item.quote.as_deref().is_none_or(|quote| says(text, quote))
                }
                _ => false,
            })
    };
    for question in questions(gone) {
        let query =
            RecallQuery { limit: LIMIT, depth: cofio_engine::Depth::Fast, ..RecallQuery::new(question.as_str()) };
        for hit in engine.recall(space, &query)?.hits {
            match &hit.item {
                Item::Memory(view) if view.id == gone.id => note("recall"),
                Item::Message(view)
                    if learned_from(&view.session_name, view.index, &view.text)
                        && !cited_by_others(&view.session_name, view.index) =>
                {
                    note("the message it was learned from");
                }
                Item::Episode(view) if alone && says(&view.text, words) => note("an episode"),
                _ => {}
            }
        }
        let query = ContextQuery { message: Some(question), ..ContextQuery::default() };
        let context = engine.context(space, &query)?;
        if context.loaded.iter().any(|line| line.id == id) || (alone && says(&context.text, words)) {
            note("a context block");
        }
    }
    Ok(found)
}

/// It is asked for in its own words, and in those it was said in.
fn questions(gone: &MemoryView) -> Vec<String> {
    let quote = gone.evidence.iter().find_map(|item| item.quote.clone());
    std::iter::once(gone.claim.content.clone()).chain(quote).collect()
}

fn session_found(life: &Life, name: &str) -> anyhow::Result<Vec<String>> {
    let transcript = life.engine.transcript(&life.space, name, 0, usize::MAX)?.transcript;
    let mut found = Vec::new();
    let texts = transcript.into_iter().filter_map(|message| message.text);
    for text in texts.filter(|text| text.len() > 40).take(3) {
        let query = RecallQuery { limit: LIMIT, depth: cofio_engine::Depth::Fast, ..RecallQuery::new(text.as_str()) };
        for hit in life.engine.recall(&life.space, &query)?.hits {
            match &hit.item {
                Item::Message(view) if view.session_name == name => found.push(format!("a message of {name}")),
                Item::Episode(view) if view.session == name => found.push(format!("the episode of {name}")),
                _ => {}
            }
        }
    }
    Ok(found)
}

/// Whether a text has some words in it, however they are spaced and written.
fn says(text: &str, words: &str) -> bool {
    normalized(text).contains(&normalized(words))
}

/// Whether any file of a folder has some words in it, byte for byte.
fn in_files(folder: &Path, words: &str) -> anyhow::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let there = if path.is_dir() {
            in_files(&path, words)?
        } else {
            let bytes = std::fs::read(&path)?;
            bytes.windows(words.len()).any(|window| window == words.as_bytes())
        };
        if there {
            return Ok(true);
        }
    }
    Ok(false)
}
