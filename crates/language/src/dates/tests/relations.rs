//! How a claim relates to the time it names, and stretches between two times.

use super::{THURSDAY, assert_table, at};
use crate::dates::{Relation, find};

#[test]
fn by_and_before_end_where_they_must() {
    assert_table(
        THURSDAY,
        "
        by December 2026                                 | by December 2026 | 2026-12-01..2026-12-31 | month | by
        before August                                    | before August | 2027-07-01..2027-07-31 | month | before
        before Friday                                    | before Friday | 2026-11-12 | day | before
        before 2030                                      | before 2030 | 2029-01-01..2029-12-31 | year | before
        before the end of May                            | before the end of May | 2027-05-21..2027-05-31 | month | by
        by the end of the year                           | by the end of the year | 2026-09-01..2026-12-31 | year | by
        by EOD                                           | by EOD | 2026-11-12 | day | by
        by end of day Friday                             | by end of day Friday | 2026-11-13 | day | by
        by spring                                        | by spring | 2027-03-01..2027-05-31 | season | by
        no later than June 3                             | no later than June 3 | 2027-06-03 | day | by
        June 3 at the latest                             | June 3 at the latest | 2027-06-03 | day | by
        due next Friday                                  | due next Friday | 2026-11-20 | day | by
        due in two weeks                                 | due in two weeks | 2026-11-26 | week | by
        Deadline: Dec 2027                               | Deadline: Dec 2027 | 2027-12-01..2027-12-31 | month | by
        the deadline for the grant is 5 May 2027         | 5 May 2027 | 2027-05-05 | day | by
        to meet the May 5 grant deadline                 | May 5 | 2027-05-05 | day | by
        until Friday                                     | until Friday | 2026-11-13 | day | until
        till the 20th                                    | till the 20th | 2026-11-20 | day | until
        through March                                    | through March | 2027-03-01..2027-03-31 | month | until
        since 2019                                       | since 2019 | 2019-01-01..2019-12-31 | year | since
        since Friday                                     | since Friday | 2026-11-06 | day | since
        since last March                                 | since last March | 2026-03-01..2026-03-31 | month | since
        since the end of 1989                            | since the end of 1989 | 1989-09-01..1989-12-31 | year | since
        after 2030                                       | after 2030 | 2031-01-01..2031-12-31 | year | after
        after Christmas                                  | after Christmas | 2026-12-26 | day | after
        starting next week                               | starting next week | 2026-11-16..2026-11-22 | week | from
        from tomorrow on                                 | from tomorrow on | 2026-11-13 | day | from
        as of May                                        | as of May | 2027-05-01..2027-05-31 | month | from
        not before March                                 | not before March | 2027-03-01..2027-03-31 | month | from
        May 2027 or later                                | May 2027 or later | 2027-05-01..2027-05-31 | month | from
        a photo from last weekend                        | from last weekend | 2026-11-07..2026-11-08 | weekend
        tomorrow before 5pm                              | tomorrow before 5pm | 2026-11-13T16:00/2026-11-13T17:00 | hour | before
        ",
    );
}

#[test]
fn ranges_include_both_ends() {
    assert_table(
        THURSDAY,
        "
        between March and May                            | between March and May | 2027-03-01..2027-05-31 | month | range
        from Monday to Friday                            | from Monday to Friday | 2026-11-16..2026-11-20 | day | range
        from next Monday to Friday                       | from next Monday to Friday | 2026-11-16..2026-11-20 | day | range
        from November to February                        | from November to February | 2026-11-01..2027-02-28 | month | range
        Jan-Feb 2017                                     | Jan-Feb 2017 | 2017-01-01..2017-02-28 | month | range
        Nov-Feb 2017                                     | Nov-Feb 2017 | 2016-11-01..2017-02-28 | month | range
        from May to Oct 2027                             | from May to Oct 2027 | 2027-05-01..2027-10-31 | month | range
        3–5 May                                          | 3–5 May | 2027-05-03..2027-05-05 | day | range
        May 3 to 5                                       | May 3 to 5 | 2027-05-03..2027-05-05 | day | range
        April 9th through 17th                           | April 9th through 17th | 2027-04-09..2027-04-17 | day | range
        Nov 18-Dec 19, 2015                              | Nov 18-Dec 19, 2015 | 2015-11-18..2015-12-19 | day | range
        from 2014 to 2018                                | from 2014 to 2018 | 2014-01-01..2018-12-31 | year | range
        2014-2018                                        | 2014-2018 | 2014-01-01..2018-12-31 | year | range
        from 10/1/2018 - 10/7/2018                       | from 10/1/2018 - 10/7/2018 | 2018-01-10..2018-07-10 | day | range
        from Q1 2017 to Q3 2018                          | from Q1 2017 to Q3 2018 | 2017-01-01..2018-09-30 | quarter | range
        Dec 1-5, 2026                                    | Dec 1-5, 2026 | 2026-12-01..2026-12-05 | day | range
        from Dec 28 to Jan 3                             | from Dec 28 to Jan 3 | 2026-12-28..2027-01-03 | day | range
        between Christmas and New Year                   | between Christmas and New Year | 2026-12-25..2027-01-01 | day | range
        Mon-Wed                                          | Mon-Wed | 2026-11-16..2026-11-18 | day | range
        from tomorrow to Sunday                          | from tomorrow to Sunday | 2026-11-13..2026-11-15 | day | range
        We were in Italy from June to August             | from June to August | 2026-06-01..2026-08-31 | month | range
        ",
    );
}

#[test]
fn the_words_and_the_open_sides_are_kept() {
    let reference = at(THURSDAY);
    let text = "The report is due around 20 November, I have worked on it since May.";
    let found = find(text, &reference);
    assert_eq!(found.len(), 2, "{found:?}");
    let (due, since) = (&found[0], &found[1]);
    assert_eq!(&text[due.span.clone()], "due around 20 November");
    assert!(due.approximate && !since.approximate);
    assert_eq!((due.earliest(), due.latest()), (None, Some(due.end)));
    assert_eq!((since.earliest(), since.latest()), (Some(since.start), None));
    assert_eq!((due.relation, since.relation), (Relation::By, Relation::Since));
    assert_eq!(since.last_day().to_string(), "2026-05-31");
}
