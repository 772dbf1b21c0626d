//! A whole expression as it stands in a sentence: how the claim relates to it, and it.

use super::{Amount, Expr, Parsed, Parser};
use crate::dates::lexicon::{AFTERTHOUGHTS, Daypart, EVENING_EVENTS, HEDGES, LIMITS, Part, RELATIONS, Unit, Which};
use crate::dates::mention::Relation;
use crate::dates::tokens::Token;

/// An expression of time with the words that relate the claim to it.
pub(crate) struct Phrase {
    pub(crate) expr: Expr,
    pub(crate) relation: Relation,
    pub(crate) approximate: bool,
    /// The first token of it, the words of relation included.
    pub(crate) start: usize,
    /// The first token of the expression itself.
    pub(crate) body: usize,
    /// The first token after it.
    pub(crate) end: usize,
}

impl Parser<'_> {
    /// Reads the longest phrase that begins at a position.
    pub(crate) fn phrase(&self, at: usize) -> Option<Phrase> {
        if !self.can_begin(at) {
            return None;
        }
        let found = self
            .for_how_long(at)
            .or_else(|| self.held_for(at))
            .or_else(|| self.loosely_counted(at))
            .or_else(|| self.ranged(at))
            .or_else(|| self.related(at))
            .or_else(|| self.plain(at))?;
        let evening = (at.saturating_sub(6)..at).any(|near| self.is_in(near, &EVENING_EVENTS));
        let found = if evening { Phrase { expr: found.expr.within(Daypart::Evening), ..found } } else { found };
        Some(self.with_afterthought(found))
    }

    fn plain(&self, at: usize) -> Option<Phrase> {
        let ((expr, relation), end) = self.timed(at)?;
        let relation = relation.unwrap_or(match &expr {
            Expr::Count { .. } => Relation::Span,
            expr if expr.is_between_clocks() => Relation::Range,
            _ if self.is_a_limit(at, end) => Relation::By,
            _ => Relation::On,
        });
        let distance = matches!(expr, Expr::Offset { .. });
        let hedged = at.checked_sub(1).is_some_and(|before| {
            self.is_in(before, &HEDGES)
                || self.mark(before, '~')
                || distance && self.any(before, &["over", "under", "than"])
        });
        let ish = self.is(end.wrapping_sub(1), "ish") || self.is(end.wrapping_sub(1), "noonish");
        // In "the 2020 election" and "the May 5 deadline" the article is not the date's.
        let lent = self.is(at, "the")
            && self.token(at + 1).is_some_and(|next| next.meaning.month.is_some() || next.is_number())
            && matches!(expr, Expr::Date(_));
        let start = at + usize::from(lent);
        Some(Phrase { expr, relation, approximate: hedged || ish, start, body: start, end })
    }

    /// "the deadline for the grant is 5 May", "the due date is on Friday", "the May 5 grant deadline".
    fn is_a_limit(&self, at: usize, end: usize) -> bool {
        let copula = self.past_back(at, &["on", "in", "the", "at"]);
        let stated = self.any(copula.wrapping_sub(1), &["is", "'s", "=", "will", "be"])
            || (copula > 0 && self.mark(copula - 1, ':'));
        let named_after = self.any(end, &["deadline", "cutoff"]) || self.any(end + 1, &["deadline", "cutoff"]);
        let attribute = named_after && self.token(end).is_some_and(Token::is_word);
        attribute || stated && (copula.saturating_sub(8)..copula).any(|near| self.is_in(near, &LIMITS))
    }

    fn past_back(&self, at: usize, words: &[&str]) -> usize {
        let mut at = at;
        while at > 0 && self.any(at - 1, words) {
            at -= 1;
        }
        at
    }

    /// "by Friday", "until the end of May", "no later than about noon".
    fn related(&self, at: usize) -> Option<Phrase> {
        let (relation, next, body, ((expr, inner), end)) =
            RELATIONS.beginning_with(&self.token(at)?.lower).iter().find_map(|(words, relation)| {
                let next = self.phrase_at(at, words)?;
                let body = self.past_hedges(next);
                Some((*relation, next, body, self.timed(body)?))
            })?;
        let relation = match inner.unwrap_or(relation) {
            // Before the end of something is by its end.
            Relation::Before if matches!(expr, Expr::Part { part: Part::Late | Part::Rest, .. }) => Relation::By,
            Relation::From if expr.is_between_clocks() => Relation::Range,
            relation => relation,
        };
        // "the letters passed through two years ago".
        if self.any(at, &["through", "thru"]) && matches!(expr, Expr::Offset { forward: false, .. }) {
            return None;
        }
        let from_here_on = self.any(end, &["on", "onward", "onwards", "forward"]) && relation == Relation::From;
        let end = if from_here_on && !self.token(end + 1).is_some_and(|next| next.is("the")) { end + 1 } else { end };
        Some(Phrase { expr, relation, approximate: body > next, start: at, body, end })
    }

    fn past_hedges(&self, at: usize) -> usize {
        let mut at = at;
        while self.is_in(at, &HEDGES) || self.mark(at, '~') {
            at += 1;
        }
        at
    }

    fn ranged(&self, at: usize) -> Option<Phrase> {
        let (expr, end) = self.range(at)?;
        Some(Phrase { expr, relation: Relation::Range, approximate: false, start: at, body: at, end })
    }

    /// "within two weeks", "for another three days", "for a week starting tomorrow".
    fn for_how_long(&self, at: usize) -> Option<Phrase> {
        let whole = |expr, relation, end| Some(Phrase { expr, relation, approximate: false, start: at, body: at, end });
        if self.is(at, "within") {
            if let Some((expr @ Expr::Count { which: Which::Next | Which::Coming, .. }, end)) = self.count(at + 1) {
                return whole(expr, Relation::By, end);
            }
            let ((amount, unit), end) = self.quantity(at + 1)?;
            let of_something = self.any(end, &["of", "walking", "driving", "from"]);
            let expr = Expr::Count { amount, unit, which: Which::Next };
            return if of_something { None } else { whole(expr, Relation::By, end) };
        }
        let start = self.past(at, "for");
        if let Some((steps, end)) = self.quantities(start) {
            let next = self.past_mark(end, ',');
            let starting = self.any(next, &["starting", "beginning", "commencing"]);
            let from = self.is(next, "from") && start > at;
            if starting || from {
                let next = self.past_any(next + 1, &["from", "on"]);
                let (first, end) = self.timed(next).map(|((expr, _), end)| (expr, end)).or_else(|| self.now(next))?;
                return whole(Expr::Lasting { steps, from: Box::new(first) }, Relation::Range, end);
            }
        }
        self.another(at, start)
    }

    fn now(&self, at: usize) -> Parsed<Expr> {
        self.is(at, "now").then_some((Expr::Now, at + 1))
    }

    /// "for another two weeks", "for three more days".
    fn another(&self, at: usize, start: usize) -> Option<Phrase> {
        if start == at {
            return None;
        }
        let (amount, unit, end) = if self.is(start, "another") {
            let single = self.token(start + 1)?.meaning.unit.map(|unit| (Amount::of(1), unit, start + 2));
            single.or_else(|| self.quantity(start + 1).map(|((amount, unit), end)| (amount, unit, end)))?
        } else {
            let (amount, next) = self.amount(start)?;
            let unit = self.token(next + 1).filter(|_| self.is(next, "more"))?.meaning.unit?;
            (amount, unit, next + 2)
        };
        let expr = Expr::Count { amount, unit, which: Which::Next };
        Some(Phrase { expr, relation: Relation::Span, approximate: false, start: at, body: at, end })
    }

    /// "two or three weeks ago", "2-3 weeks ago", "a year or two ago", "in a day or two", "a year or so ago".
    fn loosely_counted(&self, at: usize) -> Option<Phrase> {
        let start = self.past(at, "in");
        let (first, next) = self.amount(start)?;
        let or = self.any(next, &["or", "to"]) || self.mark(next, '-');
        let (low, high, unit, end) = if let Some(unit) = self.token(next)?.meaning.unit {
            let (second, end) = match self.phrase_at(next + 1, "or so") {
                Some(end) => (first, end),
                None => self.amount(self.phrase_at(next + 1, "or")?)?,
            };
            (first, second, unit, end)
        } else {
            let (second, next) = self
                .digits(next + 1)
                .map(|(value, _)| (Amount::of(value), next + 2))
                .or_else(|| self.amount(next + 1))?;
            (first, second, self.token(next).filter(|_| or)?.meaning.unit?, next + 1)
        };
        let forward = start > at;
        let end = if forward { end } else { self.phrase_at(end, "ago")? };
        if low.whole > high.whole || unit < Unit::Minute || matches!(unit, Unit::Night | Unit::Weekend) {
            return None;
        }
        let point = |amount| Expr::Offset { steps: vec![(amount, unit)], forward, from: Box::new(Expr::Now) };
        let (near, far) = (point(low), point(high));
        let expr = match (low == high, forward) {
            (true, _) => near,
            (false, true) => Expr::Range { from: Box::new(near), to: Box::new(far) },
            (false, false) => Expr::Range { from: Box::new(far), to: Box::new(near) },
        };
        Some(Phrase { expr, relation: Relation::On, approximate: true, start: at, body: at, end })
    }

    /// "for ten years now", "seven years now": since then.
    fn held_for(&self, at: usize) -> Option<Phrase> {
        let start = self.past_in(self.past(at, "for"), &HEDGES);
        let (steps, end) = self.quantities(start)?;
        let long = steps.iter().all(|(_, unit)| *unit >= Unit::Day && *unit != Unit::Weekend);
        let then_on = self.any(end + 1, &["from", "on", "to", "then", "until"]);
        if !long || !self.is(end, "now") || then_on || self.is(at, "in") || self.is(at.wrapping_sub(1), "in") {
            return None;
        }
        let expr = Expr::Offset { steps, forward: false, from: Box::new(Expr::Now) };
        let approximate = self.is_in(start.wrapping_sub(1), &HEDGES);
        Some(Phrase { expr, relation: Relation::Since, approximate, start: at, body: start, end: end + 1 })
    }

    /// What is said after the time: "at the latest", "or later", "onwards".
    fn with_afterthought(&self, phrase: Phrase) -> Phrase {
        let found = self.token(phrase.end).and_then(|next| {
            let said = AFTERTHOUGHTS.beginning_with(&next.lower).iter();
            said.filter_map(|(words, relation)| Some((*relation, self.phrase_at(phrase.end, words)?))).next()
        });
        // "before 2010 or after 2018" are two.
        match found.filter(|&(_, end)| self.end_of_range(end).is_none()) {
            Some((relation, end)) => Phrase { relation, end, ..phrase },
            None => phrase,
        }
    }
}
