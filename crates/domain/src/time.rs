//! Time: instants to the microsecond in UTC, windows between them, and the two clocks a question can be asked by.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An instant, UTC, in whole microseconds: the finest step that every store can keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// Where the present comes from. Passed in: nothing else in the workspace may ask what time it is.
pub trait Clock: Send + Sync {
    /// Returns the present.
    fn now(&self) -> Timestamp;
}

/// A text or number that is no instant Cofio can keep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time such as 2026-11-14T09:30:00Z")]
pub struct InvalidTimestamp(pub String);

impl Timestamp {
    /// The earliest and latest instants that can also be written as RFC 3339.
    pub const MIN: Timestamp = Timestamp(-62_135_596_800_000_000);
    /// See [`Timestamp::MIN`]: the last microsecond of the year 9998, so that any time zone's offset still fits.
    pub const MAX: Timestamp = Timestamp(253_370_764_799_999_999);

    /// Makes an instant from microseconds since 1970, held inside [`Timestamp::MIN`]..[`Timestamp::MAX`].
    pub fn from_micros(micros: i64) -> Timestamp {
        Timestamp(micros.clamp(Self::MIN.0, Self::MAX.0))
    }

    /// Returns microseconds since 1970.
    pub fn as_micros(self) -> i64 {
        self.0
    }

    /// Returns this instant moved by whole days of 24 hours.
    pub fn plus_days(self, days: i64) -> Timestamp {
        const DAY: i64 = 24 * 60 * 60 * 1_000_000;
        Timestamp::from_micros(self.0.saturating_add(days.saturating_mul(DAY)))
    }

    /// Returns this instant moved by whole minutes.
    pub fn plus_minutes(self, minutes: i64) -> Timestamp {
        Timestamp::from_micros(self.0.saturating_add(minutes.saturating_mul(60_000_000)))
    }

    /// Returns the next instant that can be told from this one.
    pub fn next(self) -> Timestamp {
        Timestamp::from_micros(self.0.saturating_add(1))
    }

    /// Returns the days from `earlier` to this instant, with fractions; negative when it lies before.
    pub fn days_since(self, earlier: Timestamp) -> f64 {
        (self.0 - earlier.0) as f64 / 86_400_000_000.0
    }

    /// Returns the same instant as the calendar library knows it.
    pub fn to_jiff(self) -> jiff::Timestamp {
        jiff::Timestamp::from_microsecond(self.0).expect("MIN and MAX are inside the library's range")
    }

    /// Cuts an instant to the microsecond.
    pub fn from_jiff(instant: jiff::Timestamp) -> Timestamp {
        Timestamp::from_micros(instant.as_microsecond())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_jiff())
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        let instant: jiff::Timestamp = text.trim().parse().map_err(|_| InvalidTimestamp(text.to_owned()))?;
        let kept = Timestamp::from_jiff(instant);
        if kept.to_jiff().as_microsecond() == instant.as_microsecond() {
            Ok(kept)
        } else {
            Err(InvalidTimestamp(text.to_owned()))
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A stretch of time: from its first instant up to, but not including, its last. Open-ended without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// The first instant inside.
    pub from: Timestamp,
    /// The first instant after it, if it ends.
    pub until: Option<Timestamp>,
}

impl Window {
    /// A window that begins and has no end in sight.
    pub fn starting(from: Timestamp) -> Window {
        Window { from, until: None }
    }

    /// Returns whether the instant lies inside.
    pub fn contains(&self, at: Timestamp) -> bool {
        self.from <= at && self.until.is_none_or(|until| at < until)
    }

    /// Returns whether no instant lies inside.
    pub fn is_empty(&self) -> bool {
        self.until.is_some_and(|until| until <= self.from)
    }

    /// Returns whether some instant lies inside both.
    pub fn overlaps(&self, other: &Window) -> bool {
        let starts_before_end = |one: &Window, other: &Window| other.until.is_none_or(|until| one.from < until);
        !self.is_empty() && !other.is_empty() && starts_before_end(self, other) && starts_before_end(other, self)
    }

    /// Returns the part that lies before `end`. A window cut before it began is empty, never inside out.
    pub fn ending_by(&self, end: Timestamp) -> Window {
        let end = end.max(self.from);
        Window { from: self.from, until: Some(self.until.map_or(end, |until| until.min(end))) }
    }
}

/// The two clocks a question is asked by: what was true *then*, as it was known *at that time*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The time in the world that is asked about.
    pub as_of: Timestamp,
    /// The state of our knowledge that answers; `None` is everything known by now.
    pub known_at: Option<Timestamp>,
}

impl Moment {
    /// What holds now, as far as we know now.
    pub fn now(now: Timestamp) -> Moment {
        Moment { as_of: now, known_at: None }
    }

    /// Reads a question: `as_of` alone asks present knowledge about then; `known_at` alone asks what we would have
    /// said at that moment; both together are free.
    pub fn asked(as_of: Option<Timestamp>, known_at: Option<Timestamp>, now: Timestamp) -> Moment {
        Moment { as_of: as_of.or(known_at).unwrap_or(now), known_at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    fn window(from: i64, until: i64) -> Window {
        Window { from: t(from), until: Some(t(until)) }
    }

    #[test]
    fn a_time_is_written_in_utc_and_reads_back() {
        let written = t(1_763_187_660_120_000).to_string();
        assert_eq!(written, "2025-11-15T06:21:00.12Z");
        assert_eq!(written.parse::<Timestamp>().unwrap(), t(1_763_187_660_120_000));
        assert_eq!("2025-11-15T07:21:00.12+01:00".parse::<Timestamp>().unwrap(), t(1_763_187_660_120_000));
    }

    #[test]
    fn the_ends_of_time_can_be_written_and_read() {
        for end in [Timestamp::MIN, Timestamp::MAX] {
            assert_eq!(end.to_string().parse::<Timestamp>().unwrap(), end);
        }
        assert_eq!(Timestamp::MAX.plus_days(i64::MAX), Timestamp::MAX);
    }

    #[test]
    fn windows_that_only_touch_do_not_overlap() {
        assert!(!window(1, 5).overlaps(&window(5, 9)));
        assert!(window(1, 6).overlaps(&window(5, 9)));
        assert!(!window(3, 3).overlaps(&window(1, 9)), "an empty window meets nothing");
        assert!(Window::starting(t(4)).overlaps(&Window::starting(t(9))));
    }

    #[test]
    fn a_window_cut_before_it_began_is_empty() {
        assert!(Window::starting(t(10)).ending_by(t(4)).is_empty());
        assert_eq!(window(1, 9).ending_by(t(20)), window(1, 9));
    }

    /// PRODUCT §1.11: `known_at` alone implies `as_of = known_at`; both together are free.
    #[test]
    fn known_at_alone_asks_about_the_same_moment() {
        let now = t(100);
        assert_eq!(Moment::asked(None, Some(t(7)), now), Moment { as_of: t(7), known_at: Some(t(7)) });
        assert_eq!(Moment::asked(Some(t(3)), None, now), Moment { as_of: t(3), known_at: None });
        assert_eq!(Moment::asked(Some(t(3)), Some(t(7)), now), Moment { as_of: t(3), known_at: Some(t(7)) });
        assert_eq!(Moment::asked(None, None, now), Moment::now(now));
    }
}
