//! Weeks, weekends, months, quarters, years and decades relative to the present, and stretches of them.

use jiff::Span;
use jiff::civil::{Date, Weekday};

use super::{Context, Interval, midnight, monday_of, month, shift, weekday_of_week, years};
use crate::dates::grammar::{Amount, Expr};
use crate::dates::lexicon::{Unit, Which};
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

impl Context<'_> {
    pub(super) fn unit(&self, unit: Unit, which: Which, tense: Tense) -> Option<Interval> {
        let step = match which {
            Which::Last => -1,
            Which::This => 0,
            Which::Next | Which::Coming => 1,
            // "the end of the month" is of this one.
            Which::Bare if unit != Unit::Weekend => 0,
            Which::Bare if tense == Tense::Past => -1,
            // A present tense tells of every weekend.
            Which::Bare if tense == Tense::Present => return None,
            Which::Bare => 0,
        };
        if unit == Unit::Weekend {
            // "This coming weekend" is the one at the end of this week, unless that is already here.
            let here = self.today.weekday().to_monday_one_offset() > 5;
            let step = if which == Which::Coming && !here { 0 } else { step };
            return weekend(shift(self.today, step, Unit::Week)?);
        }
        self.containing(shift_within(self.today, step, unit)?, unit)
    }

    /// The calendar unit a day lies in.
    pub(super) fn containing(&self, date: Date, unit: Unit) -> Option<Interval> {
        match unit {
            Unit::Day => super::day(date),
            Unit::Week => week(date),
            Unit::Weekend => weekend(date),
            Unit::Month => month(date.year(), date.month()),
            Unit::Quarter => quarter(date.year(), (date.month() - 1) / 3 + 1, 3),
            Unit::Year => years(date.year(), 1, Granularity::Year),
            Unit::Decade => years(date.year() - date.year().rem_euclid(10), 10, Granularity::Decade),
            Unit::Century => years(date.year() - date.year().rem_euclid(100), 100, Granularity::Century),
            _ => None,
        }
    }

    /// "the next two weeks" are the fourteen days after today, "the last two weeks" the fourteen before it. Quarters and
    /// decades are counted whole.
    pub(super) fn count(&self, amount: Amount, unit: Unit, which: Which) -> Option<Interval> {
        let forward = match which {
            Which::Next | Which::Coming => true,
            Which::Last => false,
            _ => return None,
        };
        if matches!(unit, Unit::Second | Unit::Minute | Unit::Hour) {
            let steps = [(amount, unit)];
            let other = self.moved(self.reference, &steps, forward)?.datetime();
            let (start, end) = if forward { (self.now, other) } else { (other, self.now) };
            let granularity = if unit == Unit::Hour { Granularity::Hour } else { Granularity::Minute };
            return (start < end).then_some(Interval { start, end, granularity });
        }
        let count = i64::from(amount.whole);
        if matches!(unit, Unit::Quarter | Unit::Decade | Unit::Century) && !amount.half {
            let here = self.containing(self.today, unit)?;
            let (start, end) = if forward {
                (here.end.date(), shift(here.end.date(), count, unit)?)
            } else {
                (shift(here.start.date(), -count, unit)?, here.start.date())
            };
            return Interval::days(start, end, granularity_of(unit));
        }
        if unit == Unit::BusinessDay {
            let last = shift(self.today, if forward { count } else { -count }, unit)?;
            let (start, end) =
                if forward { (self.today.tomorrow().ok()?, last.tomorrow().ok()?) } else { (last, self.today) };
            return Interval::days(start, end, Granularity::Day);
        }
        if unit == Unit::Weekend {
            return None;
        }
        let edge = if forward { self.today.tomorrow().ok()? } else { self.today };
        let other = self.moved_date(edge, &[(amount, unit)], forward)?;
        let (start, end) = if forward { (edge, other) } else { (other, edge) };
        Interval::days(start, end, granularity_of(unit))
    }

    /// The stretch of the same granularity that touches an interval: July for "before August".
    pub(in crate::dates) fn unit_beside(&self, of: &Interval, after: bool) -> Option<Interval> {
        let unit = match of.granularity {
            Granularity::Minute => {
                return clock_beside(of, Span::new().try_minutes(1).ok()?, after);
            }
            Granularity::Hour | Granularity::Daypart => {
                return clock_beside(of, Span::new().try_hours(1).ok()?, after);
            }
            Granularity::Weekend | Granularity::Day => Unit::Day,
            Granularity::Week => Unit::Week,
            Granularity::Month => Unit::Month,
            Granularity::Season | Granularity::Quarter => Unit::Quarter,
            Granularity::Year | Granularity::Half => Unit::Year,
            Granularity::Decade => Unit::Decade,
            Granularity::Century => Unit::Century,
        };
        let edge = if after { of.end.date() } else { of.start.date() };
        let other = shift(edge, if after { 1 } else { -1 }, unit)?;
        Interval::days(edge.min(other), edge.max(other), of.granularity)
    }

    /// "the week of May 5", "the weekend of the 12th".
    pub(super) fn around(&self, unit: Unit, of: &Expr, tense: Tense) -> Option<Interval> {
        let day = self.resolve(of, tense)?.start.date();
        if unit == Unit::Weekend && matches!(of, Expr::Holiday { .. }) {
            return self.holiday_weekend(of, tense);
        }
        self.containing(day, unit)
    }
}

