//! Which Friday "Friday" is.

use jiff::civil::{Date, Weekday};

use super::{Context, Interval, day, shift, weekday_of_week};
use crate::dates::grammar::Recurrent;
use crate::dates::lexicon::{Unit, Which};
use crate::dates::tense::Tense;

impl Context<'_> {
    /// "Last" is the latest before today, "next" the one in the next calendar week, "this" the one in this week unless
    /// the tense contradicts; with nothing said the tense decides, and without a tense it is the next after today.
    pub(super) fn weekday(&self, weekday: Weekday, which: Which, plus_weeks: i32, tense: Tense) -> Option<Interval> {
        let date = match which {
            Which::Last => self.latest_before_today(weekday)?,
            Which::Next => shift(weekday_of_week(self.today, weekday)?, 1, Unit::Week)?,
            Which::Coming => self.next_after_today(weekday)?,
            Which::This => {
                let this = weekday_of_week(self.today, weekday)?;
                match tense {
                    Tense::Past if this > self.today => shift(this, -1, Unit::Week)?,
                    Tense::Past => this,
                    _ if this < self.today => shift(this, 1, Unit::Week)?,
                    _ => this,
                }
            }
            Which::Bare if tense == Tense::Past && plus_weeks == 0 => self.latest_before_today(weekday)?,
            Which::Bare => self.next_after_today(weekday)?,
        };
        day(shift(date, i64::from(plus_weeks), Unit::Week)?)
    }

    fn latest_before_today(&self, weekday: Weekday) -> Option<Date> {
        let date = weekday_of_week(self.today, weekday)?;
        if date < self.today { Some(date) } else { shift(date, -1, Unit::Week) }
    }

    fn next_after_today(&self, weekday: Weekday) -> Option<Date> {
        let date = weekday_of_week(self.today, weekday)?;
        if date > self.today { Some(date) } else { shift(date, 1, Unit::Week) }
    }

    /// "two Fridays ago", "three summers ago".
    pub(super) fn recurrences(&self, count: u32, what: Recurrent, forward: bool) -> Option<Interval> {
        let more = i64::from(count.checked_sub(1)?);
        let step = if forward { more } else { -more };
        match what {
            Recurrent::Weekday(weekday) => {
                let first = if forward { self.next_after_today(weekday)? } else { self.latest_before_today(weekday)? };
                day(shift(first, step, Unit::Week)?)
            }
            Recurrent::Season(season) => {
                let which = if forward { Which::Next } else { Which::Last };
                let nearest = self.season(season, which, None, Tense::Unknown)?;
                let year = i64::from(nearest.start.year()).checked_add(step)?;
                self.season_of(season, i16::try_from(year).ok()?)
            }
        }
    }
}
