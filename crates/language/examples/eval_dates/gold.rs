//! Reads the answers of the question sets, which are written by hand and in many ways, without the parser under test.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use regex::{Captures, Regex};

/// A stretch of days, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Days {
    pub(crate) first: Date,
    pub(crate) last: Date,
}

impl Days {
    fn of(date: Date) -> Self {
        Self { first: date, last: date }
    }

    pub(crate) fn holds(self, date: Date) -> bool {
        self.first <= date && date <= self.last
    }

    pub(crate) fn contains(self, other: Days) -> bool {
        self.holds(other.first) && self.holds(other.last)
    }

    /// Overlaps, and the other is not much longer than this or than a week.
    pub(crate) fn touches(self, other: Days) -> bool {
        let length = |days: Days| (days.last - days.first).get_days() + 1;
        self.first <= other.last && other.first <= self.last && length(other) <= length(self).max(7)
    }

    fn around(date: Date, days: i64) -> Option<Self> {
        Some(Self { first: date.checked_sub(days.days()).ok()?, last: date.checked_add(days.days()).ok()? })
    }
}

const MONTH: &str = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";

/// Returns the days an answer names, if it names an absolute date and was asked for one.
pub(crate) fn answer(question: &str, answer: &str, session: Date) -> Option<Days> {
    let question = question.to_lowercase();
    let asked =
        ["when", "in which month", "what year", "what month", "what day", "which month", "which week", "which year"];
    let answer = answer.to_lowercase().replace('`', "");
    let since = question.starts_with("how long") && answer.starts_with("since");
    if !since && !asked.iter().any(|start| question.trim_start().starts_with(start)) {
        return None;
    }
    // Vague on purpose: "a few years ago", "recently".
    if ["few", "recently", "ago", "several", "many"]
        .iter()
        .any(|word| answer.split_whitespace().any(|found| found == *word))
    {
        return None;
    }
    let (anchor, start) = anchor(&answer, session)?;
    let lead = answer[..start].trim().trim_end_matches(['`', '"']).trim().to_owned();
    shifted(&lead, anchor)
}

/// The date inside an answer, and where it begins.
fn anchor(answer: &str, session: Date) -> Option<(Days, usize)> {
    let numeric = pattern(r"(\d{1,2})\.(\d{1,2})\.(\d{2,4})");
    if let Some(found) = numeric.captures(answer) {
        let year = number(&found, 3);
        let year = if year < 100 { 2000 + year } else { year };
        return Some((Days::of(date(year, number(&found, 2), number(&found, 1))?), start(&found)));
    }
    let day_first = pattern(&format!(r"(\d{{1,2}})(?:st|nd|rd|th)?\s*(?:of\s+)?{MONTH}[.,]?\s*(\d{{4}})?"));
    if let Some(found) = day_first.captures(answer) {
        let year = found.get(3).map_or(i64::from(session.year()), |_| number(&found, 3));
        return Some((Days::of(date(year, month(&found[2]), number(&found, 1))?), start(&found)));
    }
    let month_first = pattern(&format!(r"{MONTH}\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})"));
    if let Some(found) = month_first.captures(answer) {
        return Some((Days::of(date(number(&found, 3), month(&found[1]), number(&found, 2))?), start(&found)));
    }
    let month_only = pattern(&format!(r"{MONTH}[.,]?\s*(\d{{4}})"));
    if let Some(found) = month_only.captures(answer) {
        let first = date(number(&found, 2), month(&found[1]), 1)?;
        return Some((Days { first, last: first.last_of_month() }, start(&found)));
    }
    let season = pattern(r"(spring|summer|autumn|fall|winter)(?:,| of)?\s+(\d{4})");
    if let Some(found) = season.captures(answer) {
        let first_month = match &found[1] {
            "spring" => 3,
            "summer" => 6,
            "winter" => 12,
            _ => 9,
        };
        let first = date(number(&found, 2), first_month, 1)?;
        let last = first.checked_add(2.months()).ok()?.last_of_month();
        return Some((Days { first, last }, start(&found)));
    }
    let year = pattern(r"\b(19\d\d|20\d\d)\b");
    let found = year.captures(answer)?;
    let first = date(number(&found, 1), 1, 1)?;
    Some((Days { first, last: first.last_of_year() }, start(&found)))
}

