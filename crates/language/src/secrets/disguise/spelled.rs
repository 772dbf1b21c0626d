//! Signs, digits and letters spelled out as words: "sk dash proj dash", "four one one one", "capital A".

use std::ops::Range;

use super::super::reading::words;
use super::super::view::{Builder, View};
use super::Patches;
use super::alphabet::{Spelled, literal, spelled};

/// Fewer digits in a row are numbers in a sentence.
const SHORTEST_NUMBER: usize = 3;
/// Signs and capitals are also spoken of; from here on somebody spells something.
const SHORTEST_TOLD: usize = 3;
/// Fewer letters in a row are words that happen to be in the spelling alphabet.
const SHORTEST_SPELLING: usize = 4;

/// The view with what was spelled out written as signs, or `None` if nothing was.
pub(in super::super) fn written_out<'t>(view: &View) -> Option<View<'t>> {
    let (text, lower) = (view.text(), view.lower());
    let words: Vec<Range<usize>> = words(lower, 0..lower.len()).collect();
    let mut patches = Patches::of(view);
    let mut at = 0;
    while at < words.len() {
        let run = run_of_words(lower, &words[at..]);
        if is_gap_between_digits(lower, &words[at]) {
            patches.replace(joined(text, words[at].clone()), |builder, view| {
                builder.push(' ', view.origin(words[at].clone()));
            });
        } else if run.worth_writing {
            let spoken = &words[at..at + run.length];
            let (mut start, mut end) = (spoken[0].start, spoken[run.length - 1].end);
            if run.starts_with_sign {
                start = joined(text, start..end).start;
            }
            if run.ends_with_sign {
                end = joined(text, start..end).end;
            }
            patches.replace(start..end, |builder, view| write(builder, view, spoken));
        }
        at += run.read.max(1);
    }
    patches.finish()
}

/// A sign joins what stands on both sides of it: the space, commas and brackets around it are no part of the text.
fn joined(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text[..span.start].trim_end_matches([' ', ',', '(', '[']).len();
    let end = text.len() - text[span.end..].trim_start_matches([' ', ',', ')', ']']).len();
    start..end
}

/// "4242 space 4242", "de44 then 5001": a word said between two groups of digits.
fn is_gap_between_digits(lower: &str, word: &Range<usize>) -> bool {
    let is_gap = matches!(&lower[word.clone()], "space" | "then" | "next" | "and" | "blank" | "gap");
    let around = || joined(lower, word.clone());
    is_gap
        && lower[..around().start].ends_with(|c: char| c.is_ascii_digit())
        && lower[around().end..].starts_with(|c: char| c.is_ascii_digit())
}

struct RunOfWords {
    /// How many words were understood; the last of them may still mean nothing.
    read: usize,
    length: usize,
    worth_writing: bool,
    starts_with_sign: bool,
    ends_with_sign: bool,
}

/// How many of the first words are spelled signs, digits and letters in a row.
fn run_of_words(lower: &str, words: &[Range<usize>]) -> RunOfWords {
    let mut meanings: Vec<Spelled> = Vec::new();
    let mut bare = 0;
    for (at, word) in words.iter().enumerate() {
        let written = &lower[word.clone()];
        let is_digit = written.len() <= 4 && written.bytes().all(|byte| byte.is_ascii_digit());
        let single = written.len() == 1 && written.is_ascii();
        let meaning = meaning(lower, words, at, meanings.last().copied());
        let follows = at == 0 || {
            let gap = &lower[words[at - 1].end..word.start];
            let is_letter = single && !is_digit && !meanings.iter().any(|meaning| meaning.is_told());
            goes_on(gap, is_letter, meanings.last().copied(), meaning)
        };
        match meaning {
            Some(meaning) if follows => {
                meanings.push(meaning);
                bare += usize::from(single);
            }
            _ => break,
        }
    }
    let read = meanings.len();
    while meanings.last().is_some_and(|meaning| meaning.wants_more()) {
        meanings.pop();
    }
    let count = |is: fn(&Spelled) -> bool| meanings.iter().filter(|meaning| is(meaning)).count();
    let numbers = count(|m| matches!(m, Spelled::Digit(_) | Spelled::Teen(_) | Spelled::Ten(_)));
    let letters = count(|m| matches!(m, Spelled::Letter(_)));
    let signs = count(|m| matches!(m, Spelled::Sign(_))) > 0;
    // "DE eighty-nine 3704 …": the words go on as figures.
    let is_number =
        |word: &&Range<usize>| word.len() >= 3 && lower[(*word).clone()].bytes().all(|b| b.is_ascii_digit());
    let goes_on_in_figures = numbers > 0 && words.get(meanings.len()).as_ref().is_some_and(is_number);
    let told = count(|m| m.is_told()) > 0 && meanings.len() >= SHORTEST_TOLD;
    RunOfWords {
        read,
        length: meanings.len(),
        worth_writing: bare < meanings.len()
            && (signs || told || goes_on_in_figures || numbers >= SHORTEST_NUMBER || letters >= SHORTEST_SPELLING),
        starts_with_sign: matches!(meanings.first(), Some(Spelled::Sign(_))),
        ends_with_sign: matches!(meanings.last(), Some(Spelled::Sign(_))),
    }
}

