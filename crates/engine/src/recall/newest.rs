//! What was said last comes first. Of several statements that answer a question about equally well, the person means the
//! last one: the figure it is now, the day it was moved to. Words and meaning cannot tell them apart.

use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;
use cofio_index::AskedWord;
use cofio_language::question::Question;

use crate::browse::Item;

/// So many of the best are looked at.
const LOOKED_AT: usize = 10;

/// How good a statement must be beside the best one to answer as well.
const AS_GOOD: f64 = 0.7;

/// How much of the question it must meet beside the one that meets most of it.
const AS_TELLING: f64 = 0.3;

/// A statement among the best: who makes it, when, and how well it answers.
pub(crate) struct Statement<'a> {
    item: &'a Item,
    score: f64,
}

impl<'a> Statement<'a> {
    pub(crate) fn new(item: &'a Item, score: f64) -> Statement<'a> {
        Statement { item, score }
    }

    /// Who says it and when; nothing where no person does.
    fn said(&self) -> Option<(&'a str, Timestamp)> {
        match self.item {
            Item::Message(hit) if hit.role == MessageRole::User => Some((hit.name.as_deref().unwrap_or(""), hit.at)),
            Item::Memory(view) => Some(("", view.valid_from.max(view.last_confirmed_at.unwrap_or(view.valid_from)))),
            _ => None,
        }
    }

    fn text(&self) -> &'a str {
        match self.item {
            Item::Message(hit) => &hit.text,
            Item::Memory(view) => &view.claim.content,
            _ => "",
        }
    }
}

/// Returns the order, by places, in which the newest of what answers about equally well comes first. Everything else stays
/// where it is.
pub(crate) fn newest_first(asked: &Question, words: &[AskedWord], ranked: &[Statement<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranked.len()).collect();
    if asked.asks_about_before() || asked.asks_assistant || !asked.times.is_empty() {
        return order;
    }
    let met: Vec<f64> = ranked.iter().take(LOOKED_AT).map(|statement| met(words, statement)).collect();
    let said = |place: usize| ranked[place].said();
    let looked_at = || (0..met.len()).filter(|place| said(*place).is_some());
    let best = looked_at().map(|place| ranked[place].score).fold(0.0, f64::max);
    let most = looked_at().map(|place| met[place]).fold(0.0, f64::max);
    let answers = |place: &usize| {
        ranked[*place].score >= AS_GOOD * best
            && met[*place] >= AS_TELLING * most
            && (!asked.asks_number() || has_number(ranked[*place].text()))
    };
    let alike: Vec<usize> = looked_at().filter(answers).collect();
    let Some(speaker) = alike.first().and_then(|place| said(*place)).map(|(speaker, _)| speaker) else { return order };
    let alike: Vec<usize> =
        alike.into_iter().filter(|place| said(*place).is_some_and(|(other, _)| other == speaker)).collect();
    let mut newest = alike.clone();
    newest.sort_by_key(|place| std::cmp::Reverse(said(*place).map(|(_, at)| at)));
    for (place, one) in alike.iter().zip(newest) {
        order[*place] = one;
    }
    order
}

/// How much of the question a statement has, by how much its words tell, 0 to 1.
fn met(words: &[AskedWord], statement: &Statement<'_>) -> f64 {
    let has = cofio_index::words(statement.text());
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
