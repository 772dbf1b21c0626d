//! Times of day on a day.
//!
//! Morning is 06–12, afternoon 12–18, evening and tonight 18–24, last night 18–06. An hour without am or pm is read in
//! the waking day: 1 to 6 after noon, 7 to 12 as they stand, unless a part of the day is said with it.

use jiff::civil::{Date, DateTime};
use jiff::{Span, ToSpan};

use super::{Context, Interval, midnight, shift};
use crate::dates::grammar::{Clock, Expr, HalfDay, Time};
use crate::dates::lexicon::{Daypart, Part, Unit};
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

/// The first hour that is read as said; those before it are after noon.
const FIRST_MORNING_HOUR: i8 = 7;

impl Context<'_> {
    pub(super) fn timed(&self, day: &Expr, time: Time, tense: Tense) -> Option<Interval> {
        let date = self.resolve(day, tense)?.start.date();
        let gone_by = matches!(day, Expr::Day(days) if *days < 0);
        match time {
            Time::Part(Daypart::Night, part) if gone_by => halved(self.night_of(date)?, part),
            time => on_date(date, time),
        }
    }

    /// Six in the evening to six in the morning.
    pub(super) fn night_of(&self, date: Date) -> Option<Interval> {
        hours(date, 18, 30)
    }

    /// A time without a day: the next one, or with a past tense the latest.
    pub(super) fn time_alone(&self, time: Time, tense: Tense) -> Option<Interval> {
        let today = on_date(self.today, time)?;
        match tense {
            Tense::Past if today.start > self.now => on_date(self.today.yesterday().ok()?, time),
            Tense::Past => Some(today),
            _ if today.start < self.now => on_date(self.today.tomorrow().ok()?, time),
            _ => Some(today),
        }
    }
}

fn on_date(date: Date, time: Time) -> Option<Interval> {
    match time {
        Time::Clock(clock) => clock_on(date, clock, None),
        Time::ClockIn(clock, daypart) => clock_on(date, clock, Some(daypart)),
        Time::Clocks(left, right) => stretch(date, left, right, None),
        Time::ClocksIn(left, right, daypart) => stretch(date, left, right, Some(daypart)),
        Time::Part(daypart, part) => {
            let (from, to) = match daypart {
                Daypart::Morning => (6, 12),
                Daypart::Afternoon => (12, 18),
                Daypart::Evening | Daypart::Night => (18, 24),
            };
            halved(hours(date, from, to)?, part)
        }
    }
}

/// The early or late half of a part of the day.
fn halved(whole: Interval, part: Option<Part>) -> Option<Interval> {
    let middle = whole.start.checked_add(whole.start.duration_until(whole.end) / 2).ok()?;
    Some(match part {
        Some(Part::Early) => Interval { end: middle, ..whole },
        Some(Part::Late) => Interval { start: middle, ..whole },
        _ => whole,
    })
}

fn hours(date: Date, from: i64, to: i64) -> Option<Interval> {
    let at = |hours: i64| midnight(date).checked_add(hours.hours()).ok();
    Some(Interval { start: at(from)?, end: at(to)?, granularity: Granularity::Daypart })
}

fn clock_on(date: Date, clock: Clock, daypart: Option<Daypart>) -> Option<Interval> {
    let start = moment(date, clock, daypart)?;
    let (length, granularity) = match clock.minute {
        Some(_) => (1.minutes(), Granularity::Minute),
        None => (1.hours(), Granularity::Hour),
    };
    Some(Interval { start, end: start.checked_add(length).ok()?, granularity })
}

fn moment(date: Date, clock: Clock, daypart: Option<Daypart>) -> Option<DateTime> {
    let hour = hour_of_day(clock, daypart);
    // Small hours said of a night belong to the morning after it.
    let into_next_day = daypart == Some(Daypart::Night) && hour < 6 || daypart == Some(Daypart::Evening) && hour < 4;
    let date = if into_next_day { shift(date, 1, Unit::Day)? } else { date };
    let span = Span::new().try_hours(i64::from(hour)).ok()?.try_minutes(i64::from(clock.minute.unwrap_or(0))).ok()?;
    midnight(date).checked_add(span).ok()
}

fn hour_of_day(clock: Clock, daypart: Option<Daypart>) -> i8 {
    let hour = clock.hour;
    match (clock.half, daypart) {
        (HalfDay::Am, _) => hour % 12,
        (HalfDay::Pm, _) => hour % 12 + 12,
        (HalfDay::Exact, _) => hour,
        (HalfDay::Unsaid, Some(Daypart::Morning)) => hour % 12,
        (HalfDay::Unsaid, Some(Daypart::Afternoon)) if hour <= 12 => hour % 12 + 12,
        (HalfDay::Unsaid, Some(Daypart::Evening | Daypart::Night)) => match hour {
            12 => 24,
            // "three at night" is in the small hours, "seven at night" is not.
            1..=5 if daypart == Some(Daypart::Night) => hour,
            1..=3 => hour,
            4..=11 => hour + 12,
            _ => hour,
        },
        (HalfDay::Unsaid, _) if (1..FIRST_MORNING_HOUR).contains(&hour) => hour + 12,
        (HalfDay::Unsaid, _) => hour,
    }
}

/// From one clock time to another: what one of them says about the half of the day holds for the other, as far as the
/// first then comes before the second.
fn stretch(date: Date, left: Clock, right: Clock, daypart: Option<Daypart>) -> Option<Interval> {
    let granularity = if left.minute.or(right.minute).is_some() { Granularity::Minute } else { Granularity::Hour };
    let end = moment(date, right, daypart)?;
    let like_right = Clock { half: right.half, ..left };
    let borrowed = left.half == HalfDay::Unsaid && matches!(right.half, HalfDay::Am | HalfDay::Pm);
    let start = match moment(date, if borrowed { like_right } else { left }, daypart)? {
        start if borrowed && start >= end => moment(date, Clock { half: HalfDay::Am, ..left }, None)?,
        start => start,
    };
    // "from 10 to 4", "from 10 pm to 2 am": the second comes after the first.
    let half_day_later = end.checked_add(12.hours()).ok()?;
    let end = match end {
        end if end > start => end,
        _ if right.half == HalfDay::Unsaid && half_day_later > start => half_day_later,
        end => end.checked_add(24.hours()).ok()?,
    };
    (start < end).then_some(Interval { start, end, granularity })
}
