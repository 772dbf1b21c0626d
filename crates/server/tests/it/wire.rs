//! Over a real connection on loopback: listening, streams, coming to an end.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use cofio_server::{Bound, Limits, Serving, bind};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::support::Server;

struct Running {
    address: String,
    stop: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<Serving>>,
}

async fn started(server: &Server) -> Running {
    let bound: Bound = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let address = bound.address().to_string();
    let (stop, stopped) = oneshot::channel::<()>();
    let served = tokio::spawn(bound.serve(server.app.clone(), async {
        let _ = stopped.await;
    }));
    Running { address, stop, served }
}

fn send(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn post(path: &str, body: &serde_json::Value) -> String {
    let body = body.to_string();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
}

fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut seen = String::new();
    let mut buffer = [0; 4096];
    while !seen.contains(wanted) {
        let count = stream.read(&mut buffer).unwrap_or_else(|error| panic!("{wanted} did not come ({error}): {seen}"));
        assert!(count > 0, "{wanted} did not come: {seen}");
        seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_on_this_machine_saves_and_reads_over_a_real_connection() {
    let server = Server::new();
    let running = started(&server).await;
    let saved = send(&running.address, &post("/api/v1/memories", &json!({"content": "I like tea"})));
    assert!(saved.starts_with("HTTP/1.1 201 Created"), "{saved}");
    let get = "GET /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(send(&running.address, get).contains("I like tea"));
    let rebound = "GET /api/v1/memories HTTP/1.1\r\nHost: evil.example.org\r\nConnection: close\r\n\r\n";
    let rebound = send(&running.address, rebound);
    assert!(rebound.starts_with("HTTP/1.1 403") && !rebound.contains("tea"), "{rebound}");
    running.stop.send(()).unwrap();
    assert_eq!(running.served.await.unwrap().unwrap(), Serving::Drained);
    assert!(TcpStream::connect(&running.address).is_err(), "nobody listens any more");
}

/// The change feed goes on where somebody left off, and ends when the server does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_come_as_they_happen_and_can_be_caught_up_on() {
    let server = Server::new();
    let running = started(&server).await;
    let watch = |cursor: &str| {
        format!("GET /api/v1/stream{cursor} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    };
    let mut stream = TcpStream::connect(&running.address).unwrap();
    stream.write_all(watch("").as_bytes()).unwrap();
    read_until(&mut stream, "\r\n\r\n");
    server.remember("I like tea").await;
    let first = read_until(&mut stream, "I like tea");
    let id = first.lines().find_map(|line| line.strip_prefix("id: ")).unwrap_or_else(|| panic!("{first}")).to_owned();
    drop(stream);
    server.remember("I like jazz").await;
    server.remember("I like soul").await;
    let mut stream = TcpStream::connect(&running.address).unwrap();
    stream.write_all(watch(&format!("?cursor={id}")).as_bytes()).unwrap();
    let missed = read_until(&mut stream, "I like soul");
    assert!(missed.contains("I like jazz") && !missed.contains("I like tea"), "{missed}");

    running.stop.send(()).unwrap();
    assert_eq!(running.served.await.unwrap().unwrap(), Serving::Drained, "an open stream does not hold it up");
}

/// PRODUCT §1.15: what is due is done while the server is open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_due_is_done_while_it_is_open() {
    let server = Server::with(true, Limits { jobs_every: Duration::from_millis(50), ..Limits::default() });
    server.remember("I like tea").await;
    server.clock.set("2026-11-20T09:30:00Z".parse().unwrap());
    let running = started(&server).await;
    let mut done = Vec::new();
    for _ in 0..200 {
        let jobs = server.get("/api/v1/jobs").await.expect(200);
        let items = jobs.body["items"].as_array().unwrap().clone();
        done = items.into_iter().filter(|job| job["ended_at"].is_string() && job["error"].is_null()).collect();
        if done.len() > 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(done.len() > 2, "{done:?}");
    running.stop.send(()).unwrap();
    assert_eq!(running.served.await.unwrap().unwrap(), Serving::Drained);
}