/// Applies what stands before the date: "the Friday before", "two weekends before", "early".
fn shifted(lead: &str, anchor: Days) -> Option<Days> {
    let words: Vec<&str> =
        lead.split_whitespace().filter(|word| !matches!(*word, "the" | "in" | "on" | "around" | "a" | "one")).collect();
    let words: Vec<&str> = words.iter().rev().take(5).rev().copied().collect();
    let plain = || Some(anchor);
    let Some((&last, rest)) = words.split_last() else {
        return plain();
    };
    let day = anchor.first;
    let monday = day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).ok()?;
    let thing = rest.last().copied().unwrap_or("");
    let count = rest.iter().rev().nth(1).and_then(|word| counted(word)).unwrap_or(1);
    match last {
        "before" | "after" | "of" | "since" if thing.is_empty() => plain(),
        "before" => before(thing, count, day, monday),
        "after" | "since" => after(thing, count, day, monday),
        "of" => inside(thing, rest, anchor, monday),
        "early" => Some(Days { first: anchor.first, last: anchor.first.checked_add(9.days()).ok()? }),
        "late" => Some(Days { first: anchor.first.checked_add(20.days()).ok()?, last: anchor.last }),
        "mid" => Some(Days {
            first: anchor.first.checked_add(10.days()).ok()?,
            last: anchor.first.checked_add(19.days()).ok()?,
        }),
        _ => plain(),
    }
}

fn before(thing: &str, count: i64, day: Date, monday: Date) -> Option<Days> {
    if let Some(weekday) = weekday(thing) {
        return Some(Days::of(day.nth_weekday(-1, weekday).ok()?));
    }
    match thing {
        "day" | "days" => Some(Days::of(day.checked_sub(count.days()).ok()?)),
        // From the Monday of the week before to the day before: both what "last week" and "in the past week" can mean.
        "week" if count == 1 => Some(Days { first: monday.checked_sub(7.days()).ok()?, last: day.yesterday().ok()? }),
        "week" | "weeks" => Days::around(day.checked_sub((7 * count).days()).ok()?, 3),
        "weekend" | "weekends" => {
            let saturday = monday.checked_sub((7 * count - 5).days()).ok()?;
            Some(Days { first: saturday, last: saturday.tomorrow().ok()? })
        }
        "month" | "months" => Days::around(day.checked_sub(count.months()).ok()?, 15),
        _ => None,
    }
}

fn after(thing: &str, count: i64, day: Date, monday: Date) -> Option<Days> {
    if let Some(weekday) = weekday(thing) {
        return Some(Days::of(day.nth_weekday(1, weekday).ok()?));
    }
    match thing {
        "day" | "days" => Some(Days::of(day.checked_add(count.days()).ok()?)),
        "week" if count == 1 => {
            let next = monday.checked_add(7.days()).ok()?;
            Some(Days { first: next, last: next.checked_add(6.days()).ok()? })
        }
        "week" | "weeks" => Days::around(day.checked_add((7 * count).days()).ok()?, 3),
        "weekend" => {
            let saturday = monday.checked_add(5.days()).ok()?;
            Some(Days { first: saturday, last: saturday.tomorrow().ok()? })
        }
        "month" | "months" => Days::around(day.checked_add(count.months()).ok()?, 15),
        _ => None,
    }
}

/// "the week of 23 August", "first weekend of August 2023", "last week of September 2023", "the morning of 7 January".
fn inside(thing: &str, rest: &[&str], anchor: Days, monday: Date) -> Option<Days> {
    let order = rest.iter().rev().nth(1).copied().unwrap_or("");
    let nth = match order {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "last" => -1,
        _ => 0,
    };
    match thing {
        "week" | "weekend" if nth == 0 => {
            let saturday = monday.checked_add(5.days()).ok()?;
            let sunday = saturday.tomorrow().ok()?;
            Some(Days { first: if thing == "week" { monday } else { saturday }, last: sunday })
        }
        "weekend" => {
            let saturday = anchor.first.nth_weekday_of_month(nth, Weekday::Saturday).ok()?;
            Some(Days { first: saturday, last: saturday.tomorrow().ok()? })
        }
        "week" => {
            let thursday = anchor.first.nth_weekday_of_month(nth, Weekday::Thursday).ok()?;
            let monday = thursday.checked_sub(3.days()).ok()?;
            Some(Days { first: monday, last: monday.checked_add(6.days()).ok()? })
        }
        _ => Some(anchor),
    }
}

fn counted(word: &str) -> Option<i64> {
    Some(match word {
        "two" | "couple" | "2" => 2,
        "three" | "3" => 3,
        "of" => 2,
        _ => return None,
    })
}

fn weekday(word: &str) -> Option<Weekday> {
    Some(match word {
        "monday" => Weekday::Monday,
        "tuesday" => Weekday::Tuesday,
        "wednesday" => Weekday::Wednesday,
        "thursday" => Weekday::Thursday,
        "friday" => Weekday::Friday,
        "saturday" => Weekday::Saturday,
        "sunday" => Weekday::Sunday,
        _ => return None,
    })
}

fn month(name: &str) -> i64 {
    let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    names.iter().zip(1..).find(|(month, _)| **month == name).map_or(0, |(_, number)| number)
}

fn date(year: i64, month: i64, day: i64) -> Option<Date> {
    Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

fn number(found: &Captures<'_>, group: usize) -> i64 {
    found.get(group).and_then(|digits| digits.as_str().parse().ok()).unwrap_or(0)
}

fn start(found: &Captures<'_>) -> usize {
    found.get(0).map_or(0, |whole| whole.start())
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is well formed")
}
