//! Days of the month named by number alone where something is moved or set: "postponed to the 19th", "it's the 29th now".

use std::sync::LazyLock;

use jiff::civil::Date;
use jiff::{ToSpan, Zoned};
use regex::Regex;

use crate::dates::{Granularity, Mention, Relation};

/// What may stand before such a day, and behind it so that it is no floor and no birthday.
static ORDINAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:(?:on|to|till|until|for|is|it's|its|now)\s+)(the\s+(\d{1,2})(?:st|nd|rd|th))(?:\s*$|\s*[,.;:!?)\n]|\s+(?:now|instead|then|with|at|and|but|so|thank|thanks|if|because|not|we|i|please|lol|already)\b)",
    )
    .ok()
});

/// Finds the days of a text that are numbered only; each is the next such day from when it was said.
pub(super) fn find(text: &str, at: &Zoned) -> Vec<Mention> {
    let Some(pattern) = ORDINAL.as_ref() else { return Vec::new() };
    let mention = |found: regex::Captures<'_>| {
        let (words, number) = (found.get(1)?, found.get(2)?);
        let day = next(at.date(), number.as_str().parse().ok()?)?;
        let start = day.at(0, 0, 0, 0);
        Some(Mention {
            text: words.as_str().to_owned(),
            span: words.range(),
            start,
            end: start.checked_add(1.day()).ok()?,
            granularity: Granularity::Day,
            relation: Relation::On,
            approximate: false,
        })
    };
    pattern.captures_iter(text).filter_map(mention).collect()
}

/// The next day with this number, today included.
fn next(today: Date, number: i8) -> Option<Date> {
    (0..12).find_map(|months| {
        let month = today.first_of_month().checked_add(months.months()).ok()?;
        let day = Date::new(month.year(), month.month(), number).ok()?;
        (day >= today).then_some(day)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_day_is_the_next_one() {
        let at: Zoned = "2023-05-08T13:56:00[UTC]".parse().unwrap();
        for (text, days) in [
            ("we postponed to the 19th.", &["2023-05-19"][..]),
            ("it's the 3rd now", &["2023-06-03"]),
            ("on the 31st", &["2023-05-31"]),
            ("he moved to the 4th floor", &[]),
            ("for the 10th time", &[]),
        ] {
            let found: Vec<String> = find(text, &at).iter().map(|mention| mention.start.date().to_string()).collect();
            assert_eq!(found, days, "{text}");
        }
    }
}
