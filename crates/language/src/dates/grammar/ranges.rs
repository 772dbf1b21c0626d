//! Stretches between two times: "from Monday to Friday", "between March and May", "3–5 May", "2014-2018".

use super::{CalendarDate, Expr, Parsed, Parser};
use crate::dates::lexicon::{COUNTED_THINGS, Which};
use crate::dates::tokens::Kind;

/// Years two of which with a hyphen between are a stretch of time and not a telephone number.
const PLAUSIBLE_YEARS: std::ops::RangeInclusive<u32> = 1900..=2099;

impl Parser<'_> {
    pub(super) fn range(&self, at: usize) -> Parsed<Expr> {
        let opened = self.any(at, &["from", "between"]);
        let between = self.is(at, "between");
        let start = at + usize::from(opened);
        self.days_of_month(start, between)
            .or_else(|| self.numeric_pair(start, between))
            .or_else(|| self.months(start, between, opened))
            .or_else(|| self.years(start, between, opened))
            .or_else(|| self.any_two(start, between))
    }

    /// The word or mark between two ends.
    fn to(&self, at: usize, between: bool) -> Option<usize> {
        let words: &[&str] = if between {
            &["and", "to", "through"]
        } else {
            &["to", "until", "untill", "till", "til", "through", "thru", "~"]
        };
        if self.phrase_at(at, "up to").is_some() {
            return Some(at + 2);
        }
        (self.any(at, words) || self.mark(at, '-') || self.mark(at, '~')).then_some(at + 1)
    }

    /// "3–5 May", "9 to 12 of June", "between the ninth and the seventeenth of April".
    fn days_of_month(&self, at: usize, between: bool) -> Parsed<Expr> {
        let first = self.past(at, "the");
        if self.token(first)?.is_number() {
            self.standing(first)?;
        }
        let (day, end) = self.month_day(first)?;
        let next = self.to(end, between)?;
        let (right, end) = self.day_then_month(next)?;
        let left = CalendarDate { day: Some(day), ..right };
        (Some(day) < right.day).then(|| (pair(Expr::Date(left), Expr::Date(right)), end))
    }

    /// "10/1-11/2/2017": the year on the right speaks for the left.
    fn numeric_pair(&self, at: usize, between: bool) -> Parsed<Expr> {
        if !self.is_detached(at) {
            return None;
        }
        let (left, end) = self.numeric_date_in_range(at)?;
        let (right, end) = self.numeric_date_in_range(self.to(end, between)?)?;
        let dated = matches!(right, Expr::Date(date) if date.year.is_some());
        (dated || self.is_cued(at)).then(|| (pair(left, right), end))
    }

    /// "Jan-Feb 2017", "from March to May", "June-August 1992".
    fn months(&self, at: usize, between: bool, opened: bool) -> Parsed<Expr> {
        let (which, start) = self.which(at).unwrap_or((Which::Bare, at));
        let (left, end) = self.bare_month(start)?;
        let next = self.to(end, between)?;
        let (right, end) = match self.named_date(next).or_else(|| self.part(next)) {
            Some(found) => found,
            None => {
                let (month, end) = self.bare_month(next)?;
                (Expr::Date(CalendarDate::new(None, Some(month), None)), end)
            }
        };
        // "may - march" without anything else is two words.
        let sure = opened || self.is_cued(at) || matches!(right, Expr::Date(date) if date.year.is_some());
        let capital = self.token(start)?.is_capitalised() && self.token(next)?.is_capitalised();
        let left = CalendarDate { which, ..CalendarDate::new(None, Some(left), None) };
        (sure || capital).then(|| (pair(Expr::Date(left), right), end))
    }

    fn bare_month(&self, at: usize) -> Parsed<i8> {
        let month = self.token(at)?.meaning.month?.number;
        let dotted = self.token(at)?.lower.len() <= 4 && self.glued_mark(at + 1, '.');
        Some((month, at + 1 + usize::from(dotted)))
    }

    /// "2014-2018", "from 2014 to 2018".
    fn years(&self, at: usize, between: bool, opened: bool) -> Parsed<Expr> {
        let Kind::Number { value: left, digits: 4 } = self.token(at)?.kind else {
            return None;
        };
        self.standing(at)?;
        let next = self.to(at + 1, between)?;
        let Kind::Number { value: right, digits: 4 } = self.token(next)?.kind else {
            return None;
        };
        let plausible = PLAUSIBLE_YEARS.contains(&left) && PLAUSIBLE_YEARS.contains(&right) && left < right;
        self.digits(next)?;
        let number_goes_on = self.glued_mark(next + 1, '-');
        let counted = self.is_in(next + 1, &COUNTED_THINGS);
        let year = |year: u32| Some(Expr::Date(CalendarDate::new(Some(i16::try_from(year).ok()?), None, None)));
        let sure = opened || self.mark(at + 1, '-') || self.is_cued(at);
        if !plausible || number_goes_on || counted || !sure {
            return None;
        }
        Some((pair(year(left)?, year(right)?), next + 1))
    }

    /// Any expression to any other.
    fn any_two(&self, at: usize, between: bool) -> Parsed<Expr> {
        let (left, end) = self.end_of_range(at)?;
        let next = self.to(end, between)?;
        // "May 3 to 5", "April 9th through the 17th".
        let day_alone = match left {
            Expr::Date(CalendarDate { month: Some(_), day: Some(_), .. }) => self.month_day(self.past(next, "the")),
            _ => None,
        };
        let (right, end) = match self.numeric_date_in_range(next).or_else(|| self.end_of_range(next)) {
            Some(found) => found,
            None => {
                let (day, end) = day_alone?;
                let counts = self.token(end).is_some_and(|token| token.meaning.unit.is_some() || token.is_mark('%'));
                let clock = self.glued_mark(end, ':')
                    && self.token(end + 1).is_some_and(|token| token.glued && token.is_number());
                if counts || clock {
                    return None;
                }
                // "Dec 1-5, 2026".
                let month = if let Expr::Date(left) = left { left.month } else { None };
                match self.trailing_year(end) {
                    Some((year, end)) => (Expr::Date(CalendarDate::new(Some(year), month, Some(day))), end),
                    None => (Expr::Date(CalendarDate::new(None, None, Some(day))), end),
                }
            }
        };
        let left = share_week(left, &right);
        let timed = |expr: &Expr| matches!(expr, Expr::Time(_) | Expr::Timed { .. } | Expr::Now);
        let clock =
            (matches!(right, Expr::Time(_)) && !timed(&left)) || (matches!(left, Expr::Time(_)) && !timed(&right));
        let stretch = |expr: &Expr| matches!(expr, Expr::Count { .. } | Expr::Range { .. });
        let nothing = clock || stretch(&left) || stretch(&right) || left == right;
        (!nothing).then(|| (pair(left, right), end))
    }

    pub(super) fn end_of_range(&self, at: usize) -> Parsed<Expr> {
        if self.is(at, "now") || self.phrase_at(at, "date").is_some() {
            return Some((Expr::Now, at + 1));
        }
        if let Some(((expr, None), end)) = self.timed(at) {
            return Some((expr, end));
        }
        if let Some((year, end)) = self.year(at).filter(|_| self.standing(at).is_some()) {
            return Some((Expr::Date(CalendarDate::new(Some(year), None, None)), end));
        }
        let start = self.past(at, "the");
        if let Some(holiday) = self.holiday_name(start) {
            return Some(holiday);
        }
        if let Kind::Ordinal(day) = self.token(start)?.kind {
            let day = i8::try_from(day).ok().filter(|day| (1..=31).contains(day))?;
            return Some((Expr::Date(CalendarDate::new(None, None, Some(day))), start + 1));
        }
        self.bare_month(at).map(|(month, end)| (Expr::Date(CalendarDate::new(None, Some(month), None)), end))
    }
}

/// "Monday to Wednesday last week": the week is said once for both.
fn share_week(left: Expr, right: &Expr) -> Expr {
    match (left, right) {
        (Expr::Weekday { weekday, which: Which::Bare, .. }, Expr::WeekdayIn { week, .. }) => {
            Expr::WeekdayIn { weekday, week: week.clone() }
        }
        (left, _) => left,
    }
}

fn pair(from: Expr, to: Expr) -> Expr {
    Expr::Range { from: Box::new(from), to: Box::new(to) }
}
