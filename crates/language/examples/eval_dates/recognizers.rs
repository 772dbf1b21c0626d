//! The English specs of Recognizers-Text.
//!
//! *Single dates*: cases with exactly one result, of type `date`, that is resolved. Right when a mention that overlaps
//! the expected words is exactly one day and that day is among the values; where a past and a future reading are both
//! listed, either counts, because which of them is right is a matter of convention.
//!
//! *Intervals*: every resolved result of type `date`, `daterange`, `datetime` or `datetimerange`, also in cases with
//! several. A `datetime` is right when our start is that minute. A range is right when the sides it gives agree: its
//! start is ours; its end is our exclusive end, or the beginning of our last unit, because the specs name the end of
//! "from March to May" 1 May and mean May. After "after 5 May" they begin on the day itself, we on the next.
//!
//! A case whose expected value contradicts the product's conventions is left out, with the reason.

use std::path::Path;

use cofio_language::dates::{Granularity, Mention, find};
use jiff::civil::{Date, DateTime};
use jiff::{ToSpan, tz::TimeZone};
use serde_json::Value;

use crate::{Score, read_json};

pub(crate) fn scores(path: &Path) -> Result<Vec<Score>, String> {
    let cases = read_json(path)?;
    let cases = cases.as_array().ok_or_else(|| format!("{} is not a list", path.display()))?;
    let mut single = Score::new("Recognizers, single dates, exact");
    let mut intervals = Score::new("Recognizers, all dates and ranges, interval agreement");
    for case in cases {
        let Some(reference) = case["Context"]["ReferenceDateTime"].as_str().and_then(|at| at.parse::<DateTime>().ok())
        else {
            continue;
        };
        let Ok(reference) = reference.to_zoned(TimeZone::UTC) else {
            continue;
        };
        let input = case["Input"].as_str().unwrap_or_default();
        let mentions = find(input, &reference);
        let results = case["Results"].as_array().map(Vec::as_slice).unwrap_or_default();
        for result in results {
            let Some(expected) = Expected::read(input, result) else {
                continue;
            };
            let here: Vec<&Mention> = mentions.iter().filter(|mention| expected.overlaps(mention)).collect();
            let right = here.iter().any(|mention| expected.values.iter().any(|value| value.agrees(mention)));
            let describe = || {
                let ours: Vec<String> =
                    here.iter().map(|mention| format!("{} {}..{}", mention.text, mention.start, mention.end)).collect();
                format!(
                    "{:?} @ {} | {} -> {:?} | ours {ours:?}",
                    input,
                    reference.datetime(),
                    expected.text,
                    expected.values
                )
            };
            let is_single = results.len() == 1 && expected.kind == "date";
            if let Some(reason) = contradiction(input, &expected).filter(|_| !right) {
                let line = format!("{reason}: {}", describe());
                if is_single {
                    single.excluded.push(line.clone());
                }
                intervals.excluded.push(line);
                continue;
            }
            if is_single {
                single.count(right, describe);
            }
            intervals.count(right, describe);
        }
    }
    Ok(vec![single, intervals])
}

/// What the specs expect of one stretch of words.
struct Expected {
    text: String,
    kind: String,
    /// In bytes.
    span: std::ops::Range<usize>,
    values: Vec<Wanted>,
}

#[derive(Debug)]
enum Wanted {
    Day(Date),
    Moment(DateTime),
    Range { start: Option<DateTime>, end: Option<DateTime> },
}

impl Expected {
    /// Reads a result, unless it is of another type or not resolved.
    fn read(input: &str, result: &Value) -> Option<Self> {
        let kind = result["TypeName"].as_str()?.strip_prefix("datetimeV2.")?.to_owned();
        let values: Vec<Wanted> =
            result["Resolution"]["values"].as_array()?.iter().filter_map(|value| wanted(&kind, value)).collect();
        let byte = |at: u64| input.char_indices().nth(at as usize).map_or(input.len(), |(byte, _)| byte);
        let span = byte(result["Start"].as_u64()?)..byte(result["End"].as_u64()? + 1);
        (!values.is_empty()).then(|| Self {
            text: result["Text"].as_str().unwrap_or_default().to_owned(),
            kind,
            span,
            values,
        })
    }

