//! Reads expressions of time out of tokens.
//!
//! Every rule is a function of a position: it answers what stands there and where that ends, looks a few tokens
//! ahead at most, and knows nothing of the present day. Where several rules fit, the one that reads furthest wins.

mod clocks;
mod expr;
mod holidays;
mod named;
mod nth;
mod numbers;
mod numeric;
mod offsets;
mod parts;
mod phrase;
mod ranges;
mod seasons;
mod timed;
mod units;
mod weekdays;
mod weeks;

pub(super) use expr::{Amount, CalendarDate, Clock, Expr, HalfDay, NthOf, Recurrent, Time};
pub(super) use phrase::Phrase;

use super::lexicon::{DATE_CUES, HEDGES, Words};
use super::tokens::{Kind, Token};

/// What a rule found, and the position after it.
type Parsed<T> = Option<(T, usize)>;

/// How deep expressions may nest: "two days after the week before the end of May" is three.
const DEEPEST: usize = 4;

/// The tokens of a text, and what reading a date needs to know of its writer.
#[derive(Clone, Copy)]
pub(super) struct Parser<'a> {
    pub(super) tokens: &'a [Token<'a>],
    /// Whether 3/4 is the fourth of March.
    pub(super) month_first: bool,
    /// The year of the reference, to complete a year of two digits.
    pub(super) this_year: i16,
    /// How many more expressions may be nested.
    depth: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: &'a [Token<'a>], month_first: bool, this_year: i16) -> Self {
        Self { tokens, month_first, this_year, depth: DEEPEST }
    }

    fn token(&self, at: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(at).filter(|token| !token.opaque)
    }

    pub(super) fn before(&self, at: usize) -> Option<&'a Token<'a>> {
        at.checked_sub(1).and_then(|at| self.token(at))
    }

    pub(super) fn is(&self, at: usize, word: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(word))
    }

    pub(super) fn any(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| token.any(words))
    }

    pub(super) fn is_in(&self, at: usize, words: &Words) -> bool {
        self.token(at).is_some_and(|token| token.is_in(words))
    }

    fn mark(&self, at: usize, mark: char) -> bool {
        self.token(at).is_some_and(|token| token.is_mark(mark))
    }

    fn glued_mark(&self, at: usize, mark: char) -> bool {
        self.token(at).is_some_and(|token| token.glued && token.is_mark(mark))
    }

    /// Passes over a word if it stands here.
    fn past(&self, at: usize, word: &str) -> usize {
        at + usize::from(self.is(at, word))
    }

    fn past_any(&self, at: usize, words: &[&str]) -> usize {
        at + usize::from(self.any(at, words))
    }

    fn past_in(&self, at: usize, words: &Words) -> usize {
        at + usize::from(self.is_in(at, words))
    }

    fn past_mark(&self, at: usize, mark: char) -> usize {
        at + usize::from(self.mark(at, mark))
    }

    /// Matches a phrase of the lexicon, whose words are parted by single spaces.
    pub(super) fn phrase_at(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut at = at;
        for word in phrase.split(' ') {
            let token = self.token(at)?;
            let fits = match token.kind {
                Kind::Mark(mark) => word.chars().eq([mark]),
                _ => token.is(word),
            };
            if !fits {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// Whether the words before a position make a lone month, year or day number believable.
    fn is_cued(&self, at: usize) -> bool {
        let mut at = at;
        while at > 0 && (self.is(at - 1, "the") || self.is_in(at - 1, &HEDGES)) {
            at -= 1;
        }
        at > 0 && self.is_in(at - 1, &DATE_CUES)
    }

    /// Whether any rule could begin here. Most words of most texts begin nothing, and this is all they cost.
    fn can_begin(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        match token.kind {
            Kind::Word => token.begins,
            Kind::Mark(mark) => matches!(mark, '\'' | '@' | '~' | '½'),
            Kind::Number { .. } | Kind::Ordinal(_) => true,
        }
    }

    /// Reads an expression of a day or longer.
    fn expr(&self, at: usize) -> Parsed<Expr> {
        let deeper = Self { depth: self.depth.checked_sub(1)?, ..*self };
        let rules: [fn(&Self, usize) -> Parsed<Expr>; 16] = [
            Self::relative_day,
            Self::numeric_date,
            Self::named_date,
            Self::day_number,
            Self::listed_day,
            Self::lone_month,
            Self::lone_year,
            Self::weekday,
            Self::unit,
            Self::count,
            Self::offset,
            Self::season,
            Self::period,
            Self::holiday,
            Self::nth,
            Self::part,
        ];
        longest(rules.iter().filter_map(|rule| rule(&deeper, at)).chain(deeper.beside(at)))
    }
}

/// The reading that goes furthest; of equals the first.
fn longest<T>(readings: impl Iterator<Item = (T, usize)>) -> Parsed<T> {
    readings.fold(None, |best, reading| match best {
        Some((_, end)) if end >= reading.1 => best,
        _ => Some(reading),
    })
}
