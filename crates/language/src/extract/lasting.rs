//! How likely a claim is still of use in a month: "I have two sisters" is, "I am making pasta" is not.
//!
//! What is worth extracting and what is worth keeping for long are two questions. The first is answered by `signs`; this
//! answers the second, by traits of the claim, of the clause it was read from and of the message it stands in, weighed
//! with weights that `cofio-eval lasting --fit` finds from claims that were judged one by one, and by its meaning, as the
//! built-in embedder reads it. Without it the traits alone tell too little, and nothing is said.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use crate::lexicon::Lexicon;

use super::claim::{Extracted, Message, Modality, Subject};
use super::extractor::Extractor;
use super::group::Tense;
use super::reading::Reading;
use super::words::Class;

pub(super) const FILES: [&str; 1] = [include_str!("phrases/lasting.txt")];

static PHRASES: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

const WEIGHTS: &str = include_str!("lasting.txt");

static STANDARD: LazyLock<Lasting> = LazyLock::new(|| Lasting::read(WEIGHTS));

/// How much each trait, and the meaning, speaks for a claim being of use for long.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lasting {
    traits: HashMap<String, f64>,
    /// The embedder whose vectors are understood.
    model: String,
    vector: Vec<f32>,
}

impl Lasting {
    /// Returns the weights that come with the program.
    pub fn standard() -> &'static Lasting {
        &STANDARD
    }

    /// Reads weights as `cofio-eval lasting --fit` writes them: a trait and its weight a line; `model` and `vector` say what
    /// is read of a meaning.
    pub fn read(text: &str) -> Lasting {
        let mut read = Lasting::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(' ') {
                None => {}
                Some(("model", name)) => read.model = name.to_owned(),
                Some(("vector", numbers)) => {
                    read.vector = numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
                }
                Some((name, weight)) => {
                    read.traits.extend(weight.parse().ok().map(|weight: f64| (name.to_owned(), weight)));
                }
            }
        }
        read
    }

    /// Whether vectors of this embedder are understood.
    pub fn understands(&self, model: &str) -> bool {
        self.model == model
    }

    /// Returns how likely a claim with these traits and this meaning lasts, from 0 to 1.
    pub fn of(&self, traits: &[String], meaning: &[f32]) -> f64 {
        let weight = |name: &str| self.traits.get(name).copied().unwrap_or(0.0);
        let said: f64 = traits.iter().map(|name| weight(name)).sum();
        let meant: f32 = meaning.iter().zip(&self.vector).map(|(one, other)| one * other).sum();
        1.0 / (1.0 + (-(weight("bias") + said + f64::from(meant))).exp())
    }
}

impl Extractor {
    /// Returns the traits of a claim by which it is told how long it is of use, each once.
    pub fn traits(&self, claim: &Extracted, message: &Message<'_>) -> Vec<String> {
        let mut traits: BTreeSet<String> = claim.signs.iter().map(|sign| (*sign).to_owned()).collect();
        let reading = Reading::of(&claim.said, &self.words);
        let phrases = PHRASES.find(&reading.tokens);
        traits.extend(phrases.iter().map(|hit| format!("says_{}", PHRASES.sections[hit.section].name)));
        let verb =
            self.words.base(&claim.clause.verb).map_or_else(|| claim.clause.verb.clone(), std::borrow::Cow::into_owned);
        traits.insert(format!("verb_{verb}"));
        traits.insert(format!("tense_{}", tense(claim)));
        traits.insert(format!("meant_as_{}", modality(claim.clause.modality)));
        traits.insert(format!("tense_{}_{}", tense(claim), modality(claim.clause.modality)));
        traits.insert(format!("domain_{}", claim.domain.as_deref().unwrap_or("none")));
        let mut add = |holds: bool, name: &str| {
            if holds {
                traits.insert(name.to_owned());
            }
        };
        add(matches!(claim.clause.subject, Subject::Person(_)), "of_somebody");
        add(matches!(claim.clause.subject, Subject::Other), "of_something");
        add(claim.key.is_some(), "has_key");
        add_times(claim, message, &mut add);
        add_shape(&claim.said, &reading, &mut add);
        add_message(message.text, &mut add);
        traits.into_iter().collect()
    }
}

