//! Puts a clause into the third person, so that it can be read without knowing who said it (R1-041).
//!
//! "I prefer tea" becomes "User prefers tea", "My wife works" becomes "User's wife works", "last Friday" the day it was.

use std::ops::Range;

use crate::lexicon::Pause;

use super::reading::Reading;
use super::subject::{Parsed, Who};
use super::words::Class;

/// What is put in place of words.
pub(super) struct Names<'n> {
    /// The speaker.
    pub(super) me: &'n str,
    /// Who is spoken to.
    pub(super) you: &'n str,
    /// Whom "he", "she" and "they" stand for in this clause, where that is known.
    pub(super) them: Option<&'n str>,
}

/// A stretch of the text with what it is replaced by.
pub(super) type Replacement = (Range<usize>, String);

/// Returns the clause in the third person.
pub(super) fn third_person(reading: &Reading<'_>, parsed: &Parsed, names: &Names<'_>, dates: &[Replacement]) -> String {
    let mut writer = Writer { reading, names, out: String::new(), named: false, skipped: false };
    let group = &parsed.group;
    if parsed.subject.is_empty() {
        writer.subject_left_out(parsed);
    }
    let mut at = parsed.range.start;
    while at < parsed.range.end {
        let token = &reading.tokens.list[at];
        if let Some((span, text)) = dates.iter().find(|(span, _)| span.start == token.start) {
            writer.date(at, text);
            let end = span.end;
            at += 1;
            while at < parsed.range.end && reading.tokens.list[at].start < end {
                at += 1;
            }
            continue;
        }
        if is_filler(reading, parsed, at) {
            writer.skipped = true;
            at += 1;
            continue;
        }
        let first = if is_filler(reading, parsed, group.first) { group.main } else { group.first };
        let agrees = parsed.who == Who::Me && at == first;
        let of_them = parsed.who == Who::They && parsed.subject.start == at;
        writer.word(at, parsed, agrees, of_them);
        at += 1;
    }
    tidy(&writer.out)
}

/// Whether a word adds nothing to what is claimed: "actually", "really", and "do" before a verb it only stresses.
pub(super) fn is_filler(reading: &Reading<'_>, parsed: &Parsed, at: usize) -> bool {
    let group = &parsed.group;
    let stress = at == group.first && group.main != at && !group.negated && matches!(reading.word(at), "do");
    stress || reading.is(at, Class::Filler) && at != group.main && !parsed.subject.contains(&at)
}

struct Writer<'w> {
    reading: &'w Reading<'w>,
    names: &'w Names<'w>,
    out: String,
    /// The speaker has been named already.
    named: bool,
    /// The word before was left out, with the pause around it.
    skipped: bool,
}

