//! What was said last comes first. Of several statements that answer a question about equally well, the person means the
//! last one: the figure it is now, the day it was moved to. Words and meaning cannot tell them apart.

use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;
use cofio_index::AskedWord;
use cofio_language::question::Question;

use crate::browse::Item;

/// So many of the best are looked at.
const LOOKED_AT: usize = 10;

/// How much of the question it must meet beside the one that meets most of it.
const AS_TELLING: f64 = 0.3;

/// Something in its place among the best.
pub(crate) trait Placed {
    /// What it is.
    fn item(&self) -> &Item;
    /// How well it fits.
    fn score(&self) -> f64;
    /// Comes into another place, and counts for as much as what had it.
    fn take_score(&mut self, score: f64);
}

/// Who says something and when; nothing where no person does.
fn said(item: &Item) -> Option<(&str, Timestamp)> {
    match item {
        Item::Message(hit) if hit.role == MessageRole::User => Some((hit.name.as_deref().unwrap_or(""), hit.at)),
        Item::Memory(view) => Some(("", view.valid_from.max(view.last_confirmed_at.unwrap_or(view.valid_from)))),
        _ => None,
    }
}

fn text(item: &Item) -> &str {
    match item {
        Item::Message(hit) => &hit.text,
        Item::Memory(view) => &view.claim.content,
        _ => "",
    }
}

/// Puts the newest of what answers about equally well first, in the places those have. Everything else stays where it is.
/// What is worse than the best by no more than `tolerance`, as a part of its score, answers as well.
pub(crate) fn newest_first<T: Placed>(
    asked: &Question,
    words: &[AskedWord],
    tolerance: f64,
    mut ranked: Vec<T>,
) -> Vec<T> {
    if asked.asks_about_before() || asked.asks_assistant || !asked.times.is_empty() {
        return ranked;
    }
    let places = places(asked, words, tolerance, &ranked);
    let mut newest = places.clone();
    newest.sort_by_key(|place| std::cmp::Reverse(said(ranked[*place].item()).map(|(_, at)| at)));
    let scores: Vec<f64> = places.iter().map(|place| ranked[*place].score()).collect();
    let mut from: Vec<Option<T>> = ranked.drain(..).map(Some).collect();
    let mut order: Vec<usize> = (0..from.len()).collect();
    for ((place, one), score) in places.iter().zip(newest).zip(scores) {
        order[*place] = one;
        if *place != one
            && let Some(moved) = &mut from[one]
        {
            moved.take_score(score);
        }
    }
    order.into_iter().filter_map(|place| from[place].take()).collect()
}

/// The places of what the same person said and what answers as well as the best.
fn places<T: Placed>(asked: &Question, words: &[AskedWord], tolerance: f64, ranked: &[T]) -> Vec<usize> {
    let met: Vec<f64> = ranked.iter().take(LOOKED_AT).map(|one| met(words, text(one.item()))).collect();
    let speaker = |place: usize| said(ranked[place].item()).map(|(speaker, _)| speaker);
    let looked_at = || (0..met.len()).filter(|place| speaker(*place).is_some());
    let best = looked_at().map(|place| ranked[place].score()).fold(0.0, f64::max);
    let most = looked_at().map(|place| met[place]).fold(0.0, f64::max);
    let answers = |place: &usize| {
        ranked[*place].score() >= (1.0 - tolerance) * best
            && met[*place] >= AS_TELLING * most
            && (!asked.asks_number() || has_number(text(ranked[*place].item())))
    };
    let alike: Vec<usize> = looked_at().filter(answers).collect();
    let first = alike.first().and_then(|place| speaker(*place));
    alike.into_iter().filter(|place| speaker(*place) == first).collect()
}

/// How much of the question a statement has, by how much its words tell, 0 to 1.
fn met(words: &[AskedWord], statement: &str) -> f64 {
    let has = cofio_index::words(statement);
    let all: f64 = words.iter().map(|word| f64::from(word.rarity)).sum();
    let met: f64 = words.iter().filter(|word| has.contains(&word.word)).map(|word| f64::from(word.rarity)).sum();
    if all > 0.0 { met / all } else { 0.0 }
}

fn has_number(text: &str) -> bool {
    const WRITTEN: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| {
        word.chars().any(|letter| letter.is_ascii_digit()) || WRITTEN.contains(&word.to_lowercase().as_str())
    })
}
