//! The notebook: memory as a folder of files, for assistants that know files and nothing else.
//!
//! Some files are compiled from memory whenever they are looked at, and nobody writes them. All others are notes: memories
//! of kind artifact, one a file, under the same policy as any other. The texts are those of the reference helper of
//! Anthropic's memory tool, to the letter: models were taught by them.

mod command;
mod pages;
mod path;
mod view;
mod write;

use cofio_domain::space::SpaceHandle;

use crate::{Engine, Error};

pub use command::{Command, Wrong};
use pages::Shelf;
use path::Place;

impl Engine {
    /// Carries out a command on the notebook. Returns what is said to a model: what was done, or what was wrong.
    pub fn notebook(&self, space: &SpaceHandle, command: &Command) -> Result<Result<String, Wrong>, Error> {
        let carried_out = match command {
            Command::View { path, view_range } => self.view_page(space, path, view_range.as_deref()),
            Command::Create { path, file_text } => self.create_note(space, path, file_text),
            Command::StrReplace { path, old_str, new_str } => self.replace_in_note(space, path, old_str, new_str),
            Command::Insert { path, insert_line, insert_text } => {
                self.insert_in_note(space, path, *insert_line, insert_text)
            }
            Command::Delete { path } => self.delete_notes(space, path),
            Command::Rename { old_path, new_path } => self.rename_notes(space, old_path, new_path),
        };
        match carried_out {
            Ok(told) => Ok(Ok(told)),
            Err(Trouble::Wrong(wrong)) => Ok(Err(wrong)),
            Err(Trouble::Engine(error @ (Error::Store(_) | Error::Model(_)))) => Err(error),
            // What policy and permissions say is for the model to read, too.
            Err(Trouble::Engine(error)) => Ok(Err(Wrong(error.to_string()))),
        }
    }
}

/// Why a command was not carried out.
enum Trouble {
    Wrong(Wrong),
    Engine(Error),
}

impl From<Wrong> for Trouble {
    fn from(wrong: Wrong) -> Trouble {
        Trouble::Wrong(wrong)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Engine(error)
    }
}

/// Says what is wrong.
fn wrong(text: impl Into<String>) -> Trouble {
    Trouble::Wrong(Wrong(text.into()))
}
