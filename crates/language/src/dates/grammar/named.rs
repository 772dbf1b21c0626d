//! Dates with the month in words ("3rd of May 2024", "May 3", "2019/aug/01"), and months, years and day numbers alone.

use super::{CalendarDate, Expr, Parsed, Parser};
use crate::dates::lexicon::{
    AFTER_A_DAY_NUMBER, COUNTED_THINGS, DATED_THINGS, DAY_CUES, HEDGES, Month, NUMBERED, PRONOUNS, SUBJECT_VERBS, Which,
};
use crate::dates::tokens::{Kind, Token};

/// Lone years are believed within these; 2000 is more often a count.
const LONE_YEARS: std::ops::RangeInclusive<i16> = 1950..=2049;

impl Parser<'_> {
    /// "today", "tomorrow", "tonight" without its evening.
    pub(super) fn relative_day(&self, at: usize) -> Parsed<Expr> {
        let token = self.token(at)?;
        let day = token.meaning.day?;
        token.meaning.daypart.is_none().then_some((Expr::Day(day), at + 1))
    }

    /// A month in words with a day, a year, or both.
    pub(super) fn named_date(&self, at: usize) -> Parsed<Expr> {
        let (which, start) = match self.which(at) {
            Some((which, start)) => (which, start),
            // "the May 15 deadline".
            None if self.is(at, "the") && self.month_then_day(at + 1).is_some() => (Which::Bare, at + 1),
            None => (Which::Bare, at),
        };
        let number = self.past(start, "the");
        let free = self.token(number).is_some_and(|token| !token.is_number()) || self.standing(number).is_some();
        let day_first = if free { self.day_then_month(start) } else { None };
        let (date, end) =
            super::longest([self.month_then_day(start), day_first, self.year_then_month(start)].into_iter().flatten())?;
        Some((Expr::Date(CalendarDate { which, ..date }), end))
    }

    /// The month here, with the full stop of an abbreviation. A month glued to letters is none.
    fn month(&self, at: usize) -> Parsed<Month> {
        let month = self.token(at)?.meaning.month?;
        let dotted = self.token(at)?.lower.len() <= 4 && self.glued_mark(at + 1, '.');
        Some((month, at + 1 + usize::from(dotted)))
    }

    /// Passes over what may join the parts of a date: nothing, a comma, a hyphen, a slash, "the", "of", "in".
    fn joint(&self, at: usize, words: &[&str]) -> usize {
        let at = at + usize::from([',', '-', '/'].into_iter().any(|mark| self.mark(at, mark)));
        self.past_any(at, words)
    }

    pub(super) fn trailing_year(&self, at: usize) -> Parsed<i16> {
        let next = self.joint(at, &["of", "in"]);
        if let Some(year) = self.year(next).or_else(|| self.year_in_words(next)) {
            return Some(year);
        }
        // "15 April of 87".
        match self.digits(next)? {
            (value, 2) if self.is(next.checked_sub(1)?, "of") => Some((self.full_year(value)?, next + 1)),
            _ => None,
        }
    }

    /// The first day of "3 and 4 May", the second of "May 3 and 4".
    pub(super) fn listed_day(&self, at: usize) -> Parsed<Expr> {
        let free = self.token(at)?.is_number() && self.standing(at).is_some()
            || matches!(self.token(at)?.kind, Kind::Ordinal(_));
        let (day, end) = self.month_day(at).filter(|_| free)?;
        let joins = |at: usize| self.any(at, &["and", "or"]) || self.mark(at, '&');
        if joins(end)
            && let Some((other, _)) = self.day_then_month(end + 1)
        {
            return Some((Expr::Date(CalendarDate { day: Some(day), ..other }), end));
        }
        let month = at.checked_sub(3).filter(|_| joins(at - 1)).and_then(|month| self.month(month))?.0.number;
        let another = self.month_day(at - 2).is_some() && exists(month, day);
        let counts = self.token(end).is_some_and(|next| next.is_word() && !next.is_in(&AFTER_A_DAY_NUMBER));
        (another && !counts).then(|| (Expr::Date(CalendarDate::new(None, Some(month), Some(day))), end))
    }

    fn month_then_day(&self, at: usize) -> Parsed<CalendarDate> {
        let (month, end) = self.month(at)?;
        if self.is_verb(at, month) {
            return None;
        }
        let day = self.month_day(self.joint(end, &["the"]));
        // "September-2020-23" and "May 2024".
        if let Some((year, after)) = self.trailing_year(end) {
            let day = self.glued_mark(after, '-').then(|| self.month_day(after + 1)).flatten();
            let (day, end) = day.map_or((None, after), |(day, end)| (Some(day), end));
            return Some((CalendarDate::new(Some(year), Some(month.number), day), end));
        }
        let (day, end) = day.filter(|&(day, _)| exists(month.number, day))?;
        let (year, end) = self.trailing_year(end).map_or((None, end), |(year, end)| (Some(year), end));
        Some((CalendarDate::new(year, Some(month.number), Some(day)), end))
    }

    pub(super) fn day_then_month(&self, at: usize) -> Parsed<CalendarDate> {
        let start = self.past(at, "the");
        let (day, end) = self.month_day(start)?;
        // "23-2020-September".
        if self.glued_mark(end, '-')
            && let Some((year, after)) = self.year(end + 1)
            && self.glued_mark(after, '-')
            && let Some((month, end)) = self.month(after + 1)
        {
            return Some((CalendarDate::new(Some(year), Some(month.number), Some(day)), end));
        }
        let next = self.past(self.joint(end, &["day"]), "of");
        let (month, end) = self.month(next)?;
        if !exists(month.number, day) || (self.mark(next - 1, ',') && month.shared) {
            return None;
        }
        let (year, end) = self.trailing_year(end).map_or((None, end), |(year, end)| (Some(year), end));
        Some((CalendarDate::new(year, Some(month.number), Some(day)), end))
    }

    /// "2017 april", "2019-aug-1", "2020/23/Sep".
    fn year_then_month(&self, at: usize) -> Parsed<CalendarDate> {
        self.token(at)?;
        let Kind::Number { value, digits: 4 } = self.token(at)?.kind else {
            return None;
        };
        let year = i16::try_from(value).ok().filter(|year| (1000..=2999).contains(year))?;
        let next = self.joint(at + 1, &[]);
        if let Some((month, end)) = self.month(next) {
            let day = if self.mark(end, '-') || self.mark(end, '/') { self.month_day(end + 1) } else { None };
            let (day, end) = day.map_or((None, end), |(day, end)| (Some(day), end));
            return Some((CalendarDate::new(Some(year), Some(month.number), day), end));
        }
        let (day, end) = self.month_day(next)?;
        let (month, end) = self.month(end + 1).filter(|_| self.glued_mark(end, '/') || self.glued_mark(end, '-'))?;
        Some((CalendarDate::new(Some(year), Some(month.number), Some(day)), end))
    }

    /// "you may 2", "they march 20 miles": a verb after its subject.
    fn is_verb(&self, at: usize, month: Month) -> bool {
        let small = self.token(at).is_some_and(|token| !token.is_capitalised());
        let infinitive = self.is(at.wrapping_sub(1), "to")
            && self.is(at, "march")
            && !at
                .checked_sub(2)
                .and_then(|at| self.token(at))
                .is_some_and(|token| token.is_number() || token.meaning.month.is_some());
        month.shared && small && (infinitive || self.before(at).is_some_and(|token| token.is_in(&PRONOUNS)))
    }

    /// A month with nothing beside it: after a cue ("in March") or a choice ("last March").
    pub(super) fn lone_month(&self, at: usize) -> Parsed<Expr> {
        let (which, start) = match self.which(at) {
            Some((which, start)) => (which, start),
            None => (Which::Bare, self.past(at, "the")),
        };
        let (month, end) = self.month(start)?;
        let believed = which != Which::Bare || self.is_month_cued(at, month);
        let subject =
            month.shared && self.is_in(end, &SUBJECT_VERBS) && !self.any(at.wrapping_sub(1), &["in", "during"]);
        let ticker = self.before(start).is_some_and(|token| token.is_mark('$'));
        // "this may take longer".
        let modal = which == Which::This
            && self.token(start).is_some_and(|token| token.text == "may")
            && self.token(end).is_some_and(|next| next.is_word() && !next.is_in(&AFTER_A_DAY_NUMBER));
        if !believed || subject || ticker || modal {
            return None;
        }
        let date = CalendarDate { which, ..CalendarDate::new(None, Some(month.number), None) };
        Some((Expr::Date(date), end))
    }

    fn is_month_cued(&self, at: usize, month: Month) -> bool {
        let after_month_of = at >= 2 && self.is(at - 1, "of") && self.any(at - 2, &["month", "months", "as"]);
        let for_a_name = month.shared && self.any(at.wrapping_sub(1), &["for", "on", "than", "as"]);
        // "in May or June".
        let is_month = |at: usize| self.token(at).is_some_and(|token| token.meaning.month.is_some());
        let listed = at >= 3 && self.any(at - 1, &["and", "or", "&"]) && is_month(at - 2) && self.is_cued(at - 2);
        (self.is_cued(at) && !for_a_name) || after_month_of || listed
    }

    /// "in 2019", "the year 2008", "the 2020 election".
    pub(super) fn lone_year(&self, at: usize) -> Parsed<Expr> {
        let named = self.past(at, "the");
        let (start, announced) = match self.phrase_at(named, "calendar year").or_else(|| self.fiscal_year(named)) {
            Some(start) => (self.past(start, "of"), true),
            None if self.is(named, "year") => (self.past(named + 1, "of"), true),
            None => (named, false),
        };
        if announced && let Some((year, end)) = self.year(start).or_else(|| self.year_in_words(start)) {
            return Some((year_expr(year), end));
        }
        if announced
            && self.token(start)?.glued
            && let Some((value, 2)) = self.digits(start)
        {
            return Some((year_expr(self.full_year(value)?), start + 1));
        }
        let in_words = self.year_in_words(at).filter(|_| self.is_year_cued(at));
        if in_words.is_some() {
            return in_words.map(|(year, end)| (year_expr(year), end));
        }
        if self.token(start)?.is_number() {
            self.standing(start)?;
        }
        let (year, end) = self.year(start)?;
        // "a collection of 2000 hats".
        let plural = |token: &Token<'_>| token.is_word() && token.lower.len() > 3 && token.lower.ends_with('s');
        let collected =
            self.is(at.wrapping_sub(1), "of") && (!LONE_YEARS.contains(&year) || self.token(end).is_some_and(plural));
        let counted = collected
            || self.is_in(end, &COUNTED_THINGS)
            || self.before(start).is_some_and(|token| token.is_in(&NUMBERED));
        let joined = self.token(end).is_some_and(|token| token.glued && (token.is_mark('-') || token.is_mark('/')));
        let described = start > at
            && LONE_YEARS.contains(&year)
            && year != 2000
            && self.token(end).is_some_and(|token| token.is_word() && !token.glued && token.meaning.unit.is_none())
            // "the 1987 is cheaper" is a wine or a car.
            && !self.any(end, &["is", "was", "has", "had"]);
        let set_apart = self.is_aside(at) && LONE_YEARS.contains(&year) && year != 2000 && year <= self.this_year;
        let set_apart = set_apart && self.token(end).is_none_or(|next| !next.is_word() && !next.is_number());
        let believed = !counted && !joined && (self.is_year_cued(at) || described || set_apart);
        believed.then(|| (year_expr(year), end))
    }

    /// Whether a number here is set apart by a comma or a bracket: "a scar from skating, 2003".
    pub(in crate::dates) fn is_aside(&self, at: usize) -> bool {
        let apart = self.before(at).is_some_and(|token| token.is_mark(',') || token.is_mark('('));
        let listed = at >= 2 && self.token(at - 2).is_some_and(Token::is_number);
        apart && !listed && self.token(at).is_some_and(Token::is_number)
    }

    /// "FY2025", "FY 25", "fiscal year 2025", "CY18": read as the calendar year.
    fn fiscal_year(&self, at: usize) -> Option<usize> {
        if let Some(end) = self.phrase_at(at, "fiscal year") {
            return Some(end);
        }
        let number = self.token(at + 1)?.is_number();
        (self.any(at, &["fy", "cy"]) && number).then_some(at + 1)
    }

    fn is_year_cued(&self, at: usize) -> bool {
        let of = self.before(at).is_some_and(|token| token.any(&["of", "circa", "and", "or"]));
        let listed = of && (self.is(at - 1, "of") || at.checked_sub(2).is_some_and(|at| self.year(at).is_some()));
        let back_to = self.is(at.wrapping_sub(1), "to") && self.is(at.wrapping_sub(2), "back");
        self.is_cued(at) || listed || back_to || self.before(at).is_some_and(|token| token.is("circa"))
    }

    /// "the first and second draws", "the second of three", "the first night".
    fn is_one_of_several(&self, end: usize) -> bool {
        let part = self.token(end).is_some_and(|next| next.meaning.daypart.is_some());
        part || self.any(end, &["and", "or", "of"])
    }

    /// "on the 15th", "by the 3rd", "on the twenty-fifth": a day number that nothing makes a place or a turn.
    pub(super) fn day_number(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        let on_the = start > at && self.is(at.wrapping_sub(1), "on");
        let (value, end) = match self.token(start)?.kind {
            Kind::Ordinal(value) => (value, start + 1),
            // "on the 17".
            Kind::Number { .. } if on_the => (self.standing(start)?.0, start + 1),
            Kind::Word if on_the => self.ordinal(start).filter(|&(_, end)| !self.is_one_of_several(end))?,
            _ => return None,
        };
        let day = i8::try_from(value).ok().filter(|day| (1..=31).contains(day))?;
        let cued = self.before(at).is_some_and(|token| token.is_in(&DAY_CUES) || token.is_in(&HEDGES));
        let believed = match self.token(end) {
            None => true,
            Some(next) if next.is_word() && self.is(end, "of") => self.any(end + 1, &["this", "next", "last", "the"]),
            Some(next) if next.is_word() => next.is_in(&AFTER_A_DAY_NUMBER) || next.meaning.which.is_some(),
            Some(next) => !(next.is_number() || next.is_mark('-') && next.glued),
        };
        let ordinal_list = self.is(at.wrapping_sub(1), "of") && !self.is_in(at.wrapping_sub(2), &DATED_THINGS);
        // "The 30th works for me".
        let proposed = start > at && self.any(end, &["works", "suits", "sounds"]);
        (proposed || cued && believed && !ordinal_list)
            .then(|| (Expr::Date(CalendarDate::new(None, None, Some(day))), end))
    }
}

fn year_expr(year: i16) -> Expr {
    Expr::Date(CalendarDate::new(Some(year), None, None))
}

/// Whether a month has such a day in some year.
fn exists(month: i8, day: i8) -> bool {
    jiff::civil::Date::new(2024, month, day).is_ok()
}
