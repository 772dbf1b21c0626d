//! When something was said, as the sets write it: "1:56 pm on 8 May, 2023", "29.12.2023, 22:42:04", "March-15-2024",
//! "2023/05/20 (Sat) 02:21".

use cofio_domain::time::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Where a set says no time at all.
pub fn unknown() -> Timestamp {
    Timestamp::from_micros(1_672_563_600_000_000)
}

/// How far apart messages are taken to be that have only a day or a session's beginning: half a minute.
const STEP_MICROS: i64 = 30_000_000;

/// Returns the time of the `place`th message after a time.
pub fn step(from: Timestamp, place: usize) -> Timestamp {
    Timestamp::from_micros(from.as_micros() + STEP_MICROS * place as i64)
}

/// Reads a date, with the time of day where there is one; else it is nine in the morning.
pub fn read(text: &str) -> Option<Timestamp> {
    let lower = text.to_lowercase();
    let (clock, rest) = take_clock(&lower);
    let mut month = None;
    let mut numbers = Vec::new();
    for word in rest.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if let Some(named) = MONTHS.iter().position(|name| word.starts_with(name)) {
            month.get_or_insert(named as i32 + 1);
        } else if let Ok(number) = word.trim_end_matches(char::is_alphabetic).parse::<i32>() {
            numbers.push(number);
        }
    }
    let (year, month, day) = match (month, &numbers[..]) {
        (Some(month), [year @ 1000..=9999, day, ..] | [day, year @ 1000..=9999, ..]) => (*year, month, *day),
        (None, [year @ 1000..=9999, month, day, ..]) => (*year, *month, *day),
        // 29.12.2023, and where that cannot be, 12/29/2023.
        (None, [day, month @ ..=12, year @ 1000..=9999, ..]) => (*year, *month, *day),
        (None, [month @ ..=12, day, year @ 1000..=9999, ..]) => (*year, *month, *day),
        _ => return None,
    };
    let (hour, minute, second) = clock.unwrap_or((9, 0, 0));
    let small = |number: i32| i8::try_from(number).ok();
    let time = DateTime::new(
        i16::try_from(year).ok()?,
        small(month)?,
        small(day)?,
        small(hour)?,
        small(minute)?,
        small(second)?,
        0,
    );
    Some(Timestamp::from_jiff(time.ok()?.to_zoned(TimeZone::UTC).ok()?.timestamp()))
}

/// Finds "1:56 pm" or "22:42:04", and returns the text without it.
fn take_clock(text: &str) -> (Option<(i32, i32, i32)>, String) {
    let is_clock = |letter: char| letter.is_ascii_digit() || letter == ':';
    let words = text.split(|letter: char| !is_clock(letter));
    let Some(clock) = { words }.find(|word| word.contains(':') && word.len() > 2) else {
        return (None, text.into());
    };
    let numbers: Vec<i32> = clock.split(':').filter_map(|part| part.parse().ok()).collect();
    let rest = text.replacen(clock, " ", 1);
    let [hour, minute, ..] = numbers[..] else { return (None, rest) };
    let words: Vec<&str> = rest.split(|letter: char| !letter.is_alphabetic()).collect();
    let hour = match hour {
        12 if words.contains(&"am") => 0,
        1..=11 if words.contains(&"pm") => hour + 12,
        _ => hour,
    };
    (Some((hour, minute, numbers.get(2).copied().unwrap_or(0))), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_own_way_to_write_a_time() {
        for (written, expected) in [
            ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00Z"),
            ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00Z"),
            ("29.12.2023, 22:42:04", "2023-12-29T22:42:04Z"),
            ("12/29/2023", "2023-12-29T09:00:00Z"),
            ("March-15-2024", "2024-03-15T09:00:00Z"),
            ("2023/05/20 (Sat) 02:21", "2023-05-20T02:21:00Z"),
            ("2023-05-20", "2023-05-20T09:00:00Z"),
            ("May 3rd, 2024", "2024-05-03T09:00:00Z"),
        ] {
            assert_eq!(read(written).map(|at| at.to_string()).as_deref(), Some(expected), "{written}");
        }
        for unclear in ["", "soon", "8 May", "31.31.2023", "99:99 on 8 May, 2023"] {
            assert_eq!(read(unclear), None, "{unclear}");
        }
    }
}
