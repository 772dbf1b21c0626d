//! What is handed back for an expression of time: an interval, how exact it is, and the words it came from.

use std::ops::Range;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{ToSpan, Zoned};
use serde::{Deserialize, Serialize};

/// One expression of time found in a text.
///
/// `start` and `end` are local times in the zone of the reference. They are always the concrete stretch the words
/// name; which of its sides the words leave open is said by `relation` (see [`Mention::earliest`] and
/// [`Mention::latest`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// The words it came from, as written.
    pub text: String,
    /// Where those words are, in bytes.
    pub span: Range<usize>,
    /// The first moment named.
    pub start: DateTime,
    /// The first moment after it.
    pub end: DateTime,
    /// How exact the words are. A counted distance ("three years ago") is resolved to the day it lands on and keeps
    /// the unit it was counted in, because nobody means the day.
    pub granularity: Granularity,
    /// How the claim around it relates to the interval.
    pub relation: Relation,
    /// Whether the words themselves hedge: "around", "about", "-ish".
    pub approximate: bool,
}

/// The calendar unit in which an expression of time is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// A clock time with minutes, or a distance in minutes or seconds.
    Minute,
    /// A clock time without minutes, or a distance in hours.
    Hour,
    /// Morning, afternoon, evening, night.
    Daypart,
    /// A calendar day.
    Day,
    /// Saturday and Sunday.
    Weekend,
    /// Monday to Sunday.
    Week,
    /// A calendar month, or its early, middle or late third.
    Month,
    /// Three calendar months, from January, April, July or October.
    Quarter,
    /// Three months, meteorologically.
    Season,
    /// Half a calendar year.
    Half,
    /// A calendar year, or its early, middle or late third.
    Year,
    /// Ten years, or the early, middle or late part of them.
    Decade,
    /// A hundred years, or the early, middle or late third of them.
    Century,
}

/// How a claim relates to the time it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// On, at, in or during it.
    On,
    /// By its end at the latest: "by December", "due Friday", "no later than the 5th", "within two weeks".
    By,
    /// Strictly before the time named; the interval is the last unit that still qualifies ("before August": July).
    Before,
    /// Up to and including it: "until", "till", "through".
    Until,
    /// From then to the present: "since 2019".
    Since,
    /// Strictly after the time named; the interval is the first unit that qualifies ("after 2018": 2019).
    After,
    /// From then on: "starting Monday", "as of May".
    From,
    /// From one time to another, both included.
    Range,
    /// A stretch counted from the reference: "the next two weeks", "the last three days".
    Span,
}

impl Mention {
    /// Returns the last calendar day it touches.
    pub fn last_day(&self) -> Date {
        last_day(self.end)
    }

    /// Returns when it begins, unless the words leave that open.
    pub fn earliest(&self) -> Option<DateTime> {
        match self.relation {
            Relation::By | Relation::Before | Relation::Until => None,
            _ => Some(self.start),
        }
    }

    /// Returns when it is over, unless the words leave that open.
    pub fn latest(&self) -> Option<DateTime> {
        match self.relation {
            Relation::Since | Relation::After | Relation::From => None,
            // A clock time is a point: "by 5 pm" is over at five, not a minute or an hour past it.
            Relation::By | Relation::Until if self.granularity <= Granularity::Hour => Some(self.start),
            _ => Some(self.end),
        }
    }

    /// Returns its first moment and the first after it as instants in a zone.
    ///
    /// Where the clocks skip or repeat a local time the earlier reading of a repeated one and the later side of a
    /// skipped one are taken, so a day of 23 or 25 hours stays one day. `None` at the ends of the calendar.
    pub fn instants(&self, zone: &TimeZone) -> Option<(Zoned, Zoned)> {
        let start = self.start.to_zoned(zone.clone()).ok()?;
        let end = self.end.to_zoned(zone.clone()).ok()?;
        Some((start, end))
    }
}

/// Returns the last calendar day before an exclusive end.
pub(super) fn last_day(end: DateTime) -> Date {
    end.checked_sub(1.nanosecond()).map_or(end.date(), DateTime::date)
}
