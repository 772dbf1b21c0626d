//! What was said last comes first. Of several statements that answer a question about equally well, the person means the
//! last one: the figure it is now, the day it was moved to. Words and meaning cannot tell them apart.

use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;
use cofio_index::AskedWord;
use cofio_language::question::Question;

use crate::browse::Item;

/// So many of the best are looked at.
const LOOKED_AT: usize = 10;

/// How much of what the best statement has of the question another must have, too, to speak of the same.
const THE_SAME: f64 = 0.9;

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

/// The places of what the same person said, what answers as well as the best, and what speaks of the same.
fn places<T: Placed>(asked: &Question, words: &[AskedWord], tolerance: f64, ranked: &[T]) -> Vec<usize> {
    let speaker = |place: usize| said(ranked[place].item()).map(|(speaker, _)| speaker);
    let Some(first) = (0..ranked.len().min(LOOKED_AT)).find(|place| speaker(*place).is_some()) else {
        return Vec::new();
    };
    let best = &ranked[first];
    let of_best = met(words, text(best.item()));
    let speaks_of_the_same = |item: &Item| {
        let of_this = met(words, text(item));
        let in_both: f64 = of_best.iter().zip(&of_this).map(|(one, other)| one.min(*other)).sum();
        in_both >= THE_SAME * of_best.iter().sum::<f64>()
    };
    let needs_number = asked.asks_number() || has_number(text(best.item()));
    let answers = |place: &usize| {
        let one = &ranked[*place];
        speaker(*place) == speaker(first)
            && one.score() >= (1.0 - tolerance) * best.score()
            && speaks_of_the_same(one.item())
            && (!needs_number || has_number(text(one.item())))
    };
    (first..ranked.len().min(LOOKED_AT)).filter(answers).collect()
}

/// How much each word of the question tells, where a text has it.
fn met(words: &[AskedWord], text: &str) -> Vec<f64> {
    let has = cofio_index::words(text);
    words.iter().map(|word| if has.contains(&word.word) { f64::from(word.rarity) } else { 0.0 }).collect()
}

fn has_number(text: &str) -> bool {
    const WRITTEN: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| {
        word.chars().any(|letter| letter.is_ascii_digit()) || WRITTEN.contains(&word.to_lowercase().as_str())
    })
}