/// Moves a day into the unit `step` further on, by its first day, so that clamping cannot skip one.
fn shift_within(date: Date, step: i64, unit: Unit) -> Option<Date> {
    let first = if unit == Unit::Week { date } else { date.first_of_month() };
    shift(first, step, unit)
}

pub(super) fn week(date: Date) -> Option<Interval> {
    let monday = monday_of(date)?;
    Interval::days(monday, shift(monday, 1, Unit::Week)?, Granularity::Week)
}

/// Saturday and Sunday of the week a day lies in.
pub(super) fn weekend(date: Date) -> Option<Interval> {
    let saturday = weekday_of_week(date, Weekday::Saturday)?;
    Interval::days(saturday, shift(saturday, 2, Unit::Day)?, Granularity::Weekend)
}

/// The `index`th stretch of `size` months of a year.
pub(super) fn quarter(year: i16, index: i8, size: i8) -> Option<Interval> {
    let start = Date::new(year, (index - 1).checked_mul(size)? + 1, 1).ok()?;
    let granularity = if size == 3 { Granularity::Quarter } else { Granularity::Half };
    Interval::days(start, shift(start, i64::from(size), Unit::Month)?, granularity)
}

/// How exact words are that count in a unit.
pub(super) fn granularity_of(unit: Unit) -> Granularity {
    match unit {
        Unit::Second | Unit::Minute => Granularity::Minute,
        Unit::Hour => Granularity::Hour,
        Unit::Night => Granularity::Daypart,
        Unit::Day | Unit::BusinessDay => Granularity::Day,
        Unit::Weekend => Granularity::Weekend,
        Unit::Week | Unit::Fortnight => Granularity::Week,
        Unit::Month => Granularity::Month,
        Unit::Quarter => Granularity::Quarter,
        Unit::Year => Granularity::Year,
        Unit::Decade => Granularity::Decade,
        Unit::Century => Granularity::Century,
    }
}

fn clock_beside(of: &Interval, length: Span, after: bool) -> Option<Interval> {
    let (start, end) = if after {
        (of.start, of.start.checked_add(length).ok()?)
    } else {
        (of.start.checked_sub(length).ok()?, of.start)
    };
    Some(Interval { start, end, granularity: of.granularity })
}

/// What is left of a stretch from today on.
pub(super) fn from_today(interval: &Interval, today: Date) -> Option<Interval> {
    let start = interval.start.max(midnight(today));
    (start < interval.end).then_some(Interval { start, ..*interval })
}
