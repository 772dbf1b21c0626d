//! Which of what is known says what something else says, judged more loosely than the engine does when it merges.

use std::collections::BTreeSet;

use cofio_domain::ports::{Cancel, Embedder, Mode};

use crate::measure::stems;

/// Two claims this near in meaning, with the same numbers, are one too many.
const NEAR: f32 = 0.9;

/// Or this share of their words.
const WORDS: f64 = 0.8;

/// Returns what repeats something known earlier, with that.
pub fn repeated(contents: &[String], embedder: &dyn Embedder) -> anyhow::Result<Vec<(String, String)>> {
    let texts: Vec<&str> = contents.iter().map(String::as_str).collect();
    let vectors = embedder.embed(Mode::Document, &texts, &Cancel::new())?;
    let words: Vec<BTreeSet<String>> = texts.iter().map(|text| stems(text).into_iter().collect()).collect();
    let numbers: Vec<BTreeSet<String>> = words
        .iter()
        .map(|words| words.iter().filter(|word| word.chars().any(|it| it.is_ascii_digit())).cloned().collect())
        .collect();
    let near = |one: usize, other: usize| {
        let pairs = vectors[one].values().iter().zip(vectors[other].values());
        pairs.map(|(one, other)| one * other).sum::<f32>() >= NEAR
    };
    let alike = |one: usize, other: usize| {
        let shared = words[one].intersection(&words[other]).count();
        shared as f64 >= WORDS * words[one].union(&words[other]).count() as f64
    };
    let mut found = Vec::new();
    for one in 0..texts.len() {
        let earlier =
            (0..one).find(|other| numbers[one] == numbers[*other] && (alike(one, *other) || near(one, *other)));
        found.extend(earlier.map(|other| (texts[one].to_owned(), texts[other].to_owned())));
    }
    Ok(found)
}
