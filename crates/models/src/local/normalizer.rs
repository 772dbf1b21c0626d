//! How a text is made plain before it is cut: as BERT does it, character by character, without a copy of the text.
//!
//! Control characters go, white space becomes spaces, ideographs stand alone, accents are taken off and capitals made
//! small. The rules and their Unicode tables are those the models were trained with, older tables included.

use std::ops::ControlFlow;

use unicode_normalization::UnicodeNormalization;

use crate::local::unicode::{is_ideograph, is_kept_composed, is_nonspacing_mark, is_removed};

/// Hands every character of the plain text to `sink`, until that has had enough.
pub(super) fn normalize(text: &str, mut sink: impl FnMut(char) -> ControlFlow<()>) -> ControlFlow<()> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // A character of ASCII has no accents, and none of its neighbours can be sorted past it.
        if bytes[at].is_ascii() && !is_removed_byte(bytes[at]) {
            sink(plain_byte(bytes[at]))?;
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|byte| !byte.is_ascii() || is_removed_byte(**byte)).count();
        normalize_run(&text[at..at + length], &mut sink)?;
        at += length;
    }
    ControlFlow::Continue(())
}

fn is_removed_byte(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r')
}

fn plain_byte(byte: u8) -> char {
    match byte {
        b'\t' | b'\n' | b'\r' => ' ',
        _ => byte.to_ascii_lowercase().into(),
    }
}

/// Normalises a run of characters beyond ASCII, with removed ones among them.
fn normalize_run(run: &str, sink: &mut impl FnMut(char) -> ControlFlow<()>) -> ControlFlow<()> {
    let kept = run.chars().filter(|character| !is_removed(*character));
    let spaced = kept.flat_map(|character| match character {
        _ if character.is_whitespace() => Around::alone(' '),
        _ if is_ideograph(character) => Around::spaced(character),
        _ => Around::alone(character),
    });
    let mut pieces = spaced.peekable();
    while pieces.peek().is_some() {
        let decomposed = std::iter::from_fn(|| pieces.next_if(|character| !is_kept_composed(*character))).nfd();
        for character in decomposed.filter(|character| !is_nonspacing_mark(*character)) {
            character.to_lowercase().try_for_each(&mut *sink)?;
        }
        while let Some(character) = pieces.next_if(|character| is_kept_composed(*character)) {
            sink(character)?;
        }
    }
    ControlFlow::Continue(())
}

/// A character, alone or with a space on each side.
struct Around {
    characters: [char; 3],
    next: usize,
    end: usize,
}

impl Around {
    fn alone(character: char) -> Around {
        Around { characters: [' ', character, ' '], next: 1, end: 2 }
    }

    fn spaced(character: char) -> Around {
        Around { characters: [' ', character, ' '], next: 0, end: 3 }
    }
}

impl Iterator for Around {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let character = *self.characters[..self.end].get(self.next)?;
        self.next += 1;
        Some(character)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::sha256::sha256;

    fn normalized(text: &str) -> String {
        let mut plain = String::new();
        let _ = normalize(text, |character| {
            plain.push(character);
            ControlFlow::Continue(())
        });
        plain
    }

    /// Every character there is, one a line, against what `tools/wordpiece/reference.py tables` says of the reference.
    #[test]
    fn every_character_becomes_what_the_reference_makes_of_it() {
        let all: Vec<String> = (char::MIN..=char::MAX).map(|character| normalized(&character.to_string())).collect();
        let digest = sha256(all.join("\n").as_bytes());
        assert_eq!(digest, "b123d742df3a42743762ef6a4b93f513bdb215d1e3451b350a7d5f2930d18aa7");
    }

    #[test]
    fn marks_are_sorted_before_they_are_taken_off() {
        assert_eq!(normalized("e\u{301}\u{327}"), "e");
        // A tone mark that stays moves past an accent that goes, and past a control character that is not there.
        assert_eq!(normalized("\u{302e}\u{1}\u{327}c"), "\u{302e}c");
    }

    #[test]
    fn whoever_has_had_enough_is_given_no_more() {
        let mut seen = 0;
        let stopped = normalize("aé日b", |_| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(stopped.is_break() && seen == 3);
    }
}
