//! Turns what was said into an interval, given when and where it was said.

mod calendar;
mod clock;
mod holidays;
mod nth;
mod offsets;
mod parts;
mod ranges;
mod seasons;
mod units;
mod weekdays;

use jiff::civil::{Date, DateTime, Time as CivilTime};
use jiff::{Span, Zoned};

use super::grammar::Expr;
use super::lexicon::{self, Unit};
use super::mention::Granularity;
use super::tense::Tense;

/// When and where a text was written.
pub(super) struct Context<'a> {
    pub(super) reference: &'a Zoned,
    pub(super) now: DateTime,
    pub(super) today: Date,
    /// Winter falls in July.
    southern: bool,
}

/// A stretch of local time and how exactly it was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) start: DateTime,
    pub(super) end: DateTime,
    pub(super) granularity: Granularity,
}

impl<'a> Context<'a> {
    pub(super) fn new(reference: &'a Zoned) -> Self {
        let southern = lexicon::is_southern(reference.time_zone().iana_name());
        Self { reference, now: reference.datetime(), today: reference.date(), southern }
    }

    /// Returns the interval meant, or `None` where the words, the tense or the calendar do not allow one.
    pub(super) fn resolve(&self, expr: &Expr, tense: Tense) -> Option<Interval> {
        match expr {
            Expr::Now => self.minute(self.now),
            Expr::Day(days) => day(shift(self.today, i64::from(*days), Unit::Day)?),
            Expr::Weekday { weekday, which, plus_weeks } => self.weekday(*weekday, *which, *plus_weeks, tense),
            Expr::WeekdayIn { weekday, week } => {
                let week = self.resolve(week, tense)?;
                day(weekday_of_week(week.start.date(), *weekday)?)
            }
            Expr::NumberedWeek { number, year } => self.numbered_week(*number, year.as_deref(), tense),
            Expr::Date(date) => self.calendar_date(*date, tense),
            Expr::Unit { unit, which } => self.unit(*unit, *which, tense),
            Expr::Count { amount, unit, which } => self.count(*amount, *unit, *which),
            Expr::Offset { steps, forward, from } => self.offset(steps, *forward, from, tense),
            Expr::Recurrences { count, what, forward } => self.recurrences(*count, *what, *forward),
            Expr::Season { season, which, year } => self.season(*season, *which, *year, tense),
            Expr::Fraction { size, index, year } => self.fraction(*size, *index, year.as_deref(), tense),
            Expr::Decade(year) => years(*year, 10, Granularity::Decade),
            Expr::Century(year) => years(*year, 100, Granularity::Century),
            Expr::Holiday { rule, which, year } => self.holiday(*rule, *which, year.as_deref(), tense),
            Expr::HolidayWeekend(holiday) => self.holiday_weekend(holiday, tense),
            Expr::Nth { nth, count, what, of } => self.nth(*nth, *count, *what, &self.resolve(of, tense)?),
            Expr::Part { part, of } => {
                // "the end of summer" is of the one to come, where nothing says otherwise.
                let unplaced = matches!(**of, Expr::Season { .. }) && matches!(tense, Tense::Unknown | Tense::Present);
                self.part(*part, &self.resolve(of, if unplaced { Tense::Future } else { tense })?)
            }
            Expr::Around { unit, of } => self.around(*unit, of, tense),
            Expr::Beside { what, after, of } => self.beside(*what, *after, &self.resolve(of, tense)?),
            Expr::Timed { day, time } => self.timed(day, *time, tense),
            Expr::Time(time) => self.time_alone(*time, tense),
            Expr::Range { from, to } => self.range(from, to, tense),
            Expr::Lasting { steps, from } => self.lasting(steps, from, tense),
        }
    }

    fn minute(&self, at: DateTime) -> Option<Interval> {
        let start = at.with().second(0).subsec_nanosecond(0).build().ok()?;
        let end = start.checked_add(Span::new().try_minutes(1).ok()?).ok()?;
        Some(Interval { start, end, granularity: Granularity::Minute })
    }
}

impl Interval {
    /// From one day to another, the second left out.
    fn days(start: Date, end: Date, granularity: Granularity) -> Option<Interval> {
        let (start, end) = (midnight(start), midnight(end));
        (start < end).then_some(Interval { start, end, granularity })
    }

    fn contains(&self, moment: DateTime) -> bool {
        self.start <= moment && moment < self.end
    }
}

fn midnight(date: Date) -> DateTime {
    date.to_datetime(CivilTime::midnight())
}

fn day(date: Date) -> Option<Interval> {
    Interval::days(date, date.tomorrow().ok()?, Granularity::Day)
}

/// A stretch of calendar years.
fn years(first: i16, count: i16, granularity: Granularity) -> Option<Interval> {
    let start = Date::new(first, 1, 1).ok()?;
    Interval::days(start, Date::new(first.checked_add(count)?, 1, 1).ok()?, granularity)
}

/// A calendar month.
fn month(year: i16, month: i8) -> Option<Interval> {
    let start = Date::new(year, month, 1).ok()?;
    Interval::days(start, shift(start, 1, Unit::Month)?, Granularity::Month)
}

/// Moves a date by whole units; a month too short for the day is clamped to its end.
fn shift(date: Date, count: i64, unit: Unit) -> Option<Date> {
    let span = match unit {
        Unit::Day | Unit::Night => Span::new().try_days(count),
        Unit::Week | Unit::Weekend => Span::new().try_weeks(count),
        Unit::Fortnight => Span::new().try_weeks(count.checked_mul(2)?),
        Unit::Month => Span::new().try_months(count),
        Unit::Quarter => Span::new().try_months(count.checked_mul(3)?),
        Unit::Year => Span::new().try_years(count),
        Unit::Decade => Span::new().try_years(count.checked_mul(10)?),
        Unit::Century => Span::new().try_years(count.checked_mul(100)?),
        Unit::BusinessDay => return shift_business_days(date, count),
        Unit::Second | Unit::Minute | Unit::Hour => return None,
    };
    date.checked_add(span.ok()?).ok()
}

/// How many business days are worth counting one by one.
const MOST_BUSINESS_DAYS: i64 = 10_000;

fn shift_business_days(date: Date, count: i64) -> Option<Date> {
    if count.abs() > MOST_BUSINESS_DAYS {
        return None;
    }
    let mut date = date;
    let mut left = count.abs();
    while left > 0 {
        date = if count > 0 { date.tomorrow() } else { date.yesterday() }.ok()?;
        let weekend = date.weekday().to_monday_one_offset() > 5;
        left -= i64::from(!weekend);
    }
    Some(date)
}

fn monday_of(date: Date) -> Option<Date> {
    shift(date, -i64::from(date.weekday().to_monday_zero_offset()), Unit::Day)
}

fn weekday_of_week(date: Date, weekday: jiff::civil::Weekday) -> Option<Date> {
    shift(monday_of(date)?, i64::from(weekday.to_monday_zero_offset()), Unit::Day)
}
