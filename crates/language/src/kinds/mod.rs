//! Tells what sort of claim a text makes.
//!
//! For what a person tells us in so many words without saying what it is. A word list (`words.txt`) has the phrases of
//! each kind; the weightiest phrase decides, and between equals the kind that comes first in the list:
//!
//! task, procedure, style, constraint, relationship, identity, project, skill, habit, preference, context.
//!
//! What asks for something to be done or left undone comes before what merely is, because missing it costs more. A goal
//! such as "I'm targeting retirement at 50" is a fact: it must outlive a project's ninety days and a context's seven.

use std::sync::LazyLock;

use cofio_domain::axes::Kind;

use crate::lexicon::{Lexicon, Tokens};

const FILES: [&str; 1] = [include_str!("words.txt")];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// A text this long is no single claim: it is kept as it is.
const LONG: usize = 500;

/// So are this many lines.
const MANY_LINES: usize = 5;

/// Returns the kind of an explicit memory whose kind nobody gave.
pub fn guess(text: &str) -> Kind {
    if is_artifact(text) {
        return Kind::Artifact;
    }
    let tokens = Tokens::of(text);
    let best =
        WORDS.find(&tokens).into_iter().max_by(|a, b| a.weight.total_cmp(&b.weight).then(b.section.cmp(&a.section)));
    best.and_then(|hit| WORDS.sections[hit.section].name.parse().ok()).unwrap_or(Kind::Fact)
}

/// Tells whether a text is a document rather than a claim: long, of many lines, code, or nothing but an address.
fn is_artifact(text: &str) -> bool {
    let text = text.trim();
    let is_address = |word: &str| word.starts_with("https://") || word.starts_with("http://");
    text.len() > LONG
        || text.lines().count() > MANY_LINES
        || text.contains("```")
        || (is_address(text) && !text.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::misread;

    #[test]
    fn the_word_list_is_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
        for section in &WORDS.sections {
            assert!(section.name.parse::<Kind>().is_ok(), "{} is no kind", section.name);
        }
    }

    #[test]
    fn a_long_text_and_a_bare_address_are_artifacts() {
        assert_eq!(guess(&"I like long walks. ".repeat(60)), Kind::Artifact);
        assert_eq!(guess("https://example.org/a-page"), Kind::Artifact);
        assert_eq!(guess("I like https://example.org"), Kind::Preference);
    }
}
