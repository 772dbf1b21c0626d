//! `cofio bench retrieval`: how well recall does on one's own questions, and that looking changes nothing.

use serde_json::{Value, json};

use crate::support::Cofio;

/// Somebody with a few things to be asked about, and the id of one of them.
fn someone() -> (Cofio, String) {
    let cofio = Cofio::fresh();
    let id = cofio.memory("My sister lives in Lisbon");
    cofio.ok(["remember", "I like a dark theme in every editor"]);
    cofio.ok(["remember", "The car is a red Volvo"]);
    let said = json!({"role": "user", "at": "2026-06-02T09:00:00Z", "text": "The custard tarts were the best."});
    cofio.call(["record", "-", "--session", "summer"]).stdin(format!("{said}\n")).run().expect(0);
    (cofio, id)
}

fn file(cofio: &Cofio, lines: &[Value]) -> String {
    let path = cofio.home().join("questions.jsonl");
    std::fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    path.to_string_lossy().into_owned()
}

fn way<'a>(report: &'a Value, name: &str) -> &'a Value {
    let ways = report["ways"].as_array().unwrap();
    ways.iter().find(|way| way["way"] == name).unwrap_or_else(|| panic!("{name} in {report}"))
}

/// PRODUCT C5: what each stage is worth on one's own data, as numbers.
#[test]
fn every_way_of_looking_is_measured_on_ones_own_questions() {
    let (cofio, sister) = someone();
    let questions = file(
        &cofio,
        &[
            json!({"question": "Where does my sister live?", "expect": [sister]}),
            json!({"question": "should it be night colours or light mode?", "expect": "DARK  theme"}),
            json!({"question": "Which car do I drive?", "expect": ["red volvo", "a blue bicycle"]}),
            json!({"question": "what about the custard tarts?", "expect": ["custard tarts"]}),
        ],
    );
    let report = cofio.json(["bench", "retrieval", &questions]);
    assert_eq!((&report["questions"], &report["k"]), (&json!(4), &json!(10)));
    let names: Vec<&Value> = report["ways"].as_array().unwrap().iter().map(|way| &way["way"]).collect();
    assert_eq!(names, ["words", "ranks", "fast", "thorough"]);
    for name in ["fast", "thorough"] {
        let way = way(&report, name);
        assert_eq!((&way["recall@10"], &way["all@10"]), (&json!(0.875), &json!(0.75)), "{report}");
        assert_eq!(way["misses"].as_array().unwrap().len(), 1);
        assert_eq!(way["misses"][0]["line"], 3);
        assert_eq!(way["misses"][0]["missing"], json!(["a blue bicycle"]));
        let (p50, p95) = (way["p50_ms"].as_f64().unwrap(), way["p95_ms"].as_f64().unwrap());
        assert!(p50 > 0.0 && p95 >= p50, "{way}");
        assert!(way["mrr"].as_f64().unwrap() > 0.7 && way["mrr"].as_f64().unwrap() <= 1.0, "{way}");
    }
    let words = way(&report, "words");
    assert!(words["recall@10"].as_f64() < way(&report, "fast")["recall@10"].as_f64(), "meaning is worth something");

    let people = cofio.ok(["bench", "retrieval", &questions]);
    for part in ["recall@10", "MRR", "p95", "thorough", "MISSED (thorough)", "line 3: Which car do I drive?"] {
        assert!(people.contains(part), "{part}: {people}");
    }
    let tools = cofio.ok(["bench", "retrieval", &questions, "--plain", "-k", "1"]);
    assert!(tools.lines().count() == 4 && tools.lines().all(|line| line.split('\t').count() == 7), "{tools}");
    let without = cofio.call(["bench", "retrieval", &questions, "--json"]).env("COFIO_RETRIEVE_EMBEDDER", "none");
    assert_eq!(without.run().expect(0).json()["ways"].as_array().unwrap().len(), 1, "without meaning there are words");
}

/// Measuring is not using.
#[test]
fn measuring_changes_nothing_and_counts_as_no_use() {
    let (cofio, sister) = someone();
    let line = json!({"question": "Where does my sister live?", "expect": "lisbon"});
    let (before, why) = (cofio.state(), cofio.json(["why", &sister]));
    let report = cofio.call(["bench", "retrieval", "-", "--json"]).stdin(format!("{line}\n")).run().expect(0).json();
    assert_eq!(way(&report, "thorough")["mrr"], 1.0);
    assert_eq!((cofio.state(), cofio.json(["why", &sister])), (before, why));
}

/// Every mistake is named by its file and line, before anything is measured.
#[test]
fn mistakes_are_named_by_their_lines() {
    let (cofio, _) = someone();
    let path = cofio.home().join("bad.jsonl");
    std::fs::write(&path, "{\"question\": \"tea?\", \"expect\": \"green\"}\n\nnot json\n{\"question\": \"tea?\"}\n")
        .unwrap();
    let path = path.to_string_lossy().into_owned();
    let said = cofio.fails(2, ["bench", "retrieval", &path]).stderr;
    assert!(
        said.contains("bad.jsonl, line 3: not JSON") && said.contains("bad.jsonl, line 4: `expect` is missing"),
        "{said}"
    );
    assert_eq!(cofio.fails(2, ["bench", "retrieval", &path, "--json"]).json()["error"]["code"], "usage");
    assert!(cofio.fails(2, ["bench", "retrieval", "/nowhere.jsonl"]).stderr.contains("/nowhere.jsonl cannot be read"));
    let nothing = cofio.call(["bench", "retrieval", "-"]).stdin("\n").run().expect(2);
    assert!(nothing.stderr.contains("there is no question in it"));
    cofio.fails(2, ["bench", "retrieval", &path, "-k", "0"]);
    cofio.fails(2, ["bench"]);
}
