//! Tells where a text says that a figure or a day is another one now, and whether an earlier text has the figure it took
//! the place of.
//!
//! Likeness cannot tell which of two figures is today's; mostly the later text says so itself: "which has improved to
//! 78 %", "the new deadline of April 5". Then an earlier text with a figure of the same sort about the same thing is out
//! of date.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::lexicon::{Lexicon, Tokens, shape};

const FILES: [&str; 1] = [include_str!("words.txt")];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// What comes after is more of the same.
const LONG: usize = 1500;

/// The section that says that something changed; the other is of questions.
const NEWS: &str = "news";

/// How many words two texts must share around their figures to speak of the same.
const SHARED: usize = 2;

/// A figure in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Figure {
    sort: Sort,
    /// As it is written, without what joins its digits.
    value: String,
    /// What is counted, where it says.
    unit: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Percent,
    Money,
    Clock,
    Day,
    Count,
}

/// What a text says has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    figures: Vec<Figure>,
    /// The words of the sentences that say so.
    words: BTreeSet<String>,
}

impl News {
    /// Reads what a text says has changed; none where it says nothing of the sort.
    pub fn of(text: &str) -> Option<News> {
        let text = beginning(text);
        let tokens = Tokens::of(text);
        let hits = WORDS.find(&tokens);
        let (mut figures, mut words) = (Vec::new(), BTreeSet::new());
        for hit in hits.iter().filter(|hit| WORDS.sections[hit.section].name == NEWS) {
            let at = hit.at.clone().rev().find(|at| is_number(&tokens, *at));
            let Some(at) = at else { continue };
            figures.push(figure(text, &tokens, at));
            let sentence = tokens.list[at].sentence;
            words.extend(telling(&tokens, sentence.0 as usize..sentence.1 as usize));
        }
        (!figures.is_empty()).then_some(News { figures, words })
    }

    /// Whether a text said before has another figure of the same sort, about the same thing.
    pub fn replaces(&self, earlier: &str) -> bool {
        let text = beginning(earlier);
        let tokens = Tokens::of(text);
        let words = telling(&tokens, 0..tokens.list.len());
        if self.words.intersection(&words).count() < SHARED {
            return false;
        }
        let there: Vec<Figure> =
            (0..tokens.list.len()).filter(|at| is_number(&tokens, *at)).map(|at| figure(text, &tokens, at)).collect();
        self.figures.iter().any(|new| {
            let of_sort = |old: &&Figure| old.sort == new.sort && units_agree(old, new);
            !there.iter().any(|old| old.sort == new.sort && old.value == new.value)
                && there.iter().any(|old| of_sort(&old))
        })
    }
}

/// Whether a question asks how something was before, or how it changed, and not how it is by now.
pub fn asks_about_before(question: &str) -> bool {
    WORDS.find(&Tokens::of(question)).iter().any(|hit| WORDS.sections[hit.section].name != NEWS)
}

fn units_agree(old: &Figure, new: &Figure) -> bool {
    match (&old.unit, &new.unit) {
        (Some(old), Some(new)) if new_is_counted(old, new) => true,
        (Some(_), Some(_)) => false,
        _ => true,
    }
}

fn new_is_counted(old: &str, new: &str) -> bool {
    let stem = |word: &str| word.chars().take(4).collect::<String>();
    stem(old) == stem(new)
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(LONG).map_or(text, |(end, _)| &text[..end])
}

fn is_number(tokens: &Tokens<'_>, at: usize) -> bool {
    const WRITTEN: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let figures = shape::NUMBER | shape::PERCENT | shape::MONEY;
    let digits = tokens.list.get(at).is_some_and(|token| token.shape & figures != 0);
    digits
        || tokens.word(at).starts_with(|first: char| first.is_ascii_digit())
        || WRITTEN[1..].contains(&tokens.word(at))
}

/// Reads the figure at a word.
fn figure(text: &str, tokens: &Tokens<'_>, at: usize) -> Figure {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let span: Range<usize> = tokens.span(at..at + 1);
    let after = text.get(span.end..).unwrap_or_default().trim_start();
    let before = text.get(..span.start).unwrap_or_default().trim_end();
    let written = text.get(span).unwrap_or_default();
    let next = tokens.word(at + 1);
    let last = at.checked_sub(1).map(|at| tokens.word(at)).unwrap_or_default();
    let is_month = |word: &str| {
        word.len() >= 3 && MONTHS.iter().any(|month| word.starts_with(month)) && word.len() != 4
            || matches!(word, "june" | "july" | "sept")
    };
    let sort = if written.contains('%') || after.starts_with('%') || next == "percent" {
        Sort::Percent
    } else if before.ends_with(['$', '€', '£'])
        || written.starts_with(['$', '€', '£'])
        || matches!(next, "dollars" | "euros")
    {
        Sort::Money
    } else if written.contains(':')
        || matches!(next, "am" | "pm")
        || written.ends_with("am")
        || written.ends_with("pm")
        || after.starts_with(':')
    {
        Sort::Clock
    } else if is_month(last) || is_month(next) {
        Sort::Day
    } else {
        Sort::Count
    };
    let value: String = written.chars().filter(|letter| letter.is_alphanumeric() || *letter == '.').collect();
    let unit =
        (sort == Sort::Count && next.len() > 2 && next.chars().all(char::is_alphabetic)).then(|| next.to_owned());
    Figure { sort, value, unit }
}

/// The words of a stretch that tell what it is about, without their endings.
fn telling(tokens: &Tokens<'_>, words: Range<usize>) -> BTreeSet<String> {
    const SAYS_NOTHING: [&str; 38] = [
        "that",
        "this",
        "with",
        "have",
        "been",
        "from",
        "about",
        "also",
        "into",
        "which",
        "help",
        "make",
        "sure",
        "want",
        "need",
        "trying",
        "know",
        "some",
        "more",
        "most",
        "what",
        "when",
        "where",
        "would",
        "could",
        "should",
        "your",
        "their",
        "them",
        "then",
        "than",
        "just",
        "recently",
        "currently",
        "already",
        "really",
        "kinda",
        "like",
    ];
    words
        .map(|at| tokens.word(at))
        .filter(|word| {
            word.chars().count() > 3 && word.chars().all(char::is_alphabetic) && !SAYS_NOTHING.contains(word)
        })
        .map(|word| word.chars().take(5).collect())
        .collect()
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
    fn what_says_that_it_changed_replaces_what_was_said_before() {
        for (earlier, later, replaces) in [
            ("My tests cover 65% of the API module", "Coverage of the API module's tests improved to 78%", true),
            ("The deadline of the first sprint is April 1", "The new sprint deadline is April 5", true),
            ("I read 12 books this year", "I have now read 15 books this year", true),
            ("The call with Dana is at 3 PM", "The call with Dana was rescheduled to 4:30 PM", true),
            ("I read 12 books this year", "I read 15 books this year", false),
            ("I read 12 books this year", "The budget of our project was increased to $300", false),
            ("I read 15 books this year", "I have now read 15 books this year", false),
            ("I own 12 bikes and read books", "I have now read 15 books this year", false),
        ] {
            let news = News::of(later).is_some_and(|news| news.replaces(earlier));
            assert_eq!(news, replaces, "{later} | {earlier}");
        }
    }
}
