//! Tells what only looks like a date: recurring times, idioms, habits, lengths.

use super::grammar::{Expr, Parser, Phrase};
use super::lexicon::{
    ANNIVERSARIES, CODES, HABITS, IDIOMS, LASTING, MADE, NUMBERED, PERIODIC, RECURRING, ROUTINES, WATCHED, WORKS, Which,
};
use super::tense::{Tense, ends_a_sentence, is_told_before, starts_a_line};
use super::titles;
use super::tokens::Token;

/// How many tokens around an expression are searched for a word of habit.
const REACH: usize = 14;

/// How many tokens before a year a bracket around it may open: "(Miller and Smith, 2019)".
const BRACKET_REACH: usize = 6;

/// Returns where to read on, if an idiom or a recurring time begins here.
pub(super) fn skip(parser: &Parser<'_>, at: usize) -> Option<usize> {
    idiom(parser, at).or_else(|| recurring(parser, at))
}

fn idiom(parser: &Parser<'_>, at: usize) -> Option<usize> {
    let first = parser.tokens.get(at)?;
    IDIOMS.beginning_with(&first.lower).iter().find_map(|(idiom, ())| parser.phrase_at(at, idiom))
}

/// "every Monday at 4pm", "Fridays", "each week", "daily at nine", "once a year", "per month".
fn recurring(parser: &Parser<'_>, at: usize) -> Option<usize> {
    let token = parser.tokens.get(at)?;
    let next = if token.meaning.plural || token.is_in(&RECURRING) {
        at + 1
    } else if token.any(&["every", "each", "any", "per", "alternate"]) {
        let mut next = at + 1;
        while parser.any(
            next,
            &["single", "other", "second", "third", "few", "couple", "of", "two", "three", "four", "2", "3", "4"],
        ) {
            next += 1;
        }
        past_named(parser, next)?
    } else if token.any(&["once", "twice", "times", "one"]) && parser.any(at + 1, &["a", "an", "per", "every"]) {
        let unit = parser.tokens.get(at + 2)?.meaning.unit;
        unit.map(|_| at + 3)?
    } else {
        return None;
    };
    Some(past_time(parser, next))
}

/// The end of what recurs: a unit, a weekday, a month, a season, a part of the day, and the weekdays listed with it.
fn past_named(parser: &Parser<'_>, at: usize) -> Option<usize> {
    if let Some(end) = parser.past_holiday(at) {
        return Some(end);
    }
    let meaning = parser.tokens.get(at)?.meaning;
    let named = meaning.unit.is_some()
        || meaning.weekday.is_some()
        || meaning.month.is_some()
        || meaning.season.is_some()
        || meaning.daypart.is_some()
        || meaning.plural;
    if !named {
        return parser.phrase(at).map(|phrase| phrase.end);
    }
    let mut end = at + 1;
    let is_weekday = |at: usize| parser.tokens.get(at).is_some_and(|token| token.meaning.weekday.is_some());
    let is_comma = |at: usize| parser.tokens.get(at).is_some_and(|token| token.is_mark(','));
    while is_weekday(end + 1) && (parser.any(end, &["and", "or"]) || is_comma(end)) {
        end += 2;
    }
    Some(end)
}

/// The end of the time of day that belongs to a recurring time.
fn past_time(parser: &Parser<'_>, at: usize) -> usize {
    let daypart = parser.tokens.get(at).is_some_and(|token| token.meaning.daypart.is_some());
    let at = at + usize::from(daypart);
    let next = at + usize::from(parser.any(at, &["at", "from", "between", "around", "by", "before", "after", ","]));
    let starts = if parser.any(at, &["from", "between"]) { [at, next] } else { [next, at] };
    starts
        .into_iter()
        .find_map(|start| parser.phrase(start).filter(|phrase| matches!(phrase.expr, Expr::Time(_))))
        .map_or(at, |phrase| phrase.end)
}

/// Whether a phrase that reads like a date is one, given the words around it.
pub(super) fn is_a_date(parser: &Parser<'_>, phrase: &Phrase, tense: Tense) -> bool {
    !recurs(parser, phrase)
        && !titles::is_title(parser, phrase)
        && !is_habit(parser, phrase, tense)
        && !is_a_length(parser, phrase, tense)
        && !is_relative(parser, phrase, tense)
        && !is_made_by(parser, phrase)
        && !is_a_number_aside(parser, phrase)
}

/// "the next week I flew home", "for the next 8 weeks after the treatment": counted from something else.
fn is_relative(parser: &Parser<'_>, phrase: &Phrase, tense: Tense) -> bool {
    match &phrase.expr {
        Expr::Unit { which: Which::Next, .. } => tense == Tense::Past && parser.is(phrase.body, "the"),
        Expr::Count { which: Which::Next | Which::Coming, .. } => parser.any(phrase.end, &["after", "following", "of"]),
        _ => false,
    }
}

/// Whether the sentence is about something that outlasts the time: "my birthday is tomorrow", "it is still part of my
/// work today".
pub(super) fn is_lasting(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let behind = (phrase.start.saturating_sub(REACH)..phrase.start)
        .rev()
        .take_while(|&at| !ends_a_sentence(parser.tokens, at))
        .any(|at| parser.is_in(at, &LASTING));
    let ahead = (phrase.end..parser.tokens.len().min(phrase.end + REACH))
        .take_while(|&at| !ends_a_sentence(parser.tokens, at))
        .any(|at| parser.is_in(at, &ANNIVERSARIES));
    behind || ahead
}

