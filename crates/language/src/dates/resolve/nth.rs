//! Things counted inside a longer time, and things right before or after a day.

use jiff::civil::{Date, Weekday};

use super::units::{granularity_of, week, weekend};
use super::{Context, Interval, day, monday_of, shift, years};
use crate::dates::grammar::{Expr, NthOf};
use crate::dates::lexicon::Unit;
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

impl Context<'_> {
    /// The nth of something inside an interval, and `count - 1` more. A week belongs where its Thursday lies, a
    /// weekend where its Saturday lies.
    pub(super) fn nth(&self, nth: i32, count: u32, what: NthOf, of: &Interval) -> Option<Interval> {
        let (unit, granularity, first) = match what {
            NthOf::Weekday(weekday) => (Unit::Week, Granularity::Day, first_weekday(of.start.date(), weekday)?),
            NthOf::Unit(Unit::Day) => (Unit::Day, Granularity::Day, of.start.date()),
            NthOf::Unit(Unit::Week) => {
                let thursday = first_weekday(of.start.date(), Weekday::Thursday)?;
                (Unit::Week, Granularity::Week, monday_of(thursday)?)
            }
            NthOf::Unit(Unit::Weekend) => {
                (Unit::Week, Granularity::Weekend, first_weekday(of.start.date(), Weekday::Saturday)?)
            }
            NthOf::Unit(unit) => (unit, granularity_of(unit), of.start.date()),
        };
        // Where a unit counts as inside: its Thursday, else its first day.
        let inside = |date: Date| {
            let mark = if granularity == Granularity::Week { shift(date, 3, Unit::Day) } else { Some(date) };
            mark.is_some_and(|mark| of.contains(super::midnight(mark)))
        };
        let start = if nth > 0 {
            shift(first, i64::from(nth) - 1, unit)?
        } else {
            let mut last = shift(of.end.date(), 1, unit)?;
            last = if granularity == Granularity::Week { monday_of(last)? } else { last };
            last = match what {
                NthOf::Weekday(weekday) => super::weekday_of_week(last, weekday)?,
                NthOf::Unit(Unit::Weekend) => super::weekday_of_week(last, Weekday::Saturday)?,
                _ => last,
            };
            while !inside(last) && last >= of.start.date() {
                last = shift(last, -1, unit)?;
            }
            shift(last, 1 - i64::from(count), unit)?
        };
        if !inside(start) {
            return None;
        }
        let end = match granularity {
            Granularity::Weekend => shift(shift(start, 2, Unit::Day)?, i64::from(count) - 1, Unit::Week)?,
            Granularity::Day if unit == Unit::Week => shift(start.tomorrow().ok()?, i64::from(count) - 1, Unit::Week)?,
            _ => shift(start, i64::from(count), unit)?,
        };
        Interval::days(start, end, granularity)
    }

    /// A week by its number: of the year said, else the latest begun or the first not over, as the tense has it.
    pub(super) fn numbered_week(&self, number: i8, year: Option<&Expr>, tense: Tense) -> Option<Interval> {
        let week_of = |year: &Interval| self.nth(i32::from(number), 1, NthOf::Unit(Unit::Week), year);
        if let Some(year) = year {
            return week_of(&self.resolve(year, tense)?);
        }
        let this_year = self.today.year();
        let mut near = (-1..=1).filter_map(|more| week_of(&years(this_year.checked_add(more)?, 1, Granularity::Year)?));
        match tense {
            Tense::Past => near.rfind(|found| found.start <= self.now),
            _ => near.find(|found| found.end > self.now),
        }
    }

    /// The day, week or weekday right before or after a known time.
    pub(super) fn beside(&self, what: NthOf, after: bool, of: &Interval) -> Option<Interval> {
        let step = if after { 1 } else { -1 };
        let last = crate::dates::mention::last_day(of.end);
        let edge = if after { last } else { of.start.date() };
        match what {
            NthOf::Unit(Unit::Day) => day(shift(edge, step, Unit::Day)?),
            NthOf::Weekday(weekday) => {
                let here = super::weekday_of_week(edge, weekday)?;
                let beyond = if after { here > edge } else { here < edge };
                day(if beyond { here } else { shift(here, step, Unit::Week)? })
            }
            NthOf::Unit(Unit::Weekend) => {
                let here = weekend(edge)?;
                let beyond = if after { here.start > of.start } else { here.end <= of.start };
                if beyond && of.granularity < Granularity::Weekend {
                    Some(here)
                } else {
                    weekend(shift(edge, step, Unit::Week)?)
                }
            }
            NthOf::Unit(Unit::Week) => week(shift(edge, step, Unit::Week)?),
            NthOf::Unit(unit) => {
                let first = self.containing(edge, unit)?.start.date();
                self.containing(shift(first, step, unit)?, unit)
            }
        }
    }
}

/// The first such weekday on or after a day.
fn first_weekday(date: Date, weekday: Weekday) -> Option<Date> {
    let here = super::weekday_of_week(date, weekday)?;
    if here >= date { Some(here) } else { shift(here, 1, Unit::Week) }
}