/// What the word at `at` means after `last`.
fn meaning(lower: &str, words: &[Range<usize>], at: usize, last: Option<Spelled>) -> Option<Spelled> {
    let written = &lower[words[at].clone()];
    let next = words.get(at + 1).map_or("", |word| &lower[word.clone()]);
    if last == Some(Spelled::Word) || is_rest_of_word(lower, words, at, last) {
        return Some(Spelled::Whole);
    }
    if written == "at" && next == "sign" {
        return Some(Spelled::Mark('@'));
    }
    let is_announcement = matches!(next, "numbers" | "digits" | "letters" | "number" | "letter" | "digit");
    let names_kind = matches!(written, "numbers" | "digits" | "letters" | "figures");
    if last.is_some() && (names_kind || written == "the" && is_announcement) {
        return Some(Spelled::Nothing);
    }
    let is_article = matches!(written, "a" | "an" | "the" | "letter" | "number" | "digit")
        && matches!(spelled(next), Some(Spelled::Digit(_) | Spelled::Mark(_) | Spelled::Word | Spelled::Upper))
        || matches!(written, "a" | "an") && next == "at";
    if is_article && last.is_some() || matches!(last, Some(Spelled::Mark(_))) && is_tail_of_mark(written) {
        return Some(Spelled::Nothing);
    }
    let single = written.len() == 1 && written.is_ascii();
    let digits = last.is_some_and(Spelled::is_told) && written.bytes().all(|byte| byte.is_ascii_digit());
    spelled(written)
        .or_else(|| single.then(|| written.chars().next().map(literal)).flatten())
        .or_else(|| digits.then_some(Spelled::Whole))
}

/// "capital M, then oonpie, then …", "capital S unny dash …": letters between two things that were spelled.
fn is_rest_of_word(lower: &str, words: &[Range<usize>], at: usize, last: Option<Spelled>) -> bool {
    let Some(start) = at.checked_sub(2) else { return false };
    let mut earlier = words[start..at].iter().map(|word| &lower[word.clone()]);
    let after_capital = earlier.any(|word| spelled(word) == Some(Spelled::Upper));
    let is_fragment = words[at].len() >= 2 && spelled(&lower[words[at].clone()]).is_none();
    let goes_on = words.get(at + 1).is_some_and(|next| spelled(&lower[next.clone()]).is_some());
    let led =
        matches!(last, Some(Spelled::Then)) && at >= 3 || matches!(last, Some(Spelled::Letter(_))) && after_capital;
    is_fragment && led && goes_on && lower[words[at].clone()].bytes().all(|byte| byte.is_ascii_lowercase())
}

/// "exclamation mark", "dollar sign".
fn is_tail_of_mark(word: &str) -> bool {
    matches!(word, "mark" | "sign" | "point" | "symbol" | "key" | "character")
}

/// Whether what is spelled goes on over `gap`.
fn goes_on(gap: &str, is_letter: bool, last: Option<Spelled>, meaning: Option<Spelled>) -> bool {
    // "four. eight. one.": a pause after each digit, where a sentence would hardly be one word long.
    let dictated = matches!((last, meaning), (Some(Spelled::Digit(_)), Some(Spelled::Digit(_))));
    // "…two one, I think": a comma before a letter ends what was spelled, unless it was told letter by letter.
    let signs: &[u8] = if is_letter { b" -\n" } else { b" ,-.\n\"'" };
    gap.len() <= 4 && gap.bytes().all(|byte| signs.contains(&byte)) && (dictated || !gap.contains(". "))
}

/// Writes the spelled `words` as the characters they stand for.
fn write(builder: &mut Builder, view: &View, words: &[Range<usize>]) {
    let (text, lower) = (view.text(), view.lower());
    let (mut upper, mut times) = (false, 1);
    let mut last = None;
    let mut skipped = false;
    for (at, word) in words.iter().enumerate() {
        let origin = view.origin(word.clone());
        let meaning = meaning(lower, words, at, last).unwrap_or(Spelled::Nothing);
        last = Some(meaning);
        if std::mem::take(&mut skipped) {
            continue;
        }
        let digit = |value: u8| (b'0' + value) as char;
        match meaning {
            Spelled::Then | Spelled::Nothing | Spelled::Word => {}
            Spelled::Upper => upper = true,
            Spelled::Lower => upper = false,
            Spelled::Times(count) => times = count,
            Spelled::Sign(sign) | Spelled::Mark(sign) => builder.push(sign, origin),
            Spelled::Whole => builder.copy(view, word.clone()),
            Spelled::Letter(letter) => {
                let is_capital =
                    upper || text[word.clone()].len() == 1 && text[word.clone()].starts_with(char::is_uppercase);
                builder.push(if is_capital { letter.to_ascii_uppercase() } else { letter }, origin);
                upper = false;
            }
            Spelled::Digit(value) => {
                for _ in 0..times {
                    builder.push(digit(value), origin.clone());
                }
                times = 1;
            }
            Spelled::Teen(value) => {
                builder.push('1', origin.clone());
                builder.push(digit(value), origin);
            }
            Spelled::Ten(value) => {
                builder.push(digit(value), origin.clone());
                let unit = words.get(at + 1).and_then(|next| match spelled(&lower[next.clone()]) {
                    Some(Spelled::Digit(unit)) if unit > 0 => Some(unit),
                    _ => None,
                });
                builder.push(digit(unit.unwrap_or(0)), origin);
                skipped = unit.is_some();
            }
        }
    }
}
