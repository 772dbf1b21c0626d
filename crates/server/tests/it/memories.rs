//! Memories over HTTP: saved, changed, listed, forgotten, erased.

use serde_json::{Value, json};

use crate::support::Server;

/// R2-018: create, update, delete, get, list.
#[tokio::test]
async fn a_memory_is_saved_changed_forgotten_restored_and_every_step_can_be_undone() {
    let server = Server::new();
    let saved = server.post("/api/v1/memories", json!({"content": "I'm allergic to peanuts"})).await.expect(201);
    let id = saved.text_at("/event/memory/id").to_owned();
    assert_eq!(saved.header("location"), format!("/api/v1/memories/{id}"));
    assert_eq!(saved.text_at("/event/memory/source"), "user_direct");
    assert!(saved.text_at("/operation_id").starts_with("op_"));

    let path = format!("/api/v1/memories/{id}");
    let changed =
        server.ask("PATCH", &path).json(json!({"content": "I'm allergic to peanuts and cashews"})).send().await;
    let changed = changed.expect(200);
    assert_eq!(changed.text_at("/event/action"), "updated");
    let operation = changed.text_at("/operation_id").to_owned();
    assert_eq!(server.get(&path).await.body["version"], 2);
    server.post(&format!("/api/v1/operations/{operation}/undo"), json!({})).await.expect(200);
    assert_eq!(server.get(&path).await.text_at("/content"), "I'm allergic to peanuts");

    server.ask("PATCH", &path).json(json!({"pinned": true, "add_tags": ["safety"]})).send().await.expect(200);
    assert_eq!(server.get(&path).await.body["tags"], json!(["safety"]));
    server.post(&format!("{path}/confirm"), json!({})).await.expect(200);
    server.post(&format!("{path}/forget"), json!({"reason": "not any more"})).await.expect(200);
    assert_eq!(server.get("/api/v1/memories").await.body["items"], json!([]));
    assert_eq!(server.get("/api/v1/memories?status=forgotten").await.body["items"].as_array().unwrap().len(), 1);
    server.post(&format!("{path}/restore"), json!({})).await.expect(200);
    server.ask("DELETE", &path).send().await.expect(200);
    assert_eq!(server.get(&path).await.text_at("/status"), "trashed");
    let history = server.get(&format!("{path}/versions")).await.expect(200);
    assert!(history.body["entries"].as_array().unwrap().len() > 4);
    let why = server.get(&format!("{path}/evidence")).await.expect(200);
    assert!(why.text_at("/because").contains("owner wrote it by hand"), "{}", why.text);
}

/// RX-09: optimistic concurrency on every mutable resource.
#[tokio::test]
async fn what_changed_meanwhile_is_not_overwritten_unseen() {
    let server = Server::new();
    let path = format!("/api/v1/memories/{}", server.remember("I live in Lisbon").await);
    let seen = server.get(&path).await.header("etag").to_owned();
    let same = server.ask("GET", &path).header("if-none-match", &seen).send().await.expect(304);
    assert_eq!(same.text, "");
    let change = |content: &str| server.ask("PATCH", &path).header("if-match", &seen).json(json!({"content": content}));
    change("I live in Porto").send().await.expect(200);
    let late = change("I live in Faro").send().await.problem(412, "changed");
    assert_eq!(late.text_at("/current/content"), "I live in Porto");
    server.ask("DELETE", &path).header("if-match", &seen).send().await.problem(412, "changed");
    let now = server.get(&path).await.header("etag").to_owned();
    server.ask("DELETE", &path).header("if-match", &now).send().await.expect(200);
}

#[tokio::test]
async fn a_dry_run_shows_what_would_happen_and_changes_nothing() {
    let server = Server::new();
    let tried = server.post("/api/v1/memories?dry_run=true", json!({"content": "I like tea"})).await.expect(200);
    assert_eq!((tried.text_at("/event/action"), &tried.body["dry_run"]), ("saved", &json!(true)));
    assert_eq!(tried.body["operation_id"], Value::Null);
    assert_eq!(server.get("/api/v1/memories").await.body["items"], json!([]));
    server.get("/api/v1/memories?dry_run=perhaps").await.problem(400, "invalid");
}

