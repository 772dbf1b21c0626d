//! What an expression of time says, before it is known what day it is.

use jiff::civil::Weekday;

use crate::dates::lexicon::{Daypart, Part, Rule, Season, Unit, Which};

/// An expression of time, as said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expr {
    /// The reference itself.
    Now,
    /// Days from today.
    Day(i32),
    Weekday {
        weekday: Weekday,
        which: Which,
        /// "Friday week" is one more, "Friday fortnight" two.
        plus_weeks: i32,
    },
    /// "Friday of next week": that weekday of the week in which the other expression begins.
    WeekdayIn {
        weekday: Weekday,
        week: Box<Expr>,
    },
    /// "2026-W07", "calendar week 7": the weeks of a year begin with the one that holds its first Thursday.
    NumberedWeek {
        number: i8,
        year: Option<Box<Expr>>,
    },
    /// A calendar date of which anything may be missing.
    Date(CalendarDate),
    /// "this week", "next month"; `the` when only "the week" is said and its sentence must tell which.
    Unit {
        unit: Unit,
        which: Which,
    },
    /// "the next three weeks".
    Count {
        amount: Amount,
        unit: Unit,
        which: Which,
    },
    /// "two weeks ago", "three days after Christmas".
    Offset {
        steps: Vec<(Amount, Unit)>,
        forward: bool,
        from: Box<Expr>,
    },
    /// "two Fridays ago", "three summers ago".
    Recurrences {
        count: u32,
        what: Recurrent,
        forward: bool,
    },
    Season {
        season: Season,
        which: Which,
        year: Option<i16>,
    },
    /// A quarter or a half of a year: `size` months, the `index`th.
    Fraction {
        size: i8,
        index: i8,
        year: Option<Box<Expr>>,
    },
    Decade(i16),
    Century(i16),
    Holiday {
        rule: Rule,
        which: Which,
        year: Option<Box<Expr>>,
    },
    /// "Labor Day weekend": the weekend next to it, and it.
    HolidayWeekend(Box<Expr>),
    /// "the first Monday of next month", "the last two weeks of July"; `nth` counts from the end when negative.
    Nth {
        nth: i32,
        count: u32,
        what: NthOf,
        of: Box<Expr>,
    },
    /// "early May", "the end of the year".
    Part {
        part: Part,
        of: Box<Expr>,
    },
    /// "the week of May 5".
    Around {
        unit: Unit,
        of: Box<Expr>,
    },
    /// "the Friday before Christmas", "the week after the 5th".
    Beside {
        what: NthOf,
        after: bool,
        of: Box<Expr>,
    },
    Timed {
        day: Box<Expr>,
        time: Time,
    },
    Time(Time),
    Range {
        from: Box<Expr>,
        to: Box<Expr>,
    },
    /// "a week starting tomorrow".
    Lasting {
        steps: Vec<(Amount, Unit)>,
        from: Box<Expr>,
    },
}

/// Year, month, day and weekday as far as they are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CalendarDate {
    pub(crate) year: Option<i16>,
    pub(crate) month: Option<i8>,
    pub(crate) day: Option<i8>,
    pub(crate) weekday: Option<Weekday>,
    pub(crate) which: Which,
    /// Written in digits, so that day and month could be the other way round.
    pub(crate) swappable: bool,
}

impl CalendarDate {
    pub(crate) fn new(year: Option<i16>, month: Option<i8>, day: Option<i8>) -> Self {
        Self { year, month, day, weekday: None, which: Which::Bare, swappable: false }
    }
}

/// How many, to the half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) whole: u32,
    pub(crate) half: bool,
}

impl Amount {
    pub(crate) fn of(whole: u32) -> Self {
        Self { whole, half: false }
    }
}

/// What an ordinal or "before" and "after" can pick out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NthOf {
    Unit(Unit),
    Weekday(Weekday),
}

/// What can be counted back besides units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recurrent {
    Weekday(Weekday),
    Season(Season),
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Time {
    Clock(Clock),
    Clocks(Clock, Clock),
    Part(Daypart, Option<Part>),
    /// "at 7 in the evening".
    ClockIn(Clock, Daypart),
    /// "from 7 to 9 in the evening".
    ClocksIn(Clock, Clock, Daypart),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) hour: i8,
    /// `None` when only the hour was said.
    pub(crate) minute: Option<i8>,
    pub(crate) half: HalfDay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HalfDay {
    Am,
    Pm,
    /// Written in the 24-hour way.
    Exact,
    Unsaid,
}
