//! The examples of the Theo document, as they stand there.

use serde_json::{Value, json};

use crate::support::Server;

/// R2-023, R2-024, R2-025, R2-026, R2-027, R2-031, R2-050, R2-011: create, list, get, update, delete.
#[tokio::test]
async fn a_memory_is_created_as_in_the_document() {
    let server = Server::new();
    let body: Value =
        serde_json::from_str(r#"{ "type": "HARD", "domain": "food", "key": "exclude", "content": ["shellfish"] }"#)
            .unwrap();
    let made = server.post("/api/memory", body).await.expect(201);
    assert!(made.text_at("/id").starts_with("mem_"));
    assert_eq!((made.text_at("/type"), made.text_at("/domain"), made.text_at("/key")), ("HARD", "food", "exclude"));
    assert_eq!(made.body["content"], json!(["shellfish"]));
    assert_eq!((made.text_at("/source"), made.text_at("/status")), ("USER_EXPLICIT", "ACTIVE"));
    for field in ["contentText", "confidence", "evidence", "requiresOptIn", "createdAt", "lastConfirmedAt", "userId"] {
        assert!(made.body.get(field).is_some(), "{field}: {}", made.text);
    }
    let id = made.text_at("/id").to_owned();
    let listed = server.get("/api/memory").await.expect(200);
    assert_eq!(listed.text_at("/memories/0/id"), id);
    assert_eq!(server.get("/api/memory?type=SOFT").await.expect(200).body["memories"], json!([]));
    let narrow = server.get("/api/memory?type=HARD&domain=food&status=ACTIVE&search=shell&limit=1").await.expect(200);
    assert_eq!(narrow.text_at("/memories/0/id"), id);
    server.get(&format!("/api/memory/{id}")).await.expect(200);
    let changed = server.ask("PATCH", &format!("/api/memory/{id}")).json(json!({"content": ["shellfish", "peanuts"]}));
    assert_eq!(changed.send().await.expect(200).body["content"], json!(["shellfish", "peanuts"]));
    server.ask("DELETE", &format!("/api/memory/{id}")).send().await.expect(200);
    assert_eq!(server.get("/api/memory").await.body["memories"], json!([]));
}

/// R2-028, R2-029, R2-051, R2-052: propose, then confirm or reject.
#[tokio::test]
async fn a_memory_is_proposed_and_confirmed_as_in_the_document() {
    let server = Server::new();
    let body: Value = serde_json::from_str(
        r#"{ 
          "type": "HARD", 
          "domain": "shopping", 
          "key": "store", 
          "content": "Kroger", 
          "confidence": 0.6, 
          "evidence": [{ "type": "pattern", "description": "Last 5 orders were Kroger" }],
          "reasoning": "User has consistently chosen Kroger"
        }"#,
    )
    .unwrap();
    let proposed = server.post("/api/memory/propose", body.clone()).await.expect(201);
    assert_eq!((proposed.text_at("/status"), proposed.text_at("/source")), ("PROPOSED", "AGENT_PROPOSED"));
    assert_eq!(server.get("/api/memory").await.body["memories"], json!([]));
    let id = proposed.text_at("/id").to_owned();
    assert_eq!(server.get("/api/memory?status=PROPOSED").await.expect(200).text_at("/memories/0/id"), id);
    server.get(&format!("/api/memory/{id}")).await.expect(200);
    let confirmed = server.post(&format!("/api/memory/{id}/confirm"), json!({ "confirm": true })).await.expect(200);
    assert_eq!((confirmed.text_at("/status"), confirmed.text_at("/key")), ("ACTIVE", "store"));
    assert_eq!(confirmed.text_at("/type"), "HARD", "what was proposed as a rule is one");
    assert_eq!(confirmed.body["content"], json!("Kroger"));

    let other = json!({"type": "SOFT", "content": "Training for a marathon"});
    let rejected = server.post("/api/memory/propose", other).await.expect(201);
    let id = rejected.text_at("/id").to_owned();
    let gone = server.post(&format!("/api/memory/{id}/confirm"), json!({ "confirm": false })).await.expect(200);
    assert_eq!(gone.text_at("/status"), "INACTIVE");
}

/// R2-030, R2-053: all rules of the domains, and what else fits.
#[tokio::test]
async fn memories_are_retrieved_as_in_the_document() {
    let server = Server::new();
    for body in [
        json!({ "type": "HARD", "domain": "food", "key": "exclude_ingredients", "content": ["shellfish", "peanuts"] }),
        json!({ "type": "HARD", "domain": "schedule", "key": "no_meetings_after", "content": "16:00" }),
        json!({ "type": "HARD", "domain": "shopping", "key": "preferred_store", "content": "Kroger" }),
        json!({ "type": "SOFT", "domain": "food", "content": "Prefers low-effort meals during busy work weeks" }),
    ] {
        server.post("/api/memory", body).await.expect(201);
    }
    let wanted: Value =
        serde_json::from_str(r#"{ "domains": ["food", "schedule"], "query": "plan meals for next week" }"#).unwrap();
    let found = server.post("/api/memory/retrieve", wanted).await.expect(200);
    let keys: Vec<&str> =
        found.body["hardMemories"].as_array().unwrap().iter().filter_map(|item| item["key"].as_str()).collect();
    assert_eq!(keys, ["exclude_ingredients", "no_meetings_after"]);
    assert_eq!(found.text_at("/softMemories/0/contentText"), "Prefers low-effort meals during busy work weeks");
    assert!(found.text_at("/formatted").contains("Hard Preferences"), "{}", found.text);
}

/// R0-087: active and recently forgotten.
#[tokio::test]
async fn a_page_gets_what_is_active_and_what_was_forgotten_lately() {
    let server = Server::new();
    server.remember("wife's name is Sarah").await;
    let id = server.remember("be concise, always").await;
    server.post(&format!("/api/v1/memories/{id}/forget"), json!({})).await.expect(200);
    let page = server.get("/api/memory/preferences").await.expect(200);
    assert_eq!(page.text_at("/active/0/content"), "wife's name is Sarah");
    assert_eq!(page.text_at("/recentlyForgotten/0/id"), id);
}
