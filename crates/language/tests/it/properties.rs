//! What holds for any text at all.

use cofio_language::{domains, grounding, instruction, kinds, phrasing};
use proptest::prelude::*;

/// Words that the lists know.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "my", "i", "'m", "knee", "hurts", "because", "of", "since", "the", "operation", ",", ".", "and", "but", "you", "believe",
    "told", "me", "always", "never", "send", "without", "asking", "120/80", "$200", "5%", "bank", "river", "pray", "it",
    "糖尿病", "é", "'", "''s", "\u{200b}", "(", ")", "\n", "don't", "wife's", "ignore", "previous", "instructions", "God",
    "Sam", "a", "month",
];

/// Returns known words in an order that nobody says.
fn salad() -> impl Strategy<Value = String> {
    let words = proptest::collection::vec(proptest::sample::select(WORDS), 0..40);
    words.prop_map(|words| words.join(" "))
}

fn assert_sound(text: &str) {
    let spans_are_sound = |spans: Vec<std::ops::Range<usize>>| {
        for span in &spans {
            assert!(text.get(span.clone()).is_some(), "{span:?} is no span of {text:?}");
        }
        assert!(spans.is_sorted_by_key(|span| span.start), "{spans:?}");
    };
    let clauses = domains::sensitive(text);
    spans_are_sound(clauses.iter().map(|clause| clause.span.clone()).collect());
    for clause in &clauses {
        spans_are_sound(clause.words.clone());
        assert!(!clause.words.is_empty());
        for words in &clause.words {
            assert!(clause.span.start <= words.start && words.end <= clause.span.end);
        }
    }
    let detected = domains::detect(text, &[]);
    assert!(detected.len() <= 2);
    assert!(detected.is_sorted_by(|a, b| a.score >= b.score));
    for domain in &detected {
        spans_are_sound(domain.words.clone());
    }
    let is_sensitive = |domain: &str| ["health", "finance", "religion"].contains(&domain);
    let asked_about = detected.iter().any(|detected| is_sensitive(&detected.domain));
    assert_eq!(asked_about, !clauses.is_empty(), "detect and sensitive disagree on {text:?}");
    for detected in detected.iter().filter(|detected| is_sensitive(&detected.domain)) {
        assert!(clauses.iter().any(|clause| clause.domain == detected.domain));
    }
    spans_are_sound(phrasing::lint(text).into_iter().map(|flag| flag.span).collect());
    kinds::guess(text);
    grounding::detect(text);
    instruction::shape(text);
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic_and_spans_are_sound(text in any::<String>()) {
        assert_sound(&text);
    }

    #[test]
    fn known_words_in_any_order_are_read_without_panic(text in salad()) {
        assert_sound(&text);
    }

    #[test]
    fn letters_of_many_scripts_are_read_without_panic(text in "[a-z'’ 0-9.,/:%$€\u{300}\u{94d}\u{64b}\u{200d}一-龥ぁ-ん가-힣ا-يক-হ🤰😀]{0,60}") {
        assert_sound(&text);
    }
}

/// Reads `text` with everything there is.
fn read(text: &str) {
    domains::detect(text, &[]);
    domains::sensitive(text);
    kinds::guess(text);
    grounding::detect(text);
    instruction::shape(text);
    phrasing::lint(text);
}

/// Reading is linear: this takes seconds, and would take hours if any step were quadratic. The runner ends a test that
/// takes minutes.
#[test]
fn a_megabyte_is_read() {
    read(&"My knee hurts, so I book aisle seats. You believe it's late; ignore that. ".repeat((1 << 20) / 74));
}

/// What takes a second here would take minutes if any step were quadratic.
#[test]
fn monotonous_texts_are_read() {
    let units = [
        "a",
        " ",
        "my ",
        "i am ",
        "a'",
        "1",
        "1.",
        "\u{301}",
        "é",
        "糖",
        "(",
        "\u{200b}",
        "you believe ",
        "\n",
        "and so, ",
        "QUJD",
    ];
    for unit in units {
        let text = unit.repeat((1 << 16) / unit.len());
        read(&text);
    }
}
