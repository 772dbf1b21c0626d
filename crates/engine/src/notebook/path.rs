//! Paths: always below `/memories`, whatever is written.

use super::{Trouble, wrong};

/// Where everything is.
pub(super) const ROOT: &str = "/memories";

/// The longest name of a file with its folders: it is the key of a memory.
const LONGEST: usize = 180;

/// Files and folders at the top that are compiled.
const COMPILED: [&str; 6] = ["profile.md", "procedures.md", "rules.md", "now.md", "domains", "episodes"];

/// A place below the root, by its parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(Vec<String>);

impl Place {
    /// Reads a path. Nothing leads out: no part is a step up, hidden, encoded, or more than one name.
    pub(super) fn read(path: &str) -> Result<Place, Trouble> {
        let escapes = || wrong(format!("Path {path} would escape /memories directory"));
        let rest = path.strip_prefix(ROOT).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let Some(rest) = rest else {
            return Err(wrong(format!("Path must start with /memories, got: {path}")));
        };
        let mut parts = Vec::new();
        for part in rest.split('/').filter(|part| !part.is_empty() && *part != ".") {
            let lower = part.to_ascii_lowercase();
            // Somebody behind us may decode what we did not.
            let encoded = ["%2e", "%2f", "%5c", "%25", "%00"].iter().any(|code| lower.contains(code));
            if part == ".." || encoded || part.contains('\\') || part.chars().any(char::is_control) {
                return Err(escapes());
            }
            parts.push(part.to_owned());
        }
        let place = Place(parts);
        if place.key().len() > LONGEST {
            return Err(wrong(format!("The path is too long: at most {LONGEST} letters after {ROOT}/")));
        }
        Ok(place)
    }

    /// A place by its name below the root.
    pub(super) fn named(name: &str) -> Place {
        Place(name.split('/').map(str::to_owned).collect())
    }

    pub(super) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether it is, or would be, something compiled.
    pub(super) fn is_compiled(&self) -> bool {
        self.0.first().is_some_and(|first| COMPILED.contains(&first.to_lowercase().as_str()))
    }

    /// Returns its name below the root.
    pub(super) fn key(&self) -> String {
        self.0.join("/")
    }

    pub(super) fn parts(&self) -> &[String] {
        &self.0
    }

    /// Returns the parts of it that are below a folder; nothing where it is not in there.
    pub(super) fn below(&self, folder: &Place) -> Option<&[String]> {
        self.0.strip_prefix(folder.0.as_slice()).filter(|rest| !rest.is_empty())
    }

    /// Returns the same place with a folder it is in put elsewhere.
    pub(super) fn moved(&self, from: &Place, to: &Place) -> Place {
        let rest = self.0.get(from.0.len()..).unwrap_or_default();
        Place([to.0.as_slice(), rest].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(path: &str) -> Option<String> {
        Place::read(path).ok().map(|place| place.key())
    }

    #[test]
    fn no_path_leads_out() {
        for path in [
            "/etc/passwd",
            "memories/a.md",
            "/memoriesx/a",
            "/memories/../etc/passwd",
            "/memories/notes/..",
            "/memories/%2e%2e/secret",
            "/memories/a%2Fb",
            "/memories/..%2f..",
            "/memories/a\\..\\b",
            "/memories/a\0b",
            "/memories/%252e%252e/x",
            "",
        ] {
            assert_eq!(key(path), None, "{path:?}");
        }
        assert_eq!(key("/memories").as_deref(), Some(""));
        assert_eq!(key("/memories//notes/./trip.md").as_deref(), Some("notes/trip.md"));
        assert_eq!(key("/memories/notes/trip…plan.md").as_deref(), Some("notes/trip…plan.md"));
    }

    #[test]
    fn what_is_compiled_is_so_in_any_case() {
        for path in ["/memories/profile.md", "/memories/Profile.MD", "/memories/domains/food.md", "/memories/episodes"]
        {
            assert!(Place::read(path).is_ok_and(|place| place.is_compiled()), "{path}");
        }
        assert!(Place::read("/memories/notes/profile.md").is_ok_and(|place| !place.is_compiled()));
    }
}
