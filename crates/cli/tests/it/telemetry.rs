//! What is told to a collector of OpenTelemetry's, where one is named: numbers and names of models, and nobody's words.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::serving::Served;
use crate::support::Cofio;

/// What came: where to, and what.
type Came = Arc<Mutex<Vec<(String, Value)>>>;

/// Listens on loopback and answers everything with some JSON.
fn listening(answer: Value) -> (String, Came) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let came = Came::default();
    let kept = Arc::clone(&came);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, kept, answer) = (stream.unwrap(), Arc::clone(&kept), answer.to_string());
            std::thread::spawn(move || while answered(&stream, &kept, &answer).is_some() {});
        }
    });
    (url, came)
}

fn answered(mut stream: &TcpStream, came: &Came, answer: &str) -> Option<()> {
    let mut input = BufReader::new(stream.try_clone().ok()?);
    let (mut line, mut length) = (String::new(), 0);
    input.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    loop {
        let mut header = String::new();
        input.read_line(&mut header).ok().filter(|read| *read > 0)?;
        if header.trim().is_empty() {
            break;
        }
        if let Some(value) = header.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    came.lock().unwrap().push((path, serde_json::from_slice(&body).unwrap_or(Value::Null)));
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    write!(stream, "{head}Content-Length: {}\r\n\r\n{answer}", answer.len()).ok()
}

/// Every object in something that has this name for it.
fn named<'a>(value: &'a Value, name: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| named(item, name, found)),
        Value::Object(members) => {
            if members.get("name").and_then(Value::as_str) == Some(name) {
                found.push(value);
            }
            members.values().for_each(|value| named(value, name, found));
        }
        _ => {}
    }
}

fn attribute(of: &Value, key: &str) -> String {
    let all = of["attributes"].as_array().cloned().unwrap_or_default();
    let value = all.into_iter().find(|one| one["key"] == key).map(|one| one["value"].clone());
    value.and_then(|value| value.as_object()?.values().next().cloned()).unwrap_or_default().to_string()
}

/// Issue "the server", observability: OpenTelemetry with the conventions for generative models, only where it is asked for.
#[test]
fn a_collector_is_told_what_was_done_and_not_what_was_said() {
    let usage = json!({"prompt_tokens": 50, "completion_tokens": 7});
    let message = json!({"role": "assistant", "content": "zanzibar it is"});
    let answer = json!({"id": "c", "model": "small-2", "choices": [{"index": 0, "message": message}], "usage": usage});
    let (upstream, _) = listening(answer);
    let (collector, came) = listening(json!({}));
    // A machine that is busy with other tests takes its time, and is not what is looked at here.
    let cofio = Cofio::fresh().variable("COFIO_GATEWAY_PATIENCE_MS", "4000");
    cofio.ok(["config", "set", "upstream.near.base_url", &format!("{upstream}/v1")]);
    for (name, value) in [("ENDPOINT", collector.as_str()), ("PROTOCOL", "http/json")] {
        cofio.set_variable(&format!("OTEL_EXPORTER_OTLP_{name}"), value);
    }
    let served = Served::by(&cofio, &["--port", "0"]);
    let parent = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n";
    served.ask("POST", "/api/v1/memories", parent, r#"{"content": "I sail to zanzibar"}"#);
    let chat = r#"{"model": "small", "messages": [{"role": "user", "content": "where to, zanzibar or elsewhere?"}]}"#;
    let told = served.ask("POST", "/v1/chat/completions", "", chat);
    assert!(told.contains("zanzibar it is"), "{told}");
    cofio.ok(["stop"]);
    served.ended();

    let came = came.lock().unwrap();
    let all = Value::Array(came.iter().map(|(_, body)| body.clone()).collect());
    assert!(!all.to_string().contains("zanzibar"), "{all}");
    let find = |name: &str| {
        let mut found = Vec::new();
        named(&all, name, &mut found);
        found.into_iter().next().unwrap_or_else(|| panic!("no {name} in {all}")).clone()
    };
    let saved = find("POST /api/v1/memories");
    assert_eq!(
        (&saved["traceId"], &saved["parentSpanId"]),
        (&json!("0af7651916cd43dd8448eb211c80319c"), &json!("b7ad6b7169203331"))
    );
    assert_eq!(attribute(&saved, "gen_ai.operation.name"), "\"create_memory\"");
    let (request, call) = (find("POST /v1/chat/completions"), find("chat small"));
    assert_eq!((&call["traceId"], &call["parentSpanId"]), (&request["traceId"], &request["spanId"]));
    let about = ["gen_ai.provider.name", "gen_ai.response.model", "gen_ai.usage.output_tokens"];
    assert_eq!(about.map(|key| attribute(&call, key)), ["\"near\"", "\"small-2\"", "\"7\""]);
    find("compose context");
    find("gen_ai.client.token.usage");
    find("gen_ai.client.operation.duration");
    assert!(came.iter().any(|(path, _)| path == "/v1/traces") && came.iter().any(|(path, _)| path == "/v1/metrics"));
}
