//! Whether something that is known is what somebody points at: "forget the padel thing", "that October date was wrong".

use std::collections::HashSet;
use std::sync::LazyLock;

use super::extractor::Extractor;
use super::reading::Reading;
use super::signs;

static POINTING: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("words/pointing.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// How many letters two forms of a word have in common at least: "interview" and "interviewing".
const STEM: usize = 4;

/// And how many more the longer one may have.
const ENDING: usize = 4;

/// What somebody points at, by the words that tell it from anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    words: Vec<String>,
}

impl Topic {
    /// Reads what is pointed at. None where the words could point at anything.
    pub fn of(text: &str) -> Option<Topic> {
        let reading = Reading::of(text, &Extractor::standard().words);
        let tells = |at: &usize| {
            let word = reading.word(*at);
            let telling = signs::is_telling(&reading, *at) || reading.is_number(*at);
            telling && word != "user" && !POINTING.contains(word)
        };
        let words: Vec<String> = (0..reading.len()).filter(tells).map(|at| reading.word(at).to_owned()).collect();
        (!words.is_empty()).then_some(Topic { words })
    }

    /// Whether a statement has at least one word that tells what a text is about.
    pub fn any_word_in(text: &str, statement: &str) -> bool {
        let Some(topic) = Topic::of(text) else { return false };
        topic.words.into_iter().any(|word| Topic { words: vec![word] }.is_in(statement))
    }

    /// Whether a statement has all the words that tell what is meant, in whatever form.
    pub fn is_in(&self, statement: &str) -> bool {
        let reading = Reading::of(statement, &Extractor::standard().words);
        let mut said: Vec<String> = (0..reading.len()).map(|at| reading.word(at).to_owned()).collect();
        said.extend(months(statement).map(str::to_owned));
        self.words.iter().all(|word| said.iter().any(|other| same(word, other)))
    }
}

/// The months of the dates in a statement, by name.
fn months(statement: &str) -> impl Iterator<Item = &'static str> {
    let dates = statement.split(|letter: char| !(letter.is_ascii_digit() || letter == '-'));
    dates.filter_map(|date| {
        let mut parts = date.split('-');
        let is_year = parts.next()?.len() == 4;
        let month: usize = parts.next()?.parse().ok()?;
        MONTHS.get(month.checked_sub(1)?).copied().filter(|_| is_year)
    })
}

/// Whether two words are forms of one.
fn same(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let stem = short.strip_suffix(['e', 's', 'y']).unwrap_or(short);
    one == other || stem.len() >= STEM && long.starts_with(stem) && long.len() - stem.len() <= ENDING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_found_in_other_forms_of_its_words() {
        for (topic, statement, is_in) in [
            ("the climbing thing", "User climbs at the gym every Monday", true),
            ("that October date I gave you", "User's exam is on 2026-10-08", true),
            ("the audition bit", "User has been auditioning for a choir", true),
            ("my sister's school", "User's sister goes to school in Graz", true),
            ("my sister's school", "User's brother goes to school in Graz", false),
            ("the climbing thing", "User likes tea", false),
        ] {
            assert_eq!(Topic::of(topic).unwrap().is_in(statement), is_in, "{topic}: {statement}");
        }
    }

    #[test]
    fn what_could_be_anything_is_no_topic() {
        for text in ["that thing I told you", "it", "the last bit please", ""] {
            assert_eq!(Topic::of(text), None, "{text}");
        }
    }
}
