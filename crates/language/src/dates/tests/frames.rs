//! How long a claim holds or stays due.

use super::{THURSDAY, at};
use crate::dates::time_frame;

/// Rows of a sentence and the last moment of its frame: a day, which it ends with, or a moment.
fn assert_frames(table: &str) {
    let reference = at(THURSDAY);
    let rows = table.lines().map(str::trim).filter(|row| !row.is_empty());
    let wrong: Vec<String> = rows
        .filter_map(|row| {
            let (text, expected) = row.split_once('|').unwrap_or((row, ""));
            let frame = time_frame(text.trim(), &reference);
            let end = frame.map_or(String::from("none"), |frame| {
                let whole = frame.end == frame.end.date().at(0, 0, 0, 0);
                if whole { frame.last_day().to_string() } else { frame.end.strftime("%Y-%m-%dT%H:%M").to_string() }
            });
            (end != expected.trim()).then(|| format!("{}: expected {}, found {end}", text.trim(), expected.trim()))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// R1-066: a deadline in words ends with the last day it names.
#[test]
fn a_deadline_ends_with_the_last_day_it_names() {
    assert_frames(
        "
        Deadline: Dec 2026                               | 2026-12-31
        by December 2026                                 | 2026-12-31
        I need to finish the report by Friday            | 2026-11-13
        The thesis is due on 5 May 2027                  | 2027-05-05
        due in two weeks                                 | 2026-11-26
        The deadline for the tax return is 31 July 2027  | 2027-07-31
        Submit it no later than 20 November              | 2026-11-20
        Be back on Monday at the latest                  | 2026-11-16
        It must be done before Christmas                 | 2026-12-24
        before August                                    | 2027-07-31
        by the end of the month                          | 2026-11-30
        by the end of 2027                               | 2027-12-31
        by Q1                                            | 2027-03-31
        by next Tuesday                                  | 2026-11-17
        by noon tomorrow                                 | 2026-11-13T12:00
        no later than 5 pm on Friday                     | 2026-11-13T17:00
        I want to get it done by the 15th                | 2026-11-15
        I promised to call her by Friday                 | 2026-11-13
        I have to decide within ten days                 | 2026-11-22
        worried about the May 15 scholarship deadline    | 2027-05-15
        I want to retire by 2045                         | 2045-12-31
        ",
    );
}

#[test]
fn a_frame_bound_to_now_ends_with_it() {
    assert_frames(
        "
        I'm in Lisbon until the 20th                     | 2026-11-20
        I'm off until Monday                             | 2026-11-16
        My visa is valid until June 2027                 | 2027-06-30
        The sale runs through March                      | 2027-03-31
        I'm vegetarian till Easter                       | 2027-03-28
        For the next two weeks I am on call              | 2026-11-26
        Over the coming 3 days I'm offline               | 2026-11-15
        I'll be here for another two weeks               | 2026-11-26
        This week I am working from home                 | 2026-11-15
        I'm hiking this weekend                          | 2026-11-15
        My goal this month is to run 100 km              | 2026-11-30
        This quarter we focus on hiring                  | 2026-12-31
        I'm saving for a car this year                   | 2026-12-31
        This summer I will learn to sail                 | 2027-08-31
        I have the flu today                             | 2026-11-12
        Dinner with Anna tonight                         | 2026-11-12
        My exam is tomorrow                              | 2026-11-13
        My flight leaves tomorrow at 9                   | 2026-11-13
        I'm travelling next week                         | 2026-11-22
        I have a dentist appointment next Tuesday        | 2026-11-17
        I booked a table for tomorrow                    | 2026-11-13
        for the rest of the month I eat no sugar         | 2026-11-30
        I'm on vacation from tomorrow to Sunday          | 2026-11-15
        I should call mom today and write by Friday      | 2026-11-13
        ",
    );
}

#[test]
fn a_fact_that_holds_a_date_has_no_frame() {
    assert_frames(
        "
        I was born on 3 May 1990                         | none
        My birthday is on 3 May                          | none
        I have lived in Berlin since 2019                | none
        I play football every Friday                     | none
        My wedding is on 12 June 2027                    | none
        I have an appointment on Friday                  | none
        my lease ends in March 2027                      | none
        My passport expires in March 2027                | none
        I turn 50 in 2030                                | none
        I am targeting retirement at 50                  | none
        I voted in the 2020 election                     | none
        call me at 5                                     | none
        I have an exam in 3 days                         | none
        I met her last week                              | none
        two years ago I moved to Spain                   | none
        I worked there until last year                   | none
        Until 2020 I was a teacher                       | none
        I finished the report by Friday                  | none
        By 2019 I had moved                              | none
        In the 90s I lived in Rome                       | none
        I get paid at the end of the month               | none
        The rent is due on the 1st                       | none
        The shop is open until 9pm                       | none
        I wake up before 7am                             | none
        I never drink coffee after 2pm                   | none
        I usually finish by Friday                       | none
        due to the storm on Friday we stayed home        | none
        a book written by May                            | none
        by the way, I moved by myself                    | none
        until now, until further notice                  | none
        before I die, before lunch                       | none
        not before March                                 | none
        Deadline: Dec 2024                               | none
        ",
    );
}

#[test]
fn what_happened_within_a_frame_stays_true_after_it() {
    assert_frames(
        "
        I started a new job today                        | none
        I quit my job today                              | none
        I quit smoking this year                         | none
        My dad died today                                | none
        We moved to Berlin this month                    | none
        I got married this week                          | none
        I was diagnosed with asthma this year            | none
        I have visited 12 countries this year            | none
        She has run three marathons this year            | none
        They announced plans for a school this month     | none
        I've been sick this week                         | none
        I bought a house this summer                     | none
        This morning I ran 5 km                          | none
        Today was exhausting                             | none
        I was exhausted by the end of the day            | none
        I started going to the gym today                 | none
        It is still part of my work today                | none
        My birthday is tomorrow                          | none
        Our anniversary is next month                    | none
        ",
    );
}

#[test]
fn what_begins_has_no_end() {
    assert_frames(
        "
        From tomorrow I am vegetarian                    | none
        Starting next week I work part time              | none
        As of next month my address is in Rome           | none
        since this week                                  | none
        after tomorrow                                   | none
        ",
    );
}

#[test]
fn a_frame_tells_the_words_it_came_from() {
    let text = "Please remind me: taxes are due by 31 July 2027!";
    let frame = time_frame(text, &at(THURSDAY)).expect("there is a deadline");
    assert_eq!(frame.words, "due by 31 July 2027");
    assert_eq!(&text[frame.span.clone()], frame.words);
    assert_eq!(frame.mention.text, frame.words);
    assert_eq!(frame.end.to_string(), "2027-08-01T00:00:00");
}
