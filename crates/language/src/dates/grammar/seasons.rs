//! Seasons, quarters, halves, decades and centuries.

use super::{CalendarDate, Expr, Parsed, Parser};
use crate::dates::lexicon::{AFTER_A_DAY_NUMBER, FIRM_SEASON_CUES, PERSONAL, SCORES, SEASON_CUES, Which};
use crate::dates::tokens::Kind;

impl Parser<'_> {
    pub(super) fn season(&self, at: usize) -> Parsed<Expr> {
        let (which, start) = self.which(at).unwrap_or((Which::Bare, self.past(at, "the")));
        let season = self.token(start)?.meaning.season?;
        let end = start + 1;
        if let Some((year, end)) = self.season_year(end) {
            return Some((Expr::Season { season, which, year: Some(year) }, end));
        }
        let the = which == Which::Bare && start > at;
        let believed = match which {
            Which::Bare if the => self.is_in(at.wrapping_sub(1), &SEASON_CUES) && !self.is(end, "of"),
            Which::Bare => self.is_in(at.wrapping_sub(1), &FIRM_SEASON_CUES),
            _ => true,
        };
        believed.then_some((Expr::Season { season, which, year: None }, end))
    }

    /// The year of "summer 2023", "the winter of 2021/22", "winter 2021-2022".
    fn season_year(&self, at: usize) -> Parsed<i16> {
        let next = self.past_any(self.past_mark(at, ','), &["of", "in"]);
        let year = match self.token(next)?.kind {
            Kind::Number { value, digits: 4 } => {
                i16::try_from(value).ok().filter(|year| (1000..=2999).contains(year))?
            }
            _ => return self.year(next),
        };
        let pair = self.mark(next + 1, '/') || self.mark(next + 1, '-');
        let second = match self.token(next + 2).map(|token| token.kind) {
            Some(Kind::Number { value, digits: 2 | 4 }) if pair => i16::try_from(value % 100).ok(),
            _ => None,
        };
        let follows = second.is_some_and(|second| second == (year + 1).rem_euclid(100));
        Some((year, if follows { next + 3 } else { next + 1 }))
    }

    /// A quarter, a half, a decade or a century.
    pub(super) fn period(&self, at: usize) -> Parsed<Expr> {
        self.quarter(at).or_else(|| self.ordinal_fraction(at)).or_else(|| self.decade(at)).or_else(|| self.century(at))
    }

    /// "Q3 2025", "2025-Q3", "H1 of next year", "in Q3".
    fn quarter(&self, at: usize) -> Parsed<Expr> {
        if let Kind::Number { value, digits: 4 } = self.token(at)?.kind {
            let next = self.past_mark(at + 1, '-');
            let (size, index, end) = self.fraction_name(next)?;
            let year = CalendarDate::new(Some(i16::try_from(value).ok()?), None, None);
            return Some((Expr::Fraction { size, index, year: Some(Box::new(Expr::Date(year))) }, end));
        }
        let (size, index, end) = self.fraction_name(at)?;
        let year = self.fraction_year(end);
        // "Q1: Which …" numbers a question.
        let numbered =
            [':', '.', ')'].into_iter().any(|mark| self.glued_mark(end, mark)) && self.tokens.len() > end + 1;
        let written = self.token(at).is_some_and(|token| token.text == "Q") && !numbered;
        if year.is_none() && !written && !self.is_cued(at) && !self.is(at.wrapping_sub(1), "of") {
            return None;
        }
        let (year, end) = year.map_or((None, end), |(year, end)| (Some(Box::new(year)), end));
        Some((Expr::Fraction { size, index, year }, end))
    }

    /// "q3", "h1": months in it, and which.
    fn fraction_name(&self, at: usize) -> Option<(i8, i8, usize)> {
        let number = self.token(at + 1).filter(|token| token.glued)?;
        if self.token(at)?.glued && self.before(at).is_some_and(|before| before.is_word() || before.is_number()) {
            return None;
        }
        let Kind::Number { value, digits: 1 } = number.kind else {
            return None;
        };
        let index = i8::try_from(value).ok()?;
        let over = self.token(at + 2).is_none_or(|token| !token.glued || !token.is_word() || token.is("'s"));
        match self.token(at)?.lower.as_ref() {
            "q" if over && (1..=4).contains(&index) => Some((3, index, at + 2)),
            "h" if over && (1..=2).contains(&index) => Some((6, index, at + 2)),
            _ => None,
        }
    }

    fn fraction_year(&self, at: usize) -> Parsed<Expr> {
        let next = self.past_any(at + usize::from(self.mark(at, ',') || self.mark(at, '-')), &["of", "in"]);
        if let Some((year, end)) = self.year(next) {
            return Some((Expr::Date(CalendarDate::new(Some(year), None, None)), end));
        }
        self.year_unit(next)
    }

    /// "this year", "next year", "the year".
    pub(super) fn year_unit(&self, at: usize) -> Parsed<Expr> {
        let unit = crate::dates::lexicon::Unit::Year;
        if let Some((which, end)) = self.which(at) {
            return self.is(end, "year").then_some((Expr::Unit { unit, which }, end + 1));
        }
        let end = self.phrase_at(at, "the year")?;
        Some((Expr::Unit { unit, which: Which::Bare }, end))
    }

    /// "the third quarter of 2025", "the second half of the year".
    fn ordinal_fraction(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        let (index, end) = if self.is(start, "last") { (0, start + 1) } else { self.ordinal(start)? };
        let size = match self.token(end)?.lower.as_ref() {
            "quarter" => 3,
            "half" => 6,
            _ => return None,
        };
        let index = if index == 0 { 12 / size } else { i8::try_from(index).ok()? };
        if size == 3 && start > at && !self.any(end + 1, &["of", "in"]) {
            // "in the third quarter", where nobody plays.
            let said = self.is_cued(at)
                && self.token(end + 1).is_none_or(|next| !next.is_word() || next.is_in(&AFTER_A_DAY_NUMBER));
            let played = (at.saturating_sub(8)..self.tokens.len().min(end + 8)).any(|near| self.is_in(near, &SCORES));
            let played = played || self.any(at.wrapping_sub(2), &["left", "go", "remaining", "leading"]);
            let fits = said && !played && (1..=4).contains(&index);
            return fits.then_some((Expr::Fraction { size, index, year: None }, end + 1));
        }
        let next = self.any(end + 1, &["of", "in"]).then_some(end + 2)?;
        let (year, end) = match self.year(next) {
            Some((year, end)) => (Expr::Date(CalendarDate::new(Some(year), None, None)), end),
            None => self.year_unit(next)?,
        };
        (1..=12 / size).contains(&index).then(|| (Expr::Fraction { size, index, year: Some(Box::new(year)) }, end))
    }

    /// "the 1990s", "the '90s", "the nineties". In "her 90s" it is an age.
    fn decade(&self, at: usize) -> Parsed<Expr> {
        let start = self.past(at, "the");
        // "in my late 20s".
        let mut owner = start;
        while owner > 0 && self.token(owner - 1).is_some_and(|token| token.meaning.part.is_some() || token.is_mark('-'))
        {
            owner -= 1;
        }
        if self.before(owner).is_some_and(|token| token.is_in(&PERSONAL)) {
            return None;
        }
        let introduced = start > at
            || self
                .before(at)
                .is_some_and(|token| token.meaning.part.is_some() || token.is_mark('-') || token.any(&["the", "in"]));
        if let Some(tens) = self.token(start)?.meaning.decade {
            return introduced.then(|| (Expr::Decade(self.latest_decade(tens)), start + 1));
        }
        let quoted = self.mark(start, '\'');
        let number = start + usize::from(quoted);
        let Kind::Number { value, digits } = self.token(number)?.kind else {
            return None;
        };
        // "1990s", "1990's".
        let s = number + 1 + usize::from(self.glued_mark(number + 1, '\''));
        let plural = self.token(s).is_some_and(|token| token.glued && token.is("s"));
        let over = self.token(s + 1).is_none_or(|token| !token.glued || !token.is_word());
        if !plural || !over || value % 10 != 0 {
            return None;
        }
        let expr = match digits {
            // "the 1800s" are a century, "the 2000s" are ten years.
            4 if value % 100 == 0 && value < 2000 => Expr::Century(i16::try_from(value).ok()?),
            4 if (1000..3000).contains(&value) => Expr::Decade(i16::try_from(value).ok()?),
            2 if introduced || quoted => Expr::Decade(self.latest_decade(value)),
            _ => return None,
        };
        Some((expr, s + 1))
    }

    /// The latest decade of these tens that has begun.
    fn latest_decade(&self, tens: u32) -> i16 {
        let century = self.this_year - self.this_year.rem_euclid(100);
        let decade = century + i16::try_from(tens % 100).unwrap_or(0);
        if decade > self.this_year { decade - 100 } else { decade }
    }

    /// "the 19th century".
    fn century(&self, at: usize) -> Parsed<Expr> {
        let (ordinal, end) = self.ordinal(self.past(at, "the"))?;
        if !self.is(end, "century") || !(1..=30).contains(&ordinal) {
            return None;
        }
        Some((Expr::Century(i16::try_from(ordinal - 1).ok()? * 100), end + 1))
    }
}
