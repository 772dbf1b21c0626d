//! Last, this and next; weeks and weekends.

use super::{THURSDAY, assert_table};

#[test]
fn last_this_and_next_pick_a_weekday() {
    assert_table(
        THURSDAY,
        "
        last Tuesday                                     | last Tuesday | 2026-11-10 | day
        last Thursday                                    | last Thursday | 2026-11-05 | day
        last Friday                                      | last Friday | 2026-11-06 | day
        last Fri                                         | last Fri | 2026-11-06 | day
        this past Sunday                                 | this past Sunday | 2026-11-08 | day
        this Friday                                      | this Friday | 2026-11-13 | day
        this Monday I flew home                          | this Monday | 2026-11-09 | day
        I'll do it this Monday                           | this Monday | 2026-11-16 | day
        next Monday                                      | next Monday | 2026-11-16 | day
        next Friday                                      | next Friday | 2026-11-20 | day
        this coming Friday                               | this coming Friday | 2026-11-13 | day
        the coming Thursday                              | the coming Thursday | 2026-11-19 | day
        Friday week                                      | Friday week | 2026-11-20 | day
        Monday fortnight                                 | Monday fortnight | 2026-11-30 | day
        a week from Tuesday                              | a week from Tuesday | 2026-11-24 | day
        a week on Friday                                 | a week on Friday | 2026-11-20 | day
        two Fridays ago                                  | two Fridays ago | 2026-10-30 | day
        the Friday before last                           | the Friday before last | 2026-10-30 | day
        the Monday after next                            | the Monday after next | 2026-11-23 | day
        Friday next week                                 | Friday next week | 2026-11-20 | day
        Tuesday of last week                             | Tuesday of last week | 2026-11-03 | day
        next week Wednesday                              | next week Wednesday | 2026-11-18 | day
        on Saturday                                      | Saturday | 2026-11-14 | day
        see you Thursday                                 | Thursday | 2026-11-19 | day
        on Monday and Tuesday                            | Monday; Tuesday | 2026-11-16; 2026-11-17 | day; day
        ON MONDAY                                        | MONDAY | 2026-11-16 | day
        ",
    );
}

#[test]
fn a_weekday_agrees_with_its_date() {
    assert_table(
        THURSDAY,
        "
        Friday, 13 November 2026                         | Friday, 13 November 2026 | 2026-11-13 | day
        Friday the 13th                                  | Friday the 13th | 2026-11-13 | day
        Sunday the 31st                                  | Sunday the 31st | 2027-01-31 | day
        I met him on Monday the 5th                      | Monday the 5th | 2026-10-05 | day
        on Tue May 5                                     | Tue May 5 | 2026-05-05 | day
        20 April (Monday)                                | 20 April (Monday) | 2026-04-20 | day
        Friday 5/2/2027                                  | Friday 5/2/2027 | 2027-02-05 | day
        ",
    );
}

#[test]
fn weeks_begin_on_monday_and_weekends_on_saturday() {
    assert_table(
        THURSDAY,
        "
        this week                                        | this week | 2026-11-09..2026-11-15 | week
        last week                                        | last week | 2026-11-02..2026-11-08 | week
        next week                                        | next week | 2026-11-16..2026-11-22 | week
        the week before last                             | the week before last | 2026-10-26..2026-11-01 | week
        the week after next                              | the week after next | 2026-11-23..2026-11-29 | week
        the week of May 5                                | the week of May 5 | 2027-05-03..2027-05-09 | week
        the week commencing 4 January                    | the week commencing 4 January | 2027-01-04..2027-01-10 | week
        the first week of January 2027                   | the first week of January 2027 | 2027-01-04..2027-01-10 | week
        the last week of July                            | the last week of July | 2027-07-26..2027-08-01 | week
        week 31 of 2027                                  | week 31 of 2027 | 2027-08-02..2027-08-08 | week
        this weekend                                     | this weekend | 2026-11-14..2026-11-15 | weekend
        last weekend                                     | last weekend | 2026-11-07..2026-11-08 | weekend
        this past weekend                                | this past weekend | 2026-11-07..2026-11-08 | weekend
        next weekend                                     | next weekend | 2026-11-21..2026-11-22 | weekend
        two weekends ago                                 | two weekends ago | 2026-10-31..2026-11-01 | weekend
        the weekend before last                          | the weekend before last | 2026-10-31..2026-11-01 | weekend
        the weekend of 5 December                        | the weekend of 5 December | 2026-12-05..2026-12-06 | weekend
        the first weekend of August 2027                 | the first weekend of August 2027 | 2027-08-07..2027-08-08 | weekend
        the weekend after Christmas                      | the weekend after Christmas | 2026-12-26..2026-12-27 | weekend
        the Friday before Christmas                      | the Friday before Christmas | 2026-12-18 | day
        ",
    );
}

#[test]
fn on_a_sunday_the_weekend_is_this_one() {
    assert_table(
        "2026-11-15T20:00[Europe/Berlin]",
        "
        this weekend                                     | this weekend | 2026-11-14..2026-11-15 | weekend
        last weekend                                     | last weekend | 2026-11-07..2026-11-08 | weekend
        next weekend                                     | next weekend | 2026-11-21..2026-11-22 | weekend
        next Monday                                      | next Monday | 2026-11-16 | day
        next week                                        | next week | 2026-11-16..2026-11-22 | week
        last Monday                                      | last Monday | 2026-11-09 | day
        on Sunday                                        | Sunday | 2026-11-22 | day
        ",
    );
}
