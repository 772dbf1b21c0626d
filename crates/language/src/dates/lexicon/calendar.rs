//! Months, weekdays, seasons, units, parts of the day and the words that pick one of many.

use std::collections::HashMap;

use jiff::civil::Weekday;

use super::{Daypart, Meaning, Month, Named, Part, Season, Unit, Which, Words, enter};

const MONTHS: &[(&str, i8)] = &[
    ("january jan", 1),
    ("february feb", 2),
    ("march mar", 3),
    ("april apr", 4),
    ("may", 5),
    ("june jun", 6),
    ("july jul", 7),
    ("august aug", 8),
    ("september sept sep", 9),
    ("october oct", 10),
    ("november nov", 11),
    ("december dec", 12),
];

/// Months that are also names of people or everyday words.
static SHARED_MONTHS: Words = Words::new("march mar april may june jan august dec nov jun");

const WEEKDAYS: &[(&str, Weekday)] = &[
    ("monday mon", Weekday::Monday),
    ("tuesday tues tue", Weekday::Tuesday),
    ("wednesday weds wed", Weekday::Wednesday),
    ("thursday thurs thur thu", Weekday::Thursday),
    ("friday fri", Weekday::Friday),
    ("saturday sat", Weekday::Saturday),
    ("sunday sun", Weekday::Sunday),
];

static SHY_WEEKDAYS: Words = Words::new("mon wed sat sun");

/// Times that come round again: named in the plural they are no date.
static PLURALS: Words = Words::new(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends mornings afternoons evenings \
     nights summers winters springs autumns weeknights",
);

const SEASONS: &[(&str, Season)] = &[
    ("spring springtime", Season::Spring),
    ("summer summertime", Season::Summer),
    ("autumn fall", Season::Autumn),
    ("winter wintertime", Season::Winter),
];

const UNITS: &[(&str, Unit)] = &[
    ("second seconds sec secs", Unit::Second),
    ("minute minutes min mins", Unit::Minute),
    ("hour hours hr hrs", Unit::Hour),
    ("night nights", Unit::Night),
    ("day days", Unit::Day),
    ("workday workdays weekday weekdays", Unit::BusinessDay),
    ("weekend weekends", Unit::Weekend),
    ("week weeks wk wks", Unit::Week),
    ("fortnight fortnights", Unit::Fortnight),
    ("month months", Unit::Month),
    ("quarter quarters", Unit::Quarter),
    ("year years yr yrs", Unit::Year),
    ("decade decades", Unit::Decade),
    ("century centuries", Unit::Century),
];

const DAYPARTS: &[(&str, Daypart)] = &[
    ("morning", Daypart::Morning),
    ("afternoon", Daypart::Afternoon),
    ("evening", Daypart::Evening),
    ("night", Daypart::Night),
];

const DAYS: &[(&str, i32)] =
    &[("today", 0), ("tomorrow tmrw tmr tmw tomorow tommorow tommorrow", 1), ("yesterday yday yesturday", -1)];

/// "Tonight" is today and an evening at once.
const TONIGHT: &[(&str, i32)] = &[("tonight tonite", 0)];

const WHICH: &[(&str, Which)] = &[
    ("last past previous", Which::Last),
    ("this current", Which::This),
    ("next", Which::Next),
    ("coming upcoming", Which::Coming),
];

const PARTS: &[(&str, Part)] = &[
    ("early beginning start", Part::Early),
    ("mid middle", Part::Mid),
    ("late end", Part::Late),
    ("earlier", Part::Earlier),
    ("later", Part::Later),
    ("rest remainder remaining", Part::Rest),
];

const HOURS: &[(&str, i8)] = &[("noon midday noonish", 12), ("midnight", 24)];

/// Letters that stand for the end of the present day, week, month, quarter or year.
const ENDS: &[(&str, Unit)] =
    &[("eod cob", Unit::Day), ("eow", Unit::Week), ("eom", Unit::Month), ("eoq", Unit::Quarter), ("eoy", Unit::Year)];

/// Letters that stand for a unit when written right after digits: "2h".
const LETTER_UNITS: &[(&str, Unit)] = &[("h", Unit::Hour), ("d", Unit::Day), ("w", Unit::Week), ("y", Unit::Year)];

pub(super) fn add(words: &mut HashMap<&'static str, Meaning>) {
    for (names, number) in MONTHS {
        for name in names.split(' ') {
            let month = Month { number: *number, shared: SHARED_MONTHS.contains(name) };
            words.entry(name).or_default().month = Some(month);
        }
    }
    for (names, value) in WEEKDAYS {
        for name in names.split(' ') {
            let weekday = Named { value: *value, shy: SHY_WEEKDAYS.contains(name) };
            words.entry(name).or_default().weekday = Some(weekday);
        }
    }
    for plural in PLURALS.iter() {
        words.entry(plural).or_default().plural = true;
    }
    enter(words, SEASONS, |meaning, season| meaning.season = Some(season));
    enter(words, UNITS, |meaning, unit| meaning.unit = Some(unit));
    enter(words, DAYPARTS, |meaning, daypart| meaning.daypart = Some(daypart));
    enter(words, DAYS, |meaning, day| meaning.day = Some(day));
    enter(words, TONIGHT, |meaning, day| {
        meaning.day = Some(day);
        meaning.daypart = Some(Daypart::Evening);
    });
    enter(words, WHICH, |meaning, which| meaning.which = Some(which));
    enter(words, HOURS, |meaning, hour| meaning.hour = Some(hour));
    enter(words, ENDS, |meaning, unit| meaning.end_of = Some(unit));
    enter(words, LETTER_UNITS, |meaning, unit| meaning.letter_unit = Some(unit));
    enter(words, PARTS, |meaning, part| meaning.part = Some(part));
}
