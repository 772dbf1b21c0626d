//! Models behind an address, from the command line: how they are set, what `doctor` says of them, and what goes on
//! without them.

use cofio_testkit::provider::{Asked, Provider, Reply, embeddings_of, nobody};
use serde_json::json;

use crate::support::Cofio;

const DIMENSIONS: usize = 32;

/// Somebody whose words are read at an address.
fn embedding_at(base: &str) -> Cofio {
    let cofio = Cofio::fresh();
    for (key, value) in [
        ("retrieve.embedder", "http"),
        ("embedder.base_url", base),
        ("embedder.model", "words"),
        ("embedder.dimensions", "32"),
    ] {
        cofio.ok(["config", "set", key, value]);
    }
    cofio
}

/// Somebody with a language model at an address.
fn learning_at(base: &str) -> Cofio {
    let cofio = Cofio::fresh().clock("2026-11-14T12:00:00Z");
    cofio.ok(["config", "set", "llm.base_url", base]);
    cofio.ok(["config", "set", "llm.model", "small"]);
    cofio
}

fn check(cofio: &Cofio, flags: &[&str], name: &str) -> (String, String) {
    let report = cofio.run([&["doctor", "--json"], flags].concat()).json();
    let found = report["checks"].as_array().unwrap().iter().find(|check| check["check"] == name).cloned();
    let found = found.unwrap_or_else(|| panic!("{name} in {report}"));
    (found["verdict"].as_str().unwrap().to_owned(), found["detail"].as_str().unwrap().to_owned())
}

/// Issue "Recall and context": an HTTP provider fills the embedder's place, and `doctor` says whether it answers.
#[test]
fn a_provider_reads_meaning_and_doctor_says_so() {
    let provider = Provider::embedding(DIMENSIONS);
    let cofio = embedding_at(&provider.base_url());
    cofio.remember("I drink green tea");
    let answer = cofio.json(["recall", "green tea"]);
    assert_eq!(answer[0]["content"], "I drink green tea", "{answer}");
    let sent: Vec<String> = provider.asked().iter().flat_map(Asked::texts).collect();
    assert!(sent.iter().any(|text| text.contains("green tea")), "{sent:?}");
    let (verdict, detail) = check(&cofio, &[], "meaning");
    assert_eq!(verdict, "ok", "{detail}");
    assert!(detail.starts_with("read by words@") && detail.ends_with(&provider.base_url()), "{detail}");
}

/// And with the provider down: words still find, writes succeed, `doctor` says so, and the backfill catches up.
#[test]
fn a_provider_that_is_down_keeps_nobody_from_anything() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let cofio = embedding_at(&format!("http://{address}/v1"));
    cofio.remember("I drink green tea");
    let answer = cofio.json(["recall", "green tea"]);
    assert_eq!(answer[0]["content"], "I drink green tea", "{answer}");
    let (verdict, detail) = check(&cofio, &[], "meaning");
    assert_eq!(verdict, "warning");
    assert!(
        detail.contains("does not read: no connection") && detail.contains("search by words still works"),
        "{detail}"
    );
    assert!(cofio.fails(1, ["jobs", "run", "embed.backfill"]).stdout.contains("is unavailable"));
    let _back = Provider::on(std::net::TcpListener::bind(address).unwrap(), |asked, _| {
        Reply::json(&embeddings_of(&asked.texts(), DIMENSIONS))
    });
    let ran = cofio.json(["jobs", "run", "embed.backfill"]);
    assert_eq!((&ran[0]["stats"]["embedded"], &ran[0]["stats"]["left"]), (&json!(1), &json!(0)), "{ran}");
}

#[test]
fn what_is_set_by_half_is_told_and_done_without() {
    let cofio = Cofio::fresh();
    cofio.ok(["config", "set", "retrieve.embedder", "http"]);
    cofio.ok(["config", "set", "llm.model", "small"]);
    let answer = cofio.run(["remember", "I like tea"]).expect(0);
    assert!(answer.stderr.contains("embedder.base_url is not set"), "{}", answer.stderr);
    assert!(answer.stderr.contains("llm.base_url is not set"), "{}", answer.stderr);
    assert_eq!(check(&cofio, &[], "meaning").0, "warning");
    assert_eq!(check(&cofio, &[], "learning").0, "warning");
}

