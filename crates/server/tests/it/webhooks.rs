//! Webhooks and TLS, over real connections on loopback.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cofio_server::{Limits, Serving, Tls, bind};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::support::Server;

/// Somebody who is told, answers with what is in hand, and passes on what came.
fn listening(status: Arc<Mutex<u16>>) -> (String, Receiver<(String, Value)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (mut text, mut buffer) = (String::new(), [0; 4096]);
            let whole = |text: &str| {
                let (head, body) = text.split_once("\r\n\r\n")?;
                let length =
                    head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
                (body.len() >= length.unwrap_or(0)).then(|| (head.to_owned(), body.to_owned()))
            };
            let (head, body) = loop {
                if let Some(whole) = whole(&text) {
                    break whole;
                }
                let count = stream.read(&mut buffer).unwrap();
                assert!(count > 0, "{text}");
                text.push_str(&String::from_utf8_lossy(&buffer[..count]));
            };
            let status = *status.lock().unwrap();
            let answer = format!("HTTP/1.1 {status} Whatever\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).unwrap();
            if sender.send((head.to_lowercase(), serde_json::from_str(&body).unwrap())).is_err() {
                return;
            }
        }
    });
    (url, receiver)
}

const SOON: Duration = Duration::from_secs(20);

async fn heard(receiver: &Arc<Mutex<Receiver<(String, Value)>>>) -> (String, Value) {
    let receiver = Arc::clone(receiver);
    tokio::task::spawn_blocking(move || receiver.lock().unwrap().recv_timeout(SOON).expect("nothing came"))
        .await
        .unwrap()
}

