//! Weeks by their number: "2026-W07", "week 31 of 2027", "calendar week 7", "KW 7".

use jiff::civil::Weekday;

use super::{CalendarDate, Expr, Parsed, Parser};
use crate::dates::tokens::{Kind, Token};

/// Years that four digits before "W07" may be.
const PLAUSIBLE_YEARS: std::ops::RangeInclusive<i16> = 1900..=2099;

impl Parser<'_> {
    pub(super) fn numbered_week(&self, at: usize) -> Parsed<Expr> {
        self.iso_week(at).or_else(|| self.announced_week(at))
    }

    /// "2026-W07", "2026W07", "2026-W07-3".
    fn iso_week(&self, at: usize) -> Parsed<Expr> {
        if !self.is_detached(at) {
            return None;
        }
        let Kind::Number { value, digits: 4 } = self.token(at)?.kind else {
            return None;
        };
        let year = i16::try_from(value).ok().filter(|year| PLAUSIBLE_YEARS.contains(year))?;
        let letter = at + 1 + usize::from(self.glued_mark(at + 1, '-'));
        self.token(letter).filter(|token| token.glued && token.is("w"))?;
        let Kind::Number { value, digits: 2 } = self.token(letter + 1).filter(|token| token.glued)?.kind else {
            return None;
        };
        let week = Expr::NumberedWeek { number: week_number(value)?, year: Some(Box::new(year_expr(year))) };
        let end = letter + 2;
        match self.token(end + 1).filter(|token| token.glued && self.glued_mark(end, '-')).map(|token| token.kind) {
            Some(Kind::Number { value, digits: 1 }) => {
                let weekday = Weekday::from_monday_one_offset(i8::try_from(value).ok()?).ok()?;
                Some((Expr::WeekdayIn { weekday, week: Box::new(week) }, end + 2))
            }
            _ => Some((week, end)),
        }
    }

    /// "week 31 of 2027", "calendar week 31", "KW 31"; "week 3 of my training" is another calendar.
    fn announced_week(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        // "7 kW" is a power.
        let counted = self.before(start).is_some_and(Token::is_number);
        let written = matches!(self.token(start)?.text, "KW" | "CW") || self.is_cued(start);
        let letters = self.token(start)?.any(&["kw", "cw"]) && written && !counted;
        let announced = letters || self.is(start, "calendar");
        let week = self.past(start, "calendar");
        if !letters && !self.any(week, &["week", "wk"]) {
            return None;
        }
        let number = self.token(week + 1)?;
        let Kind::Number { value, digits: 1..=2 } = number.kind else {
            return None;
        };
        let slashed = self.glued_mark(week + 2, '/');
        let whole = if slashed { self.year(week + 3).is_some() } else { self.digits(week + 1).is_some() };
        if !whole || (number.glued && !letters) {
            return None;
        }
        let number = week_number(value)?;
        let end = week + 2;
        let joint = end + usize::from(self.mark(end, ',') || self.mark(end, '/') || self.mark(end, '-'));
        let joint = self.past_any(joint, &["of", "in"]);
        let year = self.year(joint).map(|(year, end)| (year_expr(year), end));
        let year = year.filter(|_| announced || joint > end).or_else(|| {
            let of = self.any(end, &["of", "in"]) || self.is_cued(start);
            self.year_unit(joint).filter(|_| of)
        });
        match year {
            Some((year, end)) => Some((Expr::NumberedWeek { number, year: Some(Box::new(year)) }, end)),
            None if announced && !self.is(end, "of") => Some((Expr::NumberedWeek { number, year: None }, end)),
            None => None,
        }
    }
}

fn week_number(value: u32) -> Option<i8> {
    i8::try_from(value).ok().filter(|week| (1..=53).contains(week))
}

fn year_expr(year: i16) -> Expr {
    Expr::Date(CalendarDate::new(Some(year), None, None))
}
