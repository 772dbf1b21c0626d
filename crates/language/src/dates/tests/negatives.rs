//! What holds a word of time and has no date.

use super::{THURSDAY, assert_no_dates};

#[test]
fn recurring_times_have_no_date() {
    assert_no_dates(
        THURSDAY,
        "
        I go running every Monday
        every other Friday
        I swim every Tuesday and Thursday at 6pm
        We meet on Fridays
        Mondays are hard
        Tuesdays at 9am
        I work out in the mornings and on weekends
        My membership renews annually
        We review it quarterly
        daily at 9am
        3pm each day
        on the first Monday of every month
        It is celebrated on 19 June every year
        the 19th of every month
        I call home once a week
        twice a month
        three times per year
        She flies to Spain each summer
        every Christmas
        at 7 PM on Mondays
        ",
    );
}

#[test]
fn idioms_have_no_date() {
    assert_no_dates(
        THURSDAY,
        "
        One day I will sail around the world
        back in the day we had no phones
        at the end of the day, it does not matter
        The shop is open 24/7
        His cooking is second to none
        She was ready in no time
        Rome was not built in a day
        I'll be back in a minute
        I wasn't born yesterday
        They danced like there was no tomorrow
        These days I sleep better
        I saw him the other day
        Some day we will laugh about it
        any day now
        day by day it gets easier
        year after year
        from time to time
        a last minute decision
        at the eleventh hour
        Good morning! Happy Friday!
        Happy New Year and Merry Christmas
        I am a night owl, not a morning person
        Have a lovely Sunday!
        Call it a day
        the leaders of tomorrow
        ",
    );
}

#[test]
fn words_that_only_look_like_times_have_no_date() {
    assert_no_dates(
        THURSDAY,
        "
        You may leave now
        They march through the city
        I had lunch with May and April
        since May is my sister
        May I ask why?
        The sun is out
        He sat down
        They wed in secret
        prices fall quickly
        a spring in her step
        I fall asleep early
        I love summer and Christmas
        The Christmas tree is up
        Sunday school
        a Tuesday like any other
        one Friday in Rome
        that Sunday was warm
        inspired by autumn
        midnight blue
        the last straw
        next to me
        this is it
        first of all
        on the third floor
        on the 5th floor
        my 21st birthday
        the 4th time
        the second wave
        This may take longer than expected
        a collection of 1000 hats
        Sun Microsystems and IBM
        She put on sun glasses
        down ten in the 4th
        ",
    );
}

#[test]
fn titles_have_no_date() {
    assert_no_dates(
        THURSDAY,
        "
        I watched The Day After Tomorrow
        I am reading Nineteen Eighty-Four
        Have you read 1984?
        the movie 1917 was great
        my book 11/22/63 by Stephen King
        I loved Yesterday
        We watched Saturday Night Live
        the song Yesterday
        ",
    );
}

#[test]
fn lengths_and_ages_have_no_date() {
    assert_no_dates(
        THURSDAY,
        "
        I stayed for two weeks
        It took 3 days
        The trip lasted three months
        She is 5 years old
        my 5-year-old daughter
        a two-week vacation
        I finished it in two days
        I can run 5k in 30 minutes
        the best result in ten years
        for the first time in 3 years
        in his twenties
        in her 90s
        I got divorced in my late 20s
        I am targeting retirement at 50
        She learned to read at 4
        all day long
        ",
    );
}

#[test]
fn times_relative_to_an_unknown_event_have_no_date() {
    assert_no_dates(
        THURSDAY,
        "
        the following year
        The day before, it had rained
        a week later
        two days earlier
        three days after the wedding
        the night before the exam
        the next day we flew home
        The next week I quit
        after three weeks
        within 5 minutes of the station
        for the next 8 weeks after the treatment
        when I was young
        a few years ago
        ages ago
        soon, lately, recently, nowadays
        ",
    );
}

#[test]
fn other_numbers_have_no_date() {
    assert_no_dates(
        THURSDAY,
        "
        1/2 cup of sugar
        I rate it 9/10
        3/4 of the people
        a 50/50 chance
        version 3.5.1 on Windows 11
        10.0.0.1
        Call 555-2014 or (206) 555-1212
        +49 170 2024 2025
        order number 20240
        ABC-12345-A1B2C3
        It cost $2000, not 1,999 euros
        in 2000 words
        at 2000 feet
        room 2020, page 1999
        The score was 3:2
        they won 21:15
        John 3:16
        a 16:9 screen
        a 1:1 meeting
        10-20 dollars
        3.14 and 12.5 percent
        the ssn is 123-12-1234
        2A + 3B
        datetime.date.today()
        https://example.com/may/monday
        write to may.3@example.com
        2015-32 is no date, nor is 30/02/2026
        feb 30
        ",
    );
}
