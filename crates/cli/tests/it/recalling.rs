//! Recall over memories and what was said, by words and by meaning, with the models that are in the program.

use serde_json::json;

use crate::support::Cofio;

/// Somebody who talked about a holiday and a job, with a search in between.
fn someone_who_talked() -> Cofio {
    let cofio = Cofio::fresh().clock("2026-11-14T12:00:00Z");
    let said = [
        json!({"role": "user", "at": "2026-06-02T09:00:00Z", "text": "We just got back from Lisbon, it was lovely."}),
        json!({"role": "assistant", "at": "2026-06-02T09:00:05Z", "text": "Welcome back! What did you like best?"}),
        json!({"role": "user", "at": "2026-06-02T09:01:00Z", "text": "The custard tarts, and the old town."}),
        json!({"role": "tool", "at": "2026-06-02T09:02:00Z", "text": "search result: ten restaurants in Lisbon"}),
        json!({"role": "user", "at": "2026-09-10T18:00:00Z", "text": "I started working at the harbour authority."}),
    ];
    let lines: String = said.iter().map(|line| format!("{line}\n")).collect();
    cofio.call(["record", "-", "--session", "summer"]).stdin(lines).run().expect(0);
    cofio
}

fn texts(cofio: &Cofio, question: &str) -> Vec<String> {
    let hits = cofio.json(["recall", question]);
    let text = |hit: &serde_json::Value| hit["text"].as_str().or(hit["content"].as_str()).unwrap().to_owned();
    hits.as_array().unwrap().iter().map(text).collect()
}

/// R1-059: a question in other words finds what was meant.
#[test]
fn dark_mode_finds_the_dark_theme() {
    let cofio = Cofio::fresh();
    cofio.ok(["remember", "I like a dark theme in every editor"]);
    cofio.ok(["remember", "My sister lives in Porto"]);
    assert_eq!(texts(&cofio, "should it be night colours or light mode?")[0], "I like a dark theme in every editor");
    assert_eq!(texts(&cofio, "dark mode")[0], "I like a dark theme in every editor");
}

/// R1-059: in the words of the requirement, in both depths, among other things that are liked.
#[test]
fn likes_dark_mode_finds_prefers_dark_theme() {
    let cofio = Cofio::fresh();
    for text in ["User prefers dark theme", "User prefers window seats", "User likes green tea", "User lives in Porto"]
    {
        cofio.ok(["remember", text]);
    }
    for depth in ["fast", "thorough"] {
        let hits = cofio.json(["recall", "User likes dark mode", "--depth", depth]);
        assert_eq!(hits[0]["content"], "User prefers dark theme", "{depth}: {hits}");
    }
}

/// R1-060: in the thorough depth every hit was read again, and the answer is judged better than what is beside the point.
#[test]
fn the_reranker_reads_the_best_once_more() {
    let cofio = Cofio::fresh();
    for text in ["My sister moved to Lisbon in March", "My sister likes tea", "The sister ship is red"] {
        cofio.ok(["remember", text]);
    }
    let judged = |depth: &str| {
        let answer = cofio.json(["recall", "Where does my sister live?", "--explain", "--depth", depth]);
        let hits = answer["hits"].as_array().unwrap().clone();
        assert_eq!(hits.len(), 3, "{answer}");
        let of = |hit: &serde_json::Value| (hit["content"].clone(), hit["factors"]["reranked"].as_f64());
        hits.iter().map(of).collect::<Vec<_>>()
    };
    assert!(judged("fast").iter().all(|(_, judged)| judged.is_none()));
    let thorough = judged("thorough");
    assert_eq!(thorough[0].0, "My sister moved to Lisbon in March");
    let best = thorough[0].1.unwrap();
    assert!(thorough[1..].iter().all(|(_, judged)| judged.unwrap() < best), "{thorough:?}");
}

