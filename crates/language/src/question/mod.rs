//! Reads a question: what in it says more than its words do.
//!
//! Names, quoted words, numbers and identifiers must be met exactly; dates are stretches of time; the language says how
//! far the rest can be trusted. Nothing here decides how much any of it counts.

mod past;

use std::ops::Range;
use std::sync::LazyLock;

use jiff::Zoned;
use regex::Regex;
use serde::Serialize;

use crate::dates::{self, Granularity, Mention};
use crate::tongues::{self, Tongue};

/// A question as it was understood.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Question {
    /// Its language, where it can be told.
    pub language: Option<&'static str>,
    /// Names of people, places and things, as written.
    pub names: Vec<String>,
    /// What stands in quotation marks.
    pub quoted: Vec<String>,
    /// Numbers, versions, addresses, paths and other words with marks inside.
    pub exact: Vec<String>,
    /// The stretches of time it names.
    pub times: Vec<Time>,
    /// Whether it asks for a time.
    pub asks_when: bool,
    /// Whether it asks about what was, rather than for something to be done now.
    pub looks_back: bool,
    /// Whether it asks what the assistant said.
    pub asks_assistant: bool,
    /// All its words, in small letters.
    #[serde(skip)]
    words: std::collections::BTreeSet<String>,
}

impl Question {
    /// Returns whether a part of this name, first or last, is one of its words.
    pub fn mentions(&self, name: &str) -> bool {
        small_words(name).any(|part| part.chars().count() > 1 && self.words.contains(&part))
    }

    /// Returns whether a word is one of its words, accents aside.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains(word) || self.words.iter().any(|own| crate::entities::folded(own) == word)
    }
}

fn small_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// A stretch of time that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Time {
    /// The words it came from.
    pub words: String,
    /// Its first moment, in microseconds since 1970.
    pub from: i64,
    /// The first moment after it.
    pub until: i64,
    /// How exact the words are.
    pub granularity: Granularity,
}

/// A question longer than this is a text with a question in it; its beginning and its end say what is asked.
const LONG: usize = 2000;

/// Reads a question as of a moment, in its zone.
pub fn read(text: &str, now: &Zoned) -> Question {
    let text = ends_of(text);
    let text = text.as_str();
    let mentions = dates::find_looking_back(text, now);
    let in_date = |span: &Range<usize>| mentions.iter().any(|mention| overlap(&mention.span, span));
    let quoted = quoted(text);
    Question {
        language: tongues::detect(text).map(Tongue::code),
        names: names(text).into_iter().filter(|span| !in_date(span)).map(|span| text[span].to_owned()).collect(),
        exact: exact(text).into_iter().filter(|span| !in_date(span)).map(|span| text[span].to_owned()).collect(),
        times: mentions.iter().filter_map(|mention| time_of(mention, now)).collect(),
        asks_when: ASKS_WHEN.is_match(text),
        looks_back: LOOKS_BACK.is_match(text),
        asks_assistant: ASKS_ASSISTANT.is_match(text),
        words: small_words(text).collect(),
        quoted,
    }
}

fn ends_of(text: &str) -> String {
    let length = text.chars().count();
    if length <= LONG {
        return text.to_owned();
    }
    let head: String = text.chars().take(LONG / 2).collect();
    let tail: String = text.chars().skip(length - LONG / 2).collect();
    format!("{head}\n{tail}")
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// From a mention to instants. What began then and is left open, "since September", reaches to the present; what ended
/// then, "before September", reaches back as far as anything.
fn time_of(mention: &Mention, now: &Zoned) -> Option<Time> {
    let micros =
        |at: jiff::civil::DateTime| Some(at.to_zoned(now.time_zone().clone()).ok()?.timestamp().as_microsecond());
    let present = now.timestamp().as_microsecond();
    let from = micros(mention.start)?;
    let until = micros(mention.end)?;
    Some(Time {
        words: mention.text.clone(),
        from: if mention.earliest().is_some() || until > present { from } else { i64::MIN / 4 },
        until: if mention.latest().is_some() || from > present { until } else { until.max(present) },
        granularity: mention.granularity,
    })
}

/// Runs of capitalised words, the first word of a sentence only where it is no ordinary one.
fn names(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut begins = true;
    let mut joined = false;
    for (start, word) in words_of(text) {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let Some(offset) = word.find(bare).filter(|_| !bare.is_empty()) else {
            begins |= ends_sentence(word);
            joined = false;
            continue;
        };
        let possessive = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare);
        let span = start + offset..start + offset + possessive.len();
        let capital = possessive.chars().next().is_some_and(char::is_uppercase);
        let named =
            capital && possessive != "I" && !possessive.starts_with("I'") && !(begins && is_ordinary(possessive));
        if named {
            match found.last_mut() {
                Some(last) if joined => last.end = span.end,
                _ => found.push(span),
            }
        }
        // "Ann's Berlin" are two, "New York" is one.
        joined = named && possessive.len() == bare.len() && start + offset + bare.len() == start + word.len();
        begins = ends_sentence(word);
    }
    found
}

fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn ends_sentence(word: &str) -> bool {
    word.trim_end_matches(['"', '”', '\'', ')']).ends_with(['.', '?', '!', ':', '\n'])
}

/// Words that begin a question without being a name, in the order of the alphabet.
const ORDINARY: &[&str] = &[
    "a",
    "about",
    "after",
    "all",
    "also",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "based",
    "because",
    "before",
    "but",
    "by",
    "can",
    "could",
    "describe",
    "did",
    "do",
    "does",
    "during",
    "each",
    "every",
    "explain",
    "find",
    "for",
    "from",
    "give",
    "had",
    "has",
    "have",
    "he",
    "hello",
    "help",
    "her",
    "hey",
    "hi",
    "his",
    "how",
    "if",
    "in",
    "is",
    "it",
    "its",
    "last",
    "let",
    "list",
    "many",
    "may",
    "might",
    "my",
    "name",
    "no",
    "not",
    "now",
    "of",
    "oh",
    "ok",
    "okay",
    "on",
    "one",
    "or",
    "our",
    "out",
    "over",
    "please",
    "recall",
    "remember",
    "remind",
    "search",
    "she",
    "should",
    "show",
    "since",
    "so",
    "some",
    "suggest",
    "summarize",
    "tell",
    "thanks",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "to",
    "under",
    "until",
    "was",
    "we",
    "well",
    "were",
    "what",
    "what's",
    "whats",
    "when",
    "where",
    "which",
    "while",
    "who",
    "whose",
    "why",
    "will",
    "with",
    "would",
    "write",
    "yes",
    "yesterday",
    "you",
    "your",
];

fn is_ordinary(word: &str) -> bool {
    ORDINARY.binary_search(&word.to_lowercase().replace('’', "'").as_str()).is_ok()
}

/// What stands in quotation marks, of any sort, on one line.
fn quoted(text: &str) -> Vec<String> {
    const PAIRS: &[(char, char)] =
        &[('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’'), ('「', '」'), ('『', '』')];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((at, open)) = rest.char_indices().find(|(_, letter)| PAIRS.iter().any(|(open, _)| open == letter)) {
        let inside = &rest[at + open.len_utf8()..];
        let closes = |letter: char| PAIRS.iter().any(|(from, to)| *from == open && *to == letter);
        match inside.find(closes) {
            Some(end) if !inside[..end].trim().is_empty() && !inside[..end].contains('\n') => {
                found.push(inside[..end].trim().to_owned());
                rest = &inside[end..];
                rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            }
            _ => rest = inside,
        }
    }
    found
}

/// Numbers, and words with digits or marks inside.
fn exact(text: &str) -> Vec<Range<usize>> {
    words_of(text)
        .filter_map(|(start, word)| {
            let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
            let offset = word.find(bare).filter(|_| !bare.is_empty())?;
            let marked = bare.contains(['_', '@', '/']) || bare.contains("::") || is_dotted(bare);
            let wanted = marked || bare.chars().any(|letter| letter.is_ascii_digit());
            wanted.then(|| start + offset..start + offset + bare.len())
        })
        .collect()
}

/// `example.org`, but not the end of one sentence and the beginning of the next.
fn is_dotted(word: &str) -> bool {
    word.split('.').count() > 1 && word.split('.').all(|part| part.len() > 1 && part.chars().all(char::is_alphanumeric))
}

static ASKS_WHEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix) ^\s*(?:when\b|what\ (?:date|day|month|year|time)\b|which\ (?:date|day|month|year)\b|how\ long\b
          |how\ many\ (?:days|weeks|months|years)\b|since\ when\b) | \ when\ ",
    )
    .expect("it is a pattern")
});

static LOOKS_BACK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?ix)
        \b(?:did|was|were|had|when|ago|before|earlier|previously|already|last|first)\b
        | \bour\ (?:past\ |previous\ |earlier\ )?(?:conversation|chat|discussion|session)s?\b
        | \b(?:have|has)\ (?:i|we|you|he|she|they|my|our)\b
        | \bhow\ (?:many|much|long|often)\b
        | \b(?:i|we)\ {}\b",
        past::pattern()
    ))
    .expect("it is a pattern")
});

