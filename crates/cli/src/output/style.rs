//! Colour by meaning, and never colour alone: every mark is a word or a glyph, too.

use std::io::IsTerminal;

/// What a piece of text means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// It worked.
    Good,
    /// Look at this.
    Warning,
    /// It did not work.
    Bad,
    /// Beside the point.
    Faint,
    /// The point.
    Strong,
    /// A heading.
    Heading,
    /// Something to type.
    Command,
}

/// Paints text, or leaves it as it is.
#[derive(Debug, Clone, Copy)]
pub struct Paint {
    colored: bool,
}

impl Paint {
    /// Paints if `colored`.
    pub fn new(colored: bool) -> Paint {
        Paint { colored }
    }

    /// The same for messages, which may go elsewhere.
    pub fn for_stderr(paint: &Paint) -> Paint {
        Paint { colored: paint.colored && std::io::stderr().is_terminal() }
    }

    /// Returns the text as it should look.
    pub fn paint(&self, style: Style, text: &str) -> String {
        if !self.colored {
            return text.to_owned();
        }
        let code = match style {
            Style::Good => "32",
            Style::Warning => "33",
            Style::Bad => "31",
            Style::Faint => "2",
            Style::Strong => "1",
            Style::Heading => "1;4",
            Style::Command => "36",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}
