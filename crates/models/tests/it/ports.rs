//! The models behind their ports: any text, many threads, called off at any time.

use std::time::{Duration, Instant};

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, Passage, Reranker};

use crate::support::random::{self, Written, shape, small};
use crate::support::{bits, embed, embedder, reranker, score, text_of};

fn odd_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " ",
        "\0\u{1}\u{2}",
        "\u{200b}\u{200c}\u{200d}\u{feff}",
        "שלום עולם \u{202e}abc",
        "اللغة العربية",
        "👩‍👩‍👧‍👦",
        "[CLS] [SEP] [MASK]",
        "\u{fffd}\u{fffd}",
    ]
    .map(str::to_owned)
    .into();
    texts.push("word ".repeat(200_000));
    texts.push("x".repeat(1_000_000));
    texts.push("\u{301}".repeat(500_000));
    texts.push(String::from_utf8_lossy(&(0..=255u8).cycle().take(5000).collect::<Vec<_>>()).into_owned());
    texts
}

#[test]
fn any_text_has_a_vector_of_length_one() {
    let model = embedder(&small(&shape(1, 16, 2, 20, 8, 5), Written::Bytes, 1));
    let texts = odd_texts();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for mode in [Mode::Query, Mode::Document] {
        let vectors = embed(&model, mode, &texts);
        assert_eq!(vectors.len(), texts.len());
        for (vector, text) in vectors.iter().zip(&texts) {
            let length: f32 = vector.values().iter().map(|value| value * value).sum();
            assert!((length - 1.0).abs() < 1e-5, "{:?}", text.chars().take(20).collect::<String>());
            assert_eq!((vector.model(), vector.values().len()), (model.model(), model.dimensions()));
        }
        assert_eq!(bits(&vectors), bits(&embed(&model, mode, &texts)), "twice the same");
    }
    assert!(embed(&model, Mode::Query, &[]).is_empty());
}

#[test]
fn any_passage_has_a_score() {
    for types in [2, 3] {
        let mut header = random::reranker(shape(1, 16, 2, 20, 8, 0), "linear");
        header["types"] = types.into();
        let model = reranker(&small(&header, Written::Bytes, 1));
        let texts = odd_texts();
        let passages: Vec<_> = texts.iter().map(|text| Passage::after(&texts[9], text)).collect();
        for question in &texts {
            let scores = score(&model, question, &passages);
            assert!(scores.len() == passages.len() && scores.iter().all(|score| score.is_finite()));
        }
        assert!(score(&model, "anything", &[]).is_empty());
    }
}

#[test]
fn what_was_said_before_counts_unless_it_was_nothing() {
    let model = reranker(&small(&random::reranker(shape(1, 16, 2, 20, 8, 0), "linear"), Written::Bytes, 1));
    let of = |passage| score(&model, "the memory?", &[passage])[0];
    assert_ne!(of(Passage::after("b", "a")), of(Passage::alone("a")));
    assert_eq!(of(Passage::after("", "a")), of(Passage::alone("a")));
    assert_eq!(of(Passage::after("\u{200b}", "a")), of(Passage::alone("a")));
}

/// A question keeps 64 tokens, a passage 128, what was before it 48 of what is left of 192.
#[test]
fn each_part_is_cut_where_it_should_be() {
    let model = reranker(&small(&random::reranker(shape(1, 16, 2, 20, 8, 0), "linear"), Written::Bytes, 1));
    let words = |count: usize| text_of(count + 2, 7);
    let of = |question: &str, before: &str, text: &str| score(&model, question, &[Passage::after(before, text)])[0];
    let (q64, q65, t128, t129) = (words(64), words(65), words(128), words(129));
    let (b15, b16, b17, b48, b49) = (words(15), words(16), words(17), words(48), words(49));
    assert_eq!(of(&q64, "a", "b"), of(&q65, "a", "b"));
    assert_ne!(of(&words(63), "a", "b"), of(&q64, "a", "b"));
    assert_eq!(of("a", "b", &t128), of("a", "b", &t129));
    assert_eq!(of("a", &b48, "b"), of("a", &b49, "b"));
    assert_ne!(of("a", &words(47), "b"), of("a", &b48, "b"));
    let q48 = words(48);
    assert_eq!(of(&q48, &b16, &t128), of(&q48, &b17, &t128), "16 are left");
    assert_ne!(of(&q48, &b15, &t128), of(&q48, &b16, &t128));
    assert_eq!(of(&q64, "a", &t128), of(&q64, "", &t128), "nothing is left");
}

#[test]
fn threads_share_one_model() {
    let model = embedder(&small(&shape(2, 48, 3, 96, 24, 16), Written::Bytes, 1));
    let texts: Vec<String> = (0..40).map(|index| text_of(2 + index, index as u64)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let wanted = bits(&embed(&model, Mode::Query, &texts));
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..6).map(|_| scope.spawn(|| bits(&embed(&model, Mode::Query, &texts)))).collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), wanted);
        }
    });
}

#[test]
fn work_that_is_called_off_before_it_begins_is_not_begun() {
    let cancel = Cancel::new();
    cancel.cancel();
    let model = embedder(&small(&shape(1, 16, 2, 20, 8, 5), Written::Bytes, 1));
    assert!(matches!(model.embed(Mode::Query, &["a"], &cancel), Err(ModelError::Cancelled(_))));
    let model = reranker(&small(&random::reranker(shape(1, 16, 2, 20, 8, 0), "linear"), Written::Bytes, 1));
    assert!(matches!(model.score("a", &[Passage::alone("b")], &cancel), Err(ModelError::Cancelled(_))));
}

#[test]
fn long_work_ends_soon_after_it_is_called_off() {
    let model = embedder(&small(&shape(4, 128, 4, 512, 64, 64), Written::Bytes, 1));
    let text = text_of(512, 1);
    // Minutes of work, if nobody stopped it.
    let texts = vec![text.as_str(); 20_000];
    let cancel = Cancel::new();
    let (result, waited) = std::thread::scope(|scope| {
        let run = scope.spawn(|| model.embed(Mode::Document, &texts, &cancel));
        std::thread::sleep(Duration::from_millis(100));
        cancel.cancel();
        let began = Instant::now();
        (run.join().unwrap(), began.elapsed())
    });
    assert!(matches!(result, Err(ModelError::Cancelled(_))));
    assert!(waited < Duration::from_secs(20), "{waited:?}");
}
