//! Everything that is in the notebook: what is compiled from memory, and the notes.

use std::collections::BTreeMap;

use cofio_domain::axes::{Authority, Kind};
use cofio_domain::brief::{BriefKind, BriefLine};
use cofio_domain::domains::DomainName;
use cofio_domain::id::MemoryId;
use cofio_domain::space::SpaceHandle;

use super::Place;
use crate::browse::{Item, ListFilter};
use crate::rulebook::Rulebook;
use crate::view::MemoryView;
use crate::{Engine, Error};

/// By which tag a memory is known to be a file of the notebook.
pub(super) const TAG: &str = "note";

/// A file.
pub(super) struct File {
    pub(super) text: String,
    /// The memory it is, where it is a note.
    pub(super) note: Option<MemoryId>,
}

/// Everything that is in the notebook.
pub(super) struct Shelf {
    pub(super) files: BTreeMap<Place, File>,
}

impl Shelf {
    /// Reads it. Who was given some domains only sees what conversations came to nowhere: that is of all of them.
    pub(super) fn read(engine: &Engine, space: &SpaceHandle) -> Result<Shelf, Error> {
        let mut files = BTreeMap::new();
        let mut add = |name: &str, text: String, note| {
            files.insert(Place::named(name), File { text, note });
        };
        let compiled = engine.compiled_now(space)?;
        for kind in [BriefKind::Profile, BriefKind::Procedures, BriefKind::Now] {
            let lines = compiled.get(&(kind, None)).map_or(&[][..], Vec::as_slice);
            add(&format!("{kind}.md"), page(title_of(kind), lines), None);
        }
        for ((kind, domain), lines) in &compiled {
            if let (BriefKind::Domain, Some(domain)) = (kind, domain) {
                add(&format!("domains/{domain}.md"), page(domain.as_str(), lines), None);
            }
        }
        let rules = ListFilter { authority: Some(Authority::Hard), ..ListFilter::default() };
        let rules = engine.list(space, &rules)?.items.into_iter().filter_map(memory_in);
        let rules: String = rules.map(|view| format!("- {} ({})\n", view.claim.content, view.claim.domain)).collect();
        add("rules.md", with_title("rules", rules), None);
        if space.domains().is_none() {
            for episode in engine.episodes(space)? {
                let at = episode.started_at.to_string();
                let (month, day) = (at.get(..7).unwrap_or("undated"), at.get(..10).unwrap_or("undated"));
                let title = format!("{} ({day})", episode.session);
                let name = format!("episodes/{month}/{day}-{}.md", episode.id.to_string().to_lowercase());
                add(&name, with_title(&title, format!("{}\n", episode.summary)), None);
            }
        }
        let notes = ListFilter { kind: Some(Kind::Artifact), tag: Some(TAG.into()), ..ListFilter::default() };
        for view in engine.list(space, &notes)?.items.into_iter().filter_map(memory_in) {
            if let Some(key) = &view.claim.key {
                add(key, view.claim.body.clone().unwrap_or_default(), Some(view.id));
            }
        }
        Ok(Shelf { files })
    }

    /// Returns whether there is a folder: one that holds something, or one that always is there.
    pub(super) fn is_folder(&self, place: &Place) -> bool {
        let always = ["notes", "domains", "episodes"];
        place.is_root()
            || always.contains(&place.key().as_str())
            || self.files.keys().any(|file| file.below(place).is_some())
    }

    /// Returns the notes at a place: the file itself, or all that are in the folder.
    pub(super) fn notes_at(&self, place: &Place) -> Vec<(Place, MemoryId)> {
        let there = self.files.iter().filter(|(file, _)| *file == place || file.below(place).is_some());
        there.filter_map(|(file, found)| Some((file.clone(), found.note?))).collect()
    }
}

fn memory_in(item: Item) -> Option<MemoryView> {
    match item {
        Item::Memory(view) => Some(*view),
        _ => None,
    }
}

fn title_of(kind: BriefKind) -> &'static str {
    kind.word()
}

/// A compiled page.
fn page(title: &str, lines: &[BriefLine]) -> String {
    let mut text = String::new();
    let mut section = "";
    for line in lines {
        if line.section != section {
            section = &line.section;
            text += &format!("\n## {section}\n\n");
        }
        text += &format!("- {}\n", line.text);
    }
    with_title(title, text)
}

fn with_title(title: &str, text: String) -> String {
    let text = text.trim_start_matches('\n');
    let text = if text.is_empty() { "Nothing yet.\n" } else { text };
    format!("# {}\n\n{text}", title.replace('_', " "))
}

impl Engine {
    /// Returns what is known on a topic as a page to read, as it would be compiled now.
    pub fn compiled_page(
        &self,
        space: &SpaceHandle,
        kind: BriefKind,
        domain: Option<&DomainName>,
    ) -> Result<String, Error> {
        if let Some(domain) = domain {
            let book = Rulebook::read(&*self.store, space)?;
            book.domain(domain)?;
            if !book.is_on(domain) {
                return Err(Error::not_found("domain", domain.as_str()));
            }
        }
        let compiled = self.compiled_now(space)?;
        let lines = compiled.get(&(kind, domain.cloned())).map_or(&[][..], Vec::as_slice);
        Ok(page(domain.map_or_else(|| title_of(kind), DomainName::as_str), lines))
    }
}
