//! Distances and stretches counted from now or from a known day.

use super::{THURSDAY, assert_table};

#[test]
fn a_distance_lands_on_a_day_and_keeps_its_unit() {
    assert_table(
        THURSDAY,
        "
        two weeks ago                                    | two weeks ago | 2026-10-29 | week
        a week ago                                       | a week ago | 2026-11-05 | week
        in 3 days                                        | in 3 days | 2026-11-15 | day
        in twenty-three days                             | in twenty-three days | 2026-12-05 | day
        a couple of months ago                           | a couple of months ago | 2026-09-12 | month
        a couple weeks ago                               | a couple weeks ago | 2026-10-29 | week
        in a fortnight                                   | in a fortnight | 2026-11-26 | week
        in a fortnight’s time                            | in a fortnight’s time | 2026-11-26 | week
        in two weeks' time                               | in two weeks' time | 2026-11-26 | week
        half a year ago                                  | half a year ago | 2026-05-12 | month
        a year and a half ago                            | a year and a half ago | 2025-05-12 | month
        one and a half years ago                         | one and a half years ago | 2025-05-12 | month
        five years ago                                   | five years ago | 2021-11-12 | year
        about 3 years ago                                | 3 years ago | 2023-11-12 | year
        ten years back                                   | ten years back | 2016-11-12 | year
        two decades ago                                  | two decades ago | 2006-11-12 | decade
        2 weeks and 2 days ago                           | 2 weeks and 2 days ago | 2026-10-27 | day
        a month from now                                 | a month from now | 2026-12-12 | month
        three weeks from tomorrow                        | three weeks from tomorrow | 2026-12-04 | day
        two days before yesterday                        | two days before yesterday | 2026-11-09 | day
        two days after Christmas                         | two days after Christmas | 2026-12-27 | day
        16 days from 01/02/2028                          | 16 days from 01/02/2028 | 2028-02-17 | day
        2 weeks before May 13 1999                       | 2 weeks before May 13 1999 | 1999-04-29 | week
        in 3 business days                               | in 3 business days | 2026-11-17 | day
        two nights ago                                   | two nights ago | 2026-11-10T18:00/2026-11-11T06:00 | daypart
        10 minutes ago                                   | 10 minutes ago | 2026-11-12T10:20/2026-11-12T10:21 | minute
        in half an hour                                  | in half an hour | 2026-11-12T11:00/2026-11-12T11:01 | minute
        an hour and a half ago                           | an hour and a half ago | 2026-11-12T09:00/2026-11-12T09:01 | minute
        in 2h                                            | in 2h | 2026-11-12T12:30/2026-11-12T12:31 | hour
        three hours from now                             | three hours from now | 2026-11-12T13:30/2026-11-12T13:31 | hour
        one hundred and fifty years ago                  | one hundred and fifty years ago | 1876-11-12 | year
        a month ago today                                | a month ago today | 2026-10-12 | month
        this time last year                              | this time last year | 2025-11-12 | year
        a week tomorrow                                  | a week tomorrow | 2026-11-20 | day
        tomorrow week                                    | tomorrow week | 2026-11-20 | day
        two or three weeks ago                           | two or three weeks ago | 2026-10-22..2026-10-29 | week
        2-3 days ago                                     | 2-3 days ago | 2026-11-09..2026-11-10 | day
        in a day or two                                  | in a day or two | 2026-11-13..2026-11-14 | day
        I've known her for ten years now                 | for ten years now | 2016-11-12 | year | since
        Seven years now, and still happy                 | Seven years now | 2019-11-12 | year | since
        ",
    );
}

#[test]
fn months_clamp() {
    assert_table("2027-01-31T12:00[Europe/Berlin]", "in one month | in one month | 2027-02-28 | month");
    assert_table("2028-03-31T12:00[Europe/Berlin]", "a month ago  | a month ago  | 2028-02-29 | month");
    assert_table("2028-02-29T12:00[Europe/Berlin]", "a year ago   | a year ago   | 2027-02-28 | year");
    assert_table("2026-12-31T12:00[Europe/Berlin]", "next month   | next month   | 2027-01-01..2027-01-31 | month");
    assert_table("2026-03-31T12:00[Europe/Berlin]", "last month   | last month   | 2026-02-01..2026-02-28 | month");
}

#[test]
fn stretches_are_counted_from_tomorrow_or_up_to_yesterday() {
    assert_table(
        THURSDAY,
        "
        the next two weeks                               | the next two weeks | 2026-11-13..2026-11-26 | week | span
        for the next 3 days                              | the next 3 days | 2026-11-13..2026-11-15 | day | span
        over the coming six months                       | the coming six months | 2026-11-13..2027-05-12 | month | span
        the 5 upcoming years                             | the 5 upcoming years | 2026-11-13..2031-11-12 | year | span
        over the past 3 months                           | the past 3 months | 2026-08-12..2026-11-11 | month | span
        the last ten years                               | the last ten years | 2016-11-12..2026-11-11 | year | span
        in the last month                                | the last month | 2026-10-12..2026-11-11 | month | span
        over the past year                               | the past year | 2025-11-12..2026-11-11 | year | span
        the past fortnight                               | the past fortnight | 2026-10-29..2026-11-11 | week | span
        the last two quarters                            | the last two quarters | 2026-04-01..2026-09-30 | quarter | span
        the next two decades                             | the next two decades | 2030-01-01..2049-12-31 | decade | span
        the next 4 business days                         | the next 4 business days | 2026-11-13..2026-11-18 | day | span
        for another two weeks                            | for another two weeks | 2026-11-13..2026-11-26 | week | span
        for three more days                              | for three more days | 2026-11-13..2026-11-15 | day | span
        within ten days                                  | within ten days | 2026-11-13..2026-11-22 | day | by
        the next 20 minutes                              | the next 20 minutes | 2026-11-12T10:30/2026-11-12T10:50 | minute | span
        for a week starting tomorrow                     | for a week starting tomorrow | 2026-11-13..2026-11-19 | week | range
        for 3 days from Monday                           | for 3 days from Monday | 2026-11-16..2026-11-18 | day | range
        ",
    );
}
