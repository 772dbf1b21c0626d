//! Reads a whole session: what is said a second time is no new claim.

use std::collections::BTreeSet;

use super::claim::{Act, Extracted, Message};
use super::extractor::Extractor;

/// How many messages before a message are looked at.
const BEFORE: usize = 6;

/// Two claims are the same when at least this share of their telling words is common to both.
const SAME: f64 = 0.6;

impl Extractor {
    /// Returns what the messages of a session claim, each with the number of its message.
    ///
    /// What was claimed before in the same session is re-affirmed ([`Act::Affirm`]).
    pub fn session(&self, messages: &[Message<'_>]) -> Vec<(usize, Extracted)> {
        let mut found: Vec<(usize, Extracted)> = Vec::new();
        let mut known: Vec<BTreeSet<String>> = Vec::new();
        for (number, message) in messages.iter().enumerate() {
            let before = &messages[number.saturating_sub(BEFORE)..number];
            for mut claim in self.extract(message, before) {
                let words = telling(&claim.content);
                let denied = claim.clause.polarity;
                if claim.act == Act::Add {
                    let same = |(at, earlier): (usize, &BTreeSet<String>)| {
                        overlap(&words, earlier) >= SAME && found[at].1.clause.polarity == denied
                    };
                    if known.iter().enumerate().any(same) {
                        claim.act = Act::Affirm;
                    }
                }
                known.push(words);
                found.push((number, claim));
            }
        }
        found
    }
}

/// The words of a claim that carry its meaning, without their endings.
fn telling(content: &str) -> BTreeSet<String> {
    let words = content.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| word.chars().count() > 3).map(|word| stem(&word)).collect()
}

fn stem(word: &str) -> String {
    let cut = ["ing", "ed", "ies", "es", "s", "e", "y"].iter().find_map(|ending| word.strip_suffix(ending));
    cut.filter(|stem| stem.chars().count() > 2).unwrap_or(word).to_owned()
}

fn overlap(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let common = one.intersection(other).count();
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}
