//! Early, middle and late; earlier and later.

use super::{THURSDAY, assert_table};

#[test]
fn thirds_of_months_years_and_decades() {
    assert_table(
        THURSDAY,
        "
        early May                                        | early May | 2027-05-01..2027-05-10 | month
        mid-March                                        | mid-March | 2027-03-11..2027-03-20 | month
        mid May                                          | mid May | 2027-05-11..2027-05-20 | month
        late June 2027                                   | late June 2027 | 2027-06-21..2027-06-30 | month
        late February 2028                               | late February 2028 | 2028-02-21..2028-02-29 | month
        the end of next month                            | the end of next month | 2026-12-21..2026-12-31 | month
        at the beginning of May                          | the beginning of May | 2027-05-01..2027-05-10 | month
        beginning of the year                            | beginning of the year | 2026-01-01..2026-04-30 | year
        the end of the year                              | the end of the year | 2026-09-01..2026-12-31 | year
        mid-2019                                         | mid-2019 | 2019-05-01..2019-08-31 | year
        late last year                                   | late last year | 2025-09-01..2025-12-31 | year
        early in 2020                                    | early in 2020 | 2020-01-01..2020-04-30 | year
        the early 90s                                    | the early 90s | 1990-01-01..1993-12-31 | decade
        the mid-90s                                      | the mid-90s | 1994-01-01..1996-12-31 | decade
        the late nineties                                | the late nineties | 1997-01-01..1999-12-31 | decade
        the early 2000s                                  | the early 2000s | 2000-01-01..2003-12-31 | decade
        the late 19th century                            | the late 19th century | 1866-01-01..1899-12-31 | century
        early next week                                  | early next week | 2026-11-16..2026-11-17 | week
        the end of next week                             | the end of next week | 2026-11-20..2026-11-22 | week
        late summer 2024                                 | late summer 2024 | 2024-08-01..2024-08-31 | season
        the end of Q3 2025                               | the end of Q3 2025 | 2025-09-01..2025-09-30 | quarter
        ",
    );
}

#[test]
fn earlier_and_later_are_cut_at_the_present() {
    assert_table(
        THURSDAY,
        "
        earlier this week                                | earlier this week | 2026-11-09..2026-11-11 | week
        later this week                                  | later this week | 2026-11-12..2026-11-15 | week
        earlier this year                                | earlier this year | 2026-01-01..2026-11-11 | year
        later this month                                 | later this month | 2026-11-12..2026-11-30 | month
        the rest of the year                             | the rest of the year | 2026-11-12..2026-12-31 | year
        earlier today                                    | earlier today | 2026-11-12T00:00/2026-11-12T10:30 | day
        later today                                      | later today | 2026-11-12T10:30/2026-11-13T00:00 | day
        ",
    );
}
