//! Texts as people and machines write them.

use super::{THURSDAY, assert_no_dates, assert_table, at};
use crate::dates::{find, time_frame};

#[test]
fn letters_marks_and_scripts_do_not_get_in_the_way() {
    assert_table(
        THURSDAY,
        "
        SEE YOU TOMORROW AT 5PM!!!                       | TOMORROW AT 5PM | 2026-11-13T17:00/2026-11-13T18:00 | hour
        I’ll be there on New Year’s Eve                  | New Year’s Eve | 2026-12-31 | day
        from 3 — no, on 5 May                            | 5 May | 2027-05-05 | day
        🎉 party tomorrow 🎉                             | tomorrow | 2026-11-13 | day
        نلتقي on Friday إن شاء الله                      | Friday | 2026-11-13 | day
        Größe: 5, am 3 May                               | 3 May | 2027-05-03 | day
        明日 tomorrow 明日                               | tomorrow | 2026-11-13 | day
        (tomorrow)                                       | tomorrow | 2026-11-13 | day
        *tomorrow*                                       | tomorrow | 2026-11-13 | day
        tomorrow/Friday                                  | tomorrow; Friday | 2026-11-13; 2026-11-13 | day; day
        today’s meeting                                  | today | 2026-11-12 | day
        tomorrow.See you                                 | tomorrow | 2026-11-13 | day
        ",
    );
}

#[test]
fn a_message_can_hold_several() {
    assert_table(
        THURSDAY,
        "
        I met her yesterday, we fly on 3 May and come back a week later | yesterday; 3 May | 2026-11-11; 2027-05-03 | day; day
        Last week was wild. On Friday I'll rest.         | Last week; Friday | 2026-11-02..2026-11-08; 2026-11-13 | week; day
        ",
    );
}

#[test]
fn nothing_is_found_in_nothing() {
    assert_no_dates(THURSDAY, "\u{200b}\n. \n ' \n ’s \n -- \n 1 \n the \n by \n of the \n 🎉");
    assert!(find("", &at(THURSDAY)).is_empty());
    assert!(time_frame("", &at(THURSDAY)).is_none());
}

#[test]
fn the_ends_of_the_calendar_are_no_cliff() {
    let texts = [
        "in 9999 years",
        "9999 years ago",
        "in 99999999 centuries",
        "by 9999",
        "after 9999",
        "year 0000",
        "0000-01-01",
        "9999-12-31",
        "next century",
        "tomorrow",
        "yesterday",
        "last week",
        "the week before last",
        "next winter",
        "two thousand weekends ago",
        "4294967295 days ago",
        "in 4294967295 hours",
        "the last 4000000000 months",
        "Easter 9999",
        "from 31 December 9999 to 5 January",
        "half a century ago",
        "99999999999999999999 days ago",
    ];
    for reference in ["9999-12-30T12:00[UTC]", "-009999-01-03T12:00[UTC]", "0000-06-15T12:00[UTC]", THURSDAY] {
        let Ok(reference) = reference.parse() else { continue };
        for text in texts {
            for mention in find(text, &reference) {
                assert!(mention.start < mention.end, "{text}");
            }
        }
    }
}

#[test]
fn monotonous_texts_are_read() {
    let sentences = [
        "I saw her on Friday and we will meet in 3 days, from 3 to 5 pm, by the end of the year. ",
        "the the the of of by by until until from from 3 3 3 3 to to to may may ",
        "word ",
        "12/",
        "last ",
        "a week after the day before the week after ",
        "the first day of ",
        "!!!! xmas ",
    ];
    let reference = at(THURSDAY);
    for sentence in sentences {
        // Linear, this takes seconds; a quadratic step would take hours, and the runner ends a test that takes minutes.
        find(&sentence.repeat(200_000 / sentence.len()), &reference);
    }
}

#[test]
fn a_megabyte_is_read() {
    let text = "I saw her on Friday, and we talked for hours about nothing in particular, as one does. ".repeat(11_500);
    let found = find(&text, &at(THURSDAY));
    assert_eq!(found.len(), 11_500);
    assert!(found.iter().all(|mention| mention.start.date().to_string() == "2026-11-06"));
}
