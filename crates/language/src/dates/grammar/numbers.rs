//! Numbers: digits that stand on their own, numbers in words, years, days of the month, amounts of time.

use super::{Amount, Parsed, Parser};
use crate::dates::lexicon::Unit;
use crate::dates::tokens::Kind;

/// Years beyond which four digits are more likely a count.
const YEARS: std::ops::RangeInclusive<u32> = 1000..=2999;

/// A year of two digits is at most this far ahead: in 2026 "'46" is still to come, "'47" is long past.
const YEARS_AHEAD: i16 = 20;

const CURRENCIES: &[char] = &['$', '€', '£', '¥', '₹', '#'];

impl Parser<'_> {
    /// Reads digits that nothing to their right makes part of something else: a decimal, a clock time, a code.
    pub(super) fn digits(&self, at: usize) -> Option<(u32, usize)> {
        let token = self.token(at)?;
        let Kind::Number { value, digits } = token.kind else {
            return None;
        };
        let Some(next) = self.tokens.get(at + 1).filter(|next| next.glued) else {
            return Some((value, digits));
        };
        let number_follows = self.tokens.get(at + 2).is_some_and(|token| token.glued && token.is_number());
        match next.kind {
            Kind::Mark('.' | ',' | ':' | '/') if number_follows => None,
            Kind::Mark('%' | '°' | '_') | Kind::Word | Kind::Number { .. } if !next.is("'s") => None,
            _ => Some((value, digits)),
        }
    }

    /// Reads digits that stand on their own on both sides.
    pub(super) fn standing(&self, at: usize) -> Option<(u32, usize)> {
        self.digits(at).filter(|_| self.is_free(at))
    }

    /// Whether nothing to its left makes a number part of something else: a price, a code, the rest of a decimal.
    pub(super) fn is_free(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|at| self.tokens.get(at)) else {
            return true;
        };
        match before.kind {
            Kind::Mark(mark) if CURRENCIES.contains(&mark) => false,
            _ if !self.tokens[at].glued => true,
            Kind::Mark('(' | '[' | '"' | '~' | '*' | '@') => true,
            Kind::Mark(':' | '-') => {
                let behind = at.checked_sub(2).and_then(|at| self.tokens.get(at));
                !before.glued || behind.is_some_and(|token| !token.is_number())
            }
            Kind::Mark(mark) => !mark.is_ascii(),
            _ => false,
        }
    }

    /// Reads a year: four digits, or an apostrophe and two.
    pub(super) fn year(&self, at: usize) -> Parsed<i16> {
        if self.mark(at, '\'')
            && let Some((value, 2)) = self.digits(at + 1)
            && self.token(at + 1)?.glued
        {
            return Some((self.full_year(value)?, at + 2));
        }
        match self.digits(at)? {
            (value, 4) if YEARS.contains(&value) => Some((i16::try_from(value).ok()?, at + 1)),
            _ => None,
        }
    }

    /// Completes a year of two digits.
    pub(super) fn full_year(&self, two_digits: u32) -> Option<i16> {
        let century = self.this_year - self.this_year.rem_euclid(100);
        let year = century.checked_add(i16::try_from(two_digits).ok()?)?;
        Some(if year > self.this_year + YEARS_AHEAD { year - 100 } else { year })
    }

    /// Reads a year in words: "nineteen eighty-six", "two thousand and fifteen", "twenty twenty-four".
    pub(super) fn year_in_words(&self, at: usize) -> Parsed<i16> {
        let (first, mut end) = self.below_hundred(at)?;
        let scale = self.token(end)?.meaning.number;
        let (base, needs_more) = match (first, scale) {
            (1..=2, Some(1000)) => (first * 1000, false),
            (11..=20, Some(100)) => (first * 100, false),
            (13..=20, _) if first < 20 || self.token(end)?.meaning.number.is_some() => (first * 100, true),
            _ => return None,
        };
        if !needs_more {
            end = self.past(end + 1, "and");
        }
        if needs_more && self.is(end, "oh") {
            end += 1;
        } else if needs_more && self.below_hundred(end)?.0 < 10 {
            return None;
        }
        let rest = self.below_hundred(end).filter(|&(rest, _)| rest > 0);
        match rest {
            Some((rest, end)) => Some((i16::try_from(base + rest).ok()?, end)),
            None if needs_more => None,
            None => {
                let end = if self.is(end - 1, "and") { end - 1 } else { end };
                Some((i16::try_from(base).ok()?, end))
            }
        }
    }

    /// Reads a number in words below a hundred: "twenty-three".
    pub(super) fn below_hundred(&self, at: usize) -> Parsed<u32> {
        let value = self.token(at)?.meaning.number.filter(|&value| value < 100)?;
        if value < 20 || value % 10 != 0 {
            return Some((value, at + 1));
        }
        let next = self.past_mark(at + 1, '-');
        let ones = self.token(next).and_then(|token| token.meaning.number).filter(|ones| (1..10).contains(ones));
        Some(ones.map_or((value, at + 1), |ones| (value + ones, next + 1)))
    }

    /// Reads an ordinal: "3rd", "third", "twenty-third".
    pub(super) fn ordinal(&self, at: usize) -> Parsed<u32> {
        let token = self.token(at)?;
        if let Kind::Ordinal(value) = token.kind {
            return Some((value, at + 1));
        }
        if let Some(ordinal) = token.meaning.ordinal {
            return Some((ordinal, at + 1));
        }
        let tens = token.meaning.number.filter(|tens| matches!(tens, 20 | 30))?;
        let next = self.past_mark(at + 1, '-');
        let ones = self.token(next)?.meaning.ordinal.filter(|&ones| ones < 10)?;
        Some((tens + ones, next + 1))
    }

    /// Reads a day of the month, counted or ordered.
    pub(super) fn month_day(&self, at: usize) -> Parsed<i8> {
        let (value, end) = match self.digits(at) {
            Some((value, digits)) if digits <= 2 => (value, at + 1),
            Some(_) => return None,
            None => self.ordinal(at).or_else(|| self.below_hundred(at))?,
        };
        i8::try_from(value).ok().filter(|day| (1..=31).contains(day)).map(|day| (day, end))
    }

    /// Reads an amount: "3", "2.5", "twenty-three", "a", "a couple of", "half a".
    pub(super) fn amount(&self, at: usize) -> Parsed<Amount> {
        if let Some((value, digits)) = self.standing(at).filter(|&(_, digits)| digits <= 4) {
            return (digits < 4 || !YEARS.contains(&value)).then_some((Amount::of(value), at + 1));
        }
        if self.token(at)?.is_number() && self.glued_mark(at + 1, '.') && self.is(at + 2, "5") {
            let Kind::Number { value, .. } = self.token(at)?.kind else {
                return None;
            };
            return Some((Amount { whole: value, half: true }, at + 3));
        }
        if self.is(at, "half") && self.any(at + 1, &["a", "an"]) {
            return Some((Amount { whole: 0, half: true }, at + 2));
        }
        let couple = self.past(at, "a");
        if self.is(couple, "couple") {
            return Some((Amount::of(2), self.past(couple + 1, "of")));
        }
        if self.any(at, &["a", "an"]) && self.any(at + 1, &["hundred", "thousand", "dozen"]) {
            return Some((Amount::of(self.token(at + 1)?.meaning.number?), at + 2));
        }
        if self.any(at, &["a", "an"]) {
            return Some((Amount::of(1), at + 1));
        }
        let (value, end) = self.below_hundred(at)?;
        match self.token(end).and_then(|token| token.meaning.number) {
            // "one hundred and fifty".
            Some(scale @ (100 | 1000)) => {
                let whole = value * scale;
                let rest = self.below_hundred(self.past(end + 1, "and"));
                Some(rest.map_or((Amount::of(whole), end + 1), |(rest, end)| (Amount::of(whole + rest), end)))
            }
            _ => Some((Amount::of(value), end)),
        }
    }

    /// Reads an amount of one unit: "two weeks", "an hour and a half", "2h", "three business days".
    pub(super) fn quantity(&self, at: usize) -> Parsed<(Amount, Unit)> {
        if let Kind::Number { value, .. } = self.token(at)?.kind
            && let Some(letter) = self.token(at + 1).filter(|token| token.glued)
        {
            let unit = letter.meaning.letter_unit.or(letter.meaning.unit)?;
            return Some(((Amount::of(value), unit), at + 2));
        }
        let (mut amount, mut end) = self.amount(at)?;
        if let Some(after) = self.phrase_at(end, "and a half").or_else(|| self.phrase_at(end, "and half")) {
            amount.half = true;
            end = after;
        }
        end = self.past_any(end, &["full", "whole", "more", "long", "calendar", "short", "good"]);
        let working = self.any(end, &["business", "working", "work", "week"]) && self.any(end + 1, &["day", "days"]);
        if working {
            return Some(((amount, Unit::BusinessDay), end + 2));
        }
        let unit = self.token(end)?.meaning.unit?;
        end += 1;
        if let Some(after) = self.phrase_at(end, "and a half").or_else(|| self.phrase_at(end, "and half")) {
            amount.half = true;
            end = after;
        }
        let age = self.is(end, "old") || (self.mark(end, '-') && self.is(end + 1, "old"));
        (!age).then_some(((amount, unit), end))
    }

    /// Reads a quantity made of smaller and smaller units: "2 weeks and 2 days".
    pub(super) fn quantities(&self, at: usize) -> Parsed<Vec<(Amount, Unit)>> {
        let (first, mut end) = self.quantity(at)?;
        let mut steps = vec![first];
        loop {
            let next = self.past(self.past_mark(end, ','), "and");
            match self.quantity(next) {
                Some((step, after)) if steps.last().is_some_and(|last| step.1 < last.1) => {
                    steps.push(step);
                    end = after;
                }
                _ => return Some((steps, end)),
            }
        }
    }
}
