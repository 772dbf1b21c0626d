//! Distances: "two weeks ago", "in 3 days", "a week from Tuesday", "two days after Christmas".

use super::{Amount, Expr, Parsed, Parser, Recurrent};
use crate::dates::lexicon::{FREQUENCIES, LENGTHS, RECORDS, Unit, Which};
use crate::dates::tokens::Token;

impl Parser<'_> {
    pub(super) fn offset(&self, at: usize) -> Parsed<Expr> {
        self.in_quantity(at)
            .or_else(|| self.counted(at))
            .or_else(|| self.recurrences(at))
            .or_else(|| self.same_time(at))
    }

    /// "in 3 days", "in two weeks' time", "in a fortnight’s time".
    fn in_quantity(&self, at: usize) -> Parsed<Expr> {
        if !self.is(at, "in") {
            return None;
        }
        let hedged = self.past_any(at + 1, &["about", "around", "approximately", "roughly", "exactly", "just", "like"]);
        let (steps, end) = self.quantities(hedged)?;
        let superlative = |token: &Token<'_>| token.lower.len() > 4 && token.lower.ends_with("est");
        let record = self.is_in(at.wrapping_sub(1), &FREQUENCIES)
            || (at.saturating_sub(3)..at)
                .any(|near| self.is_in(near, &RECORDS) || self.token(near).is_some_and(superlative));
        let idiom = steps.iter().any(|(_, unit)| *unit == Unit::Second || *unit == Unit::Night);
        if record || idiom || self.is_in(end, &LENGTHS) {
            return None;
        }
        let end = self.past_time(end);
        // "in two days from today".
        let (from, end) = match self.phrase_at(end, "from").and_then(|next| self.anchor(next)) {
            Some((from, end)) => (from, end),
            None => (Expr::Now, end),
        };
        Some((Expr::Offset { steps, forward: true, from: Box::new(from) }, end))
    }

    /// Passes over "time", "'s time" and "' time".
    fn past_time(&self, at: usize) -> usize {
        let owner = at + usize::from(self.is(at, "'s") || self.mark(at, '\''));
        if self.is(owner, "time") { owner + 1 } else { at }
    }

    /// A quantity and what it is counted from.
    fn counted(&self, at: usize) -> Parsed<Expr> {
        let (steps, end) = self.quantities(at)?;
        let offset = |steps, forward, from| Expr::Offset { steps, forward, from: Box::new(from) };
        if self.is(end, "ago") {
            if let Some((of, end)) = self.month_after_ago(&steps, end + 1) {
                let of = Box::new(offset(steps, false, of));
                return Some((Expr::Around { unit: Unit::Month, of }, end));
            }
            let (from, end) = self.day_after_ago(&steps, end + 1).unwrap_or((Expr::Now, end + 1));
            return Some((offset(steps, false, from), end));
        }
        let weeks = matches!(steps.as_slice(), [(_, Unit::Week | Unit::Fortnight)]);
        // "a week tomorrow".
        if let Some(day) = self.token(end).and_then(|token| token.meaning.day).filter(|day| weeks && *day >= 0)
            && self.token(end)?.meaning.daypart.is_none()
        {
            return Some((offset(steps, true, Expr::Day(day)), end + 1));
        }
        // "a week last Monday".
        if let Some((weekday, end)) = self.weekday_name(end + 1).filter(|_| weeks && self.is(end, "last")) {
            let from = Expr::Weekday { weekday, which: Which::Last, plus_weeks: 0 };
            return Some((offset(steps, false, from), end));
        }
        let backwards = self.is(end, "back") && steps.iter().all(|(_, unit)| *unit >= Unit::Day);
        if backwards && !self.any(end + 1, &["to", "from", "in", "at", "then", "and"]) {
            return Some((offset(steps, false, Expr::Now), end + 1));
        }
        if self.is(end, "hence") {
            return Some((offset(steps, true, Expr::Now), end + 1));
        }
        let end = self.past_time(end);
        let (forward, next) = match self.token(end)?.lower.as_ref() {
            "from" | "after" => (true, end + 1),
            "before" => (false, end + 1),
            "prior" if self.is(end + 1, "to") => (false, end + 2),
            // "a week on Friday".
            "on" if weeks && self.weekday_name(end + 1).is_some() => (true, end + 1),
            _ => return None,
        };
        let (from, end) = self.anchor(next)?;
        Some((offset(steps, forward, from), end))
    }

    /// The day that "a month ago today", "a week ago yesterday" and "two weeks ago Monday" are counted from.
    fn day_after_ago(&self, steps: &[(Amount, Unit)], at: usize) -> Parsed<Expr> {
        if self.is(at, "today") {
            return Some((Expr::Now, at + 1));
        }
        if let Some((day, end)) = self.relative_day(at).filter(|_| steps.iter().all(|(_, unit)| *unit > Unit::Day)) {
            return Some((day, end));
        }
        let weeks = steps.iter().all(|(_, unit)| matches!(unit, Unit::Week | Unit::Fortnight));
        let (weekday, end) = self.weekday_name(self.past(at, "last")).filter(|_| weeks)?;
        Some((Expr::Weekday { weekday, which: Which::Last, plus_weeks: 0 }, end))
    }

    /// The month that "three years ago last month" and "a year ago this March" are counted from.
    fn month_after_ago(&self, steps: &[(Amount, Unit)], at: usize) -> Parsed<Expr> {
        let (which, end) = self.which(at).filter(|_| steps.iter().all(|(_, unit)| *unit == Unit::Year))?;
        if self.token(end)?.meaning.unit == Some(Unit::Month) && !self.token(end)?.lower.ends_with('s') {
            return Some((Expr::Unit { unit: Unit::Month, which }, end + 1));
        }
        self.lone_month(at)
    }

    /// What a distance may be counted from: now, or a day that can be known.
    fn anchor(&self, at: usize) -> Parsed<Expr> {
        if self.any(at, &["now", "today"]) {
            return Some((Expr::Now, at + 1));
        }
        let (expr, end) = self.holiday_name(self.past(at, "the")).or_else(|| self.expr(at))?;
        let vague = matches!(expr, Expr::Count { .. } | Expr::Unit { .. } | Expr::Season { .. } | Expr::Part { .. });
        (!vague).then_some((expr, end))
    }

    /// "this time last year", "tomorrow week", "yesterday week".
    fn same_time(&self, at: usize) -> Parsed<Expr> {
        let one =
            |unit, forward, from| Expr::Offset { steps: vec![(Amount::of(1), unit)], forward, from: Box::new(from) };
        if let Some(day) = self.token(at)?.meaning.day {
            let unit = self.token(at + 1)?.meaning.unit.filter(|unit| matches!(unit, Unit::Week | Unit::Fortnight))?;
            let plain = self.token(at)?.meaning.daypart.is_none() && !self.token(at + 1)?.lower.ends_with('s');
            // "yesterday week" is eight days ago.
            return plain.then(|| (one(unit, day >= 0, Expr::Day(day)), at + 2));
        }
        let (which, end) = self.which(self.phrase_at(at, "this time")?)?;
        let unit =
            self.token(end)?.meaning.unit.filter(|unit| matches!(unit, Unit::Week | Unit::Month | Unit::Year))?;
        match which {
            Which::Last => Some((one(unit, false, Expr::Now), end + 1)),
            Which::Next => Some((one(unit, true, Expr::Now), end + 1)),
            _ => None,
        }
    }

    /// "two Fridays ago", "three summers ago".
    fn recurrences(&self, at: usize) -> Parsed<Expr> {
        let (Amount { whole, half: false }, next) = self.amount(at)? else {
            return None;
        };
        let token = self.token(next)?;
        let single = token.lower.strip_suffix('s').unwrap_or(&token.lower);
        let meaning = crate::dates::lexicon::meaning(single);
        let what = match (meaning.weekday, meaning.season) {
            (Some(weekday), _) => Recurrent::Weekday(weekday.value),
            (_, Some(season)) => Recurrent::Season(season),
            _ => return None,
        };
        let (forward, end) = match self.phrase_at(next + 1, "ago") {
            Some(end) => (false, end),
            None => (true, self.phrase_at(next + 1, "from now")?),
        };
        Some((Expr::Recurrences { count: whole, what, forward }, end))
    }
}
