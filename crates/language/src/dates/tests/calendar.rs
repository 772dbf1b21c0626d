//! Dates, months, years, seasons, holidays.

use super::{THURSDAY, assert_table};

#[test]
fn dates_are_read_however_they_are_written() {
    assert_table(
        THURSDAY,
        "
        today                                            | today | 2026-11-12 | day
        tomorrow                                         | tomorrow | 2026-11-13 | day
        tmrw                                             | tmrw | 2026-11-13 | day
        yesterday                                        | yesterday | 2026-11-11 | day
        the day before yesterday                         | the day before yesterday | 2026-11-10 | day
        the day after tomorrow                           | the day after tomorrow | 2026-11-14 | day
        2026-12-31                                       | 2026-12-31 | 2026-12-31 | day
        2026/12/31                                       | 2026/12/31 | 2026-12-31 | day
        20261231                                         | 20261231 | 2026-12-31 | day
        12/31/2026                                       | 12/31/2026 | 2026-12-31 | day
        31/12/2026                                       | 31/12/2026 | 2026-12-31 | day
        31.12.2026                                       | 31.12.2026 | 2026-12-31 | day
        on 31/12                                         | 31/12 | 2026-12-31 | day
        on 5/3/18                                        | 5/3/18 | 2018-03-05 | day
        May 3rd, 2024                                    | May 3rd, 2024 | 2024-05-03 | day
        May 3 2024                                       | May 3 2024 | 2024-05-03 | day
        3rd of May                                       | 3rd of May | 2027-05-03 | day
        the third of May 2027                            | the third of May 2027 | 2027-05-03 | day
        3 May '24                                        | 3 May '24 | 2024-05-03 | day
        Dec. 31, 1994                                    | Dec. 31, 1994 | 1994-12-31 | day
        05-Aug-2016                                      | 05-Aug-2016 | 2016-08-05 | day
        2019/aug/01                                      | 2019/aug/01 | 2019-08-01 | day
        may twenty nine                                  | may twenty nine | 2027-05-29 | day
        January first two thousand and thirty two        | January first two thousand and thirty two | 2032-01-01 | day
        on 29 February                                   | 29 February | 2028-02-29 | day
        I was born on 15 April of 87                     | 15 April of 87 | 1987-04-15 | day
        the 5th of next month                            | the 5th of next month | 2026-12-05 | day
        the 15th of this month                           | the 15th of this month | 2026-11-15 | day
        on 3 and 4 May                                   | 3; 4 May | 2027-05-03; 2027-05-04 | day; day
        May 3 & 4                                        | May 3; 4 | 2027-05-03; 2027-05-04 | day; day
        in May or June 2027                              | May; June 2027 | 2027-05-01..2027-05-31; 2027-06-01..2027-06-30 | month; month
        my birthday is 5/5                               | 5/5 | 2027-05-05 | day
        the 2020 election                                | 2020 | 2020-01-01..2020-12-31 | year
        report-2018-09-23-final.pdf                      | 2018-09-23 | 2018-09-23 | day
        ",
    );
}

#[test]
fn months_quarters_and_years() {
    assert_table(
        THURSDAY,
        "
        in March 2020                                    | March 2020 | 2020-03-01..2020-03-31 | month
        in Feb. 2028                                     | Feb. 2028 | 2028-02-01..2028-02-29 | month
        June of 1992                                     | June of 1992 | 1992-06-01..1992-06-30 | month
        2026-12                                          | 2026-12 | 2026-12-01..2026-12-31 | month
        12/2026                                          | 12/2026 | 2026-12-01..2026-12-31 | month
        It may be in May                                 | May | 2027-05-01..2027-05-31 | month
        last March                                       | last March | 2026-03-01..2026-03-31 | month
        last November                                    | last November | 2025-11-01..2025-11-30 | month
        next March                                       | next March | 2027-03-01..2027-03-31 | month
        this September                                   | this September | 2026-09-01..2026-09-30 | month
        this month                                       | this month | 2026-11-01..2026-11-30 | month
        last month                                       | last month | 2026-10-01..2026-10-31 | month
        next month                                       | next month | 2026-12-01..2026-12-31 | month
        the month after next                             | the month after next | 2027-01-01..2027-01-31 | month
        Q3 2025                                          | Q3 2025 | 2025-07-01..2025-09-30 | quarter
        2025-Q1                                          | 2025-Q1 | 2025-01-01..2025-03-31 | quarter
        the third quarter of 2025                        | the third quarter of 2025 | 2025-07-01..2025-09-30 | quarter
        this quarter                                     | this quarter | 2026-10-01..2026-12-31 | quarter
        last quarter                                     | last quarter | 2026-07-01..2026-09-30 | quarter
        next quarter                                     | next quarter | 2027-01-01..2027-03-31 | quarter
        H1 2027                                          | H1 2027 | 2027-01-01..2027-06-30 | half
        the second half of next year                     | the second half of next year | 2027-07-01..2027-12-31 | half
        in 2019                                          | 2019 | 2019-01-01..2019-12-31 | year
        the year 2008                                    | the year 2008 | 2008-01-01..2008-12-31 | year
        in nineteen ninety six                           | nineteen ninety six | 1996-01-01..1996-12-31 | year
        in twenty twenty-four                            | twenty twenty-four | 2024-01-01..2024-12-31 | year
        this year                                        | this year | 2026-01-01..2026-12-31 | year
        last year                                        | last year | 2025-01-01..2025-12-31 | year
        next year                                        | next year | 2027-01-01..2027-12-31 | year
        the year before last                             | the year before last | 2024-01-01..2024-12-31 | year
        FY2025                                           | FY2025 | 2025-01-01..2025-12-31 | year
        fiscal year 2025                                 | fiscal year 2025 | 2025-01-01..2025-12-31 | year
        the 90s                                          | the 90s | 1990-01-01..1999-12-31 | decade
        the 1990s                                        | the 1990s | 1990-01-01..1999-12-31 | decade
        the '60s                                         | the '60s | 1960-01-01..1969-12-31 | decade
        the 1960's                                       | the 1960's | 1960-01-01..1969-12-31 | decade
        the nineties                                     | the nineties | 1990-01-01..1999-12-31 | decade
        last decade                                      | last decade | 2010-01-01..2019-12-31 | decade
        the 1800s                                        | the 1800s | 1800-01-01..1899-12-31 | century
        the 19th century                                 | the 19th century | 1800-01-01..1899-12-31 | century
        last century                                     | last century | 1900-01-01..1999-12-31 | century
        ",
    );
}

