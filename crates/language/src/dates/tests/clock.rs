//! Times of day.

use super::{THURSDAY, assert_table};

#[test]
fn parts_of_the_day_have_fixed_hours() {
    assert_table(
        THURSDAY,
        "
        this morning                                     | this morning | 2026-11-12T06:00/2026-11-12T12:00 | daypart
        yesterday afternoon                              | yesterday afternoon | 2026-11-11T12:00/2026-11-11T18:00 | daypart
        tomorrow evening                                 | tomorrow evening | 2026-11-13T18:00/2026-11-14T00:00 | daypart
        tonight                                          | tonight | 2026-11-12T18:00/2026-11-13T00:00 | daypart
        last night                                       | last night | 2026-11-11T18:00/2026-11-12T06:00 | daypart
        Friday night                                     | Friday night | 2026-11-13T18:00/2026-11-14T00:00 | daypart
        on Saturday morning                              | Saturday morning | 2026-11-14T06:00/2026-11-14T12:00 | daypart
        the morning of May 5                             | the morning of May 5 | 2027-05-05T06:00/2027-05-05T12:00 | daypart
        Tuesday in the afternoon                         | Tuesday in the afternoon | 2026-11-17T12:00/2026-11-17T18:00 | daypart
        early tomorrow morning                           | early tomorrow morning | 2026-11-13T06:00/2026-11-13T09:00 | daypart
        late this afternoon                              | late this afternoon | 2026-11-12T15:00/2026-11-12T18:00 | daypart
        Wednesday evening next week                      | Wednesday evening next week | 2026-11-18T18:00/2026-11-19T00:00 | daypart
        late Friday night                                | late Friday night | 2026-11-13T21:00/2026-11-14T00:00 | daypart
        late last night                                  | late last night | 2026-11-12T00:00/2026-11-12T06:00 | daypart
        ",
    );
}

#[test]
fn clock_times_are_hours_or_minutes() {
    assert_table(
        THURSDAY,
        "
        3pm                                              | 3pm | 2026-11-12T15:00/2026-11-12T16:00 | hour
        3 p.m.                                           | 3 p.m. | 2026-11-12T15:00/2026-11-12T16:00 | hour
        9am                                              | 9am | 2026-11-13T09:00/2026-11-13T10:00 | hour
        I had breakfast at 9am                           | at 9am | 2026-11-12T09:00/2026-11-12T10:00 | hour
        15:30                                            | 15:30 | 2026-11-12T15:30/2026-11-12T15:31 | minute
        at 7:45 pm                                       | at 7:45 pm | 2026-11-12T19:45/2026-11-12T19:46 | minute
        at 8.30pm                                        | at 8.30pm | 2026-11-12T20:30/2026-11-12T20:31 | minute
        noon                                             | noon | 2026-11-12T12:00/2026-11-12T13:00 | hour
        at midnight                                      | at midnight | 2026-11-13T00:00/2026-11-13T01:00 | hour
        half past three                                  | half past three | 2026-11-12T15:30/2026-11-12T15:31 | minute
        a quarter to five                                | a quarter to five | 2026-11-12T16:45/2026-11-12T16:46 | minute
        ten past 9 in the evening                        | ten past 9 in the evening | 2026-11-12T21:10/2026-11-12T21:11 | minute
        at five o'clock                                  | at five o'clock | 2026-11-12T17:00/2026-11-12T18:00 | hour
        call me at 5                                     | at 5 | 2026-11-12T17:00/2026-11-12T18:00 | hour
        at 5 on Friday                                   | at 5 on Friday | 2026-11-13T17:00/2026-11-13T18:00 | hour
        tomorrow at 9                                    | tomorrow at 9 | 2026-11-13T09:00/2026-11-13T10:00 | hour
        dinner tomorrow at 8                             | tomorrow at 8 | 2026-11-13T20:00/2026-11-13T21:00 | hour
        yesterday evening at 7                           | yesterday evening at 7 | 2026-11-11T19:00/2026-11-11T20:00 | hour
        tonight around 7                                 | tonight around 7 | 2026-11-12T19:00/2026-11-12T20:00 | hour
        last night at 8                                  | last night at 8 | 2026-11-11T20:00/2026-11-11T21:00 | hour
        3 in the morning on Sunday                       | 3 in the morning on Sunday | 2026-11-15T03:00/2026-11-15T04:00 | hour
        on Monday at 9:30am                              | Monday at 9:30am | 2026-11-16T09:30/2026-11-16T09:31 | minute
        23.04.2027 14:55                                 | 23.04.2027 14:55 | 2027-04-23T14:55/2027-04-23T14:56 | minute
        2027-05-01T10:00                                 | 2027-05-01T10:00 | 2027-05-01T10:00/2027-05-01T10:01 | minute
        the 3pm meeting on May 5                         | 3pm; May 5 | 2026-11-12T15:00/2026-11-12T16:00; 2027-05-05 | hour; day
        ",
    );
}

#[test]
fn stretches_of_the_clock_share_what_they_say_once() {
    assert_table(
        THURSDAY,
        "
        from 3 to 5 pm tomorrow                          | from 3 to 5 pm tomorrow | 2026-11-13T15:00/2026-11-13T17:00 | hour | range
        tomorrow from 10 to 4                            | tomorrow from 10 to 4 | 2026-11-13T10:00/2026-11-13T16:00 | hour | range
        Monday 1-3 pm                                    | Monday 1-3 pm | 2026-11-16T13:00/2026-11-16T15:00 | hour | range
        Monday 12-4                                      | Monday 12-4 | 2026-11-16T12:00/2026-11-16T16:00 | hour | range
        from 11 to 1 pm on Friday                        | from 11 to 1 pm on Friday | 2026-11-13T11:00/2026-11-13T13:00 | hour | range
        between 10 and 11:30 tomorrow                    | between 10 and 11:30 tomorrow | 2026-11-13T10:00/2026-11-13T11:30 | minute | range
        tonight from 7 to 7:30                           | tonight from 7 to 7:30 | 2026-11-12T19:00/2026-11-12T19:30 | minute | range
        from 10 pm to 2 am on Friday                     | from 10 pm to 2 am on Friday | 2026-11-13T22:00/2026-11-14T02:00 | hour | range
        2:00 - 2:30 pm on Tuesday                        | 2:00 - 2:30 pm on Tuesday | 2026-11-17T14:00/2026-11-17T14:30 | minute | range
        ",
    );
}
