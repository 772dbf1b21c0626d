//! A server that is killed while others write to it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Cofio, text_of};

const CLIENTS: usize = 8;
const EACH: usize = 16;

fn start(cofio: &Cofio, port: &AtomicU16) -> Child {
    let mut child = cofio.call(["serve", "--no-open", "--json", "--port", "0"]).start();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    let banner = loop {
        assert!(output.read_line(&mut text).unwrap() > 0, "it did not start: {text}");
        if let Ok(banner) = serde_json::from_str::<Value>(&text) {
            break banner;
        }
    };
    port.store(text_of(&banner["url"]).rsplit(':').next().unwrap().parse().unwrap(), Ordering::SeqCst);
    child
}

fn post(port: u16, path: &str, key: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Idempotency-Key: {key}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn words(client: usize, number: usize) -> String {
    format!("client {client} wrote number {number} down")
}

/// Sends each write until it is acknowledged.
fn write_all(client: usize, port: &AtomicU16, acknowledged: &AtomicUsize) {
    for number in 0..EACH {
        let text = words(client, number);
        let (path, body) = if number % 2 == 0 {
            ("/api/v1/memories".to_owned(), format!(r#"{{"content": "{text}"}}"#))
        } else {
            let body = format!(r#"{{"messages": [{{"role": "user", "text": "{text}"}}]}}"#);
            (format!("/api/v1/sessions/client-{client}/messages"), body)
        };
        let since = Instant::now();
        loop {
            let answer = post(port.load(Ordering::SeqCst), &path, &format!("{client}-{number}"), &body);
            let answer = answer.unwrap_or_default();
            if answer.starts_with("HTTP/1.1 2") {
                break;
            }
            let cut_off = !answer.contains("\r\n\r\n");
            let passing = cut_off || ["HTTP/1.1 409", "HTTP/1.1 503"].iter().any(|begin| answer.starts_with(begin));
            assert!(passing && since.elapsed() < Duration::from_secs(60), "{text}: {answer}");
            std::thread::sleep(Duration::from_millis(5));
        }
        acknowledged.fetch_add(1, Ordering::SeqCst);
    }
}

/// RX-09: what was acknowledged is there, once, whenever the server is killed; `make torture` does this at length.
#[test]
fn every_acknowledged_write_is_there_once_after_a_kill() {
    let cofio = Cofio::fresh();
    let (port, acknowledged) = (AtomicU16::new(0), AtomicUsize::new(0));
    let mut server = start(&cofio, &port);
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (port, acknowledged) = (&port, &acknowledged);
            scope.spawn(move || write_all(client, port, acknowledged));
        }
        while acknowledged.load(Ordering::SeqCst) < CLIENTS * EACH / 2 {
            std::thread::sleep(Duration::from_millis(1));
        }
        server.kill().unwrap();
        server.wait().unwrap();
        server = start(&cofio, &port);
    });
    server.kill().unwrap();
    server.wait().unwrap();
    let mut there: BTreeMap<String, usize> = BTreeMap::new();
    for memory in cofio.json(["list", "--limit", "1000"]).as_array().unwrap() {
        *there.entry(text_of(&memory["content"])).or_default() += 1;
    }
    for client in 0..CLIENTS {
        let session = cofio.json(["sessions", "show", &format!("client-{client}"), "--limit", "1000"]);
        for message in session["transcript"].as_array().unwrap() {
            *there.entry(text_of(&message["text"])).or_default() += 1;
        }
    }
    for (client, number) in (0..CLIENTS).flat_map(|client| (0..EACH).map(move |number| (client, number))) {
        let text = words(client, number);
        assert_eq!(there.get(&text), Some(&1), "{text}");
    }
}
