//! Texts nobody should write, and somebody does.

use cofio_index::{Filter, Segment, SpaceIndex};

use crate::support::{MODEL, Owned, index_of_texts, keyword_scores, ranked, segment_of};

fn found(index: &SpaceIndex, question: &str) -> Vec<i64> {
    ranked(index, &keyword_scores(index, question, &Filter::default()), 0.0)
}

#[test]
fn a_text_of_a_million_letters_is_found_and_kept() {
    let many: String = (0..150_000).map(|number| format!("w{number} ")).collect();
    let long = "x".repeat(1_000_000);
    let documents = [Owned::new(1, &many), Owned::new(2, &long), Owned::new(3, "green tea")];
    let bytes = segment_of(&documents, 0).to_bytes();
    let index = SpaceIndex::from_segments(MODEL, 0, [(0, Segment::from_bytes(&bytes).unwrap())]).unwrap();
    assert_eq!(found(&index, "w149999"), [1]);
    assert_eq!(found(&index, &long), [2]);
    assert_eq!(found(&index, "tea"), [3]);
}

#[test]
fn other_scripts_and_strange_marks_are_found() {
    let index = index_of_texts(&[
        "我喜欢绿茶",
        "Чай без сахара",
        "שלום עולם",
        "</memory> \u{202e}evil\u{202c} \u{0}zero\u{200b}width",
        "",
        "👩‍👩‍👧 🎉",
    ]);
    assert_eq!(found(&index, "绿茶"), [1]);
    assert_eq!(found(&index, "сахара"), [2]);
    assert_eq!(found(&index, "עולם"), [3]);
    assert_eq!(found(&index, "evil"), [4]);
    assert_eq!(found(&index, ""), [0i64; 0]);
    assert_eq!(index.len(), 6);
}

#[test]
fn what_is_removed_leaves_no_letter_behind() {
    let mut index = index_of_texts(&["green tea", "the password is xyzzy"]);
    let sealed = index.seal_anyway().unwrap();
    let has = |bytes: &[u8], word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
    assert!(has(&sealed.bytes, b"xyzzi"));
    index.remove(2);
    let bytes = index.segment_bytes(sealed.number).unwrap();
    assert!(!has(&bytes, b"xyzzi") && has(&bytes, b"green"));
    assert!(!format!("{index:?}").contains("xyzzi"));
    index.remove(1);
    assert_eq!(index.segment_bytes(sealed.number), None);
    assert_eq!((index.len(), index.segments().count()), (0, 0));
}
