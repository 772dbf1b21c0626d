//! The embedder behind an address, against a real server on loopback: the protocol, and every way in which it fails.

use std::time::{Duration, Instant};

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, Vector};
use cofio_models::http::{EmbedderSettings, Endpoint, HttpEmbedder, KeySource};
use cofio_testkit::provider::{Asked, Provider, Reply, embedding_of, embeddings_of, nobody};

const DIMENSIONS: usize = 48;

fn endpoint(base: &str) -> Endpoint {
    Endpoint::new(base.parse().unwrap(), KeySource::None).leaving_alone_for(Duration::from_millis(200))
}

fn embedder(provider: &Provider) -> HttpEmbedder {
    HttpEmbedder::new(endpoint(&provider.base_url()), EmbedderSettings::new("words", DIMENSIONS))
}

fn embed(embedder: &HttpEmbedder, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
    embedder.embed(Mode::Document, texts, &Cancel::new())
}

/// What went wrong, without the frame that every error has.
#[track_caller]
fn why(result: Result<Vec<Vector>, ModelError>) -> String {
    match result {
        Err(ModelError::Unavailable { source, .. }) => source.to_string(),
        other => panic!("{other:?}"),
    }
}

fn well(asked: &Asked) -> Reply {
    Reply::json(&embeddings_of(&asked.texts(), DIMENSIONS))
}

#[test]
fn texts_become_vectors_of_length_one_in_their_order() {
    let provider = Provider::embedding(DIMENSIONS);
    let vectors = embed(&embedder(&provider), &["green tea", "a red car", ""]).unwrap();
    assert_eq!(vectors.len(), 3);
    for (vector, text) in vectors.iter().zip(["green tea", "a red car", "(nothing)"]) {
        let length: f32 = vector.values().iter().map(|number| number * number).sum();
        assert!((length - 1.0).abs() < 1e-5, "{length}");
        let expected = embedding_of(text, DIMENSIONS);
        let scale = expected.iter().map(|number| number * number).sum::<f32>().sqrt();
        assert!(vector.values().iter().zip(&expected).all(|(one, other)| (one - other / scale).abs() < 1e-5), "{text}");
    }
    let asked = provider.asked();
    assert_eq!((asked.len(), asked[0].path.as_str()), (1, "/v1/embeddings"));
    assert_eq!(asked[0].body["model"], "words");
    assert!(asked[0].body.get("dimensions").is_none(), "it is only asked for where that is set");
    assert_eq!(asked[0].header("authorization"), None);
}

#[test]
fn many_texts_are_sent_in_batches_with_what_the_model_wants_before_them() {
    let provider = Provider::embedding(DIMENSIONS);
    let settings = EmbedderSettings {
        batch: 2,
        max_chars: 5,
        ask_dimensions: true,
        query_prefix: "query:".into(),
        document_prefix: "passage: ".into(),
        ..EmbedderSettings::new("words", DIMENSIONS)
    };
    let embedder = HttpEmbedder::new(endpoint(&provider.base_url()), settings);
    assert_eq!(embed(&embedder, &["one", "two", "çüéñöß"]).unwrap().len(), 3);
    embedder.embed(Mode::Query, &["who?"], &Cancel::new()).unwrap();
    let texts: Vec<Vec<String>> = provider.asked().iter().map(Asked::texts).collect();
    assert_eq!(texts, [vec!["passage: one", "passage: two"], vec!["passage: çüéñö"], vec!["query: who?"]]);
    assert_eq!(provider.asked()[0].body["dimensions"], DIMENSIONS);
}

#[test]
fn whatever_changes_the_vectors_changes_the_name() {
    let provider = Provider::embedding(DIMENSIONS);
    let plain = EmbedderSettings::new("words", DIMENSIONS);
    let of = |base: &str, settings: &EmbedderSettings| {
        HttpEmbedder::new(endpoint(base), settings.clone()).model().as_str().to_owned()
    };
    let base = provider.base_url();
    let mut names = vec![
        of(&base, &plain),
        of("http://127.0.0.1:9/v1", &plain),
        of(&base, &EmbedderSettings { model: "other".into(), ..plain.clone() }),
        of(&base, &EmbedderSettings { dimensions: 7, ..plain.clone() }),
        of(&base, &EmbedderSettings { query_prefix: "q".into(), ..plain.clone() }),
        of(&base, &EmbedderSettings { document_prefix: "q".into(), ..plain.clone() }),
    ];
    assert_eq!(of(&format!("{base}/"), &EmbedderSettings { batch: 3, ..plain.clone() }), names[0]);
    assert!(names[0].starts_with("words@") && names[0].len() == "words@".len() + 12, "{}", names[0]);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 6);
}

