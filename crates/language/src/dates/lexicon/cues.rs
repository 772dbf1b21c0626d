//! Words around a number or a name that make it a date.

use super::Words;

/// Words that mean no time by themselves and can open an expression of it.
pub(crate) static OPENERS: Words =
    Words::new("a an at between calendar couple cw cy fiscal for from fy h half in kw q the w within");

/// Words after which a lone month, year or day number is believed.
pub(crate) static DATE_CUES: Words = Words::new(
    "in on by before after until untill till til since during from for through thru throughout between than due \
     starting beginning deadline effective prior as",
);

/// Words after which a lone day number is believed.
pub(crate) static DAY_CUES: Words = Words::new(
    "on by before after until untill till til since from for through thru between than due starting beginning \
     deadline effective prior of and or",
);

/// What is of a day: "the invoice of the 20th".
pub(crate) static DATED_THINGS: Words = Words::new(
    "call email evening invoice letter mail meeting message morning night order payment statement week weekend",
);

/// Before "the summer", what makes it a time.
pub(crate) static SEASON_CUES: Words =
    Words::new("after before by during for in over since through throughout till until");

/// Before a season without article, what makes it a particular one. "In summer" is every summer.
pub(crate) static FIRM_SEASON_CUES: Words = Words::new("after before by since through till until");

/// Before "the last year", what makes it the twelve months up to now rather than the calendar year.
pub(crate) static THROUGHOUT: Words = Words::new("during for in over throughout within");

/// What is on a day and a month: "my birthday is 5/5".
pub(crate) static ANNIVERSARIES: Words = Words::new("anniversary bday birthday");

/// Words that hedge a time without changing it.
pub(crate) static HEDGES: Words =
    Words::new("around about circa roughly approximately approx nearly almost sometime maybe probably like ~");

/// Words after which a holiday is a day and not a subject.
pub(crate) static HOLIDAY_CUES: Words = Words::new(
    "on at for by before after until till since over during around celebrate celebrated celebrating spend spent \
     spending from through past between",
);

/// What may follow "at 5" without making it a count.
pub(crate) static AFTER_A_CLOCK: Words = Words::new("and but for if or so to with");

/// Words after which 3:30 is a time and no ratio.
pub(crate) static CLOCK_CUES: Words = Words::new("about after around at before between by from since till to until");

/// What a bare "at 5" may follow.
pub(crate) static CLOCK_EVENTS: Words = Words::new(
    "appointment arrive arrived arrives arriving back breakfast brunch call called class come dinner flight home \
     interview land lands leave leaves leaving left lunch meet meeting met pick reservation ring see start started \
     starts train up",
);

/// What names a last day, so that the date after it is one: "the deadline for the grant is 5 May".
pub(crate) static LIMITS: Words = Words::new("cutoff deadline due");

/// Meals and meetings of the evening: "dinner at 7" is not in the morning.
pub(crate) static EVENING_EVENTS: Words =
    Words::new("cinema concert date dinner drinks movie opera party show supper theater theatre");

/// What may follow "the 15th" without making it a floor, a place or an attempt.
pub(crate) static AFTER_A_DAY_NUMBER: Words = Words::new(
    "after afternoon am and around at because before between but by during evening for from he her his i if in \
     instead is it morning my night of on or our she since so that the their then they this through till to until was \
     we when will with works you",
);

/// Words passed over when the start of a clause is sought: "so on Friday", "and then on the 5th".
pub(crate) static ASIDE: Words =
    Words::new("about around at by during from in just maybe on over since the then until");
