//! When a job is due.

use cofio_domain::time::Timestamp;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

/// How often something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Schedule {
    /// Every so many minutes.
    Minutes(u32),
    /// Every day at this hour, where the person is.
    Daily {
        /// The hour.
        hour: i8,
    },
    /// Every Sunday at this hour, where the person is.
    Sundays {
        /// The hour.
        hour: i8,
    },
}

impl Schedule {
    /// Returns the first time after `last` at which it is due.
    pub(crate) fn next_after(self, last: Timestamp, zone: &TimeZone) -> Timestamp {
        match self {
            Schedule::Minutes(minutes) => last.plus_minutes(i64::from(minutes)),
            Schedule::Daily { hour } => next_at(last, hour, zone, |_| true).unwrap_or_else(|| last.plus_days(1)),
            Schedule::Sundays { hour } => {
                let sunday = |date: Date| date.weekday() == Weekday::Sunday;
                next_at(last, hour, zone, sunday).unwrap_or_else(|| last.plus_days(7))
            }
        }
    }
}

/// Returns the next time a clock shows the hour on a day that fits. Where the clocks jump over it, the first time after it; the library
/// decides as the calendar does.
fn next_at(last: Timestamp, hour: i8, zone: &TimeZone, fits: impl Fn(Date) -> bool) -> Option<Timestamp> {
    let here = last.to_jiff().to_zoned(zone.clone());
    for days in 0..9 {
        let date = here.date().checked_add(days.days()).ok()?;
        if !fits(date) {
            continue;
        }
        let at = date.at(hour, 0, 0, 0).to_zoned(zone.clone()).ok()?;
        let at = Timestamp::from_jiff(at.timestamp());
        if at > last {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(last: &str, zone: &str) -> String {
        let zone = TimeZone::get(zone).unwrap();
        Schedule::Daily { hour: 3 }.next_after(last.parse().unwrap(), &zone).to_string()
    }

    /// C33: jobs run at 03:00 where the person is.
    #[test]
    fn three_in_the_morning_is_where_the_person_is() {
        assert_eq!(next("2026-11-14T12:00:00Z", "UTC"), "2026-11-15T03:00:00Z");
        assert_eq!(next("2026-11-14T12:00:00Z", "Asia/Tokyo"), "2026-11-14T18:00:00Z");
        assert_eq!(next("2026-11-15T03:00:00Z", "UTC"), "2026-11-16T03:00:00Z", "not twice at the same time");
        assert_eq!(next("2026-11-15T02:59:59Z", "UTC"), "2026-11-15T03:00:00Z");
    }

    #[test]
    fn a_night_without_that_hour_has_one_run_and_a_night_with_two_of_them_one() {
        // Clocks in Lisbon skip from 01:00 to 02:00 in March; in Sao Paulo 2018 midnight did not exist.
        assert_eq!(next("2026-03-29T00:30:00Z", "Europe/Lisbon"), "2026-03-29T02:00:00Z");
        assert_eq!(next("2026-10-25T00:30:00Z", "Europe/Berlin"), "2026-10-25T02:00:00Z");
        assert_eq!(next("2026-10-25T02:00:00Z", "Europe/Berlin"), "2026-10-26T02:00:00Z");
    }

    #[test]
    fn a_weekly_job_is_done_on_sundays() {
        let next =
            |last: &str| Schedule::Sundays { hour: 4 }.next_after(last.parse().unwrap(), &TimeZone::UTC).to_string();
        assert_eq!(next("2026-11-14T12:00:00Z"), "2026-11-15T04:00:00Z", "a Saturday");
        assert_eq!(next("2026-11-15T04:00:00Z"), "2026-11-22T04:00:00Z", "not twice");
    }

    #[test]
    fn minutes_are_counted_from_the_last_time() {
        let zone = TimeZone::UTC;
        let last: Timestamp = "2026-11-14T12:00:00Z".parse().unwrap();
        assert_eq!(Schedule::Minutes(5).next_after(last, &zone).to_string(), "2026-11-14T12:05:00Z");
    }
}
