//! The dates of holidays.

use jiff::civil::{Date, Weekday};

use super::{Context, Interval, day, shift};
use crate::dates::grammar::Expr;
use crate::dates::lexicon::{Rule, Unit, Which};
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

impl Context<'_> {
    /// The holiday in the year said; else the latest or the next, by the word before it or by the tense.
    pub(super) fn holiday(&self, rule: Rule, which: Which, year: Option<&Expr>, tense: Tense) -> Option<Interval> {
        if let Some(year) = year {
            return day(date_of(rule, self.resolve(year, tense)?.start.year())?);
        }
        let this_year = self.today.year();
        let mut near = (-1..=1).filter_map(|years| date_of(rule, this_year.checked_add(years)?));
        let date = match (which, tense) {
            (Which::Last, _) => near.rfind(|date| *date < self.today),
            (Which::Next | Which::Coming, _) => near.find(|date| *date > self.today),
            (_, Tense::Past) => near.rfind(|date| *date <= self.today),
            _ => near.find(|date| *date >= self.today),
        };
        day(date?)
    }

    /// The weekend nearest to a holiday, and the days between.
    pub(super) fn holiday_weekend(&self, holiday: &Expr, tense: Tense) -> Option<Interval> {
        let date = self.resolve(holiday, tense)?.start.date();
        // From Thursday on the weekend to come is nearer, up to Tuesday the one gone by.
        let back = match date.weekday() {
            Weekday::Monday => 2,
            Weekday::Tuesday => 3,
            weekday => i64::from(weekday.to_monday_zero_offset()) - 5,
        };
        let saturday = shift(date, -back, Unit::Day)?;
        let end = shift(saturday, 2, Unit::Day)?.max(date.tomorrow().ok()?);
        Interval::days(saturday.min(date), end, Granularity::Weekend)
    }
}

/// The date of a holiday in a year.
fn date_of(rule: Rule, year: i16) -> Option<Date> {
    match rule {
        Rule::Fixed(month, day) => Date::new(year, month, day).ok(),
        Rule::Nth { n, weekday, month, plus_days } => {
            let weekday = Weekday::from_monday_one_offset(weekday).ok()?;
            let date = Date::new(year, month, 1).ok()?.nth_weekday_of_month(n, weekday).ok()?;
            shift(date, i64::from(plus_days), Unit::Day)
        }
        Rule::Easter(days) => shift(easter(year)?, i64::from(days), Unit::Day),
    }
}

/// Western Easter Sunday: the first Sunday after the full moon of the church's calendar on or after 21 March.
fn easter(year: i16) -> Option<Date> {
    let year = i32::from(year);
    let golden = year.rem_euclid(19);
    let century = year.div_euclid(100);
    // Corrections of the Gregorian calendar to the sun (leap days dropped) and to the moon.
    let moon = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15).rem_euclid(30);
    let full_moon = moon - (moon / 28) * (1 - (29 / (moon + 1)) * ((21 - golden) / 11));
    let weekday = (year + year / 4 + full_moon + 2 - century + century / 4).rem_euclid(7);
    let after_march = full_moon - weekday;
    let march_28 = Date::new(i16::try_from(year).ok()?, 3, 28).ok()?;
    shift(march_28, i64::from(after_march), Unit::Day)
}
