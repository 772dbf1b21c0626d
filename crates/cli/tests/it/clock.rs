//! `COFIO_CLOCK`: time stands still for tests and demonstrations, and everybody can see that it does.

use crate::support::Cofio;

#[test]
fn a_fixed_clock_dates_what_is_written() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00+01:00");
    let memory = cofio.remember("I like tea")["memory"].clone();
    // What is written at one instant is told apart by microseconds, in the order it was written.
    for date in ["recorded_at", "valid_from"] {
        let at = memory[date].as_str().unwrap();
        assert!(at.starts_with("2026-03-01T08:00:00") && at.ends_with('Z'), "R0-048: UTC, ISO 8601, not {at}");
    }
}

/// Whoever looks at status sees that the clock is not the machine's.
#[test]
fn a_fixed_clock_shows() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    assert!(cofio.ok(["status"]).contains("fixed at 1 Mar 2026 09:00 by COFIO_CLOCK"));
    assert_eq!(cofio.json(["status"])["clock"], "2026-03-01T09:00:00Z");
    assert!(cofio.ok(["doctor"]).contains("! clock"));
    let running = Cofio::fresh();
    assert_eq!(running.json(["status"])["clock"], serde_json::Value::Null);
    assert!(!running.ok(["status"]).contains("COFIO_CLOCK"));
}

#[test]
fn a_clock_that_cannot_be_read_is_an_error_that_names_it() {
    for wrong in ["soon", "2026-03-01", "2026-13-01T00:00:00Z", "1772355600"] {
        let cofio = Cofio::fresh().clock(wrong);
        let refused = cofio.fails(2, ["remember", "I like tea"]);
        assert!(refused.stderr.contains("COFIO_CLOCK") && refused.stderr.contains(wrong), "{}", refused.stderr);
        assert!(refused.stderr.contains("2026-11-14T09:30:00Z"), "it shows what would be right: {}", refused.stderr);
        assert!(!cofio.data().exists());
    }
    Cofio::fresh().clock("").ok(["status"]);
}

/// R1-027, R1-028: expiry acts when it is read.
#[test]
fn what_expires_is_gone_when_its_time_comes() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["remember", "The gym is closed", "--expires", "2026-03-10"]);
    cofio.set_clock("2026-03-10T20:00:00Z");
    assert_eq!(cofio.knows(), ["The gym is closed"], "until the end of that day");
    cofio.set_clock("2026-03-11T00:00:00Z");
    assert_eq!((cofio.knows(), cofio.recalls("gym")), (vec![], vec![]));
    assert_eq!(cofio.lists(["--status", "expired"]), ["The gym is closed"]);
    assert_eq!(cofio.lists(["--as-of", "2026-03-05"]), ["The gym is closed"]);
}

/// R1-066: a deadline in the words counts to the end of its month and a week.
#[test]
fn a_deadline_in_the_words_sets_the_expiry() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let memory = cofio.remember("The grant proposal has to be in by Dec 2026")["memory"].clone();
    let expiry = memory["expires_at"].as_str().expect("it expires");
    assert!(expiry.starts_with("2027-01-07"), "{expiry}");
    let forever = cofio.remember("I like tea")["memory"].clone();
    assert_eq!(forever["expires_at"], serde_json::Value::Null, "R2-040: what was said stays");
}

/// R0-048: what people see is in their own time zone, and "today" means theirs.
#[test]
fn the_time_zone_of_the_person_counts() {
    let cofio = Cofio::fresh().clock("2026-03-01T23:30:00Z").variable("COFIO_USER_TZ", "Pacific/Auckland");
    cofio.ok(["remember", "The gym is closed", "--expires", "2026-03-02"]);
    assert!(cofio.ok(["show", "gym"]).contains("2 Mar 2026 12:30"));
    assert_eq!(cofio.json(["show", "gym"])["expires_at"], "2026-03-02T10:59:59Z");
    assert_eq!(cofio.json(["status"])["time_zone"], "Pacific/Auckland");
}
