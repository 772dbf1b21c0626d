//! Writes the dates of a clause so that they still hold when it is read another day.

use jiff::{ToSpan, Zoned};

use crate::dates::{self, Granularity, Mention, Relation};

use super::extractor::Context;
use super::ordinals;
use super::rephrase::Replacement;

/// Returns the times a text names, as of when it was said.
pub(super) fn find(text: &str, at: &Zoned) -> Vec<Mention> {
    let mut found = dates::find(text, at);
    let apart = |one: &Mention, other: &Mention| one.span.end <= other.span.start || other.span.end <= one.span.start;
    for day in ordinals::find(text, at) {
        if found.iter().all(|known| apart(known, &day)) {
            found.push(day);
        }
    }
    found.sort_by_key(|mention| mention.span.start);
    found
}

/// Moves "the Saturday" behind the day that was spoken of before: "we fly on the 10th" – "we sing on the Saturday".
pub(super) fn anchored(mut mentions: Vec<Mention>, context: &Context<'_>) -> Vec<Mention> {
    let of_weekday = |mention: &Mention| {
        let words = mention.text.to_lowercase();
        let day = words.strip_prefix("on ").unwrap_or(&words).strip_prefix("the ").map(str::to_owned);
        day.is_some_and(|day| day.ends_with("day") && !day.contains(' '))
    };
    if !mentions.iter().any(of_weekday) {
        return mentions;
    }
    let today = context.message.at.date();
    let spoken_of = context.earlier.first().map(|text| find(text, context.message.at)).unwrap_or_default();
    let exact = |mention: &&Mention| mention.granularity <= Granularity::Day && mention.start.date() > today;
    let Some(anchor) = spoken_of.iter().rfind(exact) else { return mentions };
    for mention in mentions.iter_mut().filter(|mention| of_weekday(mention)) {
        while mention.start < anchor.start {
            let (Ok(start), Ok(end)) = (mention.start.checked_add(1.week()), mention.end.checked_add(1.week())) else {
                break;
            };
            (mention.start, mention.end) = (start, end);
        }
    }
    mentions
}

/// Returns what each time is replaced by. What names its year already stays as it was written.
pub(super) fn replacements(mentions: &[Mention]) -> Vec<Replacement> {
    let is_day = |mention: &Mention| mention.granularity == Granularity::Day && mention.relation == Relation::On;
    let relative = mentions
        .iter()
        .filter(|mention| (!names_its_year(&mention.text) || is_day(mention)) && !is_only_a_clock(mention));
    relative.filter_map(|mention| Some((mention.span.clone(), written(mention)?))).collect()
}

fn names_its_year(text: &str) -> bool {
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|letter| letter.is_ascii_digit());
    text.split(|letter: char| !letter.is_alphanumeric()).any(is_year) || text.contains("0s") || text.contains("0's")
}

/// "before 10 am" is a habit as often as a day's plan, so that a time of day alone stays what it was.
pub(super) fn is_only_a_clock(mention: &Mention) -> bool {
    const DAYS: [&str; 14] = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "day", "tonight", "tomorrow", "morning", "ago", "in ", "week",
    ];
    let words = mention.text.to_lowercase();
    mention.granularity <= Granularity::Hour && !DAYS.iter().any(|day| words.contains(day))
}

/// "on 2023-05-05", "in May 2023", "since 2019".
pub(super) fn written(mention: &Mention) -> Option<String> {
    let unit = unit(mention)?;
    if mention.granularity >= Granularity::Week && mention.text.to_lowercase().contains("end of") {
        return Some(format!("by {}", mention.last_day().strftime("%Y-%m-%d")));
    }
    let about = if mention.approximate { "around " } else { "" };
    let (on, bare) = unit;
    Some(match mention.relation {
        Relation::On => format!("{on} {about}{bare}"),
        Relation::By => format!("by {bare}"),
        // The interval is the unit that still qualifies, so that "before August" ends with July.
        Relation::Before | Relation::Until => format!("until {bare}"),
        Relation::Since => format!("since {about}{bare}"),
        Relation::After | Relation::From => format!("from {bare} on"),
        Relation::Range | Relation::Span => {
            format!("from {} to {}", mention.start.strftime("%Y-%m-%d"), mention.last_day().strftime("%Y-%m-%d"))
        }
    })
}

/// The preposition and the name of the time, as exact as the words were.
fn unit(mention: &Mention) -> Option<(&'static str, String)> {
    let start = mention.start;
    Some(match mention.granularity {
        Granularity::Minute | Granularity::Hour => ("on", start.strftime("%Y-%m-%d at %H:%M").to_string()),
        Granularity::Daypart | Granularity::Day => ("on", start.strftime("%Y-%m-%d").to_string()),
        Granularity::Weekend => ("on", start.strftime("the weekend of %Y-%m-%d").to_string()),
        Granularity::Week => ("in", start.strftime("the week of %Y-%m-%d").to_string()),
        Granularity::Month => ("in", start.strftime("%B %Y").to_string()),
        Granularity::Season => ("in", format!("{} {}", season(mention)?, start.strftime("%Y"))),
        Granularity::Quarter | Granularity::Half => ("in", start.strftime("%Y-%m").to_string()),
        Granularity::Year => ("in", start.strftime("%Y").to_string()),
        Granularity::Decade | Granularity::Century => return None,
    })
}

/// The season as it was called.
fn season(mention: &Mention) -> Option<&'static str> {
    let words = mention.text.to_lowercase();
    ["spring", "summer", "autumn", "fall", "winter"].into_iter().find(|season| words.contains(season))
}
