//! Dates in digits: 2026-12-31, 12/31/2026, 31.12.2026, 31/12.
//!
//! A number above twelve cannot be a month and settles the order. Otherwise, with slashes and hyphens the month comes
//! first where the person's zone is in a country that writes it so (or in no country: UTC) and the day elsewhere; with
//! dots the day comes first everywhere, because nobody who writes the month first writes dots. A weekday beside it
//! overrules all that. Without a year it takes a cue to be a date at all ("on 9/10" is, "rated 9/10" is not).

use super::{CalendarDate, Expr, Parsed, Parser};
use crate::dates::lexicon::{ANNIVERSARIES, NUMBERED, RATIO_NOUNS, Which};
use crate::dates::tokens::{Kind, Token};

/// Years a date in digits may lie in when nothing else speaks for it.
const PLAUSIBLE_YEARS: std::ops::RangeInclusive<u32> = 1900..=2099;

/// Numbers below the line of everyday fractions and marks.
const DENOMINATORS: &[u32] = &[2, 3, 4, 5, 6, 8, 10, 100];

/// Digits and how many of them there are.
#[derive(Clone, Copy)]
struct Digits {
    value: u32,
    length: usize,
}

impl Parser<'_> {
    pub(super) fn numeric_date(&self, at: usize) -> Parsed<Expr> {
        let (which, at) = self.which(at).unwrap_or((Which::Bare, at));
        if !self.is_detached(at) {
            return None;
        }
        let (date, end) = self.iso(at).or_else(|| self.three_numbers(at)).or_else(|| {
            let (date, end, separator) = self.two_numbers(at)?;
            self.is_day_and_month(at, separator, date).then_some((date, end))
        })?;
        Some((Expr::Date(CalendarDate { which, ..date }), end))
    }

    /// Reads a date in digits after a hyphen or "to", where what stands before it already speaks for it.
    pub(super) fn numeric_date_in_range(&self, at: usize) -> Parsed<Expr> {
        let pair = || self.two_numbers(at).filter(|pair| pair.2 == '/').map(|(date, end, _)| (date, end));
        let (date, end) = self.iso(at).or_else(|| self.three_numbers(at)).or_else(pair)?;
        Some((Expr::Date(date), end))
    }

    /// Whether a number begins here that nothing to its left belongs to. Addresses are read too: file names carry dates.
    pub(super) fn is_detached(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|token| token.is_number()) else {
            return false;
        };
        let behind = |back: usize| at.checked_sub(back).and_then(|at| self.tokens.get(at));
        if behind(1).is_some_and(|token| token.is_in(&NUMBERED) && !token.is("v")) && !self.is_iso_shaped(at) {
            return false;
        }
        let Some(before) = behind(1).filter(|_| token.glued) else {
            return true;
        };
        match before.kind {
            Kind::Mark('-' | '.' | '/' | ':' | ',' | '_') => !(before.glued && behind(2).is_some_and(Token::is_number)),
            Kind::Mark('$' | '€' | '£' | '#' | '+') => false,
            Kind::Mark(_) => true,
            _ => false,
        }
    }

    fn is_iso_shaped(&self, at: usize) -> bool {
        self.raw_digits(at).is_some_and(|year| year.length == 4) && self.separator(at + 1).is_some()
    }

    fn raw_digits(&self, at: usize) -> Option<Digits> {
        match self.tokens.get(at)?.kind {
            Kind::Number { value, digits } => Some(Digits { value, length: digits }),
            _ => None,
        }
    }

    /// The mark here, if it binds the number before it to the one after it.
    fn separator(&self, at: usize) -> Option<char> {
        let mark = self.tokens.get(at).filter(|token| token.glued)?;
        let next = self.tokens.get(at + 1).filter(|token| token.glued)?;
        match mark.kind {
            Kind::Mark(mark @ ('/' | '-' | '.')) if next.is_number() => Some(mark),
            _ => None,
        }
    }

    /// Whether a date in digits is over here, so that 10.0.0.1 and 1/2/3/4 are none.
    fn is_over(&self, at: usize) -> bool {
        let Some(next) = self.tokens.get(at).filter(|token| token.glued) else {
            return true;
        };
        match next.kind {
            Kind::Word => next.is("t") || next.is("'s"),
            Kind::Mark('%') => false,
            Kind::Mark(mark @ ('.' | '/' | ':' | ',')) => {
                self.separator(at) != Some(mark) && !self.number_glued(at + 1)
            }
            Kind::Mark(_) => true,
            _ => false,
        }
    }

    fn number_glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.glued && token.is_number())
    }

    /// 2026-12-31, 2026/12/31, 20261231, 2026-12.
    fn iso(&self, at: usize) -> Parsed<CalendarDate> {
        let first = self.raw_digits(at)?;
        if first.length == 8 {
            let (year, month, day) = (first.value / 10_000, first.value / 100 % 100, first.value % 100);
            let fits = PLAUSIBLE_YEARS.contains(&year) && self.is_over(at + 1) && self.separator(at + 1).is_none();
            return if fits { date(year, month, day).map(|date| (date, at + 1)) } else { None };
        }
        if first.length != 4 || !(1000..=2999).contains(&first.value) {
            return None;
        }
        let separator = self.separator(at + 1)?;
        let month = self.raw_digits(at + 2).filter(|month| month.length <= 2)?;
        if self.separator(at + 3) == Some(separator) {
            let day = self.raw_digits(at + 4).filter(|day| day.length <= 2)?;
            return date(first.value, month.value, day.value)
                .filter(|_| self.is_over(at + 5))
                .map(|date| (date, at + 5));
        }
        let sure = month.length == 2 || self.is_cued(at);
        let fits = sure && separator != '.' && PLAUSIBLE_YEARS.contains(&first.value) && self.is_over(at + 3);
        if !fits || self.tokens.get(at)?.opaque {
            return None;
        }
        year_and_month(first.value, month.value).map(|date| (date, at + 3))
    }

    /// 12/31/2026, 31.12.2026, 5/3/18.
    fn three_numbers(&self, at: usize) -> Parsed<CalendarDate> {
        let (first, second, third) = (self.raw_digits(at)?, self.raw_digits(at + 2)?, self.raw_digits(at + 4)?);
        let separator = self.separator(at + 1)?;
        let same = self.separator(at + 3) == Some(separator) && self.is_over(at + 5);
        if !same || first.length > 2 || second.length > 2 || self.token(at).is_none() {
            return None;
        }
        let year = match third.length {
            4 => third.value,
            // A slash is for dates; hyphens and dots with two digits are for codes and versions, unless cued.
            2 if separator == '/' || (self.is_cued(at) && first.length == 2 && second.length == 2) => {
                u32::try_from(self.full_year(third.value)?).ok()?
            }
            _ => return None,
        };
        let month_first = separator != '.' && self.month_first;
        let (month, day) = order(first.value, second.value, month_first)?;
        let swappable = first.value <= 12 && second.value <= 12;
        date(year, month, day).map(|date| (CalendarDate { swappable, ..date }, at + 5))
    }

    /// 31/12, 12/2026, and the mark between.
    fn two_numbers(&self, at: usize) -> Option<(CalendarDate, usize, char)> {
        let (first, second) = (self.raw_digits(at)?, self.raw_digits(at + 2)?);
        let separator = self.separator(at + 1)?;
        if first.length > 2 || !self.is_over(at + 3) || self.token(at).is_none() {
            return None;
        }
        let end = at + 3;
        if second.length == 4 && PLAUSIBLE_YEARS.contains(&second.value) {
            return Some((year_and_month(second.value, first.value)?, end, separator));
        }
        if second.length > 2 {
            return None;
        }
        let (month, day) = order(first.value, second.value, self.month_first)?;
        let partial = CalendarDate::new(None, Some(i8::try_from(month).ok()?), Some(i8::try_from(day).ok()?));
        let partial = CalendarDate { swappable: first.value <= 12 && second.value <= 12, ..partial };
        // "5/7, 2020".
        let (year, end) = match self.year(end + 1).filter(|_| self.mark(end, ',')) {
            Some((year, end)) => (Some(year), end),
            None => (None, end),
        };
        (day <= longest_month(month)).then_some((CalendarDate { year, ..partial }, end, separator))
    }

    /// Whether two numbers are a date and not a share, a mark out of ten, a decimal or a score.
    fn is_day_and_month(&self, at: usize, separator: char, date: CalendarDate) -> bool {
        let Some((first, second)) = self.raw_digits(at).zip(self.raw_digits(at + 2)) else {
            return false;
        };
        let end = at + 3;
        if date.year.is_some() && date.day.is_some() {
            return separator == '/';
        }
        if date.year.is_some() {
            return separator == '/' && first.length == 2 || separator != '.' && self.is_cued(at);
        }
        if self.before(at).is_some_and(|token| token.meaning.weekday.is_some()) {
            // "Monday 12-4" is from noon to four.
            return separator != '-';
        }
        // What happened on 9/11 needs no year, and has none here.
        if (first.value, second.value) == (9, 11) {
            return false;
        }
        let anniversary = self.is(at.wrapping_sub(1), "is")
            && (self.is_in(at.wrapping_sub(2), &ANNIVERSARIES) || self.is(at.wrapping_sub(2), "date"));
        let fraction = DENOMINATORS.contains(&second.value) && first.value < second.value;
        let dated = self.any(at.wrapping_sub(1), &["on", "until", "since"]);
        let ratio = self.is_in(end, &RATIO_NOUNS) || (fraction && !dated);
        let chosen = self.before(at).is_some_and(|token| {
            token.meaning.which.is_some() || token.any(&["or", "and", "to", "date"]) || token.is_mark(',')
        });
        let alone = at == 0 && end == self.tokens.len();
        let date_like =
            second.value > 12 || first.value > 12 || self.before(at).is_some_and(|t| t.meaning.which.is_some());
        separator == '/' && !ratio && (alone || anniversary || self.is_cued(at) || (chosen && date_like))
    }
}

/// Tells month and day apart.
fn order(first: u32, second: u32, month_first: bool) -> Option<(u32, u32)> {
    let (month, day) = match (first, second) {
        (13.., 1..=12) => (second, first),
        (1..=12, 13..) => (first, second),
        _ if month_first => (first, second),
        _ => (second, first),
    };
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some((month, day))
}

fn date(year: u32, month: u32, day: u32) -> Option<CalendarDate> {
    let (year, month, day) = (i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    jiff::civil::Date::new(year, month, day).ok()?;
    Some(CalendarDate::new(Some(year), Some(month), Some(day)))
}

fn year_and_month(year: u32, month: u32) -> Option<CalendarDate> {
    let month = i8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    Some(CalendarDate::new(Some(i16::try_from(year).ok()?), Some(month), None))
}

fn longest_month(month: u32) -> u32 {
    match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
