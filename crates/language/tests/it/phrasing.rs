use cofio_language::phrasing::lint;

use crate::corpus::{assert_share_right, rows};

/// R2-039, and the acceptance checklist's "forbidden phrasings never appear".
#[test]
fn forbidden_phrasings_are_flagged_and_allowed_ones_are_not() {
    let rows = rows(include_str!("../corpus/phrasing.tsv"));
    assert_share_right("phrasing", 0.98, &rows, |sentence| {
        lint(sentence).first().map_or("-", |flag| flag.rule).to_owned()
    });
}

/// R2-039's own examples, word for word.
#[test]
fn the_phrasings_of_the_requirement_are_told_apart() {
    let allowed = [
        "You previously told me that you like tea",
        "Based on your preference for tea, here is a shop",
        "You mentioned that you like tea",
        "I remember you said you like tea",
    ];
    let forbidden = [
        "You believe tea is better",
        "You think that tea is better",
        "You are the type of person who likes tea",
        "Your personality suggests tea",
    ];
    for sentence in allowed {
        assert_eq!(lint(sentence), [], "{sentence}");
    }
    for sentence in forbidden {
        assert_eq!(lint(sentence).len(), 1, "{sentence}");
    }
}
