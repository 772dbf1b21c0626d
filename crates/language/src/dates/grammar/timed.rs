//! A day and a time of it together: "tomorrow at 5", "Friday night", "3pm on 3 May", "the morning of the 5th".

use super::clocks::Trust;
use super::{Expr, Parsed, Parser, Time};
use crate::dates::lexicon::{AFTER_A_CLOCK, CLOCK_EVENTS, Daypart, HEDGES, Part, RELATIONS, Unit, Which};
use crate::dates::mention::Relation;
use crate::dates::tokens::Token;

/// A day with its time, and the relation a word between them adds: "tomorrow before 5pm".
pub(super) type TimedExpr = (Expr, Option<Relation>);

impl Parser<'_> {
    /// Reads an expression with everything that belongs to it.
    pub(super) fn timed(&self, at: usize) -> Parsed<TimedExpr> {
        let day =
            self.daypart_of_day(at).or_else(|| self.expr(at)).map(|(day, end)| self.with_bracketed_weekday(day, end));
        let day_first = day.map(|(day, end)| self.with_time(day, end));
        let time_first = self.time_then_day(at).map(|(expr, end)| ((expr, None), end));
        super::longest([day_first, time_first].into_iter().flatten())
    }

    /// "tonight", "this morning", "last night", "late last night", "early tomorrow morning", "the evening of May 5".
    fn daypart_of_day(&self, at: usize) -> Parsed<Expr> {
        let timed = |day: Expr, daypart, part| Expr::Timed { day: Box::new(day), time: Time::Part(daypart, part) };
        let part = self
            .token(at)?
            .meaning
            .part
            .filter(|part| matches!(part, Part::Early | Part::Late | Part::Later | Part::Earlier));
        let start = if part.is_some() { self.past(at + 1, "in") } else { at };
        let half = part.map(|part| if matches!(part, Part::Early | Part::Earlier) { Part::Early } else { Part::Late });
        let token = self.token(start)?;
        if let (Some(day), Some(daypart)) = (token.meaning.day, token.meaning.daypart) {
            return Some((timed(Expr::Day(day), daypart, half), start + 1));
        }
        if let Some((which, next)) = self.which(start).filter(|_| !self.is(start, "the")) {
            let ((daypart, inner), end) = self.daypart(next)?;
            let day = match which {
                Which::This => 0,
                Which::Last if self.any(start, &["last", "past"]) => -1,
                _ => return None,
            };
            return Some((timed(Expr::Day(day), daypart, half.or(inner)), end));
        }
        if let Some(half) = half
            && let Some((day, end)) =
                self.relative_day(start).or_else(|| self.weekday(start)).filter(|(day, _)| day.is_day())
        {
            let ((daypart, _), end) = self.daypart(end)?;
            return Some((timed(day, daypart, Some(half)), end));
        }
        // "Wednesday evening next week".
        if let Some((weekday, end)) = self.weekday_name(start)
            && let Some(((daypart, inner), end)) = self.daypart(end)
            && let Some((week, end)) = self.week_like(self.past_any(end, &["of"]))
        {
            return Some((timed(Expr::WeekdayIn { weekday, week: Box::new(week) }, daypart, half.or(inner)), end));
        }
        let ((daypart, inner), end) = self.daypart(self.past(start, "the"))?;
        let (day, end) = self.phrase_at(end, "of").and_then(|next| self.expr(next)).filter(|(day, _)| day.is_day())?;
        Some((timed(day, daypart, half.or(inner)), end))
    }

    /// Adds the weekday of "20 April (Friday)".
    fn with_bracketed_weekday(&self, day: Expr, at: usize) -> (Expr, usize) {
        let Expr::Date(date) = day else {
            return (day, at);
        };
        let weekday = self.token(at + 1).and_then(|token| token.meaning.weekday);
        match weekday {
            Some(weekday) if date.day.is_some() && self.mark(at, '(') && self.mark(at + 2, ')') => {
                (Expr::Date(super::CalendarDate { weekday: Some(weekday.value), ..date }), at + 3)
            }
            // "Fourth of July weekend".
            None if date.month.is_some() && date.day.is_some() && self.is(at, "weekend") => {
                (Expr::HolidayWeekend(Box::new(Expr::Date(date))), at + 1)
            }
            _ => (Expr::Date(date), at),
        }
    }

    /// Adds the time that follows a day.
    fn with_time(&self, day: Expr, at: usize) -> (TimedExpr, usize) {
        let (day, known) = match day {
            Expr::Timed { day, time: Time::Part(daypart, part) } => (*day, Some((daypart, part))),
            day if day.is_day() => (day, None),
            day => return ((day, None), at),
        };
        let said = known.or_else(|| self.following_daypart(at).map(|found| found.0));
        let at = if known.is_none() { self.following_daypart(at).map_or(at, |found| found.1) } else { at };
        let whole = |day: Expr| match said {
            Some((daypart, part)) => Expr::Timed { day: Box::new(day), time: Time::Part(daypart, part) },
            None => day,
        };
        if let Some(((time, relation), end)) = self.following_time(at, &day) {
            let time = match said {
                Some((daypart, _)) => time.within(daypart),
                None => time,
            };
            return ((Expr::Timed { day: Box::new(day), time }, relation), end);
        }
        ((whole(day), None), at)
    }

    fn following_daypart(&self, at: usize) -> Parsed<(Daypart, Option<Part>)> {
        let next = self.past_mark(at, ',');
        let next = self.past(next, "during").max(next);
        self.daypart(self.past(next, "the"))
    }

    /// The time after a day: "at 5", ", 3pm", "from 3 to 5", "12-4", "before 5pm".
    fn following_time(&self, at: usize, day: &Expr) -> Parsed<(Time, Option<Relation>)> {
        if self.token(at).is_some_and(|token| token.glued && token.is("t")) {
            let (clock, end) = self.clock(at + 1, Trust::Context)?;
            return Some(((Time::Clock(clock), None), end));
        }
        let next = at + usize::from(self.mark(at, ',') || self.mark(at, '-') || self.mark(at, '@'));
        let related = RELATIONS.beginning_with(&self.token(next)?.lower).iter().find_map(|(words, relation)| {
            let limit = !matches!(relation, Relation::From | Relation::Since);
            Some((*relation, self.phrase_at(next, words).filter(|_| limit)?))
        });
        if let Some((relation, next)) = related {
            let next = self.past_in(next, &HEDGES);
            let (time, end) = self.time(next, Trust::Shape).or_else(|| self.minutes(next))?;
            return Some(((time, Some(relation)), end));
        }
        let introduced = self.any(next, &["at", "from", "between", "around", "about"]) || self.mark(at, '@');
        let from_or_between = self.any(next, &["from", "between"]);
        let start = if introduced && !from_or_between {
            self.past_any(self.past(next, "at"), &["around", "about"])
        } else {
            next
        };
        let named_day = matches!(day, Expr::Weekday { .. } | Expr::Day(_) | Expr::WeekdayIn { .. });
        let trust = if introduced { Trust::Context } else { Trust::Shape };
        let stretch = if named_day && !self.mark(at, ',') { Trust::Context } else { trust };
        let clocks = self.clocks(start, stretch).and_then(|_| self.time(start, stretch));
        let plain = || {
            if from_or_between { None } else { self.time(start, trust).or_else(|| self.minutes(start)) }
        };
        let (time, end) = clocks.or_else(plain)?;
        Some(((time, None), end))
    }

    /// A clock time with minutes, which beside a day needs no "at": "30.04.2022 12:04", "May 3 nine thirty".
    fn minutes(&self, at: usize) -> Parsed<Time> {
        self.time(at, Trust::Context).filter(|(time, _)| match time {
            Time::Clock(clock) | Time::ClockIn(clock, _) => clock.minute.is_some() && !self.glued_mark(at + 1, '.'),
            _ => false,
        })
    }

    /// "3pm tomorrow", "at 5 on Friday", "half past seven", "call me at 5".
    fn time_then_day(&self, at: usize) -> Parsed<Expr> {
        let introduced = self.is(at, "at") || self.mark(at, '@');
        let start = if introduced { self.past_any(at + 1, &["around", "about"]) } else { at };
        if self.token(start).is_some_and(Token::is_number) && !self.is_free(start) {
            return None;
        }
        let shown = self.time(start, Trust::Shape);
        let meant = self.time(start, Trust::Context);
        let linked = introduced || shown.is_some() || self.minutes(start).is_some();
        if let Some((time, end)) = meant
            && (linked || matches!(time, Time::Clocks(..)))
            && let Some(timed) = self.day_after_time(time, end)
        {
            return Some(timed);
        }
        let eventful = introduced && (at.saturating_sub(4)..at).any(|near| self.is_in(near, &CLOCK_EVENTS));
        let over = |end| self.token(end).is_none_or(|next| !next.is_word() || next.is_in(&AFTER_A_CLOCK));
        let (time, end) = meant.filter(|&(_, end)| eventful && over(end)).or(shown)?;
        Some((Expr::Time(time), end))
    }

    /// The day after a time of it: "… tomorrow", "… on Friday evening".
    fn day_after_time(&self, time: Time, at: usize) -> Parsed<Expr> {
        let next = self.past_any(at, &["on", "of"]);
        match self.daypart_of_day(next).or_else(|| self.expr(next))? {
            (Expr::Timed { day, time: Time::Part(daypart, _) }, end) => {
                Some((Expr::Timed { day, time: time.within(daypart) }, end))
            }
            (day, end) if day.is_day() => {
                let said = self.following_daypart(end);
                let time = said.map_or(time, |((daypart, _), _)| time.within(daypart));
                Some((Expr::Timed { day: Box::new(day), time }, said.map_or(end, |(_, end)| end)))
            }
            _ => None,
        }
    }
}

