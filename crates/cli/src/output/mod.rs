//! Output: results to standard output, messages to standard error, in whichever manner was asked for.

mod pager;
mod render;
mod style;
mod text;

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

pub use render::{DOMAIN_COLUMN, Reader, Row, day, long_day, memory_row, table};
pub use style::{Paint, Style};
pub use text::{clean, one_line, shell_word, shortened};

/// In which manner results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// For people: aligned, with colour where it helps.
    Human,
    /// For simple tools: a line a thing, fields apart by tabs, no colour and no marks.
    Plain,
    /// For programs.
    Json,
}

/// Where output goes, and how.
#[derive(Debug)]
pub struct Output {
    /// In which manner.
    pub manner: Manner,
    /// Whether to say nothing but results.
    pub quiet: bool,
    /// Whether to say more.
    pub verbose: bool,
    /// How to paint.
    pub paint: Paint,
}

impl Output {
    /// Settles how to write from what was asked and where it goes.
    pub fn new(manner: Manner, quiet: bool, verbose: bool, no_color: bool) -> Output {
        let on = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let forced = on("FORCE_COLOR");
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colored = manner == Manner::Human
            && !no_color
            && !on("NO_COLOR")
            && (forced || (io::stdout().is_terminal() && !dumb));
        Output { manner, quiet, verbose, paint: Paint::new(colored) }
    }

    /// Whether results are for programs.
    pub fn is_json(&self) -> bool {
        self.manner == Manner::Json
    }

    /// Writes a result as data.
    pub fn json(&self, value: &impl Serialize) {
        let text = serde_json::to_string_pretty(value).expect("views have string keys");
        self.line(&text);
    }

    /// Writes a line of results.
    pub fn line(&self, text: &str) {
        end_if_nobody_reads(writeln!(io::stdout().lock(), "{text}"));
    }

    /// Writes a line of results where they are for people.
    pub fn human(&self, text: &str) {
        if self.manner == Manner::Human && !self.quiet {
            self.line(text);
        }
    }

    /// Writes a message beside the results.
    pub fn message(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(io::stderr().lock(), "{text}");
        }
    }

    /// Writes what went wrong. Not even silence is asked to hide that.
    pub fn complain(&self, text: &str) {
        let mark = if self.manner == Manner::Plain {
            "error:".into()
        } else {
            Paint::for_stderr(&self.paint).paint(Style::Bad, "✗")
        };
        let _ = writeln!(io::stderr().lock(), "{mark} {text}");
    }
}

/// A reader that has seen enough (`| head`) is no failure.
fn end_if_nobody_reads(written: io::Result<()>) {
    if let Err(error) = written {
        if error.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        let _ = writeln!(io::stderr(), "cannot write: {error}");
        std::process::exit(1);
    }
}
