//! Finds the mistakes in a word list, for the tests of the modules that have one.

use super::pattern::Pattern;
use super::read::terms_of;
use super::tokens::is_spaceless;
use super::{Lexicon, Tokens};

/// Returns what is wrong with the lines of `files`.
pub(crate) fn misread(files: &[&'static str]) -> Vec<String> {
    let mut wrong = Vec::new();
    let lexicon = Lexicon::read_reporting(files, |line, why| wrong.push(format!("{why}: {line}")));
    for phrase in &lexicon.phrases {
        if let Err(why) = Pattern::read(phrase.source, &lexicon) {
            wrong.push(format!("{why}: {}", phrase.source));
        }
    }
    let lines = files.iter().flat_map(|file| file.lines());
    for line in lines.filter(|line| !line.starts_with(['#', '['])) {
        let words = line.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
        for word in words.filter(|word| !is_as_matched(word)) {
            wrong.push(format!("`{word}` is not what a text is folded to: {line}"));
        }
    }
    wrong
}

/// Returns what is wrong with a list of terms.
pub(crate) fn misread_terms(list: &'static str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut before = "";
    for term in terms_of(list).1.lines() {
        if term <= before {
            wrong.push(format!("`{term}` is not sorted, or twice in the list"));
        }
        if !term.split(' ').all(is_as_matched) {
            wrong.push(format!("`{term}` is not what a text is folded to"));
        }
        before = term;
    }
    wrong
}

/// Tells whether `word` is written as the words of a text are folded, and so can ever be found.
fn is_as_matched(word: &str) -> bool {
    let tokens = Tokens::of(word);
    word == "'s" || is_spaceless(word) || matches!(&tokens.list[..], [_] if tokens.word(0) == word)
}
