//! The tokenizer against ids of the reference, made by `tools/wordpiece/reference.py`.

use std::time::{Duration, Instant};

use cofio_models::local::{Tokenizer, builtin};

fn tokenizer() -> &'static Tokenizer {
    builtin::embedder().tokenizer()
}

fn ids(text: &str, most: usize) -> Vec<u32> {
    let mut ids = Vec::new();
    tokenizer().encode(text, most, &mut ids);
    ids
}

fn pieces(text: &str) -> Vec<&'static str> {
    ids(text, 100).into_iter().map(|id| tokenizer().piece(id).unwrap()).collect()
}

/// The texts of the fixture, each with its ids.
fn fixture() -> Vec<(String, Vec<u32>)> {
    let lines = include_str!("../fixtures/wordpiece.tsv").lines();
    let read = |line: &str| {
        let (text, ids) = line.split_once('\t').unwrap();
        let ids = ids.split(',').filter(|id| !id.is_empty()).map(|id| id.parse().unwrap()).collect();
        (serde_json::from_str(text).unwrap(), ids)
    };
    lines.map(read).collect()
}

#[test]
fn ordinary_and_hostile_texts_have_the_ids_of_the_reference() {
    let fixture = fixture();
    assert!(fixture.len() > 300);
    for (text, wanted) in fixture {
        assert_eq!(ids(&text, usize::MAX), wanted, "{text:?}");
    }
}

#[test]
fn a_text_cut_early_has_the_first_ids_of_the_whole() {
    for (text, wanted) in fixture() {
        for most in [0, 1, 2, 7, 30, 254] {
            assert_eq!(ids(&text, most), wanted[..most.min(wanted.len())], "{most} of {text:?}");
        }
    }
}

/// The one difference from the reference, which would take these for the special tokens themselves: whoever writes a
/// text must not be able to end a passage with it.
#[test]
fn special_tokens_in_a_text_are_words_in_brackets() {
    assert_eq!(pieces("[SEP] x [CLS]"), ["[", "sep", "]", "x", "[", "cl", "##s", "]"]);
    assert_eq!(pieces("[MASK][UNK]"), ["[", "mask", "]", "[", "un", "##k", "]"]);
    assert_eq!(pieces("[PAD]"), ["[", "pad", "]"]);
    let special = [0, 101, 102, 103];
    for text in ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "\u{200b}[SEP]\u{200b}", "[S\0EP]", "［ＳＥＰ］", "[sep]"] {
        assert!(ids(text, 100).iter().all(|id| !special.contains(id)), "{text:?}");
    }
}

#[test]
fn a_huge_text_costs_no_more_than_its_beginning() {
    let huge = [
        "word ".repeat(20_000_000),
        "x".repeat(100_000_000),
        " ".repeat(100_000_000),
        "\u{301}".repeat(50_000_000),
        "日".repeat(30_000_000),
    ];
    for text in huge {
        let began = Instant::now();
        assert!(ids(&text, 254).len() <= 254);
        // Reading all of it would take many times as long, even unoptimised code included.
        assert!(began.elapsed() < Duration::from_millis(500), "{:?} {:?}", began.elapsed(), &text[..8]);
    }
}

#[test]
fn ids_are_added_to_what_is_there() {
    let mut ids = vec![7];
    tokenizer().encode("hello world", 1, &mut ids);
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], 7);
}
