//! Finds the dates in a sentence.
//!
//! A text is cut into tokens, the grammar reads what is said, the tense of the clause tells which side of the present
//! it lies on, and the calendar of the person's zone turns it into an interval. What has no date gets none: recurring
//! times, idioms, titles, lengths of time, and times relative to an event nobody has named.
//!
//! How ambiguous words are settled:
//!
//! - Weeks begin on Monday, a weekend is Saturday and Sunday. "Friday" is the next one after today, after a past tense
//!   the last; "last Friday" is the latest before today, "next Friday" the one in the next calendar week, "this Friday"
//!   the one in this week unless the tense contradicts, "Friday week" the next Friday and seven days.
//! - A day and month without a year, a day of the month alone, a lone month, a holiday, a quarter, a numbered week: the
//!   nearest the tense allows, else the next. Week 1 of a year is the one that holds its first Thursday.
//!   "Last March" and "last summer" are the latest that are over, "next March" the first still to begin.
//! - A number above twelve is no month. Otherwise 3/4 is the fourth of March where the zone is American or names no
//!   place (UTC), the third of April elsewhere; with dots and a year the day always comes first.
//! - "A week ago Monday" is a week before the last Monday, "a week ago yesterday" eight days ago.
//! - A year set apart ("a scar from skating, 2003") is one where something past is told before it.
//! - A counted distance lands on a day (months clamp) and keeps the unit it was counted in as its granularity. "The next
//!   two weeks" are the fourteen days after today.
//! - Early, mid and late are days 1–10, 11–20 and 21–end of a month, years 0–3, 4–6 and 7–9 of a decade, and thirds of a
//!   year. Seasons are meteorological, by the hemisphere of the zone; a year names the one that begins in it.
//! - Morning is 06–12, afternoon 12–18, evening, tonight and "Friday night" 18–24, last night 18–06. An hour without am
//!   or pm is in the waking day: 1 to 6 after noon, 7 to 12 as said, in the evening beside dinner.
//! - A few, several and some are no number.

mod frame;
mod grammar;
mod guard;
mod lexicon;
mod mention;
mod resolve;
mod tense;
mod titles;
mod tokens;

#[cfg(test)]
mod tests;

pub use frame::{Frame, time_frame};
pub use mention::{Granularity, Mention, Relation};

use jiff::Zoned;

use grammar::{Expr, Parser, Phrase};
use lexicon::Part;
use resolve::{Context, Interval};
use tense::Tense;

/// Finds the expressions of time in a text and resolves them as of `reference`, in its zone, in the order they stand.
pub fn find(text: &str, reference: &Zoned) -> Vec<Mention> {
    read(text, reference, Tense::Unknown).into_iter().map(|found| found.mention).collect()
}

/// Does the same for words that look back unless they say otherwise: "in March" is the last one where no verb tells.
pub fn find_looking_back(text: &str, reference: &Zoned) -> Vec<Mention> {
    read(text, reference, Tense::Past).into_iter().map(|found| found.mention).collect()
}

/// A mention with what the grammar knew of it.
struct Found {
    mention: Mention,
    expr: Expr,
    tense: Tense,
    /// Said of something that outlasts it: a birthday, or with "still", so that "today" may mean these days.
    lasting: bool,
}

/// Reads a text; `leaning` is the side on which a time lies that no verb places.
fn read(text: &str, reference: &Zoned, leaning: Tense) -> Vec<Found> {
    let tokens = tokens::tokens(text);
    let context = Context::new(reference);
    let month_first = lexicon::is_month_first(reference.time_zone().iana_name());
    let parser = Parser::new(&tokens, month_first, reference.year());
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(next) = guard::skip(&parser, at) {
            at = next;
            continue;
        }
        let Some(phrase) = parser.phrase(at) else {
            at = parser.past_holiday(at).unwrap_or(at + 1);
            continue;
        };
        at = phrase.end;
        found.extend(settle(text, &parser, &context, phrase, leaning));
    }
    found
}

/// Decides whether a phrase is a date, and which.
fn settle(text: &str, parser: &Parser<'_>, context: &Context<'_>, phrase: Phrase, leaning: Tense) -> Option<Found> {
    let tense = match tense::tense(parser.tokens, phrase.start, phrase.end) {
        Tense::Unknown => leaning,
        told => told,
    };
    if !guard::is_a_date(parser, &phrase, tense) {
        return None;
    }
    // Relations have a side of their own: nothing is due in the past, nothing has lasted since the future.
    let side = match (phrase.relation, tense) {
        (Relation::Since, _) => Tense::Past,
        (Relation::By | Relation::Before | Relation::Until, Tense::Unknown | Tense::Present) => Tense::Future,
        (_, tense) => tense,
    };
    let named = context.resolve(&phrase.expr, side)?;
    let relation = match phrase.relation {
        // "a photo from last weekend" says when it was taken.
        Relation::From if parser.is(phrase.start, "from") && named.start < context.now => Relation::On,
        relation => relation,
    };
    let interval = on_its_side(context, relation, &phrase.expr, named)?;
    let first = &parser.tokens[phrase.start];
    let last = &parser.tokens[phrase.end - 1];
    let span = first.span.start..last.span.end;
    let mention = Mention {
        text: text[span.clone()].to_owned(),
        span,
        start: interval.start,
        end: interval.end,
        granularity: interval.granularity,
        relation,
        approximate: phrase.approximate,
    };
    let lasting = guard::is_lasting(parser, &phrase);
    Some(Found { mention, expr: phrase.expr, tense, lasting })
}

/// Moves "before" to the unit before the one named, and "after" to the one after it.
fn on_its_side(context: &Context<'_>, relation: Relation, expr: &Expr, named: Interval) -> Option<Interval> {
    match relation {
        Relation::Before => context.unit_beside(&named, false),
        Relation::After if matches!(expr, Expr::Part { part: Part::Early, .. }) => Some(named),
        Relation::After => context.unit_beside(&named, true),
        _ => Some(named),
    }
}