    fn overlaps(&self, mention: &Mention) -> bool {
        mention.span.start < self.span.end && self.span.start < mention.span.end
    }
}

fn wanted(kind: &str, value: &Value) -> Option<Wanted> {
    let moment = |field: &str| {
        let text = value[field].as_str()?;
        text.replace(' ', "T")
            .parse::<DateTime>()
            .ok()
            .or_else(|| text.parse::<Date>().ok().map(|date| date.at(0, 0, 0, 0)))
    };
    match kind {
        "date" => Some(Wanted::Day(moment("value")?.date())),
        "datetime" => Some(Wanted::Moment(moment("value")?)),
        "daterange" | "datetimerange" => {
            let (start, end) = (moment("start"), moment("end"));
            (start.is_some() || end.is_some()).then_some(Wanted::Range { start, end })
        }
        _ => None,
    }
}

impl Wanted {
    fn agrees(&self, mention: &Mention) -> bool {
        match self {
            Wanted::Day(date) => mention.start.date() == *date && mention.last_day() == *date && is_whole_day(mention),
            Wanted::Moment(moment) => {
                let minute = |at: DateTime| at.with().second(0).subsec_nanosecond(0).build().ok();
                minute(mention.start) == minute(*moment) && mention.granularity <= Granularity::Hour
            }
            Wanted::Range { start, end } => {
                start.is_none_or(|start| begins(mention, start)) && end.is_none_or(|end| ends(mention, end))
            }
        }
    }
}

fn is_whole_day(mention: &Mention) -> bool {
    mention.start == mention.start.date().at(0, 0, 0, 0) && mention.end == mention.end.date().at(0, 0, 0, 0)
}

fn begins(mention: &Mention, start: DateTime) -> bool {
    let after_day = mention.start.checked_sub(1.day()).ok() == Some(start);
    mention.start == start || (after_day && mention.relation == cofio_language::dates::Relation::After)
}

fn ends(mention: &Mention, end: DateTime) -> bool {
    let last = mention.last_day();
    let last_unit = match mention.granularity {
        Granularity::Month => last.first_of_month(),
        Granularity::Quarter => Date::constant(last.year(), (last.month() - 1) / 3 * 3 + 1, 1),
        Granularity::Year => last.first_of_year(),
        _ => last,
    };
    // A clock time is a point, which the specs give as the end.
    let point = mention.granularity <= Granularity::Hour && mention.start == end;
    let nearly = mention.end.checked_sub(1.second()).ok() == Some(end);
    mention.end == end || last_unit.at(0, 0, 0, 0) == end || last.at(0, 0, 0, 0) == end || point || nearly
}

/// Why an expected value cannot be ours, where the product's conventions say otherwise in so many words. What they do
/// not settle counts as a miss.
fn contradiction(input: &str, expected: &Expected) -> Option<&'static str> {
    let text = expected.text.to_lowercase();
    let words: Vec<&str> =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |candidates: &[&str]| words.iter().any(|word| candidates.contains(word));
    let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let dayparts = ["morning", "afternoon", "evening", "night", "tonight", "tonite"];
    let months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october"];
    let unsaid = ["the day before", "the day after", "the next day"].contains(&text.as_str());
    let clockless = !text.chars().any(|letter| letter.is_ascii_digit());
    let of_a_month = has(&months) || has(&["november", "december", "month"]);
    if unsaid || has(&["following", "same"]) || words.last() == Some(&"later") || input.starts_with("That one") {
        return Some("relative to an unknown event: no date");
    }
    if text.starts_with("that ") {
        return Some("relative to an unknown event: no date");
    }
    if ["the day", "the week", "the month", "the year"].contains(&text.as_str()) {
        return Some("an idiom, or a length of time");
    }
    if text.starts_with("last ") && has(&weekdays) {
        return Some("\"last\" weekday is the latest before today");
    }
    if expected.kind == "datetimerange" && clockless && has(&dayparts) {
        return Some("the parts of the day have other hours");
    }
    if expected.kind == "daterange"
        && of_a_month
        && has(&["early", "mid", "middle", "late", "beginning", "start", "end"])
    {
        return Some("early, mid and late are days 1–10, 11–20, 21–end");
    }
    let passed = input.starts_with("It happened") && (has(&["christmas"]) || has(&["easter"]));
    passed.then_some("the tense decides")
}
