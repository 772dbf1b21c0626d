//! Tells how long a claim holds or stays due, where its own words say so.
//!
//! A wrong answer makes a person's memory expire, so this answers only for limits ("by", "until", "due", "within") and
//! for frames that are bound to the present and reach into the future ("this week", "tomorrow", "for the next two
//! weeks"). A fact that merely holds a date ("my lease ends in March 2027", "born on 3 May", "since 2019") has no frame.

use std::ops::Range;

use jiff::Zoned;
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use super::grammar::Expr;
use super::lexicon::{Part, Unit, Which};
use super::mention::{Granularity, Mention, Relation, last_day};
use super::tense::Tense;
use super::{Found, read};

/// The time after which a claim no longer holds or is no longer due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The first moment after it, in the zone of the reference.
    pub end: DateTime,
    /// The words that set it.
    pub words: String,
    /// Where those words are, in bytes.
    pub span: Range<usize>,
    /// The expression of time in full.
    pub mention: Mention,
}

impl Frame {
    /// Returns the last calendar day of it.
    pub fn last_day(&self) -> Date {
        last_day(self.end)
    }
}

/// Returns the time after which a claim in these words no longer holds or is no longer due: "by Dec 2026" ends with
/// 31 December, "until Friday" with Friday, "this month" with the month.
///
/// Where the words set several, the last to end counts, so that nothing expires early.
pub fn time_frame(text: &str, reference: &Zoned) -> Option<Frame> {
    let now = reference.datetime();
    let frames = read(text, reference, Tense::Unknown).into_iter().filter_map(|found| frame(found, now));
    frames.fold(None, |best: Option<Frame>, frame| match best {
        Some(best) if best.end >= frame.end => Some(best),
        _ => Some(frame),
    })
}

fn frame(found: Found, now: DateTime) -> Option<Frame> {
    let limits = match found.mention.relation {
        Relation::By | Relation::Before | Relation::Until => is_dated(&found.expr) && !is_told(&found, now),
        Relation::Span => found.mention.end > now && is_ahead(&found, now),
        Relation::On | Relation::Range => !found.lasting && is_bound_to_now(&found.expr) && is_ahead(&found, now),
        Relation::Since | Relation::After | Relation::From => false,
    };
    let end = match found.mention.relation {
        // An hour on a day sets when it begins, not when it is over; the day is the safe end.
        Relation::On if found.mention.granularity <= Granularity::Hour => {
            found.mention.start.date().tomorrow().ok()?.at(0, 0, 0, 0)
        }
        _ => found.mention.latest()?,
    };
    if !limits || end <= now {
        return None;
    }
    let mention = found.mention;
    Some(Frame { end, words: mention.text.clone(), span: mention.span.clone(), mention })
}

/// A time of day without a day ("open until nine") is as often a habit as a limit.
fn is_dated(expr: &Expr) -> bool {
    match expr {
        Expr::Time(_) => false,
        Expr::Range { from, .. } => is_dated(from),
        _ => true,
    }
}

/// "I was tired by the end of the day", "I had it done by this week": told, not due.
fn is_told(found: &Found, now: DateTime) -> bool {
    found.tense == Tense::Past && found.mention.start <= now
}

/// Still to come, or going on and not told in the past: "I quit today" is a fact for good.
fn is_ahead(found: &Found, now: DateTime) -> bool {
    let going_on = matches!(found.tense, Tense::Present | Tense::Future | Tense::Unknown);
    found.mention.start.date() > now.date() || going_on
}

/// Whether the words point from the present: "tomorrow", "this week", "next Friday", but not "on Friday" or "in May".
fn is_bound_to_now(expr: &Expr) -> bool {
    let picked = |which: &Which| matches!(which, Which::This | Which::Next | Which::Coming);
    match expr {
        Expr::Day(days) => *days >= 0,
        Expr::Weekday { which, .. }
        | Expr::Season { which, year: None, .. }
        | Expr::Holiday { which, year: None, .. } => picked(which),
        // Nobody's plans end with the decade.
        Expr::Unit { unit, which } => picked(which) && !matches!(unit, Unit::Decade | Unit::Century),
        Expr::Date(date) => picked(&date.which),
        Expr::Count { which, .. } => picked(which),
        Expr::Part { part: Part::Rest | Part::Later, .. } => true,
        Expr::Part { of, .. } => is_bound_to_now(of),
        Expr::WeekdayIn { week: of, .. } | Expr::Timed { day: of, .. } | Expr::Nth { of, .. } => is_bound_to_now(of),
        Expr::Beside { after: true, of, .. } => is_bound_to_now(of),
        Expr::Range { from, .. } | Expr::Lasting { from, .. } => matches!(**from, Expr::Now) || is_bound_to_now(from),
        _ => false,
    }
}