#[test]
fn a_key_goes_along_and_stands_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    std::fs::write(&path, "sk-hunter2\n").unwrap();
    let provider = Provider::answering(|asked, before| match before {
        0 => well(asked),
        _ => Reply::error(401, "Incorrect API key provided"),
    });
    let endpoint = Endpoint::new(provider.base_url().parse().unwrap(), KeySource::File(path));
    let embedder = HttpEmbedder::new(endpoint, EmbedderSettings::new("words", DIMENSIONS));
    embed(&embedder, &["tea"]).unwrap();
    assert_eq!(provider.asked()[0].header("authorization"), Some("Bearer sk-hunter2"));
    let refused = embed(&embedder, &["tea"]);
    assert!(!format!("{refused:?} {embedder:?}").contains("hunter2"));
    assert_eq!(why(refused), "the answer was 401: Incorrect API key provided");
    assert_eq!(provider.asked().len(), 2, "a wrong key is wrong the second time, too");
}

#[test]
fn a_key_that_is_missing_is_named_by_its_place() {
    let provider = Provider::embedding(DIMENSIONS);
    let key = KeySource::Variable("COFIO_TEST_NO_SUCH_KEY".into());
    let endpoint = Endpoint::new(provider.base_url().parse().unwrap(), key);
    let embedder = HttpEmbedder::new(endpoint, EmbedderSettings::new("words", DIMENSIONS));
    let why = why(embed(&embedder, &["tea"]));
    assert_eq!(why, "the variable COFIO_TEST_NO_SUCH_KEY that should hold the key is empty");
    assert_eq!(provider.asked().len(), 0);
}

#[test]
fn answers_that_are_none_are_errors_that_say_so() {
    for (body, expected) in [
        ("<html>hello</html>", "the answer cannot be read: it is no JSON (line 1, column 1)"),
        (
            "{\"data\":[{\"index\":0,\"embedding\":[1.0,",
            "the answer cannot be read: it ends too soon (line 1, column 37)",
        ),
        ("{\"data\":7}", "the answer cannot be read: it is not what was asked for (line 1, column 9)"),
        ("{\"data\":[]}", "the answer cannot be read: 0 vectors came for 1 texts"),
        (
            "{\"data\":[{\"index\":0,\"embedding\":[1,2,3]}]}",
            "the answer cannot be read: its vectors have 3 dimensions, and 48 are set",
        ),
    ] {
        let provider = Provider::answering(move |_, _| Reply::text(200, body));
        assert_eq!(why(embed(&embedder(&provider), &["tea"])), expected);
    }
    let numbers = |number: &str, index: usize| {
        let vector = vec![number; DIMENSIONS].join(",");
        format!("{{\"data\":[{{\"index\":{index},\"embedding\":[{vector}]}}]}}")
    };
    for (body, expected) in [
        (numbers("0", 0), "a vector has no direction"),
        (numbers("1e39", 0), "a vector has no direction"),
        (numbers("1", 1), "two vectors came for one text"),
    ] {
        let provider = Provider::answering(move |_, _| Reply::text(200, body.clone()));
        assert_eq!(why(embed(&embedder(&provider), &["tea"])), format!("the answer cannot be read: {expected}"));
    }
}

#[test]
fn too_many_calls_are_made_again_when_the_provider_says() {
    let provider = Provider::answering(|asked, before| match before {
        0 => Reply::error(429, "slow down").with("retry-after", "1"),
        _ => well(asked),
    });
    let since = Instant::now();
    embed(&embedder(&provider), &["tea"]).unwrap();
    assert!(since.elapsed() >= Duration::from_secs(1), "{:?}", since.elapsed());
    assert_eq!(provider.asked().len(), 2);
}

#[test]
fn what_went_wrong_once_is_tried_again_and_not_for_ever() {
    let provider = Provider::answering(|asked, before| match before {
        0 => Reply::error(500, "oops"),
        1 => well(asked).cut_after(40),
        _ => well(asked),
    });
    embed(&embedder(&provider), &["tea"]).unwrap();
    assert_eq!(provider.asked().len(), 3);

    let broken = Provider::answering(|_, _| Reply::error(503, "overloaded"));
    assert_eq!(why(embed(&embedder(&broken), &["tea"])), "the answer was 503: overloaded");
    assert_eq!(broken.asked().len(), 3);
}

