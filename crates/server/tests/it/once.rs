//! A request that is sent again is done once.

use serde_json::{Value, json};

use crate::support::Server;

/// RX-09: idempotency keys on POST.
#[tokio::test]
async fn a_request_with_a_key_is_carried_out_once_also_after_a_restart() {
    let server = Server::new();
    let first = server.ask("POST", "/api/v1/projects").header("idempotency-key", "first").json(json!({"name": "boat"}));
    let first = first.send().await.expect(200);
    let again = server.ask("POST", "/api/v1/projects").header("idempotency-key", "first").json(json!({"name": "boat"}));
    let again = again.send().await.expect(200);
    assert_eq!((first.text, again.header("idempotency-replayed")), (again.text.clone(), "true"));
    let other = server.ask("POST", "/api/v1/projects").header("idempotency-key", "first").json(json!({"name": "car"}));
    other.send().await.problem(422, "key_reused");

    let server = server.restarted();
    let again = server.ask("POST", "/api/v1/projects").header("idempotency-key", "first").json(json!({"name": "boat"}));
    assert_eq!(again.send().await.expect(200).header("idempotency-replayed"), "true");
    assert_eq!(server.get("/api/v1/projects").await.body["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_failed_may_be_sent_again_under_the_same_key() {
    let server = Server::new();
    let send = |body: Value| server.ask("POST", "/api/v1/memories").header("idempotency-key", "k").json(body);
    send(json!({"content": ""})).send().await.problem(400, "invalid");
    send(json!({"content": "I like tea"})).send().await.expect(201);
    let empty = server.ask("POST", "/api/v1/memories").header("idempotency-key", "").json(json!({"content": "x"}));
    empty.send().await.problem(400, "invalid");
}

/// What is erased is not in an answer that is kept for whoever asks again.
#[tokio::test]
async fn an_erased_memory_does_not_come_back_by_asking_again() {
    let server = Server::new();
    let send = || {
        let ask = server.ask("POST", "/api/v1/memories").header("idempotency-key", "k");
        ask.json(json!({"content": "I once lived in Gothic Quarter 7"}))
    };
    let id = send().send().await.expect(201).text_at("/event/memory/id").to_owned();
    server.post(&format!("/api/v1/memories/{id}/erase"), json!({"confirm": id})).await.expect(200);
    let again = send().unchecked().await;
    assert_eq!(again.status.as_u16(), 201);
    assert!(!again.text.contains("Gothic"), "{}", again.text);
}
