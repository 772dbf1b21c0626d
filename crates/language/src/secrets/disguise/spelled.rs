//! Signs, digits and letters spelled out as words: "sk dash proj dash", "four one one one", "capital A".

use std::ops::Range;

use super::super::reading::words;
use super::super::view::{Builder, View};
use super::Patches;

/// Fewer digits in a row are numbers in a sentence.
const SHORTEST_NUMBER: usize = 3;
/// Fewer letters in a row are words that happen to be in the spelling alphabet.
const SHORTEST_SPELLING: usize = 4;

/// What a spelled-out word stands for.
#[derive(Clone, Copy, PartialEq)]
enum Spelled {
    Sign(char),
    Digit(u8),
    /// Ten to nineteen.
    Teen(u8),
    /// Twenty, thirty and so on: takes a digit after it.
    Ten(u8),
    /// "double", "triple": repeats the next digit.
    Times(u8),
    Letter(char),
    Upper,
    Lower,
    /// Said between two digits.
    Then,
}

fn spelled(word: &str) -> Option<Spelled> {
    const DIGITS: [&str; 10] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    const TEENS: [&str; 10] = [
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    const LETTERS: [&str; 26] = [
        "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india",
        "juliet", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra",
        "tango", "uniform", "victor", "whiskey", "xray", "yankee", "zulu",
    ];
    let place = |list: &[&str]| {
        list.iter()
            .position(|entry| *entry == word)
            .and_then(|at| u8::try_from(at).ok())
    };
    let sign = match word {
        "dash" | "hyphen" | "minus" => Some('-'),
        "underscore" | "underline" => Some('_'),
        "dot" | "period" => Some('.'),
        "slash" => Some('/'),
        "colon" => Some(':'),
        "equals" => Some('='),
        "plus" => Some('+'),
        _ => None,
    };
    if let Some(sign) = sign {
        return Some(Spelled::Sign(sign));
    }
    match word {
        "oh" | "nought" | "naught" | "o" => return Some(Spelled::Digit(0)),
        "double" => return Some(Spelled::Times(2)),
        "triple" | "treble" => return Some(Spelled::Times(3)),
        "capital" | "uppercase" | "upper" | "cap" | "big" => return Some(Spelled::Upper),
        "lowercase" | "lower" | "small" => return Some(Spelled::Lower),
        "then" => return Some(Spelled::Then),
        "niner" => return Some(Spelled::Digit(9)),
        "alfa" => return Some(Spelled::Letter('a')),
        "juliett" => return Some(Spelled::Letter('j')),
        "whisky" => return Some(Spelled::Letter('w')),
        _ => {}
    }
    place(&DIGITS)
        .map(Spelled::Digit)
        .or_else(|| place(&TEENS).map(Spelled::Teen))
        .or_else(|| place(&TENS).map(|at| Spelled::Ten(at + 2)))
        .or_else(|| place(&LETTERS).map(|at| Spelled::Letter((b'a' + at) as char)))
}

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
    let start = text[..span.start]
        .trim_end_matches([' ', ',', '(', '['])
        .len();
    let end = text.len()
        - text[span.end..]
            .trim_start_matches([' ', ',', ')', ']'])
            .len();
    start..end
}

/// "4242 space 4242", "de44 then 5001": a word said between two groups of digits.
fn is_gap_between_digits(lower: &str, word: &Range<usize>) -> bool {
    let is_gap = matches!(
        &lower[word.clone()],
        "space" | "then" | "next" | "and" | "blank" | "gap"
    );
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
        let single = written.len() == 1 && written.is_ascii();
        let gap_ok = at == 0 || {
            let gap = &lower[words[at - 1].end..word.start];
            // "…two one, I think": a comma before a letter ends what was spelled.
            let is_letter = single && !written.bytes().all(|byte| byte.is_ascii_digit());
            let signs: &[u8] = if is_letter { b" -\n" } else { b" ,-.\n" };
            gap.len() <= 3 && gap.bytes().all(|byte| signs.contains(&byte)) && !gap.contains(". ")
        };
        let meaning = spelled(written).or_else(|| {
            single
                .then(|| written.chars().next().map(literal))
                .flatten()
        });
        match meaning {
            Some(meaning) if gap_ok => {
                meanings.push(meaning);
                bare += usize::from(single);
            }
            _ => break,
        }
    }
    let read = meanings.len();
    while matches!(
        meanings.last(),
        Some(Spelled::Upper | Spelled::Lower | Spelled::Times(_) | Spelled::Then)
    ) {
        meanings.pop();
    }
    let numbers = meanings
        .iter()
        .filter(|m| matches!(m, Spelled::Digit(_) | Spelled::Teen(_) | Spelled::Ten(_)))
        .count();
    let letters = meanings
        .iter()
        .filter(|m| matches!(m, Spelled::Letter(_)))
        .count();
    let signs = meanings.iter().any(|m| matches!(m, Spelled::Sign(_)));
    let all_bare = bare == meanings.len();
    RunOfWords {
        read,
        length: meanings.len(),
        worth_writing: !all_bare
            && (signs || numbers >= SHORTEST_NUMBER || letters >= SHORTEST_SPELLING),
        starts_with_sign: matches!(meanings.first(), Some(Spelled::Sign(_))),
        ends_with_sign: matches!(meanings.last(), Some(Spelled::Sign(_))),
    }
}

fn literal(character: char) -> Spelled {
    match character.to_digit(10) {
        Some(digit) => Spelled::Digit(digit as u8),
        None => Spelled::Letter(character),
    }
}

/// Writes the spelled `words` as the characters they stand for.
fn write(builder: &mut Builder, view: &View, words: &[Range<usize>]) {
    let (text, lower) = (view.text(), view.lower());
    let mut upper = false;
    let mut times = 1;
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let written = &lower[word.clone()];
        let origin = view.origin(word.clone());
        let meaning = spelled(written).or_else(|| text[word.clone()].chars().next().map(literal));
        let Some(meaning) = meaning else { continue };
        let digit = |value: u8| (b'0' + value) as char;
        match meaning {
            Spelled::Then => {}
            Spelled::Upper => upper = true,
            Spelled::Lower => upper = false,
            Spelled::Times(count) => times = count,
            Spelled::Sign(sign) => builder.push(sign, origin),
            Spelled::Letter(letter) => {
                builder.push(
                    if upper {
                        letter.to_ascii_uppercase()
                    } else {
                        letter
                    },
                    origin,
                );
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
                let unit = words
                    .peek()
                    .and_then(|next| match spelled(&lower[(*next).clone()]) {
                        Some(Spelled::Digit(unit)) if unit > 0 => Some(unit),
                        _ => None,
                    });
                builder.push(digit(unit.unwrap_or(0)), origin);
                if unit.is_some() {
                    words.next();
                }
            }
        }
    }
}