impl Expr {
    /// Whether it names one day, so that a time of day can belong to it.
    pub(super) fn is_day(&self) -> bool {
        match self {
            Expr::Day(_) | Expr::Weekday { .. } | Expr::WeekdayIn { .. } | Expr::Holiday { .. } => true,
            Expr::Date(date) => date.day.is_some(),
            Expr::Offset { steps, .. } => steps.iter().all(|(_, unit)| *unit >= Unit::Day),
            Expr::Nth { what, count: 1, .. } | Expr::Beside { what, .. } => {
                matches!(what, super::NthOf::Weekday(_) | super::NthOf::Unit(Unit::Day))
            }
            Expr::Recurrences { what, .. } => matches!(what, super::Recurrent::Weekday(_)),
            _ => false,
        }
    }

    /// Whether it is a stretch between two clock times.
    pub(super) fn is_between_clocks(&self) -> bool {
        let (Expr::Time(time) | Expr::Timed { time, .. }) = self else { return false };
        matches!(time, Time::Clocks(..) | Time::ClocksIn(..))
    }

    /// The same, its hours known to lie in a part of the day unless they say otherwise.
    pub(super) fn within(self, daypart: Daypart) -> Expr {
        match self {
            Expr::Time(time) => Expr::Time(time.within(daypart)),
            Expr::Timed { day, time } => Expr::Timed { day, time: time.within(daypart) },
            other => other,
        }
    }
}

impl Time {
    /// The same time, known to lie in a part of the day.
    pub(super) fn within(self, daypart: Daypart) -> Time {
        match self {
            Time::Clock(clock) => Time::ClockIn(clock, daypart),
            Time::Clocks(left, right) => Time::ClocksIn(left, right, daypart),
            other => other,
        }
    }
}
