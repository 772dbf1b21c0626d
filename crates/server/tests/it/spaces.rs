//! Domains, projects, spaces and settings over HTTP.

use serde_json::json;

use crate::support::Server;

#[tokio::test]
async fn a_sensitive_domain_is_off_until_it_is_turned_on() {
    let server = Server::new();
    let health = |body: &serde_json::Value| {
        body["items"].as_array().unwrap().iter().find(|domain| domain["name"] == "health").unwrap()["enabled"].clone()
    };
    assert_eq!(health(&server.get("/api/v1/domains").await.expect(200).body), false);
    server.post("/api/v1/domains/health/enable", json!({})).await.expect(200);
    server.post("/api/v1/memories", json!({"content": "I have diabetes"})).await.expect(201);
    server.post("/api/v1/domains/health/disable", json!({"existing": "hide"})).await.expect(200);
    assert_eq!(server.get("/api/v1/memories").await.body["items"], json!([]));
    server.post("/api/v1/domains", json!({"name": "trading", "sensitivity": "careful"})).await.expect(200);
    server.post("/api/v1/domains/nowhere/enable", json!({})).await.problem(404, "not_found");
    server.post("/api/v1/domains", json!({"name": "7 of 9"})).await.problem(400, "invalid");
}

#[tokio::test]
async fn projects_are_added_renamed_and_put_away() {
    let server = Server::new();
    server.post("/api/v1/projects", json!({"name": "boat"})).await.expect(200);
    server.ask("PATCH", "/api/v1/projects/boat").json(json!({"name": "ship"})).send().await.expect(200);
    server.ask("PATCH", "/api/v1/projects/ship").json(json!({"archived": true})).send().await.expect(200);
    assert!(server.get("/api/v1/projects").await.expect(200).body["items"][0]["archived_at"].is_string());
    server.ask("PATCH", "/api/v1/projects/ship").json(json!({})).send().await.problem(400, "invalid");
    let settings = server.get("/api/v1/config").await.expect(200);
    assert_eq!(settings.text_at("/items/0/name"), "policy.profile");
}

#[tokio::test]
async fn a_memory_is_shared_with_those_who_have_a_seat() {
    let server = Server::new();
    let sam = server.key("sam", |_| {});
    server.post("/api/v1/spaces", json!({"name": "family"})).await.expect(201);
    let seat = server.ask("PUT", "/api/v1/spaces/family/members/sam").json(json!({"role": "reader"}));
    seat.send().await.expect(200);
    let id = server.remember("The spare key is with Ines").await;
    server.post(&format!("/api/v1/memories/{id}/share"), json!({"space": "family"})).await.expect(200);
    let theirs =
        server.ask("GET", "/api/v1/memories").key(&sam).header("x-cofio-space", "family").send().await.expect(200);
    assert_eq!(theirs.text_at("/items/0/content"), "The spare key is with Ines");
    let copy = theirs.text_at("/items/0/id").to_owned();
    let change = server.ask("POST", &format!("/api/v1/memories/{copy}/forget?space=family")).key(&sam);
    change.send().await.problem(403, "forbidden");
    assert_eq!(
        server.ask("GET", "/api/v1/spaces/family").key(&sam).send().await.expect(200).text_at("/role"),
        "reader"
    );
    let aside = server.ask("PATCH", "/api/v1/spaces/family").key(&sam).json(json!({"recalled": false}));
    aside.send().await.expect(200);
    server.ask("DELETE", &format!("/api/v1/memories/{id}/share?from=family")).send().await.expect(200);
    server.ask("DELETE", "/api/v1/spaces/family/members/sam").send().await.expect(200);
    let gone = server.ask("GET", "/api/v1/memories").key(&sam).header("x-cofio-space", "family").send().await;
    gone.problem(404, "not_found");
}
