//! The words the grammar knows. A new word is a line in one of these tables, never code.

mod calendar;
mod cues;
mod doubts;
mod holidays;
mod idioms;
mod numbers;
mod phrases;
mod regions;
mod relations;
mod titles;
mod verbs;
mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::Weekday;

use super::mention::Relation;

pub(super) use cues::{
    AFTER_A_CLOCK, AFTER_A_DAY_NUMBER, ANNIVERSARIES, ASIDE, CLOCK_CUES, CLOCK_EVENTS, DATE_CUES, DATED_THINGS,
    DAY_CUES, EVENING_EVENTS, FIRM_SEASON_CUES, HEDGES, HOLIDAY_CUES, LIMITS, OPENERS, SEASON_CUES, THROUGHOUT,
};
pub(super) use doubts::{
    BEFORE_A_SUBJECT, CODES, COUNTED_THINGS, ESTABLISHED, FREQUENCIES, HABITS, HOLIDAY_COMPOUNDS, INDEFINITE, LASTING,
    LENGTHS, MADE, NUMBERED, PERIODIC, PERSONAL, PRAISE, PRONOUNS, RATIO_NOUNS, RECORDS, RECURRING, ROUTINES, SCORES,
    SUBJECT_VERBS, WEEKDAY_COMPOUNDS,
};
pub(super) use holidays::Rule;
pub(super) use phrases::{AFTERTHOUGHTS, HOLIDAYS, IDIOMS, RELATIONS};
pub(super) use regions::{is_month_first, is_southern};
pub(super) use titles::{
    FAVOURITES, FOLLOWS_A_WORK, HEADS_OF_NAMES, LIKING, MEDIA, NAMING, PETS, PREPOSITIONS, SMALL_WORDS, TAILS_OF_NAMES,
    VERSIONED, WATCHED, WORKS,
};
pub(super) use verbs::{
    ABBREVIATIONS, ADVERBS, AFTER_A_PLACE_WORD, BARE_PARTICIPLES, BASE_FORMS, CAUSATIVES, COMMITMENTS, RETIMED,
    SAME_IN_THE_PAST, UNCHANGING_ED,
};
pub(super) use words::Words;

/// Everything a word can mean to the grammar. Most words mean nothing, some several things: "second" is an ordinal
/// and a unit, "may" a month and a verb.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Meaning {
    pub(super) number: Option<u32>,
    pub(super) ordinal: Option<u32>,
    pub(super) month: Option<Month>,
    pub(super) weekday: Option<Named<Weekday>>,
    pub(super) season: Option<Season>,
    pub(super) unit: Option<Unit>,
    pub(super) daypart: Option<Daypart>,
    /// Days from today: "tomorrow".
    pub(super) day: Option<i32>,
    pub(super) which: Option<Which>,
    pub(super) part: Option<Part>,
    /// "nineties": the tens of a decade.
    pub(super) decade: Option<u32>,
    /// "noon": an hour with a name. Midnight is the end of the day it is said of.
    pub(super) hour: Option<i8>,
    /// "eod", "eoy": the end of the present one.
    pub(super) end_of: Option<Unit>,
    /// "h" right after digits.
    pub(super) letter_unit: Option<Unit>,
    pub(super) verb: Option<Verb>,
    /// "mondays", "mornings": a time that comes again and again.
    pub(super) plural: bool,
}

/// A month's number, and whether people are called by its name too or use the word as a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Month {
    pub(super) number: i8,
    pub(super) shared: bool,
}

/// A name whose short form is also an everyday word ("sat", "sun"), so that it needs company to be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named<T> {
    pub(super) value: T,
    pub(super) shy: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Second,
    Minute,
    Hour,
    Night,
    Day,
    BusinessDay,
    Weekend,
    Week,
    Fortnight,
    Month,
    Quarter,
    Year,
    Decade,
    Century,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Daypart {
    Morning,
    Afternoon,
    Evening,
    Night,
}

/// Which of many: "last", "this", "next", "coming"; `Bare` when nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Bare,
    Last,
    This,
    Next,
    Coming,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Early,
    Mid,
    Late,
    /// Earlier in it than now.
    Earlier,
    /// Later in it than now.
    Later,
    /// What is left of it.
    Rest,
}

/// What a verb form says about time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// "saw", "was", "did".
    Past,
    /// "seen", "gone": past, unless an auxiliary says otherwise.
    Participle,
    /// "is", "have", "want".
    Present,
    /// "will", "should", "let".
    Future,
    /// "scheduled", "due", "supposed": what it governs is still to come.
    Planned,
}

impl Meaning {
    /// Whether the word means anything to do with time, apart from a verb's tense.
    pub(super) fn is_temporal(&self) -> bool {
        let named = self.month.is_some() || self.weekday.is_some() || self.season.is_some() || self.daypart.is_some();
        let counted = self.number.is_some() || self.ordinal.is_some() || self.decade.is_some() || self.unit.is_some();
        let picked = self.day.is_some() || self.which.is_some() || self.part.is_some();
        named || counted || picked || self.hour.is_some() || self.end_of.is_some()
    }
}

/// Whether an expression of time can begin with a word that by itself means none.
pub(super) fn begins_an_expression(word: &str) -> bool {
    OPENERS.contains(word) || !RELATIONS.beginning_with(word).is_empty() || !HOLIDAYS.beginning_with(word).is_empty()
}

static WORDS: LazyLock<HashMap<&'static str, Meaning>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    calendar::add(&mut words);
    numbers::add(&mut words);
    verbs::add(&mut words);
    words
});

/// Looks a word in lower case up.
pub(super) fn meaning(word: &str) -> Meaning {
    WORDS.get(word).copied().unwrap_or_default()
}

/// Gives every word of the rows the meaning that belongs to its row.
fn enter<T: Copy>(
    words: &mut HashMap<&'static str, Meaning>,
    rows: &[(&'static str, T)],
    set: impl Fn(&mut Meaning, T),
) {
    for (names, value) in rows {
        for name in names.split(' ') {
            set(words.entry(name).or_default(), *value);
        }
    }
}