#[tokio::test]
async fn a_list_is_read_page_by_page_and_nothing_is_missed_or_told_twice() {
    let server = Server::new();
    let mut expected = Vec::new();
    for number in 0..7 {
        expected.push(server.remember(&format!("Friend number {number} is called Person{number}")).await);
    }
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = server.get(&format!("/api/v1/memories?limit=3{cursor}")).await.expect(200);
        seen.extend(page.body["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()));
        match page.body["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
        // What is gone does not lose the place.
        if seen.len() == 3 {
            server.ask("DELETE", &format!("/api/v1/memories/{}", seen[2])).send().await.expect(200);
        }
    }
    assert_eq!(seen, expected);
    let found = server.get("/api/v1/memories?q=person4").await.expect(200);
    assert_eq!(found.body["items"][0]["id"], json!(expected[4]));
    server.get("/api/v1/memories?limit=0").await.problem(400, "invalid");
    server.get("/api/v1/memories?limit=201").await.problem(400, "invalid");
    server.get("/api/v1/memories?cursor=made-up").await.problem(404, "not_found");
    server.get("/api/v1/memories?kind=unheard").await.problem(400, "invalid");
}

#[tokio::test]
async fn what_held_at_another_time_can_be_asked_for() {
    let server = Server::new();
    let id = server.remember("I live in Lisbon").await;
    server.clock.set("2026-12-01T10:00:00Z".parse().unwrap());
    server.ask("PATCH", &format!("/api/v1/memories/{id}")).json(json!({"content": "I live in Porto"})).send().await;
    let then = server.get("/api/v1/memories?as_of=2026-11-20").await.expect(200);
    assert_eq!(then.text_at("/items/0/content"), "I live in Lisbon");
    assert_eq!(server.get("/api/v1/memories").await.text_at("/items/0/content"), "I live in Porto");
    server.get("/api/v1/memories?as_of=whenever").await.problem(400, "invalid");
}

#[tokio::test]
async fn what_goes_wrong_says_what_to_do() {
    let server = Server::new();
    server.remember("targeting retirement at 55").await;
    server.remember("a retirement party on a boat").await;
    let several = server.get("/api/v1/memories/retirement").await.problem(409, "ambiguous");
    assert_eq!(several.body["candidates"].as_array().unwrap().len(), 2);
    server.get("/api/v1/memories/mem_00000000000000000000000000").await.problem(404, "not_found");
    let off = server.post("/api/v1/memories", json!({"content": "I have diabetes"})).await.expect(200);
    assert_eq!((off.text_at("/event/action"), off.text_at("/event/ask_domain")), ("refused", "health"));
    let secret = server.post("/api/v1/memories", json!({"content": "my password is hunter2hunter2"})).await.expect(200);
    assert_eq!(secret.text_at("/event/action"), "refused");
    server.post("/api/v1/memories", json!({"content": ""})).await.problem(400, "invalid");
    let unknown = server.post("/api/v1/memories", json!({"content": "x", "colour": "red"})).await;
    assert!(unknown.problem(400, "invalid").text_at("/detail").contains("colour"));
    server.get("/api/v1/nowhere").await.problem(404, "no_such_route");
    server.ask("PUT", "/api/v1/memories").send().await.problem(405, "wrong_method");
}

#[tokio::test]
async fn erasing_shows_its_plan_wants_the_id_again_and_leaves_a_receipt() {
    let server = Server::new();
    let id = server.remember("my old flat was in Gothic Quarter 7").await;
    let path = format!("/api/v1/memories/{id}/erase");
    let plan = server.post(&format!("{path}?dry_run=true"), json!({})).await.expect(200);
    assert_eq!(plan.body["dry_run"], true);
    server.post(&path, json!({})).await.problem(400, "invalid");
    let erased = server.post(&path, json!({"confirm": id})).await.expect(200);
    assert_eq!(erased.text_at("/event/action"), "erased");
    assert!(erased.body["event"]["receipt"]["removed"].is_object());
    server.get(&format!("/api/v1/memories/{id}")).await.problem(410, "erased");
}

#[tokio::test]
async fn several_are_remembered_at_once_and_each_stands_for_itself() {
    let server = Server::new();
    let items = json!({"items": [{"content": "I like tea"}, {"content": ""}, {"content": "I play the cello"}]});
    let answer = server.post("/api/v1/memories:batch", items).await.expect(200);
    assert_eq!(answer.text_at("/results/0/event/action"), "saved");
    assert_eq!(answer.text_at("/results/1/code"), "invalid");
    assert_eq!(answer.text_at("/results/2/event/action"), "saved");
}

#[tokio::test]
async fn memories_are_linked_and_unlinked() {
    let server = Server::new();
    let one = server.remember("I'm training for a marathon").await;
    let other = server.remember("I get up at five").await;
    let path = format!("/api/v1/memories/{other}/links");
    server.post(&path, json!({"to": one, "relation": "supports"})).await.expect(200);
    let links = server.get(&path).await.expect(200);
    assert_eq!((links.text_at("/items/0/relation"), links.text_at("/items/0/memory")), ("supports", one.as_str()));
    server.ask("DELETE", &format!("{path}?to={one}")).send().await.expect(200);
    assert_eq!(server.get(&path).await.body["items"], json!([]));
    server.post(&path, json!({"to": one, "relation": "hates"})).await.problem(400, "invalid");
}

/// What a memory says and how it is kept change together, or not at all.
#[tokio::test]
async fn a_change_that_is_refused_changes_nothing() {
    let server = Server::new();
    let id = server.remember("I like jazz").await;
    let path = format!("/api/v1/memories/{id}");
    let secret = json!({"domain": "work", "content": "my password is Tr0ub4dor&3zz"});
    assert_eq!(server.ask("PATCH", &path).json(secret).send().await.expect(200).text_at("/event/action"), "refused");
    let unknown = json!({"project": "nowhere", "content": "I like swing"});
    server.ask("PATCH", &path).json(unknown).send().await.problem(404, "not_found");
    let shown = server.get(&path).await.expect(200);
    assert!(shown.text.contains("I like jazz") && !shown.text.contains("\"work\""), "{}", shown.text);
    let both = json!({"domain": "work", "content": "I like swing"});
    let changed = server.ask("PATCH", &path).json(both).send().await.expect(200);
    assert!(changed.text.contains("I like swing") && changed.text.contains("\"work\""), "{}", changed.text);
}
