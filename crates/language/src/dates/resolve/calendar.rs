//! Fills in what a calendar date leaves unsaid: the year, the month.

use jiff::civil::Date;

use super::{Context, Interval, day, month, shift, years};
use crate::dates::grammar::CalendarDate;
use crate::dates::lexicon::{Unit, Which};
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

/// How far off the next 29 February can be.
const YEARS_TO_A_LEAP_DAY: i16 = 8;

/// How many months to look through for a Friday the 31st.
const MONTHS_TO_A_WEEKDAY: i64 = 60;

impl Context<'_> {
    pub(super) fn calendar_date(&self, date: CalendarDate, tense: Tense) -> Option<Interval> {
        match (date.year, date.month, date.day) {
            (Some(year), Some(_), Some(_)) => day(self.full_date(date, year)?),
            (Some(year), Some(number), None) => month(year, number),
            (Some(year), None, None) => years(year, 1, Granularity::Year),
            (None, Some(_), Some(_)) => day(self.day_and_month(date, tense)?),
            (None, Some(number), None) => self.lone_month(number, date.which, tense),
            (None, None, Some(number)) => day(self.day_of_some_month(number, date, tense)?),
            _ => None,
        }
    }

    /// The date in a year, day and month swapped where only that agrees with the weekday said beside it.
    fn full_date(&self, date: CalendarDate, year: i16) -> Option<Date> {
        let (month, day) = (date.month?, date.day?);
        let written = Date::new(year, month, day).ok()?;
        let fits = |date: &Date, weekday| date.weekday() == weekday;
        match date.weekday {
            Some(weekday) if date.swappable && !fits(&written, weekday) => {
                let swapped = Date::new(year, day, month).ok().filter(|swapped| fits(swapped, weekday));
                Some(swapped.unwrap_or(written))
            }
            _ => Some(written),
        }
    }

    /// A day and month without a year: the nearest the tense allows, else the next. A weekday that fits only the
    /// other year overrules the tense.
    fn day_and_month(&self, date: CalendarDate, tense: Tense) -> Option<Date> {
        let in_year = |year: i16| self.full_date(date, year);
        let this_year = self.today.year();
        if date.which == Which::This {
            return in_year(this_year);
        }
        let strict = matches!(date.which, Which::Next | Which::Last | Which::Coming);
        let ahead = |found: &Date| {
            if strict { *found > self.today } else { *found >= self.today }
        };
        let behind = |found: &Date| {
            if strict { *found < self.today } else { *found <= self.today }
        };
        let next = (0..=YEARS_TO_A_LEAP_DAY).filter_map(|years| in_year(this_year.checked_add(years)?)).find(ahead);
        let latest = (0..=YEARS_TO_A_LEAP_DAY).filter_map(|years| in_year(this_year.checked_sub(years)?)).find(behind);
        let fits =
            |found: Option<Date>| date.weekday.zip(found).is_some_and(|(weekday, found)| found.weekday() == weekday);
        let backwards = match date.which {
            Which::Last => true,
            Which::Next | Which::Coming => false,
            _ if fits(latest) != fits(next) => fits(latest),
            _ => tense == Tense::Past,
        };
        if backwards { latest } else { next }
    }

    /// "in March": the tense decides, else the next or the present one. "Last March" is the latest that is over,
    /// "next March" the first still to begin, "this March" the one of this year.
    fn lone_month(&self, number: i8, which: Which, tense: Tense) -> Option<Interval> {
        let this_year = self.today.year();
        let mut near = (-2..=2).filter_map(|years| month(this_year.checked_add(years)?, number));
        match which {
            Which::This => month(this_year, number),
            Which::Last => near.rfind(|found| found.end <= self.now),
            Which::Next | Which::Coming => near.find(|found| found.start > self.now),
            Which::Bare if tense == Tense::Past => near.rfind(|found| found.start <= self.now),
            Which::Bare => near.find(|found| found.end > self.now),
        }
    }

    /// "the 15th", "Friday the 13th": the nearest month that has it, on the side of the tense.
    fn day_of_some_month(&self, number: i8, date: CalendarDate, tense: Tense) -> Option<Date> {
        let first = self.today.first_of_month();
        let backwards = date.which == Which::Last || (date.which == Which::Bare && tense == Tense::Past);
        (0..=MONTHS_TO_A_WEEKDAY).find_map(|months| {
            let month = shift(first, if backwards { -months } else { months }, Unit::Month)?;
            let found = Date::new(month.year(), month.month(), number).ok()?;
            let side = if backwards { found <= self.today } else { found >= self.today };
            let fits = date.weekday.is_none_or(|weekday| found.weekday() == weekday);
            (side && fits).then_some(found)
        })
    }
}
