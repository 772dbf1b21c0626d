//! What a claim does to what is known, told by phrases of `acts.txt`: what was given up for something else, what holds
//! instead, and a number put in the place of another.

use std::ops::Range;

use super::extractor::Extractor;
use super::reading::Reading;
use super::topic::Topic;
use super::words::Class;

/// Returns what was given up in "I switched from coffee to tea".
pub fn left_behind(said: &str) -> Option<Topic> {
    let extractor = Extractor::standard();
    let reading = Reading::of(said, &extractor.words);
    let hits = extractor.phrases.find(&reading.tokens);
    let hit = hits.iter().find(|hit| extractor.phrases.sections[hit.section].name == "left_behind")?;
    let joins = extractor.phrases.sections[hit.section].remark.trim_matches(['(', ')']);
    let ends = |at: &usize| joins.split('|').any(|word| word == reading.word(*at));
    let end = (hit.at.end..reading.len()).find(ends)?;
    Topic::of(said.get(reading.tokens.span(hit.at.end..end))?)
}

/// Whether an order says that it holds in the place of another.
pub fn takes_the_place(said: &str) -> bool {
    let extractor = Extractor::standard();
    let reading = Reading::of(said, &extractor.words);
    let hits = extractor.phrases.find(&reading.tokens);
    hits.iter().any(|hit| extractor.phrases.sections[hit.section].name == "instead")
}

/// Returns a statement with its last count replaced by another; where the other says of what, the statement must too.
pub fn put_right(statement: &str, value: &str) -> Option<String> {
    let words = &Extractor::standard().words;
    let given = Reading::of(value, words);
    let number = (0..given.len()).find(|at| given.is_number(*at))?;
    let unit = given.tokens.text.get(given.tokens.span(number + 1..given.len().max(number + 1))).unwrap_or_default();
    if let Some(unit) = Topic::of(unit)
        && !unit.is_in(statement)
    {
        return None;
    }
    let known = Reading::of(statement, words);
    // A day is no count.
    let counts = |at: &usize| {
        known.is_number(*at)
            && !known.is(*at, Class::Adverb)
            && !is_in_a_date(statement, &known.tokens.span(*at..*at + 1))
    };
    let place = known.tokens.span((0..known.len()).rev().find(counts).map(|at| at..at + 1)?);
    let new = given.tokens.text.get(given.tokens.span(number..number + 1))?;
    (statement.get(place.clone())? != new)
        .then(|| format!("{}{new}{}", &statement[..place.start], &statement[place.end..]))
}

fn is_in_a_date(statement: &str, place: &Range<usize>) -> bool {
    let before = statement.get(..place.start).unwrap_or_default();
    let after = statement.get(place.end..).unwrap_or_default();
    let joined = |letter: Option<char>| letter.is_some_and(|letter| matches!(letter, '-' | ':' | '/'));
    joined(before.chars().next_back()) || joined(after.chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_gives_way_to_a_count_of_the_same() {
        for (known, value, expected) in [
            ("User has three grandchildren", "four", Some("User has four grandchildren")),
            ("User has three grandchildren", "four grandchildren", Some("User has four grandchildren")),
            ("User has three grandchildren", "four paragraphs", None),
            ("User flies on 2026-05-01", "four", None),
            ("User likes tea", "four", None),
        ] {
            assert_eq!(put_right(known, value).as_deref(), expected, "{known}: {value}");
        }
    }

    #[test]
    fn what_was_given_up_stands_between() {
        assert_eq!(left_behind("I switched from coffee to tea"), Topic::of("coffee"));
        assert_eq!(left_behind("I replaced the old car with a bike"), Topic::of("the old car"));
        assert_eq!(left_behind("I like tea"), None);
        assert!(takes_the_place("Use tabs from now on") && !takes_the_place("Use tabs"));
    }
}
