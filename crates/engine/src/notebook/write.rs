//! Writing notes. Each step is one operation; a folder is one run, and can be undone as one.

use cofio_domain::axes::{Kind, Source};
use cofio_domain::id::MemoryId;
use cofio_domain::space::SpaceHandle;

use super::pages::TAG;
use super::view::{missing, numbered};
use super::{Place, Shelf, Trouble, wrong};
use crate::admit::{Draft, Expiry};
use crate::{Action, Engine, Written};

/// How many lines are shown before and after what was replaced.
const AROUND: usize = 2;

/// The longest file.
const LONGEST: usize = 1 << 20;

impl Engine {
    pub(super) fn create_note(&self, space: &SpaceHandle, path: &str, text: &str) -> Result<String, Trouble> {
        let place = writable(path)?;
        let shelf = Shelf::read(self, space)?;
        if shelf.files.contains_key(&place) || shelf.is_folder(&place) {
            return Err(wrong(format!("File {path} already exists")));
        }
        let inside_file =
            (1..place.parts().len()).any(|n| shelf.files.contains_key(&Place::named(&place.parts()[..n].join("/"))));
        if inside_file {
            return Err(wrong(format!("The path {path} is inside a file, not a directory.")));
        }
        self.keep(space, None, &place, text)?;
        Ok(format!("File created successfully at: {path}"))
    }

    pub(super) fn replace_in_note(
        &self,
        space: &SpaceHandle,
        path: &str,
        old: &str,
        new: &str,
    ) -> Result<String, Trouble> {
        let (place, id, text) = self.note_at(space, path)?;
        let found: Vec<usize> = places_of(&text, old);
        let line_of = |at: usize| text[..at].matches('\n').count();
        let at = match found.as_slice() {
            [] => {
                return Err(wrong(format!(
                    "No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
                )));
            }
            [at] => *at,
            _ => {
                let lines: Vec<String> = found.iter().map(|at| (line_of(*at) + 1).to_string()).collect();
                return Err(wrong(format!(
                    "No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {}. Please ensure it is unique",
                    lines.join(", ")
                )));
            }
        };
        let changed_line = line_of(at);
        let changed = text.replacen(old, new, 1);
        self.keep(space, Some(id), &place, &changed)?;
        let lines: Vec<&str> = changed.split('\n').collect();
        let first = changed_line.saturating_sub(AROUND);
        let last = (changed_line + AROUND + 1).min(lines.len());
        Ok(format!(
            "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{}",
            numbered(&lines[first..last], first + 1)
        ))
    }

    pub(super) fn insert_in_note(
        &self,
        space: &SpaceHandle,
        path: &str,
        after: i64,
        inserted: &str,
    ) -> Result<String, Trouble> {
        let (place, id, text) = self.note_at(space, path)?;
        let mut lines: Vec<&str> = text.split('\n').collect();
        if lines.last() == Some(&"") {
            lines.pop();
        }
        let at = usize::try_from(after).ok().filter(|at| *at <= lines.len()).ok_or_else(|| {
            let most = lines.len();
            wrong(format!("Invalid `insert_line` parameter: {after}. It should be within the range [0, {most}]."))
        })?;
        lines.insert(at, inserted.trim_end_matches('\n'));
        let mut changed = lines.join("\n");
        if !changed.ends_with('\n') {
            changed.push('\n');
        }
        self.keep(space, Some(id), &place, &changed)?;
        Ok(format!("The file {path} has been edited."))
    }

    /// Forgets a note, or all notes of a folder.
    pub(super) fn delete_notes(&self, space: &SpaceHandle, path: &str) -> Result<String, Trouble> {
        let place = Place::read(path)?;
        if place.is_root() {
            return Err(wrong("Cannot delete the /memories directory itself"));
        }
        let place = writable(path).map(|_| place)?;
        let notes = Shelf::read(self, space)?.notes_at(&place);
        if notes.is_empty() {
            return Err(wrong(format!("The path {path} does not exist")));
        }
        let run = self.in_run(self.new_run());
        for (_, id) in notes {
            run.forget(space, &id.to_string(), None)?;
        }
        Ok(format!("Successfully deleted {path}"))
    }