/// "inspired by autumn", "written by May".
fn is_made_by(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let name = match &phrase.expr {
        Expr::Season { which: Which::Bare, year: None, .. } => true,
        Expr::Date(date) => date.year.is_none() && date.day.is_none(),
        _ => false,
    };
    name && parser.is(phrase.start, "by") && parser.before(phrase.start).is_some_and(|token| token.is_in(&MADE))
}

/// "on 19 June every year", "3pm each day", "every other Friday".
fn recurs(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let after = phrase.end + usize::from(parser.is(phrase.end, "of"));
    let on = phrase.end + usize::from(parser.is(phrase.end, "on"));
    parser.is_in(phrase.end, &RECURRING)
        || parser.tokens.get(on).is_some_and(|token| token.meaning.plural)
        || (parser.any(after, &["every", "each"]) && past_named(parser, after + 1).is_some())
        || parser.before(phrase.start).is_some_and(|token| token.any(&["every", "each", "any", "most", "some"]))
}

/// A word of habit in the sentence, and a time that only the tense could place.
fn is_habit(parser: &Parser<'_>, phrase: &Phrase, tense: Tense) -> bool {
    if !is_placed_by_tense(&phrase.expr) {
        return false;
    }
    let tokens = parser.tokens;
    let monthly =
        matches!(&phrase.expr, Expr::Date(date) if date.month.is_none()) || matches!(phrase.expr, Expr::Part { .. });
    // "My rent is due on the 1st" is of every month, "rent will be due on the 1st" of one.
    let general = monthly && !matches!(tense, Tense::Past | Tense::Future);
    let habitual = |token: &Token<'_>| token.is_in(&HABITS) || (general && token.is_in(&PERIODIC));
    let behind = (phrase.start.saturating_sub(REACH)..phrase.start)
        .rev()
        .take_while(|&at| !ends_a_sentence(tokens, at) && !starts_a_line(tokens, at + 1))
        .any(|at| habitual(&tokens[at]));
    let ahead = (phrase.end..tokens.len().min(phrase.end + REACH))
        .take_while(|&at| !ends_a_sentence(tokens, at))
        .any(|at| habitual(&tokens[at]));
    let routine = matches!(phrase.expr, Expr::Range { .. } | Expr::Time(_))
        && matches!(tense, Tense::Present | Tense::Unknown)
        && (phrase.start.saturating_sub(4)..phrase.start).any(|at| tokens[at].is_in(&ROUTINES));
    behind || ahead || routine
}

/// Whether nothing but the tense says which one is meant: "Friday", "in March", "at Christmas", "at 5".
fn is_placed_by_tense(expr: &Expr) -> bool {
    match expr {
        Expr::Weekday { which, .. } | Expr::Unit { which, .. } => *which == Which::Bare,
        Expr::Date(date) => date.year.is_none() && date.which == Which::Bare,
        Expr::Season { which, year, .. } => year.is_none() && *which == Which::Bare,
        Expr::Holiday { which, year, .. } => year.is_none() && *which == Which::Bare,
        Expr::Fraction { year, .. } | Expr::NumberedWeek { year, .. } => year.is_none(),
        Expr::Time(_) => true,
        Expr::Timed { day, .. } => is_placed_by_tense(day),
        Expr::Part { of, .. } | Expr::Around { of, .. } => is_placed_by_tense(of),
        Expr::Nth { of, .. } | Expr::Beside { of, .. } => is_placed_by_tense(of),
        Expr::Range { from, .. } => is_placed_by_tense(from),
        _ => false,
    }
}

/// "in two weeks" after a past verb or an ability is how long it took.
fn is_a_length(parser: &Parser<'_>, phrase: &Phrase, tense: Tense) -> bool {
    let ahead = match &phrase.expr {
        Expr::Offset { forward: true, from, .. } => matches!(**from, Expr::Now) && parser.is(phrase.body, "in"),
        Expr::Range { from, .. } => {
            matches!(**from, Expr::Offset { forward: true, .. }) && parser.is(phrase.body, "in")
        }
        Expr::Count { .. } => parser.any(phrase.start, &["within", "for"]),
        _ => false,
    };
    let able = (phrase.start.saturating_sub(6)..phrase.start).any(|at| parser.any(at, &["can", "able", "could"]));
    ahead && (tense == Tense::Past || (able && parser.is(phrase.body, "in")))
}

/// A number set apart ("I broke my arm, 2011") is a year where something past is told and nothing is numbered or paid.
fn is_a_number_aside(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    if !parser.is_aside(phrase.start) || !matches!(&phrase.expr, Expr::Date(date) if date.month.is_none()) {
        return false;
    }
    let behind = || {
        (phrase.start.saturating_sub(REACH)..phrase.start)
            .rev()
            .take_while(|&at| !ends_a_sentence(parser.tokens, at) && !starts_a_line(parser.tokens, at + 1))
    };
    let numbered = behind().any(|at| parser.is_in(at, &CODES) || parser.is_in(at, &NUMBERED));
    // "a scar from skating" tells where it comes from, and so of something past.
    let told = is_told_before(parser.tokens, phrase.start) || behind().any(|at| parser.is(at, "from"));
    // "I watched Amistad (1997)" tells when the film was made.
    let released = behind().any(|at| parser.is_in(at, &WATCHED) || parser.is_in(at, &WORKS));
    // A bracket holds a source or a year of publication, unless people speak of themselves.
    let bracketed = behind().take(BRACKET_REACH).any(|at| parser.tokens[at].is_mark('('));
    let own = parser.before(phrase.start).is_some_and(|token| token.is_mark('('))
        && behind().any(|at| parser.any(at, &["i", "we", "my", "our", "me", "us"]));
    numbered || released || !told || (bracketed && !own)
}