#[test]
fn settings_show_where_words_are_sent_and_never_a_key() {
    let provider = Provider::embedding(DIMENSIONS);
    let cofio = embedding_at(&provider.base_url()).variable("SOME_KEY", "sk-hunter2");
    cofio.ok(["config", "set", "embedder.key_env", "SOME_KEY"]);
    assert!(!cofio.fails(2, ["config", "set", "llm.key_env", "sk-hunter2"]).stderr.contains("hunter2"));
    cofio.remember("I like tea");
    cofio.ok(["recall", "tea"]);
    assert_eq!(provider.asked()[0].header("authorization"), Some("Bearer sk-hunter2"));
    let listed = cofio.ok(["config", "list"]);
    assert!(listed.contains(&provider.base_url()) && listed.contains("SOME_KEY"), "{listed}");
    let all = format!("{listed}{}{}", cofio.ok(["config", "explain"]), cofio.ok(["doctor"]));
    assert!(!all.contains("hunter2"), "{all}");
    for (file, bytes) in crate::support::files_below(&cofio.data()) {
        assert!(!bytes.windows(7).any(|part| part == b"hunter2"), "{file:?}");
    }
}

/// Issue "Learning": a real provider learns from what was said; what it takes is counted, and the count is a ceiling.
#[test]
fn a_session_is_closed_with_the_model_under_a_ceiling() {
    let op = json!({ "op": "add", "message": 0, "memory": null, "quote": "home is Porto for me",
        "content": "User's home is Porto", "kind": "fact", "confidence": 0.9 });
    let answer = json!({ "ops": [op] }).to_string();
    let provider = Provider::answering(move |_, _| Reply::chat(&answer));
    let cofio = learning_at(&provider.base_url());
    let say = |session: &str, text: &str| {
        let line = format!("{}\n", json!({ "role": "user", "at": "2026-11-14T11:00:00Z", "text": text }));
        cofio.call(["record", "-", "--session", session]).stdin(line).run().expect(0);
    };
    say("monday", "Since June home is Porto for me.");
    cofio.ok(["sessions", "close", "monday"]);
    assert!(cofio.ok(["list"]).contains("User's home is Porto"));
    let (verdict, detail) = check(&cofio, &[], "learning");
    assert_eq!(verdict, "ok");
    assert!(detail.contains("not tried now; 110 of 200000 tokens of today spent"), "{detail}");
    assert!(check(&cofio, &["--ask-models"], "learning").1.contains("which answers"));

    cofio.ok(["config", "set", "llm.daily_tokens", "300"]);
    say("tuesday", "I have two cats.");
    let closed = cofio.run(["sessions", "close", "tuesday"]).expect(0);
    assert!(closed.stdout.contains("by grammar"), "{} {}", closed.stdout, closed.stderr);
    let jobs = cofio.ok(["jobs"]);
    assert!(jobs.contains("learn.stretch") && jobs.contains("its 300 tokens of today are spent"), "{jobs}");
    assert_eq!(provider.asked().len(), 2, "the session and the word of doctor; no more");
    let log = std::fs::read_to_string(cofio.data().join("usage/llm-2026-11-14.jsonl")).unwrap();
    assert!(log.lines().count() == 2 && !log.contains("Porto"), "{log}");
}

/// mem0#4540: what a model cannot read is a failed job that `jobs` and `doctor` show.
#[test]
fn an_answer_that_cannot_be_used_is_seen() {
    let provider = Provider::answering(|_, _| Reply::chat("nothing to see here"));
    let cofio = learning_at(&provider.base_url());
    let line = "{\"role\":\"user\",\"at\":\"2026-11-14T11:00:00Z\",\"text\":\"I live in Lisbon.\"}\n";
    cofio.call(["record", "-", "--session", "monday"]).stdin(line).run().expect(0);
    let closed = cofio.run(["sessions", "close", "monday"]).expect(0);
    assert!(closed.stdout.contains("by grammar"), "{}", closed.stdout);
    assert!(cofio.ok(["list"]).contains("Lisbon"), "grammar read it");
    assert!(cofio.ok(["jobs"]).contains("the model's answer cannot be used"));
    let (verdict, detail) = check(&cofio, &[], "jobs");
    assert_eq!((verdict.as_str(), detail.as_str()), ("warning", "failed: learn.stretch"));
    let down = learning_at(&nobody());
    assert!(check(&down, &["--ask-models"], "learning").1.contains("does not answer: no connection"));
}
