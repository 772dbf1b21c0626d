//! Words as the published baselines cut them, so that our "no dense part" is the same as theirs.
//!
//! The product's own index cuts words in another way (`cofio-index`); here the yardstick must not move with it.

use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// In order, for the search.
const STOP_WORDS: [&str; 65] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "being", "but", "by", "did", "didn't", "do", "does", "don't",
    "for", "from", "had", "has", "have", "he", "her", "his", "how", "i", "i'm", "i've", "if", "in", "into", "is", "it",
    "it's", "its", "me", "my", "of", "on", "or", "our", "she", "so", "that", "the", "their", "them", "they", "this",
    "to", "was", "we", "were", "what", "when", "where", "which", "who", "whom", "why", "will", "with", "you", "your",
    "yours",
];

/// Returns the stems of the telling words of a text: runs of ASCII letters and digits, each with at most one part after
/// an apostrophe.
pub fn stems(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut found = Vec::new();
    let mut rest = lower.as_str();
    while let Some(start) = rest.find(is_plain) {
        let (word, after) = split_word(&rest[start..]);
        if STOP_WORDS.binary_search(&word).is_err() {
            found.push(STEMMER.stem(word).into_owned());
        }
        rest = after;
    }
    found
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit()
}

/// Cuts the word off the front of a text that begins with one.
fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|letter| !is_plain(letter)).unwrap_or(text.len());
    let Some(tail) = text[end..].strip_prefix('\'') else {
        return text.split_at(end);
    };
    let letters = tail.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(tail.len());
    text.split_at(if letters > 0 { end + 1 + letters } else { end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_can_be_searched() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn words_lose_their_endings_and_common_ones_are_dropped() {
        assert_eq!(stems("When did Melanie's painting of the SUNRISES win?"), ["melani", "paint", "sunris", "win"]);
    }

    #[test]
    fn what_is_not_ascii_cuts() {
        assert_eq!(stems("café 2023-05 naïve"), ["caf", "2023", "05", "na", "ve"]);
    }

    #[test]
    fn an_apostrophe_joins_letters_only() {
        assert_eq!(stems("rock'n'roll 90's it's '' o'"), ["rock'n", "roll", "90", "o"]);
    }

    #[test]
    fn nothing_has_no_words() {
        assert_eq!(stems(" ?! "), Vec::<String>::new());
    }
}
