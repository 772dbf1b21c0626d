//! What can be done with the notebook, as Anthropic's memory tool sends it.

use std::fmt;

use cofio_domain::key::Scope;
use serde::Deserialize;

/// A command.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are those of the memory tool")]
pub enum Command {
    /// Shows a file with numbered lines, or what is in a folder.
    View {
        path: String,
        #[serde(default)]
        view_range: Option<Vec<i64>>,
    },
    /// Writes a new file.
    Create { path: String, file_text: String },
    /// Replaces a text that stands in a file once.
    StrReplace {
        path: String,
        old_str: String,
        #[serde(default)]
        new_str: String,
    },
    /// Inserts a text after a line.
    Insert { path: String, insert_line: i64, insert_text: String },
    /// Takes a file or a folder away.
    Delete { path: String },
    /// Gives a file or a folder another name.
    Rename { old_path: String, new_path: String },
}

impl Command {
    /// What the commands are called.
    pub const NAMES: [&'static str; 6] = ["view", "create", "str_replace", "insert", "delete", "rename"];

    /// Returns what a caller must be allowed beyond reading.
    pub fn needs(&self) -> Option<Scope> {
        match self {
            Command::View { .. } => None,
            Command::Delete { .. } => Some(Scope::Forget),
            _ => Some(Scope::Write),
        }
    }
}

/// What was wrong with a command, for a model to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
