//! Whatever comes in, nothing breaks.

use jiff::Zoned;

use super::{Extractor, Message, Role, Speaker};

/// Any text is safe: no panic, and spans lie inside it at the borders of letters.
#[track_caller]
fn is_safe(text: &str) {
    let at: Zoned = "2023-05-08T13:56:00[UTC]".parse().unwrap();
    let message = |text, role| Message { text, speaker: Speaker { name: None, role }, at: &at };
    let question = message("Do you have any pets?", Role::Assistant);
    for claim in Extractor::standard().candidates(&message(text, Role::Person), &[question]) {
        assert!(text.get(claim.clause.span.clone()).is_some(), "{:?} in {text:?}", claim.clause.span);
        assert!(!claim.content.is_empty());
        assert!((0.0..=1.0).contains(&claim.worth) && (0.0..=1.0).contains(&claim.confidence));
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_safe(text in "\\PC*") {
        is_safe(&text);
    }

    #[test]
    fn any_row_of_words_is_safe(words in proptest::collection::vec(
        proptest::sample::select(vec![
            "I", "my", "we", "you", "she", "they", "it", "is", "'s", "am", "don't", "not", "no", "longer", "have", "been",
            "going", "to", "love", "dog", "wife", "Anna", "and", "but", ",", ".", "?", "!", "if", "when", "what", "do",
            "yes", "last", "Friday", "55", "make that", "remember that", "forget", "just", "really", "\"", "```", "\n",
            "> ", "é", "我", "’", "I’m", "gonna", "because", "of", "course", "allergic to", "peanuts", "named", ";", "-",
        ]), 0..30))
    {
        is_safe(&words.join(" "));
        is_safe(&words.concat());
    }
}

/// What is read of the words behind a command is placed in the message, not in those words.
#[test]
fn places_are_places_in_the_message() {
    is_safe("remember that é my love wife you");
    is_safe("remember that love é my love wife I’m really Friday they longer they no don't been 我 because really");
}

/// Hostile texts end, and soon: long, deeply quoted, without a pause, without an end.
#[test]
fn hostile_texts_are_read_in_time() {
    let began = std::time::Instant::now();
    for text in [
        "I love my dog and ".repeat(55_000),
        "I ".repeat(300_000),
        "\"“«".repeat(100_000),
        "> ".repeat(300_000),
        "```".repeat(200_001),
        "my wife's ".repeat(60_000),
        "a".repeat(1_000_000),
        "\n".repeat(500_000),
        "Actually, make that 5. ".repeat(20_000),
        "Remember that I like tea. ".repeat(10_000),
    ] {
        is_safe(&text);
    }
    // Not a measurement: a bound that only something quadratic breaks.
    assert!(began.elapsed().as_secs() < 120, "{:?}", began.elapsed());
}
