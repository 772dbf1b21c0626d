//! Divides a row of words into sentences and clauses.
//!
//! A clause is the least that can be taken out of a sentence and leave something: "aisle seat | since the operation",
//! "I live in Berlin | and have asthma". The division is by words and punctuation alone, no grammar; where it is in
//! doubt it divides less, because half a clause left behind tells what the other half was.

use super::tokens::{Tokens, shape};

/// What stands between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pause {
    None,
    Comma,
    /// A semicolon, a dash, a bracket.
    Strong,
    Sentence,
}

/// What a word begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    Nothing,
    /// A clause that says something of its own.
    Clause,
    /// A clause that says why, when or whether.
    Reason,
    /// Words that cannot stand alone ("…, 150 over 95") and belong to what precedes them.
    Fragment,
}

/// A run of this many words without any full stop is cut; nobody speaks so, and evidence that far apart is not one claim.
const LONGEST_SENTENCE: usize = 120;

/// Returns the pause that `gap` makes between the word before it and the one that begins at `next` in `text`.
pub(super) fn pause(gap: &str, before: &str, text: &str, next: usize) -> Pause {
    if gap == " " || gap.is_empty() {
        return Pause::None;
    }
    let mut pause = Pause::None;
    let mut dots = 0;
    let mut lines = 0;
    for c in gap.chars() {
        let here = match c {
            '.' => {
                dots += 1;
                Pause::None
            }
            '\n' => {
                lines += 1;
                Pause::None
            }
            '!' | '?' | '。' | '！' | '？' | '।' | '؟' | '۔' | '…' => Pause::Sentence,
            ',' | '،' | '，' | '、' => Pause::Comma,
            ':' if gap.len() > 1 => Pause::Comma,
            ';' | '；' | '(' | ')' | '[' | ']' | '{' | '}' | '—' | '–' | '|' | '•' | '<' | '>' => Pause::Strong,
            '-' if gap.len() > 1 => Pause::Strong,
            _ => Pause::None,
        };
        pause = pause.max(here);
    }
    let begins_anew = || text[next..].starts_with(|c: char| !c.is_lowercase());
    let full_stop = match dots {
        0 => false,
        1 => gap.len() > 1 && !is_abbreviation(before),
        _ => begins_anew(),
    };
    let new_line = lines > 1 || (lines == 1 && (begins_anew() || pause > Pause::None));
    if full_stop || new_line { Pause::Sentence } else { pause.max(if dots > 1 { Pause::Comma } else { Pause::None }) }
}

fn is_abbreviation(word: &str) -> bool {
    matches!(word, "dr" | "mr" | "mrs" | "ms" | "prof" | "st" | "vs" | "approx" | "g" | "e" | "jr" | "sr")
}

/// Marks where sentences and clauses begin.
pub(super) fn mark(tokens: &mut Tokens) {
    let count = tokens.list.len();
    let mut start = 0;
    for at in 1..=count {
        let ends = at == count || tokens.list[at].pause == Pause::Sentence || at - start >= LONGEST_SENTENCE;
        if ends {
            mark_sentence(tokens, start, at);
            start = at;
        }
    }
}

fn mark_sentence(tokens: &mut Tokens, start: usize, end: usize) {
    // Positions fit: a text of four billion words is refused long before it comes here.
    let sentence = (u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(end).unwrap_or(u32::MAX));
    let mut clause = start;
    for at in start..end {
        let opening = match opening(tokens, clause, at) {
            Opening::Clause if is_subordinator(tokens, at) => Opening::Reason,
            opening => opening,
        };
        if opening != Opening::Nothing {
            clause = at;
        }
        let token = &mut tokens.list[at];
        token.sentence = sentence;
        token.opening = opening;
        // A single capital is "I" or the beginning of a list.
        if at > start && token.shape & shape::CAPITAL != 0 && token.end - token.start > 1 {
            token.shape |= shape::NAME;
        }
    }
}

