//! Distances from now or from a day that is known.

use jiff::civil::Date;
use jiff::{Span, Zoned};

use super::units::{granularity_of, weekend};
use super::{Context, Interval, day, midnight, shift};
use crate::dates::grammar::{Amount, Expr};
use crate::dates::lexicon::Unit;
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

impl Context<'_> {
    pub(super) fn offset(
        &self,
        steps: &[(Amount, Unit)],
        forward: bool,
        from: &Expr,
        tense: Tense,
    ) -> Option<Interval> {
        let &(last, smallest) = steps.last()?;
        // A week from Tuesday is a Tuesday; a week from now is about then.
        let exact = matches!(from, Expr::Weekday { .. } | Expr::Day(_));
        let granularity = match granularity_of(smallest) {
            counted if exact && counted > Granularity::Day => Granularity::Day,
            _ if last.half => finer(smallest),
            counted => counted,
        };
        if let ([(amount, Unit::Weekend)], Expr::Now) = (steps, from) {
            return self.weekends(amount.whole, forward);
        }
        if let ([(amount, Unit::Night)], Expr::Now, false) = (steps, from, forward) {
            return self.night_of(shift(self.today, -i64::from(amount.whole), Unit::Day)?);
        }
        if matches!(from, Expr::Now) {
            if is_clockwork(steps) {
                let moved = self.moved(self.reference, steps, forward)?.datetime();
                return Some(Interval { granularity, ..self.minute(moved)? });
            }
            let date = self.moved_date(self.today, steps, forward)?;
            return Some(Interval { granularity, ..day(date)? });
        }
        let land = |tense| {
            let anchor = self.resolve(from, tense)?;
            if is_clockwork(steps) {
                let zoned = anchor.start.to_zoned(self.reference.time_zone().clone()).ok()?;
                return Some(Interval { granularity, ..self.minute(self.moved(&zoned, steps, forward)?.datetime())? });
            }
            let date = self.moved_date(anchor.start.date(), steps, forward)?;
            Some(Interval { granularity, ..day(date)? })
        };
        // "It was two weeks before Christmas", said on the 20th of December, means this Christmas.
        if tense == Tense::Past
            && let Some(landed) = land(Tense::Future).filter(|landed| landed.start <= self.now)
        {
            return Some(landed);
        }
        land(tense)
    }

    /// "two weekends ago": the last one counts as the first.
    fn weekends(&self, count: u32, forward: bool) -> Option<Interval> {
        let count = i64::from(count);
        let weeks = if forward { count.checked_sub(1)? } else { -count };
        weekend(shift(self.today, weeks, Unit::Week)?)
    }

    /// "a week starting tomorrow".
    pub(super) fn lasting(&self, steps: &[(Amount, Unit)], from: &Expr, tense: Tense) -> Option<Interval> {
        let first = self.resolve(from, tense)?;
        let granularity = granularity_of(steps.last()?.1);
        if is_clockwork(steps) || first.granularity < Granularity::Day {
            let zoned = first.start.to_zoned(self.reference.time_zone().clone()).ok()?;
            let end = self.moved(&zoned, steps, true)?.datetime();
            return (first.start < end).then_some(Interval { start: first.start, end, granularity });
        }
        let end = midnight(self.moved_date(first.start.date(), steps, true)?);
        (first.start < end).then_some(Interval { start: first.start, end, granularity })
    }

    /// Moves an instant; hours are real hours, also across a change of the clocks.
    pub(super) fn moved(&self, from: &Zoned, steps: &[(Amount, Unit)], forward: bool) -> Option<Zoned> {
        steps.iter().try_fold(from.clone(), |at, &(amount, unit)| {
            let (whole, seconds) = match unit {
                Unit::Second => (1, 0),
                Unit::Minute => (60, 30),
                Unit::Hour => (3600, 1800),
                Unit::Day | Unit::Night => (86_400, 43_200),
                _ => {
                    let date = self.moved_date(at.date(), &[(amount, unit)], forward)?;
                    return at.with().date(date).build().ok();
                }
            };
            let half = if amount.half { seconds } else { 0 };
            let total = i64::from(amount.whole).checked_mul(whole)?.checked_add(half)?;
            let span = Span::new().try_seconds(if forward { total } else { -total }).ok()?;
            at.checked_add(span).ok()
        })
    }

    /// Moves a day; a half unit is moved by the whole units that make it up.
    pub(super) fn moved_date(&self, from: Date, steps: &[(Amount, Unit)], forward: bool) -> Option<Date> {
        let sign = if forward { 1 } else { -1 };
        steps.iter().try_fold(from, |date, &(amount, unit)| {
            let date = shift(date, sign * i64::from(amount.whole), unit)?;
            if !amount.half {
                return Some(date);
            }
            let (count, part) = half_of(unit)?;
            shift(date, sign * count, part)
        })
    }
}

/// Whether the steps go by the clock and not by the calendar.
fn is_clockwork(steps: &[(Amount, Unit)]) -> bool {
    steps.iter().any(|(amount, unit)| *unit < Unit::Night || (*unit == Unit::Day && amount.half))
}

/// How exact half a unit is.
fn finer(unit: Unit) -> Granularity {
    match unit {
        Unit::Century => Granularity::Decade,
        Unit::Decade => Granularity::Year,
        Unit::Year | Unit::Quarter => Granularity::Month,
        Unit::Month => Granularity::Week,
        Unit::Week | Unit::Fortnight | Unit::Day => Granularity::Day,
        Unit::Hour => Granularity::Minute,
        other => granularity_of(other),
    }
}

fn half_of(unit: Unit) -> Option<(i64, Unit)> {
    Some(match unit {
        Unit::Week => (3, Unit::Day),
        Unit::Fortnight => (7, Unit::Day),
        Unit::Month => (15, Unit::Day),
        Unit::Quarter => (45, Unit::Day),
        Unit::Year => (6, Unit::Month),
        Unit::Decade => (5, Unit::Year),
        Unit::Century => (50, Unit::Year),
        _ => return None,
    })
}
