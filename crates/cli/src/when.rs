//! Times as people type them: an instant, a date, a span from now, or words.

use cofio_domain::time::Timestamp;
use cofio_language::dates;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan, Zoned};

/// Which end of a stretch of time is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// Its first instant.
    Start,
    /// Its last instant.
    End,
}

/// Which way a span such as 30d is counted from now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toward {
    /// Back.
    Past,
    /// Ahead.
    Future,
}

/// Reads a time. A date or a word means a stretch of time, of which `edge` is taken.
pub fn parse(text: &str, edge: Edge, toward: Toward, now: Timestamp, zone: &TimeZone) -> Result<Timestamp, String> {
    let text = text.trim();
    let wrong =
        || format!("`{text}` is not a time: use 2026-12-31, 2026-12-31T18:00:00Z, 30d or words like \"last Friday\"");
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Ok(instant);
    }
    if text.eq_ignore_ascii_case("now") {
        return Ok(now);
    }
    let here = now.to_jiff().to_zoned(zone.clone());
    if let Some(span) = span_of(text) {
        let signed = if toward == Toward::Past { -span } else { span };
        return here.checked_add(signed).map(|moved| instant_of(&moved)).map_err(|_| wrong());
    }
    if let Ok(date) = text.parse::<Date>()
        && !text.contains('T')
    {
        return day_edge(date, edge, zone).ok_or_else(wrong);
    }
    if let Ok(local) = text.parse::<DateTime>() {
        return local.to_zoned(zone.clone()).map(|zoned| instant_of(&zoned)).map_err(|_| wrong());
    }
    words(text, edge, &here).ok_or_else(wrong)
}

/// Reads a span such as 30d, 2w, 12h, 6mo or 1y.
fn span_of(text: &str) -> Option<Span> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let count: i64 = text[..digits].parse().ok()?;
    if count > 100_000 {
        return None;
    }
    match text[digits..].trim() {
        "m" | "min" => Some(count.minutes()),
        "h" => Some(count.hours()),
        "d" => Some(count.days()),
        "w" => Some(count.weeks()),
        "mo" => Some(count.months()),
        "y" => Some(count.years()),
        _ => None,
    }
}

fn day_edge(date: Date, edge: Edge, zone: &TimeZone) -> Option<Timestamp> {
    let start = date.to_zoned(zone.clone()).ok()?;
    match edge {
        Edge::Start => Some(instant_of(&start)),
        Edge::End => {
            let next = date.tomorrow().ok()?.to_zoned(zone.clone()).ok()?;
            Some(last_before(&next))
        }
    }
}

/// Reads words, which must mean one time and nothing else.
fn words(text: &str, edge: Edge, here: &Zoned) -> Option<Timestamp> {
    let found = dates::find(text, here);
    let [only] = found.as_slice() else { return None };
    if only.span.len() < text.len() {
        return None;
    }
    let (start, end) = only.instants(here.time_zone())?;
    Some(match edge {
        Edge::Start => instant_of(&start),
        Edge::End => last_before(&end),
    })
}

fn instant_of(zoned: &Zoned) -> Timestamp {
    Timestamp::from_jiff(zoned.timestamp())
}

/// Returns the last second before an instant: how the end of a day is written.
fn last_before(end: &Zoned) -> Timestamp {
    Timestamp::from_micros(instant_of(end).as_micros() - 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, edge: Edge) -> Result<String, String> {
        toward(text, edge, Toward::Future)
    }

    fn toward(text: &str, edge: Edge, toward: Toward) -> Result<String, String> {
        let now: Timestamp = "2026-11-15T09:30:00Z".parse().unwrap();
        let zone = TimeZone::get("Europe/Lisbon").unwrap();
        parse(text, edge, toward, now, &zone).map(|time| time.to_string())
    }

    #[test]
    fn instants_dates_spans_and_words_are_times() {
        for (text, edge, expected) in [
            ("2026-06-01T12:00:00Z", Edge::Start, "2026-06-01T12:00:00Z"),
            ("2026-06-01T12:00:00+02:00", Edge::Start, "2026-06-01T10:00:00Z"),
            ("2026-06-01", Edge::Start, "2026-05-31T23:00:00Z"),
            ("2026-06-01", Edge::End, "2026-06-01T22:59:59Z"),
            ("2026-06-01T12:00", Edge::Start, "2026-06-01T11:00:00Z"),
            ("now", Edge::End, "2026-11-15T09:30:00Z"),
            ("30d", Edge::End, "2026-12-15T09:30:00Z"),
        ] {
            assert_eq!(at(text, edge).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(toward("2w", Edge::End, Toward::Past).as_deref(), Ok("2026-11-01T09:30:00Z"));
        for text in ["", "soon", "32 red balloons", "2026-13-01", "99999999999d"] {
            assert!(at(text, Edge::End).is_err(), "{text}");
        }
    }
}
