//! The tense decides which one is meant.

use super::{THURSDAY, assert_table};

#[test]
fn the_tense_decides_which_friday() {
    assert_table(
        THURSDAY,
        "
        I saw her on Friday                              | Friday | 2026-11-06 | day
        I have seen her on Friday                        | Friday | 2026-11-06 | day
        We met on Friday at the lake                     | Friday | 2026-11-06 | day
        Did you go to the gym on Friday?                 | Friday | 2026-11-06 | day
        On Friday, I got great news                      | Friday | 2026-11-06 | day
        I quit on Friday                                 | Friday | 2026-11-06 | day
        The parcel was delivered on Friday               | Friday | 2026-11-06 | day
        I'm seeing her on Friday                         | Friday | 2026-11-13 | day
        I'll see her on Friday                           | Friday | 2026-11-13 | day
        I won't be there on Friday                       | Friday | 2026-11-13 | day
        Let's meet on Friday                             | Friday | 2026-11-13 | day
        I have an exam on Friday                         | Friday | 2026-11-13 | day
        I've got an exam on Friday                       | Friday | 2026-11-13 | day
        See you Friday!                                  | Friday | 2026-11-13 | day
        The meeting is scheduled for Friday              | Friday | 2026-11-13 | day
        The meeting was moved to Friday                  | Friday | 2026-11-13 | day
        I promised to call her on Friday                 | Friday | 2026-11-13 | day
        I was tired, so on Friday I'll rest              | Friday | 2026-11-13 | day
        I met Anna and will call her on Friday           | Friday | 2026-11-13 | day
        I need to get it done on Friday                  | Friday | 2026-11-13 | day
        I am getting married on Friday                   | Friday | 2026-11-13 | day
        I'm so excited for Friday                        | Friday | 2026-11-13 | day
        ",
    );
}

#[test]
fn the_tense_decides_which_year() {
    assert_table(
        THURSDAY,
        "
        I moved here on 3 May                            | 3 May | 2026-05-03 | day
        I will move on 3 May                             | 3 May | 2027-05-03 | day
        My flight is on 3 May                            | 3 May | 2027-05-03 | day
        We went there on 20 December                     | 20 December | 2025-12-20 | day
        3 May                                            | 3 May | 2027-05-03 | day
        on 12 November                                   | 12 November | 2026-11-12 | day
        I started in March                               | March | 2026-03-01..2026-03-31 | month
        I start in March                                 | March | 2027-03-01..2027-03-31 | month
        It rained a lot in November                      | November | 2026-11-01..2026-11-30 | month
        We got married in December                       | December | 2025-12-01..2025-12-31 | month
        I was in Rome on the 15th                        | the 15th | 2026-10-15 | day
        I'll be in Rome on the 15th                      | the 15th | 2026-11-15 | day
        I'll be in Rome on the 5th                       | the 5th | 2026-12-05 | day
        Sales fell in Q2                                 | Q2 | 2026-04-01..2026-06-30 | quarter
        We will launch in Q2                             | Q2 | 2027-04-01..2027-06-30 | quarter
        I got it for Christmas                           | Christmas | 2025-12-25 | day
        What do you want for Christmas?                  | Christmas | 2026-12-25 | day
        What did you have for Easter?                    | Easter | 2026-04-05 | day
        It was two weeks before Christmas                | two weeks before Christmas | 2025-12-11 | week
        I'm leaving two days after Christmas             | two days after Christmas | 2026-12-27 | day
        I worked there over the summer                   | the summer | 2026-06-01..2026-08-31 | season
        I'm going to travel over the summer              | the summer | 2027-06-01..2027-08-31 | season
        I'm getting married in the spring                | the spring | 2027-03-01..2027-05-31 | season
        We are moving to Rome in the summer              | the summer | 2027-06-01..2027-08-31 | season
        I went hiking over the weekend                   | the weekend | 2026-11-07..2026-11-08 | weekend
        I'll go hiking over the weekend                  | the weekend | 2026-11-14..2026-11-15 | weekend
        ",
    );
}

#[test]
fn a_habit_has_no_date_where_only_the_tense_could_tell() {
    super::assert_no_dates(
        THURSDAY,
        "
        I usually swim on Friday
        On Sunday we always have pancakes
        We normally go to Spain in August
        I often fly home for Christmas
        In the summer I spend a lot of time by the sea
        I work Monday to Friday
        The shop is open from 9 to 5
        My rent is due on the 1st
        I get paid at the end of the month
        ",
    );
}
