//! The gateway of the real program: set, looked over, asked, and asked while its store is locked.

use std::io::{Read, Write};
use std::net::TcpListener;

use crate::serving::Served;
use crate::support::Cofio;

/// Answers every request in the same way, for as long as the test lasts; returns where.
fn upstream(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            std::thread::spawn(move || {
                let mut request = vec![0; 64 << 10];
                // Requests here fit into one packet or a few, and nobody looks at them.
                let _ = stream.read(&mut request);
                std::thread::sleep(std::time::Duration::from_millis(20));
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length:";
                let _ = write!(stream, "{head} {}\r\n\r\n{answer}", answer.len());
            });
        }
    });
    url
}

/// UX §4, §7, §8: an upstream is set by its name, doctor says what is missing, the banner says where the gateway is, and what a
/// model took is counted without a word of anybody's.
#[test]
fn the_gateway_is_set_up_looked_over_and_asked() {
    // A machine that is busy with other tests takes its time, and is not what is looked at here.
    let cofio = Cofio::fresh().variable("COFIO_GATEWAY_PATIENCE_MS", "4000");
    cofio.ok(["config", "set", "upstream.local.models", "tiny-*"]);
    let missing = cofio.ok(["doctor", "--plain"]);
    assert!(missing.contains("gateway\tupstream.local.base_url is not set"), "{missing}");
    let url = upstream(
        r#"{"model":"tiny-1","choices":[{"index":0,"message":{"role":"assistant","content":"Try dal [m1]."},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#,
    );
    cofio.ok(["config", "set", "upstream.local.base_url", &url]);
    assert!(std::fs::read_to_string(cofio.settings()).unwrap().contains("[upstream.local]"));
    assert_eq!(cofio.ok(["config", "get", "upstream.local.models"]).trim(), "tiny-*");
    assert!(cofio.ok(["config", "list", "--plain"]).contains("upstream.local.models\ttiny-*"));
    cofio.fails(2, ["config", "get", "upstream.other.models"]);
    cofio.fails(2, ["config", "set", "upstream.local.color", "red"]);
    let whole = cofio.ok(["doctor", "--plain"]);
    assert!(whole.contains("speaks chat, embeddings, for tiny-*; without a key"), "{whole}");
    cofio.ok(["remember", "I am vegetarian"]);

    let served = Served::by(&cofio, &["--port", "0"]);
    assert_eq!(served.banner["gateway"], format!("{}/v1", served.banner["url"].as_str().unwrap()));
    let body =
        r#"{"model": "tiny-1", "messages": [{"role": "user", "content": "what shall I cook at zanzibar road?"}]}"#;
    let answer = served.ask("POST", "/v1/chat/completions", "X-Cofio-Session: cooking\r\n", body);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"content\":\"Try dal.\""), "{answer}");
    assert!(answer.contains("x-cofio-memories: mem_"), "{answer}");
    assert_eq!(cofio.json(["stats"])["models"]["tiny-1"]["read"], 9);
    assert!(cofio.ok(["stats"]).contains("tiny-1 (calls 1 read 9 written 4)"));
    let usage = std::fs::read_dir(cofio.data().join("usage")).unwrap().flatten().map(|entry| entry.path());
    let usage: Vec<String> = usage.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    assert!(
        usage.len() == 1 && usage[0].contains("\"model\":\"tiny-1@local\"") && !usage[0].contains("zanzibar"),
        "{usage:?}"
    );

    // PRODUCT §1.17 16: somebody holds on to the database.
    let lock = rusqlite::Connection::open(cofio.data().join("cofio.db")).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = served.ask("POST", "/v1/chat/completions", "", body);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Try dal"), "{answer}");
    let told = answer.lines().find(|line| line.starts_with("x-cofio-degraded:")).unwrap_or_default();
    assert!(told.contains("locked"), "{answer}");
    drop(lock);
    let other = served.ask("POST", "/v1/chat/completions", "", r#"{"model": "huge", "messages": []}"#);
    assert!(other.starts_with("HTTP/1.1 404") && other.contains("model_not_found"), "{other}");
}
