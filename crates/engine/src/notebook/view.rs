//! Looking: a file with numbered lines, or what is in a folder.

use std::collections::BTreeMap;

use cofio_domain::space::SpaceHandle;

use super::path::ROOT;
use super::{Place, Shelf, Trouble, wrong};
use crate::Engine;

/// The most lines a file may have to be shown, and how wide their numbers are.
const MOST_LINES: usize = 999_999;
const NUMBER_WIDTH: usize = 6;

impl Engine {
    pub(super) fn view_page(&self, space: &SpaceHandle, path: &str, range: Option<&[i64]>) -> Result<String, Trouble> {
        let place = Place::read(path)?;
        let shelf = Shelf::read(self, space)?;
        if let Some(file) = shelf.files.get(&place) {
            return shown(path, &file.text, range);
        }
        if shelf.is_folder(&place) {
            return Ok(listed(path, &place, &shelf));
        }
        Err(missing(path))
    }
}

/// Says that nothing is there.
pub(super) fn missing(path: &str) -> Trouble {
    wrong(format!("The path {path} does not exist. Please provide a valid path."))
}

fn shown(path: &str, text: &str, range: Option<&[i64]>) -> Result<String, Trouble> {
    let lines: Vec<&str> = text.split('\n').collect();
    if lines.len() > MOST_LINES {
        return Err(wrong(format!("File {path} exceeds maximum line limit of 999,999 lines.")));
    }
    let (first, last) = match range {
        Some([first, last]) => {
            let last = if *last == -1 { lines.len() } else { usize::try_from(*last).unwrap_or(0).min(lines.len()) };
            (usize::try_from(*first).unwrap_or(1).max(1) - 1, last)
        }
        _ => (0, lines.len()),
    };
    let part = lines.get(first..last.max(first)).unwrap_or_default();
    Ok(format!("Here's the content of {path} with line numbers:\n{}", numbered(part, first + 1)))
}

/// Lines with their numbers.
pub(super) fn numbered(lines: &[&str], first: usize) -> String {
    let numbered = lines.iter().zip(first..).map(|(line, number)| format!("{number:>NUMBER_WIDTH$}\t{line}"));
    numbered.collect::<Vec<_>>().join("\n")
}

fn listed(path: &str, place: &Place, shelf: &Shelf) -> String {
    let path = path.trim_end_matches('/');
    let path = if path.is_empty() { ROOT } else { path };
    // Names, each with what it takes; those of folders end with a stroke. Two levels, in the order of the names.
    let mut tree: BTreeMap<String, (u64, BTreeMap<String, u64>, bool)> = BTreeMap::new();
    let always = if place.is_root() { &["domains", "episodes", "notes"][..] } else { &[] };
    for folder in always {
        tree.entry((*folder).to_owned()).or_default().2 = true;
    }
    let mut whole = 0;
    for (file, found) in &shelf.files {
        let Some(rest) = file.below(place) else { continue };
        let size = found.text.len() as u64;
        whole += size;
        let entry = tree.entry(rest[0].clone()).or_default();
        entry.0 += size;
        if rest.len() > 1 {
            entry.2 = true;
            let below = if rest.len() > 2 { format!("{}/", rest[1]) } else { rest[1].clone() };
            *entry.1.entry(below).or_default() += size;
        }
    }
    let mut lines = vec![
        format!("Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"),
        format!("{}\t{path}", size_of(whole)),
    ];
    for (name, (size, below, is_folder)) in &tree {
        if name.starts_with('.') {
            continue;
        }
        let mark = if *is_folder { "/" } else { "" };
        lines.push(format!("{}\t{path}/{name}{mark}", size_of(*size)));
        for (inner, size) in below.iter().filter(|(inner, _)| !inner.starts_with('.')) {
            lines.push(format!("{}\t{path}/{name}/{inner}", size_of(*size)));
        }
    }
    lines.join("\n")
}

/// A size as people read it: 0B, 512B, 1.5K.
fn size_of(bytes: u64) -> String {
    if bytes == 0 {
        return "0B".into();
    }
    let step = ((63 - bytes.leading_zeros()) / 10).min(3);
    let unit = ["B", "K", "M", "G"][step as usize];
    let scale = 1_u64 << (10 * step);
    if bytes.is_multiple_of(scale) {
        return format!("{}{unit}", bytes / scale);
    }
    format!("{:.1}{unit}", bytes as f64 / scale as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_as_the_reference_does() {
        for (bytes, told) in [(0, "0B"), (512, "512B"), (1024, "1K"), (1536, "1.5K"), (3 << 20, "3M"), (5 << 30, "5G")]
        {
            assert_eq!(size_of(bytes), told);
        }
    }

    #[test]
    fn a_range_of_lines_is_shown_with_their_numbers() {
        let text = "one\ntwo\nthree";
        let part = |range: &[i64]| shown("/memories/a", text, Some(range)).ok().unwrap_or_default();
        assert!(part(&[2, -1]).ends_with(":\n     2\ttwo\n     3\tthree"), "{}", part(&[2, -1]));
        assert!(part(&[2, 2]).ends_with(":\n     2\ttwo"));
        assert!(part(&[9, 12]).ends_with(":\n"));
        assert!(part(&[-5, 1]).ends_with(":\n     1\tone"));
    }
}