#[test]
fn seasons_are_meteorological_and_last_summer_is_over() {
    assert_table(
        THURSDAY,
        "
        last summer                                      | last summer | 2026-06-01..2026-08-31 | season
        last winter                                      | last winter | 2025-12-01..2026-02-28 | season
        last autumn                                      | last autumn | 2025-09-01..2025-11-30 | season
        last fall                                        | last fall | 2025-09-01..2025-11-30 | season
        this autumn                                      | this autumn | 2026-09-01..2026-11-30 | season
        this summer we swam in the lake                  | this summer | 2026-06-01..2026-08-31 | season
        this summer I'll learn to sail                   | this summer | 2027-06-01..2027-08-31 | season
        next winter                                      | next winter | 2026-12-01..2027-02-28 | season
        summer 2023                                      | summer 2023 | 2023-06-01..2023-08-31 | season
        the summer of '69                                | the summer of '69 | 1969-06-01..1969-08-31 | season
        in the fall of 2019                              | the fall of 2019 | 2019-09-01..2019-11-30 | season
        winter 2023/24                                   | winter 2023/24 | 2023-12-01..2024-02-29 | season
        three summers ago                                | three summers ago | 2024-06-01..2024-08-31 | season
        ",
    );
}

#[test]
fn holidays_have_dates() {
    assert_table(
        THURSDAY,
        "
        at Christmas                                     | Christmas | 2026-12-25 | day
        on Christmas Eve                                 | Christmas Eve | 2026-12-24 | day
        on Boxing Day                                    | Boxing Day | 2026-12-26 | day
        last Christmas                                   | last Christmas | 2025-12-25 | day
        New Year's Eve                                   | New Year's Eve | 2026-12-31 | day
        on New Year’s Day                                | New Year’s Day | 2027-01-01 | day
        on Valentine's Day                               | Valentine's Day | 2027-02-14 | day
        at Easter                                        | Easter | 2027-03-28 | day
        Easter 2018                                      | Easter 2018 | 2018-04-01 | day
        Easter 2024                                      | Easter 2024 | 2024-03-31 | day
        Easter 2038                                      | Easter 2038 | 2038-04-25 | day
        on Good Friday                                   | Good Friday | 2027-03-26 | day
        on Easter Monday                                 | Easter Monday | 2027-03-29 | day
        on Mother's Day                                  | Mother's Day | 2027-05-09 | day
        on Father's Day                                  | Father's Day | 2027-06-20 | day
        on Memorial Day                                  | Memorial Day | 2027-05-31 | day
        on Labor Day                                     | Labor Day | 2027-09-06 | day
        on Labor Day 2026                                | Labor Day 2026 | 2026-09-07 | day
        at Thanksgiving                                  | Thanksgiving | 2026-11-26 | day
        on Black Friday                                  | Black Friday | 2026-11-27 | day
        on Independence Day                              | Independence Day | 2027-07-04 | day
        on Halloween                                     | Halloween | 2027-10-31 | day
        last Halloween                                   | last Halloween | 2026-10-31 | day
        on MLK Day                                       | MLK Day | 2027-01-18 | day
        Labor Day weekend 2026                           | Labor Day weekend 2026 | 2026-09-05..2026-09-07 | weekend
        Fourth of July weekend                           | Fourth of July weekend | 2027-07-03..2027-07-04 | weekend
        around Easter                                    | Easter | 2027-03-28 | day
        we got engaged Christmas Eve                     | Christmas Eve | 2025-12-24 | day
        the day after Thanksgiving                       | the day after Thanksgiving | 2026-11-27 | day
        ",
    );
}

#[test]
fn the_nth_of_something_is_counted_inside_it() {
    assert_table(
        THURSDAY,
        "
        the first Monday of next month                   | the first Monday of next month | 2026-12-07 | day
        the last Friday of October 2026                  | the last Friday of October 2026 | 2026-10-30 | day
        the last day of February                         | the last day of February | 2027-02-28 | day
        the last day of the month                        | the last day of the month | 2026-11-30 | day
        the second week of January 2027                  | the second week of January 2027 | 2027-01-11..2027-01-17 | week
        the first two weeks of 2027                      | the first two weeks of 2027 | 2027-01-04..2027-01-17 | week
        the last three months of 2026                    | the last three months of 2026 | 2026-10-01..2026-12-31 | month
        the third month of 2027                          | the third month of 2027 | 2027-03-01..2027-03-31 | month
        the first ten days of May                        | the first ten days of May | 2027-05-01..2027-05-10 | day
        ",
    );
}
