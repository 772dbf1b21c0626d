//! Labelled sentences, and how many of them were read right.

/// Returns the rows of a corpus: a sentence and its label, which is empty where the file gives none.
pub(crate) fn rows(file: &'static str) -> Vec<(&'static str, &'static str)> {
    file.lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .map(|line| line.split_once('\t').unwrap_or((line, "")))
        .collect()
}

/// Asserts that at least `floor` of `rows` are read as they are labelled, and prints those that are not.
///
/// A label with bars names several right answers.
pub(crate) fn assert_share_right(what: &str, floor: f64, rows: &[(&str, &str)], read: impl Fn(&str) -> String) {
    let mut right = 0;
    for (text, label) in rows {
        let answer = read(text);
        if label.split('|').any(|label| label == answer) {
            right += 1;
        } else {
            println!("{what}: {answer:?} instead of {label:?}: {text}");
        }
    }
    let share = right as f64 / rows.len() as f64;
    println!("{what}: {right} of {} ({:.1} %)", rows.len(), share * 100.0);
    assert!(share >= floor, "{what}: {share:.3} is less than {floor}");
}