impl Writer<'_> {
    /// Writes what stands between the word before and word `at`.
    fn gap(&mut self, at: usize, first: usize) {
        if at == first || self.out.is_empty() {
            if !self.out.is_empty() && !self.out.ends_with(' ') {
                self.out.push(' ');
            }
            return;
        }
        let gap = if std::mem::take(&mut self.skipped) { " " } else { self.reading.gap_after(at - 1) };
        if gap.is_empty() {
            // Both halves of a contraction are spelled out; an apostrophe stays where it was, and so does "20th".
            let of_number = self.reading.is_number(at - 1);
            if self.reading.word(at) != "'s" && !of_number {
                self.out.push(' ');
            }
            return;
        }
        self.out.push_str(gap);
    }

    fn subject_left_out(&mut self, parsed: &Parsed) {
        self.out.push_str(self.names.me);
        self.named = true;
        let first = parsed.group.first;
        if self.reading.is_gerund(first) {
            self.out.push_str(" is");
        } else if self.reading.word(first) == "been" {
            self.out.push_str(" has");
        }
    }

    fn date(&mut self, at: usize, text: &str) {
        let (before, rest) = text.split_once(' ').unwrap_or(("", text));
        let previous = self.out.trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
        let governed = matches!(
            previous.as_str(),
            "on" | "in" | "at" | "since" | "by" | "until" | "from" | "before" | "after" | "for" | "of" | "to"
        );
        // "I handed it in today": what stands before a day is no preposition of its own.
        let has_preposition = matches!(before, "on" | "in" | "at") && !(before == "on" && previous == "in");
        // "It closes at the end of May" is "by 31 May".
        if before == "by" && matches!(previous.as_str(), "at" | "on" | "in") {
            self.out.truncate(self.out.trim_end().len() - previous.len());
        }
        self.gap(at, 0);
        if self.out.is_empty() || !governed || !has_preposition {
            self.out.push_str(text);
        } else {
            self.out.push_str(rest);
        }
    }

    fn word(&mut self, at: usize, parsed: &Parsed, agrees: bool, of_them: bool) {
        let reading = self.reading;
        let word = reading.word(at);
        let left = parsed.subject.is_empty() && at == parsed.range.start;
        self.gap(at, if left { at } else { parsed.range.start });
        let name = |named: &mut bool, first: String, later: &str| {
            let text = if *named { later.to_owned() } else { first };
            *named = true;
            text
        };
        let me = self.names.me;
        let replaced =
            match word {
                "i" => name(&mut self.named, me.to_owned(), "they"),
                "we" => name(&mut self.named, format!("{me} and others"), "they"),
                "me" | "us" => name(&mut self.named, me.to_owned(), "them"),
                "my" | "our" => name(&mut self.named, format!("{me}'s"), "their"),
                "mine" | "ours" => name(&mut self.named, format!("{me}'s"), "theirs"),
                "myself" | "ourselves" => "themselves".to_owned(),
                "you" | "u" | "ya" => self.names.you.to_owned(),
                "your" | "ur" => format!("{}'s", self.names.you),
                "yours" => format!("{}'s", self.names.you),
                "yourself" => "themselves".to_owned(),
                _ if of_them => match self.names.them {
                    Some(them) if reading.is(at, Class::TheyPossessive) && !reading.is(at, Class::TheySubject) => {
                        format!("{them}'s")
                    }
                    Some(them) => them.to_owned(),
                    None => word.to_owned(),
                },
                // "Ann's a teacher", "she's 9": the verb is spelled out.
                "'s" if at == parsed.group.first && parsed.group.first != parsed.range.start => {
                    if parsed.group.perfect { " has".to_owned() } else { " is".to_owned() }
                }
                _ if agrees => agreeing(reading, at),
                "called" if parsed.who == Who::Related && reading.is(at - 1, Class::Be) => "named".to_owned(),
                _ if is_called(reading, parsed, at) => format!("named {}", self.as_written(at)),
                _ => self.as_written(at),
            };
        self.out.push_str(&replaced);
    }

    /// The word as it was written, contractions spelled out, and in agreement with "they" after a later "I".
    fn as_written(&self, at: usize) -> String {
        let reading = self.reading;
        let token = &reading.tokens.list[at];
        let written = reading.tokens.text.get(token.start..token.end).unwrap_or_default();
        let after_i = at > 0 && matches!(reading.word(at - 1), "i");
        match reading.word(at) {
            "am" if at > 0 && reading.is_number(at - 1) => written.to_owned(),
            "am" => "are".to_owned(),
            "was" if after_i => "were".to_owned(),
            "'s" => "'s".to_owned(),
            word if written.starts_with(['\'', '’']) || written.is_empty() => word.to_owned(),
            // The first half of "don't" is written "don".
            word if reading.word(at + 1) == "not" && reading.gap_after(at).is_empty() => word.to_owned(),
            _ => written.to_owned(),
        }
    }
}

/// "My wife is Jane": who somebody is, by their name alone, is what they are called.
fn is_called(reading: &Reading<'_>, parsed: &Parsed, at: usize) -> bool {
    let only = at + 1 >= parsed.range.end || reading.pause(at + 1) >= Pause::Comma;
    parsed.who == Who::Related
        && parsed.group.main + 1 == at
        && reading.is(parsed.group.main, Class::Be)
        && reading.is_name(at)
        && only
}

/// The verb at `at` in agreement with one person spoken of.
fn agreeing(reading: &Reading<'_>, at: usize) -> String {
    let word = reading.word(at);
    match word {
        "am" | "are" => "is".to_owned(),
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        "'d" => "would".to_owned(),
        "been" => word.to_owned(),
        _ if reading.is_any(at, &[Class::Modal, Class::Be, Class::Have, Class::Do]) => word.to_owned(),
        _ if reading.is_past(at) || reading.is_gerund(at) || reading.is_third_person(at) => word.to_owned(),
        _ => with_s(word),
    }
}

/// Returns the third person of a verb in its base form.
fn with_s(base: &str) -> String {
    match base.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if base.ends_with(['s', 'x', 'z', 'o']) || base.ends_with("ch") || base.ends_with("sh") => {
            format!("{base}es")
        }
        _ => format!("{base}s"),
    }
}

/// One line, single spaces, a capital at the beginning, nothing left hanging at the end.
pub(super) fn tidy(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = joined.trim_end_matches(|c: char| {
        !c.is_alphanumeric() && !matches!(c, ')' | '%' | '"' | '”' | '+' | '\'' | '$' | '€' | '£')
    });
    let text =
        text.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | '"' | '“' | '$' | '€' | '£'));
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