fn tense(claim: &Extracted) -> &'static str {
    let is = |sign: &str| claim.signs.contains(&sign);
    match claim.clause.tense {
        _ if is("perfect") => "perfect",
        Tense::Past if is("progressive") => "past_progressive",
        Tense::Past => "past",
        Tense::Future => "future",
        _ if is("progressive") => "progressive",
        _ => "present",
    }
}

fn modality(modality: Modality) -> &'static str {
    match modality {
        Modality::Fact => "fact",
        Modality::Hedge => "hedge",
        Modality::Wish => "wish",
        Modality::Plan => "plan",
        Modality::Imperative => "order",
        Modality::Hypothetical | Modality::Question | Modality::Reported => "other",
    }
}

/// When it is, beside when it was said.
fn add_times(claim: &Extracted, message: &Message<'_>, add: &mut impl FnMut(bool, &str)) {
    let today = message.at.date();
    let day = |mention: &crate::dates::Mention| mention.start.date();
    add(claim.times.is_empty(), "time_none");
    add(claim.times.iter().any(|mention| day(mention) > today), "time_to_come");
    add(claim.times.iter().any(|mention| day(mention) == today), "time_today");
    add(claim.times.iter().any(|mention| day(mention) < today), "time_past");
}

/// What the words look like: people's own sentences have few signs, and are not cut off.
fn add_shape(said: &str, reading: &Reading<'_>, add: &mut impl FnMut(bool, &str)) {
    let odd = said.chars().filter(|letter| "_{}[]<>=/\\|#*@+^~`".contains(*letter)).count();
    add(odd > 0, "odd");
    add(odd > 2, "very_odd");
    let count = |letter: char| said.chars().filter(|other| *other == letter).count();
    add(count('(') != count(')') || count('"') % 2 == 1 || count('“') != count('”'), "unbalanced");
    add(said.contains('"') || said.contains('“'), "quotes");
    let last = reading.len().saturating_sub(1);
    add(reading.is_any(last, &[Class::Determiner, Class::Preposition, Class::Coordinator]), "cut_off");
    add(!reading.is_any(0, &[Class::MeSubject, Class::MePossessive]), "begins_otherwise");
    let words: Vec<&str> = said.split_whitespace().collect();
    let capitals = said.chars().filter(|letter| letter.is_uppercase()).count();
    add(capitals > 5, "many_capitals");
    add(words.len() <= 3, "words_3");
    add((4..=5).contains(&words.len()), "words_5");
    add((6..=8).contains(&words.len()), "words_8");
    add((9..=14).contains(&words.len()), "words_14");
    add((15..=24).contains(&words.len()), "words_24");
    add(words.len() > 24, "words_more");
}

/// What the message is like that it stands in: a story about oneself, or a page of something else.
fn add_message(text: &str, add: &mut impl FnMut(bool, &str)) {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let own =
        words.iter().filter(|word| matches!(word.as_str(), "i" | "me" | "my" | "we" | "our" | "mine" | "us")).count();
    let share = own as f64 / words.len().max(1) as f64;
    add(share < 0.02, "message_hardly_me");
    add((0.02..0.06).contains(&share), "message_little_me");
    add(share >= 0.12, "message_much_me");
    add(words.len() <= 15, "message_15");
    add((16..=60).contains(&words.len()), "message_60");
    add((61..=200).contains(&words.len()), "message_200");
    add(words.len() > 200, "message_more");
    add(text.lines().count() > 6, "message_lines");
    add(text.contains('?'), "message_question");
    let letters = text.chars().count().max(1);
    let odd = text.chars().filter(|letter| "_{}[]<>=/\\|#*@+^~`:;".contains(*letter)).count();
    add(odd as f64 / letters as f64 > 0.01, "message_odd");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::misread;

    #[test]
    fn the_word_list_is_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let lasting = Lasting::read("# how\nmodel tiny@1\nbias 1\npast -1\nvector 2 -1\n");
        assert!(lasting.understands("tiny@1") && !lasting.understands("tiny@2"));
        let past = ["past".to_owned(), "unknown".to_owned()];
        assert!((lasting.of(&past, &[1.0, 3.0]) - 0.268_941).abs() < 1e-5);
        assert!((lasting.of(&[], &[0.0, 1.0]) - 0.5).abs() < 1e-5);
        assert!(!Lasting::standard().traits.is_empty() && Lasting::standard().vector.len() > 100);
    }
}
