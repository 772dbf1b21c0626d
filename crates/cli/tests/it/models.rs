//! The built-in models from the command line: what there is, vectors, scores. No data folder is needed or made.

use serde_json::Value;

use crate::support::Cofio;

fn vector(item: &Value) -> Vec<f64> {
    item["vector"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[test]
fn the_built_in_models_are_listed_with_what_one_wants_to_know() {
    let cofio = Cofio::fresh();
    let models = cofio.json(["model"]);
    let models = models.as_array().unwrap();
    let names: Vec<_> = models.iter().map(|model| (model["name"].as_str(), model["kind"].as_str())).collect();
    assert_eq!(
        names,
        [(Some("cofio-embed-1"), Some("embedder")), (Some("cofio-rerank-1"), Some("reranker"))],
        "{models:?}"
    );
    for model in models {
        let sha256 = model["sha256"].as_str().unwrap();
        assert!(sha256.len() == 64 && sha256.bytes().all(|digit| digit.is_ascii_hexdigit()), "{model}");
        assert_eq!(model["id"], format!("{}@{}", model["name"].as_str().unwrap(), &sha256[..12]));
        assert!(model["bytes"].as_u64() > Some(1_000) && model["licence"].as_str() > Some(""), "{model}");
    }
    assert!(models[0]["dimensions"].as_u64() > Some(0) && models[1]["dimensions"].is_null());
    let (people, tools) = (cofio.ok(["model"]), cofio.ok(["model", "--plain"]));
    assert!(people.contains(" MB") && people.contains("cofio-rerank-1") && people.contains("cofio embed"), "{people}");
    assert!(tools.lines().count() == 2 && tools.lines().all(|line| line.split('\t').count() == 6), "{tools}");
    assert!(!cofio.data().exists());
}

#[test]
fn each_text_becomes_a_vector_of_length_one() {
    let cofio = Cofio::fresh();
    let answer = cofio.json(["embed", "My sister is a nurse", ""]);
    let items = answer["items"].as_array().unwrap();
    assert_eq!((items[0]["text"].as_str(), items[1]["text"].as_str()), (Some("My sister is a nurse"), Some("")));
    for item in items {
        let vector = vector(item);
        let length: f64 = vector.iter().map(|number| number * number).sum();
        assert!((length - 1.0).abs() < 1e-4, "{length}");
        assert_eq!(Some(vector.len() as u64), answer["dimensions"].as_u64());
    }
    assert_eq!(answer["model"], cofio.json(["model"])[0]["id"]);
    assert!(!cofio.data().exists());
}

#[test]
fn a_query_is_not_a_document() {
    let cofio = Cofio::fresh();
    let (document, query) = (cofio.json(["embed", "nurse"]), cofio.json(["embed", "nurse", "--query"]));
    assert_eq!((document["mode"].as_str(), query["mode"].as_str()), (Some("document"), Some("query")));
    assert_ne!(vector(&document["items"][0]), vector(&query["items"][0]));
}

#[test]
fn texts_are_read_from_standard_input_one_a_line() {
    let cofio = Cofio::fresh();
    let typed = cofio.json(["embed", "one", "", "three [SEP]"]);
    for arguments in [vec!["embed", "--json"], vec!["embed", "-", "--json"]] {
        let piped = cofio.call(arguments).stdin("one\n\nthree [SEP]\n").run().expect(0);
        assert_eq!(piped.json(), typed);
    }
    assert!(cofio.call(["embed"]).stdin("").run().expect(2).stderr.contains("no text was given"));
    let binary = cofio.call(["embed", "--json"]).stdin([b'a', 0xff, b'\n', 0xfe, b'\n']).run().expect(0).json();
    assert_eq!(binary["items"].as_array().unwrap().len(), 2, "a bad byte loses no line");
    assert!(cofio.fails(2, ["embed", "one", "-"]).stderr.contains("given alone"));
}

#[test]
fn people_see_the_beginning_of_a_vector_and_simple_tools_all_of_it() {
    let cofio = Cofio::fresh();
    let people = cofio.ok(["embed", "bad\u{1b}[31m text"]);
    assert!(people.contains(", …]  bad") && !people.contains('\u{1b}'), "{people}");
    let tools = cofio.ok(["embed", "a\tb", "--plain"]);
    let (text, numbers) = tools.trim_end().split_once('\t').unwrap();
    assert!(!text.contains('\t'));
    assert_eq!(Some(numbers.split(',').count() as u64), cofio.json(["embed", "x"])["dimensions"].as_u64());
}

#[test]
fn texts_are_ordered_by_their_score() {
    let cofio = Cofio::fresh();
    let texts = ["She likes tea", "She moved to Lisbon in March", "The car is red", "She likes tea"];
    let answer = cofio.json([&["rerank", "Where does she live?"][..], &texts].concat());
    assert_eq!(answer["question"], "Where does she live?");
    assert_eq!(answer["model"], cofio.json(["model"])[1]["id"]);
    let items = answer["items"].as_array().unwrap();
    let scores: Vec<f64> = items.iter().map(|item| item["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    let mut places: Vec<u64> = items.iter().map(|item| item["index"].as_u64().unwrap()).collect();
    for item in items {
        assert_eq!(item["text"], texts[item["index"].as_u64().unwrap() as usize]);
    }
    let tea: Vec<u64> = places.iter().copied().filter(|place| matches!(place, 0 | 3)).collect();
    assert_eq!(tea, [0, 3], "the same text twice stays in order");
    places.sort_unstable();
    assert_eq!(places, [0, 1, 2, 3]);
    let piped = cofio.call(["rerank", "Where does she live?", "--json"]).stdin(texts.join("\n")).run().expect(0);
    assert_eq!(piped.json(), answer);
    assert!(!cofio.data().exists());
}

#[test]
fn a_question_is_needed() {
    let cofio = Cofio::fresh();
    let missing = cofio.fails(2, ["rerank", "--json"]);
    assert_eq!(missing.json()["error"]["code"], "usage");
}
