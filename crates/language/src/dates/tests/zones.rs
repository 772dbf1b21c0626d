//! Where a text was written: seasons, the order of numbers, changes of the clocks.

use jiff::Unit;

use super::{assert_table, at};
use crate::dates::find;

#[test]
fn seasons_follow_the_hemisphere_of_the_zone() {
    let north = "
        last summer | last summer | 2026-06-01..2026-08-31 | season
        last winter | last winter | 2025-12-01..2026-02-28 | season
        spring 2026 | spring 2026 | 2026-03-01..2026-05-31 | season";
    let south = "
        last summer | last summer | 2025-12-01..2026-02-28 | season
        last winter | last winter | 2026-06-01..2026-08-31 | season
        spring 2026 | spring 2026 | 2026-09-01..2026-11-30 | season";
    for zone in ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC"] {
        assert_table(&format!("2026-11-12T10:30[{zone}]"), north);
    }
    for zone in [
        "Australia/Sydney",
        "America/Argentina/Buenos_Aires",
        "Africa/Johannesburg",
        "Pacific/Auckland",
        "America/Sao_Paulo",
    ] {
        assert_table(&format!("2026-11-12T10:30[{zone}]"), south);
    }
}

#[test]
fn the_order_of_day_and_month_follows_the_zone_unless_it_is_plain() {
    assert_table(
        "2026-11-12T10:30[America/New_York]",
        "
        on 3/4/2027                                      | 3/4/2027 | 2027-03-04 | day
        on 3/4                                           | 3/4 | 2027-03-04 | day
        03.04.2027                                       | 03.04.2027 | 2027-04-03 | day
        31/12/2026                                       | 31/12/2026 | 2026-12-31 | day
        ",
    );
    assert_table(
        "2026-11-12T10:30[Europe/London]",
        "
        on 3/4/2027                                      | 3/4/2027 | 2027-04-03 | day
        12/31/2026                                       | 12/31/2026 | 2026-12-31 | day
        ",
    );
}

#[test]
fn a_day_the_clocks_change_has_23_or_25_hours() {
    for (day, hours) in [("2027-03-28", 23), ("2026-10-25", 25), ("2026-11-12", 24)] {
        let reference = at(&format!("{day}T12:00[Europe/Berlin]"));
        let today = find("today", &reference).remove(0);
        let (start, end) = today.instants(reference.time_zone()).expect("the day is in the calendar");
        assert_eq!((&end - &start).total((Unit::Hour, &start)).unwrap(), f64::from(hours), "{day}");
    }
}

#[test]
fn hours_are_counted_on_the_clock_that_runs() {
    // Half an hour before the clocks go from two to three.
    assert_table(
        "2027-03-28T01:30[Europe/Berlin]",
        "in 2 hours | in 2 hours | 2027-03-28T04:30/2027-03-28T04:31 | hour",
    );
    assert_table(
        "2026-10-25T04:30[Europe/Berlin]",
        "3 hours ago | 3 hours ago | 2026-10-25T02:30/2026-10-25T02:31 | hour",
    );
}

#[test]
fn the_day_is_the_one_of_the_zone() {
    assert_table("2026-11-12T23:30[America/Los_Angeles]", "today | today | 2026-11-12 | day");
    assert_table("2026-11-13T07:30[UTC]", "today | today | 2026-11-13 | day");
}
