use cofio_language::instruction::is_instruction_shaped;

use crate::corpus::{assert_share_right, rows};

fn reading(text: &str) -> String {
    let word = if is_instruction_shaped(text) { "instruction" } else { "plain" };
    word.to_owned()
}

/// RX-01, RX-02.
#[test]
fn an_instruction_to_the_assistant_is_seen_whatever_it_wears() {
    let rows: Vec<_> = rows(include_str!("../corpus/instruction.tsv"))
        .into_iter()
        .filter(|(_, label)| *label == "instruction")
        .collect();
    assert_share_right("instructions", 0.98, &rows, reading);
}

/// RX-02: what a person says of themselves must not be held up.
#[test]
fn a_plain_fact_is_no_instruction() {
    let rows: Vec<_> =
        rows(include_str!("../corpus/instruction.tsv")).into_iter().filter(|(_, label)| *label == "plain").collect();
    assert_share_right("plain facts", 0.98, &rows, reading);
}

/// RX-02: the persons and domains corpora are facts too, and far more of them.
#[test]
fn statements_about_a_person_are_no_instructions() {
    let files = [
        include_str!("../corpus/sensitive.tsv"),
        include_str!("../corpus/sensitive_fresh.tsv"),
        include_str!("../corpus/harmless_fresh.tsv"),
        include_str!("../corpus/sensitive_third.tsv"),
    ];
    let rows: Vec<_> = files.into_iter().flat_map(rows).map(|(text, _)| (text, "plain")).collect();
    assert_share_right("statements", 0.98, &rows, reading);
}