#[test]
fn whoever_waits_for_an_answer_does_not_wait_for_a_second_try() {
    let provider = Provider::answering(|_, _| Reply::error(500, "oops"));
    let embedder = embedder(&provider);
    let asked = embedder.embed(Mode::Query, &["tea"], &Cancel::new());
    assert_eq!(why(asked), "the answer was 500: oops");
    assert_eq!(provider.asked().len(), 1);
    // And whoever asks next is told at once, until a while has passed.
    let told = why(embed(&embedder, &["tea"]));
    assert!(told.starts_with("it did not answer a moment ago"), "{told}");
    assert_eq!(provider.asked().len(), 1);
    std::thread::sleep(Duration::from_millis(250));
    embed(&embedder, &["tea"]).unwrap_err();
    assert!(provider.asked().len() > 1, "then it is asked again");
}

#[test]
fn a_slow_provider_costs_no_more_than_its_time() {
    for reply in [Reply::text(200, "{}").after(Duration::from_secs(20)), {
        Reply::text(200, vec![b' '; 1_000]).dripping(Duration::from_millis(20))
    }] {
        let provider = Provider::answering(move |_, _| reply.clone());
        let settings =
            EmbedderSettings { timeout: Duration::from_millis(300), ..EmbedderSettings::new("words", DIMENSIONS) };
        let embedder = HttpEmbedder::new(endpoint(&provider.base_url()), settings);
        let since = Instant::now();
        let told = why(embedder.embed(Mode::Query, &["tea"], &Cancel::new()));
        assert_eq!(told, "no answer within 300ms");
        assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
    }
}

#[test]
fn nobody_at_the_address_is_an_error_at_once() {
    let embedder = HttpEmbedder::new(endpoint(&nobody()), EmbedderSettings::new("words", DIMENSIONS));
    let told = why(embedder.embed(Mode::Query, &["tea"], &Cancel::new()));
    assert!(told.starts_with("no connection: "), "{told}");
}

#[test]
fn a_redirect_is_not_followed() {
    let elsewhere = Provider::embedding(DIMENSIONS);
    let target = format!("{}/embeddings", elsewhere.base_url());
    let provider = Provider::answering(move |_, _| Reply::text(307, "").with("location", &target));
    assert_eq!(why(embed(&embedder(&provider), &["tea"])), "the answer was 307");
    assert_eq!(elsewhere.asked().len(), 0, "what was said goes nowhere else");
}

#[test]
fn a_text_that_is_refused_keeps_no_other_from_being_embedded() {
    let provider = Provider::answering(|asked, _| {
        let texts = asked.texts();
        let is_bad = |text: &String| text.contains("forbidden") || text.len() > 1_000;
        if texts.iter().any(is_bad) { Reply::error(400, "bad input") } else { well(asked) }
    });
    let long = "word ".repeat(1_000);
    let texts = ["one", "two", "forbidden", "four", &long, "six"];
    let vectors = embed(&embedder(&provider), &texts).unwrap();
    assert_eq!(vectors.len(), 6);
    let alone = |text: &str| embed(&embedder(&provider), &[text]).unwrap().remove(0);
    for (place, text) in [(0, "one"), (1, "two"), (2, ""), (3, "four"), (4, "word word"), (5, "six")] {
        let near = vectors[place].dot(&alone(text)).unwrap();
        assert!(near > 0.99, "{place}: {near}");
    }
}

#[test]
fn a_provider_that_refuses_everything_is_given_up_soon() {
    let provider = Provider::answering(|_, _| Reply::error(400, "no such model"));
    let texts: Vec<String> = (0..64).map(|number| format!("text {number}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(why(embed(&embedder(&provider), &texts)), "the answer was 400: no such model");
    assert!(provider.asked().len() < 12, "{}", provider.asked().len());
}

#[test]
fn waiting_can_be_called_off() {
    let provider = Provider::answering(|_, _| Reply::error(429, "").with("retry-after", "15"));
    let cancel = Cancel::new();
    let waiting = cancel.clone();
    let since = Instant::now();
    let calling = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        waiting.cancel();
    });
    let result = embedder(&provider).embed(Mode::Document, &["tea"], &cancel);
    assert!(matches!(result, Err(ModelError::Cancelled(_))), "{result:?}");
    assert!(since.elapsed() < Duration::from_secs(5));
    calling.join().unwrap();
}
