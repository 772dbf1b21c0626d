//! Whether a memory says something, in whatever words.

use serde::Deserialize;

/// What a memory has to say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matcher {
    /// Every group has a term that is there.
    pub all: Vec<Vec<String>>,
    /// None of these is.
    #[serde(default)]
    pub without: Vec<String>,
    /// What is meant.
    #[serde(default)]
    pub note: String,
    /// How many memories may say it.
    #[serde(default)]
    pub at_most: Option<usize>,
    /// Why it would be wrong, for what must not be known.
    #[serde(default)]
    pub why: String,
    /// Where it is looked for.
    #[serde(default, rename = "where")]
    pub place: Place,
}

/// Where something is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Among what is known.
    #[default]
    Active,
    /// Also among what waits.
    Kept,
    /// Also in everything else that is kept.
    Anywhere,
}

impl Matcher {
    /// Returns whether a text says it.
    pub fn is_said_by(&self, text: &str) -> bool {
        let there = |term: &String| has(text, term);
        self.all.iter().all(|group| group.iter().any(there)) && !self.without.iter().any(there)
    }
}

/// A text as it is compared.
pub fn plain(text: &str) -> String {
    let small = text.to_lowercase().replace('’', "'").replace('_', " ");
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has(text: &str, term: &str) -> bool {
    if let Some(anywhere) = term.strip_prefix('*') {
        return text.contains(anywhere);
    }
    let (term, whole) = term.strip_prefix('=').map_or((term, false), |term| (term, true));
    text.match_indices(term).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + term.len()..].chars().next();
        let begins = before.is_none_or(|letter| !letter.is_alphanumeric());
        let digits = term.ends_with(|letter: char| letter.is_ascii_digit());
        let goes_on =
            after.is_some_and(|letter| if whole { letter.is_alphanumeric() } else { letter.is_ascii_digit() });
        begins && !((whole || digits) && goes_on)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_beginnings_whole_words_or_anything() {
        assert!(has("he is vegetarians", "vegetarian") && !has("unvegetarian", "vegetarian"));
        assert!(has("his son's song", "=son") && !has("a song", "=son"));
        assert!(has("doesn't", "*n't") && !has("doesn't", "n't"));
        assert!(has("on 2026-05-12", "12") && has("the 12th", "12") && !has("120", "12"));
    }

    #[test]
    fn every_group_and_none_of_the_others() {
        let matcher: Matcher =
            serde_json::from_str(r#"{"all": [["wife", "married"], ["itzel"]], "without": ["=ex"], "note": ""}"#)
                .unwrap();
        assert!(matcher.is_said_by(&plain("User’s wife is named Itzel")));
        assert!(!matcher.is_said_by(&plain("User's ex wife is named Itzel")) && !matcher.is_said_by("itzel"));
    }
}
