//! Is a password told in parts: a word with something at its end, or the first and the last digits?

use std::ops::Range;

use super::super::super::reading::words;
use super::super::super::view::View;
use super::super::super::words::{FIRST_PART, LAST_PART};
use super::super::value::Value;

/// What is said after the sign that is put behind a word.
const ENDS: [&str; 11] = [
    " at the end",
    " on the end",
    " to the end",
    " after it",
    " ans ende",
    " am ende",
    " a la fin",
    " al final",
    " alla fine",
    " no fim",
    " erachter",
];

/// The parts in `within`.
pub(super) fn parts(view: &View, within: &Range<usize>) -> Vec<Range<usize>> {
    appended(view, within).or_else(|| begun(view, within)).or_else(|| halves(view, within)).unwrap_or_default()
}

/// "take the word Walnut and put 83! at the end".
fn appended(view: &View, within: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let (text, lower) = (view.text(), view.lower());
    let end = ENDS.iter().filter_map(|end| lower[within.clone()].find(end)).min()? + within.start;
    let head = text[within.start..end].trim_end_matches(['"', '\'', '`']);
    let start = within.start + head.rfind([' ', '"', '\'', '`']).map_or(0, |at| at + 1);
    let added = Value::over(view, start..within.start + head.len(), false)?;
    let is_sign = added.text.len() <= 8 && added.text.chars().any(|c| !c.is_alphabetic());
    let named: Vec<Range<usize>> = words(lower, within.start..start).collect();
    let noun = named.windows(2).find(|pair| {
        matches!(&lower[pair[0].clone()], "word" | "wort" | "mot" | "woord" | "palabra" | "parola" | "palavra")
    });
    let word = noun.map(|pair| pair[1].clone());
    (is_sign && word.is_some()).then(|| word.into_iter().chain([added.span]).collect())
}

/// "start with Maple, add 1987": a word, and digits that are put behind it.
fn begun(view: &View, within: &Range<usize>) -> Option<Vec<Range<usize>>> {
    const BEGINNINGS: [&str; 9] = [
        "start with ",
        "starts with ",
        "begin with ",
        "begins with ",
        "beginnt mit ",
        "commence par ",
        "empieza con ",
        "inizia con ",
        "begint met ",
    ];
    const ADDED: [&str; 10] = ["add", "append", "then", "plus", "followed", "dann", "puis", "luego", "poi", "dan"];
    let (text, lower) = (view.text(), view.lower());
    let start = BEGINNINGS.iter().find_map(|start| Some(lower[within.clone()].find(start)? + start.len()))?;
    let all: Vec<Range<usize>> = words(lower, within.start + start..within.end).take(10).collect();
    let word = all.first().filter(|word| text[(*word).clone()].starts_with(char::is_uppercase) && word.len() >= 3)?;
    let added = all.iter().position(|word| ADDED.contains(&&lower[word.clone()]))?;
    let digits =
        all[added..].iter().take(4).find(|word| lower[(*word).clone()].bytes().any(|byte| byte.is_ascii_digit()))?;
    Some(vec![word.clone(), digits.clone()])
}

/// "first two digits are 41. Last two are 86."
fn halves(view: &View, within: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let lower = view.lower();
    let all: Vec<Range<usize>> = words(lower, within.clone()).collect();
    let number_after = |at: usize| {
        all[at + 1..].iter().take(5).find(|word| {
            (1..=4).contains(&word.len()) && lower[(*word).clone()].bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let first = all.iter().position(|word| FIRST_PART.contains(&lower[word.clone()]))?;
    let one = number_after(first)?;
    let last = all.iter().position(|word| word.start > one.start && LAST_PART.contains(&lower[word.clone()]))?;
    let two = number_after(last)?;
    (one.len() + two.len() >= 3).then(|| vec![one.clone(), two.clone()])
}