async fn shows(server: &Server, hook: &str, state: &str) -> Value {
    for _ in 0..100 {
        let shown = server.get(&format!("/api/v1/webhooks/{hook}")).await.expect(200).body;
        if shown["state"] == state {
            return shown;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never was {state}: {}", server.get(&format!("/api/v1/webhooks/{hook}")).await.text);
}

/// UX §6: signed, in order, tried again, replayable by cursor.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_changes_is_told_in_order_and_nothing_is_lost_while_the_other_side_is_down() {
    let server = Server::with(true, Limits { private_webhooks: true, ..Limits::default() });
    server.remember("I was here before").await;
    let status = Arc::new(Mutex::new(200));
    let (url, receiver) = listening(Arc::clone(&status));
    let receiver = Arc::new(Mutex::new(receiver));
    let (stop, stopped) = oneshot::channel::<()>();
    let bound = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let served = tokio::spawn(bound.serve(server.app.clone(), async {
        let _ = stopped.await;
    }));
    let made = server.post("/api/v1/webhooks", json!({"url": url, "name": "mine"})).await.expect(201);
    assert!(made.text_at("/secret").starts_with("whsec_"));
    let hook = made.text_at("/id").to_owned();
    assert!(!server.get("/api/v1/webhooks").await.expect(200).text.contains("whsec_"), "it is shown once");

    server.remember("I like tea").await;
    let (head, body) = heard(&receiver).await;
    assert_eq!(
        (body["type"].clone(), body["data"]["items"][0]["after"].clone()),
        (json!("operation"), json!("I like tea"))
    );
    for header in ["webhook-id: op_", "webhook-timestamp: ", "webhook-signature: v1,"] {
        assert!(head.contains(header), "{head}");
    }
    let first = body["cursor"].as_str().unwrap().to_owned();

    *status.lock().unwrap() = 500;
    server.remember("I like jazz").await;
    heard(&receiver).await;
    let shown = shows(&server, &hook, "retrying").await;
    assert_eq!((shown["error"].clone(), shown["delivered"].clone()), (json!("the other side answered 500"), json!(1)));
    let waiting = server.get(&format!("/api/v1/webhooks/{hook}/undelivered")).await.expect(200);
    assert_eq!(waiting.text_at("/items/0/items/0/after"), "I like jazz");
    // Each pause is longer, and after a day it stands still and says so.
    for (tries, word) in (2..).zip(["one", "two", "three", "four", "five", "six", "seven", "eight"]) {
        server.clock.set(cofio_domain::time::Clock::now(&*server.clock).plus_days(1));
        server.remember(&format!("I counted to {word}")).await;
        assert_eq!(heard(&receiver).await.1["data"]["items"][0]["after"], "I like jazz");
        let state = if tries == 9 { "failed" } else { "retrying" };
        while shows(&server, &hook, state).await["attempts"] != json!(tries) && tries < 9 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    *status.lock().unwrap() = 204;
    server.post(&format!("/api/v1/webhooks/{hook}/resume"), json!({})).await.expect(200);
    assert_eq!(heard(&receiver).await.1["data"]["items"][0]["after"], "I like jazz");
    shows(&server, &hook, "active").await;
    // And once more from an earlier place: what came after the first.
    for _ in 0..8 {
        heard(&receiver).await;
    }
    server.post(&format!("/api/v1/webhooks/{hook}/resume"), json!({"from": first})).await.expect(200);
    assert_eq!(heard(&receiver).await.1["data"]["items"][0]["after"], "I like jazz");

    // While it tells something it cannot be taken away.
    for _ in 0..100 {
        if server.ask("DELETE", &format!("/api/v1/webhooks/{hook}")).send().await.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.get(&format!("/api/v1/webhooks/{hook}")).await.problem(404, "not_found");
    stop.send(()).unwrap();
    assert_eq!(served.await.unwrap().unwrap(), Serving::Drained);
}

/// A server cannot be made to call into the network it stands in.
#[tokio::test]
async fn webhooks_lead_to_nobodys_private_network() {
    let server = Server::new();
    for url in
        ["http://example.org/x", "https://127.0.0.1/x", "https://localhost/x", "https://169.254.169.254/", "nowhere"]
    {
        server.post("/api/v1/webhooks", json!({"url": url})).await.problem(400, "invalid");
    }
    server.post("/api/v1/webhooks", json!({"url": "https://example.org/x", "name": ""})).await.problem(400, "invalid");
    let reader = server.key("owner", |key| key.scopes.retain(|scope| *scope != cofio_domain::key::Scope::Admin));
    server.ask("GET", "/api/v1/webhooks").key(&reader).send().await.problem(403, "missing_scope");
}

/// TLS of our own; the person's commands come in by a door of their own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_api_is_served_over_tls() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tls");
    assert!(Tls::read(&folder.join("key.pem"), &folder.join("key.pem")).is_err());
    let tls = Tls::read(&folder.join("cert.pem"), &folder.join("key.pem")).unwrap();
    let server = Server::new();
    let bound = bind("127.0.0.1:0".parse().unwrap()).await.unwrap().with_tls(tls).await.unwrap();
    let (address, local) = (bound.address(), bound.local_address());
    let (stop, stopped) = oneshot::channel::<()>();
    let served = tokio::spawn(bound.serve(server.app.clone(), async {
        let _ = stopped.await;
    }));
    let asked = tokio::task::spawn_blocking(move || {
        // Somebody who never says a word holds nobody up.
        let _silent = TcpStream::connect(address).unwrap();
        let ask = b"GET /api/v1/whoami HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let trusted = folder.join("ca.pem");
        let mut encrypted = over_tls(TcpStream::connect(address).unwrap(), &trusted);
        encrypted.write_all(ask).unwrap();
        let mut answer = String::new();
        encrypted.read_to_string(&mut answer).unwrap();
        let mut plain = TcpStream::connect(local).unwrap();
        plain.write_all(ask).unwrap();
        let mut beside = String::new();
        plain.read_to_string(&mut beside).unwrap();
        (answer, beside)
    });
    let (answer, beside) = asked.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("this_machine"), "{answer}");
    assert!(beside.starts_with("HTTP/1.1 200"), "{beside}");
    stop.send(()).unwrap();
    assert_eq!(served.await.unwrap().unwrap(), Serving::Drained);
}

fn over_tls(stream: TcpStream, authority: &Path) -> impl Read + Write {
    use rustls::pki_types::pem::PemObject;
    let mut roots = rustls::RootCertStore::empty();
    roots.add(rustls::pki_types::CertificateDer::from_pem_file(authority).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    let client = rustls::ClientConnection::new(config, "localhost".try_into().unwrap()).unwrap();
    rustls::StreamOwned::new(client, stream)
}