/// Without a model that reads meaning, what is meant is not found and what is said is; `recall` says so.
#[test]
fn without_an_embedder_words_still_find() {
    let cofio = Cofio::fresh().variable("COFIO_RETRIEVE_EMBEDDER", "none");
    cofio.ok(["remember", "I like a dark theme in every editor"]);
    let found = cofio.run(["recall", "dark theme"]).expect(0);
    assert!(found.stdout.contains("dark theme") && found.stderr.contains("by words alone"), "{found:?}");
    assert_eq!(cofio.json(["recall", "night colours"]), json!([]));
    cofio.ok(["context", "which theme does the editor have?"]);
}

#[test]
fn what_was_said_is_found_by_its_meaning_and_says_where_it_is_from() {
    let cofio = someone_who_talked();
    assert_eq!(texts(&cofio, "what did we eat on holiday?")[0], "The custard tarts, and the old town.");
    let hit = &cofio.json(["recall", "where is my job?"])[0];
    assert_eq!(
        (&hit["type"], &hit["text"], &hit["session_name"], &hit["index"], &hit["role"]),
        (
            &json!("message"),
            &json!("I started working at the harbour authority."),
            &json!("summer"),
            &json!(4),
            &json!("user")
        )
    );
    assert_eq!(cofio.json(["recall", "where is my job?", "--memories"]), json!([]));
    assert_eq!(texts(&cofio, "how do volcanoes erupt?"), [""; 0], "what has nothing to do with it is no answer");
}

/// What a tool said is found when it is asked for, labelled, and never put before a model unasked.
#[test]
fn what_was_only_read_is_labelled_and_not_loaded() {
    let cofio = someone_who_talked();
    let hits = cofio.json(["recall", "ten restaurants"]);
    let read = hits.as_array().unwrap().iter().find(|hit| hit["role"] == "tool").unwrap();
    assert_eq!(read["label"], "from something you read");
    let block = cofio.ok(["context", "which ten restaurants in Lisbon could we go to tonight?"]);
    assert!(block.contains("custard tarts") && !block.contains("search result"), "{block}");
}

#[test]
fn a_conversation_in_the_trash_is_not_found_and_comes_back() {
    let cofio = someone_who_talked();
    cofio.ok(["sessions", "delete", "summer"]);
    assert_eq!(texts(&cofio, "what did we eat on holiday?"), [""; 0]);
    cofio.ok(["sessions", "restore", "summer"]);
    assert_eq!(texts(&cofio, "what did we eat on holiday?")[0], "The custard tarts, and the old town.");
}

#[test]
fn a_time_in_the_question_finds_what_was_said_then() {
    let cofio = someone_who_talked();
    assert_eq!(texts(&cofio, "what did I tell you on 10 September?")[0], "I started working at the harbour authority.");
    let understood = &cofio.json(["recall", "what did I do in June 2026?", "--explain"])["understood"];
    assert_eq!(understood["times"][0]["words"], "June 2026");
    assert_eq!(understood["looks_back"], true);
}

/// Every hit says what its place is made of, and adds up.
#[test]
fn a_hit_explains_itself() {
    let cofio = someone_who_talked();
    let answer = cofio.json(["recall", "custard tarts", "--explain"]);
    let hit = &answer["hits"][0];
    let factors = &hit["factors"];
    let arms: f64 = factors["arms"].as_array().unwrap().iter().map(|arm| arm["share"].as_f64().unwrap()).sum();
    let number = |name: &str| factors[name].as_f64().unwrap();
    let sum = arms + number("inherited") + number("manner");
    assert!((sum - number("fused")).abs() < 1e-5, "{factors}");
    assert_eq!(factors["arms"][0]["arm"], "keyword");
    assert_eq!(factors["arms"][0]["rank"], 1);
    assert!(answer["searched"].as_u64() == Some(5) && answer["degraded"].is_null(), "{answer}");
}

/// The documented baseline can be asked for, and answers.
#[test]
fn ranks_alone_can_be_asked_for() {
    let cofio = someone_who_talked();
    let hits = cofio.json(["recall", "custard tarts", "--fusion", "rrf", "--depth", "fast"]);
    assert_eq!(hits[0]["text"], "The custard tarts, and the old town.");
}