static ASKS_ASSISTANT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?ix)
        \b(?:did|have|had|were|was)\ you\b
        | \byou(?:'ve|\ have|\ had)?\ (?:just\ |already\ |also\ |previously\ |earlier\ )?{}\b
        | \byour\ (?:earlier\ |previous\ |last\ |first\ )?
          (?:answer|advice|reply|response|suggestion|recommendation|explanation|list|plan)s?\b",
        past::pattern()
    ))
    .expect("it is a pattern")
});

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn now() -> Zoned {
        "2026-11-14T12:00:00+00:00[UTC]".parse().unwrap()
    }

    fn question(text: &str) -> Question {
        read(text, &now())
    }

    #[test]
    fn names_are_found_inside_and_at_the_beginning() {
        assert_eq!(question("What did Ann's sister buy in New York?").names, ["Ann", "New York"]);
        assert_eq!(question("Caroline went where?").names, ["Caroline"]);
        assert_eq!(question("Did I tell you? Where is Bob").names, ["Bob"]);
        assert_eq!(question("what is my plan").names, Vec::<String>::new());
    }

    #[test]
    fn a_month_is_a_time_and_no_name() {
        let read = question("What did Melanie do in March?");
        assert_eq!(read.names, ["Melanie"]);
        assert_eq!(read.times.len(), 1);
        assert_eq!(read.times[0].granularity, Granularity::Month);
    }

    #[test]
    fn dates_become_stretches_of_time_on_the_askers_clock() {
        let day =
            |text: &str| -> i64 { format!("{text}T00:00:00Z").parse::<jiff::Timestamp>().unwrap().as_microsecond() };
        let summer = &question("where was I last summer?").times[0];
        assert_eq!((summer.from, summer.until), (day("2026-06-01"), day("2026-09-01")));
        let month = &question("what did I do in March 2025?").times[0];
        assert_eq!((month.from, month.until), (day("2025-03-01"), day("2025-04-01")));
    }

    /// A question is about what was said, so a time that no verb places lies behind; what is left open reaches to now.
    #[test]
    fn times_lie_behind_unless_the_question_says_otherwise() {
        let day =
            |text: &str| -> i64 { format!("{text}T00:00:00Z").parse::<jiff::Timestamp>().unwrap().as_microsecond() };
        let stretch = |text: &str| question(text).times.first().map(|time| (time.from, time.until));
        for (text, from, until) in [
            ("in March", "2026-03-01", "2026-04-01"),
            ("books in December", "2025-12-01", "2026-01-01"),
            ("between June and August", "2026-06-01", "2026-09-01"),
            ("what did we do between June and August?", "2026-06-01", "2026-09-01"),
            ("trips from May to July", "2026-05-01", "2026-08-01"),
            ("what have I read last year?", "2025-01-01", "2026-01-01"),
            ("what will we do in March?", "2027-03-01", "2027-04-01"),
        ] {
            assert_eq!(stretch(text), Some((day(from), day(until))), "{text}");
        }
        let now = now().timestamp().as_microsecond();
        assert_eq!(stretch("what changed since September?"), Some((day("2026-09-01"), now)));
        assert_eq!(stretch("what happened after the 1st of October?"), Some((day("2026-10-02"), now)));
        let (from, until) = stretch("what did I do before March?").unwrap();
        assert!(from < day("1900-01-01") && until == day("2026-03-01"));
    }

    #[test]
    fn quotes_numbers_and_identifiers_are_kept_whole() {
        let read = question("who said \"never again\" about no_meetings_after and v1.82 at jane@example.org?");
        assert_eq!(read.quoted, ["never again"]);
        assert_eq!(read.exact, ["no_meetings_after", "v1.82", "jane@example.org"]);
        assert_eq!(question("«да» и 「はい」").quoted, ["да", "はい"]);
        assert_eq!(question("an unfinished \"quote").quoted, Vec::<String>::new());
    }

    #[test]
    fn a_person_is_mentioned_by_first_or_last_name() {
        let read = question("what did ann's sister say?");
        assert!(read.mentions("Ann") && read.mentions("Ann Lee") && !read.mentions("Anna") && !read.mentions("S"));
    }

    #[test]
    fn whether_it_looks_back_and_at_whom() {
        assert!(question("What did I say about tea?").looks_back);
        assert!(question("The flat I saw, where is it?").looks_back);
        assert!(!question("Suggest a place for dinner").looks_back);
        assert!(!question("How should I set up the shelf?").looks_back);
        assert!(question("which book did you recommend?").asks_assistant);
        assert!(question("what was your advice on the flat?").asks_assistant);
        assert!(!question("what do you know about my flat?").asks_assistant);
    }

    #[test]
    fn whether_a_time_is_asked_for() {
        assert!(question("When did we move?").asks_when);
        assert!(question("Since when do I run?").asks_when);
        assert!(!question("What did we eat?").asks_when);
    }

    #[test]
    fn ordinary_words_are_sorted_for_the_search() {
        assert!(ORDINARY.is_sorted());
        assert_eq!(question("Which one? Whose? Yesterday, then.").names, Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn any_text_can_be_asked(text: String) {
            let read = question(&text);
            prop_assert!(read.names.iter().all(|name| !name.is_empty()));
        }
    }
}
