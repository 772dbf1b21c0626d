//! Tells whether a claim permits something to be done for the person.
//!
//! A permission to spend, send, book, delete, share or sign authorizes an action and must be confirmed by a person,
//! whoever wrote it down. What restricts an action ("never send email without asking") authorizes nothing, nor does how
//! it should be done ("book aisle seats"), a request for just now ("can you book a table?") or what the person does
//! themselves.

use std::sync::LazyLock;

use cofio_domain::axes::Grounding;

use crate::lexicon::{Lexicon, Tokens};

const FILES: [&str; 1] = [include_str!("words.txt")];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// Returns `Act` when a sentence of the text permits an action, and nothing in that sentence takes it back.
pub fn detect(text: &str) -> Grounding {
    let tokens = Tokens::of(text);
    let hits = WORDS.find(&tokens);
    let sentence = |at: usize| tokens.list[at].sentence.0;
    for sentences in hits.chunk_by(|a, b| sentence(a.at.start) == sentence(b.at.start)) {
        let heaviest = |name: &str| {
            let of_section = sentences.iter().filter(|hit| WORDS.sections[hit.section].name == name);
            of_section.map(|hit| hit.weight).fold(0.0, f32::max)
        };
        if heaviest("permits") > heaviest("restricts") {
            return Grounding::Act;
        }
    }
    Grounding::Inform
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::misread;

    #[test]
    fn the_word_list_is_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
    }

    #[test]
    fn a_permission_in_one_sentence_is_not_taken_back_by_another() {
        let text = "Never share my address. You may send invoices without asking.";
        assert_eq!(detect(text), Grounding::Act);
    }
}
