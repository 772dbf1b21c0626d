//! Parts of a longer time: "early May", "mid-2019", "the end of next month", "later this week".

use super::{Expr, Parsed, Parser, Time};
use crate::dates::lexicon::{Daypart, Part, Unit};

impl Parser<'_> {
    pub(super) fn part(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        let part = self.token(start)?.meaning.part?;
        let word = start;
        let next = match self.token(word)?.lower.as_ref() {
            "beginning" | "start" | "middle" | "end" | "rest" | "remainder" | "remaining" => {
                self.is(word + 1, "of").then_some(word + 2)?
            }
            "mid" => self.past_mark(word + 1, '-'),
            "early" | "late" => self.past(self.past_any(word + 1, &["on", "in"]), "in"),
            _ => self.past(word + 1, "in"),
        };
        if let Some(day) = self.end_of_day(part, next) {
            return Some(day);
        }
        let (of, end) = self.whole(next)?;
        if matches!(of, Expr::Day(0)) && matches!(part, Part::Earlier | Part::Later) {
            return Some((Expr::Part { part, of: Box::new(of) }, end));
        }
        let divisible = match &of {
            Expr::Date(date) => date.day.is_none(),
            Expr::Unit { unit, .. } => !matches!(unit, Unit::Hour),
            Expr::Season { .. } | Expr::Fraction { .. } | Expr::Decade(_) | Expr::Century(_) => true,
            _ => false,
        };
        let now_bound = !matches!(part, Part::Earlier | Part::Later | Part::Rest) || matches!(of, Expr::Unit { .. });
        (divisible && now_bound).then(|| (Expr::Part { part, of: Box::new(of) }, end))
    }

    /// "end of day", "the end of the day Friday": a way to say the day itself, when it is a limit.
    fn end_of_day(&self, part: Part, at: usize) -> Parsed<Expr> {
        let end = self
            .phrase_at(at, "the day")
            .or_else(|| self.phrase_at(at, "business"))
            .or_else(|| self.phrase_at(at, "day"));
        if part != Part::Late {
            return None;
        }
        let Some(end) = end else {
            // "end of today", "the end of tomorrow".
            return self.relative_day(at).filter(|_| self.is(at.wrapping_sub(1), "of"));
        };
        match self.expr(self.past(self.past_mark(end, ','), "on")) {
            Some((day @ (Expr::Day(_) | Expr::Weekday { .. } | Expr::Date(_)), end)) => Some((day, end)),
            _ => Some((Expr::Day(0), end)),
        }
    }

    /// "the night before last" is two nights ago; "the night after next" nobody says of anything known.
    pub(super) fn night_before_last(&self, after: bool, end: usize) -> Parsed<Expr> {
        let day = Box::new(Expr::Day(-2));
        (!after).then_some((Expr::Timed { day, time: Time::Part(Daypart::Night, None) }, end))
    }
}
