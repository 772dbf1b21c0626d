//! What the reader of dates promises, as tables of sentences.
//!
//! A row is a sentence, the words found in it, the days or moments they mean, how exact that is and, where it is not
//! plainly "on", the relation. Days are written `2026-11-13` or, both ends included, `2026-11-09..2026-11-15`;
//! moments `2026-11-12T15:00/2026-11-12T16:00`, the end excluded. Several expressions are parted by `;`. Unless a test
//! says otherwise it is Thursday, 12 November 2026, half past ten in the morning in Berlin.

mod calendar;
mod clock;
mod distances;
mod frames;
mod negatives;
mod parts;
mod properties;
mod relations;
mod robustness;
mod sentences;
mod tenses;
mod weekdays;
mod zones;

use jiff::Zoned;
use jiff::civil::DateTime;

use super::{Mention, Relation, find};

const THURSDAY: &str = "2026-11-12T10:30[Europe/Berlin]";

fn at(reference: &str) -> Zoned {
    reference.parse().expect("the reference is a time with a zone")
}

/// Compares what is found in the sentences of a table with what stands beside them.
fn assert_table(reference: &str, table: &str) {
    let reference = at(reference);
    let rows = table.lines().map(str::trim).filter(|row| !row.is_empty());
    let wrong: Vec<String> = rows.filter_map(|row| difference(row, &reference)).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

fn difference(row: &str, reference: &Zoned) -> Option<String> {
    let (text, expected) = row.split_once('|').unwrap_or((row, ""));
    let expected: Vec<&str> = expected.split('|').map(str::trim).collect();
    let found = find(text.trim(), reference);
    let column = |render: fn(&Mention) -> String| found.iter().map(render).collect::<Vec<_>>().join("; ");
    let mut actual = vec![column(|mention| mention.text.clone()), column(interval), column(granularity)];
    if expected.len() > 3 || found.iter().any(|mention| mention.relation != Relation::On) {
        actual.push(column(relation));
    }
    (actual != expected)
        .then(|| format!("{}\n    expected {}\n    found    {}", text.trim(), expected.join(" | "), actual.join(" | ")))
}

fn interval(mention: &Mention) -> String {
    let whole = |moment: DateTime| moment == moment.date().at(0, 0, 0, 0);
    let (start, end) = (mention.start, mention.end);
    if !whole(start) || !whole(end) {
        return format!("{}/{}", start.strftime("%Y-%m-%dT%H:%M"), end.strftime("%Y-%m-%dT%H:%M"));
    }
    let (first, last) = (start.date(), mention.last_day());
    if first == last { first.to_string() } else { format!("{first}..{last}") }
}

fn granularity(mention: &Mention) -> String {
    format!("{:?}", mention.granularity).to_lowercase()
}

fn relation(mention: &Mention) -> String {
    format!("{:?}", mention.relation).to_lowercase()
}

/// Asserts that nothing is found in any of the sentences.
fn assert_no_dates(reference: &str, sentences: &str) {
    let reference = at(reference);
    let rows = sentences.lines().map(str::trim).filter(|row| !row.is_empty());
    let found: Vec<String> = rows
        .filter_map(|text| {
            let words: Vec<String> = find(text, &reference).into_iter().map(|mention| mention.text).collect();
            (!words.is_empty()).then(|| format!("{text}: {words:?}"))
        })
        .collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
