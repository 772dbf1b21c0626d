//! Seasons by the hemisphere, and quarters and halves of years.

use jiff::civil::Date;

use super::units::quarter;
use super::{Context, Interval, shift};
use crate::dates::grammar::Expr;
use crate::dates::lexicon::{Season, Unit, Which};
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

impl Context<'_> {
    /// "Last summer" is the latest that is over, "next summer" the first still to begin, "this summer" the present one,
    /// else the nearest the tense allows. "The summer" alone needs a tense; a year means the season that begins in it.
    pub(super) fn season(&self, season: Season, which: Which, year: Option<i16>, tense: Tense) -> Option<Interval> {
        if let Some(year) = year {
            return self.season_of(season, year);
        }
        let this_year = self.today.year();
        let near: Vec<Interval> =
            (-2..=2).filter_map(|years| self.season_of(season, this_year.checked_add(years)?)).collect();
        let over = near.iter().rev().find(|found| found.end <= self.now);
        let begun = near.iter().rev().find(|found| found.start <= self.now);
        let to_begin = near.iter().find(|found| found.start > self.now);
        let to_end = near.iter().find(|found| found.end > self.now);
        let found = match (which, tense) {
            (Which::Last, _) => over,
            (Which::Next | Which::Coming, _) => to_begin,
            (Which::This | Which::Bare, Tense::Past) => begun,
            (Which::This, _) | (Which::Bare, Tense::Future | Tense::Planned) => to_end,
            (Which::Bare, _) => None,
        };
        found.copied()
    }

    /// The season that begins in a year.
    pub(super) fn season_of(&self, season: Season, year: i16) -> Option<Interval> {
        let northern = match season {
            Season::Spring => 3,
            Season::Summer => 6,
            Season::Autumn => 9,
            Season::Winter => 12,
        };
        let month = if self.southern { (northern + 5) % 12 + 1 } else { northern };
        let start = Date::new(year, month, 1).ok()?;
        Interval::days(start, shift(start, 3, Unit::Month)?, Granularity::Season)
    }

    /// A quarter or half: of the year said, else the latest begun or the first not over, as the tense has it.
    pub(super) fn fraction(&self, size: i8, index: i8, year: Option<&Expr>, tense: Tense) -> Option<Interval> {
        if let Some(year) = year {
            return quarter(self.resolve(year, tense)?.start.year(), index, size);
        }
        let this_year = self.today.year();
        let mut near = (-1..=1).filter_map(|years| quarter(this_year.checked_add(years)?, index, size));
        match tense {
            Tense::Past => near.rfind(|found| found.start <= self.now),
            _ => near.find(|found| found.end > self.now),
        }
    }
}
