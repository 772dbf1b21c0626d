//! Holidays: "last Christmas", "on New Year's Eve", "Easter 2018", "Labor Day weekend".

use super::{CalendarDate, Expr, Parsed, Parser};
use crate::dates::lexicon::{BEFORE_A_SUBJECT, ESTABLISHED, HEDGES, HOLIDAY_COMPOUNDS, HOLIDAY_CUES, HOLIDAYS, Which};
use crate::dates::tokens::Token;

/// How many marks may stand around a holiday that is all that is said.
const MARKS_AROUND: usize = 4;

impl Parser<'_> {
    pub(super) fn holiday(&self, at: usize) -> Parsed<Expr> {
        let (which, start) = self.which(at).unwrap_or((Which::Bare, self.past(at, "the")));
        let (expr, end) = self.holiday_name(start)?;
        let Expr::Holiday { rule, year, .. } = expr else {
            return None;
        };
        let dated = year.is_some();
        let holiday = Expr::Holiday { rule, which, year };
        if let Some((weekend, end)) = self.weekend_after(&holiday, end) {
            return Some((weekend, end));
        }
        let weekend_of = at >= 2 && self.is(at - 1, "of") && self.any(at - 2, &["weekend", "week", "day"]);
        if self.is_in(end, &HOLIDAY_COMPOUNDS) && !dated {
            return None;
        }
        let believed = which != Which::Bare
            || dated
            || weekend_of
            || self.is_holiday_cued(at)
            || self.stands_as_a_day(at, end)
            || self.opens_its_clause(at, end);
        believed.then_some((holiday, end))
    }

    /// A holiday by name, with the year if it has one.
    pub(super) fn holiday_name(&self, at: usize) -> Parsed<Expr> {
        let names = HOLIDAYS.beginning_with(&self.token(at)?.lower);
        let (rule, end) = names.iter().find_map(|(name, rule)| Some((*rule, self.phrase_at(at, name)?)))?;
        let (year, end) = self.holiday_year(end).map_or((None, end), |(year, end)| (Some(Box::new(year)), end));
        Some((Expr::Holiday { rule, which: Which::Bare, year }, end))
    }

    fn holiday_year(&self, at: usize) -> Parsed<Expr> {
        let next = self.past_any(self.past_mark(at, ','), &["of", "in"]);
        if let Some((year, end)) = self.year(next) {
            return Some((Expr::Date(CalendarDate::new(Some(year), None, None)), end));
        }
        self.year_unit(next).filter(|_| !self.is(next, "the"))
    }

    /// "Halloween weekend", "Labor Day weekend 2021".
    fn weekend_after(&self, holiday: &Expr, at: usize) -> Parsed<Expr> {
        if !self.is(at, "weekend") {
            return None;
        }
        let Expr::Holiday { rule, which, year } = holiday else {
            return None;
        };
        let later = self.holiday_year(at + 1);
        let (year, end) = later.map_or((year.clone(), at + 1), |(year, end)| (Some(Box::new(year)), end));
        let holiday = Expr::Holiday { rule: *rule, which: *which, year };
        Some((Expr::HolidayWeekend(Box::new(holiday)), end))
    }

    fn is_holiday_cued(&self, at: usize) -> bool {
        let mut at = at;
        while at > 0
            && !self.is_in(at - 1, &HOLIDAY_CUES)
            && (self.is_in(at - 1, &HEDGES) || self.any(at - 1, &["the", "my", "our"]))
        {
            at -= 1;
        }
        at > 0 && self.is_in(at - 1, &HOLIDAY_CUES)
    }

    /// A holiday that is all that is said, or whose name is that of a day and ends the clause: "we met Christmas Eve".
    fn stands_as_a_day(&self, at: usize, end: usize) -> bool {
        let silent = |tokens: &[Token<'_>]| {
            tokens.len() < MARKS_AROUND && !tokens.iter().any(|token| token.is_word() || token.is_number())
        };
        if silent(&self.tokens[..at]) && silent(&self.tokens[end..]) {
            return true;
        }
        let called_a_day = self.is_called_a_day(end);
        let over = self.token(end).is_none_or(|next| !next.is_word());
        called_a_day && over && !self.is_in(at.wrapping_sub(1), &BEFORE_A_SUBJECT)
    }

    /// "Christmas Eve", "Easter Sunday", "Boxing Day": the name says that it is a day.
    fn is_called_a_day(&self, end: usize) -> bool {
        self.token(end - 1).is_some_and(|token| token.meaning.weekday.is_some() || token.any(&["eve", "day"]))
    }

    /// "New Year's Eve we spent on a ferry": the clause has another subject, or tells how the day was.
    fn opens_its_clause(&self, at: usize, end: usize) -> bool {
        let opens =
            at == 0 || self.before(at).is_some_and(|token| !token.is_word()) || self.any(at - 1, &["and", "but"]);
        // "Boxing Day was wet" tells of one, "Labor Day was created in 1894" of all.
        let told = self.is(end, "was") && self.is_called_a_day(end) && !self.is_in(end + 1, &ESTABLISHED);
        opens && (told || self.any(end, &["i", "we", "he", "she", "they", "you"]))
    }

    /// Where a holiday's name ends, believed or not, so that no weekday is read out of "Good Friday".
    pub(in crate::dates) fn past_holiday(&self, at: usize) -> Option<usize> {
        self.holiday_name(at).map(|(_, end)| end)
    }
}
