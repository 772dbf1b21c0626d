//! Finding, and what goes into a prompt.

use serde_json::{Value, json};

use crate::support::Server;

/// R2-018, R2-019: what fits a question is found, and says why.
#[tokio::test]
async fn what_fits_a_question_is_found() {
    let server = Server::new();
    server.remember("I'm allergic to peanuts").await;
    server.remember("I play the cello").await;
    let found = server.post("/api/v1/memories:recall", json!({"query": "peanuts", "explain": true})).await.expect(200);
    assert_eq!(found.text_at("/hits/0/content"), "I'm allergic to peanuts");
    assert!(found.body["hits"][0]["score"].as_f64().unwrap() > 0.0);
    server.post("/api/v1/memories:recall", json!({"query": " "})).await.problem(400, "invalid");
    server.post("/api/v1/memories:recall", json!({"query": "x", "depth": "deepest"})).await.problem(400, "invalid");
}

/// For every context call it can be asked what was given, considered and left out; what was forgotten since is not told.
#[tokio::test]
async fn a_context_block_can_be_asked_about_afterwards() {
    let server = Server::new();
    let id = server.remember("I'm allergic to peanuts").await;
    let block =
        server.post("/api/v1/context", json!({"query": "what should I cook for dinner tonight?"})).await.expect(200);
    assert!(block.text_at("/text").contains("allergic to peanuts"), "{}", block.text);
    let answer = block.text_at("/answer_id").to_owned();
    let why = server.get(&format!("/api/v1/answers/{answer}/why")).await.expect(200);
    assert_eq!(why.text_at("/loaded/0/id"), id);
    assert_eq!(why.text_at("/loaded/0/content"), "I'm allergic to peanuts");
    assert_eq!(server.get("/api/v1/answers/last/why").await.expect(200).text_at("/answer_id"), answer);
    server.get("/api/v1/answers/ans_unknown/why").await.problem(404, "not_found");

    server.post(&format!("/api/v1/memories/{id}/erase"), json!({"confirm": id})).await.expect(200);
    let why = server.get(&format!("/api/v1/answers/{answer}/why")).await.expect(200);
    assert_eq!(why.body["loaded"][0]["content"], Value::Null);
    assert!(!why.text.contains("peanuts"), "{}", why.text);
}

/// R0-062, R0-063: the baseline stays what it was when the session began.
#[tokio::test]
async fn a_session_keeps_its_baseline() {
    let server = Server::new();
    server.remember("I'm vegetarian").await;
    let say = |text: &str| json!({"messages": [{"role": "user", "text": text}]});
    server.post("/api/v1/sessions/trip/messages", say("hello there")).await.expect(200);
    server.clock.set("2026-11-14T10:00:00Z".parse().unwrap());
    let first =
        server.get("/api/v1/context?query=what%20shall%20we%20eat%20on%20the%20way&session=trip").await.expect(200);
    server.remember("I play the cello").await;
    server.clock.set("2026-11-14T10:30:00Z".parse().unwrap());
    let second = server.get("/api/v1/context?query=what%20else%20is%20there%20to%20do&session=trip").await.expect(200);
    assert_eq!(first.text_at("/baseline"), second.text_at("/baseline"));
    assert!(!first.text_at("/baseline").is_empty());
}