    /// Gives a note, or all notes of a folder, another place.
    pub(super) fn rename_notes(&self, space: &SpaceHandle, old: &str, new: &str) -> Result<String, Trouble> {
        let from = Place::read(old)?;
        if from.is_root() {
            return Err(wrong("Cannot rename the /memories directory itself"));
        }
        let (from, to) = (writable(old).map(|_| from)?, writable(new)?);
        let shelf = Shelf::read(self, space)?;
        if shelf.files.contains_key(&to) || shelf.is_folder(&to) || to.below(&from).is_some() {
            return Err(wrong(format!("The destination {new} already exists")));
        }
        let notes = shelf.notes_at(&from);
        if notes.is_empty() {
            return Err(wrong(format!("The path {old} does not exist")));
        }
        let run = self.in_run(self.new_run());
        for (place, id) in notes {
            let text = shelf.files.get(&place).map(|file| file.text.as_str()).unwrap_or_default();
            run.keep(space, Some(id), &place.moved(&from, &to), text)?;
        }
        Ok(format!("Successfully renamed {old} to {new}"))
    }

    fn note_at(&self, space: &SpaceHandle, path: &str) -> Result<(Place, MemoryId, String), Trouble> {
        let place = writable(path)?;
        let mut shelf = Shelf::read(self, space)?;
        match shelf.files.remove(&place) {
            Some(file) => match file.note {
                Some(id) => Ok((place, id, file.text)),
                None => Err(read_only(path)),
            },
            None if shelf.is_folder(&place) => Err(wrong(format!("The path {path} is not a file."))),
            None => Err(missing(path)),
        }
    }

    /// Keeps a note, as the write policy has it.
    fn keep(&self, space: &SpaceHandle, id: Option<MemoryId>, place: &Place, text: &str) -> Result<(), Trouble> {
        if text.len() > LONGEST {
            return Err(wrong(format!("A file has at most {LONGEST} bytes; this one would have {}", text.len())));
        }
        let key = place.key();
        let draft = Draft {
            kind: Some(Kind::Artifact),
            key: Some(key.clone()),
            body: Some(text.to_owned()),
            tags: [TAG.to_owned()].into(),
            expires: Expiry::Never,
            source: Source::UserStated,
            app: self.settings.app.clone(),
            // What a note says is read when it is opened; in prompts it is a name.
            ..Draft::said(format!("Note: {key}"))
        };
        let written = match id {
            Some(id) => self.update(space, &id.to_string(), &draft)?,
            None => self.remember(space, &draft)?,
        };
        kept(&written)
    }
}

/// Fails where policy did not let a note be kept.
fn kept(written: &Written) -> Result<(), Trouble> {
    if let Some(domain) = &written.event.ask_domain {
        return Err(wrong(format!(
            "Not saved: {domain} memory is off, and nothing of it was kept. Only the user can turn it on: cofio domains enable {domain}"
        )));
    }
    match written.event.action {
        Action::Refused | Action::Proposed | Action::Staged | Action::Disputed => Err(wrong(written.message.clone())),
        _ => Ok(()),
    }
}

/// Reads a path that may be written.
fn writable(path: &str) -> Result<Place, Trouble> {
    let place = Place::read(path)?;
    if place.is_compiled() {
        return Err(read_only(path));
    }
    if place.is_root() {
        return Err(wrong(format!("The path {path} is not a file.")));
    }
    Ok(place)
}

fn read_only(path: &str) -> Trouble {
    wrong(format!("{path} is compiled from memory and read-only. Write files under /memories/notes instead."))
}

/// Returns every place where a text begins in another, as they overlap. An empty one is nowhere.
fn places_of(text: &str, wanted: &str) -> Vec<usize> {
    if wanted.is_empty() {
        return Vec::new();
    }
    text.char_indices().map(|(at, _)| at).filter(|at| text[*at..].starts_with(wanted)).collect()
}
