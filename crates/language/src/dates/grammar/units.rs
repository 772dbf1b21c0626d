//! Calendar units picked by a word ("next month", "the week before last") and stretches of them ("the next two weeks").

use super::{Amount, Expr, NthOf, Parsed, Parser};
use crate::dates::lexicon::{Part, THROUGHOUT, Unit, Which};

impl Parser<'_> {
    pub(super) fn unit(&self, at: usize) -> Parsed<Expr> {
        if let Some(found) =
            self.unit_before_last(at).or_else(|| self.week_of(at)).or_else(|| self.deadline_letters(at))
        {
            return Some(found);
        }
        let Some((which, start)) = self.which(at) else {
            return self.the_weekend(at);
        };
        let start = self.past(start, "calendar");
        let unit = self.token(start)?.meaning.unit?;
        let end = start + 1;
        // "the coming weeks" are nobody knows how many.
        if self.token(start)?.lower.ends_with('s') {
            return None;
        }
        let the = self.is(at, "the") || self.is(at.wrapping_sub(1), "the");
        let before = if self.is(at, "the") { at } else { at.wrapping_sub(1) };
        let rolling = the && self.is_in(before.wrapping_sub(1), &THROUGHOUT) && which != Which::This;
        let one = |unit| Expr::Count { amount: Amount::of(1), unit, which };
        let expr = match unit {
            Unit::Second | Unit::Minute | Unit::Night | Unit::Day | Unit::BusinessDay => {
                return None;
            }
            Unit::Hour if which == Which::This => return None,
            Unit::Hour | Unit::Fortnight => one(unit),
            Unit::Week | Unit::Month | Unit::Year if rolling => one(unit),
            Unit::Week | Unit::Month | Unit::Year if self.is_this_past(at, start) => one(unit),
            _ => Expr::Unit { unit, which },
        };
        Some((expr, end))
    }

    /// "this past week" is the seven days up to now.
    fn is_this_past(&self, at: usize, unit: usize) -> bool {
        unit == at + 2 && self.is(at, "this") && self.is(at + 1, "past")
    }

    /// "the weekend": which one, the tense must tell.
    fn the_weekend(&self, at: usize) -> Parsed<Expr> {
        let end = self.phrase_at(at, "the weekend")?;
        let beside = self.any(end, &["of", "before", "after"]);
        (!beside).then_some((Expr::Unit { unit: Unit::Weekend, which: Which::Bare }, end))
    }

    /// "the week before last", "the month after next", "the night before last".
    fn unit_before_last(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        let unit = self.token(start)?.meaning.unit?;
        let whole = !matches!(unit, Unit::Second | Unit::Minute | Unit::Hour | Unit::Day | Unit::BusinessDay);
        let (which, after, end) = match self.phrase_at(start + 1, "before last") {
            Some(end) => (Which::Last, false, end),
            None => (Which::Next, true, self.phrase_at(start + 1, "after next")?),
        };
        if unit == Unit::Night {
            return self.night_before_last(after, end);
        }
        let of = Box::new(Expr::Unit { unit, which });
        whole.then_some((Expr::Beside { what: NthOf::Unit(unit), after, of }, end))
    }

    /// "the week of May 5", "the week commencing 4 February", "w/c Feb 4", "the weekend of the 12th".
    fn week_of(&self, at: usize) -> Parsed<Expr> {
        if let Some(next) = self.phrase_at(at, "w / c") {
            let (of, end) = self.expr(next)?;
            return Some((Expr::Around { unit: Unit::Week, of: Box::new(of) }, end));
        }
        let start = self.past(at, "the");
        let unit = self.token(start)?.meaning.unit.filter(|unit| matches!(unit, Unit::Week | Unit::Weekend))?;
        let next = self.any(start + 1, &["of", "beginning", "commencing", "starting"]).then_some(start + 2)?;
        let (of, end) = self.expr(self.past(next, "on"))?;
        // "the week of next month" is nobody's week.
        let day = matches!(of, Expr::Date(_) | Expr::Day(_) | Expr::Weekday { .. } | Expr::Holiday { .. });
        day.then(|| (Expr::Around { unit, of: Box::new(of) }, end))
    }

    /// EOD, EOW, EOM, EOY, COB.
    fn deadline_letters(&self, at: usize) -> Parsed<Expr> {
        let unit = self.token(at)?.meaning.end_of?;
        if unit == Unit::Day {
            return match self.expr(self.past(self.past(at + 1, "on"), "this")) {
                Some((day @ (Expr::Day(_) | Expr::Weekday { .. }), end)) => Some((day, end)),
                _ => Some((Expr::Day(0), at + 1)),
            };
        }
        let of = Box::new(Expr::Unit { unit, which: Which::This });
        Some((Expr::Part { part: Part::Late, of }, at + 1))
    }

    /// "the next two weeks", "last 3 months", "the 5 upcoming years".
    pub(super) fn count(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        if let Some((which, next)) = self.which(start) {
            let named_next = self.any(next - 1, &["this", "current"]);
            let ((amount, unit), end) = self.quantity(next)?;
            let said = self.token(next).is_some_and(|token| !token.any(&["a", "an"]) || self.is(next + 1, "couple"));
            return (said && !named_next).then_some((Expr::Count { amount, unit, which }, end));
        }
        let (amount, next) = self.amount(start)?;
        let which = self.token(next)?.meaning.which.filter(|&which| which != Which::This)?;
        let unit = self.token(next + 1)?.meaning.unit?;
        let plural = self.token(next + 1)?.lower.ends_with('s');
        (plural && !self.any(start, &["a", "an"])).then_some((Expr::Count { amount, unit, which }, next + 2))
    }
}
