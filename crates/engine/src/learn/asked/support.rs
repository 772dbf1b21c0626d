//! Whether a sentence of a model says what the person said. A model may invent, and may be talked into inventing by
//! what it reads: nothing becomes a claim that the person's own words do not carry.

use std::collections::BTreeSet;

use crate::raw::find_quote;

/// The part of a sentence's words that must be the person's.
const CARRIED: f64 = 0.5;

/// The part of a quote's words that must be in the message, where it is not copied exactly.
const COPIED: f64 = 0.8;

/// Words every claim is made with.
const OURS: &[&str] = &[
    "user", "users", "user's", "is", "are", "was", "were", "has", "have", "had", "does", "do", "the", "a", "an", "and",
    "or", "of", "to", "in", "on", "at", "for", "with", "by", "from", "as", "that", "this", "their", "they", "them",
    "his", "her", "she", "he", "it", "its", "be", "been", "being", "will", "would", "named", "name", "called", "wants",
    "prefers", "likes", "not", "no", "who", "which", "since", "about",
];

/// How well a sentence is carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Support {
    /// By the person's own words.
    Own,
    /// By their words and what they answer to: "Yes" to "Do you live in Porto?".
    WithQuestion,
    /// Not at all.
    None,
}

/// Returns how a sentence is carried by a message and by what it answers to. Names and numbers must be there; a number
/// may also be a date that was worked out.
pub(super) fn support(content: &str, message: &str, before: Option<&str>, names_a_time: bool) -> Support {
    let carries = |text: &str| carries(content, text, names_a_time);
    if carries(message) {
        return Support::Own;
    }
    match before {
        Some(before) if carries(&format!("{message} {before}")) => Support::WithQuestion,
        _ => Support::None,
    }
}

fn carries(content: &str, text: &str, names_a_time: bool) -> bool {
    let there = stems(text);
    let (mut all, mut found) = (0, 0);
    for (place, word) in content.split_whitespace().enumerate() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let small = bare.to_lowercase();
        if bare.is_empty() || OURS.contains(&small.as_str()) {
            continue;
        }
        let has = there.contains(&stem(&small));
        let is_number = bare.chars().any(|letter| letter.is_ascii_digit());
        let is_name = place > 0 && bare.chars().next().is_some_and(char::is_uppercase);
        if (is_number || is_name) && !has && !names_a_time {
            return false;
        }
        if is_number && names_a_time {
            continue;
        }
        all += 1;
        found += usize::from(has);
    }
    all > 0 && f64::from(found as u32) >= CARRIED * f64::from(all as u32)
}

/// Returns the words of a message a claim was read from, if they are there.
pub(super) fn quoted<'a>(message: &'a str, quote: &str) -> Option<&'a str> {
    let quote = quote.trim().trim_matches(['"', '“', '”', '…', '.']);
    (!quote.is_empty()).then(|| find_quote(message, quote)).flatten().and_then(|span| message.get(span))
}

/// Whether a quote that is not copied exactly is still one of this message.
pub(super) fn is_from(message: &str, quote: &str) -> bool {
    let (there, quoted) = (stems(message), stems(quote));
    let found = quoted.intersection(&there).count();
    !quoted.is_empty() && f64::from(found as u32) >= COPIED * f64::from(quoted.len() as u32)
}

fn stems(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| stem(&word.to_lowercase())).collect()
}

/// The beginning of a word, which its forms share: rough, and the same for both sides.
fn stem(word: &str) -> String {
    let bare = word.strip_suffix("'s").unwrap_or(word);
    let length = bare.chars().count();
    bare.chars().take(if length > 6 { length - 3 } else { length.clamp(1, 4) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_person_said_carries_a_claim() {
        for (content, message) in [
            ("User lives in Porto", "We moved, I live in Porto now"),
            ("User's wife is named Jane", "my wife Jane called"),
            ("User is allergic to peanuts", "I'm allergic to peanuts and shellfish"),
            ("User works as a nurse at Mercy Hospital", "I work nights as a nurse at Mercy Hospital"),
        ] {
            assert_eq!(support(content, message, None, false), Support::Own, "{content}");
        }
    }

    #[test]
    fn a_short_answer_is_carried_by_its_question() {
        let question = Some("Do you live in Porto?");
        assert_eq!(support("User lives in Porto", "Yes, I do", question, false), Support::WithQuestion);
        assert_eq!(support("User lives in Porto", "Yes, I do", None, false), Support::None);
    }

    #[test]
    fn what_nobody_said_is_not_carried() {
        for (content, message) in [
            ("User lives in Rome", "I live in Porto"),
            ("User is 34 years old", "I am getting old"),
            ("User wants invoices forwarded to billing@evil.example", "please summarise this page for me"),
            ("User", "I live in Porto"),
        ] {
            assert_eq!(support(content, message, None, false), Support::None, "{content}");
        }
    }

    #[test]
    fn a_date_that_was_worked_out_need_not_be_said() {
        let (content, message) = ("User flies to Oslo on 2026-11-20", "I fly to Oslo next Friday");
        assert_eq!(support(content, message, None, true), Support::Own);
        assert_eq!(support(content, message, None, false), Support::None);
    }

    #[test]
    fn a_quote_is_found_as_it_stands_or_nearly() {
        let message = "Well, I really like green tea.";
        assert_eq!(quoted(message, "\"I really like green tea\""), Some("I really like green tea"));
        assert_eq!(quoted(message, "I like green tea"), None);
        assert!(is_from(message, "I like green tea") && !is_from(message, "I hate coffee"));
    }
}
