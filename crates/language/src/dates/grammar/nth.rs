//! Things picked out by order or by what they stand beside: "the first Monday of May", "the Friday before Christmas".

use super::{Expr, NthOf, Parsed, Parser};
use crate::dates::lexicon::{Unit, Which};
use crate::dates::tokens::Token;

impl Parser<'_> {
    /// "the first Monday of next month", "the last two weeks of July", "the 5th of next month".
    pub(super) fn nth(&self, at: usize) -> Parsed<Expr> {
        if let Some(found) = self.numbered_week(at) {
            return Some(found);
        }
        let start = self.past(at, "the");
        let (nth, next) = match self.ordinal(start) {
            Some((nth, next)) => (i32::try_from(nth).ok()?, next),
            None if self.is(start, "last") => (-1, start + 1),
            None => return None,
        };
        if let Some(found) = self.day_of_unit(nth, next) {
            return Some(found);
        }
        let (count, next) = match self.amount(next) {
            Some((amount, next)) if !amount.half && !self.any(next - 1, &["a", "an"]) => (amount.whole, next),
            _ => (1, next),
        };
        let (what, next) = self.pickable(next)?;
        let next = self.any(next, &["of", "in"]).then_some(next + 1)?;
        let (of, end) = self.whole(next)?;
        let fits = nth != 0 && count > 0 && count <= 366 && (count == 1 || nth.abs() == 1);
        fits.then(|| (Expr::Nth { nth, count, what, of: Box::new(of) }, end))
    }

    /// "the 5th of next month", "the 21st this month".
    fn day_of_unit(&self, nth: i32, at: usize) -> Parsed<Expr> {
        let of = self.past(at, "of");
        let (which, end) = self.which(of)?;
        let month = self.token(end)?.meaning.unit == Some(Unit::Month);
        let of = Box::new(Expr::Unit { unit: Unit::Month, which });
        let day = (1..=31).contains(&nth) && month && which != Which::Bare;
        day.then(|| (Expr::Nth { nth, count: 1, what: NthOf::Unit(Unit::Day), of }, end + 1))
    }

    /// What can be picked out: a unit of a day or more, or a weekday.
    fn pickable(&self, at: usize) -> Parsed<NthOf> {
        if let Some((weekday, end)) = self.weekday_name(at) {
            return Some((NthOf::Weekday(weekday), end));
        }
        let unit = self.token(at)?.meaning.unit.filter(|unit| {
            matches!(unit, Unit::Day | Unit::Week | Unit::Weekend | Unit::Month | Unit::Year | Unit::Decade)
        })?;
        Some((NthOf::Unit(unit), at + 1))
    }

    /// What something can be the first or the last, the beginning or the end of.
    pub(super) fn whole(&self, at: usize) -> Parsed<Expr> {
        let start = self.past_any(at, &["the", "this"]);
        if let Some(unit) = self.token(start).and_then(|token| token.meaning.unit)
            && matches!(unit, Unit::Week | Unit::Month | Unit::Quarter | Unit::Year | Unit::Decade | Unit::Century)
            && !self.is_taken_further(start + 1)
            && (start > at || self.is(at.wrapping_sub(1), "of"))
        {
            let which = if self.is(at, "this") { Which::This } else { Which::Bare };
            return Some((Expr::Unit { unit, which }, start + 1));
        }
        if let Some(season) = self.token(start).and_then(|token| token.meaning.season)
            && self.season(at).is_none()
        {
            return Some((Expr::Season { season, which: Which::Bare, year: None }, start + 1));
        }
        if let Some((year, end)) = self.year(start).filter(|_| self.standing(start).is_some()) {
            let year = Expr::Date(super::CalendarDate::new(Some(year), None, None));
            return super::longest([Some((year, end)), self.expr(at)].into_iter().flatten());
        }
        let month = self.token(at).and_then(|token| token.meaning.month);
        let (expr, end) = match self.expr(at) {
            Some(found) => found,
            None => {
                let month = month?.number;
                let dotted = self.token(at)?.lower.len() <= 4 && self.glued_mark(at + 1, '.');
                let date = super::CalendarDate::new(None, Some(month), None);
                (Expr::Date(date), at + 1 + usize::from(dotted))
            }
        };
        let point = matches!(expr, Expr::Offset { .. } | Expr::Count { .. } | Expr::Recurrences { .. });
        (!point).then_some((expr, end))
    }

    /// "the year 2008", "the week of the 5th", "the year before last": the unit is not all that is said.
    fn is_taken_further(&self, at: usize) -> bool {
        self.any(at, &["of", "before", "after"]) || self.token(at).is_some_and(Token::is_number)
    }

    /// "the Friday before Christmas", "the day after tomorrow", "the week before 9 June".
    pub(super) fn beside(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        let plural = self.token(start)?.lower.ends_with('s');
        let (what, next) = self.pickable(start).filter(|_| !plural)?;
        let after = match self.token(next)?.lower.as_ref() {
            "before" => false,
            "after" | "following" => true,
            _ => return None,
        };
        let (of, end) = self.holiday_name(self.past(next + 1, "the")).or_else(|| self.expr(next + 1))?;
        // "I left the day before two weeks ago" is nothing.
        let known = !matches!(of, Expr::Offset { .. } | Expr::Count { .. } | Expr::Time(_));
        let deictic = matches!(of, Expr::Unit { .. }) && matches!(what, NthOf::Unit(Unit::Day));
        (known && !deictic).then(|| (Expr::Beside { what, after, of: Box::new(of) }, end))
    }
}
