//! What is said, over HTTP.

use serde_json::json;

use crate::support::Server;

fn said(texts: &[&str]) -> serde_json::Value {
    let messages: Vec<_> = (0..)
        .zip(texts)
        .map(|(minute, text)| json!({"role": "user", "text": text, "at": format!("2026-11-14T09:{minute:02}:00Z")}))
        .collect();
    json!({ "messages": messages })
}

/// R0-069: closing learns, once.
#[tokio::test]
async fn a_session_is_recorded_once_closed_once_and_learned_from() {
    let server = Server::new();
    let talk = said(&["I'm vegetarian, remember that.", "My sister is called Ines."]);
    let first = server.post("/api/v1/sessions/lunch/messages", talk.clone()).await.expect(200);
    assert_eq!(first.text_at("/lines/1/action"), "recorded");
    let again = server.post("/api/v1/sessions/lunch/messages", talk).await.expect(200);
    assert_eq!(again.text_at("/lines/1/action"), "known");
    let closed = server.post("/api/v1/sessions/lunch/close", json!({})).await.expect(200);
    assert!(!closed.body["learned"]["told"].as_array().unwrap().is_empty(), "{}", closed.text);
    let twice = server.post("/api/chat/threads/lunch/close", json!({})).await.expect(200);
    assert_eq!(twice.body["learned"]["told"], json!([]));

    let shown = server.get("/api/v1/sessions/lunch").await.expect(200);
    assert_eq!((shown.body["messages"].clone(), shown.text_at("/status")), (json!(2), "idle"));
    let id = shown.text_at("/id").to_owned();
    let page = server.get(&format!("/api/v1/sessions/{id}/messages?limit=1")).await.expect(200);
    assert_eq!(page.text_at("/items/0/text"), "I'm vegetarian, remember that.");
    let next = page.text_at("/next_cursor").to_owned();
    let page = server.get(&format!("/api/v1/sessions/{id}/messages?limit=1&cursor={next}")).await.expect(200);
    assert_eq!(page.text_at("/items/0/text"), "My sister is called Ines.");
    assert!(page.body["next_cursor"].is_null());
    server.post(&format!("/api/v1/sessions/{id}/messages"), said(&["x", "y", "one more"])).await.expect(200);
    assert_eq!(server.get("/api/v1/sessions").await.expect(200).text_at("/items/0/name"), "lunch");
}

#[tokio::test]
async fn secrets_and_what_is_off_are_not_recorded_and_incognito_leaves_nothing() {
    let server = Server::new();
    let talk = said(&["the password is hunter2hunter2 by the way", "I was diagnosed with diabetes"]);
    let recorded = server.post("/api/v1/events", talk).await.expect(200);
    assert_eq!(recorded.body["secrets_removed"], 1);
    assert_eq!(recorded.body["not_kept"]["health"], 1);
    let name = recorded.text_at("/session/name").to_owned();
    let kept = server.get(&format!("/api/v1/sessions/{name}/messages")).await.expect(200);
    assert!(!kept.text.contains("hunter2") && !kept.text.contains("diabetes"), "{}", kept.text);

    let mut quiet = said(&["nobody should know"]);
    quiet["incognito"] = json!(true);
    let dropped = server.post("/api/v1/sessions", quiet).await.expect(200);
    assert_eq!(dropped.text_at("/lines/0/action"), "dropped");
    assert_eq!(server.get("/api/v1/sessions").await.body["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_session_goes_to_the_trash_and_comes_back() {
    let server = Server::new();
    server.post("/api/v1/sessions/lunch/messages", said(&["hello"])).await.expect(200);
    server.ask("DELETE", "/api/v1/sessions/lunch").send().await.expect(200);
    assert_eq!(server.get("/api/v1/sessions").await.body["items"], json!([]));
    assert_eq!(server.get("/api/v1/sessions?in_trash=true").await.text_at("/items/0/name"), "lunch");
    server.post("/api/v1/sessions/lunch/restore", json!({})).await.expect(200);
    server.post("/api/v1/sessions/lunch/archive", json!({})).await.expect(200);
    server.get("/api/v1/sessions/nowhere").await.problem(404, "not_found");
    server.post("/api/v1/sessions/lunch/messages", json!({"messages": []})).await.problem(400, "invalid");
    let odd =
        server.post("/api/v1/sessions/lunch/messages", json!({"messages": [{"role": "king", "text": "x"}]})).await;
    assert_eq!(odd.expect(200).text_at("/lines/0/action"), "failed");
}
