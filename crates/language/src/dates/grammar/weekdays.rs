//! Weekdays: "last Tuesday", "Friday week", "Monday the 21st", "Wednesday of next week".

use jiff::civil::Weekday;

use super::{Expr, Parsed, Parser, Recurrent};
use crate::dates::lexicon::{
    AFTER_A_DAY_NUMBER, DATE_CUES, INDEFINITE, PRAISE, PRONOUNS, Unit, WEEKDAY_COMPOUNDS, Which,
};
use crate::dates::tokens::{Kind, Token};

impl Parser<'_> {
    /// Reads "last", "this", "next", "coming", "this past", "the coming".
    pub(super) fn which(&self, at: usize) -> Parsed<Which> {
        let start = self.past(at, "the");
        let first = self.token(start)?.meaning.which?;
        if first == Which::This && start == at {
            match self.token(start + 1).and_then(|token| token.meaning.which) {
                Some(second @ (Which::Last | Which::Coming | Which::Next)) => {
                    return Some((second, start + 2));
                }
                _ => return Some((Which::This, start + 1)),
            }
        }
        Some((first, start + 1))
    }

    pub(super) fn weekday(&self, at: usize) -> Parsed<Expr> {
        if let Some(found) = self.weekday_of_week(at).or_else(|| self.weekday_before_last(at)) {
            return Some(found);
        }
        let (which, start) = self.which(at).unwrap_or((Which::Bare, at));
        let (weekday, end) = self.weekday_name(start)?;
        if which == Which::Bare && !self.is_definite(at, end) {
            return None;
        }
        if let Some((date, end)) = self.date_after_weekday(end) {
            let Expr::Date(date) = date else { return None };
            let date = super::CalendarDate { weekday: Some(weekday), which, ..date };
            return Some((Expr::Date(date), end));
        }
        let (plus_weeks, end) = match self.token(end) {
            Some(token) if which == Which::Bare && token.is("week") => (1, end + 1),
            Some(token) if which == Which::Bare && token.is("fortnight") => (2, end + 1),
            _ => (0, end),
        };
        if plus_weeks > 0 && (self.token(end).is_some_and(Token::is_number)) {
            return Some((Expr::Weekday { weekday, which, plus_weeks: 0 }, end - 1));
        }
        Some((Expr::Weekday { weekday, which, plus_weeks }, end))
    }

    /// A weekday's name; a short one that is also a word ("sat", "sun") only in company.
    pub(super) fn weekday_name(&self, at: usize) -> Parsed<Weekday> {
        let token = self.token(at)?;
        let name = token.meaning.weekday?;
        let dotted =
            name.shy && self.glued_mark(at + 1, '.') && self.tokens.get(at + 2).is_some_and(|next| !next.glued);
        let end = at + 1 + usize::from(dotted && self.token(at + 2).is_some_and(|next| !next.is_capitalised()));
        if name.shy && !self.has_company(at, at + 1) {
            return None;
        }
        Some((name.value, end))
    }

    fn has_company(&self, at: usize, end: usize) -> bool {
        let before = self.before(at);
        let said_before = before.is_some_and(|token| {
            token.any(&["on", "by", "until", "till", "since", "before", "after", "due", "week"])
                || (token.meaning.which.is_some() && !self.is_in(at.wrapping_sub(2), &PRONOUNS))
        });
        let capital = self.token(at).is_some_and(|token| token.text.starts_with(char::is_uppercase));
        let said_after = self.token(self.past_mark(end, ',')).is_some_and(|token| {
            token.is_number() || token.meaning.month.is_some() || matches!(token.kind, Kind::Ordinal(_))
        });
        // "Mon-Wed", "Sat to Mon".
        let is_weekday = |at: usize| self.token(at).is_some_and(|token| token.meaning.weekday.is_some());
        let to_another = is_weekday(end + 1) && (self.mark(end, '-') || self.any(end, &["to", "and", "or"]));
        let from_another =
            at >= 2 && is_weekday(at - 2) && (self.mark(at - 1, '-') || self.any(at - 1, &["to", "and"]));
        let paired = to_another || from_another;
        let sunny = before.is_some_and(|token| token.is("the"));
        let company = said_before || capital && (said_after || paired);
        !sunny && company && !self.names_something_else(end)
    }

    /// "on sun glasses", "Sun Microsystems".
    fn names_something_else(&self, end: usize) -> bool {
        self.token(end).is_some_and(|next| {
            let temporal = next.meaning.is_temporal() || next.is_in(&AFTER_A_DAY_NUMBER) || next.is("week");
            next.is_word() && !temporal && !next.lower.starts_with('\'')
        })
    }

    /// "a Tuesday", "that Friday", "one Sunday", "Sunday school" are no particular day.
    fn is_definite(&self, at: usize, end: usize) -> bool {
        let header = self.before(at).is_some_and(|token| token.is_mark('|'));
        let vague = header || self.before(at).is_some_and(|token| token.is_in(&INDEFINITE) || token.is_in(&PRAISE));
        let article = self.before(at).is_some_and(|token| token.is("the")) && !self.any(at.wrapping_sub(2), &["of"]);
        let compound = self.is_in(end, &WEEKDAY_COMPOUNDS);
        !vague && !article && !compound
    }

    /// The date in "Friday, May 3rd", "Monday the 21st", "Friday 31", "Friday (Jun-15)".
    fn date_after_weekday(&self, at: usize) -> Parsed<Expr> {
        let bracket = self.mark(at, '(');
        let joint = usize::from(bracket || self.mark(at, ',') || self.mark(at, '-'));
        let next = at + joint;
        let full = self.numeric_date(next).or_else(|| self.named_date(next));
        if let Some((date, end)) = full {
            return Some((date, end + usize::from(bracket && self.mark(end, ')'))));
        }
        let the = self.past(at, "the");
        let (day, end) = match self.standing(the) {
            Some((day, 1..=2)) if the > at || self.is_day_number_after_weekday(the) => (day, the + 1),
            Some(_) => return None,
            // "Thursday second-quarter profits" is no second.
            None if the > at || matches!(self.token(the)?.kind, Kind::Ordinal(_)) => self.ordinal(the)?,
            None => return None,
        };
        let day = i8::try_from(day).ok().filter(|day| (1..=31).contains(day))?;
        let number = super::CalendarDate::new(None, None, Some(day));
        let units = self.token(end).is_some_and(|token| token.meaning.unit.is_some() || token.is("of"));
        (!units).then_some((Expr::Date(number), end))
    }

    /// "Monday 21" is a date; "Monday 12-4" and "Monday 9 am" are times, "Monday 3 people" is neither.
    fn is_day_number_after_weekday(&self, at: usize) -> bool {
        match self.token(at + 1) {
            None => true,
            Some(next) if next.is_mark('-') => false,
            Some(next) => {
                !next.is_word() || next.is_in(&DATE_CUES) || next.any(&["at", "between", "and", "or", "around"])
            }
        }
    }

    /// "next week Wednesday", "Friday next week", "Tuesday of last week", "Monday two weeks from now".
    fn weekday_of_week(&self, at: usize) -> Parsed<Expr> {
        if let Some((weekday, end)) = self.weekday_name(at) {
            let next = self.past(self.past_mark(end, ','), "of");
            let (week, end) = self.week_like(next)?;
            return Some((Expr::WeekdayIn { weekday, week: Box::new(week) }, end));
        }
        let (week, end) = self.week_like(at)?;
        let next = self.past(self.past_mark(self.past_mark(end, ','), '-'), "on");
        let (weekday, end) = self.weekday_name(next)?;
        // "last week Monday was quiet" names one day; "last week. Monday" does not get here.
        Some((Expr::WeekdayIn { weekday, week: Box::new(week) }, end))
    }

    /// An expression that names one week: "next week", "the first week of May", "two weeks from now".
    pub(super) fn week_like(&self, at: usize) -> Parsed<Expr> {
        let this = self.which(at).and_then(|(which, end)| {
            let week = self.token(end)?.meaning.unit == Some(Unit::Week);
            week.then_some((Expr::Unit { unit: Unit::Week, which }, end + 1))
        });
        this.or_else(|| self.nth(at).filter(|(expr, _)| expr.is_week())).or_else(|| self.offset(at))
    }

    /// "the Friday before last", "the Friday after next".
    fn weekday_before_last(&self, at: usize) -> Parsed<Expr> {
        let (weekday, end) = self.weekday_name(self.past(at, "the"))?;
        if let Some(end) = self.phrase_at(end, "before last") {
            return Some((Expr::Recurrences { count: 2, what: Recurrent::Weekday(weekday), forward: false }, end));
        }
        let end = self.phrase_at(end, "after next")?;
        Some((Expr::Recurrences { count: 2, what: Recurrent::Weekday(weekday), forward: true }, end))
    }
}

impl Expr {
    fn is_week(&self) -> bool {
        matches!(self, Expr::Nth { what: super::NthOf::Unit(Unit::Week), count: 1, .. } | Expr::NumberedWeek { .. })
    }
}
