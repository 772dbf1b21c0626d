//! Sentences as people write them, with and without a date.
//!
//! A line is a sentence and, after a bar, the days or moments it names, written as in the other tables; a sentence
//! without a date ends with the bar. A line that begins with `#` sets the time and zone of those below it.

use super::{at, interval};
use crate::dates::find;

#[test]
fn sentences_name_the_days_that_stand_beside_them() {
    let wrong: Vec<String> = [
        include_str!("sentences/conventions.txt"),
        include_str!("sentences/autumn.txt"),
        include_str!("sentences/names.txt"),
        include_str!("sentences/spring.txt"),
        include_str!("sentences/summer.txt"),
        include_str!("sentences/winter.txt"),
    ]
    .into_iter()
    .flat_map(differences)
    .collect();
    assert!(wrong.is_empty(), "{} wrong\n{}\n", wrong.len(), wrong.join("\n"));
}

fn differences(sentences: &str) -> Vec<String> {
    let mut reference = at(super::THURSDAY);
    let mut wrong = Vec::new();
    for line in sentences.lines().filter(|line| !line.is_empty()) {
        if let Some(time) = line.strip_prefix("# ") {
            reference = at(time);
            continue;
        }
        let (text, expected) = line.split_once('|').expect("a line has a bar");
        let found = find(text.trim(), &reference);
        let named = found.iter().map(interval).collect::<Vec<_>>().join("; ");
        if named != expected.trim() {
            let words: Vec<&str> = found.iter().map(|mention| mention.text.as_str()).collect();
            wrong.push(format!("{}\n    expected {}\n    found    {named} {words:?}", text.trim(), expected.trim()));
        }
    }
    wrong
}
