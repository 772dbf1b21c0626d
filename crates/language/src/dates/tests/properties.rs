//! What holds for every text.

use jiff::tz::TimeZone;
use jiff::{ToSpan, Zoned};
use proptest::prelude::*;

use crate::dates::{Granularity, find, time_frame};

/// Words of the lexicon and marks between them, in any order.
fn words_of_time() -> impl Strategy<Value = String> {
    let words = "the a an in on at by until before after since from to between and last this next coming week weekend \
        month year day days weeks ago monday fri sat may march 3 5th 2026 12/31/2026 31.12. 15:30 3pm noon half past \
        quarter early late mid end of beginning summer q3 christmas easter eve 90s every two twenty-three couple now \
        tomorrow yesterday today tonight morning night '24 – - / ( ) , . ! ? \u{2019}s 🎉 ½ a.m. due deadline : more 9999";
    let words: Vec<&str> = words.split_whitespace().collect();
    let separator = prop_oneof![Just(" "), Just(""), Just(", "), Just("\n"), Just("-")];
    proptest::collection::vec((proptest::sample::select(words), separator), 0..14)
        .prop_map(|parts| parts.into_iter().map(|(word, separator)| format!("{word}{separator}")).collect())
}

fn references() -> impl Strategy<Value = Zoned> {
    let zones =
        vec!["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"];
    let seconds = prop_oneof![8 => -2_000_000_000_i64..5_000_000_000, 1 => -377_705_023_201_i64..=253_402_207_200];
    (seconds, proptest::sample::select(zones)).prop_filter_map("a time in the calendar", |(second, zone)| {
        let zone = TimeZone::get(zone).ok()?;
        Some(jiff::Timestamp::from_second(second).ok()?.to_zoned(zone))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_mention_is_a_piece_of_the_text_and_a_stretch_of_time(
        text in prop_oneof![words_of_time(), ".{0,80}", "[a-zA-Z0-9 /.:’'-]{0,60}"],
        reference in references(),
    ) {
        let mentions = find(&text, &reference);
        let mut end = 0;
        for mention in &mentions {
            prop_assert!(mention.span.start >= end, "spans overlap: {mentions:?}");
            end = mention.span.end;
            prop_assert_eq!(text.get(mention.span.clone()), Some(mention.text.as_str()));
            prop_assert!(mention.start < mention.end, "{:?}", mention);
        }
        prop_assert_eq!(&mentions, &find(&text, &reference));
        if let Some(frame) = time_frame(&text, &reference) {
            prop_assert!(frame.end > reference.datetime());
            prop_assert_eq!(text.get(frame.span.clone()), Some(frame.words.as_str()));
        }
    }

    #[test]
    fn days_move_with_the_reference(days in 0_i64..4000, text in proptest::sample::select(vec![
        "today", "tomorrow", "yesterday", "the day after tomorrow", "in 3 days", "two weeks ago", "a fortnight ago",
    ])) {
        let first: Zoned = "2024-01-01T09:00[UTC]".parse().unwrap();
        let later = first.checked_add(days.days()).unwrap();
        let (before, after) = (&find(text, &first)[0], &find(text, &later)[0]);
        prop_assert_eq!(before.start.checked_add(days.days()).unwrap(), after.start);
        prop_assert_eq!(before.end.checked_add(days.days()).unwrap(), after.end);
    }

    #[test]
    fn weeks_move_with_the_reference(weeks in 0_i64..600, text in proptest::sample::select(vec![
        "on Friday", "last Friday", "next Friday", "this Friday", "Friday week", "this week", "next week", "last weekend",
        "this weekend", "the week before last", "I saw her on Monday", "two weekends ago", "early next week",
    ])) {
        let first: Zoned = "2024-01-03T09:00[UTC]".parse().unwrap();
        let later = first.checked_add(weeks.weeks()).unwrap();
        let (before, after) = (&find(text, &first)[0], &find(text, &later)[0]);
        prop_assert_eq!(before.start.checked_add(weeks.weeks()).unwrap(), after.start);
        prop_assert_eq!(before.end.checked_add(weeks.weeks()).unwrap(), after.end);
    }

    #[test]
    fn an_iso_date_is_that_day_whenever_it_is_read(reference in references(), days in 0_i64..80_000) {
        let day = jiff::civil::date(1900, 1, 1).checked_add(days.days()).unwrap();
        let found = find(&day.to_string(), &reference);
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found[0].start.date(), day);
        prop_assert_eq!(found[0].last_day(), day);
        prop_assert_eq!(found[0].granularity, Granularity::Day);
    }
}