/// Tells what word `at` begins, given that the current clause began at `clause`.
fn opening(tokens: &Tokens, clause: usize, at: usize) -> Opening {
    let when = |condition: bool, opening: Opening| if condition { opening } else { Opening::Nothing };
    let word = tokens.word(at);
    if at == clause {
        return Opening::Clause;
    }
    let previous = tokens.word(at - 1);
    if tokens.list[at].pause >= Pause::Comma {
        let first = (at..at + 3).find(|&at| !is_connective(tokens.word(at))).unwrap_or(at);
        let stands = is_starter(tokens.word(first)) || is_subordinator(tokens, at) || is_subordinator(tokens, clause);
        return if stands { Opening::Clause } else { Opening::Fragment };
    }
    if is_subordinator(tokens, at) {
        return when(!is_connective(previous), Opening::Clause);
    }
    if is_coordinator(word) && !is_connective(previous) {
        let next = (at + 1..at + 3).find(|&at| !is_connective(tokens.word(at))).unwrap_or(at);
        return when(is_starter(tokens.word(next)), Opening::Clause);
    }
    let after_a_reason = is_subordinator(tokens, clause) && at > clause + 1 && !is_subordinator(tokens, at - 1);
    let begins = is_subject(word) && !matches!(previous, "of" | "to" | "that" | "and" | "or");
    when(after_a_reason && begins, Opening::Clause)
}

fn is_coordinator(word: &str) -> bool {
    matches!(word, "and" | "but" | "or" | "so" | "yet" | "plus" | "then")
}

/// Tells whether word `at` begins a reason, a time or a condition.
fn is_subordinator(tokens: &Tokens, at: usize) -> bool {
    let next = || tokens.word(at + 1);
    match tokens.word(at) {
        "because" | "cause" | "cos" | "since" | "although" | "though" | "while" | "whereas" | "unless" | "until"
        | "when" | "whenever" | "if" | "after" | "before" | "despite" | "given" | "due" | "thanks" | "owing"
        | "following" => true,
        "as" => is_subject(next()) || next() == "my",
        "for" => matches!(next(), "my" | "our" | "his" | "medical" | "health" | "religious" | "financial"),
        "on" => next() == "account" || (next() == "doctor" && tokens.word(at + 3) == "orders"),
        "so" => is_subject(next()),
        _ => false,
    }
}

fn is_subject(word: &str) -> bool {
    matches!(word, "i" | "we" | "he" | "she" | "they" | "it" | "you")
}

/// Words that lead into a clause without being its first part.
fn is_connective(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "but"
            | "or"
            | "so"
            | "yet"
            | "plus"
            | "then"
            | "also"
            | "still"
            | "now"
            | "just"
            | "even"
            | "therefore"
    )
}

/// Tells whether a clause can begin with `word`: a subject, or a verb whose subject was said before.
fn is_starter(word: &str) -> bool {
    is_subject(word)
        || matches!(
            word,
            "my" | "our"
                | "his"
                | "her"
                | "their"
                | "your"
                | "the"
                | "this"
                | "that"
                | "these"
                | "there"
                | "please"
                | "what"
                | "how"
        )
        || matches!(
            word,
            "am" | "is"
                | "are"
                | "was"
                | "have"
                | "has"
                | "had"
                | "do"
                | "does"
                | "did"
                | "can"
                | "will"
                | "would"
                | "should"
                | "live"
                | "lives"
                | "work"
                | "works"
                | "love"
                | "loves"
                | "like"
                | "likes"
                | "hate"
                | "prefer"
                | "prefers"
                | "want"
                | "wants"
                | "need"
                | "needs"
                | "enjoy"
                | "play"
                | "plays"
                | "drive"
                | "own"
                | "owns"
                | "go"
                | "went"
                | "use"
                | "speak"
                | "study"
                | "book"
                | "remember"
                | "moved"
                | "started"
                | "stopped"
                | "bought"
                | "got"
                | "called"
                | "send"
                | "keep"
                | "make"
                | "avoid"
                | "take"
                | "never"
                | "always"
                | "usually"
        )
}
