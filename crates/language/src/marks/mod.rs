//! What can be noticed about a text at a glance, whatever is asked of it later: a bit each.

use std::sync::LazyLock;

use regex::Regex;

/// Something noticed about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Mark {
    /// Whoever speaks speaks of themselves.
    FirstPerson = 1,
    /// It says when, or how long.
    Time = 2,
    /// Something is asked in it.
    Asks = 4,
    /// It ends in a question.
    EndsAsking = 8,
    /// It asks for something to be done, or left undone, from now on.
    Instruction = 16,
    /// It says what somebody would rather have.
    Preference = 32,
}

impl Mark {
    /// Returns whether it is among these.
    pub fn is_in(self, marks: u8) -> bool {
        marks & self as u8 != 0
    }
}

/// What comes after is more of the same.
const LONG: usize = 2000;

/// A wish is put first.
const WISH: usize = 600;

static FIRST_PERSON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us|we're|we've)\b").expect("it is a pattern")
});

static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        \b(?:yesterday|today|tonight|tomorrow|ago|since|recently|lately|soon|now|last|next|this)\b
        | \b(?:day|week|weekend|month|year|hour|minute)s?\b
        | \b(?:morning|afternoon|evening|night|noon|midnight)\b
        | \b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b
        | \b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b
        | \b(?:spring|summer|autumn|fall|winter)\b
        | \b\d{4}\b | \b\d{1,2}(?:st|nd|rd|th)\b",
    )
    .expect("it is a pattern")
});

static INSTRUCTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        (?:^|[.!?\n]\s*) (?:please\s+|and\s+|also,?\s+)?
        (?:always|never|from\ now\ on|going\ forward|in\ (?:the\ )?future|whenever|every\ time|each\ time
          |make\ sure\ (?:to|you|that\ you)\ always|remember\ (?:to|that)|don't\ (?:ever|forget)|do\ not\ ever)\b
        | \b(?:from\ now\ on|going\ forward|please\ (?:always|never|remember))\b",
    )
    .expect("it is a pattern")
});

static PREFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix) \b(?:i(?:'d|\ would)?\ (?:always\ |generally\ |usually\ |strongly\ |really\ )?prefer\w*|my\ preference)\b",
    )
    .expect("it is a pattern")
});

/// Returns what is noticed about a text.
pub fn notice(text: &str) -> u8 {
    let start = beginning(text, LONG).replace('’', "'");
    let mut marks = 0;
    let mut mark = |mark: Mark, found: bool| marks |= if found { mark as u8 } else { 0 };
    mark(Mark::FirstPerson, FIRST_PERSON.is_match(&start));
    mark(Mark::Time, TIME.is_match(&start));
    mark(Mark::Asks, text.contains(['?', '？', '؟']));
    mark(Mark::EndsAsking, text.trim_end().ends_with(['?', '？', '؟']));
    mark(Mark::Instruction, INSTRUCTION.is_match(beginning(&start, WISH)));
    mark(Mark::Preference, PREFERENCE.is_match(beginning(&start, WISH)));
    marks
}

fn beginning(text: &str, letters: usize) -> &str {
    text.char_indices().nth(letters).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn noticed(text: &str, marks: &[Mark]) {
        let expected = marks.iter().fold(0, |all, mark| all | *mark as u8);
        assert_eq!(notice(text), expected, "{text}");
    }

    #[test]
    fn what_a_text_is_like() {
        noticed("Berlin is cold", &[]);
        noticed("My sister moved last week", &[Mark::FirstPerson, Mark::Time]);
        noticed("There were 3 of them", &[]);
        noticed("Really? Nice.", &[Mark::Asks]);
        noticed("How is that?", &[Mark::Asks, Mark::EndsAsking]);
        noticed("Please always cite sources", &[Mark::Instruction]);
        noticed("It was never so", &[]);
        noticed("Sounds good. From now on use metric units.", &[Mark::Instruction, Mark::Time]);
        noticed("I’d prefer tea", &[Mark::FirstPerson, Mark::Preference]);
    }

    #[test]
    fn any_text_will_do() {
        for text in ["", "？", "\u{202e}abc", &"x ".repeat(100_000)] {
            notice(text);
        }
    }
}
