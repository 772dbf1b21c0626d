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

/// "On the Saturday": the next one, or the next after a day that was spoken of.
static WEEKDAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\bon\s+(the\s+(monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b").ok()
});

/// Finds the days of a text that are numbered or named only; each is the next such day from when it was said.
pub(super) fn find(text: &str, at: &Zoned) -> Vec<Mention> {
    let (Some(numbered), Some(named)) = (ORDINAL.as_ref(), WEEKDAY.as_ref()) else { return Vec::new() };
    let mention = |found: regex::Captures<'_>| {
        let (words, day) = (found.get(1)?, found.get(2)?.as_str());
        let day = match day.parse::<i8>() {
            Ok(number) => next(at.date(), number)?,
            Err(_) => next_weekday(at.date(), day)?,
        };
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
    numbered.captures_iter(text).chain(named.captures_iter(text)).filter_map(mention).collect()
}

fn next_weekday(today: Date, name: &str) -> Option<Date> {
    let wanted = name.to_lowercase();
    let days = (0..7).filter_map(|days| today.checked_add(days.days()).ok());
    days.into_iter().find(|day| day.strftime("%A").to_string().to_lowercase() == wanted)
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
            ("we sing on the Saturday", &["2023-05-13"]),
            ("he moved to the 4th floor", &[]),
            ("for the 10th time", &[]),
        ] {
            let found: Vec<String> = find(text, &at).iter().map(|mention| mention.start.date().to_string()).collect();
            assert_eq!(found, days, "{text}");
        }
    }
}
