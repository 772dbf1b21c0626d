//! Stretches between two named times.

use super::{Context, Interval};
use crate::dates::grammar::{CalendarDate, Expr};
use crate::dates::mention::Granularity;
use crate::dates::tense::Tense;

impl Context<'_> {
    /// Both ends belong to the stretch. What one end leaves unsaid the other tells: a year on the right holds for the
    /// left, a month on the left for the right, and the right is the first of its kind after the left. Without a year
    /// the stretch is the nearest the tense allows: begun when it is past, not over when it is not.
    pub(super) fn range(&self, from: &Expr, to: &Expr, tense: Tense) -> Option<Interval> {
        let candidates = self.beginnings(from, to, tense);
        let mut stretches = candidates.into_iter().filter_map(|start| self.stretch(start, to, tense));
        match tense {
            Tense::Past => {
                let all: Vec<Interval> = stretches.collect();
                let begun = all.iter().rev().find(|found| found.start <= self.now);
                begun.or(all.first()).copied()
            }
            _ => {
                let all: Vec<Interval> = stretches.by_ref().collect();
                let open = all.iter().find(|found| found.end > self.now);
                open.or(all.last()).copied()
            }
        }
    }

    /// Where the stretch can begin, earliest first.
    fn beginnings(&self, from: &Expr, to: &Expr, tense: Tense) -> Vec<Interval> {
        let floating = match from {
            Expr::Date(date) if date.year.is_none() && date.month.is_some() => Some(*date),
            _ => None,
        };
        let said_year = match to {
            Expr::Date(CalendarDate { year: Some(year), .. }) => Some(*year),
            _ => None,
        };
        let Some(date) = floating else {
            return self.resolve(from, tense).into_iter().collect();
        };
        let middle = said_year.unwrap_or(self.today.year());
        let ahead = if said_year.is_some() { 0 } else { 1 };
        if date.which != crate::dates::lexicon::Which::Bare {
            return self.resolve(from, tense).into_iter().collect();
        }
        let mut beginnings: Vec<Interval> = (-1..=ahead)
            .filter_map(|years| self.calendar_date(CalendarDate { year: middle.checked_add(years), ..date }, tense))
            .collect();
        if said_year.is_some() {
            // "Nov–Feb 2017" began the year before; "May–Oct 2017" did not.
            let end = self.resolve(to, tense);
            beginnings.retain(|start| end.is_some_and(|end| start.start < end.end));
            let latest = beginnings.pop();
            return latest.into_iter().collect();
        }
        beginnings
    }

    fn stretch(&self, start: Interval, to: &Expr, tense: Tense) -> Option<Interval> {
        let mut end = self.ending(&start, to, tense)?;
        // A clock time ends a stretch as a point.
        if end.granularity <= Granularity::Hour && !matches!(to, Expr::Now) {
            end.end = end.start;
        }
        let granularity = start.granularity.min(end.granularity);
        (start.start < end.end && start.start <= end.start).then_some(Interval {
            start: start.start,
            end: end.end,
            granularity,
        })
    }

    /// The first time of its kind after the beginning.
    fn ending(&self, start: &Interval, to: &Expr, tense: Tense) -> Option<Interval> {
        let from_there = self.reference.time_zone();
        let complete = match to {
            Expr::Date(date) => date.year.is_some(),
            Expr::Weekday { which, .. } => *which != crate::dates::lexicon::Which::Bare,
            Expr::Time(_) | Expr::Part { .. } => false,
            _ => true,
        };
        if complete {
            return self.resolve(to, tense);
        }
        // Everything is asked again as if it were said when the stretch begins.
        let then = start.start.to_zoned(from_there.clone()).ok()?;
        Context::new(&then).resolve(to, Tense::Future)
    }
}
